//! The question in the form in which names are compared with it.

use crate::recall::lexical::Text;
use crate::understand::{Identifier, Intent};
use orienteer_storage::UnitRecord;
use orienteer_text::{Tokenizer, words};
use std::collections::HashMap;

/// How a name and the question overlap, both as shares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Overlap {
    /// Of the name's words, those that the question has.
    pub(super) cover: f32,
    /// Of the question's weight, that of the words in the name.
    pub(super) share: f32,
}

pub(super) struct Question<'a> {
    pub(super) intent: &'a Intent,
    /// Weight of all terms.
    pub(super) total: f32,
    weights: HashMap<&'a str, f32>,
    tokenizer: Tokenizer,
    /// Words that were compared before: names of one file, and a name and its qualified form, have most of theirs in common.
    known: HashMap<&'a str, Matched>,
}

impl<'a> Question<'a> {
    pub(super) fn new(intent: &'a Intent, text: &'a Text) -> Question<'a> {
        let weights = text.terms.iter().map(|term| (term.text.as_str(), term.weight)).collect();
        Question {
            intent,
            total: text.total_weight(),
            weights,
            tokenizer: Tokenizer::new(),
            known: HashMap::new(),
        }
    }

    pub(super) fn is_symbol(&self) -> bool {
        self.intent.is_symbol
    }

    pub(super) fn match_text(&mut self, text: &'a str) -> Overlap {
        let (mut count, mut matched, mut weight) = (0.0, 0.0, 0.0);
        for word in words(text) {
            let overlap = self.known_word(word.text);
            count += overlap.count;
            matched += overlap.matched;
            weight += overlap.weight;
        }
        let cover = if count > 0.0 { matched / count } else { 0.0 };
        Overlap { cover, share: if self.total > 0.0 { (weight / self.total).min(1.0) } else { 0.0 } }
    }

    fn known_word(&mut self, word: &'a str) -> Matched {
        if let Some(known) = self.known.get(word) {
            return *known;
        }
        let matched = self.match_word(word);
        self.known.insert(word, matched);
        matched
    }

    fn match_word(&mut self, word: &str) -> Matched {
        let weights = &self.weights;
        let (mut whole, mut parts) = (None, Matched::default());
        self.tokenizer.word_terms(word, &mut |term| {
            let weight = weights.get(term).copied();
            if whole.is_none() {
                whole = Some(weight);
                return;
            }
            parts.count += 1.0;
            parts.matched += f32::from(u8::from(weight.is_some()));
            parts.weight += weight.unwrap_or(0.0);
        });
        match whole {
            None => Matched::default(),
            Some(Some(weight)) => {
                let count = parts.count.max(1.0);
                Matched { count, matched: count, weight: weight + parts.weight }
            }
            Some(None) if parts.count == 0.0 => Matched { count: 1.0, ..Matched::default() },
            Some(None) => parts,
        }
    }

    /// Whether two adjacent words of the question are its name.
    pub(super) fn compound(&mut self, unit: &UnitRecord<'_>) -> f32 {
        if self.intent.compounds.is_empty() {
            return 0.0;
        }
        let (mut first, mut is_there) = (true, false);
        let compounds = &self.intent.compounds;
        self.tokenizer.word_terms(unit.name(), &mut |term| {
            is_there |= std::mem::take(&mut first) && compounds.iter().any(|compound| compound == term);
        });
        f32::from(u8::from(is_there))
    }

    /// How sure it is that a name in the question is this unit's.
    pub(super) fn definition(&self, unit: &UnitRecord<'_>) -> f32 {
        let identifiers = self.intent.identifiers.iter();
        identifiers.map(|identifier| identifier.weight * likeness(identifier, unit)).fold(0.0, f32::max)
    }
}

#[derive(Clone, Copy, Default)]
struct Matched {
    count: f32,
    matched: f32,
    weight: f32,
}

/// 1 for the same name in the same container; less where upper and lower case, or the container, differ.
fn likeness(identifier: &Identifier, unit: &UnitRecord<'_>) -> f32 {
    let Some((last, before)) = identifier.parts.split_last() else { return 0.0 };
    let name = unit.name();
    let same = if name == last {
        1.0
    } else if name.eq_ignore_ascii_case(last) {
        0.7
    } else if let Some(owner) = before.last().filter(|owner| owner.as_str() == name) {
        // `Store` of `Store.load`: the type is worth seeing beside its method.
        return if owner.starts_with(char::is_uppercase) { 0.5 } else { 0.2 };
    } else {
        return 0.0;
    };
    let Some(owner) = before.last() else { return same };
    let module = unit.module().rsplit('.').next().unwrap_or("");
    if unit.container().eq_ignore_ascii_case(owner) || module.eq_ignore_ascii_case(owner) {
        same
    } else {
        same * 0.5
    }
}
