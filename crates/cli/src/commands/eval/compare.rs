//! `orient eval compare`: two runs of one suite, case by case.

use crate::arguments::EvalCompareArguments;
use crate::failure::{Failure, Outcome};
use crate::terminal::{clean, faint, strong};
use orienteer_evaluation::{Comparison, Difference, Moved, Recorded, compare};
use serde_json::{Map, Value, json};
use std::io::Write;

pub(super) fn run(arguments: &EvalCompareArguments) -> Result<Outcome, Failure> {
    let (before, after) = (Recorded::read(&arguments.before)?, Recorded::read(&arguments.after)?);
    let comparison = compare(&before, &after)?;
    let mut out = std::io::stdout().lock();
    if arguments.json {
        serde_json::to_writer(&mut out, &as_json(&comparison))?;
        writeln!(out)?;
    } else {
        print(&mut out, &comparison, arguments.show)?;
    }
    Ok(Outcome::Found)
}

fn print(out: &mut impl Write, comparison: &Comparison, show: usize) -> std::io::Result<()> {
    writeln!(out, "{} cases in both, {} in one only", comparison.cases, comparison.unmatched)?;
    let heading = format!(
        "{:<28}{:>5}{:>9}{:>9}  {:<28}{:>7}{:>7}{:>9}",
        "", "n", "before", "after", "change", "better", "worse", "p"
    );
    writeln!(out, "{}", strong(heading))?;
    for difference in &comparison.all {
        line(out, &difference.figure, difference)?;
    }
    for (repository, differences) in &comparison.by_repository {
        writeln!(out, "{}", faint(clean(repository)))?;
        for difference in differences {
            line(out, &format!("  {}", difference.figure), difference)?;
        }
    }
    list(out, "worst", comparison.moved.iter().filter(|moved| moved.change < 0.0).take(show))?;
    list(out, "best", comparison.moved.iter().rev().filter(|moved| moved.change > 0.0).take(show))
}

fn line(out: &mut impl Write, title: &str, difference: &Difference) -> std::io::Result<()> {
    let Difference { cases, before, after, change, better, worse, p_value, .. } = difference;
    let change = format!("{:+.4} [{:+.4} {:+.4}]", change.value, change.low, change.high);
    writeln!(
        out,
        "{title:<28}{cases:>5}{before:>9.4}{after:>9.4}  {change:<28}{better:>7}{worse:>7}{p_value:>9.4}"
    )
}

fn list<'a>(
    out: &mut impl Write,
    title: &str,
    moved: impl Iterator<Item = &'a Moved>,
) -> std::io::Result<()> {
    for (at, moved) in moved.enumerate() {
        if at == 0 {
            writeln!(out, "{}", strong(title))?;
        }
        writeln!(out, "{:+.3}  {}  {}", moved.change, clean(&moved.id), faint(clean(&moved.repository)))?;
        writeln!(out, "        first was {}", clean(&moved.before))?;
        writeln!(out, "        first is  {}", clean(&moved.after))?;
    }
    Ok(())
}

fn as_json(comparison: &Comparison) -> Value {
    let by = comparison.by_repository.iter().map(|(name, all)| (name.clone(), differences(all)));
    json!({
        "version": 1,
        "cases": comparison.cases,
        "unmatched": comparison.unmatched,
        "metrics": differences(&comparison.all),
        "by": { "repository": by.collect::<Map<String, Value>>() },
        "moved": comparison.moved.iter().map(|moved| json!({
            "id": moved.id,
            "repository": moved.repository,
            "change": moved.change,
        })).collect::<Vec<_>>(),
    })
}

fn differences(differences: &[Difference]) -> Value {
    let entry = |one: &Difference| {
        let value = json!({
            "cases": one.cases,
            "before": one.before,
            "after": one.after,
            "change": one.change.value,
            "interval": [one.change.low, one.change.high],
            "better": one.better,
            "worse": one.worse,
            "p": one.p_value,
        });
        (one.figure.clone(), value)
    };
    Value::Object(differences.iter().map(entry).collect())
}
