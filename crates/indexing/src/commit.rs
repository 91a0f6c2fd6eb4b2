//! Writes the next snapshot and publishes it.

use crate::classify::flags_of;
use crate::error::IndexError;
use crate::extract::{Extracted, readable};
use crate::history::Mined;
use crate::source::read_source;
use orienteer_model::{FactsView, UnitFlags};
use orienteer_resolution::Resolved;
use orienteer_storage::{
    CommitInput, ExternalUnit, FileFlags, FileInput, Key, LexicalPlan, Segment, SegmentBuilder, Snapshot, SnapshotId,
    SnapshotWriter, Tree, WriterLock,
};
use std::path::Path;

/// A file of the next snapshot.
pub(crate) struct Row<'a> {
    pub path: &'a str,
    pub key: Key,
    pub size: u64,
    pub facts: FactsView<'a>,
}

/// Everything that goes into the next snapshot.
pub(crate) struct Content<'a> {
    pub root: &'a Path,
    pub rows: &'a [Row<'a>],
    pub resolved: &'a Resolved,
    pub mined: &'a Mined,
    pub previous: Option<&'a Snapshot>,
}

pub(crate) fn commit(
    lock: &WriterLock,
    tree: &Tree,
    content: &Content<'_>,
    extracted: Extracted,
) -> Result<SnapshotId, IndexError> {
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
    let (records, rest) = rayon::join(
        || writer.records(&inputs, &externals).map(drop),
        || write_graph_and_text(&writer, content, &inputs, units, extracted),
    );
    records?;
    rest?;
    Ok(writer.publish()?)
}

fn write_graph_and_text(
    writer: &SnapshotWriter<'_>,
    content: &Content<'_>,
    inputs: &[FileInput<'_>],
    units: usize,
    extracted: Extracted,
) -> Result<(), IndexError> {
    if content.mined.edges.is_empty() {
        writer.graph(units, &content.resolved.edges)?;
    } else {
        let all = [content.resolved.edges.as_slice(), &content.mined.edges].concat();
        writer.graph(units, &all)?;
    }
    let plan = LexicalPlan::new(content.previous.map(Snapshot::lexical), inputs);
    let segments = complete(content.root, &plan, inputs, extracted)?;
    writer.lexical(&plan, &segments)?;
    if !content.mined.commits.is_empty() {
        let commits: Vec<CommitInput<'_>> = content
            .mined
            .commits
            .iter()
            .map(|facts| CommitInput { id: facts.id, time: facts.time, text: &facts.message, files: facts.file_count })
            .collect();
        writer.history(units, &commits, &content.mined.touches)?;
    }
    Ok(())
}

fn file_input<'a>(row: &Row<'a>, module: &'a str) -> FileInput<'a> {
    let mut flags = flags_of(row.path);
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

/// Adds what no segment covers: files whose facts were known although this tree never had them.
fn complete(
    root: &Path,
    plan: &LexicalPlan,
    inputs: &[FileInput<'_>],
    extracted: Extracted,
) -> Result<Vec<Segment>, IndexError> {
    let mut segments = extracted.segments;
    let covered: std::collections::HashSet<&str> = extracted.covered.iter().map(String::as_str).collect();
    let mut builder = SegmentBuilder::new();
    let mut added = false;
    for position in plan.missing() {
        let input = &inputs[*position];
        if covered.contains(input.path) {
            continue;
        }
        let source = read_source(root, input.path).ok().flatten().filter(|source| source.key == input.key);
        let bytes = source.map(|source| source.bytes).unwrap_or_default();
        builder.add(input.path, input.key, &input.facts, &readable(&bytes));
        added = true;
        if builder.memory() > MOST_MEMORY {
            segments.push(builder.finish()?);
            added = false;
        }
    }
    if added {
        segments.push(builder.finish()?);
    }
    Ok(segments)
}

/// Postings of one segment in memory, in bytes.
const MOST_MEMORY: usize = 64 << 20;
