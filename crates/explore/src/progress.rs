//! Tells how far an index run is, now and then, to whoever waits for an answer.

use crate::Stop;
use crate::answer::{Answer, Told};
use orienteer_engine::{Progress, Stage};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

const PAUSE: Duration = Duration::from_millis(100);

pub(crate) struct Teller {
    answers: Sender<Answer>,
    stop: Stop,
    stage: Mutex<(&'static str, u64, Instant)>,
    done: AtomicU64,
}

impl Teller {
    pub(crate) fn new(answers: Sender<Answer>, stop: Stop) -> Teller {
        Teller { answers, stop, stage: Mutex::new(("", 0, Instant::now())), done: AtomicU64::new(0) }
    }

    fn tell(&self, stage: &str, total: u64) {
        let done = self.done.load(Ordering::Relaxed);
        let share = if total == 0 { String::new() } else { format!(" {}%", (done * 100 / total).min(100)) };
        // Whoever hung up does not want to know.
        let _ = self
            .answers
            .send(Answer { number: 0, told: Told::Progress(format!("indexing: {stage}{share}")) });
    }
}

impl Progress for Teller {
    fn begin(&self, stage: Stage, total: u64) {
        self.done.store(0, Ordering::Relaxed);
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = (stage.name(), total, Instant::now());
        self.tell(stage.name(), total);
    }

    fn advance(&self, amount: u64) {
        self.done.fetch_add(amount, Ordering::Relaxed);
        let Ok(mut stage) = self.stage.try_lock() else { return };
        if stage.2.elapsed() >= PAUSE {
            stage.2 = Instant::now();
            self.tell(stage.0, stage.1);
        }
    }

    fn is_cancelled(&self) -> bool {
        self.stop.is_stopped()
    }
}
