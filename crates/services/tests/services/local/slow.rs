//! BERT once more, as its paper says it, in plain loops and double precision: slow, and nobody's copy.

use super::tiny::{EPSILON, HEADS, LAYERS, Tiny, WIDTH};

type Rows = Vec<Vec<f64>>;

pub fn vector(tiny: &Tiny, pieces: &[u32], pooling: &str) -> Vec<f64> {
    let words = table(tiny, "embeddings.word_embeddings.weight");
    let places = table(tiny, "embeddings.position_embeddings.weight");
    let kinds = table(tiny, "embeddings.token_type_embeddings.weight");
    let mut rows: Rows = Vec::new();
    for (place, &piece) in pieces.iter().enumerate() {
        let sum = |at: usize| words[piece as usize][at] + places[place][at] + kinds[0][at];
        rows.push((0..WIDTH).map(sum).collect());
    }
    rows = norm(tiny, "embeddings.LayerNorm", rows);
    for layer in 0..LAYERS {
        rows = apply(tiny, &format!("encoder.layer.{layer}"), &rows);
    }
    let count = if pooling == "cls" { 1 } else { rows.len() };
    let pooled: Vec<f64> =
        (0..WIDTH).map(|at| rows[..count].iter().map(|row| row[at]).sum::<f64>() / count as f64).collect();
    let length = pooled.iter().map(|number| number * number).sum::<f64>().sqrt();
    pooled.iter().map(|number| number / length).collect()
}

fn table(tiny: &Tiny, name: &str) -> Rows {
    let (shape, numbers) = &tiny.arrays[name];
    let columns = shape.get(1).copied().unwrap_or(shape[0]);
    numbers.chunks(columns).map(|row| row.iter().map(|&number| f64::from(number)).collect()).collect()
}

fn apply(tiny: &Tiny, layer: &str, rows: &Rows) -> Rows {
    let attended = linear(tiny, &format!("{layer}.attention.output.dense"), &attention(tiny, layer, rows));
    let rows = norm(tiny, &format!("{layer}.attention.output.LayerNorm"), add(&attended, rows));
    let mut wide = linear(tiny, &format!("{layer}.intermediate.dense"), &rows);
    for number in wide.iter_mut().flatten() {
        *number *= 0.5 * (1.0 + error_function(*number / 2f64.sqrt()));
    }
    let narrow = linear(tiny, &format!("{layer}.output.dense"), &wide);
    norm(tiny, &format!("{layer}.output.LayerNorm"), add(&narrow, &rows))
}

fn attention(tiny: &Tiny, layer: &str, rows: &Rows) -> Rows {
    let part = |name: &str| linear(tiny, &format!("{layer}.attention.self.{name}"), rows);
    let (query, key, value) = (part("query"), part("key"), part("value"));
    let width = WIDTH / HEADS;
    let mut mixed = vec![vec![0.0; WIDTH]; rows.len()];
    for (row, at) in (0..rows.len()).flat_map(|row| (0..WIDTH).map(move |at| (row, at))) {
        let head = at / width * width..at / width * width + width;
        let weight = |other: usize| -> f64 {
            let product: f64 = head.clone().map(|at| query[row][at] * key[other][at]).sum();
            (product / (width as f64).sqrt()).exp()
        };
        let whole: f64 = (0..rows.len()).map(weight).sum();
        mixed[row][at] = (0..rows.len()).map(|other| weight(other) / whole * value[other][at]).sum();
    }
    mixed
}

fn linear(tiny: &Tiny, name: &str, rows: &Rows) -> Rows {
    let (weight, bias) = (table(tiny, &format!("{name}.weight")), table(tiny, &format!("{name}.bias")));
    let product = |row: &[f64], output: usize| -> f64 {
        row.iter().zip(&weight[output]).map(|(left, right)| left * right).sum::<f64>() + bias[0][output]
    };
    rows.iter().map(|row| (0..weight.len()).map(|output| product(row, output)).collect()).collect()
}

fn add(left: &Rows, right: &Rows) -> Rows {
    let sums = |(left, right): (&Vec<f64>, &Vec<f64>)| left.iter().zip(right).map(|(l, r)| l + r).collect();
    left.iter().zip(right).map(sums).collect()
}

fn norm(tiny: &Tiny, name: &str, mut rows: Rows) -> Rows {
    let (weight, bias) = (table(tiny, &format!("{name}.weight")), table(tiny, &format!("{name}.bias")));
    for row in &mut rows {
        let mean = row.iter().sum::<f64>() / row.len() as f64;
        let variance = row.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / row.len() as f64;
        for (at, number) in row.iter_mut().enumerate() {
            *number = (*number - mean) / (variance + EPSILON).sqrt() * weight[0][at] + bias[0][at];
        }
    }
    rows
}

/// Its series of powers, which ends for the small numbers of a tiny model.
fn error_function(number: f64) -> f64 {
    let mut term = number;
    let mut sum = number;
    for count in 1..200 {
        term *= -number * number / f64::from(count);
        sum += term / f64::from(2 * count + 1);
    }
    sum * std::f64::consts::FRAC_2_SQRT_PI
}
