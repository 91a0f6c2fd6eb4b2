//! The most important facts about a stage, on one line.

use crate::fuse::Candidate;
use crate::rank::{self, Scored};
use crate::recall::{Channel, Recalled};
use crate::seed::Seed;
use crate::spread::Spread;
use crate::understand::{Identifier, Intent};

/// Words of each sort that are named.
const NAMED: usize = 6;

pub(super) fn intent(intent: &Intent) -> String {
    let names: Vec<String> =
        intent.identifiers.iter().map(|name: &Identifier| name.parts.join(".")).collect();
    let sorts = [
        ("terms", first(intent.terms.iter().map(|term| term.text.as_str()))),
        ("names", first(names.iter().map(String::as_str))),
        ("compounds", first(intent.compounds.iter().map(String::as_str))),
        ("files", first(intent.files.iter().map(|file| file.path.as_str()))),
    ];
    let said = sorts.into_iter().filter(|(_, words)| !words.is_empty());
    said.map(|(sort, words)| format!("{sort}: {words}")).collect::<Vec<_>>().join("; ")
}

/// The first few, and how many more there are.
fn first<'a>(words: impl ExactSizeIterator<Item = &'a str>) -> String {
    let rest = words.len().saturating_sub(NAMED);
    let named: Vec<&str> = words.take(NAMED).collect();
    if rest > 0 { format!("{}, +{rest}", named.join(", ")) } else { named.join(", ") }
}

pub(super) fn recalled(recalled: &Recalled) -> String {
    let terms = first(recalled.text.terms.iter().map(|term| term.text.as_str()));
    let missing = recalled.missing.as_ref().map(|error| format!("; missing: {error}"));
    let bound = recalled.text.looked_at.as_ref();
    let bound = bound.map(|looked_at| format!("; common words in {} files", looked_at.files.len()));
    format!("the index has: {terms}{}{}", bound.unwrap_or_default(), missing.unwrap_or_default())
}

/// Its weight, and how many units are of each tier.
pub(super) fn channel(channel: &Channel) -> String {
    let mut note = format!("weight {}", channel.weight);
    let tiers = counted(channel.tiers.iter().copied());
    tiers.iter().for_each(|(tier, count)| note.push_str(&format!(", {count} {tier}")));
    note
}

/// Each word and how often it is there, in the order of their first times.
fn counted(words: impl Iterator<Item = &'static str>) -> Vec<(&'static str, usize)> {
    let mut counts: Vec<(&'static str, usize)> = Vec::new();
    for word in words {
        match counts.iter_mut().find(|(known, _)| *known == word) {
            Some((_, count)) => *count += 1,
            None => counts.push((word, 1)),
        }
    }
    counts
}

/// What made them seeds, and what they weigh.
pub(super) fn seeded(seeds: &[Seed]) -> String {
    let origins = counted(seeds.iter().map(|seed| seed.origin.name()));
    let mut said: Vec<String> = origins.iter().map(|(origin, count)| format!("{count} {origin}")).collect();
    let most = seeds.iter().map(|seed| seed.weight).fold(0.0, f32::max);
    let least = seeds.iter().map(|seed| seed.weight).fold(most, f32::min);
    said.push(format!("weights {most} to {least}"));
    said.join(", ")
}

pub(super) fn fused(candidates: &[Candidate]) -> String {
    let several = candidates.iter().filter(|candidate| candidate.channels.len() > 1).count();
    let ends = candidates.first().zip(candidates.last());
    ends.map_or_else(String::new, |(best, last)| {
        format!("{several} by several channels; {} to {}", best.fused, last.fused)
    })
}

pub(super) fn walked(spread: &Spread, joined: usize) -> String {
    let Some(walk) = spread.walk() else { return "nobody walks".to_owned() };
    let (seeds, kept) = (spread.seeds().len(), walk.shares.len());
    format!("{seeds} seeds, {} reached, {kept} kept, {joined} joined, {} rounds", walk.reached(), walk.rounds)
}

pub(super) fn stood(spread: &Spread) -> String {
    let is_seed = |unit: &_| spread.seed(*unit).is_some();
    let seeds = spread.standings().keys().filter(|unit| is_seed(unit)).count();
    format!("{seeds} of them seeds")
}

pub(super) fn looked() -> String {
    format!("{} features", rank::FEATURES.len())
}

pub(super) fn measured() -> String {
    "with the walk".to_owned()
}

pub(super) fn ranked(ranked: &[Scored<'_>]) -> String {
    let ends = ranked.first().zip(ranked.last());
    ends.map_or_else(String::new, |(best, last)| format!("scores {} to {}", best.score, last.score))
}

pub(super) fn reranked(changed: bool) -> String {
    if changed { "in the order of the reranker".to_owned() } else { "the order stays".to_owned() }
}

pub(super) fn diversified(per_file: usize) -> String {
    if per_file == 0 { "no cap per file".to_owned() } else { format!("at most {per_file} of one file") }
}
