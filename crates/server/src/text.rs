//! Hits and symbols as places with lines under each. Nothing here chooses or ranks.

use crate::page::{Entry, Origin, Page, position};
use orienteer_engine::one_line;
use orienteer_engine::{
    ContextAnswer, Definition, Excerpt, ExcerptLine, Format, Found, Group, Note, Place, Quote, Relation,
    SearchPage, SymbolAnswer, Unparsed, View,
};
use serde_json::{Value, json};

/// Longer lines are cut, in characters.
const LONGEST_LINE: usize = 160;
const CHANGED: &str = "changed since the snapshot; not quoted";

pub(crate) fn hits(view: &View, page: &SearchPage) -> Page {
    let nothing =
        page.found.is_empty().then(|| "nothing found; try other words, or fewer filters".to_owned());
    let lines: Vec<String> = nothing.into_iter().chain(page.notes.iter().map(said)).collect();
    let note = (!lines.is_empty()).then(|| lines.join("\n"));
    Page { note, entries: page.found.iter().map(hit).collect(), ..Page::empty(Origin::of(view)) }
}

/// What an answer had to do without, and what to do about it.
pub(crate) fn said(note: &Note) -> String {
    line(&format!("{note} ({})", note.hint()))
}

fn hit(found: &Found) -> Entry {
    let Found { hit, excerpt, .. } = found;
    let signature = Some(&hit.signature).filter(|signature| !signature.is_empty()).map(|text| line(text));
    let lines = match excerpt {
        Excerpt::Lines(lines) => {
            // The line of the name says what the signature says.
            let is_named = lines.iter().any(|line| line.line == hit.place.line);
            signature.filter(|_| !is_named).into_iter().chain(lines.iter().map(numbered)).collect()
        }
        Excerpt::Changed => vec![CHANGED.to_owned()],
        Excerpt::None => signature.into_iter().collect(),
    };
    Entry { place: hit.place.clone(), mark: format!("{:.0}%", hit.relative * 100.0), lines }
}

fn numbered(shown: &ExcerptLine) -> String {
    let dots = if shown.is_cut { " ..." } else { "" };
    format!("{}  {}{dots}", shown.line, line(&shown.text))
}

pub(crate) fn symbol(view: &View, name: &str, answer: &SymbolAnswer) -> Page {
    let origin = Origin::of(view);
    if answer.total > 0 {
        let rest = answer.total - answer.definitions.len();
        let note = (rest > 0).then(|| format!("{} definitions, {rest} of them not told", answer.total));
        let entries = answer.definitions.iter().map(definition).collect();
        return Page { note, entries, ..Page::empty(origin) };
    }
    let others = match (answer.suggestions.is_empty(), answer.is_other_case) {
        (true, _) => "",
        (false, true) => "; with other letter case:",
        (false, false) => "; nearest names:",
    };
    let note = Some(format!("no such symbol: {}{}{others}", line(name), unparsed(&answer.unparsed)));
    let guess = |place: &Place| Entry { place: place.clone(), mark: String::new(), lines: Vec::new() };
    let entries = answer.suggestions.iter().map(guess).collect();
    Page { note, entries, is_guess: true, ..Page::empty(origin) }
}

/// Files that may declare it and could not be understood whole.
fn unparsed(places: &[Unparsed]) -> String {
    if places.is_empty() {
        return String::new();
    }
    let places: Vec<String> =
        places.iter().map(|place| format!("{}:{}", line(&place.path), place.line)).collect();
    format!("; it stands in files that could not be parsed whole: {}", places.join(", "))
}

fn definition(definition: &Definition) -> Entry {
    let mut lines: Vec<String> = match &definition.quote {
        Quote::Lines(quoted) => quoted.lines().map(line).collect(),
        Quote::Changed => vec![CHANGED.to_owned()],
        Quote::None => Vec::new(),
    };
    definition.relations.iter().for_each(|group| lines.extend(relations(group)));
    if !definition.commits.is_empty() {
        lines.push(format!("commits ({})", definition.commits_total));
        let told = definition.commits.iter().map(|commit| {
            let id = commit.id.get(..10).unwrap_or(&commit.id);
            format!("  {id} {}", line(&commit.subject))
        });
        lines.extend(told);
    }
    Entry { place: definition.place.clone(), mark: String::new(), lines }
}

fn relations(group: &Group) -> Vec<String> {
    let mut lines = vec![format!("{} ({})", group.role.name().replace('_', " "), group.total)];
    lines.extend(group.listed.iter().map(|relation| format!("  {}", related(group, relation))));
    let rest = group.total - group.listed.len();
    lines.extend((rest > 0).then(|| format!("  and {rest} more")));
    lines
}

/// Where the reference stands, to what, and how sure it is where it is not.
fn related(group: &Group, relation: &Relation) -> String {
    let place = &relation.place;
    let at = relation.lines.first().copied().filter(|_| group.refers_back()).unwrap_or(place.line);
    let name = if place.name.is_empty() { place.kind.name().to_owned() } else { line(&place.name) };
    let doubt = (relation.confidence < 80).then(|| format!("{:.2}", f64::from(relation.confidence) / 100.0));
    let ambiguous = relation.ambiguous.then(|| "ambiguous".to_owned());
    let words = [Some(position(place, at)), Some(name), doubt, ambiguous];
    words.into_iter().flatten().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

fn line(text: &str) -> String {
    let text = text.trim_end();
    match text.char_indices().nth(LONGEST_LINE) {
        Some((end, _)) => one_line(&text[..end]) + " ...",
        None => one_line(text),
    }
}

/// A context with news before it, in a form that its format can carry.
pub(crate) fn noted(format: Format, note: &str, text: &str) -> String {
    match format {
        _ if note.is_empty() => text.to_owned(),
        Format::Json => {
            let note = Value::from(note);
            text.replacen('{', &format!("{{\"partial\":true,\"note\":{note},"), 1)
        }
        Format::Xml => format!("<!-- {} -->\n{text}", note.replace("--", "- ")),
        Format::Text | Format::Markdown | Format::Compact => format!("{note}\n\n{text}"),
    }
}

/// A context that was written as JSON.
pub(crate) fn context_data(answer: &ContextAnswer, partial: Option<&str>) -> Value {
    let mut data = serde_json::from_str(&answer.text).unwrap_or_else(|_| json!({ "items": [] }));
    if let Some(note) = partial {
        data["partial"] = true.into();
        data["note"] = note.into();
    }
    data
}
