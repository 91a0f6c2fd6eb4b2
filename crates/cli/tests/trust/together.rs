//! Many readers and several would-be writers at once, while the files change: no error, no torn read, one index.

use crate::project::{Project, assert_tidy, assert_whole, commit_all, git, words};
use orienteer_engine::{IndexOptions, Silent};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

const HOW_LONG: Duration = Duration::from_secs(5);

fn source(number: u32, round: u32) -> String {
    let before = number.saturating_sub(1);
    let many: String = (0..round % 5)
        .map(|extra| format!("\n\ndef sail_{extra}():\n    return reef_{number}({extra})\n"))
        .collect();
    format!(
        "from boat.mast_{before} import reef_{before}\n\n\ndef reef_{number}(wind):\n    return reef_{before}({round})\n{many}"
    )
}

fn plant(project: &Project) {
    for number in 0..30 {
        project.write(format!("boat/mast_{number}.py"), source(number, 0));
    }
    git(&project.root(), &["init", "-q"]);
    commit_all(&project.root(), "Begin");
}

/// What everybody does until it is over.
struct Together {
    project: Project,
    over: AtomicBool,
    reads: AtomicU32,
    writes: AtomicU32,
}

impl Together {
    fn until_over(&self, count: &AtomicU32, work: impl Fn()) {
        while !self.over.load(Ordering::Relaxed) {
            work();
            count.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn reader_thread(&self) {
        self.until_over(&self.reads, || assert_whole(&self.project.snapshot()));
    }

    fn reader_process(&self) {
        self.until_over(&self.reads, || assert!(self.project.status()["files"].as_u64().unwrap() >= 28));
    }

    fn writer_thread(&self) {
        let workspace = self.project.workspace();
        self.until_over(&self.writes, || drop(workspace.index(&IndexOptions::default(), &Silent).unwrap()));
    }

    fn writer_process(&self) {
        self.until_over(&self.writes, || drop(self.project.index()));
    }

    fn change(&self, round: u32) {
        let number = round * 7 % 30;
        match round % 9 {
            7 => drop(std::fs::remove_file(self.project.root().join(format!("boat/mast_{}.py", round % 2)))),
            8 => commit_all(&self.project.root(), &format!("Round {round}")),
            _ => drop(self.project.write(format!("boat/mast_{number}.py"), source(number, round))),
        }
    }
}

#[test]
fn readers_and_writers_do_not_disturb_one_another() {
    let project = Project::new();
    plant(&project);
    project.index();
    let together = Together {
        project,
        over: AtomicBool::new(false),
        reads: AtomicU32::new(0),
        writes: AtomicU32::new(0),
    };
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| together.reader_thread());
            scope.spawn(|| together.reader_process());
        }
        for _ in 0..2 {
            scope.spawn(|| together.writer_thread());
            scope.spawn(|| together.writer_process());
        }
        let begun = Instant::now();
        let mut round = 0;
        while begun.elapsed() < HOW_LONG {
            together.change(round);
            round += 1;
            std::thread::sleep(Duration::from_millis(5));
        }
        together.over.store(true, Ordering::Relaxed);
    });
    assert!(together.reads.into_inner() > 16 && together.writes.into_inner() > 8);
    let project = together.project;
    project.index();
    assert_eq!(project.status()["changed"].as_array().unwrap().len(), 0);
    assert_tidy(&project.cache());
    let (clean, clean_words) = project.clean_build();
    assert_eq!(project.snapshot().id().to_string(), clean);
    assert_eq!(words(&project.snapshot()), clean_words);
}
