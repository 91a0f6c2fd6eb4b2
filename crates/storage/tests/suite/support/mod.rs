//! A made-up language and the shortest write pipeline over it: `type NAME` opens a type, `end` closes it, `fn NAME WORDS` is a callable.

use orienteer_model::{
    Edge, EdgeKind, FileFacts, FileId, LanguageId, Name, NameHash, Provenance, Span, Text, UnitFact, UnitId,
    UnitKind,
};
use orienteer_storage::{
    CommitInput, Embed, ExternalUnit, FileFlags, FileInput, Key, LexicalPlan, LogInput, Repository, Result,
    RowCount, SegmentBuilder, SnapshotId, SnapshotWriter, Touch, Tree, WriterLock,
};
use std::collections::BTreeMap;
use std::path::Path;

/// A vector of how often words begin with each of the first four letters, in their names and elsewhere.
pub struct Letters;

impl Letters {
    pub const MODEL: u64 = 77;
}

impl Embed for Letters {
    fn model(&self) -> u64 {
        Letters::MODEL
    }

    fn dimensions(&self) -> usize {
        8
    }

    fn rows_of(&self, term: &str, rows: &mut Vec<u32>) {
        rows.extend(term.bytes().next().filter(|first| (b'a'..=b'd').contains(first)).map(u32::from));
    }

    fn embed(&self, rows: &[RowCount], _: &mut Vec<f32>, vector: &mut Vec<i8>) {
        let mut numbers = [0_i8; 8];
        for count in rows {
            let place = (count.row - u32::from(b'a')) as usize;
            numbers[place] = count.counts[0] as i8;
            numbers[place + 4] = count.counts[1..].iter().sum::<u8>() as i8;
        }
        vector.extend(numbers);
    }
}

pub type World = BTreeMap<String, String>;

pub fn world(files: &[(&str, &str)]) -> World {
    files.iter().map(|(path, source)| (path.to_string(), source.to_string())).collect()
}

fn name(arena: &mut String, value: &str) -> Name {
    let text = Text { start: arena.len() as u32, len: value.len() as u32 };
    arena.push_str(value);
    Name { text, hash: NameHash::of(value) }
}

pub fn extract(source: &str) -> FileFacts {
    let mut facts = FileFacts { language: 3, ..FileFacts::default() };
    let mut open: Option<usize> = None;
    let mut start = 0u32;
    for (line, text) in source.split_inclusive('\n').enumerate() {
        let end = start + text.len() as u32;
        let line = line as u32 + 1;
        let span = Span { start_byte: start, end_byte: end, start_line: line, end_line: line };
        let mut words = text.split_whitespace();
        match words.next() {
            Some("type") => {
                open = Some(facts.units.len());
                push(&mut facts, UnitKind::Class, span, words.next().unwrap_or(""), None);
            }
            Some("end") => open = None,
            Some("fn") => push(&mut facts, UnitKind::Function, span, words.next().unwrap_or(""), open),
            Some(_) => push(&mut facts, UnitKind::Fragment, span, "", open),
            None => {}
        }
        if let Some(unit) = open {
            facts.units[unit].span.end_byte = end;
        }
        start = end;
    }
    facts
}

fn push(facts: &mut FileFacts, kind: UnitKind, span: Span, label: &str, parent: Option<usize>) {
    let mut unit = UnitFact::new(kind, span);
    unit.name = name(&mut facts.arena, label);
    unit.qualified = unit.name.text;
    unit.doc = name(&mut facts.arena, &format!("About {label}")).text;
    unit.body_start = (span.start_byte + 3).min(span.end_byte);
    if let Some(parent) = parent {
        unit.parent = parent as u32;
        unit.container = facts.units[parent].name;
    }
    facts.units.push(unit);
}

pub struct Index {
    pub repository: Repository,
    pub tree: Tree,
}

impl Index {
    pub fn new(cache: &Path) -> Index {
        let repository = Repository::open(cache, "repository");
        Index { tree: repository.tree("main"), repository }
    }

