//! Writes the next snapshot and publishes it.

use crate::embed::{embedder, with_vectors};
use crate::error::IndexError;
use crate::extract::Extracted;
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
    pub facts: FactsView<'a>,
}

/// Everything that goes into the next snapshot.
pub(crate) struct Content<'a> {
    pub rows: &'a [Row<'a>],
    pub resolved: &'a Resolution<'a>,
    pub mined: &'a Mined,
    /// How the texts of commits were made.
    pub rules: u64,
    pub previous: Option<&'a Snapshot>,
    /// For tables that grow with the tree.
    pub room: &'a dyn Room,
}

pub(crate) fn commit(
    lock: &WriterLock,
    tree: &Tree,
    content: &Content<'_>,
    extracted: Extracted,
) -> Result<(SnapshotId, Counts), IndexError> {
    let inputs: Vec<FileInput<'_>> = content
        .rows
        .iter()
        .zip(&content.resolved.module_paths)
        .map(|(row, module)| file_input(row, module))
        .collect();
    let externals: Vec<ExternalUnit<'_>> = content
        .resolved
        .externals
        .iter()
        .map(|external| ExternalUnit { kind: external.kind, name: &external.name })
        .collect();
    let units = inputs.iter().map(|input| input.facts.units.len()).sum::<usize>() + externals.len();
    let writer = SnapshotWriter::begin(lock, tree)?;
    let records = || writer.records_after(&inputs, &externals, content.previous, content.room).map(drop);
    let rest = || write_graph_and_text(&writer, content, &inputs, units, extracted);
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
    extracted: Extracted,
) -> Result<(), IndexError> {
    let plan = LexicalPlan::new(with_vectors(content.previous).map(Snapshot::lexical), inputs);
    let segments = complete(&plan, inputs, extracted)?;
    writer.lexical(&plan, &segments)?;
    drop(segments);
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
        write_log(writer, content)?;
    }
    Ok(())
}

/// The log of the snapshot before serves again where nothing about it changed.
fn write_log(writer: &SnapshotWriter<'_>, content: &Content<'_>) -> Result<(), IndexError> {
    let previous = content.previous.and_then(Snapshot::log);
    match (content.mined.log(), previous) {
        (Some(commits), _) => writer.log(content.rows.len(), content.rules, &commits, previous)?,
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

/// Adds what no segment covers: files that could not be read and have no words.
fn complete(
    plan: &LexicalPlan,
    inputs: &[FileInput<'_>],
    extracted: Extracted,
) -> Result<Vec<Segment>, IndexError> {
    let mut segments = extracted.segments;
    let covered: std::collections::HashSet<&str> = extracted.covered.iter().map(String::as_str).collect();
    let mut wordless =
        plan.missing().iter().map(|at| &inputs[*at]).filter(|input| !covered.contains(input.path)).peekable();
    if wordless.peek().is_some() {
        let mut builder = SegmentBuilder::with(embedder());
        wordless.for_each(|input| builder.add(input.path, input.key, &input.facts, ""));
        segments.push(builder.finish()?);
    }
    Ok(segments)
}
