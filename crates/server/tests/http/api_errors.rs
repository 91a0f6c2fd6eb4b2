//! What the API refuses, and that it never fails: hostile parameters and paths, and problems in the form of problem documents.

use crate::api::{good, house, problem};
use crate::client::House;
use std::time::Duration;

#[test]
fn wrong_parameters_are_named() {
    let house = House::open(|_| {});
    let long = "a".repeat(4_001);
    for (path, part) in [
        ("/api/v1/search", "q"),
        ("/api/v1/search?q=", "`q` is empty"),
        ("/api/v1/search?q=bell&limit=0", "`limit` is 0"),
        ("/api/v1/search?q=bell&limit=101", "between 1 and 100"),
        ("/api/v1/search?q=bell&limit=-1", "`limit`: invalid digit"),
        ("/api/v1/search?q=bell&limit=", "integer"),
        ("/api/v1/search?q=bell&offset=99999999999999999999", "number too large"),
        ("/api/v1/search?q=bell&no_tests=perhaps", "string \"perhaps\""),
        ("/api/v1/search?q=bell&q=tower", "`q`: unsupported value"),
        ("/api/v1/search?q=bell&colour=red", "unknown field `colour`"),
        ("/api/v1/search?q=bell&kind=spoon", "there is no kind `spoon`"),
        ("/api/v1/search?q=bell&language=klingon", "there is no language `klingon`"),
        ("/api/v1/search?q=bell&path=%5B", "not a pattern"),
        ("/api/v1/search?q=%20", "empty"),
        (&format!("/api/v1/search?q={long}"), "longer than 4000"),
        ("/api/v1/context?task=bell&budget=99", "`budget` is 99"),
        ("/api/v1/context?task=bell&format=latin", "unknown variant `latin`"),
        ("/api/v1/graph?unit=ring_bell&kinds=likes", "there is no kind of edge"),
        ("/api/v1/source", "one of `path` and `unit`"),
        ("/api/v1/source?path=bell.py&unit=ring_bell", "one of `path` and `unit`"),
        ("/api/v1/source?path=bell.py&from=0", "`from` is 0"),
        ("/api/v1/projects?all=yes", "unknown field"),
    ] {
        let said = problem(&house.get(path), 400);
        assert!(said["detail"].as_str().unwrap().contains(part), "{path}: {said}");
    }
    house.close();
}

#[test]
fn paths_lead_nowhere_but_to_indexed_files() {
    let house = house();
    std::fs::write(house.tree().join("../secret.py"), "SECRET = 1\n").unwrap();
    house.write("ignored.log.py", "HIDDEN = 1\n");
    house.write(".gitignore", "ignored.log.py\n");
    std::fs::create_dir(house.tree().join(".git")).unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../secret.py", house.tree().join("link.py")).unwrap();
        std::os::unix::fs::symlink("..", house.tree().join("up")).unwrap();
    }
    good(&house, "/api/v1/source?path=bell.py");
    // A link is told as a file that could not be read, and has no lines.
    assert_eq!(good(&house, "/api/v1/source?path=link.py")["lines"], serde_json::json!([]));
    let full = house.tree().join("bell.py").display().to_string();
    for path in [
        "../secret.py",
        "..%2Fsecret.py",
        "%2e%2e/secret.py",
        "./bell.py",
        "a/../bell.py",
        "up/secret.py",
        "BELL.py",
        "bell.py%00",
        "%00",
        "bell.py/",
        "/etc/passwd",
        "//etc/passwd",
        "C:%5Cbell.py",
        "..%5Csecret.py",
        "tests",
        ".",
        "%20bell.py",
        "bell.py%0a",
        "file:///etc/passwd",
        "ignored.log.py",
        ".gitignore/../bell.py",
        "%ff%fe",
        "%F0%9F%94%94",
        &full,
    ] {
        let answer = house.get(&format!("/api/v1/source?path={path}"));
        problem(&answer, 404);
        assert!(
            !answer.text.contains("SECRET") && !answer.text.contains("HIDDEN"),
            "{path}: {}",
            answer.text
        );
        let unit = house.get(&format!("/api/v1/source?unit={path}:1:"));
        problem(&unit, 404);
    }
    house.close();
}

