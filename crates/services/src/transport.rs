//! JSON over HTTP, one request at a time: sends it, tries again where that may help, and types what went wrong.
//!
//! Follows no redirect, uses no proxy, reads no environment, and never reads more of an answer than its bound.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use ureq::http::{HeaderMap, Response};
use ureq::tls::{PemItem, RootCerts, TlsConfig};
use ureq::{Agent, Body, Timeout};

use crate::address::Address;
use crate::failure::{Failure, Kind, Phase, Service};
use crate::patience::{Patience, Refused, with_patience};
use crate::settings::Endpoint;

/// A batch of vectors as JSON text is some megabytes; this is no answer any more.
const MOST_ANSWER_BYTES: u64 = 256 * 1024 * 1024;
/// What of an error's text is read.
const MOST_ERROR_BYTES: u64 = 4 * 1024;

/// How long one request may take, and who may end the waiting.
#[derive(Clone, Copy)]
pub(crate) struct Call<'a> {
    pub(crate) timeout: Duration,
    pub(crate) patience: Patience,
    pub(crate) cancelled: &'a dyn Fn() -> bool,
}

/// A service that is spoken to.
pub(crate) struct Transport {
    agent: Agent,
    address: Address,
    authorization: Option<String>,
    service: Service,
    /// It answered something, once: when it is gone it may come back.
    was_there: AtomicBool,
}

impl Transport {
    pub(crate) fn open(service: Service, endpoint: &Endpoint) -> Result<Transport, Failure> {
        let address = Address::checked(service, &endpoint.url, endpoint.key.is_some())?;
        let authorization = endpoint.key.as_ref().map(|key| format!("Bearer {}", key.reveal()));
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None)
            .timeout_connect(Some(endpoint.connect_timeout()))
            .tls_config(tls(service, endpoint.ca_file.as_deref())?)
            .user_agent(concat!("orienteer/", env!("CARGO_PKG_VERSION")))
            .build()
            .new_agent();
        Ok(Transport { agent, address, authorization, service, was_there: AtomicBool::new(false) })
    }

    pub(crate) fn base(&self) -> &str {
        self.address.base()
    }

    pub(crate) fn fail(&self, phase: Phase, kind: Kind, detail: impl Into<String>) -> Failure {
        Failure::new(self.service, phase, kind, detail)
    }

    pub(crate) fn post<T: DeserializeOwned>(
        &self,
        path: &[&str],
        question: &impl Serialize,
        call: &Call<'_>,
    ) -> Result<T, Failure> {
        let url = self.address.with_path(path);
        let body = serde_json::to_vec(question)
            .map_err(|error| self.fail(Phase::Request, Kind::Local, error.to_string()))?;
        let seed = xxhash_rust::xxh3::xxh3_64_with_seed(&body, u64::from(std::process::id()));
        let answer = with_patience(&call.patience, seed, call.cancelled, || {
            let request = self.agent.post(&url).config().timeout_global(Some(call.timeout)).build();
            let request = request.header("content-type", "application/json");
            let request = match &self.authorization {
                Some(value) => request.header("authorization", value),
                None => request,
            };
            self.received(request.send(&body[..]))
        })?;
        self.read_json(&answer)
    }

    pub(crate) fn get<T: DeserializeOwned>(&self, path: &[&str], call: &Call<'_>) -> Result<T, Failure> {
        let url = self.address.with_path(path);
        let answer = with_patience(&call.patience, 0, call.cancelled, || {
            let request = self.agent.get(&url).config().timeout_global(Some(call.timeout)).build();
            let request = match &self.authorization {
                Some(value) => request.header("authorization", value),
                None => request,
            };
            self.received(request.call())
        })?;
        self.read_json(&answer)
    }

    fn read_json<T: DeserializeOwned>(&self, answer: &[u8]) -> Result<T, Failure> {
        serde_json::from_slice(answer)
            .map_err(|error| self.fail(Phase::Answer, Kind::BadAnswer, error.to_string()))
    }

    fn received(&self, outcome: Result<Response<Body>, ureq::Error>) -> Result<Vec<u8>, Refused> {
        let mut response = outcome.map_err(|error| self.refused(self.broken(&error, Phase::Request)))?;
        self.was_there.store(true, Ordering::Relaxed);
        let status = response.status().as_u16();
        if (200..300).contains(&status) {
            let read = response.body_mut().with_config().limit(MOST_ANSWER_BYTES).read_to_vec();
            return read.map_err(|error| self.broken(&error, Phase::Answer).into());
        }
        let text =
            response.body_mut().with_config().limit(MOST_ERROR_BYTES).lossy_utf8(true).read_to_string();
        let detail = format!("{status} {}", text.unwrap_or_default().trim());
        let failure = self.fail(Phase::Request, kind_of_status(status), detail);
        Err(Refused { asked_to_wait: retry_after(response.headers()), ..failure.into() })
    }

    fn refused(&self, failure: Failure) -> Refused {
        let is_nobody = matches!(failure.kind, Kind::Refused | Kind::Unreachable);
        Refused { was_never_there: is_nobody && !self.was_there.load(Ordering::Relaxed), ..failure.into() }
    }

    /// What kept a request from being answered. A phase is known by the error where the error knows it.
    fn broken(&self, error: &ureq::Error, begun: Phase) -> Failure {
        let (phase, kind) = match error {
            ureq::Error::Timeout(Timeout::Resolve | Timeout::Connect) => (Phase::Connect, Kind::Timeout),
            ureq::Error::Timeout(_) => (begun, Kind::Timeout),
            ureq::Error::HostNotFound | ureq::Error::ConnectionFailed => (Phase::Connect, Kind::Unreachable),
            ureq::Error::Tls(_) | ureq::Error::Rustls(_) | ureq::Error::Pem(_) | ureq::Error::TlsRequired => {
                (Phase::Connect, Kind::Tls)
            }
            ureq::Error::Io(error) => kind_of_io(error, begun),
            ureq::Error::BodyExceedsLimit(_) => (Phase::Answer, Kind::TooLarge),
            ureq::Error::BadUri(_) | ureq::Error::Http(_) => (Phase::Configure, Kind::BadAddress),
            _ => (Phase::Answer, Kind::BadAnswer),
        };
        self.fail(phase, kind, error.to_string())
    }
}

