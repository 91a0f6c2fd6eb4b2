//! Runs of the dense embedders: prefixes, batches, order, the cache, and what is left of an interrupted run.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use orienteer_services::{
    DenseProtocol, DenseSettings, Embedded, Kind, Progress, Role, Unwatched, VectorCache, embed, open_dense,
};
use serde_json::json;

use crate::fake::{FakeServer, Reply, embeddings, unit_vector_of};

const BOUND: u64 = 1 << 20;

fn texts(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("text {}", "x".repeat(number % 7) + &number.to_string())).collect()
}

fn run(settings: &DenseSettings, cache: Option<&VectorCache>, texts: &[String], role: Role) -> Embedded {
    let borrowed: Vec<&str> = texts.iter().map(String::as_str).collect();
    embed(open_dense(settings).unwrap().as_ref(), cache, &borrowed, role, &Unwatched)
}

#[test]
fn every_text_gets_its_own_vector_whatever_the_batches() {
    let texts = texts(50);
    let expected: Vec<_> = texts.iter().map(|text| Some(unit_vector_of(text))).collect();
    for protocol in [DenseProtocol::OpenAi, DenseProtocol::Tei] {
        for (batch, parallel) in [(1, 1), (7, 4), (2048, 64)] {
            let server = FakeServer::start(embeddings);
            let mut settings = server.dense(protocol);
            (settings.endpoint.batch, settings.endpoint.parallel) = (batch, parallel);
            let found = run(&settings, None, &texts, Role::Document);
            assert_eq!((found.failure, found.vectors), (None, expected.clone()));
            let asked = server.requests().into_iter().filter(|request| request.path != "/info");
            assert!(asked.map(|request| request.texts().len()).all(|count| count <= batch));
        }
    }
}

#[test]
fn a_role_has_its_prefix_and_a_long_text_is_cut() {
    let server = FakeServer::start(embeddings);
    let mut settings = server.dense(DenseProtocol::OpenAi);
    (settings.query_prefix, settings.document_prefix) = ("ask: ".to_owned(), "hold: ".to_owned());
    settings.endpoint.text_bytes = 64;
    run(&settings, None, &["where".to_owned()], Role::Query);
    run(&settings, None, &["é".repeat(99)], Role::Document);
    let sent: Vec<_> = server.requests().iter().flat_map(|request| request.texts()).collect();
    assert_eq!(sent, ["ask: where".to_owned(), format!("hold: {}", "é".repeat(32))]);
}

#[test]
fn blank_texts_are_not_sent_and_equal_ones_are_sent_once() {
    let server = FakeServer::start(embeddings);
    let given = ["one", "", "two", " \n", "one"].map(str::to_owned);
    let found = run(&server.dense(DenseProtocol::OpenAi), None, &given, Role::Document);
    let one = Some(unit_vector_of("one"));
    assert_eq!(found.vectors, [one.clone(), None, Some(unit_vector_of("two")), None, one]);
    assert_eq!((found.computed, found.failure), (2, None));
    assert_eq!(server.requests()[0].texts(), ["one", "two"]);
}

#[test]
fn nothing_is_computed_twice() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("vectors");
    let server = FakeServer::start(embeddings);
    let mut settings = server.dense(DenseProtocol::OpenAi);
    let texts = texts(20);
    let first = run(&settings, Some(&VectorCache::open(&path, BOUND).unwrap()), &texts[..15], Role::Document);
    let cache = VectorCache::open(&path, BOUND).unwrap();
    let second = run(&settings, Some(&cache), &texts, Role::Document);
    assert_eq!((first.computed, first.from_cache), (15, 0));
    assert_eq!((second.computed, second.from_cache), (5, 15));
    assert_eq!(second.vectors[..15], first.vectors[..]);
    settings.endpoint.model = "other".to_owned();
    assert_eq!(run(&settings, Some(&cache), &texts, Role::Document).from_cache, 0);
    settings.query_prefix = "ask: ".to_owned();
    assert_eq!(run(&settings, Some(&cache), &texts, Role::Query).from_cache, 0);
}

