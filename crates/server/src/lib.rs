//! What an agent speaks to: the Model Context Protocol over standard input and output. Async and the wire begin here; nothing here
//! decides anything about code, and standard output carries the protocol alone.

mod arguments;
mod ask;
mod blocking;
mod definitions;
mod desk;
mod gauge;
mod news;
mod page;
mod reply;
mod root;
mod server;
mod text;

use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::{RoleServer, ServiceExt};
use server::Server;
use std::path::PathBuf;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};

/// Questions that are answered at the same time; more wait their turn.
const MOST_THREADS: usize = 32;
/// How long an index run may take to put away what it has read, once the client has gone.
const FAREWELL: Duration = Duration::from_secs(2);

/// What a server stands on.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The folder of all indexes.
    pub cache: PathBuf,
    /// The folder that is asked about, whatever the client says.
    pub path: Option<PathBuf>,
    /// Where the program was started: the repository around it is asked about where nobody says otherwise.
    pub start: PathBuf,
    /// How long a call waits for an index that is being made.
    pub patience: Duration,
}

impl ServeOptions {
    pub fn new(cache: PathBuf, start: PathBuf) -> ServeOptions {
        ServeOptions { cache, path: None, start, patience: Duration::from_millis(1_700) }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error("cannot start the server: {source}")]
    Start { source: std::io::Error },
    #[error("the client did not speak MCP: {message}")]
    Handshake { message: String },
}

/// Answers the client on standard input and output until it hangs up.
pub fn serve_standard_streams(options: ServeOptions) -> Result<(), ServeError> {
    // Counting tokens needs it; the client says hello meanwhile.
    std::thread::spawn(orienteer_engine::load_vocabulary);
    let mut builder = tokio::runtime::Builder::new_current_thread();
    let runtime = builder.enable_time().max_blocking_threads(MOST_THREADS).build();
    let runtime = runtime.map_err(|source| ServeError::Start { source })?;
    let served = runtime.block_on(serve(options, tokio::io::stdin(), tokio::io::stdout()));
    runtime.shutdown_timeout(FAREWELL);
    served
}

/// The same on any two streams.
pub async fn serve<R, W>(options: ServeOptions, reader: R, writer: W) -> Result<(), ServeError>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let server = Server::new(options);
    let farewell = server.clone();
    let transport = AsyncRwTransport::<RoleServer, R, W>::new_server(reader, writer);
    let served = match server.serve(transport).await {
        Ok(running) => running.waiting().await.map(drop).map_err(|error| error.to_string()),
        Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => Ok(()),
        Err(error) => Err(error.to_string()),
    };
    farewell.stop().await;
    served.map_err(|message| ServeError::Handshake { message })
}
