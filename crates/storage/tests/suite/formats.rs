//! An index of every format that there ever was: the current one is read, every other is refused as what it is.
//!
//! `tests/formats/N` was written by a program of format N. Whoever raises the version adds a folder; one that is there never changes.

use orienteer_storage::{Error, FORMAT_VERSION, Key, Repository};
use std::path::{Path, PathBuf};

fn formats() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats")
}

fn index_of(format: u32) -> Repository {
    Repository::open(&formats(), &format.to_string())
}

#[test]
fn the_current_format_is_read() {
    let snapshot = index_of(FORMAT_VERSION).tree("tree").current().expect("opens").expect("is there");
    snapshot.verify().expect("whole");
    let paths: Vec<&str> = snapshot.files().map(|file| file.path()).collect();
    assert_eq!(paths, ["README.md", "lamp/oil.py", "lamp/wick.py"]);
    assert_eq!(snapshot.units_named("trim").count(), 1);
    assert_eq!(snapshot.units_named("fill").next().expect("a unit").qualified(), "Oil.fill");
    assert!(snapshot.graph().edges().count() > 0 && snapshot.log().is_some());
    assert_eq!(snapshot.history().expect("history").commits().count(), 1);
    assert_eq!(snapshot.lexical().term("wick").expect("a term").document_frequency(), 4);
    index_of(FORMAT_VERSION).facts().expect("facts").verify().expect("whole");
}

#[test]
fn earlier_formats_are_told_by_their_number() {
    assert!(FORMAT_VERSION > 1);
    for format in 1..FORMAT_VERSION {
        let refused = index_of(format).tree("tree").current().err().expect("is refused");
        assert!(refused.wants_rebuild(), "{refused}");
        match refused {
            Error::Format { found, expected, .. } => assert_eq!((found, expected), (format, FORMAT_VERSION)),
            other => panic!("{other}"),
        }
    }
}

#[test]
fn what_is_kept_beside_snapshots_is_not_read_either() {
    for format in 1..FORMAT_VERSION {
        let index = index_of(format);
        assert!(index.tree("tree").stat_cache().is_empty());
        let facts = index.facts().expect("a folder that can be read");
        assert!(facts.get(&Key::of(b"anything")).is_none() && facts.verify().is_err());
        assert_eq!(index.commits().expect("a folder that can be read").count(), 0);
    }
}
