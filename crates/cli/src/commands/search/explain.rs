//! The numbers behind a score, written so that they can be added up.

use crate::failure::Failure;
use crate::terminal::{faint, strong};
use orienteer_engine::{Factor, Hit, Part};
use std::io::Write;

/// Every feature with its value, weight and product; their sum; the factors; the score.
pub(super) fn print(out: &mut impl Write, hit: &Hit) -> Result<(), Failure> {
    for part in &hit.parts {
        let line = line(part.name, &format!("{:.4} x {:.4}", part.value, part.weight), part.product());
        writeln!(out, "    {}", if part.product() == 0.0 { faint(line) } else { line })?;
    }
    let sum: f32 = hit.parts.iter().map(Part::product).sum();
    writeln!(out, "    {}", line("sum", "", sum))?;
    for Factor { name, value } in &hit.factors {
        writeln!(out, "    {}", line(name, "x", *value))?;
    }
    writeln!(out, "    {}", strong(line("score", "", hit.score)))?;
    let distance = hit.distance.map_or_else(String::new, |distance| format!(", at distance {distance:.4}"));
    writeln!(out, "    found by {}{distance}", hit.channels.join(", "))?;
    Ok(())
}

fn line(name: &str, how: &str, number: f32) -> String {
    format!("{name:<14}{how:>17}{number:>11.4}")
}
