//! A snapshot of a few invented files: the shortest write pipeline, with no edges but those that are given.

use orienteer_model::{Edge, EdgeKind, FileFacts, LanguageId, Provenance, UnitId};
use orienteer_search::{Answer, Dense, Memory, Params, Request, SearchError, Strategy, search};
use orienteer_storage::{
    FileFlags, FileInput, Key, LexicalPlan, Repository, SegmentBuilder, Snapshot, SnapshotWriter,
};
use tempfile::TempDir;

static NOTHING: Memory = Memory::nothing();

pub struct Index {
    pub snapshot: Snapshot,
    _cache: TempDir,
}

impl Index {
    /// The files need not be in order.
    pub fn new<P: AsRef<str>, T: AsRef<str>>(files: &[(P, T)]) -> Index {
        Index::with_edges(files, &[])
    }

    /// The same with edges from name to name.
    pub fn with_edges<P: AsRef<str>, T: AsRef<str>>(
        files: &[(P, T)],
        edges: &[(&str, EdgeKind, &str)],
    ) -> Index {
        let mut files: Vec<(&str, &str)> =
            files.iter().map(|(path, text)| (path.as_ref(), text.as_ref())).collect();
        files.sort_unstable();
        let cache = tempfile::tempdir().expect("folder");
        let repository = Repository::open(cache.path(), "repository");
        let tree = repository.tree("tree");
        let lock = repository.lock_writer().expect("lock");
        let mut store = repository.facts().expect("store");
        let mut writer = store.writer(&lock).expect("writer");
        let keys: Vec<Key> =
            files.iter().map(|(path, text)| Key::of_parts(&[path.as_bytes(), text.as_bytes()])).collect();
        let facts: Vec<FileFacts> =
            files.iter().map(|(path, text)| orienteer_extraction::extract(path, text.as_bytes())).collect();
        for (key, facts) in keys.iter().zip(&facts) {
            writer.add(*key, facts).expect("facts");
        }
        store.commit(writer).expect("commit");
        let inputs: Vec<FileInput<'_>> = files
            .iter()
            .zip(keys.iter().zip(&facts))
            .map(|((path, text), (key, facts))| FileInput {
                path,
                module: "",
                language: LanguageId(facts.language),
                key: *key,
                size: text.len() as u64,
                lines: facts.lines,
                flags: flags(path),
                facts: store.get(key).expect("kept"),
            })
            .collect();
        let plan = LexicalPlan::new(None, &inputs);
        let mut builder = SegmentBuilder::new();
        for (file, (_, text)) in inputs.iter().zip(&files) {
            builder.add(file.path, file.key, &file.facts, text);
        }
        let segment = builder.finish().expect("segment");
        let names = names(&facts);
        let writer = SnapshotWriter::begin(&lock, &tree).expect("begin");
        writer.records(&inputs, &[]).expect("records");
        writer.graph(names.len(), &numbered(&names, edges)).expect("graph");
        writer.lexical(&plan, &[segment]).expect("lexical");
        writer.publish().expect("publish");
        Index { snapshot: tree.current().expect("opens").expect("is there"), _cache: cache }
    }

    pub fn ask(&self, dense: Option<&dyn Dense>, request: &Request<'_>) -> Result<Answer, SearchError> {
        search(&self.snapshot, dense, request, &Params::default())
    }

    /// `folder/file.py name`
    pub fn title(&self, unit: UnitId) -> String {
        let unit = self.snapshot.unit(unit).expect("a unit");
        let path = unit.file().map_or("", |file| file.path());
        format!("{path} {}", unit.name())
    }

    pub fn titles(&self, answer: &Answer) -> Vec<String> {
        answer.ranked.iter().map(|ranked| self.title(ranked.unit)).collect()
    }
}

/// By unit.
fn names(facts: &[FileFacts]) -> Vec<&str> {
    facts.iter().flat_map(|facts| facts.units.iter().map(|unit| unit.name.text.of(&facts.arena))).collect()
}

fn numbered(names: &[&str], edges: &[(&str, EdgeKind, &str)]) -> Vec<Edge> {
    let number = |name: &str| UnitId(names.iter().position(|known| *known == name).expect("a name") as u32);
    let edge = |(from, kind, to): &(&str, EdgeKind, &str)| Edge {
        from: number(from),
        to: number(to),
        kind: *kind,
        provenance: Provenance::Ast,
        confidence: 100,
        ambiguous: false,
        line: 1,
    };
    edges.iter().map(edge).collect()
}

/// What the write pipeline would say about these folders.
fn flags(path: &str) -> FileFlags {
    FileFlags(match path.split('/').next() {
        Some("vendor") => FileFlags::VENDORED,
        Some("docs") => FileFlags::DOCUMENTATION,
        _ => 0,
    })
}

pub fn request(query: &str, limit: usize) -> Request<'_> {
    Request {
        query,
        limit,
        per_file: 3,
        strategy: Strategy::Union,
        max_distance: None,
        concepts: &[],
        memory: &NOTHING,
        elsewhere: None,
        sparse: None,
        wanted: &|_| true,
    }
}
