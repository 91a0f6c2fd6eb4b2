//! Shows how far an index run is: a bar on a terminal, plain lines elsewhere, and stops it on Ctrl-C without losing work.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use orienteer_engine::{Progress, Stage};
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Runs shorter than this show nothing.
const PATIENCE: Duration = Duration::from_millis(300);

/// A second Ctrl-C ends the program at once.
pub(crate) fn watch_interrupts() {
    let handler = || {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
    };
    // Without a handler Ctrl-C ends the program, which loses no more than the unfinished run.
    let _ = ctrlc::set_handler(handler);
}

/// Whether Ctrl-C was pressed.
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// Watches a run for the user.
pub(crate) struct Watcher {
    bar: ProgressBar,
    started: std::time::Instant,
    is_quiet: bool,
    stage: Mutex<Option<Stage>>,
}

impl Watcher {
    pub(crate) fn new(quiet: bool) -> Watcher {
        let is_terminal = std::io::stderr().is_terminal();
        let bar = ProgressBar::hidden();
        if is_terminal && !quiet {
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        }
        Watcher {
            bar,
            started: std::time::Instant::now(),
            is_quiet: quiet || is_terminal,
            stage: Mutex::new(None),
        }
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn style(stage: Stage) -> ProgressStyle {
        let template = match stage {
            Stage::Extract => "{prefix:>9} [{bar:40}] {bytes}/{total_bytes} {bytes_per_sec} eta {eta}",
            Stage::History => "{prefix:>9} [{bar:40}] {pos}/{len} commits",
            Stage::Push => "{prefix:>9} [{bar:40}] {pos}/{len} units {per_sec} eta {eta}",
            Stage::Embed => "{prefix:>9} [{bar:40}] {pos}/{len} units {per_sec} eta {eta}",
            Stage::Discover => "{prefix:>9} {pos} files",
            Stage::Resolve | Stage::Commit => "{prefix:>9} {spinner}",
        };
        ProgressStyle::with_template(template)
            .unwrap_or_else(|_| ProgressStyle::default_bar())
            .progress_chars("=> ")
    }
}

impl Progress for Watcher {
    fn begin(&self, stage: Stage, total: u64) {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = Some(stage);
        self.bar.set_style(Self::style(stage));
        self.bar.set_prefix(stage.name());
        self.bar.reset();
        self.bar.set_length(total.max(1));
        if !self.is_quiet && self.started.elapsed() > PATIENCE {
            eprintln!("{} ...", stage.name());
        }
    }

    fn advance(&self, amount: u64) {
        self.bar.inc(amount);
    }

    fn is_cancelled(&self) -> bool {
        is_interrupted()
    }
}
