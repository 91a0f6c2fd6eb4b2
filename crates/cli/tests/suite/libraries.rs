//! Libraries beside a project, and an engine that is not there.

use crate::program::Program;

/// The project of all tests, and a library of its own beside it.
fn with_library() -> Program {
    let program = Program::project();
    program.write("node_modules/winch/index.js", "function haulRope(rope) {\n  return rope.shorten();\n}\n");
    program.write("node_modules/winch/node_modules/inner/index.js", "function haulInner() {}\n");
    program
}

#[test]
fn a_library_is_added_searched_and_removed() {
    let program = with_library();
    let none = program.run(&["library", "list"]);
    assert_eq!((none.code, none.out.as_str()), (1, ""));
    let added = program.run(&["library", "add", "winch"]);
    assert_eq!(added.code, 0, "{}", added.page());
    assert!(
        added.out.starts_with("lib:winch (node) [folder]/tree/node_modules/winch\n  1 files -> "),
        "{}",
        added.page()
    );
    let listed = program.run(&["library", "list", "--json"]).json();
    assert_eq!(
        (&listed["libraries"][0]["project"], &listed["libraries"][0]["origin"]),
        (&"lib:winch".into(), &"node".into())
    );

    let search = |scope: &str| program.run(&["search", "haul", "the", "rope", "--scope", scope]);
    assert_eq!(search("project").code, 1);
    let found = search("lib:winch");
    assert_eq!(found.code, 0, "{}", found.page());
    assert!(found.out.starts_with("lib:winch index.js:1  function haulRope"), "{}", found.page());
    let all = program.run(&["search", "haul", "rope", "--scope", "all", "--json"]).json();
    assert_eq!(all["hits"][0]["library"], "lib:winch");

    assert_eq!(program.run(&["library", "remove", "lib:winch"]).code, 0);
    let gone = search("lib:winch");
    assert_eq!((gone.code, gone.out.as_str()), (2, ""), "{}", gone.page());
    assert!(gone.err.contains("there is no library `winch`"), "{}", gone.page());
}

#[test]
fn what_cannot_be_a_library_is_refused() {
    let program = with_library();
    let missing = program.run(&["library", "add", "capstan"]);
    assert_eq!(missing.code, 2);
    assert!(
        missing.err.contains("no library `capstan`") && missing.err.contains("node_modules/capstan"),
        "{}",
        missing.page()
    );
    assert_eq!(program.run(&["library", "add", "./nowhere"]).code, 2);
    assert_eq!(program.run(&["library", "add", "./app", "--name", "two words"]).code, 2);
    let folder = program.run(&["library", "add", "./app", "--name", "own"]);
    assert!(folder.code == 0 && folder.out.starts_with("lib:own (folder)"), "{}", folder.page());
    assert_eq!(program.run(&["search", "x", "--scope", "lib:"]).code, 2);
}

/// A port on which nobody listens.
fn dead() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    format!(
        "[services.qdrant]\nurl = \"http://{}\"\nretries = 0\n",
        listener.local_addr().expect("an address")
    )
}

#[test]
fn a_dead_server_is_an_error_only_where_it_was_asked_for() {
    let program = Program::project();
    program.write("orient.toml", &dead());
    let asked = program.run(&["index", "--engine", "qdrant"]);
    assert_eq!(asked.code, 2, "{}", asked.page());
    assert!(
        asked.out.starts_with("indexed") && asked.err.contains("hint: start the service"),
        "{}",
        asked.page()
    );
    program.write("orient.toml", &format!("engine = \"qdrant\"\n{}", dead()));
    let automatic = program.run(&["index"]);
    assert_eq!(automatic.code, 0, "{}", automatic.page());
    assert!(
        automatic.err.contains("refused") && automatic.err.contains("hint: start the service"),
        "{}",
        automatic.page()
    );
    let report = program.run(&["index", "--json"]).json();
    assert_eq!(
        (&report["qdrant"]["failure"], &report["qdrant"]["hint"]),
        (&"refused".into(), &"start-service".into())
    );
    assert!(program.run(&["index", "--engine", "embedded", "--json"]).json()["qdrant"].is_null());
    let found = program.run(&["search", "keep", "records"]);
    assert_eq!(found.code, 0, "{}", found.page());
}
