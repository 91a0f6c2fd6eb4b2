//! One Qdrant server on free ports of loopback, with a folder of its own; alone, or a member of a cluster. Ends with its owner.

use std::fs::File;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use orienteer_services::{Qdrant, QdrantSettings};
use serde_json::Value;

/// A busy machine is given time; a server that ends is not waited for.
const LONGEST_START: Duration = Duration::from_secs(120);
/// Of what a server says about itself.
const ASKING: Duration = Duration::from_secs(5);

/// How a server stands to others.
#[derive(Clone)]
pub(crate) enum Membership {
    Alone,
    Founder,
    /// Joins those that a member knows.
    Joining {
        member: String,
    },
}

#[derive(Clone, Copy)]
struct Ports {
    http: u16,
    grpc: u16,
    peers: u16,
}

pub(crate) struct Node {
    program: PathBuf,
    folder: PathBuf,
    ports: Ports,
    membership: Membership,
    child: Child,
}

impl Node {
    /// Running and ready.
    pub(crate) fn start(program: &Path, folder: &Path, membership: Membership) -> Result<Node, String> {
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let [http, grpc, peers] = free_ports()?;
        let ports = Ports { http, grpc, peers };
        let child = spawn(program, folder, ports, &membership)?;
        let (program, folder) = (program.to_owned(), folder.to_owned());
        let mut node = Node { program, folder, ports, membership, child };
        node.wait_until_ready()?;
        Ok(node)
    }

    /// As a power cut would end it.
    pub(crate) fn kill(&mut self) -> Result<(), String> {
        let killed = self.child.kill().and_then(|()| self.child.wait());
        killed.map(|_| ()).map_err(|error| error.to_string())
    }

    /// Again, on the same ports and the same folder. Does not wait until it is ready.
    pub(crate) fn restart(&mut self) -> Result<(), String> {
        self.child = spawn(&self.program, &self.folder, self.ports, &self.membership)?;
        Ok(())
    }

    pub(crate) fn wait_until_ready(&mut self) -> Result<(), String> {
        let client = Qdrant::open(&self.settings()).map_err(|failure| failure.to_string())?;
        let begun = Instant::now();
        while begun.elapsed() < LONGEST_START {
            if client.version().is_ok() && self.get("readyz").is_ok() {
                return Ok(());
            }
            if self.child.try_wait().map_err(|error| error.to_string())?.is_some() {
                return Err(format!("the server ended: {}", self.last_words()));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Err(format!("the server is not ready: {}", self.last_words()))
    }

    /// Under which others reach it.
    pub(crate) fn address_for_peers(&self) -> String {
        format!("http://127.0.0.1:{}", self.ports.peers)
    }

    /// Where clients reach it.
    pub(crate) fn settings(&self) -> QdrantSettings {
        QdrantSettings { url: format!("http://127.0.0.1:{}", self.ports.grpc), ..QdrantSettings::default() }
    }

    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// What a page of the server says.
    pub(crate) fn get(&self, page: &str) -> Result<String, String> {
        let address = format!("http://127.0.0.1:{}/{page}", self.ports.http);
        let asked = ureq::get(&address).config().timeout_global(Some(ASKING)).build().call();
        let mut answer = asked.map_err(|error| format!("{address}: {error}"))?;
        answer.body_mut().read_to_string().map_err(|error| format!("{address}: {error}"))
    }

    /// The part `result` of what a page says.
    pub(crate) fn describe(&self, page: &str) -> Result<Value, String> {
        let text = self.get(page)?;
        let mut value: Value = serde_json::from_str(&text).map_err(|error| format!("{page}: {error}"))?;
        Ok(value["result"].take())
    }

    fn last_words(&self) -> String {
        let log = std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        log.lines().last().unwrap_or("without a word").to_owned()
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // It may have been killed already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn free_ports() -> Result<[u16; 3], String> {
    let refused = |error: std::io::Error| format!("no free port: {error}");
    // Held until all are known: a port that was given back may be given out again at once.
    let mut held = Vec::new();
    let mut ports = [0; 3];
    for port in &mut ports {
        let listener = TcpListener::bind("127.0.0.1:0").map_err(refused)?;
        *port = listener.local_addr().map_err(refused)?.port();
        held.push(listener);
    }
    Ok(ports)
}

fn spawn(program: &Path, folder: &Path, ports: Ports, membership: &Membership) -> Result<Child, String> {
    let say = |error: std::io::Error| format!("{}: {error}", program.display());
    let log = File::options().create(true).append(true).open(folder.join("log")).map_err(say)?;
    let own = format!("http://127.0.0.1:{}", ports.peers);
    let mut command = Command::new(program);
    match membership {
        Membership::Alone => {}
        Membership::Founder => drop(command.args(["--uri", &own])),
        Membership::Joining { member } => drop(command.args(["--bootstrap", member, "--uri", &own])),
    }
    command
        .current_dir(folder)
        .env("QDRANT__SERVICE__HOST", "127.0.0.1")
        .env("QDRANT__SERVICE__HTTP_PORT", ports.http.to_string())
        .env("QDRANT__SERVICE__GRPC_PORT", ports.grpc.to_string())
        .env("QDRANT__CLUSTER__ENABLED", (!matches!(membership, Membership::Alone)).to_string())
        .env("QDRANT__CLUSTER__P2P__PORT", ports.peers.to_string())
        .env("QDRANT__STORAGE__STORAGE_PATH", folder.join("storage"))
        .env("QDRANT__STORAGE__SNAPSHOTS_PATH", folder.join("snapshots"))
        .env("QDRANT__SERVICE__ENABLE_STATIC_CONTENT", "false")
        .env("QDRANT__TELEMETRY_DISABLED", "true")
        .stdin(Stdio::null())
        .stdout(log.try_clone().map_err(say)?)
        .stderr(log)
        .spawn()
        .map_err(say)
}
