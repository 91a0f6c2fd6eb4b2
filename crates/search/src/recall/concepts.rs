//! Units by what people call them: classes of phrases and names, built in or a team's own, and what the code around a unit calls
//! it. Classes are data: no word that stands for another is written here, and no file is read.

mod aliases;
mod class;
mod targets;
mod task;

use super::Channel;
use super::lexical::Text;
use crate::params::Params;
use class::Class;
pub use class::Concept;
use orienteer_model::UnitId;
use orienteer_storage::Snapshot;
use std::collections::HashMap;
use task::Task;

/// Weight of what the code around a unit calls it, beside the weights of classes.
const ALIAS_WEIGHT: f32 = 0.7;
/// Units of these channels for one that the words of the task found.
const MOST_FOR_EACH: usize = 2;

/// How strongly classes name units: the strongest class counts.
#[derive(Debug, Default)]
pub(crate) struct Concepts {
    built_in: HashMap<UnitId, f32>,
    team: HashMap<UnitId, f32>,
    aliases: HashMap<UnitId, f32>,
}

impl Concepts {
    pub(crate) fn built_in(&self, unit: UnitId) -> f32 {
        self.built_in.get(&unit).copied().unwrap_or(0.0)
    }

    pub(crate) fn team(&self, unit: UnitId) -> f32 {
        self.team.get(&unit).copied().unwrap_or(0.0)
    }

    pub(crate) fn alias(&self, unit: UnitId) -> f32 {
        self.aliases.get(&unit).copied().unwrap_or(0.0)
    }
}

/// What the channels are made from.
pub(super) struct Asked<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) query: &'a str,
    /// Of the team.
    pub(super) classes: &'a [Concept],
    pub(super) text: &'a Text,
    pub(super) wanted: &'a dyn Fn(UnitId) -> bool,
    pub(super) params: &'a Params,
}

/// Adds the channels that have a weight, and gives the evidence. `channels` are those of words, which the number of units is measured by.
pub(super) fn meant(asked: &Asked<'_>, channels: &mut Vec<Channel>) -> Concepts {
    let params = asked.params;
    let mut concepts = Concepts::default();
    let has_classes = params.channel_concepts > 0.0 || !asked.classes.is_empty();
    if !has_classes && params.channel_aliases <= 0.0 {
        return concepts;
    }
    let task = Task::new(asked.query);
    let found = found_by_words(channels);
    let most = most(&found);
    let top = top(&found);
    if params.channel_concepts > 0.0 {
        concepts.built_in = asked.named(&task, class::BUILT_IN);
        let units = asked.in_order(&concepts.built_in, most);
        channels.push(Channel::new("concepts", params.channel_concepts, units));
    }
    if params.channel_team > 0.0 && !asked.classes.is_empty() {
        concepts.team = asked.named(&task, asked.classes);
        let units = asked.in_order(&concepts.team, most);
        channels.push(Channel::new("team", params.channel_team, units));
    }
    if params.channel_aliases > 0.0 {
        let units = aliases::aliased(asked.snapshot, &task, &top);
        concepts.aliases = units.iter().map(|unit| (*unit, ALIAS_WEIGHT)).collect();
        channels.push(Channel::new("aliases", params.channel_aliases, units));
    }
    concepts
}

/// Where words find nothing, classes are all that there is.
fn most(found_by_words: &[&Channel]) -> usize {
    match found_by_words.iter().map(|channel| channel.units.len()).sum::<usize>() {
        0 => usize::MAX,
        found => MOST_FOR_EACH * found,
    }
}

fn found_by_words(channels: &[Channel]) -> Vec<&Channel> {
    channels.iter().filter(|channel| matches!(channel.name, "names" | "lexical")).collect()
}

/// The best of the channels, taken in turn.
fn top(channels: &[&Channel]) -> Vec<UnitId> {
    let mut units: Vec<UnitId> = Vec::new();
    for rank in 0..aliases::MOST_UNITS {
        for unit in channels.iter().filter_map(|channel| channel.units.get(rank)) {
            if !units.contains(unit) {
                units.push(*unit);
            }
        }
    }
    units.truncate(aliases::MOST_UNITS);
    units
}

impl Asked<'_> {
    /// Units that classes which the task speaks of have a name for.
    fn named<C: Class>(&self, task: &Task<'_>, classes: &[C]) -> HashMap<UnitId, f32> {
        let mut named: HashMap<UnitId, f32> = HashMap::new();
        for class in classes {
            let Some(strength) = task.strength(class, self.params.concept_weak) else { continue };
            targets::for_each(self.snapshot, class, &mut |unit| {
                let known = named.entry(unit).or_insert(0.0);
                *known = known.max(strength);
            });
        }
        named.retain(|unit, strength| *strength > 0.0 && (self.wanted)(*unit));
        named
    }

    /// By the strength of the class, then by what the other words of the task say about the unit and about its file.
    fn in_order(&self, named: &HashMap<UnitId, f32>, most: usize) -> Vec<UnitId> {
        let file = |unit: UnitId| {
            let file = self.snapshot.unit(unit).and_then(|unit| unit.file());
            file.map_or(0.0, |file| self.text.file(file.id()))
        };
        let mut units: Vec<(f32, f32, f32, UnitId)> = named
            .iter()
            .map(|(unit, strength)| (*strength, self.text.own(*unit), file(*unit), *unit))
            .collect();
        units.sort_unstable_by(|left, right| {
            let evidence = right.0.total_cmp(&left.0).then_with(|| right.1.total_cmp(&left.1));
            evidence.then_with(|| right.2.total_cmp(&left.2)).then_with(|| left.3.cmp(&right.3))
        });
        units.truncate(most.min(self.params.concepts_most as usize));
        units.into_iter().map(|(_, _, _, unit)| unit).collect()
    }
}
