//! The layers of BERT over the pieces of some texts, in 32-bit numbers. The rows of all texts stand below each other, so that a matrix is
//! gone through once for all of them; nothing is padded, and no text looks at another.

use std::ops::Range;

use ndarray::{Array1, Array2, ArrayView2, ArrayViewMut1, Axis, s};
use serde::Deserialize;

use crate::dense::local::weights::Weights;

#[derive(Deserialize)]
pub(super) struct Configuration {
    model_type: String,
    hidden_act: String,
    hidden_size: usize,
    intermediate_size: usize,
    layer_norm_eps: f32,
    max_position_embeddings: usize,
    position_embedding_type: Option<String>,
    num_attention_heads: usize,
    num_hidden_layers: usize,
    type_vocab_size: usize,
    vocab_size: usize,
}

impl Configuration {
    /// Pieces of a text.
    pub(super) fn longest(&self) -> usize {
        self.max_position_embeddings
    }

    /// Whether it is a model that is computed here.
    pub(super) fn check(&self) -> Result<(), String> {
        let (kind, curve, places) = (&self.model_type, &self.hidden_act, &self.position_embedding_type);
        if kind != "bert" || curve != "gelu" || places.as_ref().is_some_and(|places| places != "absolute") {
            return Err(format!(
                "a model of type `{kind}` with `{curve}` and {places:?} is not computed here"
            ));
        }
        let (width, heads) = (self.hidden_size, self.num_attention_heads);
        if width == 0 || heads == 0 || !width.is_multiple_of(heads) {
            return Err(format!("{heads} heads do not divide a width of {width}"));
        }
        Ok(())
    }
}

/// How the vectors of the pieces become one.
#[derive(Clone, Copy)]
pub(super) enum Pooling {
    Mean,
    /// That of the piece before the text, which was trained to stand for all.
    First,
}

/// A dense map, with its matrix as it is stored: a row for each output.
struct Linear {
    weight: Array2<f32>,
    bias: Array1<f32>,
}

impl Linear {
    fn load(weights: &Weights, name: &str, inputs: usize, outputs: usize) -> Result<Linear, String> {
        let weight = weights.matrix(&format!("{name}.weight"), outputs, inputs)?;
        Ok(Linear { weight, bias: weights.vector(&format!("{name}.bias"), outputs)? })
    }

    fn apply(&self, states: &Array2<f32>) -> Array2<f32> {
        states.dot(&self.weight.t()) + &self.bias
    }
}

struct Norm {
    weight: Array1<f32>,
    bias: Array1<f32>,
    epsilon: f32,
}

impl Norm {
    fn load(weights: &Weights, name: &str, configuration: &Configuration) -> Result<Norm, String> {
        let width = configuration.hidden_size;
        Ok(Norm {
            weight: weights.vector(&format!("{name}.weight"), width)?,
            bias: weights.vector(&format!("{name}.bias"), width)?,
            epsilon: configuration.layer_norm_eps,
        })
    }

    fn apply(&self, mut states: Array2<f32>) -> Array2<f32> {
        for mut row in states.rows_mut() {
            let width = row.len() as f32;
            let mean = row.sum() / width;
            row -= mean;
            let variance = row.fold(0.0, |sum, number| sum + number * number) / width;
            row /= (variance + self.epsilon).sqrt();
            row *= &self.weight;
            row += &self.bias;
        }
        states
    }
}

struct Layer {
    query: Linear,
    key: Linear,
    value: Linear,
    attended: Linear,
    attended_norm: Norm,
    wide: Linear,
    narrow: Linear,
    norm: Norm,
    heads: usize,
}

impl Layer {
    fn load(weights: &Weights, number: usize, configuration: &Configuration) -> Result<Layer, String> {
        let (width, wide) = (configuration.hidden_size, configuration.intermediate_size);
        let name = |part: &str| format!("encoder.layer.{number}.{part}");
        let linear = |part: &str, inputs, outputs| Linear::load(weights, &name(part), inputs, outputs);
        Ok(Layer {
            query: linear("attention.self.query", width, width)?,
            key: linear("attention.self.key", width, width)?,
            value: linear("attention.self.value", width, width)?,
            attended: linear("attention.output.dense", width, width)?,
            attended_norm: Norm::load(weights, &name("attention.output.LayerNorm"), configuration)?,
            wide: linear("intermediate.dense", width, wide)?,
            narrow: linear("output.dense", wide, width)?,
            norm: Norm::load(weights, &name("output.LayerNorm"), configuration)?,
            heads: configuration.num_attention_heads,
        })
    }

    fn apply(&self, states: Array2<f32>, texts: &[Range<usize>]) -> Array2<f32> {
        let attended = self.attended.apply(&self.attention(&states, texts));
        let states = self.attended_norm.apply(attended + &states);
        let wide = self.wide.apply(&states).mapv_into(gelu);
        self.norm.apply(self.narrow.apply(&wide) + &states)
    }

    /// Each head looks at its own slice of the width, and no text at another.
    fn attention(&self, states: &Array2<f32>, texts: &[Range<usize>]) -> Array2<f32> {
        let (query, key, value) =
            (self.query.apply(states), self.key.apply(states), self.value.apply(states));
        let width = states.ncols() / self.heads;
        let mut mixed = Array2::zeros(states.raw_dim());
        for (text, head) in texts.iter().flat_map(|text| (0..self.heads).map(move |head| (text, head))) {
            let slice = s![text.clone(), head * width..(head + 1) * width];
            let shares = shares(query.slice(slice), key.slice(slice));
            mixed.slice_mut(slice).assign(&shares.dot(&value.slice(slice)));
        }
        mixed
    }
}

