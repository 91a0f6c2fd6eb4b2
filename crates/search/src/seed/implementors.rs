//! What implements a seed joins it: a task names the interface, and the work is in those that implement it. They join those that
//! were chosen and take nobody's place: by their own words or their folder they would have none.

use super::noise::Noise;
use super::{Origin, Seed};
use crate::params::Params;
use crate::recall::lexical::Text;
use orienteer_model::{EdgeKind, UnitId, UnitKind};
use orienteer_storage::{Snapshot, UnitRecord};
use orienteer_text::words;
use std::collections::HashSet;

/// More edges of one unit are not looked at: what everybody implements says little about each.
const MOST_EDGES: usize = 400;

/// Behind each seed that can be implemented, its best implementors.
pub(super) fn join(
    snapshot: &Snapshot,
    text: &Text,
    seeds: &mut Vec<Seed>,
    noise: &Noise<'_>,
    params: &Params,
) {
    let (each, mut room) = (params.seed_implementors as usize, params.seed_implementors_most as usize);
    if each == 0 {
        return;
    }
    let mut known: HashSet<UnitId> = seeds.iter().map(|seed| seed.unit).collect();
    let mut joined = Vec::with_capacity(seeds.len());
    for seed in seeds.drain(..) {
        joined.push(seed);
        let found =
            snapshot.unit(seed.unit).map(|unit| implementors(snapshot, &unit, text)).unwrap_or_default();
        let is_new = |unit: &UnitId| !noise.is_left_out(*unit, params) && known.insert(*unit);
        let added: Vec<UnitId> = found.into_iter().filter(is_new).take(each.min(room)).collect();
        room -= added.len();
        let weight = seed.weight * params.seed_implementor_weight;
        joined.extend(added.into_iter().map(|unit| Seed { unit, weight, origin: Origin::Implementor }));
    }
    *seeds = joined;
}

/// Best text first.
fn implementors(snapshot: &Snapshot, unit: &UnitRecord<'_>, text: &Text) -> Vec<UnitId> {
    let is_abstract = is_abstract(unit);
    let implements =
        |kind: EdgeKind| kind == EdgeKind::Implements || (kind == EdgeKind::Extends && is_abstract);
    let edges = snapshot.graph().incoming(unit.id()).take(MOST_EDGES);
    let mut units: Vec<UnitId> = edges.filter(|edge| implements(edge.kind)).map(|edge| edge.from).collect();
    units.sort_unstable_by(|left, right| {
        text.own(*right).total_cmp(&text.own(*left)).then_with(|| left.cmp(right))
    });
    units.dedup();
    units
}

/// Whether it is there to be implemented.
fn is_abstract(unit: &UnitRecord<'_>) -> bool {
    let says_so =
        |word: &str| matches!(word, "abstract" | "ABC" | "ABCMeta" | "Protocol" | "protocol" | "sealed");
    matches!(unit.kind(), UnitKind::Interface | UnitKind::Trait)
        || (unit.kind() == UnitKind::Class && words(unit.signature()).any(|word| says_so(word.text)))
}
