//! Units that another engine recalled for the same question: one channel, in the place of the words and vectors of the snapshot.
//!
//! Who that engine is and how it was asked is not known here; what it names is measured and weighed like everything else.

use super::Channel;
use super::dense::Dense;
use super::lexical::Text;
use crate::params::Params;
use crate::pipeline::{Request, Strategy};
use crate::understand::Intent;
use orienteer_model::UnitId;
use orienteer_storage::Snapshot;

/// What another engine found.
#[derive(Clone, Copy, Debug)]
pub struct Elsewhere<'a> {
    /// What its channel is called.
    pub channel: &'static str,
    /// Units of the snapshot, best first.
    pub units: &'a [UnitId],
    /// Whether it knows the whole snapshot: then words and vectors here have nothing to add.
    pub is_whole: bool,
}

/// Whether the channels of words and vectors are left to the other engine.
pub(super) fn takes_place(request: &Request<'_>) -> bool {
    request.elsewhere.is_some_and(|elsewhere| elsewhere.is_whole)
}

/// Its channel, which weighs as much as those that it stands for.
pub(super) fn channel(
    snapshot: &Snapshot,
    request: &Request<'_>,
    evidence: &Evidence<'_>,
    intent: &Intent,
    params: &Params,
) -> Option<Channel> {
    let elsewhere = request.elsewhere?;
    let wanted = |unit: &UnitId| snapshot.unit(*unit).is_some_and(|unit| (request.wanted)(&unit));
    let is_found = |unit: &UnitId| wanted(unit) && evidence.speaks_for(*unit, request, params);
    let most = params.pool as usize + params.pool_files as usize;
    let units = elsewhere.units.iter().copied().filter(is_found).take(most).collect();
    Some(Channel::new(elsewhere.channel, weight(request.strategy, intent, params), units))
}

/// What is known here about what was found there.
pub(super) struct Evidence<'a> {
    pub(super) text: &'a Text,
    pub(super) dense: Option<&'a dyn Dense>,
}

impl Evidence<'_> {
    /// The nearest of all vectors may be far, which another engine does not know.
    fn speaks_for(&self, unit: UnitId, request: &Request<'_>, params: &Params) -> bool {
        if request.strategy != Strategy::Union || request.sparse.is_some() || self.text.own(unit) > 0.0 {
            return true;
        }
        let is_near = |dense: &dyn Dense| {
            let distance = dense.distance(unit);
            !dense.is_built_in() || distance.is_some_and(|distance| distance <= params.dense_furthest)
        };
        self.dense.is_some_and(is_near)
    }
}

fn weight(strategy: Strategy, intent: &Intent, params: &Params) -> f32 {
    let words = params.channel_lexical + params.channel_files;
    let vectors = params.channel_dense * if intent.is_symbol { params.dense_symbol } else { 1.0 };
    match strategy {
        Strategy::Union => words + vectors,
        Strategy::Vector => vectors,
        Strategy::Lexical => words,
    }
}
