//! The terms that are looked up for a question, and what each is worth there.

use crate::params::Params;
use crate::understand::{Intent, understand};
use orienteer_storage::{Snapshot, Term};

/// A word that the corpus does not have is taken for the beginning of longer ones, unless it is too short to say which.
const SHORTEST_PREFIX: usize = 4;
const MOST_LONGER: usize = 4;
/// These many are looked up whatever they cost.
const FEWEST_TERMS: usize = 6;

/// A term of the question that the corpus has, with its weight and rarity multiplied.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Weighed {
    pub(crate) text: String,
    pub(crate) weight: f32,
}

/// A term that is looked up.
pub(super) struct Asked<'s> {
    pub(super) weighed: Weighed,
    /// Without how rare it is.
    pub(super) weight: f32,
    pub(super) term: Term<'s>,
}

/// The terms that are looked up for a question, each with its weight there. How rare it is, is not in it.
pub fn asked_terms(snapshot: &Snapshot, question: &str, params: &Params) -> Vec<(String, f32)> {
    let intent = understand(question, params);
    weighed(snapshot, &intent, params).into_iter().map(|asked| (asked.weighed.text, asked.weight)).collect()
}

/// The terms that the corpus has, weightiest first, at most as many as are looked up.
pub(super) fn weighed<'s>(snapshot: &'s Snapshot, intent: &Intent, params: &Params) -> Vec<Asked<'s>> {
    let mut terms: Vec<Asked<'s>> = Vec::new();
    let mut unknown = Vec::new();
    for asked in &intent.terms {
        match snapshot.lexical().term(&asked.text) {
            Some(term) => terms.push(weigh(snapshot, &asked.text, asked.weight, term)),
            None => unknown.push(asked),
        }
    }
    // What a report says and the corpus does not have is the reporter's own code.
    unknown.retain(|asked| !intent.is_report && asked.is_written && asked.text.len() >= SHORTEST_PREFIX);
    for asked in unknown {
        let weight = asked.weight * params.query_prefix;
        for longer in snapshot.lexical().terms_with_prefix(&asked.text, MOST_LONGER) {
            let is_new = weight > 0.0 && terms.iter().all(|known| known.weighed.text != longer);
            if let Some(term) = snapshot.lexical().term(&longer).filter(|_| is_new) {
                terms.push(weigh(snapshot, &longer, weight, term));
            }
        }
    }
    terms.sort_by(|left, right| {
        let (left, right) = (&left.weighed, &right.weighed);
        right.weight.total_cmp(&left.weight).then_with(|| left.text.cmp(&right.text))
    });
    terms.truncate(params.most_terms as usize);
    terms.truncate(affordable(&terms, params));
    terms
}

/// How many of the terms, which are in order, can be looked up within the work that one question may cost. The last ones are
/// the most common: they cost most and say least.
fn affordable(terms: &[Asked<'_>], params: &Params) -> usize {
    let mut postings = 0.0;
    let is_within = |asked: &&Asked<'_>| {
        postings += asked.term.document_frequency() as f32;
        postings <= params.most_postings
    };
    terms.iter().take_while(is_within).count().max(FEWEST_TERMS.min(terms.len()))
}

fn weigh<'s>(snapshot: &Snapshot, text: &str, weight: f32, term: Term<'s>) -> Asked<'s> {
    let documents = snapshot.lexical().document_count() as f32;
    let rare = weight * rarity(documents, term.document_frequency() as f32);
    Asked { weighed: Weighed { text: text.to_owned(), weight: rare }, weight, term }
}

pub(in crate::recall) fn rarity(documents: f32, frequency: f32) -> f32 {
    (1.0 + (documents - frequency + 0.5) / (frequency + 0.5)).ln()
}
