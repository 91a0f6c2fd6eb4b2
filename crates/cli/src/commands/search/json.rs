//! Hits for programs. Stable: fields are added, never changed.

use crate::commands::answer::{changed, notes_json, place_json};
use crate::commands::score::{Score, number};
use orienteer_engine::{Excerpt, ExcerptLine, Found, SearchPage, View};
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
        "notes": notes_json(&page.notes),
        "hits": page.found.iter().map(found_json).collect::<Vec<_>>(),
    })
}

fn found_json(found: &Found) -> Value {
    let hit = &found.hit;
    let score = Score { parts: &hit.parts, factors: &hit.factors, score: hit.score };
    json!({
        "place": place_json(&hit.place),
        "library": (!found.library.is_empty()).then_some(&found.library),
        "start_line": hit.start_line,
        "signature": hit.signature,
        "score": number(hit.score),
        "relative": number(hit.relative),
        "distance": hit.distance.map(number),
        "channels": hit.channels,
        "parts": score.parts_json(),
        "factors": score.factors_json(),
        "lines": lines_json(&found.excerpt),
        "changed_since": found.excerpt == Excerpt::Changed,
    })
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
