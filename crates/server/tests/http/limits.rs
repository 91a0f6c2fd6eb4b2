//! Who is refused, and what one client may take of the server.

use crate::client::{Answer, House};
use orienteer_server::{HttpOptions, ServeError, ServeOptions, Stop, serve_http};
use std::io::Write;
use std::time::{Duration, Instant};

#[test]
fn others_are_not_let_in() {
    let house = House::open(|http| http.token = Some("open-sesame".to_owned()));
    let token = ("authorization", "Bearer open-sesame");
    assert_eq!(house.hello(&[token]).status, 200);
    assert_eq!(house.hello(&[]).status, 401);
    assert_eq!(house.hello(&[("authorization", "Bearer open-barley")]).status, 401);
    assert_eq!(house.hello(&[token, ("host", "evil.example")]).status, 403);
    assert_eq!(house.hello(&[token, ("host", "127.0.0.1:7667.evil.example")]).status, 400);
    assert_eq!(house.hello(&[token, ("origin", "http://evil.example")]).status, 403);
    assert_eq!(house.hello(&[token, ("origin", &format!("http://{}", house.address))]).status, 200);
    for path in ["/health", "/api/v1/status", "/mcp/../health", "/nothing"] {
        assert_eq!(house.ask("GET", path, &[], "").status, 401, "{path}");
        assert_eq!(house.ask("GET", path, &[token, ("host", "evil.example")], "").status, 403, "{path}");
    }
    let health = house.ask("GET", "/health", &[token], "");
    assert_eq!((health.status, health.header("cache-control").as_deref()), (200, Some("no-store")));
    house.close();
}

#[test]
fn an_address_for_all_needs_a_token() {
    let folder = tempfile::tempdir().unwrap();
    let options = ServeOptions::new(folder.path().join("cache"), folder.path().to_owned());
    for address in ["0.0.0.0:0", "[::]:0", "192.0.2.1:0"] {
        let http = HttpOptions::new(address.parse().unwrap());
        let refused = serve_http(options.clone(), http, &Stop::default(), |_| panic!("it started"));
        assert!(matches!(refused, Err(ServeError::NoToken { .. })), "{address}");
    }
    assert!(!folder.path().join("cache").exists());
}

#[test]
fn bodies_over_the_limit_are_refused() {
    let house = House::open(|http| http.limits.body_bytes = 10_000);
    let body = |bytes: usize| {
        format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"pad\":\"{}\"}}", "x".repeat(bytes))
    };
    assert_eq!(house.ask("POST", "/mcp", &[], &body(20_000)).status, 413);
    let chunk = body(20_000);
    let chunked = format!("{:x}\r\n{chunk}\r\n0\r\n\r\n", chunk.len());
    let head = format!(
        "POST /mcp HTTP/1.1\r\nhost: {}\r\nconnection: close\r\naccept: application/json, text/event-stream\r\n\
         content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n",
        house.address
    );
    assert_eq!(house.send(&format!("{head}{chunked}")).status, 413);
    assert_ne!(house.ask("POST", "/mcp", &[], &body(100)).status, 413);
    assert_eq!(house.hello(&[]).status, 200);
    house.close();
}

#[test]
fn slow_clients_are_given_up() {
    let house = House::open(|http| {
        http.limits.head_time = Duration::from_millis(300);
        http.limits.request_time = Duration::from_millis(300);
    });
    let began = Instant::now();
    let mut half_a_head = house.connect();
    half_a_head.write_all(b"POST /mcp HTTP/1.1\r\nhost: loc").unwrap();
    let mut half_a_body = house.connect();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nhost: {}\r\naccept: application/json, text/event-stream\r\ncontent-type: application/json\r\n\
         connection: close\r\ncontent-length: 1000\r\n\r\n{{\"json",
        house.address
    );
    half_a_body.write_all(head.as_bytes()).unwrap();
    let silent = house.connect();
    assert!(matches!(Answer::read(half_a_head).status, 0 | 408));
    assert_eq!(Answer::read(half_a_body).status, 408);
    assert!(matches!(Answer::read(silent).status, 0 | 408));
    assert!(began.elapsed() < Duration::from_secs(60));
    assert_eq!(house.ask("GET", "/health", &[], "").status, 200);
    house.close();
}

#[test]
fn places_are_counted_and_given_back() {
    let house = House::open(|http| http.limits.sessions = 2);
    let (one, _two) = (house.session(), house.session());
    assert_eq!(house.hello(&[]).status / 100, 5, "there are two places");
    assert_eq!(house.ask("DELETE", "/mcp", &[("mcp-session-id", &one.id)], "").status / 100, 2);
    let until = Instant::now() + Duration::from_secs(60);
    while house.hello(&[]).status != 200 {
        assert!(Instant::now() < until, "the place was not given back");
    }
    house.close();
}

#[test]
fn noise_ends_nothing() {
    let house = House::open(|_| {});
    for noise in ["\r\n\r\n", "GET\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n", "POST /mcp HTTP/9.9\r\n\r\n"] {
        assert!(matches!(house.send(noise).status, 0 | 400..=505), "{noise:?}");
    }
    for body in ["", "{", "[]", "null", "{\"jsonrpc\":\"2.0\"}"] {
        assert!(house.ask("POST", "/mcp", &[], body).status >= 400, "{body:?}");
    }
    assert_eq!(house.ask("PUT", "/mcp", &[], "").status, 405);
    assert_eq!(house.hello(&[]).status, 200);
    house.close();
}
