//! The page: part of the program, strict about what it may load, and open to whoever has no token yet.

use crate::client::House;

#[test]
fn the_page_needs_no_token_and_lets_nothing_else_in() {
    let house = House::open(|http| http.token = Some("secret".to_owned()));
    let page = house.get("/");
    assert_eq!(page.status, 200, "{}", page.text);
    assert_eq!(page.header("content-type").as_deref(), Some("text/html; charset=utf-8"));
    assert_eq!(page.header("x-content-type-options").as_deref(), Some("nosniff"));
    assert_eq!(page.header("referrer-policy").as_deref(), Some("no-referrer"));
    assert_eq!(page.header("cache-control").as_deref(), Some("no-cache"));
    let policy = page.header("content-security-policy").unwrap();
    assert!(
        policy.starts_with("default-src 'none'; script-src 'self';") && !policy.contains("unsafe"),
        "{policy}"
    );
    assert!(page.text.to_lowercase().contains("<!doctype html>"));
    for (method, path) in
        [("GET", "/health"), ("POST", "/"), ("GET", "/index.html"), ("GET", "/mcp"), ("GET", "/%2e")]
    {
        assert_eq!(house.ask(method, path, &[], "").status, 401, "{method} {path}");
    }
    assert_eq!(house.ask("GET", "/", &[("host", "evil.example")], "").status, 403);
    house.close();
}

#[test]
fn what_a_browser_has_is_not_sent_again() {
    let house = House::open(|_| {});
    let tag = house.get("/").header("etag").unwrap();
    let again = house.ask("GET", "/", &[("if-none-match", &tag)], "");
    assert_eq!((again.status, again.text.len()), (304, 0));
    let packed = house.ask("GET", "/", &[("accept-encoding", "br, gzip")], "");
    let plain = house.ask("GET", "/", &[("accept-encoding", "gzip;q=0")], "");
    assert_eq!((packed.status, plain.header("content-encoding")), (200, None));
    assert!(packed.text != plain.text || packed.header("content-encoding").is_none());
    for path in [
        "/assets/",
        "/assets/../index.html",
        "/assets/%2e%2e/index.html",
        "/assets/nothing.js",
        "//",
        "/page_files.rs",
    ] {
        assert_eq!(house.get(path).status, 404, "{path}");
    }
    house.close();
}
