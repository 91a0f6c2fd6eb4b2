//! How long a parser may work on one file: by the processor time of its thread, so that a busy machine does not change what is found.

use std::time::{Duration, Instant};

pub(crate) struct Patience {
    allowed: Duration,
    began: Instant,
    /// Of this thread.
    spent_before: Option<Duration>,
    /// Before this the time cannot be over: a thread works no faster than the clock on the wall, which costs next to nothing to look at.
    look_again: Instant,
}

impl Patience {
    pub(crate) fn new(allowed: Duration) -> Patience {
        let began = Instant::now();
        Patience { allowed, began, spent_before: spent_by_thread(), look_again: after(began, allowed) }
    }

    pub(crate) fn is_over(&mut self) -> bool {
        let now = Instant::now();
        if now < self.look_again {
            return false;
        }
        let left = self.allowed.saturating_sub(self.spent());
        self.look_again = after(now, left);
        left.is_zero()
    }

    /// Where the system does not know, all the time that passed.
    fn spent(&self) -> Duration {
        match (self.spent_before, spent_by_thread()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.began.elapsed(),
        }
    }
}

/// A time that is longer than a clock can tell is looked at again at once.
fn after(from: Instant, time: Duration) -> Instant {
    from.checked_add(time).unwrap_or(from)
}

#[cfg(unix)]
fn spent_by_thread() -> Option<Duration> {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).ok().map(Duration::from)
}

#[cfg(not(unix))]
fn spent_by_thread() -> Option<Duration> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn who_has_to_wait_for_the_processor_is_not_late() {
        let mut patience = Patience::new(Duration::from_millis(30));
        std::thread::sleep(Duration::from_millis(90));
        assert!(!patience.is_over());
        let began = Instant::now();
        while !patience.is_over() {
            assert!(began.elapsed() < Duration::from_secs(120), "work counts");
        }
    }
}
