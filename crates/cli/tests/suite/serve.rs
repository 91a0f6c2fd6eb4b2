//! `orient serve` as people start it: an address on standard error, answers over HTTP, and an end when it is told so.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};

fn orient(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_orient"));
    command.args(arguments).current_dir(folder).env("ORIENT_CACHE_DIR", folder.join(".cache"));
    command.env_remove("ORIENT_TOKEN").stdin(Stdio::null());
    command
}

fn status(address: &str, headers: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET /health HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n{headers}\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.lines().next().unwrap_or_default().to_owned()
}

#[test]
#[cfg(unix)]
fn a_server_tells_its_address_and_ends_when_it_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = orient(folder.path(), &["serve", "--port", "0"]);
    let mut server =
        command.env("ORIENT_TOKEN", "a-token").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut errors = BufReader::new(server.stderr.take().unwrap());
    let mut said = String::new();
    errors.read_line(&mut said).unwrap();
    let address = said.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap_or_default();
    assert!(address.starts_with("127.0.0.1:"), "{said}");
    assert_eq!(status(address, ""), "HTTP/1.1 401 Unauthorized");
    assert_eq!(status(address, "authorization: Bearer a-token\r\n"), "HTTP/1.1 200 OK");
    Command::new("kill").args(["-TERM", &server.id().to_string()]).status().unwrap();
    let output = server.wait_with_output().unwrap();
    let mut rest = String::new();
    errors.read_to_string(&mut rest).unwrap();
    assert_eq!((output.status.code(), output.stdout.len(), rest.as_str()), (Some(0), 0, ""));
}

#[test]
fn what_cannot_be_served_is_told_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let said = |arguments: &[&str]| {
        let output = orient(folder.path(), arguments).output().unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert_eq!(
        said(&["serve", "--host", "0.0.0.0", "--port", "0"]),
        "orient: 0.0.0.0:0 can be reached from other machines, and there is no token\n  hint: set ORIENT_TOKEN or --token-file, \
         or leave --host out to serve this machine alone\n"
    );
    assert_eq!(
        said(&["serve", "--path", "nowhere"]),
        "orient: nowhere does not exist\n  hint: check the path\n"
    );
    assert!(
        said(&["serve", "--token-file", "nowhere"]).starts_with("orient: cannot read the token in nowhere: ")
    );
    std::fs::write(folder.path().join("token"), " \n").unwrap();
    assert!(said(&["serve", "--token-file", "token"]).starts_with("orient: the token is empty"));
}

/// The program and the API answer from the same engine: their figures are the same.
#[test]
#[cfg(unix)]
fn the_api_agrees_with_the_commands() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..12 {
        let text = format!(
            "def weave_{number}(loom):\n    \"\"\"Weaves cloth number {number}.\"\"\"\n    return loom.cloth({number})\n"
        );
        std::fs::write(folder.path().join(format!("loom_{number}.py")), text).unwrap();
    }
    let server = Server::start(folder.path());
    let said = |arguments: &[&str]| -> Value {
        let output = orient(folder.path(), arguments).output().unwrap();
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let task = "weaves cloth on a loom";
    let found = server.get("/api/v1/search?q=weaves+cloth+on+a+loom&limit=10");
    let hits = said(&["search", "--json", task]);
    let pair = |place: &Value, score: &Value| {
        (place["path"].clone(), place["line"].clone(), (score.as_f64().unwrap() * 1e5).round())
    };
    let ours: Vec<_> =
        found["results"].as_array().unwrap().iter().map(|hit| pair(&hit["place"], &hit["score"])).collect();
    let theirs: Vec<_> =
        hits["hits"].as_array().unwrap().iter().map(|hit| pair(&hit["place"], &hit["relative"])).collect();
    assert_eq!((ours.len(), ours), (10, theirs));

    let why = server.get("/api/v1/why?task=weaves+cloth+on+a+loom&unit=weave_3&budget=4000");
    let explained = said(&["why", "--format", "json", "--budget", "4000", task, "weave_3"]);
    let explanation = &explained["explanations"][0];
    for (ours, theirs) in
        why["parts"].as_array().unwrap().iter().zip(explanation["parts"].as_array().unwrap())
    {
        assert_eq!(ours["name"], theirs["name"]);
        assert!(
            (ours["product"].as_f64().unwrap() - theirs["product"].as_f64().unwrap()).abs() < 1e-6,
            "{ours} {theirs}"
        );
    }
    assert_eq!(why["parts"].as_array().unwrap().len(), explanation["parts"].as_array().unwrap().len());

    let (status, told) = (server.get("/api/v1/status"), said(&["status", "--json"]));
    for name in ["files", "units", "edges", "commits", "edges_by_kind"] {
        assert_eq!(status[name], told[name], "{name}");
    }
    let pack = server.get("/api/v1/context?task=weaves+cloth+on+a+loom&budget=600");
    let output =
        orient(folder.path(), &["context", "--format", "markdown", "--budget", "600", "--no-learned", task])
            .output()
            .unwrap();
    assert_eq!(pack["text"].as_str().unwrap(), String::from_utf8_lossy(&output.stdout));
    server.stop();
}

/// `orient serve` on a port that the system chose.
struct Server {
    process: std::process::Child,
    address: String,
}

impl Server {
    fn start(folder: &Path) -> Server {
        let mut command = orient(folder, &["serve", "--port", "0"]);
        let mut process = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        BufReader::new(process.stderr.take().unwrap()).read_line(&mut said).unwrap();
        let address =
            said.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap_or_default();
        Server { address: address.to_owned(), process }
    }

    /// An answer, asked for again while the index is being made.
    fn get(&self, path: &str) -> Value {
        loop {
            let mut stream = TcpStream::connect(&self.address).unwrap();
            write!(stream, "GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address)
                .unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            let body: Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
            if answer.starts_with("HTTP/1.1 200") && body["origin"].get("partial").is_none() {
                return body;
            }
            assert!(answer.starts_with("HTTP/1.1 503") || answer.starts_with("HTTP/1.1 200"), "{answer}");
        }
    }

    fn stop(mut self) {
        Command::new("kill").args(["-TERM", &self.process.id().to_string()]).status().unwrap();
        assert_eq!(self.process.wait().unwrap().code(), Some(0));
    }
}
