//! Documentation sections and the symbols that they name.

use crate::catalogue::{Catalogue, NONE};
use crate::edge_key::EdgeKey;
use crate::hashing::{hash, is_separator};
use crate::names::Named;
use crate::params::{MENTION_DOTTED, MENTION_FEW, MENTION_LETTERS, MENTION_MOST, MENTION_ONLY, MOST_SCANNED};
use orienteer_model::{Edge, EdgeKind, FactsView, NameHash, Provenance, ReferenceFact, UnitId, UnitKind};

/// The edges of one mention, which stands in `from`.
pub(crate) fn of_reference(
    catalogue: &Catalogue<'_>,
    facts: &FactsView<'_>,
    from: u32,
    mention: &ReferenceFact,
    edges: &mut Vec<EdgeKey>,
) {
    let (before, name) = (facts.name(mention.receiver), facts.name(mention.name));
    if is_plain(name) {
        let (hash, dotted) = (mention.name.hash, !before.is_empty());
        link(catalogue, from, &Written { before, last: name, hash, dotted }, mention.line, edges);
    } else if let Some(written) = Written::of(&full_text(before, name)) {
        link(catalogue, from, &written, mention.line, edges);
    }
}

/// A symbol as a document writes it.
struct Written<'a> {
    /// What stands before the last name.
    before: &'a str,
    last: &'a str,
    hash: NameHash,
    /// More is written than the last name.
    dotted: bool,
}

impl Written<'_> {
    fn of(text: &str) -> Option<Written<'_>> {
        let text = text.trim_end_matches("()");
        let end = text.trim_end_matches(['.', ':', '/', '\\']);
        let start = end.bytes().rposition(is_separator).map_or(0, |position| position + 1);
        let (before, last) = end.split_at(start);
        let dotted = last.len() < text.len();
        (!last.is_empty()).then(|| Written { before, last, hash: hash(last), dotted })
    }
}

/// Is the last name itself, without anything around it.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && !name.bytes().any(|byte| is_separator(byte) || byte == b')')
}

fn full_text(receiver: &str, name: &str) -> String {
    if receiver.is_empty() { name.to_owned() } else { format!("{receiver}.{name}") }
}

fn link(catalogue: &Catalogue<'_>, from: u32, written: &Written<'_>, line: u32, edges: &mut Vec<EdgeKey>) {
    if !written.dotted && !is_telling(written.last) {
        return;
    }
    let mut found = [NONE; MENTION_MOST];
    let mut count = 0;
    for unit in candidates(catalogue, from, written) {
        let Some(slot) = found.get_mut(count) else { return };
        *slot = unit;
        count += 1;
    }
    let ambiguous = count > 1;
    let confidence = match (ambiguous, written.dotted) {
        (true, _) => MENTION_FEW,
        (false, true) => MENTION_DOTTED,
        (false, false) => MENTION_ONLY,
    };
    for unit in &found[..count] {
        let (kind, provenance) = (EdgeKind::Documents, Provenance::Docs);
        let (from, to) = (UnitId(from), UnitId(*unit));
        edges.push(Edge { from, to, kind, provenance, confidence, ambiguous, line }.into());
    }
}

/// Long enough, or spelt in a way that prose is not.
fn is_telling(name: &str) -> bool {
    let letters = name.chars().filter(|character| character.is_alphabetic()).count();
    letters >= MENTION_LETTERS || name.contains('_') || name.chars().skip(1).any(char::is_uppercase)
}

/// Units that may be meant: outside tests, or in tests where there are no others of the name.
fn candidates<'c>(
    catalogue: &'c Catalogue<'_>,
    from: u32,
    written: &'c Written<'_>,
) -> impl Iterator<Item = u32> + 'c {
    let named = catalogue.named(written.hash);
    let named = if named.len() > MOST_SCANNED { &[] } else { named };
    let is_meant = move |named: &&Named| named.unit() != from && is_symbol(catalogue, named.unit());
    let outside = named.iter().filter(is_meant).any(|named| !named.is_test());
    named
        .iter()
        .filter(is_meant)
        .filter(move |named| !outside || !named.is_test())
        .map(|named| named.unit())
        .filter(|unit| !written.dotted || ends_with(catalogue, *unit, written.before))
}

fn is_symbol(catalogue: &Catalogue<'_>, unit: u32) -> bool {
    let kind = catalogue.kind(unit);
    kind.is_callable()
        || kind.is_type()
        || matches!(kind, UnitKind::Constant | UnitKind::Field | UnitKind::Variable)
}

/// What stands before the last name says the unit's owners, then its file and folders, innermost first.
fn ends_with(catalogue: &Catalogue<'_>, unit: u32, before: &str) -> bool {
    let parts = before.as_bytes().rsplit(|byte| is_separator(*byte));
    let mut written = parts.filter(|part| !part.is_empty()).peekable();
    let mut owner = catalogue.owner(unit);
    while owner != NONE {
        match written.peek() {
            None => return true,
            Some(part) if *part == catalogue.name_text(owner).as_bytes() => drop(written.next()),
            Some(_) => return false,
        }
        owner = catalogue.owner(owner);
    }
    if written.peek().is_none() {
        return true;
    }
    let path = crate::modules::without_extension(catalogue.files[catalogue.file_of(unit) as usize].path);
    // Names pass through packages that re-export them, so the folders need only occur in order.
    let mut folders = path.as_bytes().rsplit(|byte| *byte == b'/');
    written.all(|part| folders.any(|folder| folder == part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_is_split_at_its_last_name() {
        let split = |text| Written::of(text).map(|written| (written.before, written.last, written.dotted));
        assert_eq!(split("harbour.Pier.moor()"), Some(("harbour.Pier.", "moor", true)));
        assert_eq!(split("moor()()"), Some(("", "moor", false)));
        assert_eq!(split("harbour::moor."), Some(("harbour::", "moor", true)));
        assert_eq!(split(".moor"), Some((".", "moor", true)));
        assert_eq!(split("..()"), None);
    }
}
