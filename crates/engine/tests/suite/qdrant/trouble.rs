//! A server that is down, empty, slow or dies in the middle: the answer is the one of this machine, and says why.

use super::server::Server;
use super::{ask, configure, harbour, kinds, names, pushed};
use orienteer_engine::{Engine, FailureKind, Progress, Stage, push};
use std::net::TcpListener;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

const QUESTION: &str = "join the rope to a berth";

#[test]
fn without_a_server_the_snapshot_answers_and_says_so() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let ground = harbour(port, "harbour");
    let (workspace, _) = ground.open();
    let own = ask(&workspace, QUESTION, Engine::Embedded);
    assert!(own.notes.is_empty() && own.hits.len() == 10);

    configure(&ground, port, "slow");
    let slow = ground.tree().join("orient.toml");
    let text = std::fs::read_to_string(&slow).expect("read").replace("= 60.0", "= 0.3");
    std::fs::write(&slow, text).expect("written");
    let waited = ask(&workspace, QUESTION, Engine::Qdrant);
    assert_eq!(kinds(&waited), [("timeout", "raise-timeout")]);
    assert_eq!(names(&waited), names(&own));

    drop(listener);
    configure(&ground, port, "harbour");
    let down = ask(&workspace, QUESTION, Engine::Qdrant);
    assert_eq!(kinds(&down), [("refused", "start-service")]);
    assert_eq!(names(&down), names(&own));
    assert_eq!(pushed(&workspace).expect_err("nobody is there").kind, FailureKind::Refused);
}

#[test]
fn a_collection_or_a_project_that_is_missing_is_named() {
    let Some(server) = Server::start() else { return };
    let ground = harbour(server.port(), "harbour");
    let (workspace, _) = ground.open();
    let own = names(&ask(&workspace, QUESTION, Engine::Embedded));
    let no_collection = ask(&workspace, QUESTION, Engine::Qdrant);
    assert_eq!(kinds(&no_collection), [("missing collection", "index-first")]);
    assert_eq!(names(&no_collection), own);
    pushed(&workspace).expect("pushed");
    assert_eq!(kinds(&ask(&workspace, QUESTION, Engine::Qdrant)), []);
    configure(&ground, server.port(), "another");
    let no_project = ask(&workspace, QUESTION, Engine::Qdrant);
    assert_eq!(kinds(&no_project), [("missing project", "index-first")]);
}

/// Kills the server after some units.
struct Killer {
    server: Mutex<Server>,
    left: AtomicU64,
}

impl Progress for Killer {
    fn begin(&self, _: Stage, _: u64) {}

    fn advance(&self, amount: u64) {
        if self.left.fetch_sub(amount, Ordering::SeqCst) == amount {
            self.server.lock().expect("the server").kill();
        }
    }
}

#[test]
fn a_server_that_dies_in_the_middle_is_told_the_rest_later() {
    let Some(server) = Server::start() else { return };
    let ground = harbour(server.port(), "harbour");
    let (workspace, view) = ground.open();
    let own = names(&ask(&workspace, QUESTION, Engine::Embedded));
    let killer = Killer { server: Mutex::new(server), left: AtomicU64::new(17) };
    let settings = workspace.settings().expect("settings");
    let failure = push(&view.snapshot, &settings, &killer).expect_err("the server is gone");
    assert!(matches!(failure.kind, FailureKind::Refused | FailureKind::Disconnected), "{failure}");
    let without = ask(&workspace, QUESTION, Engine::Qdrant);
    assert_eq!((names(&without), without.notes.len()), (own.clone(), 1));

    killer.server.lock().expect("the server").restart();
    assert_eq!(kinds(&ask(&workspace, QUESTION, Engine::Qdrant)), [("missing project", "index-first")]);
    let rest = pushed(&workspace).expect("pushed");
    assert!(rest.kept > 0 && rest.added > 0, "{rest:?}");
    let whole = ask(&workspace, QUESTION, Engine::Qdrant);
    assert!(super::is_by(&whole, "qdrant") && whole.notes.is_empty());
    assert_eq!(names(&whole), own);
}
