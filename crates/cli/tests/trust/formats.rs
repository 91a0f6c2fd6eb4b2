//! Versions of the program that share one index: what another one wrote is built anew, never misread, also while both are at it.

use crate::project::{Project, assert_whole, commit_all, git, listing};
use orienteer_engine::Silent;
use orienteer_storage::FORMAT_VERSION;
use std::path::Path;

const FORMATS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../storage/tests/formats");
/// How often the other version publishes.
const ROUNDS: usize = 40;

/// The tree that the indexes of earlier formats are of, but for a function that came later: an old index does not know it.
fn plant(project: &Project) {
    project.write(
        "lamp/wick.py",
        "def trim(wick):\n    return light(wick)\n\n\ndef light(wick):\n    return wick\n\n\ndef snuff(wick):\n    return None\n",
    );
    project.write(
        "lamp/oil.py",
        "from lamp.wick import trim\n\n\nclass Oil:\n    def fill(self, lamp):\n        return trim(lamp)\n",
    );
    git(&project.root(), &["init", "-q"]);
    commit_all(&project.root(), "Light the lamps");
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for name in listing(from) {
        let (source, target) = (from.join(&name), to.join(&name));
        match source.is_dir() {
            true => std::fs::create_dir_all(&target).unwrap(),
            false => drop(std::fs::copy(&source, &target).unwrap()),
        }
    }
}

/// Publishes the snapshot of an earlier format as its version did: whole, under the lock, by one rename.
fn publish(format: u32, project: &Project) {
    let workspace = project.workspace();
    let _lock = workspace.repository().lock_writer().unwrap();
    let (from, tree) = (Path::new(FORMATS).join(format.to_string()), workspace.tree().folder());
    for packs in ["facts", "history"] {
        copy(&from.join(packs), &workspace.repository().folder().join(packs));
    }
    let name =
        listing(&from.join("trees/tree")).into_iter().find(|name| name.starts_with("snapshot-")).unwrap();
    copy(&from.join("trees/tree").join(&name), &tree.join(&name));
    std::fs::copy(from.join("trees/tree/stat"), tree.join("stat")).unwrap();
    std::fs::copy(from.join("trees/tree/current"), tree.join("tmp-current")).unwrap();
    std::fs::rename(tree.join("tmp-current"), tree.join("current")).unwrap();
}

/// Makes of the index one that a later version wrote: its number is higher, the rest nobody knows.
fn raise(project: &Project) {
    let next = FORMAT_VERSION + 1;
    for name in listing(&project.cache()) {
        let path = project.cache().join(&name);
        let Ok(mut bytes) = std::fs::read(&path) else { continue };
        if name.ends_with("manifest") {
            let (old, new) = (format!("\"format\": {FORMAT_VERSION}"), format!("\"format\": {next}"));
            bytes = String::from_utf8(bytes).unwrap().replace(&old, &new).into_bytes();
        } else if bytes.starts_with(b"orienteR") {
            bytes[8..12].copy_from_slice(&next.to_le_bytes());
            bytes.truncate(bytes.len() - 1);
        }
        std::fs::remove_file(&path).unwrap();
        std::fs::write(&path, bytes).unwrap();
    }
}

/// Asks for what only the current files have.
fn assert_answers(project: &Project, when: &str) {
    for question in [&["symbol", "snuff"][..], &["search", "snuff"], &["context", "snuff a wick"]] {
        let said = project.orient(question);
        assert_eq!(said.code, Some(0), "{when}: {question:?}: {}", said.err);
        assert!(said.out.contains("lamp/wick.py") && said.out.contains("snuff"), "{when}: {}", said.out);
    }
}

fn assert_current(project: &Project, when: &str) {
    let snapshot = project.snapshot();
    assert_whole(&snapshot);
    assert_eq!(snapshot.id().to_string(), project.clean_build().0, "{when}");
    assert!(!listing(&project.cache()).iter().any(|path| path.contains("tmp-")), "{when}");
}

#[test]
fn an_index_of_an_earlier_format_is_built_anew() {
    for format in 1..FORMAT_VERSION {
        let when = format!("format {format}");
        let project = Project::new();
        plant(&project);
        publish(format, &project);
        let said = project.orient(&["status"]);
        assert!(
            [Some(0), Some(1), Some(2)].contains(&said.code) && !said.out.contains("trim"),
            "{}",
            said.out
        );
        assert_answers(&project, &when);
        project.index();
        assert_current(&project, &when);
    }
}

#[test]
fn an_index_of_a_later_format_is_built_anew() {
    let project = Project::new();
    plant(&project);
    project.index();
    raise(&project);
    assert!(project.workspace().snapshot().unwrap().is_none());
    assert_answers(&project, "a later format");
    project.index();
    assert_current(&project, "a later format");
}

/// What a question is answered from, without the time that a process takes to start.
fn assert_view(project: &Project) {
    let view = project.workspace().view(&Silent).unwrap();
    assert_eq!(view.snapshot.units_named("snuff").count(), 1);
    assert_whole(&view.snapshot);
}

#[test]
fn two_versions_at_once_answer_each_for_itself() {
    let project = Project::new();
    plant(&project);
    project.index();
    std::thread::scope(|scope| {
        scope.spawn(|| (0..ROUNDS).for_each(|_| publish(FORMAT_VERSION - 1, &project)));
        for _ in 0..2 {
            scope.spawn(|| (0..ROUNDS).for_each(|_| assert_view(&project)));
        }
        scope.spawn(|| (0..ROUNDS / 4).for_each(|_| drop(project.index())));
    });
    project.index();
    assert_current(&project, "afterwards");
}
