//! Services on the command line: what is configured is used, what is dead is said, and the answer comes all the same.

use crate::fake::{Fake, Reply, understanding};
use crate::program::{Program, Said};
use serde_json::Value;

const QUERY: &str = "vessel on the pier";
const CROSSING: &str = "pier/crossing.py";

fn pier() -> Program {
    let program = Program::empty();
    for number in 0..30 {
        let text = format!(
            "def crate_{number}(pier):\n    \"\"\"Stacks crates on the pier.\"\"\"\n    return pier\n"
        );
        program.write(&format!("pier/crate_{number}.py"), &text);
    }
    program
        .write("pier/crossing.py", "def cross(river):\n    \"\"\"Takes the ferry.\"\"\"\n    return river\n");
    program
}

fn configure(program: &Program, url: &str) {
    let table = format!("[services.dense]\nurl = \"{url}\"\nmodel = \"meanings\"\nretries = 0\n");
    program.write("orient.toml", &table);
}

fn notes(said: &Value) -> Vec<(String, String)> {
    let text = |note: &Value, key: &str| note[key].as_str().unwrap_or_default().to_owned();
    let notes = said["notes"].as_array().cloned().unwrap_or_default();
    notes.iter().map(|note| (text(note, "kind"), text(note, "hint_key"))).collect()
}

fn first(said: &Said) -> String {
    said.json()["hits"][0]["place"]["path"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn an_index_has_vectors_of_the_service_and_a_question_uses_them() {
    let (program, server) = (pier(), Fake::start(understanding));
    configure(&program, &server.url());
    let indexed = program.run(&["index", "--json"]);
    let vectors = &indexed.json()["vectors"][0];
    assert_eq!((indexed.code, &vectors["known"]), (0, &vectors["units"]));
    assert_eq!(vectors["service"], "dense embedder");
    let asked = program.run(&["search", QUERY, "--json"]);
    assert_eq!((asked.code, first(&asked), notes(&asked.json())), (0, CROSSING.to_owned(), vec![]));
    assert_eq!(program.run(&["index", "--json"]).json()["vectors"][0]["computed"], 0);
    drop(server);
    let asked = program.run(&["search", QUERY, "--json"]);
    assert_eq!(asked.code, 0);
    assert_eq!(notes(&asked.json()), [("refused".to_owned(), "start-service".to_owned())]);
    let told = program.run(&["search", QUERY]);
    assert!(told.err.contains("note: ") && told.err.contains("hint: "), "{}", told.err);
    let context = program.run(&["context", QUERY]);
    assert!(context.code == 0 && context.out.contains("note: "), "{}", context.out);
}

#[test]
fn a_dead_embedder_does_not_stop_an_index() {
    let (program, server) = (pier(), Fake::start(|_| Reply::Status(503)));
    configure(&program, &server.url());
    let said = program.run(&["index"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.starts_with("indexed ") && said.err.contains("hint: "), "{} {}", said.out, said.err);
    let asked = program.run(&["search", "stack crates", "--json"]);
    assert_eq!(
        (asked.code, notes(&asked.json())),
        (0, vec![("unembedded".to_owned(), "index-again".to_owned())])
    );
}

#[test]
fn the_user_stands_above_the_repository() {
    let (program, server) = (pier(), Fake::start(understanding));
    configure(&program, "https://elsewhere.example");
    let untrusted = program.run(&["search", "stack crates", "--json"]);
    assert_eq!(notes(&untrusted.json()), [("untrusted".to_owned(), "trust-services".to_owned())]);
    let named = |arguments: &[&str]| {
        let mut command = program.command(arguments);
        program.said(&command.env("ORIENT_DENSE_URL", server.url()).output().unwrap())
    };
    assert_eq!(named(&["index"]).code, 0);
    assert_eq!(first(&named(&["search", QUERY, "--json"])), CROSSING);
    let mut wrong = program.command(&["search", QUERY]);
    let said = program.said(&wrong.env("ORIENT_DENSE_URL", "nowhere").output().unwrap());
    assert!(said.code == 2 && said.err.contains("ORIENT_DENSE_URL"), "{}", said.err);
}

#[test]
fn the_doctor_has_a_row_for_each_service() {
    let (program, server) = (pier(), Fake::start(understanding));
    configure(&program, &server.url());
    let said = program.run(&["doctor"]);
    let row = said.out.lines().find(|line| line.starts_with("dense embedder")).unwrap_or_default();
    assert!(said.code == 0 && row.contains(" ok "), "{}", said.out);
    drop(server);
    let said = program.run(&["doctor", "--json"]);
    let check = &said.json()["services"][0];
    assert_eq!((said.code, check["health"].as_str()), (2, Some("failed")));
    assert!(check["hint"].is_string() && check["milliseconds"].is_null());
}
