//! Services that are there, dead, slow or wrong: what they add, and that nothing of the answer is lost without them. Kinds and hints
//! are what is asserted; texts are for people.

use crate::fake::{Asked, Fake, Reply, meaning, understanding};
use crate::support::Ground;
use orienteer_engine::{
    ContextRequest, Format, Note, PackCache, Progress, SearchAnswer, SearchRequest, Silent, Stage,
    UserSettings, View, Workspace, search,
};
use serde_json::json;
use std::net::{SocketAddr, TcpListener};
use std::sync::atomic::{AtomicBool, Ordering};

const HARBOURS: usize = 40;
const CROSSING: &str = "pier/crossing.py";

/// Many functions that say nothing of what is asked, and one that a model of meanings knows better.
fn harbour() -> Ground {
    let ground = Ground::new();
    for number in 0..HARBOURS {
        let text = format!(
            "def crate_{number}(weight):\n    \"\"\"Stacks crates on pier {number}.\"\"\"\n    return weight\n"
        );
        ground.write(&format!("pier/crate_{number}.py"), &text);
    }
    ground
        .write("pier/crossing.py", "def cross(river):\n    \"\"\"Takes the ferry.\"\"\"\n    return river\n");
    ground
}

fn table(service: &str, url: &str) -> String {
    format!("[services.{service}]\nurl = \"{url}\"\nretries = 0\nquery_timeout_seconds = 20\n")
}

fn dense(url: &str) -> String {
    table("dense", url) + "model = \"meanings\"\nquery_prefix = \"ask: \"\n"
}

fn closed_port() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address")
}

/// A tree with these settings, indexed and embedded.
fn ready(ground: &Ground, settings: &str) -> (Workspace, View) {
    ground.write("orient.toml", settings);
    let (workspace, view) = ground.open();
    for report in workspace.embed(&Silent).expect("embedded") {
        assert_eq!((report.note, report.known), (None, report.units));
    }
    (workspace, view)
}

fn asked(workspace: &Workspace, view: &View, query: &str) -> SearchAnswer {
    let settings = workspace.settings().expect("settings");
    let request = SearchRequest { settings, limit: 5, ..SearchRequest::new(query) };
    search(&view.snapshot, &request).expect("an answer")
}

fn names(answer: &SearchAnswer) -> Vec<&str> {
    answer.hits.iter().map(|hit| hit.place.name.as_str()).collect()
}

fn first(answer: &SearchAnswer) -> &str {
    answer.hits.first().map_or("", |hit| hit.place.path.as_str())
}

fn kinds(notes: &[Note]) -> Vec<(&'static str, &'static str, &'static str)> {
    notes.iter().map(|note| (note.service().name(), note.kind(), note.hint_key())).collect()
}

/// What the same tree answers without any service.
fn plain(ground: &Ground, query: &str) -> SearchAnswer {
    let (_, view) = ground.open();
    search(&view.snapshot, &SearchRequest { limit: 5, ..SearchRequest::new(query) }).expect("an answer")
}

#[test]
fn a_configured_model_finds_what_words_do_not() {
    let (ground, server) = (harbour(), Fake::start(understanding));
    let (workspace, view) = ready(&ground, &dense(&server.url()));
    let answer = asked(&workspace, &view, "vessel on a pier");
    assert_eq!((first(&answer), answer.notes.len()), (CROSSING, 0));
    assert!(answer.hits[0].channels.contains(&"dense") && answer.hits[0].distance < Some(0.01));
    assert_ne!(first(&plain(&ground, "vessel on a pier")), CROSSING);
    let texts = server.texts();
    assert!(texts.contains(&"ask: vessel on a pier".to_owned()));
    let told = texts.iter().find(|text| text.starts_with("pier/crossing.py cross\n")).expect("the unit");
    for part in ["def cross(river)", "Takes the ferry.", "return river"] {
        assert!(told.contains(part), "{part} in {told}");
    }
}

#[test]
fn nothing_is_embedded_twice() {
    let (ground, server) = (harbour(), Fake::start(understanding));
    let (workspace, _) = ready(&ground, &dense(&server.url()));
    let first = server.texts().len();
    assert_eq!(workspace.embed(&Silent).expect("again")[0].computed, 0);
    ground.write("pier/crate_3.py", "def crate_3(lamp):\n    return lamp\n");
    ground.open();
    let report = &workspace.embed(&Silent).expect("the change")[0];
    assert_eq!((report.computed, report.known), (2, report.units));
    assert!(server.texts()[first..].iter().all(|text| text.contains("crate_3")));
    let before = server.texts().len();
    std::fs::remove_file(workspace.tree().sidecar_path("vectors-dense")).expect("removed");
    let report = &workspace.embed(&Silent).expect("from the cache")[0];
    assert_eq!((report.computed, report.known, server.texts().len()), (0, report.units, before));
}

