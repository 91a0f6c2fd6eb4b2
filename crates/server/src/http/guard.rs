//! Who may ask. A page of another site that a browser shows, and a name that was made to lead here, are refused before anything
//! is read; so is whoever lacks the token.

use super::HttpOptions;
use super::page::is_page;
use crate::ServeError;
use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, CONTENT_LENGTH, HOST, ORIGIN, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;

#[derive(Debug)]
pub(super) struct Guard {
    token: Option<String>,
    hosts: Vec<String>,
    origins: Vec<String>,
    is_local: bool,
    most_bytes: usize,
}

impl Guard {
    /// Refuses to let everybody in.
    pub(super) fn new(http: &HttpOptions) -> Result<Guard, ServeError> {
        let is_local = http.address.ip().is_loopback();
        match &http.token {
            None if !is_local => return Err(ServeError::NoToken { address: http.address }),
            Some(token) if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_graphic()) => {
                return Err(ServeError::BadToken);
            }
            _ => {}
        }
        Ok(Guard {
            token: http.token.clone(),
            hosts: http.hosts.iter().map(|host| host.to_ascii_lowercase()).collect(),
            origins: http
                .origins
                .iter()
                .map(|origin| origin.trim_end_matches('/').to_ascii_lowercase())
                .collect(),
            is_local,
            most_bytes: http.limits.body_bytes,
        })
    }

    #[expect(clippy::result_large_err, reason = "it is made once a refused request and sent as it is")]
    fn check(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), Response> {
        let Some(host) = host_of(uri, headers) else {
            return Err(refused(StatusCode::BAD_REQUEST, "one Host is needed"));
        };
        if !self.is_known(host_name(&host)) {
            return Err(refused(StatusCode::FORBIDDEN, "this server has no such name"));
        }
        if !self.may_come_from(&host, headers) {
            return Err(refused(StatusCode::FORBIDDEN, "pages of other origins may not ask"));
        }
        // The page asks for the token.
        if !is_page(method, uri.path()) && !self.has_token(headers) {
            let challenge = [(WWW_AUTHENTICATE, "Bearer")];
            return Err((StatusCode::UNAUTHORIZED, challenge, "a bearer token is needed\n").into_response());
        }
        let length = single(headers, &CONTENT_LENGTH).and_then(|length| length.parse::<u64>().ok());
        match length {
            Some(length) if length > self.most_bytes as u64 => {
                Err(refused(StatusCode::PAYLOAD_TOO_LARGE, "the body is too large"))
            }
            _ => Ok(()),
        }
    }

    /// No name can be made to mean an address: those are refused only where they cannot be ours.
    fn is_known(&self, name: &str) -> bool {
        let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        match address {
            Ok(address) => address.is_loopback() || !self.is_local,
            Err(_) => name == "localhost" || self.hosts.iter().any(|host| host == name),
        }
    }

    /// Programs send no origin; pages may ask their own server.
    fn may_come_from(&self, host: &str, headers: &HeaderMap) -> bool {
        if !headers.contains_key(ORIGIN) {
            return true;
        }
        let Some(origin) = single(headers, &ORIGIN).map(str::to_ascii_lowercase) else { return false };
        let own = ["http", "https"].into_iter().any(|scheme| origin == format!("{scheme}://{host}"));
        own || self.origins.contains(&origin)
    }

    fn has_token(&self, headers: &HeaderMap) -> bool {
        let Some(token) = &self.token else { return true };
        let given = single(headers, &AUTHORIZATION).and_then(|value| value.split_once(' '));
        given
            .is_some_and(|(scheme, given)| scheme.eq_ignore_ascii_case("bearer") && same(given.trim(), token))
    }
}

/// Compares all bytes, however early they differ: the time tells nothing.
fn same(left: &str, right: &str) -> bool {
    let differences = left.bytes().zip(right.bytes()).fold(0, |all, (left, right)| all | (left ^ right));
    left.len() == right.len() && differences == 0
}

