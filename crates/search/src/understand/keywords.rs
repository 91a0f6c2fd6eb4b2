//! What the units that a task speaks of may be called, in three tiers: names that it quotes, names that it writes or that two of
//! its words make, and single words. Gives names to look up, never weights.

use super::identifiers::{Chain, is_file};
use super::vocabulary;
use orienteer_text::{is_stop_word, parts};

/// Longer quotations are not names.
const LONGEST_NAME: usize = 100;
/// Shorter words are part of everything.
const SHORTEST_WORD: usize = 2;
/// Of each tier. A report with more is a dump; the first ones are what it is about.
const MOST: usize = 64;

/// Names to look up, by how sure it is that somebody means them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keywords {
    /// In back-ticks, as written and in lower case.
    pub exact: Vec<String>,
    /// Written as only code is written, then pairs of adjacent words as `RowStore` and as `row_store`.
    pub compounds: Vec<String>,
    /// Words: first what a leading verb is about, then the longest, each followed by what it may be short for.
    pub components: Vec<String>,
}

impl Keywords {
    /// The first two tiers, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.exact.iter().chain(&self.compounds).map(String::as_str)
    }
}

/// Collects keywords in the order of the question.
#[derive(Default)]
pub(super) struct Collector {
    exact: Vec<String>,
    written: Vec<String>,
    paired: Vec<String>,
    words: Vec<String>,
    verb: Verb,
}

/// What is known of a verb that the question begins with.
#[derive(Default, PartialEq)]
enum Verb {
    #[default]
    NothingRead,
    /// It begins with one, and nothing else has been said.
    Leads,
    /// What the verb is about.
    About(String),
    None,
}

impl Collector {
    /// A quotation.
    pub(super) fn quoted(&mut self, text: &str) {
        let name = text.trim().trim_end_matches("()").trim_start_matches('.');
        let is_name = name.len() <= LONGEST_NAME && !name.contains(char::is_whitespace) && !is_file(name);
        if is_name && name.contains(char::is_alphanumeric) {
            push(&mut self.exact, name);
            push(&mut self.exact, &name.to_lowercase());
        }
    }

    /// A name that can only be code.
    pub(super) fn chain(&mut self, chain: &Chain<'_>) {
        if chain.is_pattern {
            push(&mut self.written, &chain.parts.join("."));
        }
    }

    /// Two adjacent words that may be one name.
    pub(super) fn pair(&mut self, left: &str, right: &str) {
        if self.paired.len() >= MOST
            || is_stop_word(&left.to_lowercase())
            || is_stop_word(&right.to_lowercase())
        {
            return;
        }
        push(&mut self.paired, &format!("{}{}", capitalised(left), capitalised(right)));
        push(&mut self.paired, &format!("{}_{}", left.to_lowercase(), right.to_lowercase()));
    }

    /// A word of the text, in its parts.
    pub(super) fn word(&mut self, word: &str) {
        if self.words.len() >= MOST {
            return;
        }
        let lower = word.to_lowercase();
        let is_action = vocabulary::is_action(&lower);
        if self.verb == Verb::NothingRead {
            self.verb = if is_action { Verb::Leads } else { Verb::None };
        }
        if is_action || is_stop_word(&lower) || lower.len() < SHORTEST_WORD {
            return;
        }
        for part in parts(word) {
            self.part(&part.to_lowercase());
        }
        if self.verb == Verb::Leads {
            self.verb = Verb::About(lower);
        }
    }

    fn part(&mut self, lower: &str) {
        let is_word = lower.len() >= SHORTEST_WORD && lower.contains(char::is_alphabetic);
        if is_word && !is_stop_word(lower) && !vocabulary::is_action(lower) {
            push(&mut self.words, lower);
        }
    }

    pub(super) fn finish(mut self) -> Keywords {
        let mut compounds = self.written;
        self.paired.iter().for_each(|pair| push(&mut compounds, pair));
        // Words of one length stay in the order of the question.
        self.words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        let about = match self.verb {
            Verb::About(word) => Some(word),
            _ => None,
        };
        let mut components = Vec::new();
        for word in about.iter().chain(&self.words) {
            push(&mut components, word);
            for other in vocabulary::other_forms(word).filter(|other| !other.contains(' ')) {
                push(&mut components, other);
            }
        }
        Keywords { exact: self.exact, compounds, components }
    }
}

