//! What `why` tells of a unit is the score that ranked it, to the last bit, and what it tells of a lost one is where it was lost.

use crate::support::Ground;
use orienteer_engine::{ContextRequest, Explanation, Format, Outcome, Part, Reason, Refusal};
use serde_json::Value;
use std::collections::HashMap;

const WORDS: &[&str] = &[
    "anvil",
    "barrel",
    "candle",
    "drum",
    "engine",
    "feather",
    "grindstone",
    "hammer",
    "inkwell",
    "jar",
    "kiln",
    "ladder",
    "mirror",
    "needle",
    "orchard",
    "pulley",
    "quiver",
    "rope",
    "saddle",
    "thimble",
    "umbrella",
    "valve",
    "wagon",
    "yoke",
    "polish",
    "sharpen",
    "stitch",
    "carry",
    "melt",
    "forge",
    "test",
    "example",
];

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }

    fn word(&mut self) -> &'static str {
        WORDS[self.below(WORDS.len())]
    }

    fn words(&mut self, count: usize) -> String {
        (0..count).map(|_| self.word()).collect::<Vec<_>>().join(" ")
    }
}

/// Everything here is called `run`, so that one question explains every unit.
fn workshop(dice: &mut Dice) -> Ground {
    let workshop = Ground::new();
    for number in 0..90 {
        let folder = ["shop", "tests", "examples", "shop/v1", "shop/v2"][dice.below(5)];
        let (about, argument, own) = (dice.words(5), dice.word(), dice.word());
        let (rest, more) = (dice.words(4), dice.word());
        let text = format!(
            "class run:\n    \"\"\"{about}.\"\"\"\n\n    def run(self, {argument}):\n        {own} = self.{more}()\n        return run()\n\n\ndef run({more}):\n    \"\"\"{rest}.\"\"\"\n    return run.run()\n"
        );
        workshop.write(&format!("{folder}/{}_{number}/run.py", WORDS[number % WORDS.len()]), &text);
    }
    workshop
}

fn task(dice: &mut Dice) -> String {
    let count = 1 + dice.below(6);
    let words = dice.words(count);
    match dice.below(4) {
        0 => format!("{words}\n\n`run.run` fails:\n\n  File \"shop/run.py\", line 3, in run\n    {words}\n"),
        1 => format!("run {words}"),
        _ => words,
    }
}

/// Path, line and kind.
type Key = (String, u64, String);

fn key(path: &Value, unit: &Value) -> Key {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    (text(path), unit["line"].as_u64().unwrap_or_default(), text(&unit["kind"]))
}

/// Every unit of an answer with its score, as a program reads it.
fn scores(answer: &str) -> Vec<(Key, f32)> {
    let answer: Value = serde_json::from_str(answer).expect("JSON");
    let list = |value: &Value| value.as_array().expect("a list").clone();
    let score = |unit: &Value| unit["score"].to_string().parse::<f32>().expect("a number");
    let mut scores = Vec::new();
    for item in list(&answer["items"]) {
        let units = list(&item["units"]);
        scores.extend(units.iter().map(|unit| (key(&item["path"], unit), score(unit))));
    }
    let rest = list(&answer["pointers"]).into_iter().chain(list(&answer["left_out"]));
    scores.extend(rest.map(|unit| (key(&unit["path"], &unit), score(&unit))));
    scores
}

/// The evidence, then the factors, in the order in which they stand.
fn added_up(explanation: &Explanation) -> f32 {
    let ranked = explanation.journey.ranked.as_ref().expect("a score");
    let evidence: f32 = ranked.parts.iter().map(Part::product).sum();
    ranked.factors.iter().fold(evidence, |score, factor| score * factor.value)
}

#[test]
fn the_numbers_are_the_score_to_the_last_bit() {
    let mut dice = Dice(7);
    let workshop = workshop(&mut dice);
    let (workspace, view) = workshop.open();
    let (mut units, mut factors) = (0, 0);
    for _ in 0..200 {
        let request = ContextRequest { format: Format::Json, ..ContextRequest::new(task(&mut dice)) };
        let answer = workspace.context(&view, &request).expect("an answer");
        let why = workspace.why(&view, &request, "run").expect("an explanation");
        let place = |explanation: &Explanation| {
            let place = &explanation.place;
            (place.path.clone(), u64::from(place.line), place.kind.name().to_owned())
        };
        let explained: HashMap<Key, &Explanation> =
            why.explanations.iter().map(|explanation| (place(explanation), explanation)).collect();
        for (key, score) in scores(&answer.text) {
            let explanation = explained.get(&key).unwrap_or_else(|| panic!("{key:?} is not explained"));
            assert_eq!(added_up(explanation).to_bits(), score.to_bits(), "{key:?}");
            factors += explanation.journey.ranked.as_ref().map_or(0, |ranked| ranked.factors.len());
            units += 1;
        }
    }
    assert!(units > 2_000 && factors > 200, "{units} {factors}");
}

#[test]
fn places_and_forms_are_those_of_the_answer() {
    let mut dice = Dice(11);
    let workshop = workshop(&mut dice);
    let (workspace, view) = workshop.open();
    for budget in [300, 1_000, 8_000] {
        let request = ContextRequest { budget, ..ContextRequest::new(task(&mut dice)) };
        let answer = workspace.context(&view, &request).expect("an answer");
        let why = workspace.why(&view, &request, "run").expect("an explanation");
        let shown = why.explanations.iter().filter_map(|explanation| {
            let packing = explanation.packing.filter(|packing| packing.form.is_some())?;
            Some((packing.place?, packing.form?, explanation.place.clone()))
        });
        let mut shown: Vec<_> = shown.collect();
        shown.sort_by_key(|(place, ..)| *place);
        let items = answer.items.iter().zip(1..).map(|(item, at)| (at, item.form, item.hit.place.clone()));
        assert_eq!(shown, items.collect::<Vec<_>>());
        for (position, hit) in answer.ranked.iter().enumerate() {
            let explanation = why.explanations.iter().find(|explanation| explanation.place == hit.place);
            let place = explanation.and_then(|explanation| explanation.journey.place("diversify"));
            assert_eq!(place, Some(position + 1));
        }
    }
}

#[test]
fn whoever_is_not_shown_is_told_why() {
    let mut dice = Dice(13);
    let workshop = workshop(&mut dice);
    let (workspace, view) = workshop.open();
    let request =
        ContextRequest { budget: 400, ..ContextRequest::new("sharpen the needle and melt the candle") };
    let why = workspace.why(&view, &request, "run").expect("an explanation");
    let (mut weak, mut crowded) = (0, 0);
    for explanation in &why.explanations {
        let refusals = explanation.packing.map(|packing| packing.refusals).unwrap_or_default();
        let is_shown = explanation.packing.is_some_and(|packing| packing.form.is_some());
        assert!(is_shown || explanation.packing.is_some() || !explanation.losses().is_empty());
        weak += usize::from(refusals.iter().flatten().any(|refusal| matches!(refusal, Refusal::Weak { .. })));
        let lost = |step: &orienteer_engine::Step| matches!(step.outcome, Outcome::Lost(Reason::Crowded { place, most }) if place > most);
        crowded += usize::from(explanation.journey.steps.iter().any(lost));
    }
    assert!(weak > 0 && crowded > 0, "{weak} {crowded}");
}
