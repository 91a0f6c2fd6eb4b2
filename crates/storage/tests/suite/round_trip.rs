//! What is written is what is read.

use crate::support::{Index, World, edges, extract, world};
use orienteer_model::{FileId, UnitId, UnitKind};
use orienteer_storage::{Error, FileFlags, Key, Mention, Snapshot, StatEntry};
use proptest::prelude::*;

const SOURCE: &str =
    "loose words\ntype ShapeKeeper\nfn measureWidth of every shape\nfn größe zählen\nend\nfn helper keeps\n";

fn published(index: &Index, files: &World) -> Snapshot {
    let id = index.write(files);
    let snapshot = index.tree.current().expect("opens").expect("is there");
    assert_eq!(*snapshot.id(), id);
    snapshot.verify().expect("is whole");
    snapshot
}

#[test]
fn units_and_files_come_back() {
    let cache = tempfile::tempdir().expect("folder");
    let index = Index::new(cache.path());
    let snapshot = published(&index, &world(&[("a/b.zz", SOURCE), ("c.zz", "fn alone\n")]));
    assert_eq!((snapshot.file_count(), snapshot.unit_count()), (2, 7));
    let file = snapshot.file_by_path("a/b.zz").expect("file");
    assert_eq!((file.id(), file.module(), file.lines()), (FileId(0), "some.module", 6));
    assert!(file.flags().has(FileFlags::TEST) && file.problem_count() == 0);
    assert!(snapshot.file_by_path("a/b").is_none() && snapshot.file_by_path("z").is_none());
    let unit = snapshot.units_named("MEASUREWIDTH").next().expect("unit");
    assert_eq!(
        (unit.name(), unit.container(), unit.doc()),
        ("measureWidth", "ShapeKeeper", "About measureWidth")
    );
    assert_eq!((unit.id(), unit.parent()), (UnitId(2), Some(UnitId(1))));
    assert_eq!(unit.file().expect("file").path(), "a/b.zz");
    let external = snapshot.external_units().next().expect("external");
    assert_eq!((external.name(), external.kind()), ("HOME_PAGE", UnitKind::Environment));
    assert!(external.file().is_none() && external.parent().is_none());
    assert_eq!(
        snapshot.names().collect::<Vec<_>>(),
        ["alone", "größe", "helper", "home_page", "measurewidth", "shapekeeper"]
    );
    assert_eq!(snapshot.names_with_prefix("H").collect::<Vec<_>>(), ["helper", "home_page"]);
    assert!(snapshot.units_named("nothing").next().is_none() && snapshot.unit(UnitId(7)).is_none());
}

#[test]
fn edges_and_history_come_back() {
    let cache = tempfile::tempdir().expect("folder");
    let index = Index::new(cache.path());
    let snapshot = published(&index, &world(&[("a/b.zz", SOURCE)]));
    let graph = snapshot.graph();
    assert_eq!(graph.edges().collect::<Vec<_>>(), edges(6));
    for edge in edges(6) {
        assert_eq!(graph.outgoing(edge.from).collect::<Vec<_>>(), [edge]);
        assert_eq!(graph.incoming(edge.to).collect::<Vec<_>>(), [edge]);
    }
    assert_eq!(graph.outgoing(UnitId(u32::MAX)).count(), 0);
    let history = snapshot.history().expect("history");
    let commit = history.commits().next().expect("commit");
    assert_eq!((commit.subject(), commit.time(), commit.files()), ("Make it so", 77, 2));
    assert_eq!(history.touches_of(UnitId(0)).next().map(|touch| (touch.commit, touch.lines)), Some((0, 4)));
    assert_eq!(history.units_of(0).next().map(|touch| touch.unit), Some(UnitId(0)));
    assert_eq!(history.touches_of(UnitId(1)).count(), 0);
    let log = snapshot.log().expect("log");
    assert_eq!(log.mentions("becaus").collect::<Vec<_>>(), [Mention { commit: 0, count: 1 }]);
    assert_eq!((log.mentions("becausing").len(), log.length(0), log.file_count(0)), (0, 4, 2));
    assert_eq!(log.files_of(0).collect::<Vec<_>>(), [FileId(0)]);
    assert_eq!((log.times(FileId(0)), log.times(FileId(1)), log.files_of(1).count()), (1, 0, 0));
}

