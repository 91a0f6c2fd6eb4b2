//! BM25F over units, and over files as wholes, with the statistics of the whole corpus: what else was recalled never changes a
//! score.

use crate::params::Params;
use crate::understand::{Intent, understand};
use orienteer_model::{FileId, UnitId};
use orienteer_storage::{FIELDS, Field, Snapshot, Term};

/// A word that the corpus does not have is taken for the beginning of longer ones, unless it is too short to say which.
const SHORTEST_PREFIX: usize = 4;
const MOST_LONGER: usize = 4;
/// These many are looked up whatever they cost.
const FEWEST_TERMS: usize = 6;
/// Units that are looked at, for each that is wanted, before all are.
const LOOK_AT: usize = 4;

/// A term of the question that the corpus has, with its weight and rarity multiplied.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Weighed {
    pub(crate) text: String,
    pub(crate) weight: f32,
}

/// The terms that are looked up for a question, each with its weight there. How rare it is, is not in it.
pub fn asked_terms(snapshot: &Snapshot, question: &str, params: &Params) -> Vec<(String, f32)> {
    let intent = understand(question, params);
    weighed(snapshot, &intent, params).into_iter().map(|(term, weight, _)| (term.text, weight)).collect()
}

/// What each unit by itself adds to a question that has one of its terms: shows term, unit and that part of the score. Times the
/// weight of the term in a question and its rarity, summed up, it is the score by text.
pub fn term_weights(snapshot: &Snapshot, params: &Params, mut visit: impl FnMut(&str, UnitId, f32)) {
    let scorer = Scorer::new(snapshot, params);
    let k1 = params.k1;
    snapshot.lexical().for_each_posting(|term, unit, fields, frequencies, lengths| {
        let count = scorer.count(fields, frequencies, lengths).normed;
        visit(term, unit, (k1 + 1.0) * count / (count + k1));
    });
}

/// Scores of all units and files by their text.
pub(crate) struct Text {
    /// By unit.
    pub(crate) own: Vec<f32>,
    /// By file.
    pub(crate) file: Vec<f32>,
    /// Weightiest first.
    pub(crate) terms: Vec<Weighed>,
}

/// A field's weight, and how its length is held against it.
struct FieldScale {
    weight: f32,
    base: f32,
    per_length: f32,
}

/// How often a unit has a term.
#[derive(Clone, Copy, Default)]
struct Counts {
    /// Each field against its length.
    normed: f32,
    /// Without the path.
    plain: f32,
    path: f32,
}

struct Scorer<'a> {
    snapshot: &'a Snapshot,
    params: &'a Params,
    scales: [FieldScale; FIELDS],
    average_size: f32,
    /// Of the term at hand: files and the weighed count in each.
    counts: Vec<(FileId, f32)>,
}

pub(crate) fn score(snapshot: &Snapshot, intent: &Intent, params: &Params) -> Text {
    let mut text = Text {
        own: vec![0.0; snapshot.unit_count()],
        file: vec![0.0; snapshot.file_count()],
        terms: Vec::new(),
    };
    let mut scorer = Scorer::new(snapshot, params);
    for (weighed, weight, term) in weighed(snapshot, intent, params) {
        scorer.term(&mut text, &term, weighed.weight, weight);
        text.terms.push(weighed);
    }
    text
}

