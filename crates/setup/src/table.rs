//! The same for TOML: an entry is added to and taken out of a table, everything else keeps its layout.

use crate::error::Problem;
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, TableLike, value};

const TABLE: &str = "a table";
/// What some editors put before the first letter.
const MARK: char = '\u{feff}';

pub(crate) fn with_server(text: &str, key: &str, name: &str, program: &str) -> Result<String, Problem> {
    let mut document = read(text)?;
    let is_first = document.is_empty();
    let servers = document.entry(key).or_insert_with(|| {
        let mut table = Table::new();
        table.set_implicit(true);
        Item::Table(table)
    });
    let is_inline = servers.is_inline_table();
    let Some(servers) = servers.as_table_like_mut() else {
        return Err(Problem::Unexpected { key: format!("`{key}`"), expected: TABLE });
    };
    let entry = servers.entry(name).or_insert_with(|| empty(is_inline, is_first));
    let Some(entry) = entry.as_table_like_mut() else {
        return Err(Problem::Unexpected { key: format!("`{key}.{name}`"), expected: TABLE });
    };
    set(entry, "command", value(program));
    set(entry, "args", value(Array::from_iter(["mcp"])));
    Ok(like(text, document.to_string()))
}

fn empty(is_inline: bool, is_first: bool) -> Item {
    if is_inline {
        return value(InlineTable::new());
    }
    let mut table = Table::new();
    table.decor_mut().set_prefix(if is_first { "" } else { "\n" });
    Item::Table(table)
}

pub(crate) fn without_server(text: &str, key: &str, name: &str) -> Result<String, Problem> {
    let mut document = read(text)?;
    let Some(servers) = document.get_mut(key).and_then(Item::as_table_like_mut) else {
        return Ok(text.to_owned());
    };
    if servers.remove(name).is_none() {
        return Ok(text.to_owned());
    }
    let is_written = document.get(key).and_then(Item::as_table).is_some_and(|table| !table.is_implicit());
    if !is_written && document.get(key).and_then(Item::as_table_like).is_some_and(TableLike::is_empty) {
        document.remove(key);
    }
    Ok(like(text, document.to_string()))
}

/// Leaves alone what says the same already, with its comments.
fn set(entry: &mut dyn TableLike, key: &str, item: Item) {
    let says = |item: &Item| item.as_value().map(|value| value.clone().decorated("", "").to_string());
    if entry.get(key).is_none_or(|there| says(there) != says(&item)) {
        entry.insert(key, item);
    }
}

/// With the ends of lines, the mark at the beginning and the missing end of the last line that the text had, which the library
/// does not keep.
fn like(before: &str, mut after: String) -> String {
    if !before.is_empty() && !before.ends_with('\n') && after.ends_with('\n') {
        after.pop();
    }
    if before.contains("\r\n") {
        after = after.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    if before.starts_with(MARK) && !after.starts_with(MARK) {
        after.insert(0, MARK);
    }
    after
}

fn read(text: &str) -> Result<DocumentMut, Problem> {
    text.parse().map_err(|error: toml_edit::TomlError| {
        let at = error.span().map_or(0, |span| span.start);
        let what = error.message().lines().next().unwrap_or("not TOML").to_owned();
        Problem::Malformed { at, what }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_of_lines_and_the_mark_stay() {
        for before in ["\u{feff}model = \"a\"\r\n[other]\r\nkey = 1\r\n", "model = \"a\"", "model = \"a\"\n"]
        {
            let with = with_server(before, "mcp_servers", "orient", "orient").expect("is TOML");
            assert!(with.starts_with(before.trim_end()), "{with:?}");
            assert_eq!(before.contains('\r'), with.contains("\r\n"));
            assert!(!with.replace("\r\n", "").contains('\r'));
            assert_eq!(without_server(&with, "mcp_servers", "orient").expect("is TOML"), before);
        }
    }
}
