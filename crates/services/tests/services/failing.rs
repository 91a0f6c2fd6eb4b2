//! Every kind of failure of an HTTP service, caused for real, with the hint that belongs to it.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::Arc;

use orienteer_services::{
    DenseProtocol, DenseSettings, Endpoint, Failure, Hint, Kind, Phase, Role, Service, Unwatched, embed,
    open_dense,
};
use rcgen::CertifiedKey;
use rustls::ServerConfig;
use serde_json::json;

use crate::fake::{FakeServer, Reply, embeddings, endpoint};

fn ask(settings: &DenseSettings) -> Result<usize, Failure> {
    let embedder = open_dense(settings)?;
    let found = embed(embedder.as_ref(), None, &["one", "two"], Role::Document, &Unwatched);
    found.failure.map_or(Ok(found.computed), Err)
}

fn check(settings: &DenseSettings, phase: Phase, kind: Kind, hint: Hint) {
    let failure = ask(settings).unwrap_err();
    assert_eq!(
        (failure.service, failure.phase, failure.kind),
        (Service::DenseEmbedder, phase, kind),
        "{failure}"
    );
    assert_eq!(failure.hint(), hint, "{failure}");
}

fn openai(endpoint: Endpoint) -> DenseSettings {
    DenseSettings { protocol: DenseProtocol::OpenAi, endpoint, ..DenseSettings::default() }
}

fn answering(reply: impl Fn() -> Reply + Send + Sync + 'static) -> FakeServer {
    FakeServer::start(move |_, _| reply())
}

fn check_answer(reply: impl Fn() -> Reply + Send + Sync + 'static, phase: Phase, kind: Kind, hint: Hint) {
    let server = answering(reply);
    check(&server.dense(DenseProtocol::OpenAi), phase, kind, hint);
}

#[test]
fn a_closed_port_refuses() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://127.0.0.1:{}", listener.local_addr().unwrap().port());
    drop(listener);
    for protocol in [DenseProtocol::OpenAi, DenseProtocol::Tei] {
        let settings = DenseSettings { protocol, ..openai(Endpoint { url: url.clone(), ..endpoint() }) };
        check(&settings, Phase::Connect, Kind::Refused, Hint::StartService);
    }
}

#[test]
fn a_name_without_an_address_is_unreachable() {
    let settings = openai(Endpoint { url: "http://nowhere.invalid:80".to_owned(), ..endpoint() });
    check(&settings, Phase::Connect, Kind::Unreachable, Hint::CheckAddress);
}

#[test]
fn a_server_that_hangs_is_not_waited_for() {
    let server = answering(|| Reply::Hang);
    let mut settings = server.dense(DenseProtocol::OpenAi);
    settings.endpoint.timeout_seconds = 0.2;
    check(&settings, Phase::Request, Kind::Timeout, Hint::RaiseTimeout);
}

#[test]
fn a_server_that_hangs_up_disconnects() {
    check_answer(|| Reply::HangUp, Phase::Request, Kind::Disconnected, Hint::CheckService);
}

#[test]
fn an_answer_that_is_not_the_protocol_is_bad() {
    for text in ["<html>", "{}", "[[1, 2]]", "{\"data\": [{\"embedding\": \"x\"}]}", ""] {
        check_answer(move || Reply::Text(text), Phase::Answer, Kind::BadAnswer, Hint::CheckProtocol);
    }
}

#[test]
fn indexes_of_an_answer_are_those_of_the_texts() {
    let twice = || {
        Reply::Json(200, json!({"data": [{"index": 1, "embedding": [1]}, {"index": 1, "embedding": [2]}]}))
    };
    check_answer(twice, Phase::Answer, Kind::BadAnswer, Hint::CheckProtocol);
}

#[test]
fn a_vector_too_few_is_found() {
    let kind = Kind::WrongCount { expected: 2, found: 1 };
    let one = || Reply::Json(200, json!({"data": [{"index": 0, "embedding": [1]}]}));
    check_answer(one, Phase::Check, kind, Hint::CheckProtocol);
}

#[test]
fn another_dimension_is_found() {
    let server = FakeServer::start(embeddings);
    let settings = DenseSettings { dimension: Some(4), ..server.dense(DenseProtocol::Tei) };
    let kind = Kind::WrongDimension { expected: 4, found: 3 };
    check(&settings, Phase::Check, kind, Hint::CheckDimension);
}

#[test]
fn a_dimension_that_changes_between_batches_is_found() {
    let server = FakeServer::start(|_, number| {
        let vector = vec![1.0; 3 + number];
        Reply::Json(200, json!({"data": [{"index": 0, "embedding": vector}]}))
    });
    let mut settings = server.dense(DenseProtocol::OpenAi);
    (settings.endpoint.batch, settings.endpoint.parallel) = (1, 1);
    check(&settings, Phase::Check, Kind::WrongDimension { expected: 3, found: 4 }, Hint::CheckDimension);
}

