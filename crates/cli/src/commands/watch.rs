//! `orient watch`

use super::answer::mention;
use super::push::{Asked, push};
use super::workspace;
use crate::arguments::WatchArguments;
use crate::failure::{Failure, Outcome};
use crate::progress::Watcher;
use crate::terminal::{faint, grouped};
use orienteer_engine::{Progress, Stage, WatchEnd, WatchNews, Workspace};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

pub(crate) fn run(arguments: &WatchArguments) -> Result<Outcome, Failure> {
    let workspace = workspace(arguments.path.as_deref())?;
    let listener = Listener { watcher: Watcher::new(true), is_closed: AtomicBool::new(false) };
    let root = workspace.root().display().to_string();
    let mut tell = |news: WatchNews<'_>| {
        if told(&root, &news).is_err() {
            listener.is_closed.store(true, Ordering::SeqCst);
        } else if matches!(news, WatchNews::Indexed { .. }) {
            push_on(&workspace);
        }
    };
    match workspace.watch(!arguments.no_wait, &listener, &mut tell)? {
        WatchEnd::Stopped => Ok(Outcome::Found),
        WatchEnd::Watched { process } => {
            eprintln!("{root} is watched by {}", named(process));
            Ok(Outcome::Nothing)
        }
    }
}

/// Where the engine is a server, it hears of the snapshot too; what it does not take is said, and comes with the next one.
fn push_on(workspace: &Workspace) {
    let pushed = workspace.settings().map_err(Failure::from).and_then(|settings| {
        let asked = Asked { settings: &settings, is_explicit: false };
        push(&mut std::io::sink(), workspace, &asked, None, true)
    });
    if let Err(failure) = pushed {
        failure.report();
    }
}

fn told(root: &str, news: &WatchNews<'_>) -> std::io::Result<()> {
    match news {
        WatchNews::Waiting { process } => {
            eprintln!("{root} is watched by {}; waiting to take over", named(*process));
            Ok(())
        }
        WatchNews::Watching { folders } => {
            eprintln!("watching {root} ({} folders); Ctrl-C ends it", grouped(*folders as u64));
            Ok(())
        }
        WatchNews::Indexed { report, changed, elapsed } => {
            let mut out = std::io::stdout().lock();
            let files = if *changed == 1 { "file" } else { "files" };
            let snapshot = faint(format!("snapshot {}", report.snapshot));
            writeln!(
                out,
                "{} {files} changed, {} ms  {snapshot}",
                grouped(*changed as u64),
                elapsed.as_millis()
            )?;
            out.flush()
        }
        WatchNews::Embedded(report) => {
            mention(report.note.as_slice());
            let (known, units) = (grouped(report.known as u64), grouped(report.units as u64));
            eprintln!("{}: {known} of {units} units have vectors", report.service.name());
            Ok(())
        }
        WatchNews::Failed(error) => {
            eprintln!("orient: {error}");
            Ok(())
        }
    }
}

fn named(process: Option<u32>) -> String {
    process.map_or_else(|| "another process".to_owned(), |id| format!("process {id}"))
}

/// Stops the watch on Ctrl-C, and when nobody reads what it says.
struct Listener {
    watcher: Watcher,
    is_closed: AtomicBool,
}

impl Progress for Listener {
    fn begin(&self, stage: Stage, total: u64) {
        self.watcher.begin(stage, total);
    }

    fn advance(&self, amount: u64) {
        self.watcher.advance(amount);
    }

    fn is_cancelled(&self) -> bool {
        self.is_closed.load(Ordering::SeqCst) || self.watcher.is_cancelled()
    }
}
