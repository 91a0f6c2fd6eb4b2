//! The words of commits as a table. What an earlier log knows of a commit is taken over, so that only new messages are read.

use super::{Log, LogInput, Mention, group, pack, unpack};
use hashbrown::HashMap;
use orienteer_text::Tokenizer;

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
