//! `orient impact`

use super::answer::{changed, close, place_json, position, refuse, shown, title};
use super::change::{change, print_renamed};
use super::{view, workspace};
use crate::arguments::ImpactArguments;
use crate::failure::{Failure, Outcome};
use crate::standpoint::in_tree;
use crate::terminal::{clean, faint, strong, warning};
use orienteer_engine::{
    Affected, DeletedUnit, Diff, Impact, ImpactOptions, SymbolOptions, TestFile, View, Workspace,
};
use serde_json::{Value, json};
use std::io::Write;

/// Changed units that are named before the rest is counted.
const SEEDS: usize = 10;

pub(crate) fn run(arguments: &ImpactArguments) -> Result<Outcome, Failure> {
    let workspace = workspace(arguments.path.as_deref())?;
    let change = change(arguments.diff.as_ref().and_then(Option::as_deref))?;
    if arguments.diff.is_some() {
        workspace.check_change(&change)?;
    }
    let view = view(&workspace)?;
    let options = ImpactOptions { depth: arguments.depth, least: arguments.min_confidence };
    let mut out = std::io::stdout().lock();
    let (diff, impact) = match &arguments.name {
        Some(name) => match workspace.impact_of_symbol(&view, &in_tree(name), &options) {
            Some(impact) => (Diff::default(), impact),
            None => return no_such_symbol(&mut out, &workspace, &view, name, arguments.json),
        },
        None => workspace.impact_of_diff(&view, &change, &options)?,
    };
    if arguments.json {
        writeln!(out, "{}", to_json(&view, arguments, &diff, &impact))?;
    } else {
        print(&mut out, arguments.limit, &diff, &impact)?;
        out.flush()?;
        print_renamed(&diff);
        close(&view);
    }
    Ok(if impact.changed.is_empty() && diff.is_empty() { Outcome::Nothing } else { Outcome::Found })
}

fn no_such_symbol(
    out: &mut impl Write,
    workspace: &Workspace,
    view: &View,
    name: &str,
    as_json: bool,
) -> Result<Outcome, Failure> {
    let answer = workspace.symbol(view, name, &SymbolOptions { definitions: 0, ..SymbolOptions::default() });
    if as_json {
        let mut value = head_json(view);
        value["name"] = json!(name);
        value["found"] = json!(false);
        value["suggestions"] = answer.suggestions.iter().map(place_json).collect();
        writeln!(out, "{value}")?;
    } else {
        refuse(name, &answer);
        close(view);
    }
    Ok(Outcome::Nothing)
}

fn print(out: &mut impl Write, limit: usize, diff: &Diff, impact: &Impact) -> Result<(), Failure> {
    if impact.changed.is_empty() && diff.is_empty() {
        eprintln!("nothing changed");
        return Ok(());
    }
    print_changed(out, diff, impact)?;
    print_affected(out, limit, &impact.affected)?;
    print_tests(out, limit, &impact.tests)
}

fn print_changed(out: &mut impl Write, diff: &Diff, impact: &Impact) -> Result<(), Failure> {
    writeln!(out, "{}", strong("changes"))?;
    for place in impact.changed.iter().take(SEEDS) {
        writeln!(out, "  {}  {} {}", position(place, place.line), faint(place.kind.name()), title(place))?;
    }
    print_rest(out, impact.changed.len().saturating_sub(SEEDS))?;
    if impact.changed.is_empty() {
        diff.files.iter().take(SEEDS).try_for_each(|file| writeln!(out, "  {}", shown(file)))?;
    }
    if !diff.deleted.is_empty() {
        writeln!(out, "{}", strong("gone"))?;
    }
    for gone in diff.deleted.iter().take(SEEDS) {
        let kind = faint(gone.kind.name());
        writeln!(out, "  {}:{}  {kind} {}", shown(&gone.path), gone.line, clean(&gone.name))?;
    }
    print_rest(out, diff.deleted.len().saturating_sub(SEEDS))
}

