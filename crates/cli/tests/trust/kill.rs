//! A writer that is killed, ended or interrupted at any moment leaves the old snapshot or the new one, whole; the next run
//! finishes and tidies up.

use crate::project::{Project, assert_tidy, assert_whole, commit_all, git, listing, wait, words};
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

const KILLS: u32 = 200;
/// Runs whose mean is taken for the time of a whole one.
const MEASURED: u32 = 5;

fn plant(project: &Project) {
    for number in 0..24 {
        project.write(format!("rope/knot_{number}.py"), source(number, 0));
    }
    project.write("README.md", "# Ropes\n\n`tie_3` ties and `Knot5.pull` pulls.\n");
    git(&project.root(), &["init", "-q"]);
    commit_all(&project.root(), "Begin");
}

fn source(number: u32, round: u32) -> String {
    let before = number.saturating_sub(1);
    format!(
        "from rope.knot_{before} import tie_{before}\n\n\nclass Knot{number}:\n    def pull(self):\n        return tie_{before}({round})\n\n\n\
         def tie_{number}(end):\n    \"\"\"Round {round}.\"\"\"\n    return Knot{number}().pull()\n\n\ndef loosen_{round}(end):\n    return tie_{number}(end)\n"
    )
}

/// A few changes, so that every run has something to do.
fn change(project: &Project, round: u32) {
    for step in 0..3 {
        let number = (round * 7 + step * 5) % 24;
        project.write(format!("rope/knot_{number}.py"), source(number, round + 1));
    }
    project.write(format!("rope/extra_{round}.py"), source(round + 100, round));
    let _ = std::fs::remove_file(project.root().join(format!("rope/extra_{}.py", round.wrapping_sub(2))));
    if round % 4 == 1 {
        commit_all(&project.root(), &format!("Round {round}"));
    }
}

/// Every source and its text.
fn sources(project: &Project) -> Vec<(PathBuf, Vec<u8>)> {
    let paths = std::fs::read_dir(project.root().join("rope")).unwrap().map(|entry| entry.unwrap().path());
    paths.map(|path| (path.clone(), std::fs::read(path).unwrap())).collect()
}

fn restore(project: &Project, sources: &[(PathBuf, Vec<u8>)]) {
    std::fs::remove_dir_all(project.root().join("rope")).unwrap();
    for (path, bytes) in sources {
        project.write(path, bytes);
    }
}

fn measure(project: &Project) -> Duration {
    let begun = Instant::now();
    for round in 0..MEASURED {
        change(project, round);
        project.index();
    }
    begun.elapsed() / MEASURED
}

/// Whether the files become again what they were before the run; not in step with the signals.
fn is_undone(round: u32) -> bool {
    round % 5 == 3
}

/// Points of the unit interval that lie evenly however many are taken.
fn share(round: u32) -> f64 {
    (f64::from(round) * 0.618_033_988_75).fract()
}

/// What is sent to a run. Only the first cannot be heard.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Signal {
    Kill,
    Terminate,
    Interrupt,
}

impl Signal {
    /// Half of them are the hard way.
    fn of(round: u32) -> Signal {
        [Signal::Kill, Signal::Terminate, Signal::Kill, Signal::Interrupt][round as usize % 4]
    }

    fn name(self) -> &'static str {
        match self {
            Signal::Kill => "-KILL",
            Signal::Terminate => "-TERM",
            Signal::Interrupt => "-INT",
        }
    }
}

/// Whether the run was over before.
fn end_after(project: &Project, delay: Duration, signal: Signal) -> bool {
    let mut child = project.command(&project.root(), &["index", "--quiet"]).spawn().unwrap();
    std::thread::sleep(delay);
    let finished = child.try_wait().unwrap().is_some();
    if !finished {
        Command::new("kill").args([signal.name(), &child.id().to_string()]).status().unwrap();
    }
    let status = wait(&mut child);
    if status.code().is_some() && !finished {
        // Who can hear it finishes or says that he stopped, and takes away what he began.
        assert!([0, 130].contains(&status.code().unwrap()), "{signal:?}: {status}");
        let left = listing(&project.cache());
        assert!(!left.iter().any(|path| path.contains("tmp-")), "{signal:?}: {left:#?}");
    }
    finished
}

#[test]
fn killed_anywhere_it_loses_only_its_own_work() {
    let project = Project::new();
    plant(&project);
    project.index();
    let mut whole_run = measure(&project);
    let mut finished = 0;
    let mut published = 0;
    for round in MEASURED..MEASURED + KILLS {
        let old = project.snapshot().id().to_string();
        let before = sources(&project);
        change(&project, round);
        finished += u32::from(end_after(&project, whole_run.mul_f64(1.05 * share(round)), Signal::of(round)));
        let left = project.snapshot();
        assert_whole(&left);
        let status = project.status();
        assert_eq!(status["snapshot"].as_str(), Some(left.id().to_string().as_str()));
        if is_undone(round) {
            // The next run has nothing to write over what the killed one left.
            restore(&project, &before);
        }
        if round % 5 == 0 {
            let said = project.orient(&["symbol", "tie_3"]);
            assert_eq!(said.code, Some(0), "{}", said.err);
        }
        let begun = Instant::now();
        let report = project.index();
        // The machine may be busier or idler by now.
        whole_run = (whole_run * 3 + begun.elapsed()) / 4;
        let (clean, clean_words) = project.clean_build();
        assert_eq!(report["snapshot"].as_str(), Some(clean.as_str()), "round {round}");
        assert_eq!(words(&project.snapshot()), clean_words, "round {round}");
        let left = left.id().to_string();
        published += u32::from(left == clean);
        assert!(left == old || left == clean || is_undone(round), "round {round}");
        assert_tidy(&project.cache());
    }
    // Kills that all came too late or too early would have tested nothing.
    assert!(finished < KILLS * 3 / 4, "{finished} of {KILLS} were too late");
    assert!(published < KILLS, "none was early");
}

#[test]
fn killed_on_the_first_run_it_leaves_nothing_or_all() {
    let project = Project::new();
    plant(&project);
    let begun = Instant::now();
    project.index();
    let whole_run = begun.elapsed();
    for round in 0..24 {
        std::fs::remove_dir_all(project.cache()).unwrap();
        end_after(&project, whole_run.mul_f64(share(round)), Signal::of(round));
        if let Some(snapshot) = project.workspace().snapshot().unwrap() {
            assert_whole(&snapshot);
        }
        project.index();
        assert_tidy(&project.cache());
        assert_eq!(project.snapshot().id().to_string(), project.clean_build().0);
    }
}

/// Nothing is lost by ending what only waits.
#[test]
fn who_waits_for_input_ends_at_the_first_signal() {
    let project = Project::new();
    plant(&project);
    for arguments in
        [&["context", "-"][..], &["context", "--diff", "-"], &["impact", "--diff", "-"], &["observe"]]
    {
        for signal in [Signal::Terminate, Signal::Interrupt] {
            let mut command = project.command(&project.root(), arguments);
            let mut child = command.stdin(std::process::Stdio::piped()).spawn().unwrap();
            std::thread::sleep(Duration::from_millis(500));
            let begun = Instant::now();
            Command::new("kill").args([signal.name(), &child.id().to_string()]).status().unwrap();
            // A signal that comes before it is listened for ends the process by itself.
            let status = wait(&mut child);
            assert!(status.code().is_none_or(|code| code == 130), "{arguments:?}: {status}");
            assert!(begun.elapsed() < Duration::from_secs(10), "{arguments:?}: {:?}", begun.elapsed());
        }
    }
}
