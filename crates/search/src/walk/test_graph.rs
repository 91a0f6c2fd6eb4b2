//! Small graphs, written down edge by edge, as snapshots.

use crate::params::Params;
use orienteer_model::{
    Edge, EdgeKind, FileFacts, LanguageId, Name, NameHash, Provenance, Span, Text, UnitFact, UnitId, UnitKind,
};
use orienteer_storage::{
    ExternalUnit, FileFlags, FileInput, Key, LexicalPlan, Repository, SegmentBuilder, Snapshot,
    SnapshotWriter,
};
use tempfile::TempDir;

/// Functions by number, the edges between them, and after the functions one environment variable.
#[derive(Clone)]
pub(crate) struct Edges {
    pub(crate) units: u32,
    pub(crate) edges: Vec<Edge>,
}

impl Edges {
    pub(crate) fn new(units: u32) -> Edges {
        Edges { units, edges: Vec::new() }
    }

    pub(crate) fn edge(mut self, from: u32, to: u32, kind: EdgeKind) -> Edges {
        let (from, to, provenance) = (UnitId(from), UnitId(to), Provenance::Ast);
        self.edges.push(Edge { from, to, kind, provenance, confidence: 100, ambiguous: false, line: 1 });
        self
    }

    pub(crate) fn calls(self, from: u32, to: u32) -> Edges {
        self.edge(from, to, EdgeKind::Calls)
    }

    /// Of the last edge, as the next.
    pub(crate) fn sure(mut self, confidence: u8) -> Edges {
        self.edges.last_mut().expect("an edge").confidence = confidence;
        self
    }

    pub(crate) fn line(mut self, line: u32) -> Edges {
        self.edges.last_mut().expect("an edge").line = line;
        self
    }
}

pub(crate) struct TestGraph {
    pub(crate) snapshot: Snapshot,
    _cache: TempDir,
}

impl TestGraph {
    pub(crate) fn new(edges: &Edges) -> TestGraph {
        TestGraph::made(edges, SegmentBuilder::new(), usize::MAX)
    }

    /// With vectors that the builder makes, in groups if there are more documents than so many.
    pub(crate) fn made(edges: &Edges, mut builder: SegmentBuilder, grouped_beyond: usize) -> TestGraph {
        let cache = tempfile::tempdir().expect("folder");
        let repository = Repository::open(cache.path(), "repository");
        let (tree, lock) = (repository.tree("tree"), repository.lock_writer().expect("lock"));
        let (facts, key, path) = (facts(edges.units), Key::of(b"file"), "file.zz");
        let (language, flags, size) = (LanguageId(1), FileFlags::default(), u64::from(facts.lines));
        let lines = facts.lines;
        let file = FileInput { path, module: "", language, key, size, lines, flags, facts: facts.view() };
        builder.add(path, key, &file.facts, &"\n".repeat(lines as usize));
        let writer = SnapshotWriter::begin(&lock, &tree).expect("begins");
        writer
            .records(&[file], &[ExternalUnit { kind: UnitKind::Environment, name: "HOME" }])
            .expect("records");
        writer.graph(edges.units as usize + 1, &edges.edges).expect("graph");
        writer
            .lexical(
                &LexicalPlan::new(None, &[file]).grouped_beyond(grouped_beyond),
                &[builder.finish().expect("segment")],
            )
            .expect("lexical");
        writer.publish().expect("publishes");
        TestGraph { snapshot: tree.current().expect("opens").expect("is there"), _cache: cache }
    }

    /// The defaults but for `set`.
    pub(crate) fn params(set: &[(&str, f32)]) -> Params {
        let mut params = Params::default();
        for (name, value) in set {
            params.set(name, *value).expect("a parameter");
        }
        params
    }
}

/// A function on each line.
fn facts(units: u32) -> FileFacts {
    let mut facts = FileFacts { language: 1, lines: units, ..FileFacts::default() };
    for number in 0..units {
        let span =
            Span { start_byte: number, end_byte: number + 1, start_line: number + 1, end_line: number + 1 };
        let mut unit = UnitFact::new(UnitKind::Function, span);
        let name = format!("function{number}");
        unit.name.text = Text { start: facts.arena.len() as u32, len: name.len() as u32 };
        unit.name = Name { hash: NameHash::of(&name), ..unit.name };
        unit.qualified = unit.name.text;
        facts.arena.push_str(&name);
        facts.units.push(unit);
    }
    facts
}
