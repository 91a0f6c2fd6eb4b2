//! What every answer about code has in common: where it comes from, and how a place is written.

use crate::standpoint::from_here;
use crate::terminal::{clean, faint, path};
use orienteer_engine::{Changes, Freshness, Note, Place, SymbolAnswer, View};
use serde_json::{Value, json};

/// Changed files that are named before the rest is counted.
const NAMED: usize = 5;

/// Says on standard error which snapshot an answer came from and what changed since.
pub(super) fn close(view: &View) {
    eprintln!("snapshot {}", view.snapshot.id());
    let changed = changed(view);
    if !changed.is_empty() {
        let named: Vec<String> = changed.iter().take(NAMED).map(|path| clean(&from_here(path))).collect();
        let rest = changed.len().saturating_sub(NAMED);
        let rest = if rest > 0 { format!(" and {rest} more") } else { String::new() };
        eprintln!("changed since: {}{rest}", named.join(", "));
    }
}

/// Says on standard error what an answer had to do without.
pub(super) fn mention(notes: &[Note]) {
    for note in notes {
        eprintln!("note: {}", clean(&note.to_string()));
        eprintln!("  hint: {}", note.hint());
    }
}

pub(super) fn notes_json(notes: &[Note]) -> Vec<Value> {
    let said = |note: &Note| {
        json!({
            "service": note.service().name(),
            "kind": note.kind(),
            "text": note.to_string(),
            "hint": note.hint(),
            "hint_key": note.hint_key(),
        })
    };
    notes.iter().map(said).collect()
}

/// Files that changed since the snapshot.
pub(super) fn changed(view: &View) -> Vec<&str> {
    match &view.freshness {
        Freshness::Current => Vec::new(),
        Freshness::Behind(changes) => changed_paths(changes).collect(),
    }
}

pub(super) fn changed_paths(changes: &Changes) -> impl Iterator<Item = &str> {
    changes.changed.iter().chain(&changes.added).chain(&changes.removed).map(String::as_str)
}

/// A path of the index for people, as it is called from where they stand.
pub(super) fn shown(path_in_tree: &str) -> String {
    path(from_here(path_in_tree))
}

/// `app/store.py:12`, or what kind of thing it is where it has no place in the source.
pub(super) fn position(place: &Place, line: u32) -> String {
    if place.path.is_empty() { faint(place.kind.name()) } else { format!("{}:{line}", shown(&place.path)) }
}

/// The name; a fragment is called by what it is.
pub(super) fn title(place: &Place) -> String {
    if place.name.is_empty() { faint(place.kind.name()) } else { clean(&place.name) }
}

/// `0.5 ambiguous` where something is not sure.
pub(super) fn doubt(confidence: u8, ambiguous: bool) -> String {
    let mut words = Vec::new();
    if confidence < 80 {
        words.push(format!("{:.2}", f64::from(confidence) / 100.0));
    }
    if ambiguous {
        words.push("ambiguous".to_owned());
    }
    words.join(" ")
}

pub(super) fn place_json(place: &Place) -> Value {
    json!({
        "path": place.path,
        "line": place.line,
        "end_line": place.end_line,
        "name": place.name,
        "module": place.module,
        "kind": place.kind.name(),
        "test": place.is_test,
    })
}

/// Says that there is no such symbol, and what there is instead.
pub(super) fn refuse(name: &str, answer: &SymbolAnswer) {
    eprintln!("no such symbol: {}", clean(name));
    if !answer.unparsed.is_empty() {
        eprintln!("the name stands in files that could not be parsed whole:");
    }
    for place in &answer.unparsed {
        eprintln!("  {}:{}", clean(&from_here(&place.path)), place.line);
    }
    if answer.suggestions.is_empty() {
        return;
    }
    let why = if answer.is_other_case { "with other letter case" } else { "nearest" };
    eprintln!("did you mean ({why}):");
    for place in &answer.suggestions {
        let path = clean(&from_here(&place.path));
        eprintln!("  {path}:{}  {} {}", place.line, place.kind.name(), clean(&place.name));
    }
}