#[test]
fn another_model_begins_anew() {
    let (ground, server) = (harbour(), Fake::start(understanding));
    let (workspace, view) = ready(&ground, &dense(&server.url()));
    ground.write("orient.toml", &dense(&server.url()).replace("meanings", "others"));
    let answer = asked(&workspace, &view, "vessel on a pier");
    assert_eq!(kinds(&answer.notes), [("dense embedder", "unembedded", "index-again")]);
    let (_, view) = ground.open();
    let report = &workspace.embed(&Silent).expect("embedded")[0];
    assert_eq!((report.known, report.computed), (report.units, report.units));
    assert_eq!(asked(&workspace, &view, "vessel on a pier").notes, []);
}

#[test]
fn a_dead_embedder_leaves_the_index_and_the_next_run_goes_on() {
    let (ground, address) = (harbour(), closed_port());
    ground.write("orient.toml", &dense(&format!("http://{address}")));
    let (workspace, view) = ground.open();
    let report = &workspace.embed(&Silent).expect("a report")[0];
    assert_eq!(report.known, 0);
    assert_eq!(kinds(report.note.as_slice()), [("dense embedder", "refused", "start-service")]);
    let answer = asked(&workspace, &view, "stack crates");
    assert_eq!(kinds(&answer.notes), [("dense embedder", "unembedded", "index-again")]);
    assert_eq!(answer.hits, plain(&ground, "stack crates").hits);
    let server = Fake::at(address, understanding);
    let report = &workspace.embed(&Silent).expect("a report")[0];
    assert_eq!((report.note.as_ref(), report.known), (None, report.units));
    assert!(!server.texts().is_empty());
}

#[test]
fn a_run_that_ends_early_keeps_what_it_has() {
    let ground = harbour();
    let few = |asked: &Asked| {
        let is_late = asked.texts().iter().any(|text| text.contains("crate_39"));
        if is_late { Reply::Status(500) } else { understanding(asked) }
    };
    let server = Fake::start(few);
    ground.write("orient.toml", &(dense(&server.url()) + "batch = 1\nparallel = 1\n"));
    let (workspace, view) = ground.open();
    let report = &workspace.embed(&Silent).expect("a report")[0];
    assert_eq!(kinds(report.note.as_slice()), [("dense embedder", "server error", "check-service")]);
    assert!(report.known > 0 && report.known < report.units, "{report:?}");
    let sent = server.texts();
    let address = server.address();
    drop(server);
    let server = Fake::at(address, understanding);
    let report = &workspace.embed(&Silent).expect("a report")[0];
    assert_eq!((report.note.as_ref(), report.known), (None, report.units));
    let again: Vec<String> = server.texts().into_iter().filter(|text| sent.contains(text)).collect();
    assert!(again.iter().all(|text| text.contains("crate_39")), "{again:?}");
    assert_eq!(first(&asked(&workspace, &view, "vessel on a pier")), CROSSING);
}

/// Presses Ctrl-C as soon as something was computed.
#[derive(Default)]
struct Impatient(AtomicBool);

impl Progress for Impatient {
    fn begin(&self, _: Stage, _: u64) {}

    fn advance(&self, amount: u64) {
        self.0.fetch_or(amount > 0, Ordering::SeqCst);
    }

    fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

#[test]
fn what_was_computed_before_a_stop_is_not_computed_again() {
    let (ground, server) = (harbour(), Fake::start(understanding));
    ground.write("orient.toml", &(dense(&server.url()) + "batch = 1\nparallel = 1\n"));
    let (workspace, _) = ground.open();
    let report = &workspace.embed(&Impatient::default()).expect("a report")[0];
    assert_eq!(kinds(report.note.as_slice()), [("dense embedder", "cancelled", "nothing")]);
    assert_eq!(report.computed, 1);
    let report = &workspace.embed(&Silent).expect("a report")[0];
    assert_eq!((report.computed, report.known), (report.units - 1, report.units));
}

/// An index that was embedded, asked with a model that answers questions otherwise.
fn note_of(
    answer: impl Fn(&Asked) -> Reply + Send + Sync + 'static,
    more: &str,
) -> Vec<(&'static str, &'static str, &'static str)> {
    let ground = harbour();
    let is_question = |asked: &Asked| asked.texts().iter().any(|text| text.starts_with("ask: "));
    let script = move |asked: &Asked| if is_question(asked) { answer(asked) } else { understanding(asked) };
    let server = Fake::start(script);
    let (workspace, view) =
        ready(&ground, &(dense(&server.url()).replace("query_timeout_seconds = 20\n", "") + more));
    let answer = asked(&workspace, &view, "stack crates");
    assert_eq!(answer.hits, plain(&ground, "stack crates").hits);
    kinds(&answer.notes)
}

#[test]
fn a_slow_or_wrong_model_is_answered_without() {
    let hang = note_of(|_| Reply::Hang, "query_timeout_seconds = 0.2\n");
    assert_eq!(hang, [("dense embedder", "timeout", "raise-timeout")]);
    let wrong = |_: &Asked| Reply::Good(json!({ "data": [{ "index": 0, "embedding": [1.0, 2.0] }] }));
    assert_eq!(note_of(wrong, ""), [("dense embedder", "wrong dimension", "check-dimension")]);
    let empty = |_: &Asked| Reply::Good(json!({ "other": 1 }));
    assert_eq!(note_of(empty, ""), [("dense embedder", "bad answer", "check-protocol")]);
    let refused = |_: &Asked| Reply::Status(401);
    assert_eq!(note_of(refused, ""), [("dense embedder", "unauthorized", "check-key")]);
}

#[test]
fn a_model_that_died_is_answered_without_and_asked_once() {
    let (ground, server) = (harbour(), Fake::start(understanding));
    let (workspace, view) = ready(&ground, &dense(&server.url()));
    drop(server);
    for query in ["stack crates", "pier"] {
        let answer = asked(&workspace, &view, query);
        assert_eq!(kinds(&answer.notes), [("dense embedder", "refused", "start-service")]);
        assert_eq!(answer.hits, plain(&ground, query).hits);
    }
}

#[test]
fn sparse_vectors_find() {
    let (ground, server) = (harbour(), Fake::start(understanding));
    let (workspace, view) = ready(&ground, &table("sparse", &server.url()));
    let answer = asked(&workspace, &view, "the vessel");
    assert_eq!((first(&answer), answer.notes.len()), (CROSSING, 0));
    let hit = &answer.hits[0];
    assert!(hit.channels.contains(&"sparse"), "{:?}", hit.channels);
    assert!(hit.parts.iter().any(|part| part.name == "sparse" && part.value == 1.0));
    explains_itself(&answer);
    assert_eq!(workspace.embed(&Silent).expect("again")[0].computed, 0);
    drop(server);
    let answer = asked(&workspace, &view, "pier");
    assert_eq!(kinds(&answer.notes), [("sparse embedder", "refused", "start-service")]);
    assert_eq!(answer.hits, plain(&ground, "pier").hits);
}

/// The numbers of an explanation give its score, to the last bit.
fn explains_itself(answer: &SearchAnswer) {
    for hit in &answer.hits {
        let evidence: f32 = hit.parts.iter().map(|part| part.product()).sum();
        let score = hit.factors.iter().fold(evidence, |score, factor| score * factor.value);
        assert_eq!(score.to_bits(), hit.score.to_bits(), "{}", hit.place.name);
    }
    assert!(answer.hits.is_sorted_by(|left, right| left.score >= right.score));
}

#[test]
fn a_reranker_orders_anew_and_the_explanation_stays_true() {
    let ground = harbour();
    for (number, thing) in ["bread", "quilt", "lamp"].into_iter().enumerate() {
        let text = format!(
            "def stow_{number}(pier):\n    \"\"\"Stows {thing} on the pier.\"\"\"\n    return pier\n"
        );
        ground.write(&format!("pier/stow_{number}.py"), &text);
    }
    let server = Fake::start(understanding);
    let (workspace, view) = ready(&ground, &table("rerank", &server.url()));
    for (query, first) in [("stow loaf on the pier", "stow_0"), ("stow lantern on the pier", "stow_2")] {
        let answer = asked(&workspace, &view, query);
        assert_eq!((names(&answer)[0], answer.notes.len()), (first, 0));
        explains_itself(&answer);
    }
    let settings = workspace.settings().expect("settings");
    let request = ContextRequest { settings, ..ContextRequest::new("stow lantern on the pier") };
    let context = workspace.context(&view, &request).expect("an answer");
    assert_eq!(context.ranked[0].place.name, "stow_2");
    let moved = asked(&workspace, &view, "stow lantern on the pier");
    assert!(moved.hits.iter().any(|hit| hit.factors.iter().any(|factor| factor.name == "rerank")));
    drop(server);
    let answer = asked(&workspace, &view, "stow quilt");
    assert_eq!(kinds(&answer.notes), [("reranker", "refused", "start-service")]);
    assert_eq!(answer.hits, plain(&ground, "stow quilt").hits);
}

#[test]
fn an_answer_that_did_without_is_not_kept() {
    let (ground, server) = (harbour(), Fake::start(understanding));
    let (workspace, view) = ready(&ground, &dense(&server.url()));
    let address = server.address();
    let kept = |view: &View, workspace: &Workspace| {
        let cache = PackCache::new("test").in_memory(9);
        let settings = workspace.settings().expect("settings");
        let request = ContextRequest { settings, ..ContextRequest::new("vessel on a pier") };
        let answer = workspace.cached_context(view, &request, &cache).expect("an answer");
        (answer.notes.len(), cache.kept_in_memory())
    };
    assert_eq!(kept(&view, &workspace), (0, 1));
    drop(server);
    let (fresh, view) = ground.open();
    assert_eq!(kept(&view, &fresh), (1, 0));
    let _server = Fake::at(address, understanding);
    let (fresh, view) = ground.open();
    assert_eq!(kept(&view, &fresh), (0, 1));
}

#[test]
fn every_format_says_what_is_missing_within_its_budget() {
    let (ground, server) = (harbour(), Fake::start(understanding));
    let (workspace, view) = ready(&ground, &dense(&server.url()));
    drop(server);
    for format in Format::ALL {
        for budget in [60, 200, 2_000] {
            let settings = workspace.settings().expect("settings");
            let request = ContextRequest { settings, format, budget, ..ContextRequest::new("stack crates") };
            let Ok(answer) = workspace.context(&view, &request) else { continue };
            assert!(answer.tokens <= budget && !answer.items.is_empty());
            assert_eq!(kinds(&answer.notes), [("dense embedder", "refused", "start-service")]);
            let said = answer.text.replace('\\', "");
            let is_said = said.contains("refused") && said.contains(answer.notes[0].hint());
            assert!(is_said || budget < 2_000, "{format:?}: {}", answer.text);
        }
    }
}

#[test]
fn a_key_goes_to_the_address_of_the_environment_alone() {
    let ground = harbour();
    let (own, other) = (Fake::start(understanding), Fake::start(understanding));
    ground.write("orient.toml", &(dense(&other.url()) + &table("sparse", &other.url())));
    let variables = [("ORIENT_DENSE_URL", own.url()), ("ORIENT_DENSE_KEY", "secret".to_owned())];
    let variables = variables.map(|(name, value)| (name.to_owned(), value)).into_iter().collect();
    let (workspace, view) = ground.open();
    let workspace = workspace.with_user_settings(UserSettings { variables, file: None });
    workspace.embed(&Silent).expect("embedded");
    asked(&workspace, &view, "vessel on a pier");
    let sent = |fake: &Fake| fake.asked().into_iter().map(|asked| asked.authorization).collect::<Vec<_>>();
    assert!(sent(&own).iter().all(|key| key.as_deref() == Some("Bearer secret")) && !sent(&own).is_empty());
    assert!(sent(&other).iter().all(Option::is_none) && !sent(&other).is_empty());
}

#[test]
fn the_doctor_asks_every_service() {
    let (ground, server) = (harbour(), Fake::start(understanding));
    let closed = format!("http://{}", closed_port());
    let far = table("qdrant", "https://elsewhere.example");
    ground.write("orient.toml", &(dense(&server.url()) + &table("rerank", &closed) + &far));
    let (workspace, _) = ground.open();
    let checks = workspace.check_services().expect("checks");
    let told: Vec<_> =
        checks.iter().map(|check| (check.service.name(), format!("{:?}", check.health))).collect();
    assert_eq!(
        told,
        [("dense embedder", "Good"), ("reranker", "Failed"), ("qdrant", "Warning")]
            .map(|(name, health)| (name, health.to_owned()))
    );
    assert!(checks[0].latency.is_some() && checks[0].hint.is_none());
    assert!(checks[1].latency.is_none() && checks[1].hint.is_some());
    assert!(server.texts().iter().all(|text| !text.contains("crate")), "no code is sent for a check");
    assert_eq!(meaning("nothing").len(), 5);
}
