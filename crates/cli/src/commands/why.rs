//! `orient why`

mod json;
mod text;

use super::answer::{close, mention, refuse};
use super::context::read_task;
use super::{view, workspace};
use crate::arguments::WhyArguments;
use crate::failure::{Failure, Outcome};
use crate::standpoint::in_tree;
use std::io::Write;

pub(crate) fn run(arguments: &WhyArguments) -> Result<Outcome, Failure> {
    let mut request = arguments.request(read_task(std::slice::from_ref(&arguments.task))?);
    request.validate()?;
    let workspace = workspace(arguments.path.as_deref())?;
    request.settings = workspace.settings()?;
    // Files are looked at meanwhile.
    std::thread::spawn(orienteer_engine::load_vocabulary);
    let view = view(&workspace)?;
    // What cannot be read was not learned.
    request.memory = workspace
        .memory(&view.snapshot, &request.params, orienteer_engine::seconds_now())
        .unwrap_or_default();
    let answer = workspace.why(&view, &request, &in_tree(&arguments.symbol))?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if arguments.is_json() {
        writeln!(out, "{}", json::page(&view, arguments, &request.task, &answer))?;
    } else {
        text::print(&mut out, &arguments.symbol, &answer)?;
    }
    out.flush()?;
    if !arguments.is_json() {
        if let Some(unknown) = &answer.unknown {
            refuse(&arguments.symbol, unknown);
        }
        close(&view);
        mention(&answer.notes);
    }
    Ok(if answer.unknown.is_none() { Outcome::Found } else { Outcome::Nothing })
}