/// The client wraps what the TLS library says into an error of data. What resolves names has no kind of its own to say it with.
fn kind_of_io(error: &std::io::Error, begun: Phase) -> (Phase, Kind) {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::ConnectionRefused => (Phase::Connect, Kind::Refused),
        ErrorKind::ConnectionReset
        | ErrorKind::ConnectionAborted
        | ErrorKind::BrokenPipe
        | ErrorKind::NotConnected
        | ErrorKind::UnexpectedEof => (begun, Kind::Disconnected),
        ErrorKind::TimedOut | ErrorKind::WouldBlock => (begun, Kind::Timeout),
        ErrorKind::InvalidData => (Phase::Connect, Kind::Tls),
        _ => (Phase::Connect, Kind::Unreachable),
    }
}

fn kind_of_status(status: u16) -> Kind {
    match status {
        300..=399 => Kind::Redirected,
        401 | 403 | 407 => Kind::Unauthorized,
        404 => Kind::NotFound,
        408 | 504 => Kind::Timeout,
        413 => Kind::TooLarge,
        429 => Kind::RateLimited,
        500..=599 => Kind::ServerError { status },
        _ => Kind::Rejected { status },
    }
}

/// Seconds; a date would need a clock that the two machines agree on.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds: u64 = headers.get("retry-after")?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds))
}

fn tls(service: Service, ca_file: Option<&Path>) -> Result<TlsConfig, Failure> {
    let Some(path) = ca_file else { return Ok(TlsConfig::builder().build()) };
    let bad = |detail: String| Failure::new(service, Phase::Configure, Kind::Tls, detail);
    let bytes = std::fs::read(path).map_err(|error| bad(format!("{}: {error}", path.display())))?;
    let items = ureq::tls::parse_pem(&bytes).filter_map(Result::ok);
    let certificates: Vec<_> = items.filter_map(certificate).collect();
    if certificates.is_empty() {
        return Err(bad(format!("{} has no certificate", path.display())));
    }
    Ok(TlsConfig::builder().root_certs(RootCerts::new_with_certs(&certificates)).build())
}

fn certificate(item: PemItem<'static>) -> Option<ureq::tls::Certificate<'static>> {
    match item {
        PemItem::Certificate(certificate) => Some(certificate),
        _ => None,
    }
}
