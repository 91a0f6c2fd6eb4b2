//! The Qdrant engine against a real server: what is pushed, what comes back, and what an answer says when it does not.

#[path = "../../../services/tests/qdrant/binary.rs"]
mod binary;
mod invented;
mod libraries;
mod models;
mod same_answers;
#[expect(clippy::unwrap_used, dead_code, reason = "other tests need other parts of it")]
#[path = "../../../services/tests/qdrant/server.rs"]
mod server;
mod trouble;

use crate::support::Ground;
use orienteer_engine::{
    Engine, IndexOptions, Pushed, SearchAnswer, SearchRequest, ServiceFailure, Silent, View, Workspace, push,
    search,
};
use server::Server;

/// A small batch, so that a build has several; nothing is tried again.
fn configure(ground: &Ground, port: u16, project: &str) {
    ground.write(
        "orient.toml",
        &format!(
            "engine = \"qdrant\"\n[services.qdrant]\nurl = \"http://127.0.0.1:{port}\"\nproject = \"{project}\"\nbatch = 10\nretries = 0\nquery_timeout_seconds = 60.0\n"
        ),
    );
}

/// A harbour: more code about ropes than a page holds.
fn harbour(port: u16, project: &str) -> Ground {
    let ground = Ground::new();
    configure(&ground, port, project);
    for at in 0..12 {
        let text = format!(
            "def splice_{at}(rope):\n    \"\"\"Joins a rope to berth {at}.\"\"\"\n    return rope\n\n\ndef coil_{at}(rope):\n    return rope\n"
        );
        ground.write(&format!("harbour/berth_{at:02}.py"), &text);
    }
    ground
}

/// Takes in what changed, here and on the server.
fn pushed(workspace: &Workspace) -> Result<Pushed, ServiceFailure> {
    workspace.index(&IndexOptions::default(), &Silent).expect("indexed");
    let snapshot = workspace.snapshot().expect("opens").expect("a snapshot");
    push(&snapshot, &workspace.settings().expect("settings"), &Silent)
}

fn ask(workspace: &Workspace, query: &str, engine: Engine) -> SearchAnswer {
    let view: View = workspace.view(&Silent).expect("a view");
    let mut request = SearchRequest::new(query);
    request.settings = workspace.settings().expect("settings");
    request.settings.engine = engine;
    search(&view.snapshot, &request).expect("an answer")
}

fn names(answer: &SearchAnswer) -> Vec<String> {
    answer.hits.iter().map(|hit| format!("{} {}", hit.place.path, hit.place.name)).collect()
}

fn is_by(answer: &SearchAnswer, channel: &str) -> bool {
    answer.hits.iter().any(|hit| hit.channels.contains(&channel))
}

fn kinds(answer: &SearchAnswer) -> Vec<(&'static str, &'static str)> {
    answer.notes.iter().map(|note| (note.kind(), note.hint_key())).collect()
}

#[test]
fn what_changed_is_added_and_what_is_gone_removed() {
    let Some(server) = Server::start() else { return };
    let ground = harbour(server.port(), "harbour");
    let (workspace, view) = ground.open();
    let units = view.snapshot.files().map(|file| file.units().len() as u64).sum::<u64>();
    let first = pushed(&workspace).expect("pushed");
    assert_eq!((first.added, first.kept, first.removed), (units, 0, 0));
    assert_eq!((first.project.as_str(), first.collection.as_str()), ("harbour", "orienteer"));
    let again = pushed(&workspace).expect("pushed");
    assert_eq!((again.added, again.kept, again.removed), (0, units, 0));

    ground.write("harbour/berth_03.py", "def moor_barge(rope):\n    return rope\n");
    std::fs::remove_file(ground.tree().join("harbour/berth_04.py")).expect("removed");
    let changed = pushed(&workspace).expect("pushed");
    assert!(changed.added < 4 && changed.removed >= changed.added, "{changed:?}");
    assert_eq!(changed.kept + changed.removed, units);
    let answer = ask(&workspace, "barge", Engine::Qdrant);
    assert_eq!(names(&answer).first().map(String::as_str), Some("harbour/berth_03.py moor_barge"));
    assert!(is_by(&answer, "qdrant") && !is_by(&answer, "lexical"), "{answer:?}");
    assert!(answer.notes.is_empty());
}

#[test]
fn two_projects_of_one_collection_do_not_meet() {
    let Some(server) = Server::start() else { return };
    let (north, south) = (harbour(server.port(), "north"), harbour(server.port(), "south"));
    south.write("harbour/lock.py", "def flood_chamber(level):\n    return level\n");
    let (north, south) = (north.open().0, south.open().0);
    let first = pushed(&north).expect("pushed");
    assert!(pushed(&south).expect("pushed").added > first.added);
    let again = pushed(&north).expect("pushed");
    assert_eq!((again.added, again.kept, again.removed), (0, first.added, 0));
    assert!(is_by(&ask(&south, "flood chamber", Engine::Qdrant), "qdrant"));
    assert!(names(&ask(&north, "flood chamber", Engine::Qdrant)).is_empty());
    let filtered = {
        let view = north.view(&Silent).expect("a view");
        let mut request = SearchRequest::new("splice the rope");
        request.settings = north.settings().expect("settings");
        request.filter.languages = vec!["py".to_owned()];
        request.filter.globs = vec!["harbour/berth_07.py".to_owned()];
        search(&view.snapshot, &request).expect("an answer")
    };
    assert!(is_by(&filtered, "qdrant"));
    assert!(filtered.hits.iter().all(|hit| hit.place.path == "harbour/berth_07.py"));
}

#[test]
fn what_was_not_pushed_is_found_all_the_same() {
    let Some(server) = Server::start() else { return };
    let ground = harbour(server.port(), "harbour");
    let (workspace, _) = ground.open();
    pushed(&workspace).expect("pushed");
    ground.write(
        "harbour/tug.py",
        "def escort(vessel):\n    \"\"\"Tows a freighter.\"\"\"\n    return vessel\n",
    );
    let answer = ask(&workspace, "tow the freighter with a rope", Engine::Qdrant);
    assert!(names(&answer).contains(&"harbour/tug.py escort".to_owned()), "{:?}", names(&answer));
    assert!(is_by(&answer, "qdrant") && is_by(&answer, "lexical"));
}
