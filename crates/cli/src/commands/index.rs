//! `orient index`

use super::answer::{mention, notes_json};
use super::push::{Asked, push};
use super::workspace;
use crate::arguments::IndexArguments;
use crate::failure::{Failure, Outcome};
use crate::progress::{Watcher, is_interrupted};
use crate::terminal::{faint, grouped, strong};
use orienteer_engine::{EmbedReport, IndexOptions, Pushed, Report, ServiceFailure, Workspace};
use serde::Serialize;
use std::io::Write;
use std::path::Path;

pub(crate) fn run(arguments: &IndexArguments) -> Result<Outcome, Failure> {
    let scip = match (arguments.scip.is_empty(), arguments.no_scip) {
        (false, _) => Some(arguments.scip.clone()),
        (true, true) => Some(Vec::new()),
        (true, false) => None,
    };
    let options = IndexOptions { scip, force: arguments.force, memory: arguments.memory };
    let paths: Vec<Option<&Path>> = match arguments.paths.as_slice() {
        [] => vec![None],
        paths => paths.iter().map(|path| Some(path.as_path())).collect(),
    };
    let mut out = std::io::stdout().lock();
    // A wrong path among several is found before any work is done.
    let workspaces = paths.into_iter().map(workspace).collect::<Result<Vec<_>, _>>()?;
    for workspace in workspaces {
        let settings = arguments.engine.above(workspace.settings()?);
        let watcher = Watcher::new(arguments.quiet);
        let report = workspace.index(&options, &watcher);
        watcher.finish();
        let report = report?;
        say_what_memory_it_needs(&report);
        if !arguments.json {
            print(&mut out, &workspace, &report)?;
            out.flush()?;
        }
        // The index is published; a service that fails takes nothing of it away.
        let embedded = embed(&workspace, &watcher)?;
        let asked = Asked { settings: &settings, is_explicit: arguments.engine.engine.is_some() };
        if arguments.json {
            let pushed = push(&mut std::io::sink(), &workspace, &asked, None, arguments.quiet)?;
            let report = JsonReport::new(&workspace, &report, &embedded);
            let report = JsonReport { qdrant: pushed.map(JsonPush::new), ..report };
            serde_json::to_writer(&mut out, &report)?;
            writeln!(out)?;
        } else {
            print_vectors(&mut out, &embedded)?;
            out.flush()?;
            push(&mut out, &workspace, &asked, None, arguments.quiet)?;
        }
    }
    Ok(Outcome::Found)
}

fn say_what_memory_it_needs(report: &Report) {
    if let Some(bytes) = report.memory_needed {
        eprintln!(
            "note: this tree takes about {} MB of memory, more than the bound",
            grouped(bytes / 1_000_000)
        );
        eprintln!(
            "  hint: so much of its files and units stays in memory: raise the bound, or leave folders out by .orientignore"
        );
    }
}

/// Vectors of the services that are configured, with what is missing said at once.
fn embed(workspace: &Workspace, watcher: &Watcher) -> Result<Vec<EmbedReport>, Failure> {
    mention(&workspace.settings()?.notes);
    let embedded = workspace.embed(watcher);
    watcher.finish();
    let embedded = embedded?;
    if is_interrupted() {
        return Err(Failure::interrupted("stopped: what was computed is kept, and the index is published"));
    }
    embedded.iter().for_each(|report| mention(report.note.as_slice()));
    Ok(embedded)
}

fn print_vectors(out: &mut impl Write, embedded: &[EmbedReport]) -> Result<(), Failure> {
    for EmbedReport { service, units, known, computed, .. } in embedded {
        let (units, known, computed) =
            (grouped(*units as u64), grouped(*known as u64), grouped(*computed as u64));
        writeln!(out, "  {}: {known} of {units} units have vectors, {computed} computed", service.name())?;
    }
    Ok(())
}

