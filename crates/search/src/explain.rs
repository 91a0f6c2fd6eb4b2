//! Why a unit stands where it stands: the very numbers that were multiplied, added and compared. Nothing is worked out here.

use crate::rank::Ranked;
use orienteer_model::UnitId;

/// A feature of a unit. Its product with the weight is what it adds to the evidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    pub name: &'static str,
    pub value: f32,
    pub weight: f32,
}

impl Part {
    pub fn product(&self) -> f32 {
        self.value * self.weight
    }
}

/// What the evidence is multiplied with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Factor {
    pub name: &'static str,
    pub value: f32,
}

/// The way of one unit through a run. Places are counted from 1.
#[derive(Clone, Debug)]
pub struct Journey {
    pub unit: UnitId,
    /// By each channel that found it.
    pub found: Vec<Finding>,
    /// What the channels add up to.
    pub fused: Option<f32>,
    /// Its weight, where the walk began at it.
    pub seed: Option<f32>,
    /// Why the walk began at it, in a word.
    pub origin: Option<&'static str>,
    /// Its share of the walk, also where that was too small to count; none where nobody came by.
    pub share: Option<f32>,
    /// What its neighbours in the walk make of it.
    pub standing: Standing,
    /// Its score and where that comes from.
    pub ranked: Option<Ranked>,
    /// What became of it at each stage that had to do with it, in order. What was lost may be brought back by the walk.
    pub steps: Vec<Step>,
}

impl Journey {
    pub fn new(unit: UnitId) -> Journey {
        Journey {
            unit,
            found: Vec::new(),
            fused: None,
            seed: None,
            origin: None,
            share: None,
            standing: Standing::default(),
            ranked: None,
            steps: Vec::new(),
        }
    }

    /// Whether it is still on its way.
    pub fn is_there(&self) -> bool {
        self.steps.last().is_some_and(|step| matches!(step.outcome, Outcome::At(_)))
    }

    /// Notes where it stands in a stage's list, or that the stage lost it.
    pub fn pass(&mut self, stage: &'static str, list: impl IntoIterator<Item = UnitId>, reason: Reason) {
        let at = list.into_iter().position(|unit| unit == self.unit);
        match at {
            Some(at) => self.steps.push(Step { stage, outcome: Outcome::At(at + 1) }),
            None if self.is_there() => self.lose(stage, reason),
            None => {}
        }
    }

    pub fn lose(&mut self, stage: &'static str, reason: Reason) {
        self.steps.push(Step { stage, outcome: Outcome::Lost(reason) });
    }

    /// Where it stood after a stage.
    pub fn place(&self, stage: &str) -> Option<usize> {
        self.steps.iter().filter(|step| step.stage == stage).find_map(|step| match step.outcome {
            Outcome::At(place) => Some(place),
            Outcome::Lost(_) => None,
        })
    }
}

/// What a stage did with a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    pub stage: &'static str,
    pub outcome: Outcome,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// It stands there in the stage's list, the best having 1.
    At(usize),
    Lost(Reason),
}

/// How a channel found a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    pub channel: &'static str,
    /// How well it fits, where the channel tells that.
    pub tier: Option<&'static str>,
    pub place: usize,
    /// Units that the channel gave.
    pub of: usize,
    pub weight: f32,
    /// To what the channels make of it together.
    pub adds: f32,
}

/// Of one unit among others, by HITS. The squares of either number over all of them add up to one, or to zero where there is no
/// edge.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Standing {
    pub authority: f32,
    pub hub: f32,
}

/// Why a unit did not go on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reason {
    /// The request does not want it.
    Filtered,
    /// No term of the question is in it, and nothing else led to it.
    NotFound,
    /// The walk did not come by.
    NotReached,
    /// It stood behind those for whom there was room.
    Crowded { place: usize, most: usize },
    /// Its number was too small.
    Below { value: f32, least: f32 },
    /// Its distance was too large, or unknown.
    Far { distance: Option<f32>, most: f32 },
    /// The stage took it out for what it is.
    Removed,
}
