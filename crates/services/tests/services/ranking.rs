//! Rerankers of three protocols; one that fails leaves the order.

use orienteer_services::{Hint, Kind, RerankProtocol, RerankSettings, Reranked, Reranker, Service};
use serde_json::{Value, json};

use crate::fake::{FakeServer, Reply, Request};

const DOCUMENTS: [&str; 5] = ["bb", "dddd", "", "a", "ccc"];

/// Longer is better; answered best first, as real ones do.
fn by_length(request: &Request, _: usize) -> Reply {
    let score = if request.path == "/rerank" && request.body.get("texts").is_some() {
        "score"
    } else {
        "relevance_score"
    };
    let mut places: Vec<(usize, usize)> = request.texts().iter().map(String::len).enumerate().collect();
    places.sort_by_key(|(_, length)| std::cmp::Reverse(*length));
    let rows: Vec<Value> =
        places.iter().map(|(index, length)| json!({"index": index, score: *length as f64 / 10.0})).collect();
    match request.body.get("texts") {
        Some(_) => Reply::Json(200, json!(rows)),
        None => Reply::Json(200, json!({ "results": rows })),
    }
}

fn run(server: &FakeServer, protocol: RerankProtocol, change: impl Fn(&mut RerankSettings)) -> Reranked {
    let mut settings = RerankSettings { protocol, endpoint: server.endpoint(), ..RerankSettings::default() };
    change(&mut settings);
    Reranker::open(&settings).unwrap().rerank("where", &DOCUMENTS, &|| false)
}

#[test]
fn the_best_come_first_in_every_protocol() {
    for (protocol, path) in [
        (RerankProtocol::Tei, "/rerank"),
        (RerankProtocol::Infinity, "/rerank"),
        (RerankProtocol::Cohere, "/v2/rerank"),
    ] {
        let server = FakeServer::start(by_length);
        for batch in [2, 32] {
            let found = run(&server, protocol, |settings| settings.endpoint.batch = batch);
            assert_eq!((found.order, found.failure), (vec![1, 4, 0, 3, 2], None));
            assert_eq!(found.scores, [Some(0.2), Some(0.4), None, Some(0.1), Some(0.3)]);
        }
        assert!(server.requests().iter().all(|request| request.path == path));
    }
}

#[test]
fn only_the_first_candidates_are_ranked_again() {
    let server = FakeServer::start(by_length);
    let found = run(&server, RerankProtocol::Tei, |settings| settings.candidates = 2);
    assert_eq!(found.order, [1, 0, 2, 3, 4]);
    assert_eq!(server.requests()[0].texts(), ["bb", "dddd"]);
}

#[test]
fn a_failing_reranker_leaves_the_order() {
    for (reply, kind, hint) in [
        (
            json!([{"index": 0, "score": 1.0}]),
            Kind::WrongCount { expected: 4, found: 1 },
            Hint::CheckProtocol,
        ),
        (json!({"results": []}), Kind::BadAnswer, Hint::CheckProtocol),
        (
            json!([{"index": 0, "score": 1}, {"index": 0, "score": 1}, {"index": 1, "score": 1}, {"index": 2, "score": 1}]),
            Kind::BadAnswer,
            Hint::CheckProtocol,
        ),
        (
            json!([{"index": 0, "score": 1}, {"index": 9, "score": 1}, {"index": 1, "score": 1}, {"index": 2, "score": 1}]),
            Kind::BadAnswer,
            Hint::CheckProtocol,
        ),
    ] {
        let server = FakeServer::start(move |_, _| Reply::Json(200, reply.clone()));
        let found = run(&server, RerankProtocol::Tei, |_| {});
        let failure = found.failure.unwrap();
        assert_eq!((failure.service, failure.kind, failure.hint()), (Service::Reranker, kind, hint));
        assert_eq!((found.order, found.scores), (vec![0, 1, 2, 3, 4], vec![None; 5]));
    }
}

#[test]
fn a_reranker_that_fails_half_way_leaves_the_order_too() {
    let server = FakeServer::start(|request, number| match number {
        0 => by_length(request, number),
        _ => Reply::Json(500, json!({})),
    });
    let found = run(&server, RerankProtocol::Tei, |settings| {
        (settings.endpoint.batch, settings.endpoint.parallel) = (2, 1);
    });
    assert_eq!(found.failure.unwrap().kind, Kind::ServerError { status: 500 });
    assert_eq!((found.order, found.scores), (vec![0, 1, 2, 3, 4], vec![None; 5]));
}

#[test]
fn a_slow_reranker_is_left_behind() {
    let server = FakeServer::start(|_, _| Reply::Hang);
    let found = run(&server, RerankProtocol::Tei, |settings| settings.endpoint.query_timeout_seconds = 0.2);
    let failure = found.failure.unwrap();
    assert_eq!((failure.kind, failure.hint()), (Kind::Timeout, Hint::RaiseTimeout));
    assert_eq!(found.order, [0, 1, 2, 3, 4]);
}
