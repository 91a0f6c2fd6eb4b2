//! Documentation sections and the symbols that they name.

use crate::catalogue::{Catalogue, NONE};
use crate::hashing::{hash, parts};
use crate::params::{MENTION_DOTTED, MENTION_FEW, MENTION_LETTERS, MENTION_MOST, MENTION_ONLY, MOST_SCANNED};
use crate::world::World;
use orienteer_model::{Edge, EdgeKind, NO_UNIT, Provenance, ReferenceFact, ReferenceKind, UnitId, UnitKind};

pub(crate) fn of_file(world: &World<'_>, file: u32, edges: &mut Vec<Edge>) {
    let input = &world.catalogue.files[file as usize];
    let mentions =
        input.facts.references.iter().filter(|reference| reference.kind() == ReferenceKind::Mention);
    for mention in mentions {
        let text = full_text(input.facts.name(mention.receiver), input.facts.name(mention.name));
        let from = input.first_unit + if mention.from == NO_UNIT { 0 } else { mention.from };
        link(&world.catalogue, from, &text, mention, edges);
    }
}

fn full_text(receiver: &str, name: &str) -> String {
    if receiver.is_empty() { name.to_owned() } else { format!("{receiver}.{name}") }
}

fn link(catalogue: &Catalogue<'_>, from: u32, text: &str, mention: &ReferenceFact, edges: &mut Vec<Edge>) {
    let text = text.trim_end_matches("()");
    let Some(last) = parts(text).next_back() else { return };
    let dotted = last.len() < text.len();
    if !dotted && !is_telling(last) {
        return;
    }
    let mut found = candidates(catalogue, from, last);
    if dotted {
        found.retain(|unit| ends_with(catalogue, *unit, text));
    }
    let confidence = match found.len() {
        1 if dotted => MENTION_DOTTED,
        1 => MENTION_ONLY,
        count if count <= MENTION_MOST => MENTION_FEW,
        _ => return,
    };
    let ambiguous = found.len() > 1;
    for unit in found {
        let (kind, provenance) = (EdgeKind::Documents, Provenance::Docs);
        let (from, to, line) = (UnitId(from), UnitId(unit), mention.line);
        edges.push(Edge { from, to, kind, provenance, confidence, ambiguous, line });
    }
}

/// Long enough, or spelt in a way that prose is not.
fn is_telling(name: &str) -> bool {
    let letters = name.chars().filter(|character| character.is_alphabetic()).count();
    letters >= MENTION_LETTERS || name.contains('_') || name.chars().skip(1).any(char::is_uppercase)
}

/// Units of the name outside tests, or in tests where there are no others.
fn candidates(catalogue: &Catalogue<'_>, from: u32, name: &str) -> Vec<u32> {
    let named = catalogue.named(hash(name));
    if named.len() > MOST_SCANNED {
        return Vec::new();
    }
    let units =
        || named.iter().map(|named| named.unit).filter(|unit| *unit != from && is_symbol(catalogue, *unit));
    let outside: Vec<u32> = units().filter(|unit| !catalogue.is_test(*unit)).collect();
    if outside.is_empty() { units().collect() } else { outside }
}

fn is_symbol(catalogue: &Catalogue<'_>, unit: u32) -> bool {
    let kind = catalogue.kind(unit);
    kind.is_callable()
        || kind.is_type()
        || matches!(kind, UnitKind::Constant | UnitKind::Field | UnitKind::Variable)
}

/// The parts before the last name the unit's owners, then its file and folders, innermost first.
fn ends_with(catalogue: &Catalogue<'_>, unit: u32, text: &str) -> bool {
    let mut written = parts(text).rev().skip(1).peekable();
    let mut owner = catalogue.owner(unit);
    while owner != NONE {
        match written.peek() {
            None => return true,
            Some(part) if *part == catalogue.name_text(owner) => drop(written.next()),
            Some(_) => return false,
        }
        owner = catalogue.owner(owner);
    }
    let path = crate::modules::without_extension(catalogue.files[catalogue.file_of(unit) as usize].path);
    // Names pass through packages that re-export them, so the folders need only occur in order.
    let mut folders = path.rsplit('/');
    written.all(|part| folders.any(|folder| folder == part))
}
