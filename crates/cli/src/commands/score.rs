//! The numbers behind a score, for people and for programs, with all the digits that they need: whoever multiplies and adds them
//! in the order in which they stand gets the very score.

use crate::failure::Failure;
use crate::terminal::{faint, strong};
use orienteer_engine::{Factor, Part};
use serde_json::{Value, json};
use std::io::Write;

/// What a score is made of.
pub(super) struct Score<'a> {
    pub parts: &'a [Part],
    pub factors: &'a [Factor],
    pub score: f32,
}

impl Score<'_> {
    /// Before the factors.
    fn sum(&self) -> f32 {
        self.parts.iter().map(Part::product).sum()
    }

    /// Every feature with its value, weight and product; their sum; the factors; the score.
    pub(super) fn print(&self, out: &mut impl Write) -> Result<(), Failure> {
        for part in self.parts {
            let how = format!("{:<12} x {}", part.value, part.weight);
            let line = line(part.name, &how, part.product());
            writeln!(out, "    {}", if part.product() == 0.0 { faint(line) } else { line })?;
        }
        writeln!(out, "    {}", line("sum", "", self.sum()))?;
        for Factor { name, value } in self.factors {
            writeln!(out, "    {}", line(name, "x", *value))?;
        }
        Ok(writeln!(out, "    {}", strong(line("score", "", self.score)))?)
    }

    pub(super) fn parts_json(&self) -> Vec<Value> {
        self.parts.iter().map(part_json).collect()
    }

    pub(super) fn factors_json(&self) -> Vec<Value> {
        self.factors
            .iter()
            .map(|factor| json!({ "name": factor.name, "value": number(factor.value) }))
            .collect()
    }
}

fn line(name: &str, how: &str, number: f32) -> String {
    format!("{name:<17}{how:<24}{number}")
}

fn part_json(part: &Part) -> Value {
    json!({
        "name": part.name,
        "value": number(part.value),
        "weight": number(part.weight),
        "product": number(part.product()),
    })
}

/// The shortest number that stands for the same value, rather than all digits of its binary form.
pub(super) fn number(value: f32) -> f64 {
    value.to_string().parse().unwrap_or_else(|_| f64::from(value))
}