#[test]
fn another_model_behind_the_same_address_is_another_cache() {
    let folder = tempfile::tempdir().unwrap();
    let cache = VectorCache::open(&folder.path().join("vectors"), BOUND).unwrap();
    let served = std::sync::Arc::new(AtomicUsize::new(0));
    let shown = std::sync::Arc::clone(&served);
    let server = FakeServer::start(move |request, number| match request.path.as_str() {
        "/info" => Reply::Json(
            200,
            json!({"model_id": format!("m{}", shown.load(Ordering::Relaxed)), "model_sha": null}),
        ),
        _ => embeddings(request, number),
    });
    let settings = server.dense(DenseProtocol::Tei);
    let texts = texts(3);
    assert_eq!(run(&settings, Some(&cache), &texts, Role::Document).computed, 3);
    assert_eq!(run(&settings, Some(&cache), &texts, Role::Document).computed, 0);
    served.store(1, Ordering::Relaxed);
    assert_eq!(run(&settings, Some(&cache), &texts, Role::Document).computed, 3);
}

#[test]
fn a_failed_run_keeps_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let cache = VectorCache::open(&folder.path().join("vectors"), BOUND).unwrap();
    let broken = FakeServer::start(|request, number| match number {
        0..3 => embeddings(request, number),
        _ => Reply::Json(500, json!({})),
    });
    let working = FakeServer::start(embeddings);
    let mut settings = broken.dense(DenseProtocol::OpenAi);
    (settings.endpoint.batch, settings.endpoint.parallel) = (4, 1);
    let texts = texts(20);
    let found = run(&settings, Some(&cache), &texts, Role::Document);
    assert_eq!(found.failure.unwrap().kind, Kind::ServerError { status: 500 });
    assert_eq!((found.computed, found.vectors.iter().flatten().count()), (12, 12));
    assert_eq!(cache.len(), 12);
    // The same service under another address has no say in the other's cache: the run goes on where it stopped only there.
    settings.endpoint.url = working.url.clone();
    assert_eq!(run(&settings, Some(&cache), &texts, Role::Document).computed, 20);
    let again = run(&settings, Some(&cache), &texts, Role::Document);
    assert_eq!((again.from_cache, again.failure), (20, None));
}

/// Cancels when so many texts are done.
struct Stop {
    after: usize,
    told: Mutex<Vec<(usize, usize)>>,
}

impl Progress for Stop {
    fn embedded(&self, done: usize, total: usize) {
        self.told.lock().unwrap().push((done, total));
    }

    fn is_cancelled(&self) -> bool {
        self.told.lock().unwrap().last().is_some_and(|(done, _)| *done >= self.after)
    }
}

#[test]
fn a_cancelled_run_stops_between_batches_and_keeps_them() {
    let folder = tempfile::tempdir().unwrap();
    let cache = VectorCache::open(&folder.path().join("vectors"), BOUND).unwrap();
    let server = FakeServer::start(embeddings);
    let mut settings = server.dense(DenseProtocol::OpenAi);
    (settings.endpoint.batch, settings.endpoint.parallel) = (4, 1);
    let texts = texts(20);
    let borrowed: Vec<&str> = texts.iter().map(String::as_str).collect();
    let embedder = open_dense(&settings).unwrap();
    let stop = Stop { after: 8, told: Mutex::default() };
    let found = embed(embedder.as_ref(), Some(&cache), &borrowed, Role::Document, &stop);
    assert_eq!(found.failure.unwrap().kind, Kind::Cancelled);
    assert_eq!((cache.len(), server.requests().len()), (8, 2));
    let stop = Stop { after: usize::MAX, told: Mutex::default() };
    let found = embed(embedder.as_ref(), Some(&cache), &borrowed, Role::Document, &stop);
    assert_eq!((found.computed, found.from_cache, found.failure), (12, 8, None));
    assert_eq!(*stop.told.lock().unwrap(), [(8, 20), (12, 20), (16, 20), (20, 20)]);
}

#[test]
fn a_batch_that_the_service_refuses_is_halved() {
    let server = FakeServer::start(|request, number| match request.texts().len() {
        0..=5 => embeddings(request, number),
        _ => Reply::Json(413, json!({"error": "batch size"})),
    });
    let found = run(&server.dense(DenseProtocol::OpenAi), None, &texts(20), Role::Document);
    assert_eq!((found.computed, found.failure), (20, None));
}
