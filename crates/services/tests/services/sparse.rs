//! Sparse vectors of a service: batches, blank texts, and answers that are none.

use orienteer_services::{
    EmbeddedSparse, Hint, Kind, Role, Service, SparseEmbedder, SparseSettings, SparseVector, Unwatched,
};
use serde_json::json;

use crate::fake::{FakeServer, Reply, Request};

/// As the real one: at most four texts at once, none of them empty.
fn splade(request: &Request, _: usize) -> Reply {
    let texts = request.texts();
    if texts.len() > 4 {
        return Reply::Json(
            422,
            json!({"error": "batch size > maximum allowed batch size", "error_type": "Validation"}),
        );
    }
    if texts.iter().any(|text| text.trim().is_empty()) {
        return Reply::Json(400, json!({"error": "`inputs` cannot be empty", "error_type": "Empty"}));
    }
    let entries = |text: &String| json!([{"index": 9, "value": 0.5}, {"index": text.len(), "value": 1.0}]);
    Reply::Json(200, texts.iter().map(entries).collect())
}

fn run(server: &FakeServer, batch: usize, texts: &[&str]) -> EmbeddedSparse {
    let mut endpoint = server.endpoint();
    endpoint.batch = batch;
    SparseEmbedder::open(&SparseSettings { endpoint }).unwrap().embed(texts, Role::Document, &Unwatched)
}

#[test]
fn texts_get_vectors_within_the_limits_of_the_service() {
    let server = FakeServer::start(splade);
    let texts = ["a", "", "bbb", " ", "ccccccccc", "dd", "eeeee"];
    let vector = |entries: &[(u32, f32)]| Some(SparseVector::from_entries(entries.to_vec()));
    let expected = [
        vector(&[(1, 1.0), (9, 0.5)]),
        vector(&[]),
        vector(&[(3, 1.0), (9, 0.5)]),
        vector(&[]),
        vector(&[(9, 1.5)]),
        vector(&[(2, 1.0), (9, 0.5)]),
        vector(&[(5, 1.0), (9, 0.5)]),
    ];
    for batch in [1, 3, 32] {
        let found = run(&server, batch, &texts);
        assert_eq!((found.failure, found.vectors), (None, expected.to_vec()));
    }
    assert!(server.requests().iter().all(|request| request.path == "/embed_sparse"));
}

#[test]
fn nothing_to_embed_asks_nobody() {
    let server = FakeServer::start(splade);
    assert_eq!(run(&server, 8, &["", " "]).failure, None);
    assert_eq!(run(&server, 8, &[]).vectors, []);
    assert!(server.requests().is_empty());
}

#[test]
fn bad_answers_are_typed() {
    for (answer, kind, hint) in [
        (
            json!([[{"index": 1, "value": 1.0}]]),
            Kind::WrongCount { expected: 2, found: 1 },
            Hint::CheckProtocol,
        ),
        (json!([[1.0], [2.0]]), Kind::BadAnswer, Hint::CheckProtocol),
        (json!([[{"index": -1, "value": 1.0}], []]), Kind::BadAnswer, Hint::CheckProtocol),
        (json!([[{"index": 1, "value": 1e300}], []]), Kind::BadNorm, Hint::CheckModel),
    ] {
        let server = FakeServer::start(move |_, _| Reply::Json(200, answer.clone()));
        let found = run(&server, 8, &["a", "b"]);
        let failure = found.failure.unwrap();
        assert_eq!((failure.service, failure.kind), (Service::SparseEmbedder, kind), "{failure}");
        assert_eq!(failure.hint(), hint);
        assert_eq!(found.vectors, [None, None]);
    }
}
