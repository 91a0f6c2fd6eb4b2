//! What became of a unit, in words with the numbers in them.

use super::Explanation;
use crate::search::Exclusion;
use crate::trace::Packing;
use orienteer_search::{Form, Outcome, Reason, Refusal, Step};

impl Explanation {
    /// What became of it at each stage, the packing among them.
    pub fn way(&self) -> Vec<(&'static str, String)> {
        let told = |step: &Step| match step.outcome {
            Outcome::At(place) => (step.stage, format!("at {place}")),
            Outcome::Lost(reason) => (step.stage, self.loss(step, reason)),
        };
        let packed = self.packing.iter().flat_map(Packing::told).map(|line| ("pack", line));
        self.journey.steps.iter().map(told).chain(packed).collect()
    }

    /// What became of it in the end, in a line.
    pub fn outcome(&self) -> String {
        let packed = self.packing.map(|packing| packing.told().join("; "));
        packed
            .or_else(|| self.losses().pop())
            .unwrap_or_else(|| "ranked, and not in the list that is packed".to_owned())
    }

    /// Where it was lost on its way to the packed list, and by which numbers. What is in the list may have been lost before the walk
    /// brought it.
    pub fn losses(&self) -> Vec<String> {
        let lost = self.journey.steps.iter().filter_map(|step| match step.outcome {
            Outcome::Lost(reason) => Some((step, reason)),
            Outcome::At(_) => None,
        });
        lost.map(|(step, reason)| self.loss(step, reason)).collect()
    }

    fn loss(&self, step: &Step, reason: Reason) -> String {
        match (step.stage, reason) {
            (_, Reason::Filtered) => format!("filtered: {}", excluded(self.exclusion)),
            (_, Reason::NotFound) => "not recalled: no term of the task is in it".to_owned(),
            (_, Reason::NotReached) => "not reached by the walk".to_owned(),
            ("recall", Reason::Crowded { place, most }) => {
                format!("not recalled: lexical has it at {place}, the pool holds {most}")
            }
            (stage, Reason::Crowded { place, most }) => {
                format!("dropped at {stage}: at {place}, there is room for {most}")
            }
            ("rank", Reason::Below { value, .. }) => format!("dropped at rank: a score of {value}"),
            (stage, Reason::Below { value, least }) => format!("dropped at {stage}: {value} < {least}"),
            (stage, Reason::Far { distance, most }) => match distance {
                Some(distance) => format!("dropped at {stage}: distance {distance} > {most}"),
                None => format!("dropped at {stage}: its distance is unknown"),
            },
            (stage, Reason::Removed) => format!("taken out at {stage}"),
        }
    }
}

fn excluded(exclusion: Option<Exclusion>) -> &'static str {
    match exclusion {
        Some(Exclusion::NoSource) => "it has no source",
        Some(Exclusion::Kind) => "--kind",
        Some(Exclusion::Language) => "--type",
        Some(Exclusion::Test) => "--no-tests",
        Some(Exclusion::Path) => "--glob",
        None => "not wanted",
    }
}

impl Packing {
    /// `body, 120 tokens`, or that it was left out; then why it does not have more.
    pub fn told(&self) -> Vec<String> {
        let first = match self.form {
            Some(form) if self.tokens == 0 => format!("packed as {}, inside of another unit", name(form)),
            Some(form) => format!("packed as {}, {} tokens", name(form), self.tokens),
            None => "left out".to_owned(),
        };
        let fuller = [Form::Body, Form::Signature, Form::Pointer].into_iter();
        let refused = fuller.filter_map(|form| Some(refused(form, self.refusals[form as usize]?)));
        let mut told = vec![first];
        told.extend(refused);
        if self.form.is_none() && told.len() == 1 {
            told.push("no room: taken away so that the whole fits".to_owned());
        }
        told
    }
}

fn refused(form: Form, refusal: Refusal) -> String {
    let form = name(form);
    match refusal {
        Refusal::Weak { share, least } => {
            let of = if form == "pointer" { "score" } else { "standing" };
            format!("no {form}: a {of} of {share} of the best, {} begin at {least}", plural(form))
        }
        Refusal::NoRoom { cost, left } => format!("no room: {cost} tokens of {form}, {left} left for one"),
        Refusal::Absent => format!("no {form}: none that fits the budget"),
    }
}

fn name(form: Form) -> &'static str {
    match form {
        Form::Body => "body",
        Form::Signature => "signature",
        Form::Pointer => "pointer",
    }
}

fn plural(form: &str) -> String {
    if form == "body" { "bodies".to_owned() } else { format!("{form}s") }
}
