//! The real program on a disk that refuses one call: every call of a run that touches the index is refused once, be it a read,
//! a write or a map. The program says what happened or does without, and the next run is as if nothing had been.
//!
//! Storage has a seam for its own writes; what readers, locks, journals and answers do is seen only from below, so calls of the
//! C library are refused there, by a few lines of C that the test compiles.

use crate::project::{Project, Said, assert_whole, commit_all, finish, git, scratch, words};
use std::path::{Path, PathBuf};
use std::process::Command;

const SOURCE: &str = include_str!("faults/failing_disk.c");
/// Input and output, no space, read-only, no permission, too many files: as the system numbers them.
const CODES: [i32; 5] = [5, 28, 30, 13, 24];

/// The library, and the folder it lies in; none without a compiler.
fn failing_disk() -> Option<(tempfile::TempDir, PathBuf)> {
    let folder = scratch();
    let (source, library) = (folder.path().join("failing_disk.c"), folder.path().join("failing_disk.so"));
    std::fs::write(&source, SOURCE).unwrap();
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(&source).arg("-ldl");
    let output = compiler.output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some((folder, library))
}

pub(crate) struct Disk {
    _folder: tempfile::TempDir,
    library: PathBuf,
    counted: PathBuf,
    /// Only calls on paths with this in them are counted and refused.
    pub(crate) named: &'static str,
}

impl Disk {
    pub(crate) fn new() -> Option<Disk> {
        let (folder, library) = failing_disk()?;
        Some(Disk { counted: folder.path().join("count"), _folder: folder, library, named: "" })
    }

    pub(crate) fn run(&self, project: &Project, arguments: &[&str], fault: Option<(usize, i32)>) -> Said {
        let mut command = project.command(&project.root(), arguments);
        command.env("LD_PRELOAD", &self.library).env("FAULT_BELOW", project.cache());
        command.env("FAULT_COUNT", &self.counted).env("FAULT_NAMED", self.named);
        if let Some((at, code)) = fault {
            command.env("FAULT_AT", at.to_string()).env("FAULT_ERRNO", code.to_string());
        }
        finish(command.spawn().unwrap())
    }

    /// How many calls the last run made.
    pub(crate) fn count(&self) -> usize {
        std::fs::read_to_string(&self.counted).unwrap().trim().parse().unwrap()
    }
}

fn plant(project: &Project) {
    project.write(
        "lamp/wick.py",
        "def trim(wick):\n    return light(wick)\n\n\ndef light(wick):\n    return wick\n",
    );
    project.write("lamp/oil.py", "from lamp.wick import trim\n\n\ndef fill(lamp):\n    return trim(lamp)\n");
    git(&project.root(), &["init", "-q"]);
    commit_all(&project.root(), "Light");
}

fn change(project: &Project) {
    project
        .write("lamp/oil.py", "from lamp.wick import light\n\n\ndef fill(lamp):\n    return light(lamp)\n");
    project.write("lamp/glass.py", "def polish(glass):\n    return glass\n");
    commit_all(&project.root(), "Polish");
}

fn copy(from: &Path, to: &Path) {
    let _ = std::fs::remove_dir_all(to);
    let status = Command::new("cp").args(["-a", "--"]).arg(from).arg(to).status().unwrap();
    assert!(status.success());
}

/// A project whose files changed since it was indexed, and a copy of that index.
fn changed_project() -> (Project, PathBuf) {
    let project = Project::new();
    plant(&project);
    project.index();
    let kept = project.beside("kept");
    copy(&project.cache(), &kept);
    change(&project);
    (project, kept)
}

/// The exit code of a question that found something, found nothing or failed; never a signal, never a panic.
pub(crate) fn assert_told(said: &Said, when: &str) {
    assert!([Some(0), Some(1), Some(2)].contains(&said.code), "{when}: {:?} {}", said.code, said.err);
    assert!(said.code != Some(2) || said.err.starts_with("orient: "), "{when}: {}", said.err);
}

#[test]
fn a_run_that_is_refused_one_call_spoils_nothing() {
    let Some(disk) = Disk::new() else { return println!("not run: there is no C compiler") };
    let (project, kept) = changed_project();
    let clean = project.clean_build();
    assert_eq!(disk.run(&project, &["index", "--quiet"], None).code, Some(0));
    let count = disk.count();
    assert!(count > 100, "{count}");
    for at in 0..count {
        let code = CODES[at % CODES.len()];
        let when = format!("call {at} of {count}, error {code}");
        copy(&kept, &project.cache());
        assert_told(&disk.run(&project, &["index", "--quiet"], Some((at, code))), &when);
        if let Some(snapshot) = project.workspace().snapshot().unwrap() {
            assert_whole(&snapshot);
        }
        assert_eq!(project.index()["snapshot"].as_str(), Some(clean.0.as_str()), "{when}");
        assert_eq!(words(&project.snapshot()), clean.1, "{when}");
    }
    println!("{count} calls of an index run");
}

#[test]
fn a_question_that_is_refused_one_call_is_answered_or_says_why() {
    let Some(disk) = Disk::new() else { return println!("not run: there is no C compiler") };
    let (project, _) = changed_project();
    project.index();
    for question in [&["context", "polish the lamp"][..], &["search", "trim"], &["status"]] {
        let whole = disk.run(&project, question, None);
        assert_eq!(whole.code, Some(0), "{}", whole.err);
        let count = disk.count();
        assert!(count > 10, "{question:?} {count}");
        for at in 0..count {
            let code = CODES[at % CODES.len()];
            let when = format!("{question:?}: call {at} of {count}, error {code}");
            assert_told(&disk.run(&project, question, Some((at, code))), &when);
        }
        println!("{count} calls of {question:?}");
        assert_eq!(project.orient(question).out, whole.out, "{question:?}");
    }
}
