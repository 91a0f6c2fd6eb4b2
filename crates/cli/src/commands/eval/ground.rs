//! What all evaluations stand on: settings from the command line, trees checked out and indexed, and a line that says how far
//! that is.

use crate::arguments::{EvalGround, Through};
use crate::environment;
use crate::failure::Failure;
use crate::progress::{self, Listening};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use orienteer_evaluation::{Bench, EvaluationError, Places, Session, Settings, Suite, SuiteKind, Witness};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Where there is no terminal, a line is printed this often.
const PAUSE: Duration = Duration::from_secs(5);

pub(super) fn settings(ground: &EvalGround) -> Result<Settings, Failure> {
    let mut settings = Settings {
        threads: ground.threads,
        per_file: ground.per_file,
        through: ground.through.map(Into::into),
        // Whoever wants a search alone does not want packs.
        check_packs: ground.through != Some(Through::Search),
        ..Settings::default()
    };
    for (name, value) in &ground.set {
        let set = settings.params.set(name, *value);
        set.map_err(|error| Failure::new(error.to_string(), None))?;
    }
    Ok(settings)
}

/// Reads a suite and indexes what it asks about; `needs_sources` tells for which kinds files are kept to be quoted.
pub(super) fn prepare(
    suite: &Path,
    ground: &EvalGround,
    needs_sources: impl Fn(SuiteKind) -> bool,
) -> Result<Bench, Failure> {
    let mut suite = Suite::read(suite, ground.kind)?;
    if suite.kind == SuiteKind::Lines && ground.through == Some(Through::Search) {
        return Err(EvaluationError::LinesNeedContext.into());
    }
    suite.narrow(&ground.only, ground.limit)?;
    let work = match &ground.work {
        Some(work) => work.clone(),
        None => environment::cache_folder()?.join("eval"),
    };
    let places = Places {
        repositories: ground.repos.clone().unwrap_or_default(),
        work,
        fresh: ground.fresh,
        sources: needs_sources(suite.kind),
        user_settings: environment::user_settings(),
    };
    let line = Line::new();
    let bench = Bench::prepare(suite, &places, &line);
    line.bar.finish_and_clear();
    // Nothing is written from here on that an end at any moment could harm.
    drop(line);
    let bench = bench?;
    if bench.skipped > 0 {
        eprintln!("skipped {} cases: no such repository, commit or folder", bench.skipped);
    }
    Ok(bench)
}

/// Suites with all their snapshots open, for questions that are asked again and again.
pub(super) fn sessions(
    suites: &[PathBuf],
    ground: &EvalGround,
    settings: &Settings,
) -> Result<Vec<Session>, Failure> {
    let open = |suite: &PathBuf| Ok(Session::open(prepare(suite, ground, |kind| settings.packs(kind))?)?);
    suites.iter().map(open).collect()
}

/// A bar on a terminal, now and then a line elsewhere.
struct Line {
    bar: ProgressBar,
    last: Mutex<Instant>,
    _listening: Listening,
}

impl Line {
    fn new() -> Line {
        let bar = ProgressBar::hidden();
        if std::io::stderr().is_terminal() {
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        }
        let style = ProgressStyle::with_template("indexing [{bar:40}] {pos}/{len} trees eta {eta} {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> "));
        Line { bar, last: Mutex::new(Instant::now()), _listening: Listening::new() }
    }
}

impl Witness for Line {
    fn trees(&self, done: usize, total: usize, name: &str) {
        self.bar.set_length(total as u64);
        self.bar.set_position(done as u64);
        self.bar.set_message(name.to_owned());
        let Ok(mut last) = self.last.lock() else { return };
        if !std::io::stderr().is_terminal() && last.elapsed() > PAUSE {
            *last = Instant::now();
            eprintln!("indexing {done}/{total} {name}");
        }
    }

    fn incomplete(&self, name: &str, missing: usize) {
        eprintln!("{missing} files of {name} are not in its clone");
    }

    fn is_cancelled(&self) -> bool {
        progress::is_interrupted()
    }
}
