//! From what the documentation says to the code that it names: the words of a section are a way to its symbols.
//! The sections themselves are found by their text, not here.

use super::lexical::Text;
use crate::params::Params;
use orienteer_model::{EdgeKind, UnitId};
use orienteer_storage::{FileFlags, Snapshot};
use std::collections::HashMap;

pub(super) fn documented(
    snapshot: &Snapshot,
    text: &Text,
    wanted: &dyn Fn(UnitId) -> bool,
    params: &Params,
) -> Vec<UnitId> {
    let mut scores: HashMap<UnitId, f32> = HashMap::new();
    for section in sections(snapshot, text, params.docs_sections as usize) {
        let named = snapshot.graph().outgoing(section).filter(|edge| edge.kind == EdgeKind::Documents);
        let named: Vec<(UnitId, u8)> = named.map(|edge| (edge.to, edge.confidence)).collect();
        // A section that names everything says little about each.
        let share = text.own(section) / (named.len().max(1) as f32).sqrt();
        for (unit, confidence) in named {
            *scores.entry(unit).or_default() += share * f32::from(confidence) / 100.0;
        }
    }
    let mut units: Vec<(UnitId, f32)> = scores.into_iter().filter(|(unit, _)| wanted(*unit)).collect();
    units.sort_unstable_by(|left, right| right.1.total_cmp(&left.1).then_with(|| left.0.cmp(&right.0)));
    units.into_iter().take(params.docs_most as usize).map(|(unit, _)| unit).collect()
}

/// The best sections of the documentation, best first.
fn sections(snapshot: &Snapshot, text: &Text, count: usize) -> Vec<UnitId> {
    let files = text.files().filter_map(|file| snapshot.file(file));
    let documents = files.filter(|file| file.flags().has(FileFlags::DOCUMENTATION));
    let matching = documents.flat_map(|file| file.units()).filter(|unit| text.own(*unit) > 0.0);
    let mut sections: Vec<UnitId> = matching.collect();
    sections.sort_unstable_by(|left, right| {
        text.own(*right).total_cmp(&text.own(*left)).then_with(|| left.cmp(right))
    });
    sections.truncate(count);
    sections
}
