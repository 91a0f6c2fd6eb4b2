//! `orient status`

use super::workspace;
use crate::arguments::StatusArguments;
use crate::failure::{Failure, Outcome};
use crate::terminal::{clean, faint, grouped, path, size, strong, warning};
use orienteer_engine::{Changes, Freshness, Status, Workspace};
use serde_json::json;
use std::io::Write;

/// How many entries of a list are shown before the rest is counted.
const SHOWN: usize = 10;

pub(crate) fn run(arguments: &StatusArguments) -> Result<Outcome, Failure> {
    let workspace = workspace(arguments.path.as_deref())?;
    let mut out = std::io::stdout().lock();
    let Some(status) = workspace.status()? else {
        if arguments.json {
            writeln!(
                out,
                "{}",
                json!({ "version": 1, "root": workspace.root().display().to_string(), "snapshot": null })
            )?;
        } else {
            writeln!(out, "{} has no index yet; `orient index` makes one", workspace.root().display())?;
        }
        return Ok(Outcome::Nothing);
    };
    if arguments.json {
        writeln!(out, "{}", to_json(&workspace, &status))?;
    } else {
        print(&mut out, &workspace, &status, arguments.problems)?;
    }
    Ok(Outcome::Found)
}

fn print(out: &mut impl Write, workspace: &Workspace, status: &Status, all: bool) -> Result<(), Failure> {
    let counts = status.counts;
    writeln!(
        out,
        "{}  {}",
        strong(workspace.root().display()),
        faint(format!("snapshot {}", status.snapshot))
    )?;
    writeln!(out, "  {}", freshness(&status.freshness))?;
    writeln!(
        out,
        "  {} files, {} units, {} edges, {} commits; {} on disk, {} of shared facts",
        grouped(counts.files),
        grouped(counts.units),
        grouped(counts.edges),
        grouped(counts.commits),
        size(status.snapshot_bytes),
        size(status.shared_bytes),
    )?;
    for share in status.languages.iter().take(if all { usize::MAX } else { SHOWN }) {
        writeln!(
            out,
            "  {:<16} {:>8} files {:>12} lines {:>10} units",
            share.language,
            grouped(share.files),
            grouped(share.lines),
            grouped(share.units)
        )?;
    }
    if !all && status.languages.len() > SHOWN {
        writeln!(
            out,
            "  and {} more languages (--problems lists everything)",
            status.languages.len() - SHOWN
        )?;
    }
    let edges: Vec<String> =
        status.edges.iter().map(|(kind, count)| format!("{kind} {}", grouped(*count))).collect();
    writeln!(out, "  {}", faint(edges.join(", ")))?;
    if status.skipped_secrets > 0 {
        writeln!(out, "  left out {} secret", grouped(status.skipped_secrets))?;
    }
    print_problems(out, status, all)
}

fn print_problems(out: &mut impl Write, status: &Status, all: bool) -> Result<(), Failure> {
    if status.problems.is_empty() {
        return Ok(());
    }
    writeln!(out, "  {}", warning(format!("{} files with problems", grouped(status.problems.len() as u64))))?;
    let shown = if all { status.problems.len() } else { SHOWN };
    for problem in status.problems.iter().take(shown) {
        writeln!(out, "    {}:{} {}", path(&problem.path), problem.line, problem.problem)?;
    }
    if status.problems.len() > shown {
        writeln!(out, "    and {} more (--problems)", status.problems.len() - shown)?;
    }
    Ok(())
}

fn freshness(freshness: &Freshness) -> String {
    match freshness {
        Freshness::Current => "up to date".to_owned(),
        Freshness::Behind(changes) => {
            let first: Vec<String> = changed_paths(changes).take(3).map(clean).collect();
            warning(format!(
                "{} added, {} changed, {} removed since: {} ...",
                changes.added.len(),
                changes.changed.len(),
                changes.removed.len(),
                first.join(", ")
            ))
        }
    }
}

fn changed_paths(changes: &Changes) -> impl Iterator<Item = &str> {
    changes.changed.iter().chain(&changes.added).chain(&changes.removed).map(String::as_str)
}

fn to_json(workspace: &Workspace, status: &Status) -> serde_json::Value {
    let changed: Vec<&str> = match &status.freshness {
        Freshness::Current => Vec::new(),
        Freshness::Behind(changes) => changed_paths(changes).collect(),
    };
    let languages: Vec<_> = status
        .languages
        .iter()
        .map(|share| json!({ "language": share.language, "files": share.files, "lines": share.lines, "units": share.units }))
        .collect();
    let problems: Vec<_> = status
        .problems
        .iter()
        .map(|problem| json!({ "path": problem.path, "line": problem.line, "problem": problem.problem }))
        .collect();
    json!({
        "version": 1,
        "root": workspace.root().display().to_string(),
        "index": workspace.index_folder().display().to_string(),
        "snapshot": status.snapshot.to_string(),
        "files": status.counts.files,
        "units": status.counts.units,
        "edges": status.counts.edges,
        "commits": status.counts.commits,
        "edges_by_kind": status.edges.iter().copied().collect::<std::collections::BTreeMap<_, _>>(),
        "snapshot_bytes": status.snapshot_bytes,
        "shared_bytes": status.shared_bytes,
        "changed": changed,
        "skipped_secrets": status.skipped_secrets,
        "languages": languages,
        "problems": problems,
    })
}
