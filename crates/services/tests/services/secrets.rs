//! Where a key goes: to loopback and through TLS, nowhere else, and into no message.

use orienteer_services::{
    DenseProtocol, Hint, Key, Kind, Phase, RerankSettings, Reranker, Role, SparseEmbedder, SparseSettings,
    Unwatched, embed, open_dense,
};
use serde_json::json;

use crate::fake::{FakeServer, Reply, embeddings, endpoint};

const SECRET: &str = "sesame-4711";

#[test]
fn a_key_is_sent_to_loopback() {
    let server = FakeServer::start(embeddings);
    let mut settings = server.dense(DenseProtocol::Tei);
    settings.endpoint.key = Key::new(SECRET);
    let embedder = open_dense(&settings).unwrap();
    assert_eq!(embed(embedder.as_ref(), None, &["one"], Role::Document, &Unwatched).failure, None);
    let expected = format!("Bearer {SECRET}");
    assert!(server.requests().iter().all(|request| request.header("authorization") == Some(&expected)));
}

#[test]
fn no_key_is_sent_in_the_clear_to_others() {
    let settings = |url: &str| {
        let mut endpoint = endpoint();
        endpoint.url = url.to_owned();
        endpoint.key = Key::new(SECRET);
        endpoint
    };
    for url in ["http://models.example", "http://localhost.evil.example", "http://192.0.2.1:80"] {
        let sparse = SparseEmbedder::open(&SparseSettings { endpoint: settings(url) }).err().unwrap();
        let rerank = Reranker::open(&RerankSettings { endpoint: settings(url), ..RerankSettings::default() })
            .err()
            .unwrap();
        for failure in [sparse, rerank] {
            assert_eq!((failure.phase, failure.kind), (Phase::Configure, Kind::PlainHttpWithKey));
            assert_eq!(failure.hint(), Hint::UseHttps);
            assert!(!failure.to_string().contains(SECRET));
        }
    }
}

#[test]
fn a_failure_does_not_tell_the_key() {
    let server = FakeServer::start(|_, _| Reply::Json(401, json!({"error": "who are you?"})));
    let mut settings = server.dense(DenseProtocol::OpenAi);
    settings.endpoint.key = Key::new(SECRET);
    let embedder = open_dense(&settings).unwrap();
    let failure = embed(embedder.as_ref(), None, &["one"], Role::Document, &Unwatched).failure.unwrap();
    assert_eq!(failure.kind, Kind::Unauthorized);
    assert!(!format!("{failure:?}{settings:?}").contains(SECRET));
}
