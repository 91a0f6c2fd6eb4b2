//! Shows how far an index run is: a bar on a terminal, plain lines elsewhere, and stops it on Ctrl-C without losing work.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use orienteer_engine::{Progress, Stage};
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// Runs that look whether they were interrupted, and then end in order.
static LISTENING: AtomicUsize = AtomicUsize::new(0);

/// The exit code of what a signal ended.
const INTERRUPTED_CODE: i32 = 130;
/// A run that does not end in this time waits for something that does not come.
const GRACE: Duration = Duration::from_secs(20);

/// Runs shorter than this show nothing.
const PATIENCE: Duration = Duration::from_millis(300);

/// The first Ctrl-C lets a run that listens end in order and ends everything else, for nothing is lost by that; a second one ends the
/// program at once.
pub(crate) fn watch_interrupts() {
    let handler = || {
        let is_first = !INTERRUPTED.swap(true, Ordering::SeqCst);
        if is_first && LISTENING.load(Ordering::SeqCst) > 0 {
            std::thread::spawn(|| {
                std::thread::sleep(GRACE);
                std::process::exit(INTERRUPTED_CODE);
            });
        } else {
            std::process::exit(INTERRUPTED_CODE);
        }
    };
    // Without a handler Ctrl-C ends the program, which loses no more than the unfinished run.
    let _ = ctrlc::set_handler(handler);
}

/// A run that looks whether it was interrupted, for as long as this is held.
pub(crate) struct Listening(());

impl Listening {
    pub(crate) fn new() -> Listening {
        LISTENING.fetch_add(1, Ordering::SeqCst);
        Listening(())
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        LISTENING.fetch_sub(1, Ordering::SeqCst);
    }
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
    _listening: Listening,
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
            _listening: Listening::new(),
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
