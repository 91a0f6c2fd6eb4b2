//! What agents, programs and pages speak to: the Model Context Protocol over standard input and output and over HTTP, and there an API
//! and a page beside it. Async and the wire begin
//! here; nothing here decides anything about code, and standard output carries the protocol alone.

mod api;
mod arguments;
mod ask;
mod blocking;
mod definitions;
mod desk;
mod gauge;
mod house;
mod http;
mod news;
mod page;
mod partial;
mod reply;
mod resources;
mod root;
mod server;
mod session;
mod text;
mod vigil;

pub use http::{HttpLimits, HttpOptions, serve_http};

use house::House;
use orienteer_engine::UserSettings;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::{RoleServer, ServiceExt};
use server::Server;
use std::path::PathBuf;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::CancellationToken;

/// Questions that are answered at the same time; more wait their turn.
const MOST_THREADS: usize = 32;
/// How long an index run may take to put away what it has read, once nobody asks any more.
const FAREWELL: Duration = Duration::from_secs(2);

/// What a server stands on.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The folder of all indexes.
    pub cache: PathBuf,
    /// The folders that may be asked about, the first where a client names none of them. Without any, the client decides.
    pub folders: Vec<PathBuf>,
    /// Where the program was started: the repository around it is asked about where nobody says otherwise.
    pub start: PathBuf,
    /// How long a call waits for an index that is being made.
    pub patience: Duration,
    /// Tells this program from others that keep answers in the same folder.
    pub program: String,
    /// What the user says, whatever the folder.
    pub user_settings: UserSettings,
    /// One server for many who ask, for long: it may have the kernel tell it of changes.
    pub stays: bool,
}

impl ServeOptions {
    pub fn new(cache: PathBuf, start: PathBuf) -> ServeOptions {
        let program = env!("CARGO_PKG_VERSION").to_owned();
        ServeOptions {
            cache,
            folders: Vec::new(),
            start,
            patience: Duration::from_millis(1_700),
            program,
            user_settings: UserSettings::default(),
            stays: false,
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error("cannot start the server: {source}")]
    Start { source: std::io::Error },
    #[error("the client did not speak MCP: {message}")]
    Handshake { message: String },
    #[error("cannot listen on {address}: {source}")]
    Listen { address: std::net::SocketAddr, source: std::io::Error },
    #[error("{address} can be reached from other machines, and there is no token")]
    NoToken { address: std::net::SocketAddr },
    #[error("the token is empty, or has characters that a header cannot carry")]
    BadToken,
}

/// Ends a server from another thread.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    pub(crate) token: CancellationToken,
}

impl Stop {
    /// Answers that were begun are still given.
    pub fn stop(&self) {
        self.token.cancel();
    }
}

/// Answers the client on standard input and output until it hangs up.
pub fn serve_standard_streams(options: ServeOptions) -> Result<(), ServeError> {
    let runtime = runtime()?;
    let served = runtime.block_on(serve(options, tokio::io::stdin(), tokio::io::stdout()));
    runtime.shutdown_timeout(FAREWELL);
    served
}

/// One thread for the protocol; the engine has its own.
fn runtime() -> Result<tokio::runtime::Runtime, ServeError> {
    // Counting tokens needs it; the client says hello meanwhile.
    std::thread::spawn(orienteer_engine::load_vocabulary);
    let mut builder = tokio::runtime::Builder::new_current_thread();
    builder.enable_all().max_blocking_threads(MOST_THREADS);
    builder.build().map_err(|source| ServeError::Start { source })
}

/// The same on any two streams.
pub async fn serve<R, W>(options: ServeOptions, reader: R, writer: W) -> Result<(), ServeError>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let house = House::new(options);
    let server = Server::new(&house);
    let transport = AsyncRwTransport::<RoleServer, R, W>::new_server(reader, writer);
    let served = match server.serve(transport).await {
        Ok(running) => running.waiting().await.map(drop).map_err(|error| error.to_string()),
        Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => Ok(()),
        Err(error) => Err(error.to_string()),
    };
    house.stop();
    served.map_err(|message| ServeError::Handshake { message })
}
