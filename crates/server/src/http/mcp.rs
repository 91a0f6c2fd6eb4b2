//! MCP over streamable HTTP. A client of the revisions with sessions has one; in later revisions every call stands alone.

use super::HttpLimits;
use crate::Stop;
use crate::house::House;
use crate::server::Server;
use rmcp::transport::streamable_http_server::session::local::{LocalSessionManager, SessionConfig};
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// How long an answer is kept for a client that lost its connection while it was sent.
const RESUMED: Duration = Duration::from_secs(10);

pub(super) fn service(
    house: &Arc<House>,
    limits: &HttpLimits,
    stop: &Stop,
) -> StreamableHttpService<Server, LocalSessionManager> {
    let mut sessions = LocalSessionManager::default();
    let mut kept = SessionConfig::default();
    kept.keep_alive = Some(limits.session_time);
    kept.completed_cache_ttl = RESUMED;
    sessions.session_config = kept;
    let config = StreamableHttpServerConfig::default()
        .with_max_request_body_bytes(limits.body_bytes)
        .with_cancellation_token(stop.token.child_token())
        // The guard in front knows more of hosts and origins.
        .disable_allowed_hosts()
        .disable_allowed_origins();
    let house = Arc::clone(house);
    let places = Arc::new(Semaphore::new(limits.sessions));
    let server = move || {
        let place = Arc::clone(&places).try_acquire_owned();
        place
            .map(|place| Server::new(&house).at(place))
            .map_err(|_| std::io::Error::other("too many sessions; end some, or try later"))
    };
    StreamableHttpService::new(server, Arc::new(sessions), config)
}
