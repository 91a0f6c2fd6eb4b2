//! The task as a row of words, in which phrases are looked for. Words are compared by hash, without case and plural.

use super::class::Class;
use crate::understand::prose;
use orienteer_text::words;

/// Of a long report the first words are what it is about.
const MOST_WORDS: usize = 400;
/// Shorter words have no plural that could be told from the word.
const SHORTEST_PLURAL: usize = 4;
/// Stands where the text goes on after a comma, a full stop or a line's end.
const BREAK: u64 = 0;

pub(super) struct Task<'a> {
    /// As they are written, and their hashes.
    row: Vec<(&'a str, u64)>,
    /// Every hash with where it stands, in order.
    places: Vec<(u64, u32)>,
}

impl<'a> Task<'a> {
    pub(super) fn new(query: &'a str) -> Task<'a> {
        let mut row = Vec::new();
        for line in prose(query) {
            let mut end = 0;
            for word in words(line) {
                let gap = line.get(end..word.start).unwrap_or("");
                if end == 0 || !matches!(gap, " " | "-") {
                    row.push(("", BREAK));
                }
                row.push((word.text, folded(word.text)));
                end = word.start + word.text.len();
            }
            if row.len() >= MOST_WORDS {
                break;
            }
        }
        row.truncate(MOST_WORDS);
        let mut places: Vec<(u64, u32)> = row.iter().map(|(_, word)| *word).zip(0..).collect();
        places.sort_unstable();
        Task { row, places }
    }

    /// Adjacent words that both fit, by their hashes, in order.
    pub(super) fn pairs(&self, fits: impl Fn(&str) -> bool) -> Vec<(u64, u64)> {
        let pairs = self.row.windows(2).filter(|pair| pair.iter().all(|(word, _)| fits(word)));
        let mut pairs: Vec<(u64, u64)> = pairs.map(|pair| (pair[0].1, pair[1].1)).collect();
        pairs.sort_unstable();
        pairs
    }

    /// How much of its weight a class has here: all of it if two of its phrases, or one of several words, are said; `weak` of it
    /// if one word is; none otherwise.
    pub(super) fn strength(&self, class: &impl Class, weak: f32) -> Option<f32> {
        let mut said = 0;
        for phrase in class.phrases().filter(|phrase| self.says(phrase)) {
            said += 1;
            if said == 2 || words(phrase).nth(1).is_some() {
                return Some(class.weight());
            }
        }
        (said > 0).then(|| class.weight() * weak)
    }

    fn says(&self, phrase: &str) -> bool {
        let mut rest = words(phrase).map(|word| folded(word.text));
        let Some(first) = rest.next() else { return false };
        let start = self.places.partition_point(|(word, _)| *word < first);
        let places = self.places[start..].iter().take_while(|(word, _)| *word == first);
        places.map(|(_, place)| *place as usize).any(|place| {
            let mut following = self.row[place + 1..].iter().map(|(_, word)| *word);
            rest.clone().all(|wanted| following.next() == Some(wanted))
        })
    }
}

/// The hash of a word in lower case and without the ending of its plural.
pub(super) fn folded(word: &str) -> u64 {
    let (stem, tail) = singular(word);
    let letters = stem.chars().flat_map(char::to_lowercase).chain(tail.chars());
    // FNV-1a: words are short, and nothing is allocated.
    let mix = |hash: u64, letter: char| (hash ^ u64::from(letter as u32)).wrapping_mul(0x0100_0000_01b3);
    letters.fold(0xcbf2_9ce4_8422_2325, mix)
}

fn singular(word: &str) -> (&str, &'static str) {
    if word.len() < SHORTEST_PLURAL || word.ends_with("ss") {
        return (word, "");
    }
    if let Some(stem) = word.strip_suffix("ies") {
        return (stem, "y");
    }
    (word.strip_suffix('s').unwrap_or(word), "")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recall::concepts::Concept;

    fn check(query: &str, phrases: &[&str], expected: Option<f32>) {
        let concept = Concept {
            id: "x".to_owned(),
            phrases: phrases.iter().map(|phrase| (*phrase).to_owned()).collect(),
            targets: Vec::new(),
            weight: 0.8,
            endings: Vec::new(),
        };
        assert_eq!(Task::new(query).strength(&concept, 0.5), expected, "{query:?}");
    }

    #[test]
    fn several_words_or_several_phrases_are_strong() {
        check("where is the Price List kept", &["price list"], Some(0.8));
        check("price lists, and tariffs", &["price list"], Some(0.8));
        check("a price-list", &["price list"], Some(0.8));
        check("all tariffs", &["tariff", "price list"], Some(0.4));
        check("categories of tariffs", &["category", "tariff"], Some(0.8));
        check("nothing of it", &["tariff", "price list"], None);
    }

    #[test]
    fn words_are_whole_and_sentences_end() {
        check("the tariffed goods", &["tariff"], None);
        check("my_tariff", &["tariff"], None);
        check("raise the price. List the goods", &["price list"], None);
        check("one price", &["price list"], None);
        check("", &["price list", ""], None);
    }

    #[test]
    fn code_in_a_report_says_nothing() {
        check("It breaks\n\n```\nprice list\n```\n", &["price list"], None);
        check("It breaks\n\nfor the price list\n", &["price list"], Some(0.8));
    }
}
