//! Sparse vectors: those of a service (TEI `/embed_sparse`), and the lexical ones that are computed here from counted terms.
//!
//! A sparse vector has its indexes in order, each once, and only numbers above zero.

use serde::{Deserialize, Serialize};

use crate::batches::{Progress, batches, cut, in_halves, run};
use crate::dense::{Limits, Role, call_of};
use crate::failure::{Failure, Kind, Phase, Service};
use crate::settings::SparseSettings;
use crate::transport::Transport;

/// More entries than any model of words gives for a text.
const MOST_ENTRIES: usize = 65_536;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct SparseVector {
    pub indices: Vec<u32>,
    pub values: Vec<f32>,
}

impl SparseVector {
    /// From entries in any order; values of one index are added.
    pub fn from_entries(mut entries: Vec<(u32, f32)>) -> SparseVector {
        entries.sort_by(|left, right| left.0.cmp(&right.0).then(left.1.total_cmp(&right.1)));
        let mut vector = SparseVector::default();
        for (index, value) in entries.into_iter().filter(|(_, value)| *value > 0.0 && value.is_finite()) {
            match vector.values.last_mut() {
                Some(last) if vector.indices.last() == Some(&index) => *last += value,
                _ => {
                    vector.indices.push(index);
                    vector.values.push(value);
                }
            }
        }
        vector
    }

    pub fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }
}

/// Asks a service for sparse vectors.
pub struct SparseEmbedder {
    transport: Transport,
    settings: SparseSettings,
}

#[derive(Serialize)]
struct Question<'a> {
    inputs: &'a [&'a str],
    truncate: bool,
}

#[derive(Deserialize)]
struct Entry {
    index: u32,
    value: f32,
}

/// One place per text; an empty vector for a blank one, nothing for those that a failed run did not come to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EmbeddedSparse {
    pub vectors: Vec<Option<SparseVector>>,
    pub failure: Option<Failure>,
}

impl SparseEmbedder {
    /// Nothing is contacted yet.
    pub fn open(settings: &SparseSettings) -> Result<SparseEmbedder, Failure> {
        let transport = Transport::open(Service::SparseEmbedder, &settings.endpoint)?;
        Ok(SparseEmbedder { transport, settings: settings.clone() })
    }

    pub fn embed(&self, texts: &[&str], role: Role, progress: &dyn Progress) -> EmbeddedSparse {
        let limits = Limits::of(&self.settings.endpoint);
        let mut vectors = vec![Some(SparseVector::default()); texts.len()];
        let sent: Vec<usize> = (0..texts.len()).filter(|&place| !texts[place].trim().is_empty()).collect();
        for &place in &sent {
            vectors[place] = None;
        }
        let mut done = texts.len() - sent.len();
        progress.embedded(done, texts.len());
        let short: Vec<&str> = sent.iter().map(|&place| cut(texts[place], limits.text_bytes)).collect();
        let cancelled = || progress.is_cancelled();
        let ask = |some: &[&str]| self.ask(some, role, &cancelled);
        let work = |batch: std::ops::Range<usize>| in_halves(&short[batch], &ask);
        let mut keep = |batch: std::ops::Range<usize>, found: Vec<SparseVector>| {
            done += batch.len();
            for (place, vector) in sent[batch].iter().zip(found) {
                vectors[*place] = Some(vector);
            }
            progress.embedded(done, texts.len());
        };
        let failure = run(&batches(&short, &limits), limits.parallel, &cancelled, &work, &mut keep);
        let failure = failure.or_else(|| (done < texts.len()).then(|| self.stopped()));
        EmbeddedSparse { vectors, failure }
    }

    fn stopped(&self) -> Failure {
        self.transport.fail(Phase::Request, Kind::Cancelled, "")
    }

    fn ask(
        &self,
        texts: &[&str],
        role: Role,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Vec<SparseVector>, Failure> {
        let call = call_of(&self.settings.endpoint, role, cancelled);
        let question = Question { inputs: texts, truncate: true };
        let answer: Vec<Vec<Entry>> = self.transport.post(&["embed_sparse"], &question, &call)?;
        if answer.len() != texts.len() {
            let kind = Kind::WrongCount { expected: texts.len(), found: answer.len() };
            return Err(self.transport.fail(Phase::Check, kind, ""));
        }
        answer.into_iter().map(|entries| self.vector(entries)).collect()
    }

    fn vector(&self, entries: Vec<Entry>) -> Result<SparseVector, Failure> {
        if entries.len() > MOST_ENTRIES {
            return Err(self.transport.fail(
                Phase::Check,
                Kind::TooLarge,
                "a sparse vector has too many entries",
            ));
        }
        if entries.iter().any(|entry| !entry.value.is_finite()) {
            return Err(self.transport.fail(Phase::Check, Kind::BadNorm, "a value is no number"));
        }
        Ok(SparseVector::from_entries(entries.into_iter().map(|entry| (entry.index, entry.value)).collect()))
    }
}

/// Saturation of a repeated term, and how much length counts: the usual values of BM25.
const SATURATION: f32 = 1.2;
const LENGTH_SHARE: f32 = 0.75;

/// The part of BM25 that one text knows by itself. How rare a term is, the server adds.
pub fn lexical_document(terms: &[(&str, u32)], average_terms: f32) -> SparseVector {
    let length = terms.iter().map(|(_, count)| *count as f32).sum::<f32>();
    let relative = if average_terms > 0.0 { length / average_terms } else { 1.0 };
    let damping = SATURATION * (1.0 - LENGTH_SHARE + LENGTH_SHARE * relative);
    let weight = |count: u32| count as f32 * (SATURATION + 1.0) / (count as f32 + damping);
    let entries = terms.iter().map(|(term, count)| (term_index(term), weight(*count)));
    SparseVector::from_entries(entries.collect())
}

/// Each term of a question with its weight there.
pub fn lexical_query(terms: &[(&str, f32)]) -> SparseVector {
    SparseVector::from_entries(terms.iter().map(|(term, weight)| (term_index(term), *weight)).collect())
}

/// A vocabulary without a table: two terms in four thousand millions share a place.
pub fn term_index(term: &str) -> u32 {
    xxhash_rust::xxh3::xxh3_64(term.as_bytes()) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_ordered_added_and_positive() {
        let vector = SparseVector::from_entries(vec![
            (7, 1.0),
            (2, 0.5),
            (7, 2.0),
            (9, 0.0),
            (1, f32::NAN),
            (3, -1.0),
        ]);
        assert_eq!(vector.indices, [2, 7]);
        assert_eq!(vector.values, [0.5, 3.0]);
    }

    #[test]
    fn a_repeated_term_saturates_and_a_long_text_counts_less() {
        let weight = |count, average| lexical_document(&[("map", count)], average).values[0];
        assert!(weight(2, 10.0) > weight(1, 10.0));
        assert!(weight(2, 10.0) < 2.0 * weight(1, 10.0));
        assert!(weight(2, 1.0) < weight(2, 10.0));
        assert_eq!(lexical_document(&[], 0.0), SparseVector::default());
        assert_eq!(lexical_query(&[("map", 1.0)]).indices, lexical_document(&[("map", 1)], 1.0).indices);
    }
}
