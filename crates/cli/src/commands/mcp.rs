//! `orient mcp`

use crate::arguments::McpArguments;
use crate::environment;
use crate::failure::{Failure, Outcome};
use orienteer_engine::Location;
use orienteer_server::{ServeOptions, serve_standard_streams};

pub(crate) fn run(arguments: &McpArguments) -> Result<Outcome, Failure> {
    let start = std::env::current_dir().map_err(|error| {
        Failure::new(format!("cannot tell the current folder: {error}"), Some("name one with --path"))
    })?;
    if let Some(path) = &arguments.path {
        // An agent shows the person who set it up why a server did not start.
        Location::exact(path)?;
    }
    let options = ServeOptions::new(environment::cache_folder()?, start);
    let folders = arguments.path.iter().cloned().collect();
    let (program, user_settings) = (environment::program(), environment::user_settings());
    serve_standard_streams(ServeOptions { folders, program, user_settings, ..options })?;
    Ok(Outcome::Found)
}
