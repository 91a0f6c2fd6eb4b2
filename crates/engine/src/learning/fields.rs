//! A line of fields, and back. A field may hold anything; what does not come back whole is no line.

const SEPARATOR: char = '\t';

pub(super) fn join<T: AsRef<str>>(fields: impl IntoIterator<Item = T>) -> String {
    let written: Vec<String> = fields.into_iter().map(|field| escaped(field.as_ref())).collect();
    written.join("\t")
}

pub(super) fn split(line: &str) -> impl Iterator<Item = String> + '_ {
    line.split(SEPARATOR).map(plain)
}

fn escaped(field: &str) -> String {
    if !field.contains(['\\', '\t', '\n', '\r']) {
        return field.to_owned();
    }
    field.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
}

fn plain(field: &str) -> String {
    let mut out = String::with_capacity(field.len());
    let mut letters = field.chars();
    while let Some(letter) = letters.next() {
        out.push(match letter {
            '\\' => match letters.next() {
                Some('t') => '\t',
                Some('n') => '\n',
                Some('r') => '\r',
                Some(other) => other,
                None => '\\',
            },
            letter => letter,
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn fields_come_back(fields in proptest::collection::vec("[\\\\\t\n\ra-c ]{0,6}", 1..6)) {
            let line = join(&fields);
            prop_assert!(!line.contains('\n'));
            prop_assert_eq!(split(&line).collect::<Vec<_>>(), fields);
        }
    }
}
