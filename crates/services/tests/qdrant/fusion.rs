//! Fusion on the server gives what the same lists give when they are fused here.

use std::collections::HashMap;

use orienteer_services::{
    Description, PointId, Question, Shape, SparseVector, Stored, Vectors, lexical_document, lexical_query,
};

use crate::server::Server;
use crate::units::{NEVER_CANCELLED, view};

const UNITS: usize = 600;
const QUESTIONS: usize = 200;
const DIMENSION: usize = 16;
const LEG: usize = 50;

/// The same numbers in every run.
struct Sequence(u64);

impl Sequence {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }

    fn vector(&mut self) -> Vec<f32> {
        let numbers: Vec<f32> = (0..DIMENSION).map(|_| self.next(2_001) as f32 / 1_000.0 - 1.0).collect();
        let norm = numbers.iter().map(|number| number * number).sum::<f32>().sqrt();
        numbers.into_iter().map(|number| number / norm).collect()
    }

    /// Small numbers are common, as words are.
    fn terms(&mut self, count: usize) -> Vec<String> {
        (0..count).map(|_| format!("term{}", self.next(400).min(self.next(400)))).collect()
    }
}

fn counted(terms: &[String]) -> Vec<(&str, u32)> {
    let mut counts: HashMap<&str, u32> = HashMap::new();
    for term in terms {
        *counts.entry(term).or_default() += 1;
    }
    counts.into_iter().collect()
}

struct Made {
    dense: Vec<f32>,
    lexical: SparseVector,
}

/// Places of the best by score, best first.
fn best(scores: Vec<f32>) -> Vec<usize> {
    let mut places: Vec<usize> = (0..scores.len()).filter(|&place| scores[place] != 0.0).collect();
    places.sort_by(|&left, &right| scores[right].total_cmp(&scores[left]));
    places.truncate(LEG);
    places
}

fn nearest(made: &[Made], question: &[f32]) -> Vec<usize> {
    best(
        made.iter()
            .map(|unit| unit.dense.iter().zip(question).map(|(one, other)| one * other).sum())
            .collect(),
    )
}

fn by_words(made: &[Made], question: &SparseVector) -> Vec<usize> {
    let mut holders: HashMap<u32, f32> = HashMap::new();
    for index in made.iter().flat_map(|unit| &unit.lexical.indices) {
        *holders.entry(*index).or_default() += 1.0;
    }
    let rarity = |index: &u32| {
        let count = holders.get(index).copied().unwrap_or(0.0);
        (1.0 + (made.len() as f32 - count + 0.5) / (count + 0.5)).ln()
    };
    let score = |unit: &Made| {
        let pairs = question.indices.iter().zip(&question.values);
        let weight = |index: &u32| {
            let place = unit.lexical.indices.binary_search(index).ok()?;
            Some(unit.lexical.values[place])
        };
        pairs.filter_map(|(index, value)| Some(value * rarity(index) * weight(index)?)).sum()
    };
    best(made.iter().map(score).collect())
}

/// Reciprocal ranks as the server counts them, the best ten.
fn fused(legs: [Vec<usize>; 2], ids: &[PointId]) -> Vec<usize> {
    let mut scores: HashMap<usize, f32> = HashMap::new();
    for leg in legs {
        for (rank, place) in leg.into_iter().enumerate() {
            *scores.entry(place).or_default() += 1.0 / (rank as f32 + 2.0);
        }
    }
    let mut places: Vec<usize> = scores.keys().copied().collect();
    places.sort_by(|left, right| scores[right].total_cmp(&scores[left]).then(ids[*left].cmp(&ids[*right])));
    places.truncate(10);
    places
}

#[test]
fn the_server_fuses_as_we_would() {
    let Some(server) = Server::start() else { return };
    let qdrant = server.client();
    let mut sequence = Sequence(4);
    let texts: Vec<Vec<String>> = (0..UNITS).map(|number| sequence.terms(5 + number % 20)).collect();
    // Real texts hardly ever weigh the same; a little more for each keeps these apart as well.
    let average = |place: usize| 14.0 + place as f32 / 100.0;
    let made: Vec<Made> = (texts.iter().enumerate())
        .map(|(place, terms)| Made {
            dense: sequence.vector(),
            lexical: lexical_document(&counted(terms), average(place)),
        })
        .collect();
    let mut build = qdrant.begin("p", Shape { dimension: DIMENSION }, "invented", NEVER_CANCELLED).unwrap();
    let mut ids = Vec::new();
    for (place, unit) in made.iter().enumerate() {
        let name = place.to_string();
        let description = Description {
            path: "a",
            kind: "function",
            language: "rust",
            name: &name,
            content: &name,
            ordinal: 0,
            made_with: "invented",
        };
        let Stored::Missing(id) = build.want(&description) else { panic!("the server is not empty") };
        ids.push(id);
        let vectors =
            Vectors { dense: Some(unit.dense.clone()), sparse: None, lexical: unit.lexical.clone() };
        build.add(&description, vectors).unwrap();
    }
    build.finish().unwrap();
    let view = view(&qdrant, "p");
    let mut equal = 0;
    for _ in 0..QUESTIONS {
        let dense = sequence.vector();
        let terms = sequence.terms(4);
        let weights: Vec<(&str, f32)> = terms.iter().map(|term| (term.as_str(), 1.0)).collect();
        let lexical = lexical_query(&weights);
        let expected = fused([nearest(&made, &dense), by_words(&made, &lexical)], &ids);
        let question = Question {
            dense: Some(dense),
            lexical: Some(lexical),
            limit: 10,
            leg_limit: LEG,
            exact: true,
            ..Question::default()
        };
        let hits = qdrant.search(&view, &question).unwrap();
        let found: Vec<usize> = hits.iter().map(|hit| hit.name.parse().unwrap()).collect();
        equal += usize::from(found == expected);
    }
    assert!(equal * 100 >= QUESTIONS * 95, "{equal} of {QUESTIONS} questions have the same ten best");
}