/// The terms that the corpus has, weightiest first, at most as many as are looked up.
fn weighed<'s>(snapshot: &'s Snapshot, intent: &Intent, params: &Params) -> Vec<(Weighed, f32, Term<'s>)> {
    let mut terms: Vec<(Weighed, f32, Term<'s>)> = Vec::new();
    let mut unknown = Vec::new();
    for asked in &intent.terms {
        match snapshot.lexical().term(&asked.text) {
            Some(term) => terms.push(weigh(snapshot, &asked.text, asked.weight, term)),
            None => unknown.push(asked),
        }
    }
    // What a report says and the corpus does not have is the reporter's own code.
    unknown.retain(|asked| !intent.is_report && asked.is_written && asked.text.len() >= SHORTEST_PREFIX);
    for asked in unknown {
        let weight = asked.weight * params.query_prefix;
        for longer in snapshot.lexical().terms_with_prefix(&asked.text, MOST_LONGER) {
            let is_new = weight > 0.0 && terms.iter().all(|(known, ..)| known.text != longer);
            if let Some(term) = snapshot.lexical().term(&longer).filter(|_| is_new) {
                terms.push(weigh(snapshot, &longer, weight, term));
            }
        }
    }
    terms.sort_by(|left, right| {
        right.0.weight.total_cmp(&left.0.weight).then_with(|| left.0.text.cmp(&right.0.text))
    });
    terms.truncate(params.most_terms as usize);
    terms.truncate(affordable(&terms, params));
    terms
}

/// How many of the terms, which are in order, can be looked up within the work that one question may cost. The last ones are
/// the most common: they cost most and say least.
fn affordable(terms: &[(Weighed, f32, Term<'_>)], params: &Params) -> usize {
    let mut postings = 0.0;
    let is_within = |(_, _, term): &&(Weighed, f32, Term<'_>)| {
        postings += term.document_frequency() as f32;
        postings <= params.most_postings
    };
    terms.iter().take_while(is_within).count().max(FEWEST_TERMS.min(terms.len()))
}

fn weigh<'s>(snapshot: &Snapshot, text: &str, weight: f32, term: Term<'s>) -> (Weighed, f32, Term<'s>) {
    let documents = snapshot.lexical().document_count() as f32;
    let rare = weight * rarity(documents, term.document_frequency() as f32);
    (Weighed { text: text.to_owned(), weight: rare }, weight, term)
}

pub(super) fn rarity(documents: f32, frequency: f32) -> f32 {
    (1.0 + (documents - frequency + 0.5) / (frequency + 0.5)).ln()
}

impl<'a> Scorer<'a> {
    fn new(snapshot: &'a Snapshot, params: &'a Params) -> Scorer<'a> {
        let lexical = snapshot.lexical();
        let documents = lexical.document_count().max(1) as f32;
        let scales = Field::ALL.map(|field| FieldScale {
            weight: field_weight(params, field),
            base: 1.0 - params.b,
            per_length: params.b * documents / lexical.total_length(field).max(1) as f32,
        });
        let bytes: u64 = snapshot.files().map(|file| file.size()).sum();
        let average_size = bytes as f32 / snapshot.file_count().max(1) as f32;
        Scorer { snapshot, params, scales, average_size: average_size.max(1.0), counts: Vec::new() }
    }

    fn term(&mut self, text: &mut Text, term: &Term<'_>, unit_weight: f32, plain_weight: f32) {
        self.counts.clear();
        let (k1, numerator) = (self.params.k1, unit_weight * (self.params.k1 + 1.0));
        // A file's units follow each other inside one segment; the next segment may begin anywhere.
        let mut of_file = 0..0;
        let mut files = std::mem::take(&mut self.counts);
        term.for_each(|unit, fields, frequencies, lengths| {
            let Some(own) = text.own.get_mut(unit.0 as usize) else { return };
            let counts = self.count(fields, frequencies, lengths);
            *own += numerator * counts.normed / (counts.normed + k1);
            match files.last_mut() {
                Some((_, sum)) if of_file.contains(&unit.0) => *sum += counts.plain,
                _ => {
                    let Some((file, after)) = self.file_of(unit) else { return };
                    of_file = unit.0..after;
                    files.push((file, counts.plain + counts.path));
                }
            }
        });
        self.counts = files;
        self.files(text, plain_weight);
    }

    /// Counts of all fields by their weights. The path is the same in all units of a file: for the file it counts once.
    #[inline(always)]
    fn count(&self, mut fields: u8, frequencies: &[u8; FIELDS], lengths: &[u16]) -> Counts {
        let mut counts = Counts::default();
        while fields != 0 {
            let field = fields.trailing_zeros() as usize;
            fields &= fields - 1;
            let (Some(scale), Some(length)) = (self.scales.get(field), lengths.get(field)) else { break };
            let weighed = scale.weight * f32::from(frequencies[field]);
            counts.normed += weighed / (scale.base + scale.per_length * f32::from(*length));
            if field == Field::Path as usize {
                counts.path = weighed;
            } else {
                counts.plain += weighed;
            }
        }
        counts
    }

    /// The file of a unit and the first unit after the file's.
    fn file_of(&self, unit: UnitId) -> Option<(FileId, u32)> {
        let file = self.snapshot.unit(unit)?.file()?;
        Some((file.id(), file.end_unit().0))
    }

    fn files(&self, text: &mut Text, weight: f32) {
        let weight = weight * rarity(text.file.len() as f32, self.counts.len() as f32);
        let (k1, b) = (self.params.file_k1, self.params.file_b);
        for (file, count) in &self.counts {
            let size = self.snapshot.file(*file).map_or(0, |file| file.size()) as f32 / self.average_size;
            let score = weight * count * (k1 + 1.0) / (count + k1 * (1.0 - b + b * size));
            if let Some(sum) = text.file.get_mut(file.0 as usize) {
                *sum += score;
            }
        }
    }
}

fn field_weight(params: &Params, field: Field) -> f32 {
    match field {
        Field::Name => params.field_name,
        Field::Qualified => params.field_qualified,
        Field::Path => params.field_path,
        Field::Doc => params.field_doc,
        Field::Signature => params.field_signature,
        Field::Body => params.field_body,
        Field::Members => params.field_members,
    }
}

impl Text {
    pub(crate) fn own(&self, unit: UnitId) -> f32 {
        self.own.get(unit.0 as usize).copied().unwrap_or(0.0)
    }

    pub(crate) fn file(&self, file: FileId) -> f32 {
        self.file.get(file.0 as usize).copied().unwrap_or(0.0)
    }

    /// The weight of all terms together.
    pub(crate) fn total_weight(&self) -> f32 {
        self.terms.iter().map(|term| term.weight).sum()
    }

    /// Where a unit stands among all that are wanted, the best having 1; none without a term of the question.
    pub(crate) fn place(&self, unit: UnitId, wanted: &dyn Fn(UnitId) -> bool) -> Option<usize> {
        let own = self.own(unit);
        let is_before = |other: &u32| {
            let score = self.own[*other as usize];
            score > 0.0 && score.total_cmp(&own).then(unit.0.cmp(other)).is_gt() && wanted(UnitId(*other))
        };
        (own > 0.0).then(|| 1 + (0..self.own.len() as u32).filter(is_before).count())
    }

    pub(crate) fn best_units(&self, count: usize, wanted: &dyn Fn(UnitId) -> bool) -> Vec<UnitId> {
        let found = || (0..self.own.len() as u32).filter(|unit| self.own[*unit as usize] > 0.0);
        let is_wanted = |unit: &u32| wanted(UnitId(*unit));
        // Most filters leave most units: looking at the best few is enough, and much cheaper than looking at all.
        let mut units = best(found(), &self.own, count * LOOK_AT);
        let is_all = units.len() < count * LOOK_AT;
        units.retain(is_wanted);
        if units.len() < count && !is_all {
            units = best(found().filter(is_wanted), &self.own, count);
        }
        units.into_iter().take(count).map(UnitId).collect()
    }

    /// The best units, at most three, of each of the best files.
    pub(crate) fn best_of_files(
        &self,
        snapshot: &Snapshot,
        count: usize,
        wanted: &dyn Fn(UnitId) -> bool,
    ) -> Vec<UnitId> {
        let found = (0..self.file.len() as u32).filter(|file| self.file[*file as usize] > 0.0);
        let mut units = Vec::new();
        for file in best(found, &self.file, count) {
            let Some(file) = snapshot.file(FileId(file)) else { continue };
            let of_file = file
                .units()
                .map(|unit| unit.0)
                .filter(|unit| self.own(UnitId(*unit)) > 0.0 && wanted(UnitId(*unit)));
            units.extend(best(of_file, &self.own, 3).into_iter().map(UnitId));
        }
        units
    }
}

/// The `count` numbers with the highest scores, highest first; the smaller number first where scores are equal.
fn best(numbers: impl Iterator<Item = u32>, scores: &[f32], count: usize) -> Vec<u32> {
    let mut numbers: Vec<u32> = numbers.collect();
    let order = |left: &u32, right: &u32| {
        scores[*right as usize].total_cmp(&scores[*left as usize]).then_with(|| left.cmp(right))
    };
    if numbers.len() > count && count > 0 {
        numbers.select_nth_unstable_by(count - 1, order);
    }
    numbers.truncate(count);
    numbers.sort_unstable_by(order);
    numbers
}
