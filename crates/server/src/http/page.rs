//! The page for people: files that were built before and are part of the program. Nothing is read from disk, and nothing of the
//! page may come from anywhere else, nor run anything that is not in these files.

use axum::body::Body;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
    IF_NONE_MATCH, REFERRER_POLICY, VARY,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A file of the page.
struct PageFile {
    /// Below the folder of the page.
    path: &'static str,
    /// Of its content, as a header carries it.
    tag: &'static str,
    bytes: &'static [u8],
    /// By gzip, where that is smaller.
    packed: Option<&'static [u8]>,
}

static FILES: &[PageFile] = include!(concat!(env!("OUT_DIR"), "/page_files.rs"));

/// Whether a path is of the page, whatever is there: such a path says nothing about code.
pub(super) fn is_page(method: &Method, path: &str) -> bool {
    let reads = method == Method::GET || method == Method::HEAD;
    reads && (path == "/" || path.starts_with("/assets/"))
}

pub(super) async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !(method == Method::GET || method == Method::HEAD) {
        return (StatusCode::NOT_FOUND, "not found\n").into_response();
    }
    match file(uri.path()) {
        Some(file) => served(file, &headers),
        None => (StatusCode::NOT_FOUND, "not found; the page is at /, the API at /api/v1, MCP at /mcp\n")
            .into_response(),
    }
}

fn file(path: &str) -> Option<&'static PageFile> {
    let name = match path {
        "/" => "index.html",
        path => path.strip_prefix('/').filter(|name| name.starts_with("assets/"))?,
    };
    FILES.iter().find(|file| file.path == name)
}

fn served(file: &PageFile, headers: &HeaderMap) -> Response {
    let knows = mentions(headers, &IF_NONE_MATCH, file.tag);
    let packed = file.packed.filter(|_| mentions(headers, &ACCEPT_ENCODING, "gzip"));
    let mut response = Response::new(Body::empty());
    if knows {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    } else {
        *response.body_mut() = Body::from(packed.unwrap_or(file.bytes));
    }
    let set = response.headers_mut();
    let mut add =
        |name: HeaderName, value: &'static str| drop(set.insert(name, HeaderValue::from_static(value)));
    add(CONTENT_TYPE, content_type(file.path));
    add(ETAG, file.tag);
    add(VARY, "accept-encoding");
    // Names of assets have the hash of their content; the page itself is asked for again.
    let is_asset = file.path.starts_with("assets/");
    add(CACHE_CONTROL, if is_asset { "public, max-age=31536000, immutable" } else { "no-cache" });
    add(CONTENT_SECURITY_POLICY, POLICY);
    add(REFERRER_POLICY, "no-referrer");
    if packed.is_some() && !knows {
        add(CONTENT_ENCODING, "gzip");
    }
    response
}

/// Whether a list in a header has this word.
fn mentions(headers: &HeaderMap, name: &HeaderName, word: &str) -> bool {
    let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    let mut words = values.flat_map(|value| value.split(','));
    words.any(|given| {
        let given = given.trim().trim_start_matches("W/");
        let (given, quality) = given.split_once(';').unwrap_or((given, ""));
        given.trim() == word && !matches!(quality.trim(), "q=0" | "q=0.0")
    })
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
