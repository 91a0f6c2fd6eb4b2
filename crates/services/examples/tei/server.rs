//! The server: HTTP/1.1 as far as a client of one JSON request after another needs it. A request that is none ends its connection.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;

use orienteer_services::{DenseEmbedder, Failure, Kind, Role};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

const MOST_BODY_BYTES: u64 = 16 * 1024 * 1024;
const MOST_HEAD_BYTES: u64 = 16 * 1024;
/// Texts of one request.
const MOST_TEXTS: usize = 256;
const NEVER_CANCELLED: &dyn Fn() -> bool = &|| false;

type Model = Arc<dyn DenseEmbedder>;

/// Answers until the listener fails.
pub fn serve(listener: &TcpListener, model: &Model) {
    for stream in listener.incoming().map_while(Result::ok) {
        let model = Arc::clone(model);
        std::thread::spawn(move || {
            // Whoever hung up does not wait for an explanation.
            let _ = converse(stream, &model);
        });
    }
}

struct Request {
    path: String,
    body: Vec<u8>,
}

struct Refusal {
    status: u16,
    message: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Inputs {
    One(String),
    Many(Vec<String>),
}

#[derive(Deserialize)]
struct EmbedQuestion {
    inputs: Inputs,
}

#[derive(Deserialize)]
struct RerankQuestion {
    query: String,
    texts: Vec<String>,
}

#[derive(Serialize)]
struct Scored {
    index: usize,
    score: f32,
}

fn converse(stream: TcpStream, model: &Model) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream);
    while let Some(request) = read_request(&mut reader)? {
        let (status, body) = match answer(&request, model.as_ref()) {
            Ok(value) => (200, value),
            Err(Refusal { status, message }) => (status, json!({ "error": message })),
        };
        let body = body.to_string();
        let head = format!(
            "HTTP/1.1 {status} -\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        reader.get_mut().write_all((head + &body).as_bytes())?;
    }
    Ok(())
}

/// Nothing when the other side is done, or says what nobody can follow.
fn read_request(reader: &mut BufReader<TcpStream>) -> std::io::Result<Option<Request>> {
    let mut head = reader.by_ref().take(MOST_HEAD_BYTES);
    let mut line = String::new();
    head.read_line(&mut line)?;
    let Some(path) = line.split(' ').nth(1).map(str::to_owned) else { return Ok(None) };
    let mut length = 0;
    loop {
        line.clear();
        head.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().unwrap_or(u64::MAX);
        }
    }
    if length > MOST_BODY_BYTES {
        return Ok(None);
    }
    let mut body = vec![0; length as usize];
    reader.read_exact(&mut body)?;
    Ok(Some(Request { path, body }))
}

fn answer(request: &Request, model: &dyn DenseEmbedder) -> Result<Value, Refusal> {
    match request.path.as_str() {
        "/health" => Ok(json!({})),
        "/info" => information(model),
        "/embed" => {
            let question: EmbedQuestion = question(request)?;
            let texts = match question.inputs {
                Inputs::One(text) => vec![text],
                Inputs::Many(texts) => texts,
            };
            Ok(json!(vectors(model, &texts)?))
        }
        "/rerank" => rerank(model, question(request)?),
        path => Err(Refusal { status: 404, message: format!("there is no {path}") }),
    }
}

fn question<'a, T: Deserialize<'a>>(request: &'a Request) -> Result<T, Refusal> {
    serde_json::from_slice(&request.body).map_err(|error| Refusal { status: 422, message: error.to_string() })
}

fn refusal(failure: Failure) -> Refusal {
    let status = if failure.kind == Kind::BadNorm { 422 } else { 500 };
    Refusal { status, message: failure.to_string() }
}

fn information(model: &dyn DenseEmbedder) -> Result<Value, Refusal> {
    let identity = model.identity(NEVER_CANCELLED).map_err(refusal)?;
    Ok(
        json!({"model_id": identity, "model_type": {"embedding": {"pooling": "mean"}}, "max_client_batch_size": MOST_TEXTS}),
    )
}

/// Always of length one: no client of ours asks for another.
fn vectors(model: &dyn DenseEmbedder, texts: &[String]) -> Result<Vec<Vec<f32>>, Refusal> {
    if texts.is_empty() || texts.len() > MOST_TEXTS {
        return Err(Refusal {
            status: 422,
            message: format!("1 to {MOST_TEXTS} texts, not {}", texts.len()),
        });
    }
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    model.embed_batch(&texts, Role::Document, NEVER_CANCELLED).map_err(refusal)
}

/// By the cosine of the question and each text, best first.
fn rerank(model: &dyn DenseEmbedder, question: RerankQuestion) -> Result<Value, Refusal> {
    let query = vectors(model, std::slice::from_ref(&question.query))?;
    let texts = vectors(model, &question.texts)?;
    let likeness = |text: &[f32]| query[0].iter().zip(text).map(|(left, right)| left * right).sum();
    let mut scored: Vec<Scored> =
        texts.iter().enumerate().map(|(index, text)| Scored { index, score: likeness(text) }).collect();
    scored.sort_by(|left, right| right.score.total_cmp(&left.score));
    Ok(json!(scored))
}
