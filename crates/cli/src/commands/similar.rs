//! `orient similar`

use super::answer::{changed, close, place_json, position, refuse, title};
use super::{view, workspace};
use crate::arguments::SimilarArguments;
use crate::failure::{Failure, Outcome};
use crate::standpoint::in_tree;
use crate::terminal::{clean, faint, strong};
use orienteer_engine::{Similar, SimilarAnswer, View};
use serde_json::{Value, json};
use std::io::Write;

pub(crate) fn run(arguments: &SimilarArguments) -> Result<Outcome, Failure> {
    let workspace = workspace(arguments.path.as_deref())?;
    let view = view(&workspace)?;
    let filter = arguments.filter.filter();
    let answer = workspace.similar(&view, &in_tree(&arguments.name), arguments.limit, &filter)?;
    let mut out = std::io::stdout().lock();
    if arguments.json {
        writeln!(out, "{}", to_json(&view, &arguments.name, &answer))?;
    } else {
        print(&mut out, arguments, &answer)?;
        out.flush()?;
        close(&view);
    }
    Ok(if answer.of.is_some() { Outcome::Found } else { Outcome::Nothing })
}

fn print(out: &mut impl Write, arguments: &SimilarArguments, answer: &SimilarAnswer) -> Result<(), Failure> {
    let Some(of) = &answer.of else {
        refuse(&arguments.name, &answer.missing);
        return Ok(());
    };
    writeln!(out, "like {}  {} {}", position(of, of.line), faint(of.kind.name()), strong(title(of)))?;
    if answer.others > 0 {
        eprintln!("{} more of that name: say which by its file, as in store.py:Store.load", answer.others);
    }
    answer.similar.iter().try_for_each(|similar| print_similar(out, similar))
}

fn print_similar(out: &mut impl Write, similar: &Similar) -> Result<(), Failure> {
    let place = &similar.place;
    let test = if place.is_test { " (test)" } else { "" };
    let kind = faint(format!("{}{test}", place.kind.name()));
    let share = format!("{:.0}%", similar.similarity * 100.0);
    writeln!(out, "{share:>4}  {}  {kind} {}", position(place, place.line), strong(title(place)))?;
    if !similar.signature.is_empty() {
        writeln!(out, "      {}", clean(&similar.signature))?;
    }
    Ok(())
}

fn to_json(view: &View, name: &str, answer: &SimilarAnswer) -> Value {
    let similar = |similar: &Similar| {
        json!({
            "place": place_json(&similar.place),
            "signature": similar.signature,
            "similarity": similar.similarity,
        })
    };
    json!({
        "version": 1,
        "name": name,
        "of": answer.of.as_ref().map(place_json),
        "others": answer.others,
        "similar": answer.similar.iter().map(similar).collect::<Vec<_>>(),
        "suggestions": answer.missing.suggestions.iter().map(place_json).collect::<Vec<_>>(),
        "snapshot": view.snapshot.id().to_string(),
        "changed": changed(view),
    })
}
