//! Cuts texts into batches, sends several at once, and keeps what came back when one fails or the run is stopped.
//!
//! Nothing here knows what is computed. Results do not depend on how many threads there are.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::dense::Limits;
use crate::failure::{Failure, Kind};

/// Told how far a run is, and asked whether it is still wanted.
pub trait Progress: Sync {
    /// So many of so many texts have their vectors, those from the cache included.
    fn embedded(&self, _done: usize, _total: usize) {}

    fn is_cancelled(&self) -> bool {
        false
    }
}

/// Nobody listens and nobody cancels.
pub struct Unwatched;

impl Progress for Unwatched {}

/// Neighbours that fit into one request. A text that is over the bound by itself goes alone.
pub(crate) fn batches(texts: &[&str], limits: &Limits) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let (mut start, mut bytes) = (0, 0);
    for (place, text) in texts.iter().enumerate() {
        let full = place - start >= limits.texts.max(1) || bytes + text.len() > limits.bytes;
        if full && place > start {
            found.push(start..place);
            (start, bytes) = (place, 0);
        }
        bytes += text.len();
    }
    if start < texts.len() {
        found.push(start..texts.len());
    }
    found
}

/// As much of a text as fits, never half a letter.
pub(crate) fn cut(text: &str, bytes: usize) -> &str {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Asks for a batch; one that is too large for the service is asked for in halves.
pub(crate) fn in_halves<T, F>(texts: &[&str], ask: &F) -> Result<Vec<T>, Failure>
where
    F: Fn(&[&str]) -> Result<Vec<T>, Failure>,
{
    match ask(texts) {
        Err(failure) if texts.len() > 1 && is_too_much(failure.kind) => {
            let (left, right) = texts.split_at(texts.len() / 2);
            let mut found = in_halves(left, ask)?;
            found.extend(in_halves(right, ask)?);
            Ok(found)
        }
        outcome => outcome,
    }
}

/// Servers disagree about how to say it.
fn is_too_much(kind: Kind) -> bool {
    matches!(kind, Kind::TooLarge | Kind::Rejected { status: 400 | 422 })
}

/// Runs `work` for every batch on a bounded number of threads; `done` gets each result as it comes. Ends with the first failure.
pub(crate) fn run<T: Send>(
    batches: &[Range<usize>],
    parallel: usize,
    cancelled: &(dyn Fn() -> bool + Sync),
    work: &(dyn Fn(Range<usize>) -> Result<T, Failure> + Sync),
    done: &mut (dyn FnMut(Range<usize>, T) + Send),
) -> Option<Failure> {
    let queue = Mutex::new(batches.iter().cloned());
    let outcome = Mutex::new((done, None::<Failure>));
    let stopped = AtomicBool::new(false);
    let worker = || {
        while !stopped.load(Ordering::Relaxed) && !cancelled() {
            let Some(batch) = locked(&queue).next() else { return };
            let result = work(batch.clone());
            let mut held = locked(&outcome);
            match result {
                Ok(value) => (held.0)(batch, value),
                Err(failure) => {
                    stopped.store(true, Ordering::Relaxed);
                    held.1.get_or_insert(failure);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..parallel.clamp(1, batches.len().max(1)) {
            scope.spawn(worker);
        }
        worker();
    });
    outcome.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).1
}

/// A worker that panicked left nothing half done behind the lock.
fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::{Phase, Service};

    const LIMITS: Limits = Limits { texts: 3, bytes: 10, text_bytes: 8, parallel: 2 };

    #[test]
    fn batches_keep_both_bounds_and_lose_nothing() {
        assert_eq!(batches(&["a"; 7], &LIMITS), [0..3, 3..6, 6..7]);
        assert_eq!(batches(&["aaaaaa", "bbbb", "c"], &LIMITS), [0..2, 2..3]);
        assert_eq!(batches(&["a", &"b".repeat(99), "c"], &LIMITS), [0..1, 1..2, 2..3]);
        assert!(batches(&[], &LIMITS).is_empty());
    }

    #[test]
    fn a_letter_is_not_halved() {
        assert_eq!(cut("aß", 2), "a");
        assert_eq!(cut("aß", 3), "aß");
        assert_eq!(cut("ß", 1), "");
    }

    #[test]
    fn a_batch_that_is_too_large_goes_in_halves() {
        let asked = Mutex::new(Vec::new());
        let ask = |texts: &[&str]| {
            locked(&asked).push(texts.len());
            match texts.len() {
                0..=2 => Ok(texts.iter().map(|text| (*text).to_owned()).collect()),
                _ => Err(Failure::new(Service::SparseEmbedder, Phase::Request, Kind::TooLarge, "")),
            }
        };
        assert_eq!(in_halves(&["a", "b", "c", "d", "e"], &ask).unwrap(), ["a", "b", "c", "d", "e"]);
        assert_eq!(*locked(&asked), [5, 2, 3, 1, 2]);
    }

    #[test]
    fn all_batches_are_done_whatever_the_threads() {
        let all = batches(&["a"; 100], &LIMITS);
        for parallel in [0, 1, 3, 64] {
            let mut places = Vec::new();
            let failure = run(&all, parallel, &|| false, &Ok, &mut |batch, value| {
                assert_eq!(batch, value);
                places.extend(batch);
            });
            places.sort_unstable();
            assert_eq!(places, (0..100).collect::<Vec<_>>());
            assert_eq!(failure, None);
        }
    }

    #[test]
    fn a_failure_ends_the_run_and_keeps_the_rest() {
        let all = batches(&["a"; 30], &LIMITS);
        let mut kept = 0;
        let work = |batch: Range<usize>| match batch.start {
            9 => Err(Failure::new(Service::DenseEmbedder, Phase::Answer, Kind::BadAnswer, "")),
            _ => Ok(()),
        };
        let failure = run(&all, 1, &|| false, &work, &mut |batch, ()| kept += batch.len());
        assert_eq!((kept, failure.unwrap().kind), (9, Kind::BadAnswer));
    }

    #[test]
    fn a_cancelled_run_begins_no_further_batch() {
        let all = batches(&["a"; 30], &LIMITS);
        let begun = std::sync::atomic::AtomicUsize::new(0);
        let work = |_: Range<usize>| {
            begun.fetch_add(1, Ordering::Relaxed);
            Ok(())
        };
        run(&all, 1, &|| begun.load(Ordering::Relaxed) == 2, &work, &mut |_, ()| {});
        assert_eq!(begun.into_inner(), 2);
    }
}
