//! `orient symbol`

use super::answer::{changed, close, doubt, place_json, position, refuse, title};
use super::{view, workspace};
use crate::arguments::SymbolArguments;
use crate::calendar::day;
use crate::failure::{Failure, Outcome};
use crate::standpoint::in_tree;
use crate::terminal::{clean, faint, strong, warning};
use orienteer_engine::{
    Definition, Group, Quote, Relation, SymbolAnswer, SymbolOptions, TouchingCommit, View,
};
use serde_json::{Value, json};
use std::io::Write;

pub(crate) fn run(arguments: &SymbolArguments) -> Result<Outcome, Failure> {
    let workspace = workspace(arguments.path.as_deref())?;
    let view = view(&workspace)?;
    let options = SymbolOptions { relations: arguments.limit, ..SymbolOptions::default() };
    let answer = workspace.symbol(&view, &in_tree(&arguments.name), &options);
    let mut out = std::io::stdout().lock();
    if arguments.json {
        writeln!(out, "{}", to_json(&view, &arguments.name, &answer))?;
    } else {
        print(&mut out, arguments, &answer)?;
        out.flush()?;
        close(&view);
    }
    Ok(if answer.total > 0 { Outcome::Found } else { Outcome::Nothing })
}

fn print(out: &mut impl Write, arguments: &SymbolArguments, answer: &SymbolAnswer) -> Result<(), Failure> {
    if answer.total == 0 {
        refuse(&arguments.name, answer);
        return Ok(());
    }
    if answer.total > 1 {
        writeln!(out, "{} definitions of {}", answer.total, clean(&arguments.name))?;
        for definition in &answer.definitions {
            writeln!(out, "  {}", heading(definition))?;
        }
        print_rest(out, answer.total - answer.definitions.len(), "  ")?;
    }
    for (position, definition) in answer.definitions.iter().enumerate() {
        if position > 0 || answer.total > 1 {
            writeln!(out)?;
        }
        print_definition(out, definition, arguments.verbose)?;
    }
    Ok(())
}

fn heading(definition: &Definition) -> String {
    let place = &definition.place;
    let test = if place.is_test { " (test)" } else { "" };
    let kind = faint(format!("{}{test}", place.kind.name()));
    format!("{}  {kind} {}", position(place, place.line), strong(title(place)))
}

fn print_definition(out: &mut impl Write, definition: &Definition, verbose: bool) -> Result<(), Failure> {
    writeln!(out, "{}", heading(definition))?;
    match &definition.quote {
        Quote::Lines(lines) => {
            lines.lines().try_for_each(|line| writeln!(out, "    {}", clean_line(line)))?
        }
        Quote::Changed => writeln!(out, "    {}", warning("changed since the snapshot; not quoted"))?,
        Quote::None => {}
    }
    for group in &definition.relations {
        print_group(out, group, verbose)?;
    }
    print_commits(out, &definition.commits, definition.commits_total)
}

/// Tabs are harmless and keep the shape of the source.
fn clean_line(line: &str) -> String {
    line.split('\t').map(clean).collect::<Vec<_>>().join("\t")
}

fn print_group(out: &mut impl Write, group: &Group, verbose: bool) -> Result<(), Failure> {
    let name = group.role.name().replace('_', " ");
    writeln!(out, "  {} {}", strong(name), faint(format!("({})", group.total)))?;
    for relation in &group.listed {
        writeln!(out, "    {}", relation_line(group, relation, verbose))?;
    }
    print_rest(out, group.total - group.listed.len(), "    ")
}

fn relation_line(group: &Group, relation: &Relation, verbose: bool) -> String {
    let line = relation.lines.first().copied().filter(|_| group.refers_back()).unwrap_or(relation.place.line);
    let mut text = format!("{}  {}", position(&relation.place, line), title(&relation.place));
    let doubt = doubt(relation.confidence, relation.ambiguous);
    if !doubt.is_empty() {
        text.push_str(&format!("  {}", warning(doubt)));
    }
    if verbose {
        let lines: Vec<String> = relation.lines.iter().map(u32::to_string).collect();
        let confidence = f64::from(relation.confidence) / 100.0;
        let detail = format!(
            "{} by {}, {confidence:.2}, lines {}",
            relation.kind,
            relation.provenance,
            lines.join(" ")
        );
        text.push_str(&format!("  {}", faint(detail.trim_end_matches(", lines "))));
    }
    text
}

fn print_rest(out: &mut impl Write, rest: usize, indent: &str) -> Result<(), Failure> {
    if rest > 0 {
        writeln!(out, "{indent}{}", faint(format!("and {rest} more")))?;
    }
    Ok(())
}

fn print_commits(out: &mut impl Write, commits: &[TouchingCommit], total: usize) -> Result<(), Failure> {
    if commits.is_empty() {
        return Ok(());
    }
    writeln!(out, "  {} {}", strong("commits"), faint(format!("({total})")))?;
    for commit in commits {
        let id = commit.id.get(..10).unwrap_or(&commit.id);
        writeln!(out, "    {} {} {}", faint(day(commit.time)), id, clean(&commit.subject))?;
    }
    print_rest(out, total - commits.len(), "    ")
}

fn to_json(view: &View, name: &str, answer: &SymbolAnswer) -> Value {
    json!({
        "version": 1,
        "snapshot": view.snapshot.id().to_string(),
        "changed": changed(view),
        "name": name,
        "found": answer.total > 0,
        "total": answer.total,
        "definitions": answer.definitions.iter().map(definition_json).collect::<Vec<_>>(),
        "suggestions": answer.suggestions.iter().map(place_json).collect::<Vec<_>>(),
        "other_case": answer.is_other_case,
        "unparsed": answer.unparsed.iter().map(|one| json!({ "path": one.path, "line": one.line })).collect::<Vec<_>>(),
    })
}

fn definition_json(definition: &Definition) -> Value {
    let source = match &definition.quote {
        Quote::Lines(lines) => Value::from(lines.as_str()),
        Quote::Changed | Quote::None => Value::Null,
    };
    let commit = |commit: &TouchingCommit| json!({ "id": commit.id, "time": commit.time, "subject": commit.subject, "lines": commit.lines });
    json!({
        "place": place_json(&definition.place),
        "signature": definition.signature,
        "documentation": definition.documentation,
        "source": source,
        "changed_since": definition.quote == Quote::Changed,
        "relations": definition.relations.iter().map(group_json).collect::<Vec<_>>(),
        "commits": definition.commits.iter().map(commit).collect::<Vec<_>>(),
        "commits_total": definition.commits_total,
    })
}

fn group_json(group: &Group) -> Value {
    let relation = |relation: &Relation| {
        json!({
            "place": place_json(&relation.place),
            "edge": relation.kind,
            "lines": relation.lines,
            "confidence": f64::from(relation.confidence) / 100.0,
            "ambiguous": relation.ambiguous,
            "provenance": relation.provenance,
        })
    };
    json!({
        "relation": group.role.name(),
        "total": group.total,
        "listed": group.listed.iter().map(relation).collect::<Vec<_>>(),
    })
}
