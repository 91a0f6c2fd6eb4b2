//! A client that writes and reads the bytes of HTTP by itself, so that it can also write wrong ones.

use orienteer_server::{HttpOptions, ServeError, ServeOptions, Stop, serve_http};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;
use tempfile::TempDir;

/// Nothing here takes so long unless it hangs.
const PATIENCE: Duration = Duration::from_secs(120);
const REVISION: &str = "2025-06-18";

/// A running server, its tree and its cache.
pub struct House {
    folder: TempDir,
    pub address: SocketAddr,
    stop: Stop,
    served: Option<JoinHandle<Result<(), ServeError>>>,
}

impl House {
    pub fn open(change: impl FnOnce(&mut HttpOptions)) -> House {
        House::open_with(|_| {}, change)
    }

    pub fn open_with(adapt: impl FnOnce(&mut ServeOptions), change: impl FnOnce(&mut HttpOptions)) -> House {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("tree")).unwrap();
        let source =
            "def ring_bell(tower):\n    \"\"\"Rings the bell of a tower.\"\"\"\n    return tower.bell\n";
        std::fs::write(folder.path().join("tree/bell.py"), source).unwrap();
        let mut http = HttpOptions::new("127.0.0.1:0".parse().unwrap());
        change(&mut http);
        let mut options = options(folder.path().to_owned());
        adapt(&mut options);
        let stop = Stop::default();
        let (told, address) = mpsc::channel();
        let stopping = stop.clone();
        let served =
            std::thread::spawn(move || serve_http(options, http, &stopping, |at| told.send(at).unwrap()));
        let address = address.recv_timeout(PATIENCE).unwrap();
        House { folder, address, stop, served: Some(served) }
    }

    pub fn tree(&self) -> PathBuf {
        self.folder.path().join("tree")
    }

    /// Adds a file to the tree.
    pub fn write(&self, path: &str, text: &str) {
        let path = self.tree().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], "")
    }

    /// Ends the server, which has to end well.
    pub fn close(mut self) {
        self.stop.stop();
        self.served.take().unwrap().join().unwrap().unwrap();
    }

    pub fn stop(&self) {
        self.stop.stop();
    }

    /// A request with these headers besides the usual ones; one that is given replaces the usual one.
    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut text = format!("{method} {path} HTTP/1.1\r\n");
        let host = self.address.to_string();
        let length = body.len().to_string();
        let usual = [
            ("host", host.as_str()),
            ("connection", "close"),
            ("accept", "application/json, text/event-stream"),
            ("content-type", "application/json"),
            ("content-length", length.as_str()),
        ];
        let is_given = |name: &str| headers.iter().any(|(given, _)| *given == name);
        for (name, value) in usual.iter().filter(|(name, _)| !is_given(name)).chain(headers) {
            write!(text, "{name}: {value}\r\n").unwrap();
        }
        self.send(&format!("{text}\r\n{body}"))
    }

    /// Any bytes at all.
    pub fn send(&self, bytes: &str) -> Answer {
        let mut stream = self.connect();
        // A server that refuses a body may close before it has read all of it.
        let _ = stream.write_all(bytes.as_bytes());
        Answer::read(stream)
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Says hello and gives the id of the session.
    pub fn hello(&self, headers: &[(&str, &str)]) -> Answer {
        let params = json!({
            "protocolVersion": REVISION,
            "capabilities": {},
            "clientInfo": { "name": "test", "version": "0" },
        });
        let hello = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params });
        self.ask("POST", "/mcp", headers, &hello.to_string())
    }

    pub fn session(&self) -> Session<'_> {
        let welcome = self.hello(&[]);
        assert_eq!(welcome.status, 200, "{}", welcome.text);
        let session = Session { house: self, id: welcome.header("mcp-session-id").unwrap() };
        let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        assert_eq!(session.post(&ready).status, 202);
        session
    }
}

fn options(folder: PathBuf) -> ServeOptions {
    let options = ServeOptions::new(folder.join("cache"), folder.join("tree"));
    ServeOptions { folders: vec![folder.join("tree")], patience: PATIENCE, ..options }
}

pub struct Session<'h> {
    house: &'h House,
    pub id: String,
}

impl Session<'_> {
    pub fn post(&self, message: &Value) -> Answer {
        let headers = [("mcp-session-id", self.id.as_str()), ("mcp-protocol-version", REVISION)];
        self.house.ask("POST", "/mcp", &headers, &message.to_string())
    }

    /// The result of a tool.
    pub fn call(&self, id: u64, tool: &str, arguments: &Value) -> Value {
        let params = json!({ "name": tool, "arguments": arguments });
        let answer =
            self.post(&json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }));
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.message(id)["result"].clone()
    }
}

/// What came back.
pub struct Answer {
    pub status: u16,
    head: String,
    pub text: String,
}

impl Answer {
    /// All until the server closes; a status of 0 where it closed without a word.
    pub fn read(mut stream: TcpStream) -> Answer {
        let mut bytes = Vec::new();
        // What a server that resets the connection has said before is kept.
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_lowercase(), text: body.to_owned() }
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    pub fn header(&self, name: &str) -> Option<String> {
        let line = self.head.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")))?;
        Some(line.to_owned())
    }

    /// The message with this id among the events.
    pub fn message(&self, id: u64) -> Value {
        let data = self.text.lines().filter_map(|line| line.trim().strip_prefix("data: "));
        let mut messages = data.filter_map(|data| serde_json::from_str::<Value>(data).ok());
        messages.find(|message| message["id"] == id).unwrap_or_else(|| panic!("no answer: {}", self.text))
    }
}