/// Adds what is not there yet, while there is room.
fn push(list: &mut Vec<String>, name: &str) {
    if list.len() < MOST && !list.iter().any(|known| known == name) {
        list.push(name.to_owned());
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::super::understand;
    use super::*;
    use crate::params::Params;

    fn of(task: &str) -> Keywords {
        understand(task, &Params::default()).keywords
    }

    #[test]
    fn quoted_names_are_exact_in_both_cases() {
        assert_eq!(of("why does `RowStore` lose rows").exact, ["RowStore", "rowstore"]);
        assert_eq!(of("rename `rows`, not `two words` or `store.py`").exact, ["rows"]);
        let long = "x".repeat(LONGEST_NAME);
        assert_eq!(of(&format!("see `{long}`")).exact, std::slice::from_ref(&long));
        assert_eq!(of(&format!("see `{long}x` and `...`")).exact, Vec::<String>::new());
    }

    #[test]
    fn code_patterns_are_compounds() {
        let compounds = |task: &str| of(task).compounds;
        assert_eq!(compounds("the .prune() call"), ["prune"]);
        assert_eq!(compounds("where get_rows() is"), ["get_rows"]);
        assert_eq!(compounds("when Store.load is"), ["Store.load"]);
        assert_eq!(compounds("the app.row_store.load of it"), ["app.row_store.load"]);
        assert_eq!(compounds("in app::store or Store#load"), ["app.store", "Store.load"]);
        assert_eq!(compounds("with row_store and RowStore"), ["row_store", "RowStore"]);
        assert_eq!(compounds("of app.store.rows.all"), ["app.store.rows.all"]);
    }

    #[test]
    fn prose_with_dots_is_not_code() {
        for task in ["e.g. this", "on 3.9 only", "like foo.bar does", "i.e. etc. it"] {
            assert_eq!(of(task).compounds, Vec::<String>::new(), "{task}");
        }
    }

    #[test]
    fn adjacent_content_words_make_both_forms() {
        assert_eq!(of("the blast radius").compounds, ["BlastRadius", "blast_radius"]);
        assert_eq!(of("a row store").compounds, ["RowStore", "row_store"]);
        // Two short words, a verb, a word of grammar between, a word of all code.
        for task in ["row set", "the tax law", "add column", "radius of blast", "return value"] {
            assert_eq!(of(task).compounds, Vec::<String>::new(), "{task}");
        }
    }

    #[test]
    fn code_stands_before_pairs() {
        let found = of("blast radius of load_rows").compounds;
        assert_eq!(found, ["load_rows", "BlastRadius", "blast_radius"]);
    }

    #[test]
    fn components_begin_with_what_the_verb_is_about() {
        assert_eq!(of("add a new tax to the settlement").components, ["tax", "settlement"]);
        assert_eq!(of("the tax in the settlement").components, ["settlement", "tax"]);
        assert_eq!(of("extend RowStore pruning").components, ["rowstore", "pruning", "store", "row"]);
    }

    #[test]
    fn components_are_expanded_both_ways() {
        for (short, long) in [("ctx", "context"), ("cfg", "config"), ("svc", "service")] {
            for word in [short, long] {
                let found = of(&format!("the {word} today")).components;
                assert!(found.iter().any(|word| word == short), "{word}: {found:?}");
                assert!(found.iter().any(|word| word == long), "{word}: {found:?}");
            }
        }
    }

    #[test]
    fn stop_words_and_verbs_are_no_components() {
        assert_eq!(of("fix the function that returns nothing of it").components, ["nothing"]);
    }

    #[test]
    fn a_dump_is_cut() {
        let dump: String =
            (0..1_000).map(|number| format!("first{number}_name `quoted{number}`\n")).collect();
        let found = of(&dump);
        assert_eq!((found.exact.len(), found.compounds.len()), (MOST, MOST));
        assert!(found.components.len() <= MOST);
    }
}
