//! Every kind of failure of the server, caused for real, with the hint that belongs to it.

use std::net::TcpListener;

use orienteer_services::{
    Failure, Hint, Key, Kind, Phase, Qdrant, QdrantSettings, Question, Scope, Service, Shape, Stored,
};
use qdrant_client::qdrant::{CreateCollectionBuilder, Distance, VectorParamsBuilder};

use crate::proxy::Proxy;
use crate::server::Server;
use crate::units::{NEVER_CANCELLED, SHAPE, begin, build, everything, names, shown, unit, units, view};

fn check(failure: &Failure, phase: Phase, kind: Kind, hint: Hint) {
    assert_eq!((failure.service, failure.phase, failure.kind), (Service::Qdrant, phase, kind), "{failure}");
    assert_eq!(failure.hint(), hint, "{failure}");
}

fn at(port: u16) -> QdrantSettings {
    QdrantSettings { url: format!("http://127.0.0.1:{port}"), retries: 0, ..QdrantSettings::default() }
}

fn begin_failure(settings: &QdrantSettings, shape: Shape) -> Failure {
    let qdrant = Qdrant::open(settings).unwrap();
    qdrant.begin("p", shape, "invented", NEVER_CANCELLED).err().unwrap()
}

#[test]
fn a_server_that_is_down_refuses() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let qdrant = Qdrant::open(&at(port)).unwrap();
    check(&qdrant.view(&Scope::All).unwrap_err(), Phase::Connect, Kind::Refused, Hint::StartService);
    check(&begin_failure(&at(port), SHAPE), Phase::Connect, Kind::Refused, Hint::StartService);
}

#[test]
fn a_host_without_an_address_is_unreachable() {
    let settings = QdrantSettings { url: "http://nowhere.invalid:6334".to_owned(), ..at(1) };
    check(&begin_failure(&settings, SHAPE), Phase::Connect, Kind::Unreachable, Hint::CheckAddress);
}

#[test]
fn a_listener_that_never_answers_is_not_waited_for() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let settings = QdrantSettings {
        timeout_seconds: 0.3,
        query_timeout_seconds: 0.3,
        ..at(listener.local_addr().unwrap().port())
    };
    let qdrant = Qdrant::open(&settings).unwrap();
    check(&qdrant.view(&Scope::All).unwrap_err(), Phase::Manifest, Kind::Timeout, Hint::RaiseTimeout);
    check(&begin_failure(&settings, SHAPE), Phase::Collection, Kind::Timeout, Hint::RaiseTimeout);
}

#[test]
fn no_key_is_sent_in_the_clear_to_others() {
    let settings = QdrantSettings {
        url: "http://vectors.example:6334".to_owned(),
        key: Key::new("secret"),
        ..QdrantSettings::default()
    };
    let failure = Qdrant::open(&settings).err().unwrap();
    check(&failure, Phase::Configure, Kind::PlainHttpWithKey, Hint::UseHttps);
}

#[test]
fn a_collection_that_is_missing_has_to_be_indexed() {
    let Some(server) = Server::start() else { return };
    let qdrant = server.client();
    let missing = (Kind::MissingCollection, Hint::IndexFirst);
    check(&qdrant.view(&Scope::All).unwrap_err(), Phase::Manifest, missing.0, missing.1);
    check(&qdrant.verify(SHAPE).unwrap_err(), Phase::Collection, missing.0, missing.1);
    build(&qdrant, "p", &units(0..3));
    qdrant.verify(SHAPE).unwrap();
    let (view, other) =
        (view(&qdrant, "p"), QdrantSettings { collection: "other".to_owned(), ..server.settings() });
    let failure = Qdrant::open(&other).unwrap().search(&view, &everything()).unwrap_err();
    check(&failure, Phase::Query, missing.0, missing.1);
}

