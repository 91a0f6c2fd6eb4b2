//! Rerankers: a question and candidates in, an order out. One that fails leaves the order as it was and says so.

use serde::{Deserialize, Serialize};

use crate::batches::{batches, cut, in_halves, run};
use crate::dense::{Limits, Role, call_of};
use crate::failure::{Failure, Kind, Phase, Service};
use crate::settings::{RerankProtocol, RerankSettings};
use crate::transport::Transport;

/// An order over the candidates that were given: always all of them, each once.
#[derive(Clone, Debug, PartialEq)]
pub struct Reranked {
    /// Places of the candidates, best first.
    pub order: Vec<usize>,
    /// By place; nothing for candidates that were not ranked again.
    pub scores: Vec<Option<f32>>,
    pub failure: Option<Failure>,
}

pub struct Reranker {
    transport: Transport,
    settings: RerankSettings,
}

#[derive(Serialize)]
struct TeiQuestion<'a> {
    query: &'a str,
    texts: &'a [&'a str],
    truncate: bool,
    raw_scores: bool,
}

#[derive(Serialize)]
struct DocumentsQuestion<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    model: &'a str,
    query: &'a str,
    documents: &'a [&'a str],
    top_n: usize,
}

#[derive(Deserialize)]
struct Scored {
    index: usize,
    #[serde(alias = "relevance_score")]
    score: f32,
}

#[derive(Deserialize)]
struct Results {
    results: Vec<Scored>,
}

impl Reranker {
    /// Nothing is contacted yet.
    pub fn open(settings: &RerankSettings) -> Result<Reranker, Failure> {
        let transport = Transport::open(Service::Reranker, &settings.endpoint)?;
        Ok(Reranker { transport, settings: settings.clone() })
    }

    /// How many of the best candidates it looks at.
    pub fn candidates(&self) -> usize {
        self.settings.candidates
    }

    pub fn rerank(&self, query: &str, documents: &[&str], cancelled: &(dyn Fn() -> bool + Sync)) -> Reranked {
        let mut scores = vec![None; documents.len()];
        let failure = self.fill(query, documents, cancelled, &mut scores);
        if failure.is_some() {
            scores.fill(None);
        }
        Reranked { order: order_of(&scores), scores, failure }
    }

    fn fill(
        &self,
        query: &str,
        documents: &[&str],
        cancelled: &(dyn Fn() -> bool + Sync),
        scores: &mut [Option<f32>],
    ) -> Option<Failure> {
        let limits = Limits::of(&self.settings.endpoint);
        let first = documents.len().min(self.settings.candidates);
        let sent: Vec<usize> = (0..first).filter(|&place| !documents[place].trim().is_empty()).collect();
        if query.trim().is_empty() || sent.is_empty() {
            return None;
        }
        let query = cut(query, limits.text_bytes);
        let texts: Vec<&str> = sent.iter().map(|&place| cut(documents[place], limits.text_bytes)).collect();
        let ask = |some: &[&str]| self.ask(query, some, cancelled);
        let work = |batch: std::ops::Range<usize>| in_halves(&texts[batch], &ask);
        let mut count = 0;
        let mut keep = |batch: std::ops::Range<usize>, found: Vec<f32>| {
            count += batch.len();
            for (place, score) in sent[batch].iter().zip(found) {
                scores[*place] = Some(score);
            }
        };
        let failure = run(&batches(&texts, &limits), limits.parallel, cancelled, &work, &mut keep);
        let stopped = || self.transport.fail(Phase::Request, Kind::Cancelled, "");
        failure.or_else(|| (count < sent.len()).then(stopped))
    }

    fn ask(&self, query: &str, texts: &[&str], cancelled: &dyn Fn() -> bool) -> Result<Vec<f32>, Failure> {
        let endpoint = &self.settings.endpoint;
        let call = call_of(endpoint, Role::Query, cancelled);
        let scored = match self.settings.protocol {
            RerankProtocol::Tei => {
                let question = TeiQuestion { query, texts, truncate: true, raw_scores: false };
                self.transport.post::<Vec<Scored>>(&["rerank"], &question, &call)?
            }
            RerankProtocol::Infinity | RerankProtocol::Cohere => {
                let question =
                    DocumentsQuestion { model: &endpoint.model, query, documents: texts, top_n: texts.len() };
                self.transport.post::<Results>(self.path(), &question, &call)?.results
            }
        };
        self.by_place(scored, texts.len())
    }

    fn path(&self) -> &'static [&'static str] {
        match self.settings.protocol {
            RerankProtocol::Cohere => &["v2", "rerank"],
            RerankProtocol::Tei | RerankProtocol::Infinity => &["rerank"],
        }
    }

    /// Every text exactly once, with a number.
    fn by_place(&self, scored: Vec<Scored>, count: usize) -> Result<Vec<f32>, Failure> {
        if scored.len() != count {
            let kind = Kind::WrongCount { expected: count, found: scored.len() };
            return Err(self.transport.fail(Phase::Check, kind, ""));
        }
        let mut scores = vec![None; count];
        for Scored { index, score } in scored {
            match scores.get_mut(index) {
                Some(place @ None) if score.is_finite() => *place = Some(score),
                _ => {
                    let detail =
                        format!("the score of text {index} is given twice, for nobody, or is no number");
                    return Err(self.transport.fail(Phase::Check, Kind::BadAnswer, detail));
                }
            }
        }
        Ok(scores.into_iter().flatten().collect())
    }
}

/// Scored ones first, best first; equal ones, and those without a score, as they were.
fn order_of(scores: &[Option<f32>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&left, &right| match (scores[left], scores[right]) {
        (Some(one), Some(other)) => other.total_cmp(&one),
        (one, other) => other.is_some().cmp(&one.is_some()),
    });
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_and_what_has_no_score_stay_in_order() {
        assert_eq!(order_of(&[Some(0.1), None, Some(0.9), Some(0.1), None]), [2, 0, 3, 1, 4]);
        assert_eq!(order_of(&[None, None]), [0, 1]);
        assert_eq!(order_of(&[]), [] as [usize; 0]);
    }
}