    pub fn lock(&self) -> WriterLock {
        self.repository.lock_writer().expect("lock")
    }

    pub fn write(&self, world: &World) -> SnapshotId {
        self.write_locked(&self.lock(), world, true, 1).expect("publish")
    }

    /// One run of the pipeline. `batches` builders share the files that are missing.
    pub fn write_locked(
        &self,
        lock: &WriterLock,
        world: &World,
        reuse: bool,
        batches: usize,
    ) -> Result<SnapshotId> {
        let mut store = self.repository.facts()?;
        let keys: Vec<Key> = world.values().map(|source| Key::of(source.as_bytes())).collect();
        let mut writer = store.writer(lock)?;
        for (source, key) in world.values().zip(&keys) {
            if !store.contains(key) {
                writer.add(*key, &extract(source))?;
            }
        }
        store.commit(writer)?;
        let files: Vec<FileInput<'_>> = world
            .iter()
            .zip(&keys)
            .map(|((path, source), key)| FileInput {
                path,
                module: "some.module",
                language: LanguageId(3),
                key: *key,
                size: source.len() as u64,
                lines: source.lines().count() as u32,
                flags: FileFlags(FileFlags::TEST),
                facts: store.get(key).expect("facts were stored"),
            })
            .collect();
        let snapshot = self.publish(lock, world, &files, reuse, batches);
        self.repository.collect_garbage(lock)?;
        snapshot
    }

    fn publish(
        &self,
        lock: &WriterLock,
        world: &World,
        files: &[FileInput<'_>],
        reuse: bool,
        batches: usize,
    ) -> Result<SnapshotId> {
        let units: usize = files.iter().map(|file| file.facts.units.len()).sum::<usize>() + 1;
        let previous = if reuse { self.tree.current().ok().flatten() } else { None };
        let plan =
            LexicalPlan::new(previous.as_ref().map(|snapshot| snapshot.lexical()), files).grouped_beyond(0);
        let mut builder = SegmentBuilder::with(Some(&Letters));
        let mut segments = Vec::new();
        for batch in plan.missing().chunks(plan.missing().len().div_ceil(batches).max(1)) {
            for &index in batch {
                let file = &files[index];
                builder.add(file.path, file.key, &file.facts, &world[file.path]);
            }
            segments.push(builder.finish()?);
        }
        let writer = SnapshotWriter::begin(lock, &self.tree)?;
        writer.records(files, &[ExternalUnit { kind: UnitKind::Environment, name: "HOME_PAGE" }])?;
        writer.graph(units, &edges(units))?;
        writer.lexical(&plan, &segments)?;
        let commit = CommitInput { id: [9; 20], time: 77, text: "Make it so\n\nBecause.", files: 2 };
        writer.history(units, &[commit], &[Touch { unit: UnitId(0), commit: 0, lines: 4 }])?;
        let log = LogInput { id: [9; 20], text: "Make it so\n\nBecause.", files: 2, touched: touched(files) };
        writer.log(files.len(), 1, &[log], previous.as_ref().and_then(|snapshot| snapshot.log()))?;
        writer.publish().map(|(id, _)| id)
    }
}

/// The first file, if there is one.
fn touched(files: &[FileInput<'_>]) -> Vec<FileId> {
    files.first().map(|_| FileId(0)).into_iter().collect()
}

/// Every unit calls the next.
pub fn edges(units: usize) -> Vec<Edge> {
    let edge = |from: u32| Edge {
        from: UnitId(from),
        to: UnitId(from + 1),
        kind: EdgeKind::Calls,
        provenance: Provenance::Name,
        confidence: 40,
        ambiguous: true,
        line: from + 5,
    };
    (0..units as u32 - 1).map(edge).collect()
}

/// Every path under a folder, relative and sorted.
pub fn listing(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(next).expect("folder").flatten() {
            if entry.path().is_dir() {
                open.push(entry.path());
            } else {
                let path = entry.path();
                found.push(path.strip_prefix(folder).expect("inside").to_string_lossy().into_owned());
            }
        }
    }
    found.sort();
    found
}
