//! What an error of the Qdrant client is, by its code. Where the code cannot say why there is no connection, a connection is tried.

use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use qdrant_client::QdrantError;
use ureq::http::Uri;

use crate::failure::{Failure, Kind, Phase, Service};
use crate::patience::Refused;

/// The codes of gRPC that are told apart.
mod code {
    pub(super) const UNKNOWN: i32 = 2;
    pub(super) const INVALID_ARGUMENT: i32 = 3;
    pub(super) const DEADLINE_EXCEEDED: i32 = 4;
    pub(super) const NOT_FOUND: i32 = 5;
    pub(super) const PERMISSION_DENIED: i32 = 7;
    pub(super) const RESOURCE_EXHAUSTED: i32 = 8;
    pub(super) const OUT_OF_RANGE: i32 = 11;
    pub(super) const UNIMPLEMENTED: i32 = 12;
    pub(super) const INTERNAL: i32 = 13;
    pub(super) const UNAVAILABLE: i32 = 14;
    pub(super) const UNAUTHENTICATED: i32 = 16;
}

pub(super) fn fail(phase: Phase, kind: Kind, detail: impl Into<String>) -> Failure {
    Failure::new(Service::Qdrant, phase, kind, detail)
}

/// Where the server is.
pub(super) struct Place {
    host: String,
    port: u16,
    encrypted: bool,
}

impl Place {
    pub(super) fn of(url: &str) -> Result<Place, Failure> {
        let bad = || fail(Phase::Configure, Kind::BadAddress, "the url has no host");
        let uri: Uri = url.parse().map_err(|_| bad())?;
        let encrypted = uri.scheme_str() == Some("https");
        let port = uri.port_u16().unwrap_or(if encrypted { 443 } else { 80 });
        let host = uri.host().ok_or_else(bad)?.trim_matches(['[', ']']).to_owned();
        Ok(Place { host, port, encrypted })
    }

    /// Why no connection can be made; nothing if one can.
    fn obstacle(&self, timeout: Duration) -> Option<(Kind, String)> {
        let addresses = match (self.host.as_str(), self.port).to_socket_addrs() {
            Ok(addresses) => addresses,
            Err(error) => return Some((Kind::Unreachable, error.to_string())),
        };
        let mut last = Some((Kind::Unreachable, "the host has no address".to_owned()));
        for address in addresses {
            match TcpStream::connect_timeout(&address, timeout) {
                Ok(_) => return None,
                Err(error) => last = Some((kind_of(&error), error.to_string())),
            }
        }
        last
    }
}

fn kind_of(error: &std::io::Error) -> Kind {
    match error.kind() {
        std::io::ErrorKind::ConnectionRefused => Kind::Refused,
        std::io::ErrorKind::TimedOut => Kind::Timeout,
        _ => Kind::Unreachable,
    }
}

/// `answered` says whether this server ever spoke the protocol.
pub(super) fn classified(
    error: &QdrantError,
    phase: Phase,
    place: &Place,
    connect_timeout: Duration,
    answered: bool,
) -> Refused {
    let (status, wait) = match error {
        QdrantError::ResponseError { status } => (status, None),
        QdrantError::ResourceExhaustedError { status, retry_after_seconds } => {
            (status, Some(Duration::from_secs(*retry_after_seconds)))
        }
        QdrantError::InvalidUri(_) => {
            return fail(Phase::Configure, Kind::BadAddress, error.to_string()).into();
        }
        other => return fail(phase, Kind::BadAnswer, other.to_string()).into(),
    };
    let code = status.code() as i32;
    let (phase, kind, detail) = match plain_kind(code) {
        Some(kind) => (phase, kind, status.message().to_owned()),
        None => match place.obstacle(connect_timeout) {
            Some((kind, detail)) => (Phase::Connect, kind, detail),
            None => (phase, without_obstacle(code, place, answered), status.message().to_owned()),
        },
    };
    Refused { asked_to_wait: wait, ..fail(phase, kind, detail).into() }
}

/// Codes that only a server gives.
fn plain_kind(code: i32) -> Option<Kind> {
    match code {
        code::INVALID_ARGUMENT => Some(Kind::Rejected { status: 400 }),
        code::DEADLINE_EXCEEDED => Some(Kind::Timeout),
        code::NOT_FOUND => Some(Kind::MissingCollection),
        code::PERMISSION_DENIED | code::UNAUTHENTICATED => Some(Kind::Unauthorized),
        code::RESOURCE_EXHAUSTED => Some(Kind::RateLimited),
        code::OUT_OF_RANGE => Some(Kind::TooLarge),
        code::UNIMPLEMENTED => Some(Kind::BadAnswer),
        _ => None,
    }
}

/// The server can be reached, and the request failed all the same.
fn without_obstacle(code: i32, place: &Place, answered: bool) -> Kind {
    match code {
        code::INTERNAL | code::UNKNOWN | code::UNAVAILABLE if !answered && place.encrypted => Kind::Tls,
        code::INTERNAL | code::UNKNOWN if !answered => Kind::BadAnswer,
        code::INTERNAL => Kind::ServerError { status: 500 },
        _ => Kind::Disconnected,
    }
}
