//! Real weights against vectors that a reference gave for the same texts; how fast they are computed is printed.

use std::path::PathBuf;
use std::time::Instant;

use super::{serve, settings, vectors};
use orienteer_services::{DenseProtocol, DenseSettings, Endpoint};

const FOLDER: &str = "ORIENT_TEST_MODEL";

fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os(FOLDER).map(PathBuf::from);
    if folder.is_none() {
        println!("skipped: {FOLDER} names no model folder");
    }
    folder
}

/// Texts, and the first and last numbers of their vectors.
fn reference() -> Vec<(String, [f32; 8], [f32; 4])> {
    vec![
        (
            "The weather is lovely today.".to_owned(),
            [0.019196, 0.120085, 0.159598, 0.067066, 0.050075, -0.025919, 0.056468, -0.092858],
            [-0.053168, -0.005363, -0.081095, 0.050213],
        ),
        (
            "It's so sunny outside!".to_owned(),
            [-0.01869, 0.041519, 0.074316, 0.078433, 0.07557, -0.012508, 0.088357, -0.069789],
            [-0.030061, 0.004866, -0.061904, 0.031875],
        ),
        (
            "He drove to the stadium.".to_owned(),
            [0.136502, 0.082273, -0.025262, 0.030451, 0.053312, 0.050809, 0.086164, 0.099992],
            [-0.084319, 0.08762, 0.030458, -0.010758],
        ),
        (
            "fn open(path: &Path) -> io::Result<File> { File::open(path) }".to_owned(),
            [-0.006173, 0.051238, -0.064772, 0.072107, 0.064271, -0.009216, -0.050806, 0.104559],
            [0.061935, -0.034476, -0.00565, 0.053211],
        ),
        (
            "Größe naïve café 東京 ünïcödé!".to_owned(),
            [0.05252, 0.025148, 0.033071, -0.038685, -0.077068, 0.004828, 0.097607, -0.032958],
            [0.066905, 0.072993, -0.052105, -0.004539],
        ),
        (
            "word ".repeat(600),
            [-0.008124, -0.095586, -0.038673, 0.049662, -0.043794, 0.02372, -0.018142, -0.020207],
            [0.000986, -0.022932, 0.087092, 0.015241],
        ),
    ]
}

#[test]
fn vectors_are_those_of_the_reference() {
    let Some(folder) = folder() else { return };
    let reference = reference();
    let texts: Vec<&str> = reference.iter().map(|(text, ..)| text.as_str()).collect();
    let vectors = vectors(&settings(&folder), &texts);
    for ((text, first, last), vector) in reference.iter().zip(&vectors) {
        assert_eq!(vector.len(), 384);
        let ends = vector[..8].iter().chain(&vector[380..]);
        for (found, expected) in ends.zip(first.iter().chain(last)) {
            assert!((found - expected).abs() < 2e-5, "{found} is not {expected} in {text}");
        }
    }
    let likeness = |one: usize, other: usize| -> f32 {
        vectors[one].iter().zip(&vectors[other]).map(|(left, right)| left * right).sum()
    };
    for (one, other, published) in [(0, 1, 0.6660), (0, 2, 0.1046), (1, 2, 0.1411)] {
        assert!((likeness(one, other) - published).abs() < 1e-4);
    }
}

#[test]
fn the_real_model_through_a_server_gives_the_same() {
    let Some(folder) = folder() else { return };
    let here = settings(&folder);
    let endpoint = Endpoint { url: serve(&here), batch: 2, ..Endpoint::default() };
    let there = DenseSettings { protocol: DenseProtocol::Tei, endpoint, ..DenseSettings::default() };
    let words = include_str!("real.rs");
    let texts: Vec<&str> = words.split("\n\n").filter(|text| !text.trim().is_empty()).collect();
    // The server is asked for two at a time and computes here all together: neighbours change no bit.
    let begun = Instant::now();
    let expected = vectors(&here, &texts);
    println!("{} texts in {:.2} s, opening included", texts.len(), begun.elapsed().as_secs_f64());
    assert_eq!(vectors(&there, &texts), expected);
}
