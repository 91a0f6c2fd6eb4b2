//! `orient learned`

use super::answer::shown;
use super::{view, workspace};
use crate::arguments::LearnedArguments;
use crate::failure::{Failure, Outcome};
use crate::terminal::{clean, faint};
use orienteer_engine::{Learned, Params, Place, Workspace};
use serde_json::{Value, json};
use std::io::Write;

pub(crate) fn run(arguments: &LearnedArguments) -> Result<Outcome, Failure> {
    let workspace = workspace(arguments.path.as_deref())?;
    if let Some(below) = &arguments.forget {
        let count = workspace.forget(below.as_deref())?;
        eprintln!("forgot {count} {}", if count == 1 { "use" } else { "uses" });
        return Ok(if count > 0 { Outcome::Found } else { Outcome::Nothing });
    }
    let learned = learned(&workspace)?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if arguments.json {
        writeln!(out, "{}", page(&learned))?;
    } else {
        print(&mut out, &learned, arguments.limit)?;
    }
    out.flush()?;
    if learned.damaged > 0 {
        eprintln!("{} lines could not be read and were passed over", learned.damaged);
    }
    Ok(if learned.uses > 0 { Outcome::Found } else { Outcome::Nothing })
}

/// Of a tree that was never indexed nothing can have been learned.
fn learned(workspace: &Workspace) -> Result<Learned, Failure> {
    if workspace.snapshot()?.is_none() {
        return Ok(Learned::default());
    }
    // What changed a moment ago has expired already.
    let snapshot = view(workspace)?.snapshot;
    Ok(workspace.learned(&snapshot, &Params::default(), orienteer_engine::seconds_now())?)
}

fn print(out: &mut impl Write, learned: &Learned, limit: usize) -> Result<(), Failure> {
    if learned.uses == 0 {
        eprintln!("nothing was learned yet: `orient feedback`, or `orient setup AGENT --hooks`");
        return Ok(());
    }
    let Learned { answers, uses, expired, .. } = learned;
    writeln!(out, "{uses} uses of {answers} answers, {expired} expired because the code changed")?;
    if !learned.units.is_empty() {
        writeln!(out, "units")?;
    }
    for unit in learned.units.iter().take(limit) {
        let counts = format!("{} for, {} against", unit.useful, unit.against);
        writeln!(out, "  {:+.2}  {}  {}", unit.signal, at(&unit.place), faint(counts))?;
    }
    let sure = learned.words.iter().filter_map(|word| Some((word, word.weight?)));
    let mut sure: Vec<_> = sure.collect();
    sure.sort_by(|left, right| right.1.total_cmp(&left.1));
    if !sure.is_empty() {
        writeln!(out, "words")?;
    }
    for (word, weight) in sure.into_iter().take(limit) {
        writeln!(out, "  {weight:.2}  {} -> {}", clean(&word.word), at(&word.place))?;
    }
    Ok(())
}

fn at(place: &Place) -> String {
    format!("{}:{} {}", shown(&place.path), place.line, clean(&place.name))
}

fn page(learned: &Learned) -> Value {
    let at = |place: &Place| json!({ "path": place.path, "line": place.line, "name": place.name });
    json!({
        "version": 1,
        "answers": learned.answers,
        "uses": learned.uses,
        "expired": learned.expired,
        "damaged": learned.damaged,
        "units": learned.units.iter().map(|unit| json!({
            "unit": at(&unit.place), "useful": unit.useful, "against": unit.against,
            "signal": unit.signal, "session": unit.session,
        })).collect::<Vec<_>>(),
        "words": learned.words.iter().map(|word| json!({
            "word": word.word, "unit": at(&word.place), "count": word.count, "weight": word.weight,
        })).collect::<Vec<_>>(),
    })
}
