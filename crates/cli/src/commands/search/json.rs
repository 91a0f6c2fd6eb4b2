//! Hits for programs. Stable: fields are added, never changed.

use crate::commands::answer::{changed, place_json};
use orienteer_engine::{Excerpt, ExcerptLine, Factor, Found, Part, SearchPage, View};
use serde_json::{Value, json};

pub(super) fn page(view: &View, query: &str, page: &SearchPage) -> Value {
    json!({
        "version": 1,
        "snapshot": view.snapshot.id().to_string(),
        "changed": changed(view),
        "unreadable": view.unreadable(),
        "query": query,
        "terms": page.terms,
        "candidates": page.candidates,
        "hits": page.found.iter().map(found_json).collect::<Vec<_>>(),
    })
}

fn found_json(found: &Found) -> Value {
    let hit = &found.hit;
    json!({
        "place": place_json(&hit.place),
        "start_line": hit.start_line,
        "signature": hit.signature,
        "score": number(hit.score),
        "relative": number(hit.relative),
        "distance": hit.distance.map(number),
        "channels": hit.channels,
        "parts": hit.parts.iter().map(part_json).collect::<Vec<_>>(),
        "factors": hit.factors.iter().map(factor_json).collect::<Vec<_>>(),
        "lines": lines_json(&found.excerpt),
        "changed_since": found.excerpt == Excerpt::Changed,
    })
}

fn part_json(part: &Part) -> Value {
    json!({
        "name": part.name,
        "value": number(part.value),
        "weight": number(part.weight),
        "product": number(part.product()),
    })
}

fn factor_json(factor: &Factor) -> Value {
    json!({ "name": factor.name, "value": number(factor.value) })
}

/// The matches are bytes of the text, `[from, to)`.
fn lines_json(excerpt: &Excerpt) -> Vec<Value> {
    let Excerpt::Lines(lines) = excerpt else { return Vec::new() };
    let line = |line: &ExcerptLine| {
        let matches: Vec<[usize; 2]> = line.matches.iter().map(|range| [range.start, range.end]).collect();
        json!({ "line": line.line, "text": line.text, "matches": matches, "cut": line.is_cut })
    };
    lines.iter().map(line).collect()
}

/// The shortest number that stands for the same value, rather than all digits of its binary form.
fn number(value: f32) -> f64 {
    value.to_string().parse().unwrap_or_else(|_| f64::from(value))
}
