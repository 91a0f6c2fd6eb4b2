//! Damaged files are reported, never believed.

use crate::support::{Index, listing, world};
use orienteer_storage::{Error, FORMAT_VERSION};
use proptest::prelude::*;
use std::fs;
use std::path::PathBuf;

fn prepared(cache: &std::path::Path) -> (Index, Vec<PathBuf>) {
    let index = Index::new(cache);
    index.write(&world(&[("a/b", "type Thing\nfn part of it\nend\nloose\n"), ("c", "fn third größe\n")]));
    let folder = index.tree.current().expect("opens").expect("is there").folder().to_path_buf();
    let parts = listing(&folder).iter().map(|name| folder.join(name)).collect();
    (index, parts)
}

fn is_reported(index: &Index) -> bool {
    match index.tree.current() {
        Err(error) => error.wants_rebuild() || error.is_not_found(),
        Ok(Some(snapshot)) => snapshot.verify().is_err(),
        Ok(None) => false,
    }
}

#[test]
fn every_part_is_there() {
    let cache = tempfile::tempdir().expect("folder");
    let (_, parts) = prepared(cache.path());
    let names: Vec<_> = parts.iter().filter_map(|path| path.file_name()?.to_str()).collect();
    for part in ["manifest", "records", "graph", "lexical", "history", "log"] {
        assert!(names.contains(&part), "{names:?}");
    }
    assert!(names.iter().any(|name| name.starts_with("segment-")));
}

#[test]
fn every_truncation_of_every_part_is_reported() {
    let cache = tempfile::tempdir().expect("folder");
    let (index, parts) = prepared(cache.path());
    for part in parts {
        let bytes = fs::read(&part).expect("part");
        for length in (0..bytes.len()).step_by(bytes.len() / 40 + 1) {
            fs::write(&part, &bytes[..length]).expect("written");
            assert!(is_reported(&index), "{} cut to {length}", part.display());
        }
        fs::write(&part, &bytes).expect("restored");
        assert!(!is_reported(&index));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_changed_byte_is_reported(changes in proptest::collection::vec((any::<prop::sample::Index>(), 1u8..), 8)) {
        let cache = tempfile::tempdir().expect("folder");
        let (index, parts) = prepared(cache.path());
        for part in parts {
            let bytes = fs::read(&part).expect("part");
            for (position, change) in &changes {
                let mut damaged = bytes.clone();
                damaged[position.index(bytes.len())] ^= change;
                // White space of the manifest means nothing.
                if serde_json_equal(&damaged, &bytes) {
                    continue;
                }
                fs::write(&part, &damaged).expect("written");
                prop_assert!(is_reported(&index), "{} at {}", part.display(), position.index(bytes.len()));
            }
            fs::write(&part, &bytes).expect("restored");
        }
    }
}

fn serde_json_equal(one: &[u8], other: &[u8]) -> bool {
    let parse = |bytes| serde_json::from_slice::<serde_json::Value>(bytes).ok();
    parse(one).is_some_and(|value| Some(value) == parse(other))
}

#[test]
fn another_format_is_told_apart_from_damage() {
    let cache = tempfile::tempdir().expect("folder");
    let (index, parts) = prepared(cache.path());
    let manifest = parts.iter().find(|path| path.ends_with("manifest")).expect("manifest");
    let text = fs::read_to_string(manifest).expect("text");
    fs::write(manifest, text.replace(&format!("\"format\": {FORMAT_VERSION}"), "\"format\": 999"))
        .expect("written");
    assert!(matches!(index.tree.current(), Err(Error::Format { found: 999, .. })));
}

#[test]
fn a_damaged_snapshot_is_replaced_by_the_next_run() {
    let cache = tempfile::tempdir().expect("folder");
    let (index, parts) = prepared(cache.path());
    let graph = parts.iter().find(|path| path.ends_with("graph")).expect("graph");
    fs::write(graph, b"nonsense").expect("written");
    assert!(is_reported(&index));
    index.write(&world(&[("a/b", "type Thing\nfn part of it\nend\nloose\n"), ("c", "fn third größe\n")]));
    assert!(!is_reported(&index));
}

#[test]
fn damaged_facts_are_missing_facts() {
    let cache = tempfile::tempdir().expect("folder");
    let (index, _) = prepared(cache.path());
    let folder = index.repository.folder().join("facts");
    let pack = folder.join(&listing(&folder)[0]);
    let mut bytes = fs::read(&pack).expect("pack");
    let at = bytes.windows(5).position(|window| window == b"Thing").expect("a name");
    bytes[at] = b'X';
    fs::write(&pack, bytes).expect("written");
    let store = index.repository.facts().expect("opens");
    assert!(store.verify().is_err());
    assert!(store.get(&orienteer_storage::Key::of(b"type Thing\nfn part of it\nend\nloose\n")).is_none());
    assert!(store.get(&orienteer_storage::Key::of("fn third größe\n".as_bytes())).is_some());
}

#[test]
fn unreadable_packs_and_stat_caches_are_only_forgotten() {
    let cache = tempfile::tempdir().expect("folder");
    let (index, _) = prepared(cache.path());
    fs::write(index.repository.folder().join("facts/0.pack"), b"short").expect("written");
    fs::write(index.tree.folder().join("stat"), b"short").expect("written");
    assert!(index.tree.stat_cache().is_empty());
    assert!(index.repository.facts().expect("opens").verify().is_err());
    index.repository.collect_garbage(&index.lock()).expect("collects");
    index.repository.facts().expect("opens").verify().expect("whole again");
}