/// `name:port` in lower case, of the one header or of the address that was asked for.
fn host_of(uri: &Uri, headers: &HeaderMap) -> Option<String> {
    let host = match headers.contains_key(HOST) {
        true => single(headers, &HOST)?,
        false => uri.authority()?.as_str(),
    };
    let port = host[host_name(host).len()..].strip_prefix(':').unwrap_or_default();
    let is_number = port.len() <= 5 && port.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && !host.contains('@')).then(|| host.to_ascii_lowercase())
}

fn host_name(host: &str) -> &str {
    let end = if host.starts_with('[') { host.find(']').map(|at| at + 1) } else { host.find(':') };
    &host[..end.unwrap_or(host.len())]
}

/// None where a header is given twice or is not text: what stands behind may read it otherwise.
fn single<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

fn refused(status: StatusCode, why: &str) -> Response {
    (status, format!("{why}\n")).into_response()
}

pub(super) async fn guarded(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    match guard.check(request.method(), request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;
    use std::net::SocketAddr;

    fn check(guard: &Guard, headers: &[(&'static str, &str)]) -> u16 {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, HeaderValue::from_str(value).unwrap());
        }
        guard
            .check(&Method::POST, &Uri::from_static("/mcp"), &map)
            .map_or_else(|refusal| refusal.status().as_u16(), |()| 200)
    }

    fn guard(address: &str, token: Option<&str>) -> Result<Guard, ServeError> {
        let address: SocketAddr = address.parse().unwrap();
        let token = token.map(str::to_owned);
        let hosts = vec!["Tools.Example".to_owned()];
        let origins = vec!["https://pages.example/".to_owned()];
        Guard::new(&HttpOptions { token, hosts, origins, ..HttpOptions::new(address) })
    }

    #[test]
    fn names_that_lead_here_by_trick_are_refused() {
        let local = guard("127.0.0.1:7", None).unwrap();
        for host in ["localhost", "LOCALHOST:7", "127.0.0.1:7", "[::1]:7", "127.9.9.9", "tools.example:7"] {
            assert_eq!(check(&local, &[("host", host)]), 200, "{host}");
        }
        for host in ["evil.example", "localhost.evil.example", "10.0.0.1", "user@localhost", "[::2]", ""] {
            assert_eq!(check(&local, &[("host", host)]), 403 - 3 * u16::from(host.contains('@')), "{host}");
        }
        assert_eq!(check(&local, &[]), 400);
        assert_eq!(check(&local, &[("host", "localhost"), ("host", "evil.example")]), 400);
    }

    #[test]
    fn pages_of_others_are_refused() {
        let local = guard("127.0.0.1:7", None).unwrap();
        let from = |origin: &str| check(&local, &[("host", "localhost:7"), ("origin", origin)]);
        assert_eq!((from("http://localhost:7"), from("https://PAGES.example")), (200, 200));
        for origin in
            ["http://localhost:8", "http://evil.example", "null", "", "http://localhost:7.evil.example"]
        {
            assert_eq!(from(origin), 403, "{origin}");
        }
    }

    #[test]
    fn other_machines_need_the_token() {
        assert!(matches!(guard("0.0.0.0:7", None), Err(ServeError::NoToken { .. })));
        assert!(matches!(guard("127.0.0.1:7", Some("")), Err(ServeError::BadToken)));
        let open = guard("0.0.0.0:7", Some("secret")).unwrap();
        let with = |value: &str| check(&open, &[("host", "192.168.1.7:7"), ("authorization", value)]);
        assert_eq!((with("Bearer secret"), with("bearer secret")), (200, 200));
        for value in ["Bearer secre", "Bearer secret1", "Basic secret", "secret", ""] {
            assert_eq!(with(value), 401, "{value}");
        }
        assert_eq!(check(&open, &[("host", "localhost")]), 401);
        assert_eq!(check(&open, &[("host", "evil.example"), ("authorization", "Bearer secret")]), 403);
    }

    #[test]
    fn large_bodies_are_refused_unread() {
        let local = guard("127.0.0.1:7", None).unwrap();
        let sized = |length: &str| check(&local, &[("host", "localhost"), ("content-length", length)]);
        assert_eq!((sized("1048576"), sized("1048577")), (200, 413));
    }
}
