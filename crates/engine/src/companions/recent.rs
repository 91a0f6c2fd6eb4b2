//! The last answers of a service, and whether it failed a moment ago. One question is asked in several formats, and a service that let
//! somebody wait for its failure would do so again.
//!
//! The only clock behind an answer: it decides who is asked, never what an answer says.

use orienteer_services::Failure;
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Answers that are remembered.
const MOST: usize = 16;
/// A service that failed is not asked again for so long.
const REST: Duration = Duration::from_secs(10);

pub(crate) struct Recent<T> {
    state: Mutex<State<T>>,
}

struct State<T> {
    /// The latest first.
    answers: VecDeque<(blake3::Hash, T)>,
    failed: Option<(Instant, Failure)>,
}

impl<T> Default for Recent<T> {
    fn default() -> Recent<T> {
        Recent { state: Mutex::new(State { answers: VecDeque::new(), failed: None }) }
    }
}

impl<T: Clone> Recent<T> {
    /// What the service says about `question`, or said just now. Nobody waits for somebody else's question.
    pub(crate) fn ask(
        &self,
        question: &[&str],
        ask: impl FnOnce() -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let key = key(question);
        if let Some(known) = self.known(&key) {
            return known;
        }
        let answer = ask();
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match &answer {
            Ok(value) => {
                state.answers.push_front((key, value.clone()));
                state.answers.truncate(MOST);
                state.failed = None;
            }
            Err(failure) => state.failed = Some((Instant::now(), failure.clone())),
        }
        answer
    }

    fn known(&self, key: &blake3::Hash) -> Option<Result<T, Failure>> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, answer)) = state.answers.iter().find(|(known, _)| known == key) {
            return Some(Ok(answer.clone()));
        }
        let (when, failure) = state.failed.as_ref()?;
        (when.elapsed() < REST).then(|| Err(failure.clone()))
    }
}

fn key(question: &[&str]) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    for text in question {
        hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
    }
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use orienteer_services::{Kind, Phase, Service};

    #[test]
    fn nobody_is_asked_twice_and_a_failure_is_waited_for_once() {
        let recent: Recent<u32> = Recent::default();
        let never = || -> Result<u32, Failure> { panic!("asked again") };
        assert_eq!(recent.ask(&["a"], || Ok(1)), Ok(1));
        assert_eq!(recent.ask(&["a"], never), Ok(1));
        let failure = Failure {
            service: Service::Reranker,
            phase: Phase::Request,
            kind: Kind::Timeout,
            detail: String::new(),
        };
        assert_eq!(recent.ask(&["a", ""], || Err(failure.clone())), Err(failure.clone()));
        assert_eq!(recent.ask(&["b"], never), Err(failure));
        assert_eq!(recent.ask(&["a"], never), Ok(1));
    }
}
