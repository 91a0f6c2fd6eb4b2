//! The binary: arguments, environment, terminal and exit codes. Everything else is asked of the engine.

mod about;
mod arguments;
mod calendar;
mod commands;
mod environment;
mod failure;
mod progress;
mod standpoint;
mod terminal;

use arguments::Arguments;
use clap::Parser;
use std::process::ExitCode;

/// Parsers allocate and free millions of small nodes; with the `override` feature the C grammars use it too.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return arguments::refuse(&error),
    };
    terminal::choose_color(arguments.color);
    match commands::run(&arguments) {
        Ok(outcome) => outcome.into(),
        Err(failure) => failure.report(),
    }
}
