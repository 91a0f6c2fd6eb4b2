//! BM25F of one term after the other: what each adds to units and to files.

use super::Text;
use super::terms::{Asked, rarity};
use crate::params::Params;
use orienteer_model::{FileId, UnitId};
use orienteer_storage::{FIELDS, Field, Places, Snapshot};

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

/// Which of the units that have a term are looked at.
#[derive(Clone, Copy)]
pub(super) enum Looked<'a> {
    All,
    /// Those that have most of it, where it is common.
    Best,
    /// Those of some files.
    In(&'a Places),
}

pub(super) struct Scorer<'a> {
    snapshot: &'a Snapshot,
    params: &'a Params,
    scales: [FieldScale; FIELDS],
    average_size: f32,
    /// Of the term at hand: files and the weighed count in each.
    counts: Vec<(FileId, f32)>,
}

impl<'a> Scorer<'a> {
    pub(super) fn new(snapshot: &'a Snapshot, params: &'a Params) -> Scorer<'a> {
        let lexical = snapshot.lexical();
        let documents = lexical.document_count().max(1) as f32;
        let scales = Field::ALL.map(|field| FieldScale {
            weight: field_weight(params, field),
            base: 1.0 - params.b,
            per_length: params.b * documents / lexical.total_length(field).max(1) as f32,
        });
        let average_size = lexical.source_bytes() as f32 / snapshot.file_count().max(1) as f32;
        Scorer { snapshot, params, scales, average_size: average_size.max(1.0), counts: Vec::new() }
    }

    pub(super) fn term(&mut self, text: &mut Text, asked: &Asked<'_>, looked: Looked<'_>) {
        self.counts.clear();
        let (k1, numerator) = (self.params.k1, asked.weighed.weight * (self.params.k1 + 1.0));
        // A file's units follow each other inside one segment; the next segment may begin anywhere.
        let mut of_file = 0..0;
        let mut files = std::mem::take(&mut self.counts);
        let own = &mut text.own;
        let visit = |unit: UnitId, fields: u8, frequencies: &[u8; FIELDS], lengths: &[u16]| {
            let counts = self.count(fields, frequencies, lengths);
            own.add(unit.0, numerator * counts.normed / (counts.normed + k1));
            match files.last_mut() {
                Some((_, sum)) if of_file.contains(&unit.0) => *sum += counts.plain,
                _ => {
                    let Some((file, after)) = self.file_of(unit) else { return };
                    of_file = unit.0..after;
                    files.push((file, counts.plain + counts.path));
                }
            }
        };
        match looked {
            Looked::All => asked.term.for_each(visit),
            Looked::Best => asked.term.for_each_best(visit),
            Looked::In(places) => asked.term.for_each_in(places, visit),
        }
        let frequency = match looked {
            Looked::All => files.len() as u32,
            Looked::Best | Looked::In(_) => asked.term.file_frequency(),
        };
        self.counts = files;
        self.files(text, asked.weight, frequency);
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

    /// `frequency` is how many files have the term at hand.
    fn files(&self, text: &mut Text, weight: f32, frequency: u32) {
        let weight = weight * rarity(self.snapshot.file_count() as f32, frequency as f32);
        let (k1, b) = (self.params.file_k1, self.params.file_b);
        for (file, count) in &self.counts {
            let size = self.snapshot.file(*file).map_or(0, |file| file.size()) as f32 / self.average_size;
            let score = weight * count * (k1 + 1.0) / (count + k1 * (1.0 - b + b * size));
            text.file.add(file.0, score);
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
