//! The model gives the vectors that training wrote beside it. Without a model in the work tree there is nothing to compare, and the test says so.

use orienteer_embedding::{StaticModel, Sum};
use orienteer_text::Tokenizer;
use std::path::Path;

fn vector_of(model: &StaticModel<'_>, text: &str) -> Vec<f32> {
    let mut sum = Sum::new();
    Tokenizer::new().terms(text, &mut |term| sum.count_term(model, term));
    sum.finish(model).to_vec()
}

#[test]
fn vectors_are_those_of_training() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../training/model");
    let Ok(bytes) = std::fs::read(folder.join("static.bin")) else {
        return eprintln!("no model in training/model: not compared");
    };
    let model = StaticModel::load(&bytes).unwrap();
    let reference = std::fs::read_to_string(folder.join("reference.jsonl")).unwrap();
    for line in reference.lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let expected: Vec<f32> =
            row["vector"].as_array().unwrap().iter().map(|number| number.as_f64().unwrap() as f32).collect();
        let found = vector_of(&model, row["text"].as_str().unwrap());
        let furthest = found.iter().zip(&expected).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(found.len() == expected.len() && furthest < 2e-5, "{}: {furthest}", row["text"]);
    }
    assert_eq!(reference.lines().count(), 20);
}
