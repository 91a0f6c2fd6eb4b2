//! `orient serve`

use super::workspace;
use crate::arguments::ServeArguments;
use crate::environment;
use crate::failure::{Failure, Outcome};
use orienteer_engine::Location;
use orienteer_server::{HttpOptions, ServeOptions, Stop, serve_http};
use std::io::Read;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

pub(crate) fn run(arguments: &ServeArguments) -> Result<Outcome, Failure> {
    let folders = folders(&arguments.path)?;
    let program = environment::program();
    let options = ServeOptions::new(environment::cache_folder()?, folders[0].clone());
    let http = HttpOptions {
        token: token(arguments.token_file.as_deref())?,
        hosts: arguments.allow_host.clone(),
        origins: arguments.allow_origin.clone(),
        ..HttpOptions::new(SocketAddr::new(arguments.host, arguments.port))
    };
    let stop = Stop::default();
    let stopping = stop.clone();
    // Without a handler a signal ends the program at once, and answers that were begun are lost.
    let _ = ctrlc::set_handler(move || stopping.stop());
    let about = folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(", ");
    let tell =
        |address| eprintln!("{about} at http://{address}/ (MCP at http://{address}/mcp); Ctrl-C ends it");
    let user_settings = environment::user_settings();
    serve_http(ServeOptions { folders, program, user_settings, ..options }, http, &stop, tell)?;
    Ok(Outcome::Found)
}

/// Never empty.
fn folders(named: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    if named.is_empty() {
        return Ok(vec![workspace(None)?.root().to_owned()]);
    }
    named.iter().map(|path| Ok(Location::exact(path)?.root)).collect()
}

/// A file of secrets that never ends is none.
const LONGEST_TOKEN: u64 = 64 << 10;

fn token(file: Option<&Path>) -> Result<Option<String>, Failure> {
    let Some(file) = file else { return Ok(environment::token()) };
    let mut token = String::new();
    let read = std::fs::File::open(file).and_then(|file| file.take(LONGEST_TOKEN).read_to_string(&mut token));
    match read {
        Ok(_) => Ok(Some(token.trim().to_owned())),
        Err(error) => {
            let message = format!("cannot read the token in {}: {error}", file.display());
            Err(Failure::new(message, Some("check the path of --token-file")))
        }
    }
}
