//! Types in the folders and packages that a task speaks of. They are where a walk may begin, not an answer by themselves: what
//! is called like its folder is found by other channels.

use super::lexical::Text;
use crate::params::Params;
use crate::understand::Intent;
use orienteer_model::{EdgeKind, UnitId};
use orienteer_storage::{FIELDS, Field, Snapshot, Term};
use orienteer_text::Tokenizer;
use std::collections::HashSet;

/// Shorter words are the names of too many folders.
const SHORTEST: usize = 4;

/// Those with members first, best first; each once.
pub(super) fn inhabitants(
    snapshot: &Snapshot,
    intent: &Intent,
    text: &Text,
    wanted: &dyn Fn(UnitId) -> bool,
    params: &Params,
) -> Vec<UnitId> {
    let (mut rich, mut lean, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
    for term in terms(intent) {
        let Some(term) = snapshot.lexical().term(&term).filter(|term| is_telling(snapshot, term, params))
        else {
            continue;
        };
        let mut room = (params.directory_rich as usize, params.directory_lean as usize);
        for unit in types_below(snapshot, &term, text) {
            let (list, room) =
                if has_members(snapshot, unit) { (&mut rich, &mut room.0) } else { (&mut lean, &mut room.1) };
            if *room > 0 && wanted(unit) && seen.insert(unit) {
                list.push(unit);
                *room -= 1;
            }
        }
    }
    rich.append(&mut lean);
    rich.truncate(params.directory_most as usize);
    rich
}

/// The task's words as the index has them.
fn terms(intent: &Intent) -> Vec<String> {
    let mut tokenizer = Tokenizer::new();
    let mut terms: Vec<String> = Vec::new();
    for word in intent.keywords.components.iter().filter(|word| word.len() >= SHORTEST) {
        tokenizer.word_terms(word, &mut |term| {
            if !terms.iter().any(|known| known == term) {
                terms.push(term.to_owned());
            }
        });
    }
    terms
}

/// A word that much of the code has says nothing about where to go.
fn is_telling(snapshot: &Snapshot, term: &Term<'_>, params: &Params) -> bool {
    term.document_frequency() as f32 <= params.directory_share * snapshot.unit_count() as f32
}

/// The types whose path has the term, best text first.
fn types_below(snapshot: &Snapshot, term: &Term<'_>, text: &Text) -> Vec<UnitId> {
    let mut types = Vec::new();
    let mut visit = |unit: UnitId, fields: u8, _: &[u8; FIELDS], _: &[u16]| {
        let is_placed = fields & (1 << Field::Path as u8) != 0;
        if is_placed && snapshot.unit(unit).is_some_and(|unit| unit.kind().is_type()) {
            types.push(unit);
        }
    };
    match text.looked_at.as_ref().filter(|_| term.is_long()) {
        None => term.for_each(visit),
        Some(looked_at) => {
            term.for_each_in(&looked_at.places, &mut visit);
            term.for_each_best(&mut visit);
        }
    }
    types.sort_unstable_by(|left: &UnitId, right: &UnitId| {
        text.own(*right).total_cmp(&text.own(*left)).then_with(|| left.cmp(right))
    });
    types.dedup();
    types
}

fn has_members(snapshot: &Snapshot, unit: UnitId) -> bool {
    snapshot.graph().outgoing(unit).any(|edge| edge.kind == EdgeKind::Contains)
}
