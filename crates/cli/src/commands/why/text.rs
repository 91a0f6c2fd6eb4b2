//! An explanation for people: what became of the symbol first, then every number, stage by stage.

use crate::commands::answer::{position, title};
use crate::commands::score::Score;
use crate::failure::Failure;
use crate::terminal::{clean, faint, strong, warning};
use orienteer_engine::{Explanation, Finding, Journey, Outcome, WhyAnswer};
use std::io::Write;

/// Units of one name that are explained; the rest is counted.
const MOST: usize = 10;

pub(super) fn print(out: &mut impl Write, symbol: &str, answer: &WhyAnswer) -> Result<(), Failure> {
    let total = answer.explanations.len();
    if total > 1 {
        let hint = faint("(choose one by its file and line, or by its class)");
        writeln!(out, "{total} units are called {} {hint}\n", clean(symbol))?;
    }
    for (at, explanation) in answer.explanations.iter().take(MOST).enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        print_explanation(out, explanation)?;
    }
    if total > MOST {
        writeln!(out, "\n{}", faint(format!("and {} more", total - MOST)))?;
    }
    Ok(())
}

fn print_explanation(out: &mut impl Write, explanation: &Explanation) -> Result<(), Failure> {
    writeln!(out, "{}", heading(explanation))?;
    print_outcome(out, explanation)?;
    print_channels(out, &explanation.journey)?;
    print_walk(out, &explanation.journey)?;
    if let Some(ranked) = &explanation.journey.ranked {
        writeln!(out, "  {}", strong("score"))?;
        Score { parts: &ranked.parts, factors: &ranked.factors, score: ranked.score }.print(out)?;
    }
    print_places(out, explanation)
}

fn heading(explanation: &Explanation) -> String {
    let place = &explanation.place;
    let test = if place.is_test { " (test)" } else { "" };
    let kind = faint(format!("{}{test}", place.kind.name()));
    let relative =
        explanation.relative.map_or_else(String::new, |relative| format!("  {:.0}%", relative * 100.0));
    format!("{}  {kind} {}{relative}", position(place, place.line), strong(title(place)))
}

/// In or out, and by which number.
fn print_outcome(out: &mut impl Write, explanation: &Explanation) -> Result<(), Failure> {
    for loss in explanation.losses() {
        writeln!(out, "  {}", warning(loss))?;
    }
    for line in explanation.packing.iter().flat_map(|packing| packing.told()) {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}

fn print_channels(out: &mut impl Write, journey: &Journey) -> Result<(), Failure> {
    if journey.found.is_empty() {
        return Ok(());
    }
    writeln!(out, "  {}", strong("channels"))?;
    for finding in &journey.found {
        let Finding { channel, tier, place, of, weight, adds } = finding;
        let found = format!("{place} of {of} {}", tier.unwrap_or_default());
        writeln!(out, "    {channel:<17}{:<24}x {weight:<6}{adds}", found.trim_end())?;
    }
    let fused = journey.fused.unwrap_or_default();
    Ok(writeln!(out, "    {:<49}{fused}", "fused")?)
}

fn print_walk(out: &mut impl Write, journey: &Journey) -> Result<(), Failure> {
    let Some(share) = journey.share else { return Ok(()) };
    writeln!(out, "  {}", strong("walk"))?;
    let origin = journey.origin.map(|origin| format!(", {origin}")).unwrap_or_default();
    let seed = journey.seed.map_or_else(|| "no".to_owned(), |weight| format!("weight {weight}{origin}"));
    let rows = [
        ("seed", seed),
        ("share", share.to_string()),
        ("authority", journey.standing.authority.to_string()),
        ("hub", journey.standing.hub.to_string()),
    ];
    rows.iter().try_for_each(|(name, value)| writeln!(out, "    {name:<17}{value}"))?;
    Ok(())
}

/// Where it stood after each stage.
fn print_places(out: &mut impl Write, explanation: &Explanation) -> Result<(), Failure> {
    let mut places: Vec<String> = Vec::new();
    for step in &explanation.journey.steps {
        if let Outcome::At(place) = step.outcome {
            places.push(format!("{} {place}", step.stage));
        }
    }
    if let Some(place) = explanation.packing.and_then(|packing| packing.place) {
        places.push(format!("pack {place}"));
    }
    if !places.is_empty() {
        writeln!(out, "  {} {}", strong("place"), places.join(", "))?;
    }
    Ok(())
}
