//! What the machine of states asks and what it hears: plain data, without the engine behind it.

use orienteer_engine::{ExcerptLine, Place};

/// A question with its number: an answer to any but the latest of its kind is stale.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    pub number: u64,
    pub about: About,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum About {
    /// Units that fit words.
    Search { query: String },
    /// The file around a unit, with the words marked.
    Source { query: String, place: Place },
    /// The reasons behind a unit's place.
    Why { query: String, place: Place },
}

#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub number: u64,
    pub told: Told,
}

#[derive(Clone, Debug)]
pub(crate) enum Told {
    Found {
        hits: Vec<Found>,
        snapshot: String,
        changed: usize,
    },
    Source(Source),
    Why(Why),
    /// What cannot be answered, and the way out.
    Refused(String),
    /// How far the index is.
    Progress(String),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Found {
    pub place: Place,
    /// Of the best, between 0 and 1.
    pub relative: f32,
    pub signature: String,
    pub lines: Vec<ExcerptLine>,
    /// Its file is not as it was indexed.
    pub is_changed: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Source {
    pub place: Place,
    pub lines: Vec<ExcerptLine>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Why {
    pub place: Place,
    pub outcome: String,
    pub score: f32,
    /// Features and what each adds.
    pub parts: Vec<(&'static str, f32)>,
    /// What the sum is multiplied with.
    pub factors: Vec<(&'static str, f32)>,
    /// What became of it at each stage.
    pub steps: Vec<(&'static str, String)>,
}
