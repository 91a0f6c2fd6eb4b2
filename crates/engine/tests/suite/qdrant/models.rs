//! Vectors of a configured model on the server, in place of the built-in ones.

use super::server::Server;
use super::{is_by, kinds, pushed};
use crate::fake::{Fake, understanding};
use crate::support::Ground;
use orienteer_engine::{SearchAnswer, SearchRequest, Silent, Workspace, search};

const CROSSING: &str = "pier/crossing.py";

fn asked(workspace: &Workspace, query: &str) -> SearchAnswer {
    let view = workspace.view(&Silent).expect("a view");
    let settings = workspace.settings().expect("settings");
    search(&view.snapshot, &SearchRequest { settings, ..SearchRequest::new(query) }).expect("an answer")
}

#[test]
fn a_configured_model_is_asked_on_the_server() {
    let Some(server) = Server::start() else { return };
    let (ground, model) = (Ground::new(), Fake::start(understanding));
    for number in 0..40 {
        let text = format!(
            "def crate_{number}(weight):\n    \"\"\"Stacks crates on pier {number}.\"\"\"\n    return weight\n"
        );
        ground.write(&format!("pier/crate_{number}.py"), &text);
    }
    ground.write(CROSSING, "def cross(river):\n    \"\"\"Takes the ferry.\"\"\"\n    return river\n");
    let settings = format!(
        "engine = \"qdrant\"\n[services.qdrant]\nurl = \"http://127.0.0.1:{}\"\nretries = 0\nquery_timeout_seconds = 60.0\n[services.dense]\nurl = \"{}\"\nretries = 0\nquery_timeout_seconds = 20\nmodel = \"meanings\"\n",
        server.port(),
        model.url()
    );
    ground.write("orient.toml", &settings);
    let (workspace, _) = ground.open();
    let too_early = pushed(&workspace).expect_err("nothing was computed yet");
    assert_eq!(too_early.service.name(), "dense embedder");
    workspace.embed(&Silent).expect("embedded");
    pushed(&workspace).expect("pushed");
    let answer = asked(&workspace, "vessel on a pier");
    assert_eq!(answer.hits.first().map(|hit| hit.place.path.as_str()), Some(CROSSING));
    assert!(is_by(&answer, "qdrant") && !is_by(&answer, "dense") && answer.notes.is_empty());

    ground.write(CROSSING, "def cross(river):\n    \"\"\"Takes the ferry across.\"\"\"\n    return river\n");
    let before = pushed(&workspace).expect("pushed");
    assert!(before.added > 0);
    workspace.embed(&Silent).expect("embedded");
    let with_vectors = pushed(&workspace).expect("pushed");
    assert_eq!((with_vectors.added, with_vectors.removed), (before.added, before.added));

    drop(model);
    let without = asked(&workspace, "stacks of crates on a pier");
    assert_eq!(kinds(&without), [("refused", "start-service")]);
    assert!(is_by(&without, "qdrant") && is_by(&without, "lexical"));
}