/// A file that was replaced by a link to another is not what was indexed.
#[cfg(unix)]
#[test]
fn a_file_that_became_a_link_is_not_followed() {
    let house = house();
    good(&house, "/api/v1/source?path=bell.py");
    std::fs::write(house.tree().join("../secret.py"), "SECRET = 1\n").unwrap();
    std::fs::remove_file(house.tree().join("bell.py")).unwrap();
    std::os::unix::fs::symlink("../secret.py", house.tree().join("bell.py")).unwrap();
    let answer = house.get("/api/v1/source?path=bell.py");
    assert!(!answer.text.contains("SECRET"), "{}", answer.text);
    house.close();
}

#[test]
fn whatever_stands_in_files_is_data() {
    let house = House::open(|_| {});
    let hostile = "def chime():\n    return '</script><img src=x onerror=alert(1)>\u{1b}[2J\u{202e}'\n";
    house.write("<img src=x onerror=alert(1)>.py", hostile);
    let page = good(&house, "/api/v1/search?q=chime");
    assert_eq!(page["results"][0]["place"]["path"], "<img src=x onerror=alert(1)>.py");
    let source = good(&house, "/api/v1/source?unit=chime");
    assert!(source["lines"][1]["text"].as_str().unwrap().contains("</script>"), "{source}");
    house.close();
}

#[test]
fn no_words_make_the_server_fail() {
    let house = house();
    let deep = format!("unit={}", "a:1:".repeat(200));
    for query in [
        "search?q=%00",
        "search?q=%ff",
        "search?q=%F0%9F%94%94",
        "search?q=%22%27%60%3B%24%28%29",
        "search?q=%0a%0d%09",
        "search?q=..%2F..%2Fetc",
        "search?q=bell&path=!",
        "search?q=bell&path=%7B%7B",
        "search?q=bell&path=**%2F**%2F**",
        "context?task=%00%00&budget=100",
        "context?task=%3Cscript%3E",
        "why?task=bell&unit=%00",
        "why?task=bell&unit=::::",
        "symbol?name=:",
        "symbol?name=%3A0%3A",
        "symbol?name=.",
        "symbol?name=()",
        "graph?unit=%3A0%3A",
        "graph?unit=bell.py:0:",
        "graph?unit=bell.py:99999999999:x",
        "source?unit=bell.py:1:ring_bell&from=4294967295&to=1",
        "source?path=bell.py&from=2&to=1",
        "status?project=%00",
        "events?project=../..",
        &format!("graph?{deep}"),
        "search?%",
        "search?q=%",
        "search?&&&q=bell&&",
        "search?=",
    ] {
        let answer = house.get(&format!("/api/v1/{query}"));
        assert!((200..500).contains(&answer.status), "{query}: {} {}", answer.status, answer.text);
        if answer.status != 200 {
            problem(&answer, answer.status);
        }
    }
    house.close();
}

#[test]
fn refusals_around_the_routes_are_problems_too() {
    let house = House::open(|http| {
        http.token = Some("secret".to_owned());
        http.limits.request_time = Duration::from_millis(300);
    });
    let token = ("authorization", "Bearer secret");
    problem(&house.ask("GET", "/api/v1/nothing", &[token], ""), 404);
    problem(&house.ask("GET", "/api", &[token], ""), 404);
    problem(&house.ask("GET", "/api/v2/search?q=bell", &[token], ""), 404);
    let wrong = house.ask("DELETE", "/api/v1/search?q=bell", &[token], "");
    problem(&wrong, 405);
    assert!(wrong.header("allow").unwrap().contains("get"));
    let unknown = house.get("/api/v1/search?q=bell");
    problem(&unknown, 401);
    assert_eq!(unknown.header("www-authenticate").as_deref(), Some("bearer"));
    problem(&house.ask("GET", "/api/v1/projects", &[token, ("host", "evil.example")], ""), 403);
    problem(&house.ask("GET", "/api/v1/projects", &[token, ("origin", "http://evil.example")], ""), 403);
    problem(&house.ask("POST", "/api/v1/search", &[token, ("content-length", "9999999")], ""), 413);
    let text = house.ask("GET", "/nothing", &[token], "");
    assert_eq!((text.status, text.text.starts_with("not found")), (404, true));
    house.close();
}

#[test]
fn a_broken_settings_file_is_said() {
    let house = house();
    house.write("orient.toml", "[[concept\n");
    let said = problem(&house.get("/api/v1/search?q=bell"), 409);
    assert!(said["hint"].as_str().unwrap().contains("orient doctor"), "{said}");
    house.close();
}
