//! The server as others reach it over HTTP: who may ask, how much and for how long. What is answered is decided elsewhere; routes
//! are mounted on one router, so that whatever comes beside MCP passes the same guard.

mod connection;
mod guard;
mod isolation;
mod mcp;
mod page;

use crate::house::House;
use crate::{FAREWELL, ServeError, ServeOptions, Stop, api, runtime};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use guard::Guard;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// How the server is reached.
#[derive(Clone, Debug)]
pub struct HttpOptions {
    pub address: SocketAddr,
    /// Asked of every request; needed where other machines can reach the address.
    pub token: Option<String>,
    /// Names of this machine by which it may be addressed, beside those of loopback.
    pub hosts: Vec<String>,
    /// Origins of pages that may ask, beside the server's own: `https://tools.example:8443`.
    pub origins: Vec<String>,
    pub limits: HttpLimits,
}

impl HttpOptions {
    pub fn new(address: SocketAddr) -> HttpOptions {
        HttpOptions {
            address,
            token: None,
            hosts: Vec::new(),
            origins: Vec::new(),
            limits: HttpLimits::default(),
        }
    }
}

/// What one client may take of the server.
#[derive(Clone, Copy, Debug)]
pub struct HttpLimits {
    pub body_bytes: usize,
    /// For the head of a request, also on a connection that is kept open.
    pub head_time: Duration,
    /// For the body of a request and the beginning of its answer.
    pub request_time: Duration,
    /// For a client to take some of what is sent to it.
    pub write_time: Duration,
    pub connections: usize,
    /// Conversations that are kept in mind.
    pub sessions: usize,
    /// A conversation is forgotten when it was silent for so long.
    pub session_time: Duration,
}

impl Default for HttpLimits {
    fn default() -> HttpLimits {
        HttpLimits {
            body_bytes: 1 << 20,
            head_time: Duration::from_secs(30),
            request_time: Duration::from_secs(30),
            write_time: Duration::from_secs(60),
            connections: 1_024,
            sessions: 1_024,
            session_time: Duration::from_secs(3_600),
        }
    }
}

/// Answers until it is stopped. `tell` hears the address, whose port was chosen now where it was given as 0.
pub fn serve_http(
    options: ServeOptions,
    http: HttpOptions,
    stop: &Stop,
    tell: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    let guard = Guard::new(&http)?;
    let runtime = runtime()?;
    let house = House::new(ServeOptions { stays: true, ..options });
    let served = runtime.block_on(async {
        let refused = |source| ServeError::Listen { address: http.address, source };
        let listener = TcpListener::bind(http.address).await.map_err(refused)?;
        tell(listener.local_addr().map_err(refused)?);
        let router = router(&house, guard, &http.limits, stop);
        connection::accept(listener, router, &http.limits, stop).await;
        Ok(())
    });
    house.stop();
    runtime.shutdown_timeout(FAREWELL);
    served
}

/// All routes. The guard stands before every one of them, also before those that do not exist.
fn router(house: &Arc<House>, guard: Guard, limits: &HttpLimits, stop: &Stop) -> Router {
    Router::new()
        .route("/health", get(async || "ok\n"))
        .route_service("/mcp", mcp::service(house, limits, stop))
        .nest(api::ROOT, api::router(house, stop))
        .fallback(page::page)
        .layer(DefaultBodyLimit::max(limits.body_bytes))
        .layer(from_fn_with_state(limits.request_time, isolation::isolated))
        .layer(from_fn_with_state(Arc::new(guard), guard::guarded))
        .layer(from_fn(api::as_problems))
        .layer(from_fn(isolation::unkept))
}
