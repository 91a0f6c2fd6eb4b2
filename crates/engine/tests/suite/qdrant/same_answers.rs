//! Recall on the server leads to the answers that recall here leads to.

use super::invented::{Sequence, write_files};
use super::server::Server;
use super::{ask, configure, is_by, names, pushed};
use crate::support::Ground;
use orienteer_engine::Engine;

const QUESTIONS: usize = 200;

#[test]
fn both_engines_give_the_same_ten_best() {
    let Some(server) = Server::start() else { return };
    let ground = Ground::new();
    configure(&ground, server.port(), "invented");
    let mut sequence = Sequence(7);
    write_files(&ground, &mut sequence, 40, 12);
    let (workspace, _) = ground.open();
    assert!(pushed(&workspace).expect("pushed").added > 400);
    let (mut same, mut differing) = (0, Vec::new());
    for _ in 0..QUESTIONS {
        let count = 2 + sequence.next(5);
        let question = sequence.words(count);
        let (here, there) =
            (ask(&workspace, &question, Engine::Embedded), ask(&workspace, &question, Engine::Qdrant));
        assert!(there.notes.is_empty() && is_by(&there, "qdrant") && !is_by(&there, "lexical"));
        assert_eq!(here.hits.len(), 10);
        if names(&here) == names(&there) { same += 1 } else { differing.push(question) }
    }
    assert!(same * 100 >= QUESTIONS * 95, "{same} of {QUESTIONS}; not {differing:?}");
}
