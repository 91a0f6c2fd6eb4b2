//! A server of one's own: its own ports, its own folder, gone with the test, also when the test panics.

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use orienteer_services::{Qdrant, QdrantSettings};

use super::binary;

/// A busy machine is given time; a server that ends is not waited for.
const LONGEST_START: Duration = Duration::from_secs(120);

pub struct Server {
    program: PathBuf,
    folder: tempfile::TempDir,
    child: Child,
    http: u16,
    grpc: u16,
    key: Option<&'static str>,
}

impl Server {
    /// Nothing where there is no server to start.
    pub fn start() -> Option<Server> {
        Server::with_key(None)
    }

    pub fn with_key(key: Option<&'static str>) -> Option<Server> {
        let program = binary::program()?;
        // Between finding a port free and using it, somebody else may take it.
        for _ in 0..5 {
            let folder = tempfile::tempdir().unwrap();
            let [http, grpc] = free_ports();
            let child = spawn(&program, &folder, http, grpc, key);
            let mut server = Server { program: program.clone(), folder, child, http, grpc, key };
            if server.is_ready() {
                return Some(server);
            }
        }
        panic!("the server does not start");
    }

    /// As a power cut would end it.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Again, on the same ports and the same folder.
    pub fn restart(&mut self) {
        self.child = spawn(&self.program, &self.folder, self.http, self.grpc, self.key);
        assert!(self.is_ready(), "the server does not start again");
    }

    pub fn port(&self) -> u16 {
        self.grpc
    }

    pub fn http_port(&self) -> u16 {
        self.http
    }

    /// No second attempt, and patience enough for a busy machine.
    pub fn settings(&self) -> QdrantSettings {
        QdrantSettings {
            url: format!("http://127.0.0.1:{}", self.grpc),
            retries: 0,
            batch: 10,
            query_timeout_seconds: 60.0,
            key: self.key.and_then(orienteer_services::Key::new),
            ..QdrantSettings::default()
        }
    }

    pub fn client(&self) -> Qdrant {
        Qdrant::open(&self.settings()).unwrap()
    }

    fn is_ready(&mut self) -> bool {
        let client = self.client();
        let begun = Instant::now();
        while begun.elapsed() < LONGEST_START {
            if client.version().is_ok() {
                return true;
            }
            if self.child.try_wait().unwrap().is_some() {
                return false;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        false
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Held until both are known: a port that was given back may be given out again at once.
fn free_ports() -> [u16; 2] {
    let held = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    held.each_ref().map(|listener| listener.local_addr().unwrap().port())
}

fn spawn(program: &PathBuf, folder: &tempfile::TempDir, http: u16, grpc: u16, key: Option<&str>) -> Child {
    let mut command = Command::new(program);
    command
        .current_dir(folder.path())
        .env("QDRANT__SERVICE__HOST", "127.0.0.1")
        .env("QDRANT__SERVICE__HTTP_PORT", http.to_string())
        .env("QDRANT__SERVICE__GRPC_PORT", grpc.to_string())
        .env("QDRANT__STORAGE__STORAGE_PATH", folder.path().join("storage"))
        .env("QDRANT__STORAGE__SNAPSHOTS_PATH", folder.path().join("snapshots"))
        .env("QDRANT__SERVICE__ENABLE_STATIC_CONTENT", "false")
        .env("QDRANT__TELEMETRY_DISABLED", "true")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if let Some(key) = key {
        command.env("QDRANT__SERVICE__API_KEY", key);
    }
    command.spawn().unwrap()
}
