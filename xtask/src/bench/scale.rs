//! `cargo xtask bench scale`: one tree of many languages in ever larger parts, from thousands of units to as many as there are.
//!
//! What each part costs, what a killed first index has to do again, and what can be asked before it is done. Everything that is made is
//! removed again; nothing is extrapolated.

use crate::bench::context::part::Tree;
use crate::bench::folder::Scratch;
use crate::{Outcome, workspace};

mod beside;
mod bounded;
mod compose;
mod early;
mod interrupted;
mod options;
mod picture;
mod report;
mod step;

use bounded::Bounded;
use interrupted::Interrupted;
use options::Options;
use step::{Programs, Step};

/// Everything that the page tells.
struct Whole {
    sources: Vec<String>,
    steps: Vec<Step>,
    /// Of the largest part.
    bounded: Result<Vec<Bounded>, String>,
    interrupted: Result<Interrupted, String>,
    early: Result<Vec<String>, String>,
    beside: Vec<beside::Row>,
    /// The part that was left out, and why.
    stopped: Option<String>,
}

pub(crate) fn run(arguments: &[&str]) -> Outcome {
    let options = Options::parse(arguments)?;
    let programs = Programs::find(&options)?;
    let scratch = Scratch::create("scale")?;
    let sources = compose::sources(&options)?;
    let whole_tree = scratch.path().join("whole");
    compose::link_all(&sources, &whole_tree)?;
    eprintln!("counting lines ...");
    let tree = Tree::read(&whole_tree);
    let mut whole = Whole {
        sources: sources.iter().map(|source| source.title.clone()).collect(),
        steps: Vec::new(),
        bounded: Err("the run was ended before it".to_owned()),
        interrupted: Err("the run was ended before it".to_owned()),
        early: Err("the run was ended before it".to_owned()),
        beside: beside::read(&workspace::root()),
        stopped: None,
    };
    let (last, parts) = (options.lines.len() - 1, options.lines.iter().enumerate());
    for (at, lines) in parts {
        let (files, size) = tree.part(*lines);
        eprintln!("{} lines ...", size.lines);
        let place = step::Place::make(&scratch.path().join("part"), &files, &whole_tree)?;
        match step::measure(&place, &programs, options.runs) {
            Ok(step) => whole.steps.push(step),
            Err(reason) => whole.stopped = Some(format!("{} lines: {reason}", size.lines)),
        }
        if at == last {
            finish_largest(&mut whole, &place, &programs, &options);
        }
        place.remove()?;
        // A larger part may take long: what was measured is kept.
        options.keep(&report::page(&whole), &picture::draw(&whole.steps))?;
    }
    print!("{}", report::page(&whole));
    Ok(())
}

fn finish_largest(whole: &mut Whole, place: &step::Place, programs: &Programs, options: &Options) {
    let Some(step) = whole.steps.last() else { return };
    // What was measured is kept at once: the rest takes as long again.
    let _ = options.keep(&report::page(whole), &picture::draw(&whole.steps));
    whole.bounded = bounded::measure(place, programs, &options.bounds, step);
    eprintln!("killed half-way and begun again ...");
    whole.interrupted = interrupted::measure(place, programs, step);
    eprintln!("asked while it is built ...");
    whole.early = early::ask(place, programs);
}
