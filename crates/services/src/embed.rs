//! A run of the dense embedder over many texts: what the cache has is taken from there, the rest is computed in batches and kept.
//!
//! A run never fails as a whole: it gives the vectors that it has, and the failure beside them. No text is computed twice.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Mutex;

use crate::batches::{self, Progress, batches, in_halves};
use crate::cache::{CacheKey, VectorCache};
use crate::dense::{DenseEmbedder, Role};
use crate::failure::{Failure, Kind, Phase, Service};

/// What a run has to show.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Embedded {
    /// One place per text; nothing for a blank text, and for those that a failed run did not come to.
    pub vectors: Vec<Option<Vec<f32>>>,
    pub from_cache: usize,
    /// Distinct texts that were computed.
    pub computed: usize,
    pub failure: Option<Failure>,
}

/// The vectors of the texts.
pub fn embed(
    embedder: &dyn DenseEmbedder,
    cache: Option<&VectorCache>,
    texts: &[&str],
    role: Role,
    progress: &dyn Progress,
) -> Embedded {
    let cancelled = || progress.is_cancelled();
    match embedder.identity(&cancelled) {
        Ok(identity) => Run::new(embedder, cache, &identity, texts, role).go(progress),
        Err(failure) => {
            Embedded { vectors: vec![None; texts.len()], failure: Some(failure), ..Embedded::default() }
        }
    }
}

/// A text that has to be computed, and everybody who waits for it.
struct Wanted<'a> {
    key: CacheKey,
    text: Cow<'a, str>,
    places: Vec<usize>,
}

struct Run<'a> {
    embedder: &'a dyn DenseEmbedder,
    cache: Option<&'a VectorCache>,
    role: Role,
    wanted: Vec<Wanted<'a>>,
    blank: usize,
    found: Embedded,
}

impl<'a> Run<'a> {
    fn new(
        embedder: &'a dyn DenseEmbedder,
        cache: Option<&'a VectorCache>,
        identity: &str,
        texts: &[&'a str],
        role: Role,
    ) -> Run<'a> {
        let found = Embedded { vectors: vec![None; texts.len()], ..Embedded::default() };
        let mut run = Run { embedder, cache, role, wanted: Vec::new(), blank: 0, found };
        run.collect(identity, texts);
        run
    }

    /// Equal texts are wanted once; what the cache has is not wanted at all.
    fn collect(&mut self, identity: &str, texts: &[&'a str]) {
        let prefix = self.embedder.prefix(self.role).to_owned();
        let bytes = self.embedder.limits().text_bytes;
        let mut known: HashMap<CacheKey, usize> = HashMap::new();
        for (place, text) in texts.iter().enumerate() {
            if text.trim().is_empty() {
                self.blank += 1;
                continue;
            }
            let text = prefixed(&prefix, batches::cut(text, bytes));
            let key = CacheKey::of(identity, &text);
            if let Some(&at) = known.get(&key) {
                self.wanted[at].places.push(place);
            } else if let Some(vector) = self.cached(&key) {
                self.found.vectors[place] = Some(vector);
                self.found.from_cache += 1;
            } else {
                known.insert(key, self.wanted.len());
                self.wanted.push(Wanted { key, text, places: vec![place] });
            }
        }
        // Texts of one length make batches without padding.
        self.wanted.sort_by_key(|wanted| wanted.text.len());
    }

    fn cached(&self, key: &CacheKey) -> Option<Vec<f32>> {
        let vector = self.cache?.get(key)?;
        let fits = self.embedder.dimension().is_none_or(|dimension| dimension == vector.len());
        fits.then_some(vector)
    }

    fn go(mut self, progress: &dyn Progress) -> Embedded {
        let total = self.found.vectors.len();
        let at_first = self.found.from_cache + self.blank;
        progress.embedded(at_first, total);
        let texts: Vec<&str> = self.wanted.iter().map(|wanted| wanted.text.as_ref()).collect();
        let limits = self.embedder.limits();
        let cut = batches(&texts, &limits);
        let cancelled = || progress.is_cancelled();
        let dimension = Mutex::new(self.embedder.dimension().or_else(|| self.dimension_from_cache()));
        let ask = |some: &[&str]| self.embedder.embed_batch(some, self.role, &cancelled);
        let work = |batch: std::ops::Range<usize>| {
            let vectors = in_halves(&texts[batch], &ask)?;
            same_dimension(&dimension, &vectors)?;
            Ok(vectors)
        };
        let mut keeper =
            Keeper { wanted: &self.wanted, cache: self.cache, found: Embedded::default(), done: at_first };
        keeper.found.vectors = std::mem::take(&mut self.found.vectors);
        let mut keep = |batch, vectors| {
            keeper.keep(batch, vectors);
            progress.embedded(keeper.done, total);
        };
        let failure = batches::run(&cut, limits.parallel, &cancelled, &work, &mut keep);
        let complete = keeper.done == total;
        let failure = failure.or_else(|| (!complete).then(stopped)).or(keeper.found.failure.take());
        Embedded { from_cache: self.found.from_cache, failure, ..keeper.found }
    }

    fn dimension_from_cache(&self) -> Option<usize> {
        self.found.vectors.iter().flatten().next().map(Vec::len)
    }
}

fn stopped() -> Failure {
    Failure::new(Service::DenseEmbedder, Phase::Request, Kind::Cancelled, "")
}

fn prefixed<'a>(prefix: &str, text: &'a str) -> Cow<'a, str> {
    if prefix.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(format!("{prefix}{text}")) }
}

/// The first batch of a run decides for all.
fn same_dimension(decided: &Mutex<Option<usize>>, vectors: &[Vec<f32>]) -> Result<(), Failure> {
    let Some(found) = vectors.first().map(Vec::len) else { return Ok(()) };
    let mut decided = decided.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let expected = *decided.get_or_insert(found);
    if expected == found {
        return Ok(());
    }
    let kind = Kind::WrongDimension { expected, found };
    Err(Failure::new(Service::DenseEmbedder, Phase::Check, kind, format!("{found} numbers after {expected}")))
}

/// Puts finished batches into their places and into the cache.
struct Keeper<'a> {
    wanted: &'a [Wanted<'a>],
    cache: Option<&'a VectorCache>,
    found: Embedded,
    done: usize,
}

impl Keeper<'_> {
    fn keep(&mut self, batch: std::ops::Range<usize>, vectors: Vec<Vec<f32>>) {
        let wanted = &self.wanted[batch];
        if let Some(cache) = self.cache {
            let entries: Vec<_> = wanted.iter().map(|wanted| wanted.key).zip(vectors.iter()).collect();
            if let Err(error) = cache.put(&entries) {
                // The vectors are good all the same; whoever asked hears that they will be computed again.
                let detail = format!("cache of vectors: {error}");
                self.found.failure =
                    Some(Failure::new(Service::DenseEmbedder, Phase::Check, Kind::Local, detail));
            }
        }
        self.found.computed += wanted.len();
        for (wanted, vector) in wanted.iter().zip(vectors) {
            self.done += wanted.places.len();
            for &place in &wanted.places {
                self.found.vectors[place] = Some(vector.clone());
            }
        }
    }
}
