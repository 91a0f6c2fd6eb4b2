//! Services on loopback that answer what a test wants, and remember what they were asked. One request a connection; gone when dropped.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct Asked {
    pub path: String,
    pub authorization: Option<String>,
    pub body: Value,
}

impl Asked {
    /// Under whatever name the protocol has for them.
    pub fn texts(&self) -> Vec<String> {
        let list = ["input", "inputs", "texts"].iter().find_map(|name| self.body.get(name)?.as_array());
        list.into_iter().flatten().filter_map(|text| text.as_str().map(str::to_owned)).collect()
    }
}

pub enum Reply {
    Good(Value),
    Status(u16),
    /// Keeps the connection and says nothing.
    Hang,
}

type Script = dyn Fn(&Asked) -> Reply + Send + Sync;

pub struct Fake {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<Asked>>>,
    stopped: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Fake {
    pub fn start(script: impl Fn(&Asked) -> Reply + Send + Sync + 'static) -> Fake {
        Fake::at(SocketAddr::from(([127, 0, 0, 1], 0)), script)
    }

    /// At an address that another one had.
    pub fn at(address: SocketAddr, script: impl Fn(&Asked) -> Reply + Send + Sync + 'static) -> Fake {
        let listener = TcpListener::bind(address).expect("a port");
        let address = listener.local_addr().expect("an address");
        let (asked, stopped): (Arc<Mutex<Vec<Asked>>>, Arc<AtomicBool>) = Default::default();
        let script: Arc<Script> = Arc::new(script);
        let (heard, over) = (Arc::clone(&asked), Arc::clone(&stopped));
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if over.load(Ordering::SeqCst) {
                    return;
                }
                let (script, heard, over) = (Arc::clone(&script), Arc::clone(&heard), Arc::clone(&over));
                std::thread::spawn(move || answer(stream, script.as_ref(), &heard, &over));
            }
        });
        Fake { address, asked, stopped, thread: Some(thread) }
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().expect("asked").clone()
    }

    /// All texts that were sent, in no order.
    pub fn texts(&self) -> Vec<String> {
        self.asked().iter().flat_map(Asked::texts).collect()
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::SeqCst);
        drop(TcpStream::connect(self.address));
        if let Some(thread) = self.thread.take() {
            thread.join().expect("ends");
        }
    }
}

fn answer(mut stream: TcpStream, script: &Script, heard: &Mutex<Vec<Asked>>, over: &AtomicBool) {
    let Some(asked) = read(&mut stream) else { return };
    heard.lock().expect("asked").push(asked.clone());
    let (status, body) = match script(&asked) {
        Reply::Good(value) => (200, value.to_string()),
        Reply::Status(status) => (status, String::new()),
        Reply::Hang => {
            while !over.load(Ordering::SeqCst) {
                std::thread::sleep(Duration::from_millis(10));
            }
            return;
        }
    };
    let head = format!("HTTP/1.1 {status} X\r\nconnection: close\r\ncontent-length: {}\r\n\r\n", body.len());
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
}

fn read(stream: &mut TcpStream) -> Option<Asked> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let path = line.split(' ').nth(1)?.to_owned();
    let (mut length, mut authorization) = (0, None);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse().ok()?,
            "authorization" => authorization = Some(value.trim().to_owned()),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Asked { path, authorization, body: serde_json::from_slice(&body).unwrap_or(Value::Null) })
}

/// Words that mean the same, to this model.
const MEANINGS: [&[&str]; 4] =
    [&["ferry", "vessel"], &["loaf", "bread"], &["quilt", "blanket"], &["lantern", "lamp"]];

/// How often a text speaks of each meaning, and a little of everything.
pub fn meaning(text: &str) -> Vec<f32> {
    let text = text.to_lowercase();
    let count = |words: &&[&str]| words.iter().map(|word| text.matches(word).count()).sum::<usize>() as f32;
    MEANINGS.iter().map(count).chain([0.1]).collect()
}

/// A dense embedder, a sparse one and a reranker that all understand `MEANINGS`.
pub fn understanding(asked: &Asked) -> Reply {
    let vectors: Vec<Vec<f32>> = asked.texts().iter().map(|text| meaning(text)).collect();
    match asked.path.as_str() {
        "/v1/embeddings" => {
            let rows = vectors.iter().enumerate();
            let data: Vec<Value> =
                rows.map(|(index, vector)| json!({ "index": index, "embedding": vector })).collect();
            Reply::Good(json!({ "data": data }))
        }
        "/embed_sparse" => {
            let entry = |(index, value): (usize, &f32)| json!({ "index": index, "value": value });
            let sparse = |vector: &Vec<f32>| vector[..4].iter().enumerate().map(entry).collect::<Value>();
            Reply::Good(vectors.iter().map(sparse).collect())
        }
        "/rerank" => {
            let query = meaning(asked.body["query"].as_str().unwrap_or_default());
            let product = |vector: &Vec<f32>| vector.iter().zip(&query).map(|(a, b)| a * b).sum::<f32>();
            let score = |(index, vector)| json!({ "index": index, "score": product(vector) });
            Reply::Good(vectors.iter().enumerate().map(score).collect())
        }
        _ => Reply::Status(404),
    }
}
