//! Which files a question is most likely about, by the words in their paths and in their text. Coarse on purpose: what is chosen is
//! indexed and ranked as ever.

use memchr::memmem::Finder;
use orienteer_indexing::{Found, read_source};
use orienteer_search::{Params, understand};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use std::path::Path;
use std::time::Instant;

/// What can be indexed in the time that there is.
const MOST_FILES: usize = 200;
const MOST_BYTES: u64 = 1 << 20;
/// Larger files are seldom what is meant, and cost as much as many that are.
const LARGEST: u64 = 256 << 10;
/// Words that are looked for.
const MOST_WORDS: usize = 24;
/// A word in the path says more than one in the text.
const IN_PATH: f64 = 2.0;

pub(super) struct Chosen {
    pub files: Vec<Found>,
    pub looked_into: usize,
}

/// Looks into files until the time is over, those whose path has words of the question first.
pub(super) fn choose(root: &Path, files: Vec<Found>, words: &str, until: Instant) -> Chosen {
    let needles = needles(words);
    let finders: Vec<Finder<'_>> = needles.iter().map(|needle| Finder::new(needle.as_bytes())).collect();
    let mut looks: Vec<Look> = files.into_iter().map(|file| Look::at_path(file, &finders)).collect();
    looks.sort_by(|left, right| {
        right
            .path
            .count_ones()
            .cmp(&left.path.count_ones())
            .then_with(|| left.file.path.cmp(&right.file.path))
    });
    let texts: Vec<Option<u32>> = looks.par_iter().map(|look| look.text(root, &finders, until)).collect();
    let looked_into = texts.iter().flatten().count();
    for (look, text) in looks.iter_mut().zip(texts) {
        look.text = text.unwrap_or(0);
    }
    Chosen { files: best(looks, needles.len()), looked_into }
}

/// The words of a question as they begin in any of their forms.
fn needles(words: &str) -> Vec<String> {
    let intent = understand(words, &Params::default());
    let parts = intent.identifiers.iter().flat_map(|identifier| &identifier.parts);
    let names = parts.map(|part| part.to_lowercase());
    let terms = intent.terms.iter().map(|term| term.text.trim_end_matches('i').to_owned());
    let mut needles: Vec<String> = Vec::new();
    for needle in names.chain(terms).filter(|needle| needle.len() > 1) {
        if !needles.contains(&needle) {
            needles.push(needle);
        }
    }
    needles.truncate(MOST_WORDS);
    needles
}

/// A file and which words it has, a bit for each.
struct Look {
    file: Found,
    path: u32,
    text: u32,
}

impl Look {
    fn at_path(file: Found, finders: &[Finder<'_>]) -> Look {
        let path = found(file.path.to_lowercase().as_bytes(), finders);
        Look { file, path, text: 0 }
    }

    /// None for what was not looked into.
    fn text(&self, root: &Path, finders: &[Finder<'_>], until: Instant) -> Option<u32> {
        if self.file.size > LARGEST || Instant::now() > until {
            return None;
        }
        let source = read_source(root, &self.file.path).ok().flatten()?;
        Some(found(&source.bytes.to_ascii_lowercase(), finders))
    }

    fn score(&self, rarity: &[f64]) -> f64 {
        let sum =
            |bits: u32| (0..rarity.len()).filter(|at| bits >> at & 1 == 1).map(|at| rarity[at]).sum::<f64>();
        let size = 1.0 + (self.file.size as f64 / 8_192.0).ln_1p();
        (sum(self.text) + IN_PATH * sum(self.path)) / size.sqrt()
    }
}

fn found(text: &[u8], finders: &[Finder<'_>]) -> u32 {
    let has = |at: &usize| finders[*at].find(text).is_some();
    (0..finders.len()).filter(has).fold(0, |bits, at| bits | 1 << at)
}

/// Those with the rarest words, as many as can be indexed.
fn best(looks: Vec<Look>, words: usize) -> Vec<Found> {
    let total = looks.len() as f64;
    let holders = |at: usize| looks.iter().filter(|look| (look.text | look.path) >> at & 1 == 1).count();
    let rarity: Vec<f64> = (0..words).map(|at| (total / (1.0 + holders(at) as f64)).ln_1p()).collect();
    let mut scored: Vec<(f64, Found)> =
        looks.into_iter().map(|look| (look.score(&rarity), look.file)).collect();
    scored.retain(|(score, file)| *score > 0.0 && file.size <= LARGEST);
    scored.sort_by(|left, right| right.0.total_cmp(&left.0).then_with(|| left.1.path.cmp(&right.1.path)));
    let mut left = MOST_BYTES;
    let mut chosen: Vec<Found> = Vec::new();
    for (_, file) in scored.into_iter().take(MOST_FILES) {
        if file.size <= left {
            left -= file.size;
            chosen.push(file);
        }
    }
    chosen.sort_unstable_by(|left, right| left.path.cmp(&right.path));
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use orienteer_indexing::{Silent, discover};
    use std::time::Duration;

    fn chosen(words: &str, time: Duration) -> (Vec<String>, usize) {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |path: &str, text: &str| std::fs::write(folder.path().join(path), text).expect("a file");
        write("sails.py", "def reef(sail):\n    return sail\n");
        write("rope.py", "def splice_ropes(rope):\n    \"\"\"Joins Retries.\"\"\"\n");
        for number in 0..500 {
            write(&format!("plank_{number}.py"), "def saw(rope_or_wood):\n    return rope_or_wood\n");
        }
        let files = discover(folder.path(), &Silent).expect("files").files;
        let chosen = choose(folder.path(), files, words, Instant::now() + time);
        (chosen.files.into_iter().map(|file| file.path).collect(), chosen.looked_into)
    }

    #[test]
    fn rare_words_and_words_of_paths_come_first() {
        let (paths, looked_into) = chosen("splice a rope", Duration::from_secs(600));
        assert!(looked_into == 502 && paths.contains(&"rope.py".to_owned()), "{looked_into} {paths:?}");
        assert!(paths.len() == MOST_FILES && !paths.contains(&"sails.py".to_owned()), "{}", paths.len());
        assert_eq!(chosen("how are retries joined", Duration::from_secs(600)).0, ["rope.py"]);
        assert_eq!(chosen("zeppelin", Duration::from_secs(600)).0, [""; 0]);
    }

    #[test]
    fn without_time_paths_decide() {
        assert_eq!(chosen("reef the sails", Duration::ZERO), (vec!["sails.py".to_owned()], 0));
    }
}
