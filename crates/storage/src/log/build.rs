//! The words of commits as a table. What an earlier log knows of a commit is taken over, so that only new messages are read.

use super::{Log, LogInput, Mention, group, pack, unpack};
use orienteer_text::Tokenizer;
use std::collections::HashMap;

/// Words with the commits that have them, and the length of each message.
#[derive(Default)]
pub(super) struct Table {
    places: HashMap<String, usize>,
    mentions: Vec<Vec<u32>>,
    pub(super) lengths: Vec<u32>,
    /// Sorted by the word.
    order: Vec<(String, usize)>,
}

impl Table {
    pub(super) fn new(commits: &[LogInput<'_>], previous: Option<&Log>) -> Table {
        let mut table = Table { lengths: vec![0; commits.len()], ..Table::default() };
        let taken = previous.map_or_else(|| vec![false; commits.len()], |log| table.take(commits, log));
        let mut tokenizer = Tokenizer::new();
        let mut words = Vec::new();
        for (number, commit) in commits.iter().enumerate().filter(|(number, _)| !taken[*number]) {
            tokenizer.terms(commit.text, &mut |term| words.push(table.place(term)));
            table.lengths[number] = words.len() as u32;
            table.count(number as u32, &mut words);
        }
        table.sort();
        table
    }

    /// Words in order, each with its commits in order.
    pub(super) fn terms(&self) -> impl Iterator<Item = (&str, &[u32])> {
        self.order.iter().map(|(term, place)| (term.as_str(), self.mentions[*place].as_slice()))
    }

    fn place(&mut self, term: &str) -> usize {
        if let Some(place) = self.places.get(term) {
            return *place;
        }
        let place = self.mentions.len();
        self.places.insert(term.to_owned(), place);
        self.mentions.push(Vec::new());
        place
    }

    /// Empties `words`.
    fn count(&mut self, commit: u32, words: &mut Vec<usize>) {
        words.sort_unstable();
        for same in words.chunk_by(|one, other| one == other) {
            self.mentions[same[0]].push(pack(Mention { commit, count: same.len() as u32 }));
        }
        words.clear();
    }

    /// Takes over what `log` knows, and says of which commits.
    fn take(&mut self, commits: &[LogInput<'_>], log: &Log) -> Vec<bool> {
        let known: HashMap<[u8; 20], usize> =
            log.commits.iter().enumerate().map(|(number, row)| (row.id, number)).collect();
        let mut taken = vec![false; commits.len()];
        let mut numbers: Vec<Option<u32>> = vec![None; log.commit_count()];
        for (number, commit) in commits.iter().enumerate() {
            let Some(before) = known.get(&commit.id) else { continue };
            numbers[*before] = Some(number as u32);
            self.lengths[number] = log.length(*before as u32);
            taken[number] = true;
        }
        for term in 0..log.term_count() {
            self.take_term(log, term, &numbers);
        }
        taken
    }

    fn take_term(&mut self, log: &Log, term: usize, numbers: &[Option<u32>]) {
        let renumbered = |mention: &u32| {
            let Mention { commit, count } = unpack(*mention);
            let commit = numbers.get(commit as usize).copied().flatten()?;
            Some(pack(Mention { commit, count }))
        };
        let mentions: Vec<u32> =
            group(&log.mention_ends, &log.mentions, term).iter().filter_map(renumbered).collect();
        if !mentions.is_empty() {
            let place = self.place(log.term(term));
            self.mentions[place] = mentions;
        }
    }

    fn sort(&mut self) {
        self.mentions.iter_mut().for_each(|mentions| mentions.sort_unstable());
        self.order = std::mem::take(&mut self.places).into_iter().collect();
        self.order.sort_unstable();
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Log, SECTIONS, write};
    use super::*;
    use crate::sections::{Content, Sections};
    use orienteer_model::FileId;
    use proptest::prelude::*;
    use std::io::Cursor;
    use std::path::Path;

    type Message = (u8, String);

    fn bytes(messages: &[Message], previous: Option<&Log>) -> Vec<u8> {
        let inputs: Vec<LogInput<'_>> = messages
            .iter()
            .map(|(id, text)| LogInput { id: [*id; 20], text, files: 1, touched: vec![FileId(0)] })
            .collect();
        let written = write(Cursor::new(Vec::new()), Path::new("log"), 1, 5, &inputs, previous);
        written.expect("writes").0.into_inner()
    }

    fn log(bytes: &[u8]) -> Log {
        Log::of(Sections::in_memory(bytes, Content::Log, SECTIONS).expect("opens")).expect("opens")
    }

    /// Messages by commit: a commit never changes its message.
    fn any_messages() -> impl Strategy<Value = Vec<String>> {
        proptest::collection::vec("[a-c]{2,3}( [a-c]{2,3}){0,6}", 12)
    }

    proptest! {
        #[test]
        fn what_is_taken_over_is_what_is_read(
            messages in any_messages(),
            before in proptest::sample::subsequence((0..12u8).collect::<Vec<_>>(), 0..=12),
            after in proptest::sample::subsequence((0..12u8).collect::<Vec<_>>(), 0..=12).prop_shuffle(),
        ) {
            let chosen = |ids: &[u8]| ids.iter().map(|id| (*id, messages[usize::from(*id)].clone())).collect::<Vec<_>>();
            let previous = log(&bytes(&chosen(&before), None));
            prop_assert_eq!(bytes(&chosen(&after), Some(&previous)), bytes(&chosen(&after), None));
        }
    }

    #[test]
    fn words_made_by_other_rules_are_read_again() {
        let old = [(1, "tide tables".to_owned())];
        let new = [(1, "harbour fees".to_owned())];
        let previous = log(&bytes(&old, None));
        let inputs = [LogInput { id: [1; 20], text: &new[0].1, files: 1, touched: Vec::new() }];
        let again = |rules| {
            let written =
                write(Cursor::new(Vec::new()), Path::new("log"), 1, rules, &inputs, Some(&previous));
            log(&written.expect("writes").0.into_inner())
        };
        assert_eq!((again(6).mentions("harbour").len(), again(6).mentions("tide").len()), (1, 0));
        assert_eq!((again(5).mentions("harbour").len(), again(5).mentions("tide").len()), (0, 1));
    }

    #[test]
    fn repeated_words_are_counted_and_many_are_not_told_apart() {
        let messages = [(1, "tide ".repeat(400)), (2, "Tides and a tide".to_owned())];
        let log = log(&bytes(&messages, None));
        let counts: Vec<(u32, u32)> =
            log.mentions("tide").map(|mention| (mention.commit, mention.count)).collect();
        assert_eq!(counts, [(0, 255), (1, 2)]);
        assert_eq!((log.length(0), log.length(1), log.total_length()), (400, 3, 403));
    }
}
