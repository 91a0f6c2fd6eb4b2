//! Collects the rows of one file over one arena. Text that occurs twice is stored once.

use hashbrown::HashTable;
use orienteer_model::{
    BindingFact, FileFacts, ImportFact, LanguageId, Name, NameHash, Problem, ProblemKind, ReferenceFact,
    RelationFact, Text, UnitFact,
};
use std::borrow::Cow;

pub(crate) struct Builder {
    pub facts: FileFacts,
    interned: HashTable<(u64, Text)>,
}

impl Builder {
    pub(crate) fn new(language: LanguageId) -> Builder {
        let facts = FileFacts { language: language.0, ..FileFacts::default() };
        Builder { facts, interned: HashTable::new() }
    }

    /// Records the first problem of each kind.
    pub(crate) fn problem(&mut self, kind: ProblemKind, line: u32) {
        if self.facts.problems.iter().all(|problem| problem.kind() != kind) {
            self.facts.problems.push(Problem::new(kind, line));
        }
    }

    /// Text that is likely to occur once: documentation, signatures.
    pub(crate) fn text(&mut self, text: &str) -> Text {
        if text.is_empty() {
            return Text::EMPTY;
        }
        let start = self.facts.arena.len() as u32;
        self.facts.arena.push_str(text);
        Text { start, len: text.len() as u32 }
    }

    pub(crate) fn name(&mut self, text: &str) -> Name {
        if text.is_empty() {
            return Name::default();
        }
        let hash = NameHash::of(text);
        if let Some((_, text)) = self.interned.find(hash.0, |(other, _)| *other == hash.0) {
            return Name { text: *text, hash };
        }
        let text = self.text(text);
        self.interned.insert_unique(hash.0, (hash.0, text), |(hash, _)| *hash);
        Name { text, hash }
    }

    pub(crate) fn name_of_bytes(&mut self, bytes: &[u8]) -> Name {
        match std::str::from_utf8(bytes) {
            Ok(text) => self.name(text),
            Err(_) => {
                let text = String::from_utf8_lossy(bytes);
                self.name(&text)
            }
        }
    }

    pub(crate) fn push_unit(&mut self, unit: UnitFact) -> u32 {
        self.facts.units.push(unit);
        self.facts.units.len() as u32 - 1
    }

    pub(crate) fn push_reference(&mut self, reference: ReferenceFact) {
        self.facts.references.push(reference);
    }

    pub(crate) fn push_import(&mut self, import: ImportFact) {
        self.facts.imports.push(import);
    }

    pub(crate) fn push_relation(&mut self, relation: RelationFact) {
        self.facts.relations.push(relation);
    }

    pub(crate) fn push_binding(&mut self, binding: BindingFact) {
        self.facts.bindings.push(binding);
    }
}

/// Bytes as text, with replacement characters where they are not.
pub(crate) fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// At most `most` bytes of `text`, cut between characters.
pub(crate) fn clip(text: &str, most: usize) -> &str {
    if text.len() <= most {
        return text;
    }
    let mut end = most;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
