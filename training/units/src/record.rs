//! One unit's texts by field. The documentation is kept apart from the code, also where the language writes it inside the body.

use crate::document;
use crate::table::FIELDS;
use crate::terms::Terms;
use orienteer_model::{FactsView, UnitFact, UnitKind};
use std::borrow::Cow;
use std::ops::Range;

/// Most terms of a field; what follows says nothing new about a unit.
const MOST_TERMS: usize = 1_500;

/// The texts of a unit in the order in which they are written.
#[derive(Default)]
pub(crate) struct Record<'a> {
    pub(crate) name: &'a str,
    pub(crate) qualified: &'a str,
    pub(crate) path: &'a str,
    /// The first sentence of the documentation.
    pub(crate) summary: &'a str,
    /// The documentation after its first sentence.
    pub(crate) doc: Cow<'a, str>,
    pub(crate) signature: &'a str,
    pub(crate) body: Cow<'a, str>,
    pub(crate) members: String,
}

impl<'a> Record<'a> {
    pub(crate) fn of_unit(facts: &FactsView<'a>, index: usize, path: &'a str, source: &'a str) -> Record<'a> {
        let unit = &facts.units[index];
        let name = facts.name(unit.name);
        let (summary, doc) = document::split_summary(facts.text(unit.doc));
        let mut record = Record {
            name,
            qualified: facts.text(unit.qualified).strip_suffix(name).unwrap_or_default(),
            path,
            summary,
            doc: Cow::Borrowed(doc),
            signature: facts.text(unit.signature),
            body: body(facts.units, index, source),
            members: members(facts, index),
        };
        if unit.kind() == UnitKind::Section {
            record.split_section();
        }
        record
    }

    /// A section's prose is its documentation, its examples are its body.
    fn split_section(&mut self) {
        if let Cow::Borrowed(text) = self.body {
            let (prose, code) = document::split_examples(text);
            self.summary = document::split_summary(document::first_paragraph(text)).0;
            self.doc = Cow::Owned(prose);
            self.body = Cow::Owned(code);
            self.signature = "";
        }
    }

    /// Name and signature as they are written, on one line.
    pub(crate) fn title(&self) -> String {
        let title = format!("{} {}", self.name, self.signature);
        title.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The documentation as it is written, on one line.
    pub(crate) fn documentation(&self) -> String {
        let texts = self.summary.split_whitespace().chain(self.doc.split_whitespace());
        texts.collect::<Vec<_>>().join(" ")
    }

    /// Appends all terms; returns where each field ends.
    pub(crate) fn terms(&self, terms: &mut Terms, output: &mut Vec<u32>) -> [u32; FIELDS] {
        let texts: [&str; FIELDS] = [
            self.name,
            self.qualified,
            self.path,
            self.summary,
            &self.doc,
            self.signature,
            &self.body,
            &self.members,
        ];
        texts.map(|text| {
            terms.append(text, MOST_TERMS, output);
            output.len() as u32
        })
    }
}

/// Source after the signature, without the members of a container and without a docstring.
fn body<'a>(units: &[UnitFact], index: usize, source: &'a str) -> Cow<'a, str> {
    let unit = &units[index];
    let bytes = body_bytes(unit);
    let text = document::after_docstring(source.get(bytes.clone()).unwrap_or_default());
    if unit.kind().is_callable() {
        return Cow::Borrowed(text);
    }
    let start = bytes.end - text.len();
    let children: Vec<Range<usize>> =
        units.iter().filter(|child| child.parent() == Some(index)).map(|child| child.span.bytes()).collect();
    if children.is_empty() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(between(source, start..bytes.end, &children))
}

/// What of a unit is searched as its body. Text, data and values have no signature before it: all of them is body.
fn body_bytes(unit: &UnitFact) -> Range<usize> {
    let span = unit.span.bytes();
    let body_start = unit.body_start as usize;
    let has_no_header = matches!(unit.kind(), UnitKind::Fragment | UnitKind::Section);
    if has_no_header || (body_start >= span.end && !unit.kind().is_callable()) {
        span
    } else {
        body_start.clamp(span.start, span.end)..span.end
    }
}

/// The parts of a range that no child covers.
fn between(source: &str, whole: Range<usize>, children: &[Range<usize>]) -> String {
    let mut text = String::new();
    let mut start = whole.start;
    for child in children {
        text.push_str(source.get(start..child.start.min(whole.end)).unwrap_or_default());
        text.push('\n');
        start = start.max(child.end);
    }
    text.push_str(source.get(start..whole.end).unwrap_or_default());
    text
}

fn members(facts: &FactsView<'_>, index: usize) -> String {
    if !facts.units[index].kind().is_container() {
        return String::new();
    }
    let children = facts.units.iter().filter(|child| child.parent() == Some(index));
    children.map(|child| facts.name(child.name)).collect::<Vec<_>>().join(" ")
}
