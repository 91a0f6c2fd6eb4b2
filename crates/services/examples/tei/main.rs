//! A small server that speaks the protocol of Text Embeddings Inference from a model folder: `tei FOLDER [PORT]`.
//!
//! For tests and for trying the HTTP client with a real model on one machine. Listens on loopback alone and knows no keys.

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use orienteer_services::{DenseProtocol, DenseSettings, open_dense};

mod server;

const USAGE: &str = "usage: tei FOLDER [PORT]\n\nServes the model of FOLDER on 127.0.0.1 (port 8080): /embed, /rerank, /info, /health";
const USUAL_PORT: u16 = 8080;

fn main() -> ExitCode {
    match run(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<(), String> {
    let (folder, port) = match arguments {
        [folder] if !folder.starts_with('-') => (folder, USUAL_PORT),
        [folder, port] => (folder, port.parse().map_err(|_| USAGE)?),
        _ => return Err(USAGE.to_owned()),
    };
    let settings = DenseSettings {
        protocol: DenseProtocol::Local,
        folder: Some(PathBuf::from(folder)),
        ..DenseSettings::default()
    };
    let model = open_dense(&settings).map_err(|failure| failure.to_string())?;
    let listener = TcpListener::bind(("127.0.0.1", port)).map_err(|error| error.to_string())?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    println!("listening on http://{address}");
    server::serve(&listener, &Arc::from(model));
    Ok(())
}