fn print(out: &mut impl Write, workspace: &Workspace, report: &Report) -> Result<(), Failure> {
    let counts = report.counts;
    let seconds: f64 = report.timings.iter().map(|timing| timing.elapsed.as_secs_f64()).sum();
    let state = if report.published { "indexed" } else { "unchanged" };
    writeln!(out, "{} {} in {seconds:.2} s", strong(state), workspace.root().display())?;
    writeln!(
        out,
        "  {} files, {} lines -> {} units, {} edges, {} commits",
        grouped(counts.files),
        grouped(report.lines),
        grouped(counts.units),
        grouped(counts.edges),
        grouped(counts.commits),
    )?;
    writeln!(
        out,
        "  read {}, parsed {}; left out {} secret, {} binary and {} whose name is no text; {} problems",
        grouped(report.read),
        grouped(report.parsed),
        grouped(report.skipped.secrets),
        grouped(report.skipped.binary),
        grouped(report.skipped.names),
        grouped(report.problems),
    )?;
    writeln!(out, "  {}", faint(format!("snapshot {}", report.snapshot)))?;
    Ok(())
}

/// Version 1 of the report.
#[derive(Serialize)]
struct JsonReport {
    version: u32,
    root: String,
    snapshot: String,
    published: bool,
    files: u64,
    lines: u64,
    bytes: u64,
    units: u64,
    edges: u64,
    commits: u64,
    read: u64,
    parsed: u64,
    problems: u64,
    skipped_secrets: u64,
    skipped_binary: u64,
    skipped_names: u64,
    /// Bytes, where that is more than the bound.
    memory_needed: Option<u64>,
    stages: Vec<JsonStage>,
    vectors: Vec<JsonVectors>,
    /// What a server was given; none where the engine is this machine's own.
    qdrant: Option<JsonPush>,
}

#[derive(Default, Serialize)]
struct JsonPush {
    project: String,
    collection: String,
    added: u64,
    kept: u64,
    removed: u64,
    /// What went wrong, in a word that stays the same.
    failure: Option<&'static str>,
    hint: Option<&'static str>,
}

impl JsonPush {
    fn new(pushed: Result<Pushed, ServiceFailure>) -> JsonPush {
        match pushed {
            Ok(Pushed { project, collection, added, kept, removed }) => {
                JsonPush { project, collection, added, kept, removed, ..JsonPush::default() }
            }
            Err(failure) => JsonPush {
                failure: Some(failure.kind.name()),
                hint: Some(failure.hint().key()),
                ..JsonPush::default()
            },
        }
    }
}

#[derive(Serialize)]
struct JsonStage {
    stage: &'static str,
    milliseconds: f64,
}

/// What a service did for the units.
#[derive(Serialize)]
struct JsonVectors {
    service: &'static str,
    units: usize,
    known: usize,
    computed: usize,
    notes: Vec<serde_json::Value>,
}

impl JsonVectors {
    fn new(report: &EmbedReport) -> JsonVectors {
        let EmbedReport { service, units, known, computed, note } = report;
        let notes = notes_json(note.as_slice());
        JsonVectors { service: service.name(), units: *units, known: *known, computed: *computed, notes }
    }
}

impl JsonReport {
    fn new(workspace: &Workspace, report: &Report, embedded: &[EmbedReport]) -> JsonReport {
        let stage = |timing: &orienteer_engine::Timing| JsonStage {
            stage: timing.stage.name(),
            milliseconds: timing.elapsed.as_secs_f64() * 1_000.0,
        };
        JsonReport {
            version: 1,
            root: workspace.root().display().to_string(),
            snapshot: report.snapshot.to_string(),
            published: report.published,
            files: report.counts.files,
            lines: report.lines,
            bytes: report.bytes,
            units: report.counts.units,
            edges: report.counts.edges,
            commits: report.counts.commits,
            read: report.read,
            parsed: report.parsed,
            problems: report.problems,
            skipped_secrets: report.skipped.secrets,
            skipped_binary: report.skipped.binary,
            skipped_names: report.skipped.names,
            memory_needed: report.memory_needed,
            stages: report.timings.iter().map(stage).collect(),
            qdrant: None,
            vectors: embedded.iter().map(JsonVectors::new).collect(),
        }
    }
}