fn print_affected(out: &mut impl Write, limit: usize, affected: &[Affected]) -> Result<(), Failure> {
    if affected.is_empty() {
        writeln!(out, "{}", faint("nothing else is known to depend on it"))?;
    }
    for group in affected.chunk_by(|left, right| left.distance == right.distance) {
        let distance = counted(group[0].distance as usize, "step");
        writeln!(
            out,
            "{} {}",
            strong(format!("may break, {distance} away")),
            faint(format!("({})", group.len()))
        )?;
        for found in group.iter().take(limit) {
            writeln!(out, "  {}", affected_line(found))?;
        }
        print_rest(out, group.len().saturating_sub(limit))?;
    }
    Ok(())
}

fn affected_line(found: &Affected) -> String {
    let line = if found.line > 0 { found.line } else { found.place.line };
    let why = faint(format!("{} {}", found.via, clean(&found.through)));
    let sure = format!("{:.2}", found.confidence);
    let sure = if found.ambiguous { warning(format!("{sure} ambiguous")) } else { sure };
    format!("{}  {}  {sure}  {why}", position(&found.place, line), title(&found.place))
}

fn print_tests(out: &mut impl Write, limit: usize, files: &[TestFile]) -> Result<(), Failure> {
    if files.is_empty() {
        writeln!(out, "{}", faint("no test is known to reach it"))?;
        return Ok(());
    }
    writeln!(out, "{} {}", strong("tests to run"), faint(format!("(in {})", counted(files.len(), "file"))))?;
    for file in files.iter().take(limit) {
        writeln!(out, "  {}  {:.2}", shown(&file.path), file.confidence)?;
        for test in file.tests.iter().take(limit) {
            writeln!(out, "    {}  {:.2}", title(&test.place), test.confidence)?;
        }
        if file.tests.len() > limit {
            writeln!(out, "    {}", faint(format!("and {} more", file.tests.len() - limit)))?;
        }
    }
    print_rest(out, files.len().saturating_sub(limit))
}

fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

fn print_rest(out: &mut impl Write, rest: usize) -> Result<(), Failure> {
    if rest > 0 {
        writeln!(out, "  {}", faint(format!("and {rest} more (--limit)")))?;
    }
    Ok(())
}

fn head_json(view: &View) -> Value {
    json!({ "version": 1, "snapshot": view.snapshot.id().to_string(), "changed": changed(view) })
}

fn to_json(view: &View, arguments: &ImpactArguments, diff: &Diff, impact: &Impact) -> Value {
    let deleted = |unit: &DeletedUnit| json!({ "path": unit.path, "name": unit.name, "kind": unit.kind.name(), "line": unit.line });
    let mut value = head_json(view);
    value["name"] = json!(arguments.name);
    value["diff"] = json!(arguments.diff.as_ref().map(|range| range.as_deref().unwrap_or("HEAD")));
    value["found"] = json!(!impact.changed.is_empty() || !diff.is_empty());
    value["files"] = json!(diff.files);
    value["renamed"] = diff.renamed.iter().map(|file| json!({ "from": file.from, "to": file.to })).collect();
    value["changes"] = impact.changed.iter().map(place_json).collect();
    value["gone"] = diff.deleted.iter().map(deleted).collect();
    value["affected"] = impact.affected.iter().map(affected_json).collect();
    value["tests"] = impact.tests.iter().map(tests_json).collect();
    value
}

fn affected_json(found: &Affected) -> Value {
    json!({
        "place": place_json(&found.place),
        "line": found.line,
        "distance": found.distance,
        "confidence": hundredths(found.confidence),
        "edge": found.via,
        "through": found.through,
        "ambiguous": found.ambiguous,
    })
}

fn tests_json(file: &TestFile) -> Value {
    let tests = file
        .tests
        .iter()
        .map(|test| json!({ "place": place_json(&test.place), "confidence": hundredths(test.confidence) }));
    json!({ "path": file.path, "confidence": hundredths(file.confidence), "tests": tests.collect::<Vec<_>>() })
}

/// More digits than that would promise what nobody knows.
fn hundredths(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}