#[test]
fn a_vector_without_a_direction_is_found() {
    let zero = || Reply::Json(200, json!({"data": [{"embedding": [0, 0]}, {"embedding": [0, 1]}]}));
    check_answer(zero, Phase::Check, Kind::BadNorm, Hint::CheckModel);
}

#[test]
fn statuses_have_their_kinds() {
    for (status, kind, hint) in [
        (401, Kind::Unauthorized, Hint::CheckKey),
        (403, Kind::Unauthorized, Hint::CheckKey),
        (404, Kind::NotFound, Hint::CheckModelName),
        (413, Kind::TooLarge, Hint::SmallerBatches),
        (422, Kind::Rejected { status: 422 }, Hint::CheckProtocol),
        (429, Kind::RateLimited, Hint::AskLess),
        (500, Kind::ServerError { status: 500 }, Hint::CheckService),
        (504, Kind::Timeout, Hint::RaiseTimeout),
    ] {
        check_answer(move || Reply::Json(status, json!({"error": "no"})), Phase::Request, kind, hint);
    }
}

#[test]
fn a_request_is_tried_again_until_it_succeeds() {
    for status in [429, 503] {
        let server = FakeServer::start(move |request, number| match number {
            0 | 1 => Reply::With(status, "retry-after", "0".to_owned()),
            _ => embeddings(request, number),
        });
        let mut settings = server.dense(DenseProtocol::OpenAi);
        settings.endpoint.retries = 2;
        assert_eq!(ask(&settings).unwrap(), 2);
        let bodies: Vec<_> = server.requests().into_iter().map(|request| request.body).collect();
        assert_eq!(bodies.len(), 3);
        assert!(bodies.iter().all(|body| *body == bodies[0]));
    }
}

#[test]
fn a_service_that_asks_for_an_hour_is_not_waited_for() {
    let server = answering(|| Reply::With(429, "retry-after", "3600".to_owned()));
    let mut settings = server.dense(DenseProtocol::OpenAi);
    settings.endpoint.retries = 9;
    check(&settings, Phase::Request, Kind::RateLimited, Hint::AskLess);
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn nobody_follows_a_redirect() {
    let target = FakeServer::start(embeddings);
    for status in [301, 302, 303, 307, 308] {
        let location = format!("{}/v1/embeddings", target.url);
        let server = FakeServer::start(move |_, _| Reply::With(status, "location", location.clone()));
        check(&server.dense(DenseProtocol::OpenAi), Phase::Request, Kind::Redirected, Hint::UseFinalAddress);
    }
    assert!(target.requests().is_empty());
}

/// A certificate for `localhost` that no well-known authority signed.
fn private_certificate() -> (Arc<ServerConfig>, String) {
    let CertifiedKey { cert, signing_key } =
        rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let key = rustls::pki_types::PrivateKeyDer::Pkcs8(signing_key.serialize_der().into());
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![cert.der().clone()], key)
        .unwrap();
    (Arc::new(config), cert.pem())
}

#[test]
fn a_certificate_of_nobody_is_refused_and_a_named_one_is_trusted() {
    let (config, pem) = private_certificate();
    let server = FakeServer::with_tls(Some(config), embeddings);
    let mut settings = server.dense(DenseProtocol::OpenAi);
    check(&settings, Phase::Connect, Kind::Tls, Hint::CheckCertificate);
    assert!(server.requests().is_empty());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("authority.pem");
    std::fs::write(&file, pem).unwrap();
    settings.endpoint.ca_file = Some(file);
    assert_eq!(ask(&settings).unwrap(), 2);
}

#[test]
fn a_server_without_tls_is_told_apart() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://localhost:{}", listener.local_addr().unwrap().port());
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.read_exact(&mut [0; 5]).unwrap();
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n").unwrap();
        let _ = stream.read_to_end(&mut Vec::new());
    });
    check(&openai(Endpoint { url, ..endpoint() }), Phase::Connect, Kind::Tls, Hint::CheckCertificate);
}

#[test]
fn a_file_without_certificates_is_refused_before_anything_is_sent() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("empty.pem");
    for exists in [false, true] {
        if exists {
            std::fs::write(&file, "nothing").unwrap();
        }
        let settings = openai(Endpoint {
            url: "https://localhost".to_owned(),
            ca_file: Some(file.clone()),
            ..endpoint()
        });
        check(&settings, Phase::Configure, Kind::Tls, Hint::CheckCertificate);
    }
}
