//! Writes the next snapshot and publishes it.

use crate::embed::{embedder, with_vectors};
use crate::error::IndexError;
use crate::history::Mined;
use orienteer_model::{Edge, FactsView, Room, UnitFlags};
use orienteer_resolution::Resolution;
use orienteer_storage::{
    CommitInput, Counts, ExternalUnit, FileFlags, FileInput, Key, LexicalPlan, Segment, SegmentBuilder,
    Snapshot, SnapshotId, SnapshotWriter, Tree, WriterLock,
};

/// Larger snapshots are written part by part, so that the buffers of two parts are not in memory together.
const UNITS_AT_ONCE: usize = 1_000_000;

/// A file of the next snapshot.
pub(crate) struct Row<'a> {
    pub path: &'a str,
    pub key: Key,
    pub size: u64,
    /// By path alone.
    pub flags: FileFlags,
    /// In a segment that this run made.
    pub has_words: bool,
    pub facts: FactsView<'a>,
}

/// What goes into the next snapshot besides its files.
pub(crate) struct Content<'a> {
    pub resolved: &'a Resolution<'a>,
    pub mined: &'a Mined,
    /// How the texts of commits were made.
    pub rules: u64,
    pub previous: Option<&'a Snapshot>,
    /// For tables that grow with the tree.
    pub room: &'a dyn Room,
}

/// The lexical part of the next snapshot.
struct Text {
    plan: LexicalPlan,
    segments: Vec<Segment>,
}

pub(crate) fn commit(
    lock: &WriterLock,
    tree: &Tree,
    rows: Vec<Row<'_>>,
    content: &Content<'_>,
    mut segments: Vec<Segment>,
) -> Result<(SnapshotId, Counts), IndexError> {
    let modules = &content.resolved.module_paths;
    let inputs: Vec<FileInput<'_>> =
        rows.iter().zip(modules).map(|(row, module)| file_input(row, module)).collect();
    let plan = LexicalPlan::new(with_vectors(content.previous).map(Snapshot::lexical), &inputs);
    let has_words: Vec<bool> = rows.iter().map(|row| row.has_words).collect();
    segments.extend(wordless(&plan, &inputs, &has_words)?);
    // Those of a large tree are not kept beside what was made of them.
    drop(rows);
    let externals: Vec<ExternalUnit<'_>> = content
        .resolved
        .externals
        .iter()
        .map(|external| ExternalUnit { kind: external.kind, name: &external.name })
        .collect();
    let units = inputs.iter().map(|input| input.facts.units.len()).sum::<usize>() + externals.len();
    let writer = SnapshotWriter::begin(lock, tree)?;
    let records = || writer.records_after(&inputs, &externals, content.previous, content.room).map(drop);
    let rest = || write_graph_and_text(&writer, content, &inputs, units, Text { plan, segments });
    if units > UNITS_AT_ONCE {
        rest()?;
        records()?;
    } else {
        let (rest, records) = rayon::join(rest, records);
        rest?;
        records?;
    }
    Ok(writer.publish()?)
}

fn write_graph_and_text(
    writer: &SnapshotWriter<'_>,
    content: &Content<'_>,
    inputs: &[FileInput<'_>],
    units: usize,
    text: Text,
) -> Result<(), IndexError> {
    writer.lexical_in(content.room, &text.plan, &text.segments)?;
    drop(text);
    let edges = |show: &mut dyn FnMut(&Edge)| {
        content.resolved.edges.for_each(show);
        content.mined.edges.iter().for_each(show);
    };
    writer.graph_in(content.room, units, &edges)?;
    if !content.mined.commits.is_empty() {
        let commits: Vec<CommitInput<'_>> = content
            .mined
            .commits
            .iter()
            .map(|facts| CommitInput {
                id: facts.id,
                time: facts.time,
                text: &facts.message,
                files: facts.file_count,
            })
            .collect();
        writer.history(units, &commits, &content.mined.touches)?;
        write_log(writer, content, inputs.len())?;
    }
    Ok(())
}

/// The log of the snapshot before serves again where nothing about it changed.
fn write_log(writer: &SnapshotWriter<'_>, content: &Content<'_>, files: usize) -> Result<(), IndexError> {
    let previous = content.previous.and_then(Snapshot::log);
    match (content.mined.log(), previous) {
        (Some(commits), _) => writer.log(files, content.rules, &commits, previous)?,
        (None, Some(log)) => writer.keep_log(log)?,
        (None, None) => writer,
    };
    Ok(())
}

fn file_input<'a>(row: &Row<'a>, module: &'a str) -> FileInput<'a> {
    let mut flags = row.flags;
    if row.facts.units.iter().any(|unit| unit.flags.has(UnitFlags::GENERATED)) {
        flags = FileFlags(flags.0 | FileFlags::GENERATED);
    }
    FileInput {
        path: row.path,
        module,
        language: row.facts.language,
        key: row.key,
        size: row.size,
        lines: row.facts.lines,
        flags,
        facts: row.facts,
    }
}

/// A segment of what no other covers: files that could not be read and have no words.
fn wordless(
    plan: &LexicalPlan,
    inputs: &[FileInput<'_>],
    has_words: &[bool],
) -> Result<Option<Segment>, IndexError> {
    let mut wordless = plan.missing().iter().filter(|file| !has_words[**file]).peekable();
    if wordless.peek().is_none() {
        return Ok(None);
    }
    let mut builder = SegmentBuilder::with(embedder());
    for input in wordless.map(|file| &inputs[*file]) {
        builder.add(input.path, input.key, &input.facts, "");
    }
    Ok(Some(builder.finish()?))
}
