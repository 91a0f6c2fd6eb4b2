//! A tree of invented words, the same in every run: enough of them that no two questions are alike.

use crate::support::Ground;

/// The same numbers in every run.
pub struct Sequence(pub u64);

impl Sequence {
    pub fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }

    /// Small numbers are common, as words are.
    pub fn word(&mut self) -> String {
        let number = self.next(300).min(self.next(300));
        let syllables = ["ba", "ke", "lo", "mi", "nu", "ra", "se", "ti", "vo", "zu"];
        let digits = [number / 100, number / 10 % 10, number % 10];
        digits.iter().map(|digit| syllables[*digit]).collect::<String>() + "l"
    }

    pub fn words(&mut self, count: usize) -> String {
        (0..count).map(|_| self.word()).collect::<Vec<_>>().join(" ")
    }
}

pub fn write_files(ground: &Ground, sequence: &mut Sequence, files: usize, functions: usize) {
    for file in 0..files {
        let folder = sequence.word();
        let text: String = (0..functions).map(|_| function(sequence)).collect();
        ground.write(&format!("{folder}/part_{file:02}.py"), &text);
    }
}

fn function(sequence: &mut Sequence) -> String {
    let (first, second) = (sequence.word(), sequence.word());
    let said = 3 + sequence.next(8);
    let (doc, body) = (sequence.words(said), sequence.words(4).replace(' ', "_"));
    format!("def {first}_{second}({body}):\n    \"\"\"{doc}.\"\"\"\n    return {body}\n\n\n")
}
