//! A server on loopback that answers what a test wants it to answer, and remembers what it was asked. One request a connection.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use orienteer_services::{DenseProtocol, DenseSettings, Endpoint};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::{Value, json};

/// What was asked.
#[derive(Clone, Debug)]
pub struct Request {
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub body: Value,
}

impl Request {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    /// The texts of the request, under whatever name its protocol has for them.
    pub fn texts(&self) -> Vec<String> {
        let names = ["input", "inputs", "texts", "documents"];
        let list = names.iter().find_map(|name| self.body.get(name)?.as_array()).cloned().unwrap_or_default();
        list.iter().map(|text| text.as_str().unwrap().to_owned()).collect()
    }
}

pub enum Reply {
    Json(u16, Value),
    With(u16, &'static str, String),
    Text(&'static str),
    /// Keeps the connection and says nothing.
    Hang,
    HangUp,
}

type Script = dyn Fn(&Request, usize) -> Reply + Send + Sync;

pub struct FakeServer {
    pub url: String,
    requests: Arc<Mutex<Vec<Request>>>,
    stopped: Arc<AtomicBool>,
}

impl FakeServer {
    /// The script gets each request and its number.
    pub fn start(script: impl Fn(&Request, usize) -> Reply + Send + Sync + 'static) -> FakeServer {
        FakeServer::with_tls(None, script)
    }

    pub fn with_tls(
        tls: Option<Arc<ServerConfig>>,
        script: impl Fn(&Request, usize) -> Reply + Send + Sync + 'static,
    ) -> FakeServer {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let scheme = if tls.is_some() { "https" } else { "http" };
        let url = format!("{scheme}://localhost:{}", listener.local_addr().unwrap().port());
        let (requests, stopped) = (Arc::default(), Arc::default());
        let server = FakeServer { url, requests: Arc::clone(&requests), stopped: Arc::clone(&stopped) };
        let script: Arc<Script> = Arc::new(script);
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let connection = Connection {
                    script: Arc::clone(&script),
                    requests: Arc::clone(&requests),
                    stopped: Arc::clone(&stopped),
                };
                let tls = tls.clone();
                std::thread::spawn(move || connection.serve(stream, tls));
            }
        });
        server
    }

    pub fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }

    pub fn endpoint(&self) -> Endpoint {
        Endpoint { url: self.url.clone(), ..endpoint() }
    }

    /// Settings of a dense embedder here.
    pub fn dense(&self, protocol: DenseProtocol) -> DenseSettings {
        DenseSettings { protocol, endpoint: self.endpoint(), ..DenseSettings::default() }
    }
}

impl Drop for FakeServer {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

/// No second attempt, and patience enough for a busy machine.
pub fn endpoint() -> Endpoint {
    Endpoint { model: "small".to_owned(), retries: 0, ..Endpoint::default() }
}

struct Connection {
    script: Arc<Script>,
    requests: Arc<Mutex<Vec<Request>>>,
    stopped: Arc<AtomicBool>,
}

impl Connection {
    fn serve(&self, stream: TcpStream, tls: Option<Arc<ServerConfig>>) {
        match tls {
            Some(config) => {
                let connection = ServerConnection::new(config).unwrap();
                self.answer(StreamOwned::new(connection, stream));
            }
            None => self.answer(stream),
        }
    }

    fn answer(&self, stream: impl Read + Write) {
        let mut reader = BufReader::new(stream);
        let Some(request) = read_request(&mut reader) else { return };
        let number = {
            let mut requests = self.requests.lock().unwrap();
            requests.push(request.clone());
            requests.len() - 1
        };
        let (status, header, body) = match (self.script)(&request, number) {
            Reply::Json(status, value) => (status, String::new(), value.to_string()),
            Reply::With(status, name, value) => (status, format!("{name}: {value}\r\n"), String::new()),
            Reply::Text(text) => (200, String::new(), text.to_owned()),
            Reply::HangUp => return,
            Reply::Hang => return self.hang(),
        };
        let head = format!(
            "HTTP/1.1 {status} X\r\nconnection: close\r\ncontent-length: {}\r\n{header}\r\n",
            body.len()
        );
        let stream = reader.get_mut();
        let sent = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
        let _ = sent.and_then(|()| stream.flush());
    }

    fn hang(&self) {
        while !self.stopped.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

fn read_request(reader: &mut impl BufRead) -> Option<Request> {
    let mut first = String::new();
    reader.read_line(&mut first).ok()?;
    let path = first.split(' ').nth(1)?.to_owned();
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.push((name.to_owned(), value.trim().to_owned()));
    }
    let length = headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    let mut body = vec![0; length.map_or(0, |(_, value)| value.parse().unwrap())];
    reader.read_exact(&mut body).ok()?;
    Some(Request { path, headers, body: serde_json::from_slice(&body).unwrap_or(Value::Null) })
}

/// A vector that tells its text apart from others.
pub fn vector_of(text: &str) -> Vec<f32> {
    let sum: u32 = text.bytes().map(u32::from).sum();
    vec![1.0, text.len() as f32, (sum % 97) as f32]
}

/// What the client makes of it.
pub fn unit_vector_of(text: &str) -> Vec<f32> {
    let vector = vector_of(text);
    let norm = vector.iter().map(|number| f64::from(*number) * f64::from(*number)).sum::<f64>().sqrt();
    vector.into_iter().map(|number| (f64::from(number) / norm) as f32).collect()
}

/// A well-behaved dense embedder of both protocols.
pub fn embeddings(request: &Request, _: usize) -> Reply {
    let vectors: Vec<Vec<f32>> = request.texts().iter().map(|text| vector_of(text)).collect();
    match request.path.as_str() {
        "/embed" => Reply::Json(200, json!(vectors)),
        "/v1/embeddings" => {
            let rows = vectors.iter().enumerate().rev();
            let data: Vec<Value> =
                rows.map(|(index, vector)| json!({"index": index, "embedding": vector})).collect();
            Reply::Json(200, json!({ "data": data }))
        }
        _ => Reply::Json(404, json!({})),
    }
}
