//! Damage that no checksum catches: every reader answers something, and none panics.

use crate::graph::Graph;
use crate::history::{CommitInput, History, Touch};
use crate::lexical::{Embed, Field, Lexical, LexicalPlan, RowCount, SegmentBuilder, Vectors};
use crate::log::{Log, LogInput};
use crate::records::{ExternalUnit, FileFlags, FileInput, Records};
use crate::sections::tests::reseal;
use crate::{Key, Repository, SnapshotWriter, test_data};
use orienteer_model::{Edge, EdgeKind, FileId, LanguageId, Provenance, UnitId, UnitKind};
use proptest::prelude::*;
use std::path::{Path, PathBuf};

/// The same vector for every document, by a model of this number.
struct Constant(u64);

static FIRST: Constant = Constant(1);
static SECOND: Constant = Constant(2);

impl Embed for Constant {
    fn model(&self) -> u64 {
        self.0
    }

    fn dimensions(&self) -> usize {
        3
    }

    fn rows_of(&self, _: &str, rows: &mut Vec<u32>) {
        rows.push(0);
    }

    fn embed(&self, _: &[RowCount], _: &mut Vec<f32>, vector: &mut Vec<i8>) {
        vector.extend([1, 2, 3]);
    }
}

fn snapshot(cache: &Path) -> PathBuf {
    snapshot_of(cache, &FIRST)
}

fn snapshot_of(cache: &Path, model: &'static Constant) -> PathBuf {
    let repository = Repository::open(cache, "repository");
    let lock = repository.lock_writer().expect("lock");
    let facts = test_data::facts("lib/area.zz", 6);
    let (path, key) = ("lib/area.zz", Key::of(b"area"));
    let (language, flags) = (LanguageId(1), FileFlags::default());
    let file =
        FileInput { path, module: "lib", language, key, size: 61, lines: 4, flags, facts: facts.view() };
    let mut builder = SegmentBuilder::with(Some(model));
    builder.add(path, key, &file.facts, &"some words of it ".repeat(4));
    let edge = |from| Edge {
        from: UnitId(from),
        to: UnitId(7 - from),
        kind: EdgeKind::Calls,
        provenance: Provenance::Ast,
        confidence: 90,
        ambiguous: false,
        line: 2,
    };
    let edges: Vec<Edge> = (0..8).map(edge).collect();
    let writer = SnapshotWriter::begin(&lock, &repository.tree("tree")).expect("begins");
    writer.records(&[file], &[ExternalUnit { kind: UnitKind::Route, name: "/page" }]).expect("records");
    writer.graph(8, &edges).expect("graph");
    let plan = LexicalPlan::new(None, &[file]).grouped_beyond(0);
    writer.lexical(&plan, &[builder.finish().expect("segment")]).expect("lexical");
    let commit = CommitInput { id: [1; 20], time: 5, text: "Subject\nbody", files: 1 };
    writer.history(8, &[commit], &[Touch { unit: UnitId(2), commit: 0, lines: 3 }]).expect("history");
    let log = LogInput { id: [1; 20], text: "Subject\nbody body", files: 1, touched: vec![FileId(0)] };
    writer.log(1, 7, &[log], None).expect("log");
    writer.publish().expect("publishes");
    repository.tree("tree").current().expect("opens").expect("is there").folder().to_path_buf()
}

#[test]
fn vectors_of_another_model_make_another_snapshot() {
    let cache = tempfile::tempdir().expect("folder");
    let first = snapshot_of(cache.path(), &FIRST);
    assert_eq!(first, snapshot_of(cache.path(), &FIRST));
    let second = snapshot_of(cache.path(), &SECOND);
    assert_ne!(first, second);
    let current = Repository::open(cache.path(), "repository").tree("tree").current();
    let current = current.expect("opens").expect("is there");
    assert!(current.folder() == second && current.lexical().has_model(2));
}

fn read_records(path: &Path) -> Option<usize> {
    let records = Records::open(path).ok()?;
    let mut length = records.names().count() + records.names_with_prefix("m").count();
    length += records.units_named("measureWidth1").filter_map(|id| records.unit(id)).count();
    length += usize::from(records.file_by_path("lib/area.zz").is_some());
    for id in 0..9 {
        let Some(unit) = records.unit(UnitId(id)) else { continue };
        length += unit.name().len() + unit.doc().len() + unit.signature().len() + unit.container().len();
        length += unit.module().len() + unit.qualified().len() + usize::from(unit.parent().is_some());
        length += unit.kind() as usize + unit.span().start_line as usize;
    }
    let file = records.file(FileId(0))?;
    Some(length + file.path().len() + file.module().len() + file.units().len() + records.externals().count())
}

fn read_graph(path: &Path) -> Option<usize> {
    let graph = Graph::open(path).ok()?;
    let near = |id| graph.outgoing(UnitId(id)).count() + graph.incoming(UnitId(id)).count();
    Some(graph.edges().count() + (0..9).map(near).sum::<usize>())
}

fn read_history(path: &Path) -> Option<usize> {
    let history = History::open(path).ok()?;
    let text: usize = history.commits().map(|commit| commit.text().len() + commit.subject().len()).sum();
    Some(text + history.units_of(0).count() + history.touches_of(UnitId(2)).count())
}