/// How much of each piece goes into each other: rows that add up to one.
fn shares(query: ArrayView2<'_, f32>, key: ArrayView2<'_, f32>) -> Array2<f32> {
    let scale = 1.0 / (query.ncols() as f32).sqrt();
    let mut shares = query.dot(&key.t()) * scale;
    for row in shares.rows_mut() {
        softmax(row);
    }
    shares
}

fn softmax(mut row: ArrayViewMut1<'_, f32>) {
    let most = row.fold(f32::NEG_INFINITY, |most, &number| most.max(number));
    row.mapv_inplace(|number| (number - most).exp());
    let sum = row.sum();
    row /= sum;
}

/// The exact curve, by an approximation of the error function that is off by less than 2e-7.
fn gelu(number: f32) -> f32 {
    0.5 * number * (1.0 + error_function(number * std::f32::consts::FRAC_1_SQRT_2))
}

/// A rational function of Abramowitz and Stegun (7.1.26), in double precision.
fn error_function(number: f32) -> f32 {
    const PARTS: [f64; 5] = [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    let absolute = f64::from(number.abs());
    let scaled = 1.0 / (1.0 + 0.327_591_1 * absolute);
    let polynomial = PARTS.iter().rev().fold(0.0, |sum, part| (sum + part) * scaled);
    let value = 1.0 - polynomial * (-absolute * absolute).exp();
    if number < 0.0 { -value as f32 } else { value as f32 }
}

pub(super) struct Bert {
    words: Array2<f32>,
    places: Array2<f32>,
    kind: Array1<f32>,
    norm: Norm,
    layers: Vec<Layer>,
}

impl Bert {
    pub(super) fn from_weights(configuration: &Configuration, weights: &Weights) -> Result<Bert, String> {
        let Configuration { hidden_size: width, num_hidden_layers: layers, .. } = *configuration;
        let table = |name: &str, rows| weights.matrix(&format!("embeddings.{name}.weight"), rows, width);
        let kinds = table("token_type_embeddings", configuration.type_vocab_size)?;
        if kinds.nrows() == 0 {
            return Err("the model has no kinds of pieces".to_owned());
        }
        Ok(Bert {
            words: table("word_embeddings", configuration.vocab_size)?,
            places: table("position_embeddings", configuration.max_position_embeddings)?,
            kind: kinds.row(0).to_owned(),
            norm: Norm::load(weights, "embeddings.LayerNorm", configuration)?,
            layers: (0..layers)
                .map(|number| Layer::load(weights, number, configuration))
                .collect::<Result<_, _>>()?,
        })
    }

    pub(super) fn dimension(&self) -> usize {
        self.words.ncols()
    }

    /// What the last layer makes of the pieces of each text, in one vector of any length.
    pub(super) fn vectors(&self, texts: &[&[u32]], pooling: Pooling) -> Result<Vec<Vec<f32>>, String> {
        let mut rows = 0;
        let mut ranges = Vec::with_capacity(texts.len());
        for pieces in texts {
            ranges.push(rows..rows + pieces.len());
            rows += pieces.len();
        }
        let mut states = self.norm.apply(self.embedded(texts, rows)?);
        for layer in &self.layers {
            states = layer.apply(states, &ranges);
        }
        ranges.into_iter().map(|range| pooled(states.slice(s![range, ..]), pooling)).collect()
    }

    fn embedded(&self, texts: &[&[u32]], rows: usize) -> Result<Array2<f32>, String> {
        let mut states = Array2::zeros((rows, self.dimension()));
        let placed = texts.iter().flat_map(|pieces| pieces.iter().enumerate());
        for (mut row, (place, &piece)) in states.rows_mut().into_iter().zip(placed) {
            if piece as usize >= self.words.nrows() || place >= self.places.nrows() {
                return Err(format!("the model has no piece {piece}, or no place {place}"));
            }
            row += &self.kind;
            row += &self.places.row(place);
            row += &self.words.row(piece as usize);
        }
        Ok(states)
    }
}

fn pooled(states: ArrayView2<'_, f32>, pooling: Pooling) -> Result<Vec<f32>, String> {
    let pooled = match pooling {
        Pooling::Mean => states.mean_axis(Axis(0)),
        Pooling::First => states.outer_iter().next().map(|row| row.to_owned()),
    };
    pooled.map(|pooled| pooled.to_vec()).ok_or_else(|| "a text without pieces".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_function_is_close() {
        for (number, expected) in
            [(0.0, 0.0), (0.5, 0.520_499_9), (-1.0, -0.842_700_8), (2.0, 0.995_322_3), (9.0, 1.0)]
        {
            assert!((error_function(number) - expected).abs() < 3e-7, "{number}");
        }
    }

    #[test]
    fn shares_add_up_to_one() {
        let mut row = ndarray::array![1000.0, 1000.0, -1000.0];
        softmax(row.view_mut());
        assert_eq!(row, ndarray::array![0.5, 0.5, 0.0]);
    }
}
