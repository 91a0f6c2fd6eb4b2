//! A word as it is stemmed: joined and in lower case as a whole, and so each of its parts. Nothing here stems.

use crate::parts::parts;

/// Longer words are encoded data, not language.
const LONGEST_WORD: usize = 256;

/// The forms of one word after the other, in buffers that are kept.
#[derive(Default)]
pub struct Forms {
    whole: String,
    /// Where the parts end in the whole.
    ends: Vec<usize>,
}

impl Forms {
    /// Takes the next word. Encoded data has no forms but an empty one.
    pub fn read(&mut self, word: &str) {
        self.whole.clear();
        self.ends.clear();
        if word.len() > LONGEST_WORD {
            return;
        }
        for part in parts(word) {
            push_lower(&mut self.whole, part);
            self.ends.push(self.whole.len());
        }
    }

    /// The joined word.
    pub fn whole(&self) -> &str {
        &self.whole
    }

    /// Its parts, if there is more than one.
    pub fn parts(&self) -> impl Iterator<Item = &str> {
        let ends = if self.ends.len() > 1 { self.ends.as_slice() } else { &[] };
        let starts = std::iter::once(0).chain(ends.iter().copied());
        starts.zip(ends).map(|(start, end)| &self.whole[start..*end])
    }
}

fn push_lower(buffer: &mut String, part: &str) {
    if part.is_ascii() {
        let start = buffer.len();
        buffer.push_str(part);
        buffer[start..].make_ascii_lowercase();
    } else {
        buffer.extend(part.chars().flat_map(char::to_lowercase));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(word: &str, whole: &str, expected: &[&str]) {
        let mut forms = Forms::default();
        forms.read("LeftOver");
        forms.read(word);
        assert_eq!((forms.whole(), forms.parts().collect::<Vec<_>>()), (whole, expected.to_vec()));
    }

    #[test]
    fn one_part_is_the_whole() {
        check("getUserName", "getusername", &["get", "user", "name"]);
        check("__Name__", "name", &[]);
        check("GrößeÄndern", "größeändern", &["größe", "ändern"]);
        check("___", "", &[]);
        check(&"x_".repeat(129), "", &[]);
    }
}