fn read_log(path: &Path) -> Option<usize> {
    let log = Log::open(path).ok()?;
    let words: usize = log.terms().map(|term| term.len() + log.mentions(term).len()).sum();
    let mentions: usize = log.mentions("bodi").map(|mention| mention.count as usize).sum();
    let commit = log.files_of(0).count() + log.length(0) as usize + log.file_count(0) as usize;
    let input = LogInput { id: [1; 20], text: "Subject", files: 1, touched: Vec::new() };
    let written = crate::log::write(std::io::Cursor::new(Vec::new()), path, 1, 7, &[input], Some(&log));
    Some(words + mentions + commit + log.times(FileId(0)) as usize + usize::from(written.is_ok()))
}

fn read_lexical(path: &Path) -> Option<usize> {
    let lexical = Lexical::open(path, &|name| path.with_file_name(name).exists()).ok()?;
    let terms = lexical.terms_with_prefix("", usize::MAX);
    let found = terms.iter().filter_map(|term| lexical.term(term));
    let postings: usize =
        found.map(|term| term.postings().count() + term.document_frequency() as usize).sum();
    let vectors = lexical.vectors(1);
    let of =
        |unit| vectors.and_then(|vectors| vectors.of(UnitId(unit))).map_or(0, |(vector, _)| vector.len());
    let scanned = vectors.iter().flat_map(Vectors::segments).map(|rows| {
        let known = (0..rows.document_count() + 2).filter(|document| rows.unit(*document).is_some());
        let centres = rows.centres().map_or(0, |(_, scales)| scales.len());
        let grouped = (0..=centres).map(|group| rows.group(group).0.len() + rows.group(group).1.len());
        let vectors = known.map(|document| rows.vector(document).0.len());
        vectors.sum::<usize>() + rows.sketches().len() + grouped.sum::<usize>()
    });
    Some(
        postings
            + lexical.total_length(Field::Body) as usize
            + (0..9).map(of).sum::<usize>()
            + scanned.sum::<usize>(),
    )
}

/// Puts the segment under the name that its checksum asks for, and says so in the index, as a writer would have.
fn damaged_segment(folder: &Path, path: &Path, bytes: &[u8]) {
    let checksum: [u8; 8] = bytes[40..48].try_into().expect("eight bytes");
    let name = format!("segment-{:016x}", u64::from_le_bytes(checksum));
    std::fs::remove_file(path).expect("removed");
    std::fs::write(folder.join(name), bytes).expect("written");
    let index = folder.join("lexical");
    let mut bytes = std::fs::read(&index).expect("index");
    let rows = 48 + 3 * 16;
    bytes[rows..rows + 8].copy_from_slice(&checksum);
    reseal(&mut bytes, 3);
    std::fs::write(index, bytes).expect("written");
}

fn damage(bytes: &mut [u8], sections: usize, changes: &[(prop::sample::Index, u8)]) {
    let body = 48 + sections * 16;
    for (position, change) in changes {
        let position = body + position.index(bytes.len() - body);
        bytes[position] ^= change;
    }
    reseal(bytes, sections);
}

/// In memory where there is such a place: every case syncs a snapshot.
fn scratch() -> PathBuf {
    let memory = PathBuf::from("/dev/shm");
    if memory.is_dir() { memory } else { std::env::temp_dir() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn no_reader_panics(changes in proptest::collection::vec((any::<prop::sample::Index>(), 1u8..), 1..12)) {
        let cache = tempfile::tempdir_in(scratch()).expect("folder");
        let folder = snapshot(cache.path());
        type Read = fn(&Path) -> Option<usize>;
        let parts: [(&str, usize, Read); 5] = [
            ("records", 9, read_records),
            ("graph", 4, read_graph),
            ("history", 6, read_history),
            ("log", crate::log::SECTIONS, read_log),
            ("lexical", 3, read_lexical),
        ];
        for (name, sections, read) in parts {
            let path = folder.join(name);
            let whole = std::fs::read(&path).expect("part");
            prop_assert!(read(&path).is_some());
            let mut bytes = whole.clone();
            damage(&mut bytes, sections, &changes);
            std::fs::write(&path, &bytes).expect("written");
            read(&path);
            std::fs::write(&path, &whole).expect("restored");
        }
        let names = crate::disk::names_in(&folder).expect("names");
        let named = |is_groups: bool| {
            let mut names = names.iter().filter(|name| name.starts_with("segment-"));
            folder.join(names.find(|name| name.ends_with("-groups") == is_groups).expect("there"))
        };
        let (segment, groups) = (named(false), named(true));
        let mut bytes = std::fs::read(&groups).expect("groups");
        damage(&mut bytes, 6, &changes);
        std::fs::write(&groups, &bytes).expect("written");
        read_lexical(&folder.join("lexical"));
        let mut bytes = std::fs::read(&segment).expect("segment");
        damage(&mut bytes, 6, &changes);
        damaged_segment(&folder, &segment, &bytes);
        read_lexical(&folder.join("lexical"));
        let lexical = Lexical::open(&folder.join("lexical"), &|_| false);
        if let Ok(lexical) = lexical {
            let segments: Vec<_> = lexical.segments().cloned().collect();
            let _ = crate::lexical::Segment::merge(&[segments.clone(), segments].concat());
        }
    }
}