#[test]
fn equal_edges_become_the_surest_one() {
    let cache = tempfile::tempdir().expect("folder");
    let index = Index::new(cache.path());
    let lock = index.lock();
    let edge = edges(3)[0];
    let sure = orienteer_model::Edge { confidence: 90, ..edge };
    let writer = orienteer_storage::SnapshotWriter::begin(&lock, &index.tree).expect("begin");
    writer.records(&[], &[]).expect("records");
    writer.graph(3, &[edges(3)[1], edge, sure, edge]).expect("graph");
    writer.lexical(&orienteer_storage::LexicalPlan::new(None, &[]), &[]).expect("lexical");
    writer.publish().expect("publish");
    let snapshot = index.tree.current().expect("opens").expect("is there");
    assert_eq!(snapshot.graph().edges().collect::<Vec<_>>(), [sure, edges(3)[1]]);
}

#[test]
fn an_edge_out_of_range_is_refused() {
    let cache = tempfile::tempdir().expect("folder");
    let index = Index::new(cache.path());
    let lock = index.lock();
    let writer = orienteer_storage::SnapshotWriter::begin(&lock, &index.tree).expect("begin");
    assert!(matches!(writer.graph(1, &edges(2)), Err(Error::Inconsistent { .. })));
    assert!(matches!(writer.publish(), Err(Error::Inconsistent { .. })));
    assert!(crate::support::listing(index.tree.folder()).is_empty());
}

#[test]
fn stat_entries_come_back() {
    let cache = tempfile::tempdir().expect("folder");
    let index = Index::new(cache.path());
    assert!(index.tree.stat_cache().is_empty());
    let entry = |number| StatEntry { modified: number, size: 2, inode: 3, key: Key::of(b"x") };
    let entries = [("b".to_string(), entry(1)), ("a/c".to_string(), entry(-5))];
    index.tree.write_stat_cache(&index.lock(), &entries).expect("written");
    let cache = index.tree.stat_cache();
    assert_eq!((cache.get("a/c"), cache.get("b"), cache.get("a")), (Some(entry(-5)), Some(entry(1)), None));
}

#[test]
fn one_writer_at_a_time_and_clear_frees_the_name() {
    let cache = tempfile::tempdir().expect("folder");
    let index = Index::new(cache.path());
    index.write(&world(&[("a", "fn b\n")]));
    let lock = index.lock();
    assert!(index.repository.try_lock_writer().expect("asks").is_none());
    index.repository.clear(lock).expect("cleared");
    assert!(!index.repository.folder().exists());
    assert!(index.repository.try_lock_writer().expect("asks").is_some());
    assert!(index.tree.current().expect("reads").is_none());
}

fn any_source() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        "fn [a-zA-Z_é]{0,6} [a-z ]{0,20}\n",
        "type [A-Z][a-z]{1,4}\n",
        Just("end\n".to_string()),
        "\\PC{0,12}\n",
    ];
    proptest::collection::vec(line, 0..8).prop_map(|lines| lines.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_tree_comes_back(files in proptest::collection::btree_map("[a-c/]{1,6}", any_source(), 0..6)) {
        let cache = tempfile::tempdir().expect("folder");
        let index = Index::new(cache.path());
        let snapshot = published(&index, &files);
        prop_assert_eq!(snapshot.file_count(), files.len());
        let store = index.repository.facts().expect("facts");
        for (file, (path, source)) in snapshot.files().zip(&files) {
            let facts = extract(source);
            prop_assert_eq!(file.path(), path);
            prop_assert_eq!(store.get(&file.key()).expect("kept").units, &facts.units[..]);
            prop_assert_eq!(file.units().len(), facts.units.len());
            for (unit, fact) in snapshot.units_of(file.id()).zip(&facts.units) {
                prop_assert_eq!(unit.name(), fact.name.text.of(&facts.arena));
                prop_assert_eq!(unit.doc(), fact.doc.of(&facts.arena));
                prop_assert_eq!((unit.kind(), unit.span(), unit.body_start()), (fact.kind(), fact.span, fact.body_start));
                let found = unit.name().is_empty() || snapshot.units_named(unit.name()).any(|named| named.id() == unit.id());
                prop_assert!(found);
            }
        }
    }
}
