//! Bytes made of other bytes, at random and the same every time: no clock and no entropy is asked.
//!
//! Nothing here learns from what the bytes did; that is what coverage is for.

/// Longer inputs are cut: short ones are read more often in the same time.
const LONGEST: usize = 16 * 1024;

/// Numbers and words at which readers stumble.
const WORDS: [&[u8]; 14] = [
    b"\0",
    b"\xff\xff\xff\xff",
    b"\x00\x00\x00\x80",
    b"-1",
    b"18446744073709551616",
    b"1e999",
    b"\n",
    b"\r\n\r\n",
    b"\"",
    b"{[(",
    b"../",
    b"%00",
    "\u{feff}".as_bytes(),
    "\u{202e}\u{1f600}".as_bytes(),
];

/// A sequence of inputs: the same corpus and seed give the same ones.
#[derive(Debug)]
pub struct Mutations<'a> {
    corpus: &'a [Vec<u8>],
    state: u64,
}

impl<'a> Mutations<'a> {
    pub fn new(corpus: &'a [Vec<u8>], seed: u64) -> Mutations<'a> {
        Mutations { corpus, state: seed | 1 }
    }

    /// Another input. It is empty where the corpus is.
    pub fn input(&mut self) -> Vec<u8> {
        let mut bytes = self.sample().to_vec();
        for _ in 0..=self.below(5) {
            self.change(&mut bytes);
        }
        bytes.truncate(LONGEST);
        bytes
    }

    fn change(&mut self, bytes: &mut Vec<u8>) {
        let place = self.below(bytes.len() + 1);
        match self.below(7) {
            0 => drop(bytes.splice(place..place, WORDS[self.below(WORDS.len())].iter().copied())),
            1 => bytes.truncate(place),
            2 => drop(bytes.drain(place..self.end(place, bytes.len()))),
            3 => self.repeat(bytes, place),
            4 => self.graft(bytes, place),
            5 => self.overwrite(bytes, place, |_, random| random),
            _ => self.overwrite(bytes, place, |byte, random| byte ^ (1 << (random % 8))),
        }
    }

    fn overwrite(&mut self, bytes: &mut [u8], place: usize, new: impl Fn(u8, u8) -> u8) {
        let random = self.next() as u8;
        if let Some(byte) = bytes.get_mut(place) {
            *byte = new(*byte, random);
        }
    }

    /// A piece of the input, many times over.
    fn repeat(&mut self, bytes: &mut Vec<u8>, place: usize) {
        let piece = bytes[place..self.end(place, bytes.len())].to_vec();
        let repeated = piece.repeat(1 + self.below(64));
        bytes.splice(place..place, repeated);
    }

    /// A piece of another input.
    fn graft(&mut self, bytes: &mut Vec<u8>, place: usize) {
        let other = self.sample();
        let start = self.below(other.len() + 1);
        let piece = &other[start..self.end(start, other.len())];
        bytes.splice(place..place, piece.iter().copied());
    }

    fn sample(&mut self) -> &'a [u8] {
        if self.corpus.is_empty() { &[] } else { &self.corpus[self.below(self.corpus.len())] }
    }

    /// Of a piece that begins at `start`; short ones are more likely.
    fn end(&mut self, start: usize, length: usize) -> usize {
        let most = 1 << self.below(11);
        (start + self.below(most) + 1).min(length)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    /// A step of xorshift, which is random enough to stumble by.
    fn next(&mut self) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_same_seed_gives_the_same_inputs() {
        let corpus = vec![b"one two three".to_vec(), b"four".to_vec()];
        let some = |seed| {
            let mut mutations = Mutations::new(&corpus, seed);
            (0..500).map(|_| mutations.input()).collect::<Vec<_>>()
        };
        assert_eq!(some(3), some(3));
        assert_ne!(some(3), some(5));
        assert!(some(3).into_iter().collect::<HashSet<_>>().len() > 400);
        assert!(some(3).iter().all(|input| input.len() <= LONGEST));
    }

    #[test]
    fn an_empty_corpus_has_something_to_say() {
        let mut mutations = Mutations::new(&[], 7);
        assert!((0..100).any(|_| !mutations.input().is_empty()));
    }
}
