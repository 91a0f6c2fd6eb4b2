//! How often and after how long a request is tried again. Waiting changes when an answer comes, never what it says.

use std::time::{Duration, Instant};

use crate::failure::{Failure, Kind};

/// How long a cancelled run may go on waiting.
const SLICE: Duration = Duration::from_millis(20);

/// Bounds of trying again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Requests in all, the first one included.
    pub attempts: u32,
    /// Before the second attempt; doubled before each further one.
    pub first_delay: Duration,
    /// A service that asks for more is not asked again.
    pub longest_delay: Duration,
}

impl Patience {
    /// One attempt.
    pub const NONE: Patience =
        Patience { attempts: 1, first_delay: Duration::ZERO, longest_delay: Duration::ZERO };

    /// Before attempt `attempt + 1`, or nothing if it is not worth it.
    fn delay(&self, attempt: u32, refused: &Refused, seed: u64) -> Option<Duration> {
        if attempt >= self.attempts || refused.was_never_there || !refused.failure.kind.may_pass() {
            return None;
        }
        let doubled = self.first_delay.saturating_mul(1 << (attempt - 1).min(16)).min(self.longest_delay);
        let jittered = doubled + doubled.mul_f64(fraction(seed, attempt) / 4.0);
        match refused.asked_to_wait {
            Some(asked) if asked > self.longest_delay => None,
            Some(asked) => Some(asked.max(jittered)),
            None => Some(jittered),
        }
    }
}

/// A failed attempt, and what the service said about the next one.
#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) failure: Failure,
    pub(crate) asked_to_wait: Option<Duration>,
    /// Nobody was ever there: a wrong address and a service that is not started are found out at once.
    pub(crate) was_never_there: bool,
}

impl From<Failure> for Refused {
    fn from(failure: Failure) -> Refused {
        Refused { failure, asked_to_wait: None, was_never_there: false }
    }
}

/// Between 0 and 1, the same for the same request: requests that failed together come back apart.
fn fraction(seed: u64, attempt: u32) -> f64 {
    let mixed = xxhash_rust::xxh3::xxh3_64_with_seed(&attempt.to_le_bytes(), seed);
    (mixed >> 11) as f64 / (1u64 << 53) as f64
}

/// Tries until it succeeds, is hopeless, or nobody wants it any more.
pub(crate) fn with_patience<T>(
    patience: &Patience,
    seed: u64,
    cancelled: &dyn Fn() -> bool,
    mut attempt: impl FnMut() -> Result<T, Refused>,
) -> Result<T, Failure> {
    let mut count = 1;
    loop {
        let refused = match attempt() {
            Ok(value) => return Ok(value),
            Err(refused) => refused,
        };
        let Some(delay) = patience.delay(count, &refused, seed) else { return Err(refused.failure) };
        if !wait(delay, cancelled) {
            return Err(Failure { kind: Kind::Cancelled, ..refused.failure });
        }
        count += 1;
    }
}

/// False if it was cancelled meanwhile.
fn wait(delay: Duration, cancelled: &dyn Fn() -> bool) -> bool {
    let end = Instant::now() + delay;
    loop {
        if cancelled() {
            return false;
        }
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return true;
        }
        std::thread::sleep(left.min(SLICE));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::{Phase, Service};

    const QUICK: Patience = Patience {
        attempts: 4,
        first_delay: Duration::from_millis(1),
        longest_delay: Duration::from_secs(9),
    };

    fn refused(kind: Kind, seconds: Option<u64>) -> Refused {
        let failure = Failure::new(Service::Reranker, Phase::Request, kind, "");
        Refused { failure, asked_to_wait: seconds.map(Duration::from_secs), was_never_there: false }
    }

    #[test]
    fn delays_grow_and_are_the_same_for_the_same_request() {
        let patience = Patience { first_delay: Duration::from_secs(1), ..QUICK };
        let delay = |attempt| patience.delay(attempt, &refused(Kind::Timeout, None), 7);
        assert!(delay(1) < delay(2) && delay(2) < delay(3));
        assert_eq!(delay(2), delay(2));
        assert_eq!(delay(4), None);
    }

    #[test]
    fn what_a_service_asks_for_is_honoured_within_bounds() {
        assert_eq!(QUICK.delay(1, &refused(Kind::RateLimited, Some(9)), 7), Some(Duration::from_secs(9)));
        assert_eq!(QUICK.delay(1, &refused(Kind::RateLimited, Some(10)), 7), None);
        assert_eq!(QUICK.delay(1, &refused(Kind::Unauthorized, None), 7), None);
    }

    #[test]
    fn nobody_waits_for_what_was_never_there() {
        let refused = Refused { was_never_there: true, ..refused(Kind::Refused, None) };
        assert_eq!(QUICK.delay(1, &refused, 7), None);
    }

    #[test]
    fn attempts_are_bounded_and_hopeless_ones_are_not_repeated() {
        let count = |kind| {
            let mut count = 0;
            let outcome = with_patience(&QUICK, 7, &|| false, || -> Result<(), Refused> {
                count += 1;
                Err(refused(kind, None))
            });
            assert_eq!(outcome.unwrap_err().kind, kind);
            count
        };
        assert_eq!(count(Kind::RateLimited), 4);
        assert_eq!(count(Kind::ServerError { status: 503 }), 4);
        assert_eq!(count(Kind::BadAnswer), 1);
    }

    #[test]
    fn nobody_waits_for_a_cancelled_run() {
        let patience = Patience { first_delay: Duration::from_secs(8), ..QUICK };
        let outcome: Result<(), _> =
            with_patience(&patience, 7, &|| true, || Err(refused(Kind::Timeout, None)));
        assert_eq!(outcome.unwrap_err().kind, Kind::Cancelled);
    }
}
