//! What speaks for a unit, as named numbers. The weights have the same names, in `Params`.

use super::files::Files;
use super::neighbours::neighbours;
use super::questions::Question;
use crate::explain::Part;
use crate::params::Params;
use crate::recall::Recalled;
use orienteer_model::UnitKind;
use orienteer_storage::{Snapshot, UnitRecord};

macro_rules! features {
    (relative: $( $relative:ident ),+; absolute: $( $absolute:ident ),+;) => {
        /// The names of all features, which are those of their weights.
        pub(crate) const NAMES: &[&str] = &[ $( stringify!($relative), )+ $( stringify!($absolute), )+ ];

        /// The features of a unit.
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub(super) struct Features { $( pub(super) $relative: f32, )+ $( pub(super) $absolute: f32, )+ }

        impl Features {
            /// The larger of each.
            pub(super) fn larger(&self, other: &Features) -> Features {
                Features { $( $relative: self.$relative.max(other.$relative), )+ $( $absolute: self.$absolute.max(other.$absolute), )+ }
            }

            /// Relative ones as shares of the largest; absolute ones are shares already.
            pub(super) fn over(&self, most: &Features) -> Features {
                Features { $( $relative: share(self.$relative, most.$relative), )+ $( $absolute: self.$absolute, )+ }
            }

            /// With their weights.
            pub(super) fn parts(&self, params: &Params) -> [Part; NAMES.len()] {
                [
                    $( Part { name: stringify!($relative), value: self.$relative, weight: params.$relative }, )+
                    $( Part { name: stringify!($absolute), value: self.$absolute, weight: params.$absolute }, )+
                ]
            }
        }
    };
}

features! {
    relative: own, container, members, file, coherence, callers, callees, users, degree, documented, tested, history, history_file, family, folder, linked, linked_callees, linked_members, linked_container, linked_users, linked_sections, walk, authority, hub, infrastructure;
    absolute: definition, mention, compound, name_cover, name_share, qualified_cover, stem_cover, stem_share, directory, path, dense, dense_file, sparse, concept, team_concept, alias,
        described, origin, dependence, learned, feedback, refused, session;
}

pub(super) fn share(value: f32, most: f32) -> f32 {
    if most > 0.0 { value / most } else { 0.0 }
}

pub(super) fn of<'a>(
    snapshot: &'a Snapshot,
    unit: &UnitRecord<'a>,
    recalled: &Recalled,
    question: &mut Question<'a>,
    files: &mut Files,
) -> Features {
    let text = &recalled.text;
    let near = neighbours(snapshot, unit, text);
    let name = question.match_text(unit.name());
    let defined = question.definition(unit);
    let mut features = Features {
        own: text.own(unit.id()),
        container: near.container,
        members: near.members,
        callers: near.callers,
        callees: near.callees,
        users: near.users,
        documented: near.documented,
        tested: near.tested,
        degree: near.degree,
        history: recalled.told.of_unit(unit.id()),
        definition: if question.is_symbol() { defined } else { 0.0 },
        mention: if question.is_symbol() { 0.0 } else { defined },
        compound: question.compound(unit),
        name_cover: name.cover,
        name_share: name.share,
        qualified_cover: question.match_text(unit.qualified()).cover,
        dense: recalled.distances.nearness(unit.id()),
        sparse: recalled.shares.of(unit.id()),
        concept: recalled.concepts.built_in(unit.id()),
        team_concept: recalled.concepts.team(unit.id()),
        alias: recalled.concepts.alias(unit.id()),
        described: described(unit),
        learned: recalled.learned.of(unit.id()),
        ..Features::default()
    };
    if let Some(file) = unit.file() {
        let about = files.about(snapshot, &file, text, question);
        features.file = text.file(file.id());
        features.history_file = recalled.told.of_file(file.id());
        features.dense_file = recalled.distances.nearness_of_file(file.id());
        features.coherence = about.coherence;
        features.stem_cover = about.stem.cover;
        features.stem_share = about.stem.share;
        features.directory = about.directory;
        features.path = about.named.map_or(0.0, |lines| nearness(unit, &lines));
    }
    features
}

impl Features {
    /// Without what use has taught.
    pub(super) fn unlearned(&self) -> Features {
        Features { learned: 0.0, feedback: 0.0, refused: 0.0, session: 0.0, ..*self }
    }
}

/// How much its authors say about it, up to a paragraph.
fn described(unit: &UnitRecord<'_>) -> f32 {
    const PARAGRAPH: f32 = 400.0;
    ((unit.doc().len() as f32).min(PARAGRAPH) / PARAGRAPH).sqrt()
}

/// A named file is worth something in all its units, and most where the named line is.
fn nearness(unit: &UnitRecord<'_>, lines: &[u32]) -> f32 {
    let span = unit.span();
    let is_there = lines.iter().any(|line| (span.start_line..=span.end_line).contains(line));
    match (lines.is_empty(), is_there) {
        (true, _) => 1.0,
        (_, true) if unit.kind() != UnitKind::Module => 1.5,
        _ => 0.5,
    }
}
