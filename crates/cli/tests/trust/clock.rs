//! Clocks that jump: files from the future and from before all time, and an index whose own files are from there.
//!
//! The system's clock cannot be set here; what it leaves behind, the times of files, can.

use crate::project::{Project, assert_whole, listing};
use std::fs::File;
use std::path::Path;
use std::time::{Duration, SystemTime};

const CENTURY: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

fn times() -> [SystemTime; 4] {
    let now = SystemTime::now();
    [
        now + CENTURY,
        now + Duration::from_secs(3600),
        SystemTime::UNIX_EPOCH,
        SystemTime::UNIX_EPOCH - Duration::from_nanos(1),
    ]
}

fn set(path: &Path, time: SystemTime) {
    File::options().append(true).open(path).unwrap().set_modified(time).unwrap();
}

#[test]
fn a_change_is_seen_whatever_time_its_file_has() {
    for time in times() {
        let project = Project::new();
        for word in ["alpha", "gamma", "delta"] {
            // The same length and the same time as before: only the content, and what no tool can set, tell them apart.
            project.write("lamp.py", format!("def {word}():\n    return 1\n"));
            set(&project.root().join("lamp.py"), time);
            project.index();
            assert_eq!(project.lines_of(word), [1], "{time:?}");
            assert_eq!(project.status()["changed"].as_array().unwrap().len(), 0, "{time:?}");
        }
        assert_whole(&project.snapshot());
    }
}

#[test]
fn an_index_from_another_time_is_as_good() {
    let project = Project::new();
    project.write("lamp.py", "def alpha():\n    return 1\n");
    project.index();
    let answer = project.orient(&["context", "alpha", "--no-learned"]);
    for time in times() {
        let cache = project.cache();
        listing(&cache)
            .iter()
            .map(|name| cache.join(name))
            .filter(|path| path.is_file())
            .for_each(|path| set(&path, time));
        assert_eq!(project.orient(&["context", "alpha", "--no-learned"]).out, answer.out, "{time:?}");
        assert_eq!(project.index()["parsed"], 0, "{time:?}");
    }
    project.write("lamp.py", "def gamma():\n    return 1\n");
    assert!(project.orient(&["symbol", "gamma"]).out.contains("lamp.py:1"));
}