#[test]
fn another_dimension_is_found_before_anything_is_written() {
    let Some(server) = Server::start() else { return };
    let qdrant = server.client();
    build(&qdrant, "p", &units(0..3));
    let kind = Kind::WrongDimension { expected: 8, found: 4 };
    check(
        &begin_failure(&server.settings(), Shape { dimension: 8 }),
        Phase::Check,
        kind,
        Hint::CheckDimension,
    );
    let question = Question { dense: Some(vec![1.0; 3]), limit: 3, ..Question::default() };
    let failure = qdrant.search(&view(&qdrant, "p"), &question).unwrap_err();
    check(&failure, Phase::Check, Kind::WrongDimension { expected: 4, found: 3 }, Hint::CheckDimension);
    let mut build = begin(&qdrant, "p");
    let mut vectors = unit(9).vectors();
    vectors.dense = Some(vec![1.0; 5]);
    assert!(matches!(build.want(&unit(9).description()), Stored::Missing(_)));
    let failure = build.add(&unit(9).description(), vectors).unwrap_err();
    check(&failure, Phase::Check, Kind::WrongDimension { expected: 4, found: 5 }, Hint::CheckDimension);
}

#[test]
fn a_collection_of_somebody_else_is_left_alone() {
    let Some(server) = Server::start() else { return };
    let settings = server.settings();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut config = qdrant_client::config::QdrantConfig::from_url(&settings.url);
        config.check_compatibility = false;
        let client = qdrant_client::Qdrant::new(config).unwrap();
        let theirs = VectorParamsBuilder::new(4, Distance::Dot);
        let request = CreateCollectionBuilder::new(&settings.collection).vectors_config(theirs);
        client.create_collection(request).await.unwrap();
    });
    check(
        &begin_failure(&settings, SHAPE),
        Phase::Collection,
        Kind::ForeignCollection,
        Hint::OtherCollection,
    );
}

#[test]
fn a_key_opens_what_it_should() {
    let Some(server) = Server::with_key(Some("sesame")) else { return };
    build(&server.client(), "p", &units(0..3));
    for key in [None, Key::new("wrong")] {
        let settings = QdrantSettings { key, ..server.settings() };
        let failure = Qdrant::open(&settings).unwrap().view(&Scope::All).unwrap_err();
        check(&failure, Phase::Manifest, Kind::Unauthorized, Hint::CheckKey);
    }
}

#[test]
fn the_port_for_http_is_told_apart() {
    let Some(server) = Server::start() else { return };
    let failure = Qdrant::open(&at(server.http_port())).unwrap().view(&Scope::All).unwrap_err();
    assert_eq!((failure.kind, failure.hint()), (Kind::BadAnswer, Hint::CheckProtocol), "{failure}");
}

#[test]
fn a_server_without_tls_is_told_apart() {
    let Some(server) = Server::start() else { return };
    let settings = QdrantSettings { url: format!("https://127.0.0.1:{}", server.port()), ..at(1) };
    let failure = Qdrant::open(&settings).unwrap().view(&Scope::All).unwrap_err();
    assert_eq!((failure.kind, failure.hint()), (Kind::Tls, Hint::CheckCertificate), "{failure}");
}

#[test]
fn a_slow_server_is_waited_for_within_bounds() {
    let Some(server) = Server::start() else { return };
    build(&server.client(), "p", &units(0..5));
    let proxy = Proxy::start(server.port());
    let patient = Qdrant::open(&QdrantSettings { query_timeout_seconds: 60.0, ..at(proxy.port) }).unwrap();
    proxy.delay(100);
    assert_eq!(shown(&patient, &view(&patient, "p")), names(&units(0..5)));
    proxy.delay(0);
    let hasty = Qdrant::open(&QdrantSettings { query_timeout_seconds: 0.3, ..at(proxy.port) }).unwrap();
    proxy.hold(true);
    let failure = hasty.view(&Scope::All).unwrap_err();
    check(&failure, Phase::Manifest, Kind::Timeout, Hint::RaiseTimeout);
    let failure = hasty.search(&view(&server.client(), "p"), &everything()).unwrap_err();
    check(&failure, Phase::Query, Kind::Timeout, Hint::RaiseTimeout);
    proxy.hold(false);
    assert_eq!(shown(&patient, &view(&patient, "p")), names(&units(0..5)));
}

#[test]
fn it_may_be_asked_from_within_a_runtime() {
    let Some(server) = Server::start() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let count = runtime.block_on(async {
        let qdrant = server.client();
        build(&qdrant, "p", &units(0..3));
        shown(&qdrant, &view(&qdrant, "p")).len()
    });
    assert_eq!(count, 3);
}
