//! How far an index run is, written by its threads and read by whoever waits for it; and how it makes way for them.

use orienteer_engine::{Progress, Stage};
use std::fmt::{Display, Formatter};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// The longest for which a run makes way; a glimpse takes less.
const PAUSE: Duration = Duration::from_secs(2);
/// How often a run makes way: whoever asks without end would wait without end for the index.
const MOST_PAUSES: u32 = 4;

#[derive(Default)]
pub(crate) struct Gauge {
    begun: Mutex<Begun>,
    done: AtomicU64,
    is_stopped: AtomicBool,
    /// How many want the processors for themselves, and the news that nobody does.
    hasty: Mutex<Hasty>,
    is_calm: Condvar,
}

#[derive(Default)]
struct Hasty {
    now: u32,
    ever: u32,
}

/// While there is one of them, the run waits where it reports progress.
pub(crate) struct Haste<'a> {
    gauge: &'a Gauge,
}

impl Drop for Haste<'_> {
    fn drop(&mut self) {
        self.gauge.hasty.lock().unwrap_or_else(PoisonError::into_inner).now -= 1;
        self.gauge.is_calm.notify_all();
    }
}

#[derive(Clone, Copy, Default)]
struct Begun {
    stage: Option<Stage>,
    total: u64,
    /// Known once all were found.
    files: u64,
}

/// Where a run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    /// None until there is something to index, and while another process has the lock.
    stage: Option<Stage>,
    done: u64,
    total: u64,
    files: u64,
}

impl Gauge {
    pub(crate) fn standing(&self) -> Standing {
        let Begun { stage, total, files } = *self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        Standing { stage, done: self.done.load(Ordering::Relaxed), total, files }
    }

    /// Before a run begins.
    pub(crate) fn reset(&self) {
        *self.begun.lock().unwrap_or_else(PoisonError::into_inner) = Begun::default();
        self.done.store(0, Ordering::Relaxed);
    }

    /// An answer that somebody waits for goes before an index that is not ready in any case.
    pub(crate) fn hurry(&self) -> Haste<'_> {
        let mut hasty = self.hasty.lock().unwrap_or_else(PoisonError::into_inner);
        (hasty.now, hasty.ever) = (hasty.now + 1, hasty.ever + 1);
        Haste { gauge: self }
    }

    fn make_way(&self) {
        let hasty = self.hasty.lock().unwrap_or_else(PoisonError::into_inner);
        // A poisoned lock or a lost wake-up costs time alone.
        drop(
            self.is_calm.wait_timeout_while(hasty, PAUSE, |hasty| hasty.now > 0 && hasty.ever <= MOST_PAUSES),
        );
    }

    /// Ends the run between two batches; what was read is kept.
    pub(crate) fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }
}

impl Progress for Gauge {
    fn begin(&self, stage: Stage, total: u64) {
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        let done = self.done.swap(0, Ordering::Relaxed);
        let files = if begun.stage == Some(Stage::Discover) { done } else { begun.files };
        *begun = Begun { stage: Some(stage), total, files };
    }

    fn advance(&self, amount: u64) {
        self.done.fetch_add(amount, Ordering::Relaxed);
        self.make_way();
    }

    fn is_cancelled(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }
}

impl Standing {
    /// What is being done; none until there is something to index.
    pub(crate) fn stage(&self) -> Option<&'static str> {
        self.stage.map(Stage::name)
    }

    pub(crate) fn done(&self) -> u64 {
        self.done
    }

    /// 0 where it is not known.
    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    /// Percent of the whole run, roughly: stages take about this much of it.
    pub(crate) fn percent(&self) -> f64 {
        let (from, to) = match self.stage {
            None | Some(Stage::Discover) => (0.0, 5.0),
            Some(Stage::Extract) => (5.0, 60.0),
            Some(Stage::Resolve) => (60.0, 75.0),
            Some(Stage::History) => (75.0, 90.0),
            Some(Stage::Commit) => (90.0, 100.0),
            // The index is published; a server is told of it.
            Some(Stage::Push) => (100.0, 100.0),
            Some(Stage::Embed) => (100.0, 100.0),
        };
        (from + (to - from) * self.share()).floor()
    }

    fn share(&self) -> f64 {
        if self.total == 0 { 0.0 } else { (self.done as f64 / self.total as f64).min(1.0) }
    }
}

impl Display for Standing {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        let Standing { stage, done, files, .. } = *self;
        match stage {
            None => formatter.write_str("comparing files with the index"),
            Some(Stage::Discover) => write!(formatter, "{done} files found"),
            Some(Stage::Extract) => {
                let read = (files as f64 * self.share()) as u64;
                write!(formatter, "about {read} of {files} files read")
            }
            Some(stage) => write!(formatter, "{files} of {files} files read, {}", stage.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_waits_for_whoever_is_in_haste_and_goes_on_after() {
        let gauge = Gauge::default();
        let haste = gauge.hurry();
        std::thread::scope(|scope| {
            let run = scope.spawn(|| gauge.advance(1));
            std::thread::sleep(Duration::from_millis(50));
            assert!(!run.is_finished());
            drop(haste);
            assert!(run.join().is_ok());
        });
        gauge.advance(1);
        let _crowd: Vec<Haste<'_>> = (0..MOST_PAUSES).map(|_| gauge.hurry()).collect();
        gauge.advance(1);
    }

    #[test]
    fn a_run_is_told_in_files_and_never_goes_back() {
        let gauge = Gauge::default();
        let mut told = vec![gauge.standing()];
        gauge.begin(Stage::Discover, 0);
        gauge.advance(40);
        told.push(gauge.standing());
        gauge.begin(Stage::Extract, 1_000);
        gauge.advance(250);
        told.push(gauge.standing());
        gauge.begin(Stage::Resolve, 0);
        told.push(gauge.standing());
        let words: Vec<String> = told.iter().map(Standing::to_string).collect();
        assert_eq!(words[..2], ["comparing files with the index", "40 files found"]);
        assert_eq!(words[2..], ["about 10 of 40 files read", "40 of 40 files read, resolve"]);
        assert!(told.is_sorted_by(|left, right| left.percent() <= right.percent()));
    }
}
