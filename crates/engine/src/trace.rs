//! Follows one run with a clock in hand. What it hears never changes the answer.

use orienteer_search::{Form, Journey, Observer, Refusals, Stage};
use std::time::{Duration, Instant};

/// A stage and how long it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedStage {
    pub stage: Stage,
    /// None for a part of the stage before it.
    pub time: Option<Duration>,
}

/// What became of a unit of the ranked list where the budget was filled.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Packing {
    /// None for what was left out.
    pub form: Option<Form>,
    /// Among what is shown, from 1.
    pub place: Option<usize>,
    pub tokens: usize,
    /// Why it does not have the forms that it does not have.
    pub refusals: Refusals,
}

/// Writes down what it hears.
pub(crate) struct Recorder {
    last: Instant,
    pub(crate) stages: Vec<TracedStage>,
    pub(crate) journeys: Vec<Journey>,
    /// Of each unit of the ranked list.
    pub(crate) packings: Vec<Packing>,
}

/// The recorder as the read pipeline sees it.
pub(crate) fn observer(recorder: Option<&mut Recorder>) -> Option<&mut dyn Observer> {
    recorder.map(|recorder| recorder as &mut dyn Observer)
}

impl Recorder {
    /// Begins now. The journeys are those of the units that are to be followed.
    pub(crate) fn new(journeys: Vec<Journey>) -> Recorder {
        Recorder { last: Instant::now(), stages: Vec::new(), journeys, packings: Vec::new() }
    }

    /// The files of the list were read.
    pub(crate) fn read(&mut self, taken: usize, given: usize) {
        let note = format!("{given} files as they were indexed");
        self.stage(Stage { name: "read", is_part: false, taken, given, note });
    }

    /// The budget was filled.
    pub(crate) fn packed(&mut self, packings: Vec<Packing>, tokens: usize, budget: usize) {
        let count = |form: Form| packings.iter().filter(|packing| packing.form == Some(form)).count();
        let (bodies, signatures, pointers) =
            (count(Form::Body), count(Form::Signature), count(Form::Pointer));
        let note = format!(
            "{bodies} bodies, {signatures} signatures, {pointers} pointers; {tokens} of {budget} tokens"
        );
        let (taken, given) = (packings.len(), bodies + signatures + pointers);
        self.stage(Stage { name: "pack", is_part: false, taken, given, note });
        self.packings = packings;
    }
}

impl Observer for Recorder {
    fn stage(&mut self, stage: Stage) {
        let now = Instant::now();
        let time = (!stage.is_part).then(|| now.duration_since(self.last));
        if !stage.is_part {
            self.last = now;
        }
        self.stages.push(TracedStage { stage, time });
    }

    fn journeys(&mut self) -> &mut [Journey] {
        &mut self.journeys
    }
}
