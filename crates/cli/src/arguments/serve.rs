//! What can be said to the servers.

use clap::Args;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

/// Answer an agent over the Model Context Protocol, on standard input and output, until it hangs up.
///
/// The tools are `context`, `search` and `symbol`; they only read. An agent starts the program by itself, for instance after
/// `claude mcp add orient -- orient mcp`. It is about the first root that the agent offers, or else the repository that the
/// current folder is in. A repository that was never indexed is indexed while the first question waits; after two seconds it is
/// answered from the files that it is most likely about, and the answer says so.
#[derive(Args, Debug)]
pub(crate) struct McpArguments {
    /// The folder, whatever the agent offers.
    #[arg(long, value_name = "FOLDER")]
    pub path: Option<PathBuf>,
}

/// Serve a page, an API and the Model Context Protocol over HTTP, until Ctrl-C.
///
/// The page for people is at /: search, contexts, the reasons behind them, and what stands around a symbol. The API for programs is
/// below /api/v1, described by /api/v1/openapi.json. Agents find the tools of `orient mcp` at /mcp. Only programs on this machine can ask, unless --host says otherwise; then every request
/// has to carry the token (`Authorization: Bearer TOKEN`). Pages of other origins, and names that the server was not told, are
/// refused.
#[derive(Args, Debug)]
pub(crate) struct ServeArguments {
    /// A folder that may be asked about, several times for several; by default the repository that the current folder is in.
    /// The root that an agent offers chooses among them.
    #[arg(long, value_name = "FOLDER")]
    pub path: Vec<PathBuf>,
    /// The address to listen on.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub host: IpAddr,
    /// The port; 0 lets the system choose one.
    #[arg(long, short, value_name = "PORT", default_value_t = 7667)]
    pub port: u16,
    /// A file that holds the token; the variable ORIENT_TOKEN holds it otherwise. Needed with an address that other machines can
    /// reach.
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,
    /// A name of this machine by which it may be addressed, beside localhost and addresses; may be given several times.
    #[arg(long, value_name = "NAME")]
    pub allow_host: Vec<String>,
    /// An origin whose pages may ask, such as https://tools.example; may be given several times.
    #[arg(long, value_name = "ORIGIN")]
    pub allow_origin: Vec<String>,
}
