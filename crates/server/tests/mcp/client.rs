//! A client that speaks the protocol line by line, and writes down what was said.

use orienteer_server::{ServeOptions, serve};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf};

/// Nothing here takes so long unless it hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// Trees and a cache of their own.
pub struct Folder {
    folder: TempDir,
}

impl Folder {
    pub fn with(files: &[(&str, &str)]) -> Folder {
        let folder = Folder { folder: tempfile::tempdir().unwrap() };
        std::fs::create_dir(folder.tree()).unwrap();
        files.iter().for_each(|(path, text)| folder.write(path, text));
        folder
    }

    pub fn tree(&self) -> PathBuf {
        self.folder.path().join("tree")
    }

    pub fn cache(&self) -> PathBuf {
        self.folder.path().join("cache")
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.tree().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub fn options(&self) -> ServeOptions {
        ServeOptions { patience: PATIENCE, ..ServeOptions::new(self.cache(), self.tree()) }
    }
}

pub struct Client {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
    next: u64,
    /// Named when the server asks.
    pub root: Option<PathBuf>,
    /// Notifications that came while something else was waited for.
    pub news: Vec<Value>,
}

impl Client {
    /// Connects and says hello.
    pub async fn connect(options: ServeOptions, root: Option<&Path>) -> (Client, Value) {
        let (here, there) = tokio::io::duplex(1 << 16);
        let (reader, writer) = tokio::io::split(there);
        tokio::spawn(serve(options, reader, writer));
        let (reader, writer) = tokio::io::split(here);
        let lines = BufReader::new(reader).lines();
        let mut client = Client { lines, writer, next: 1, root: root.map(Path::to_owned), news: Vec::new() };
        let capabilities =
            if root.is_some() { json!({ "roots": { "listChanged": true } }) } else { json!({}) };
        let hello = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": capabilities,
            "clientInfo": { "name": "test", "version": "0" },
        });
        let welcome = client.ask("initialize", hello).await;
        client.notify("notifications/initialized", json!({})).await;
        (client, welcome)
    }

    pub async fn send(&mut self, message: &Value) {
        self.send_line(&message.to_string()).await;
    }

    pub async fn send_line(&mut self, line: &str) {
        self.writer.write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    pub async fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params })).await;
    }

    /// Sends a request without waiting for its answer.
    pub async fn begin(&mut self, method: &str, params: Value) -> u64 {
        let id = self.next;
        self.next += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })).await;
        id
    }

    /// The whole message that answers a request.
    pub async fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params).await;
        loop {
            let message = self.receive().await;
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
            self.news.push(message);
        }
    }

    /// The result of a tool.
    pub async fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let answer = self.ask("tools/call", json!({ "name": tool, "arguments": arguments })).await;
        assert!(answer.get("result").is_some(), "{answer}");
        answer["result"].clone()
    }

    /// The next message that is not a question to the client.
    pub async fn receive(&mut self) -> Value {
        loop {
            let line =
                tokio::time::timeout(PATIENCE, self.lines.next_line()).await.unwrap().unwrap().unwrap();
            let message: Value = serde_json::from_str(&line).unwrap();
            if message["method"] != "roots/list" {
                return message;
            }
            let uri = format!("file://{}", self.root.as_ref().unwrap().display());
            let result = json!({ "roots": [{ "uri": uri }] });
            self.send(&json!({ "jsonrpc": "2.0", "id": message["id"], "result": result })).await;
        }
    }
}

/// What a tool said.
pub fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap()
}

/// A result for people to compare: ids of snapshots and folders differ from run to run.
pub fn comparable(text: &str, folder: &Folder) -> String {
    let tree = folder.tree().canonicalize().unwrap().display().to_string();
    let text = text.replace(&tree, "[tree]");
    let id = |word: &str| word.len() == 12 && word.chars().all(|c| c.is_ascii_hexdigit());
    let mut out = String::new();
    for part in text.split_inclusive(|c: char| !c.is_ascii_alphanumeric()) {
        let word = part.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        if id(word) { out.push_str(&part.replace(word, "[id]")) } else { out.push_str(part) }
    }
    out
}
