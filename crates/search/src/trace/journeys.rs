//! What becomes of one followed unit at each stage. Compares it with what the stages made, and changes nothing of that.

use super::units;
use crate::explain::{Finding, Journey, Outcome, Reason, Step};
use crate::fuse::{Candidate, reciprocal};
use crate::params::Params;
use crate::rank::{Measured, Scored};
use crate::recall::{Channel, Recalled};
use crate::spread::Spread;
use orienteer_model::UnitId;

pub(super) fn recalled(
    journey: &mut Journey,
    recalled: &Recalled,
    wanted: &dyn Fn(UnitId) -> bool,
    params: &Params,
) {
    let found = recalled.channels.iter().filter_map(|channel| finding(channel, journey.unit));
    journey.found = found.collect();
    match journey.found.iter().map(|finding| finding.place).min() {
        Some(place) => journey.steps.push(Step { stage: "recall", outcome: Outcome::At(place) }),
        None => journey.lose("recall", not_recalled(journey.unit, recalled, wanted, params)),
    }
}

fn finding(channel: &Channel, unit: UnitId) -> Option<Finding> {
    let rank = channel.units.iter().position(|found| *found == unit)?;
    Some(Finding {
        channel: channel.name,
        tier: channel.tiers.get(rank).copied(),
        place: rank + 1,
        of: channel.units.len(),
        weight: channel.weight,
        adds: reciprocal(channel.weight, rank),
    })
}

fn not_recalled(
    unit: UnitId,
    recalled: &Recalled,
    wanted: &dyn Fn(UnitId) -> bool,
    params: &Params,
) -> Reason {
    if !wanted(unit) {
        return Reason::Filtered;
    }
    let crowded = |place| Reason::Crowded { place, most: params.pool as usize };
    recalled.text.place(unit, wanted).map_or(Reason::NotFound, crowded)
}

pub(super) fn fused(journey: &mut Journey, candidates: &[Candidate], least: f32) {
    if !journey.found.is_empty() {
        let value = journey.found.iter().fold(0.0, |sum, finding| sum + finding.adds);
        journey.fused = Some(value);
        journey.pass("fuse", units(candidates), Reason::Below { value, least });
    }
}

pub(super) fn walked(journey: &mut Journey, spread: &Spread, candidates: &[Candidate], params: &Params) {
    journey.seed = spread.seed(journey.unit);
    journey.share = spread.reached(journey.unit);
    let was_there = journey.is_there();
    let reason = not_joined(journey, spread, params);
    journey.pass("walk", units(candidates), reason);
    if !was_there && !journey.is_there() && !is_filtered(journey) {
        journey.lose("walk", reason);
    }
}

/// Why the walk did not bring it.
fn not_joined(journey: &Journey, spread: &Spread, params: &Params) -> Reason {
    match journey.share {
        None => Reason::NotReached,
        Some(value) if value < params.walk_least => Reason::Below { value, least: params.walk_least },
        Some(_) => {
            let place = spread.newcomers().iter().position(|unit| *unit == journey.unit);
            Reason::Crowded { place: place.map_or(0, |at| at + 1), most: params.walk_joins as usize }
        }
    }
}

fn is_filtered(journey: &Journey) -> bool {
    journey.steps.iter().any(|step| step.outcome == Outcome::Lost(Reason::Filtered))
}

pub(super) fn ranked(journey: &mut Journey, rows: &[Measured], ranked: &[Scored<'_>], params: &Params) {
    let found = ranked.iter().find(|scored| scored.measured.unit == journey.unit);
    let row = || rows.iter().find(|row| row.unit == journey.unit).map(|row| row.alone(params));
    journey.ranked = found.copied().or_else(row).map(|scored| scored.explained(params));
    let value = journey.ranked.as_ref().map_or(0.0, |ranked| ranked.score);
    let list = ranked.iter().map(|scored| scored.measured.unit);
    journey.pass("rank", list, Reason::Below { value, least: 0.0 });
}
