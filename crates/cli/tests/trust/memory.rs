//! A run within a bound of memory, which puts its tables into files: the same snapshot as without, killed or on a full disk too, and
//! nothing of the files is left.

use crate::faults::{Disk, assert_told};
use crate::project::{Project, assert_tidy, assert_whole, wait};
use std::process::Command;
use std::time::{Duration, Instant};

/// The least that there is.
const INDEX: [&str; 5] = ["index", "--quiet", "--json", "--memory", "128MiB"];
/// How the files of tables are called, while they have a name.
const SCRATCH: &str = "tmp-scratch";
const NO_SPACE: i32 = 28;

/// So many units that their tables are too large for memory, and so many words that they wait on the disk.
fn plant(project: &Project, files: usize) {
    for file in 0..files {
        let function = |number: usize| {
            let (name, other) = (number * files + file, number * 31 % 400 * files + file);
            format!(
                "def weigh_{name}(anchor_{number}, chain_{file}):\n    return weigh_{other}(anchor_{number})\n\n\n"
            )
        };
        let text: String = (0..400).map(function).collect();
        project.write(format!("harbour/anchor_{file}.py"), text);
    }
}

fn index(project: &Project) -> String {
    let said = project.orient(&INDEX);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    said.json()["snapshot"].as_str().unwrap().to_owned()
}

/// Begins a run and kills it when `is_time` says so; whether it was still running.
fn killed(project: &Project, mut is_time: impl FnMut(u32) -> bool) -> bool {
    let mut child = project.command(&project.root(), &INDEX).spawn().unwrap();
    while child.try_wait().unwrap().is_none() {
        if is_time(child.id()) {
            Command::new("kill").args(["-KILL", &child.id().to_string()]).status().unwrap();
            return wait(&mut child).code().is_none();
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    false
}

/// Whether a process works in such files, which have no name any more; never known where the system does not tell.
fn has_scratch(process: u32) -> bool {
    std::fs::read_to_string(format!("/proc/{process}/maps")).is_ok_and(|maps| maps.contains(SCRATCH))
}

#[test]
fn the_snapshot_is_the_same_within_the_least_bound() {
    let project = Project::new();
    plant(&project, 120);
    let within = index(&project);
    assert_tidy(&project.cache());
    assert_whole(&project.snapshot());
    assert_eq!(within, project.clean_build().0);
}

#[test]
fn killed_within_a_bound_it_begins_again_and_leaves_nothing() {
    let project = Project::new();
    plant(&project, 60);
    let begun = Instant::now();
    let whole = index(&project);
    let time = begun.elapsed();
    let mut kills = 0;
    for round in 0..8 {
        std::fs::remove_dir_all(project.cache()).unwrap();
        let begun = Instant::now();
        let is_late = || begun.elapsed() > time.mul_f64(f64::from(round) / 8.0);
        // Half of them while tables lie in files, the others at any time.
        let is_time = |process: u32| {
            is_late() && (round % 2 == 0 || has_scratch(process) || !cfg!(target_os = "linux"))
        };
        kills += u32::from(killed(&project, is_time));
        assert_eq!(index(&project), whole, "round {round}");
        assert_tidy(&project.cache());
    }
    assert!(kills > 3, "{kills} of 8 were in time");
}

#[test]
fn files_of_tables_that_cannot_grow_end_the_run_and_nothing_else() {
    let Some(mut disk) = Disk::new() else { return println!("not run: there is no C compiler") };
    disk.named = SCRATCH;
    let project = Project::new();
    plant(&project, 60);
    assert_eq!(disk.run(&project, &INDEX, None).code, Some(0));
    let (whole, count) = (project.snapshot().id().to_string(), disk.count());
    assert!(count > 20, "{count}");
    // Making a file, growing it, taking away its name and mapping it, of some of the files.
    for at in (0..count).step_by(count / 10 + 1) {
        std::fs::remove_dir_all(project.cache()).unwrap();
        let said = disk.run(&project, &INDEX, Some((at, NO_SPACE)));
        assert_told(&said, &format!("call {at} of {count}"));
        assert!(said.code == Some(2) && said.err.contains("No space left"), "call {at}: {}", said.err);
        assert_eq!(index(&project), whole, "call {at} of {count}");
        assert_tidy(&project.cache());
    }
}
