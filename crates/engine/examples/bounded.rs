//! What looking at a part of a very large tree costs and misses: every question of a file is answered with and without the bound.
//!
//! `cargo run --release -p orienteer-engine --example bounded -- FOLDER CACHE QUESTIONS [NAME=VALUE ...]`: QUESTIONS has one JSON object with a
//! `query` a line, the rest are parameters of the bounded answers. Prints, for search and for context, how many of the first ten both
//! have in common, how often the first is the same, and the processor time of each in milliseconds.

use orienteer_engine::{ContextRequest, Location, SearchRequest, Silent, View, Workspace, search};
use orienteer_search::Params;
use std::error::Error;
use std::path::Path;

const FIRST: usize = 10;
const ALL: f32 = 4_000_000_000.0;

type Found = (Vec<String>, f64);

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, cache, questions, settings @ ..] = &arguments[..] else {
        return Err("see the first lines".into());
    };
    let workspace = Workspace::new(Location::exact(Path::new(folder))?, Path::new(cache));
    let view = workspace.view(&Silent)?;
    let (mut bounded, mut whole) = (Params::default(), Params::default());
    whole.set("bounded_from", ALL)?;
    for setting in settings {
        let (name, value) = setting.split_once('=').ok_or("NAME=VALUE")?;
        bounded.set(name, value.parse()?)?;
    }
    let questions = std::fs::read_to_string(questions)?;
    let questions: Vec<String> = questions.lines().map(query).collect::<Result<_, _>>()?;
    println!("{} units, {} questions", view.snapshot.unit_count(), questions.len());
    compare("search", &questions, |question, params| searched(&view, question, params), &bounded, &whole)?;
    let packed = |question: &str, params: &Params| packed(&workspace, &view, question, params);
    compare("context", &questions, packed, &bounded, &whole)
}

fn query(line: &str) -> Result<String, Box<dyn Error>> {
    let question: serde_json::Value = serde_json::from_str(line)?;
    Ok(question["query"].as_str().ok_or("a question without `query`")?.to_owned())
}

fn compare(
    verb: &str,
    questions: &[String],
    ask: impl Fn(&str, &Params) -> Result<Found, Box<dyn Error>>,
    bounded: &Params,
    whole: &Params,
) -> Result<(), Box<dyn Error>> {
    let (mut shared, mut all, mut same, mut times) = (0, 0, 0, [0.0, 0.0]);
    for question in questions {
        // The first time brings pages into memory.
        ask(question, bounded)?;
        let ((some, some_time), (every, every_time)) = (ask(question, bounded)?, ask(question, whole)?);
        let common = every.iter().filter(|unit| some.contains(unit)).count();
        if common < every.len() {
            println!(
                "{verb} {common:2} of {:2}: {}",
                every.len(),
                question.lines().next().unwrap_or_default()
            );
        }
        shared += common;
        all += every.len();
        same += usize::from(some.first() == every.first());
        times[0] += some_time;
        times[1] += every_time;
    }
    let count = questions.len().max(1) as f64;
    let [some, every] = times.map(|time| time / count);
    println!("{verb}: {shared} of {all} in common, the same first {same} of {}", questions.len());
    println!("{verb}: {some:.1} ms bounded, {every:.1} ms without");
    Ok(())
}

fn searched(view: &View, question: &str, params: &Params) -> Result<Found, Box<dyn Error>> {
    let request = SearchRequest { params: params.clone(), ..SearchRequest::new(question) };
    let begun = processor_time();
    let answer = search(&view.snapshot, &request)?;
    let time = processor_time() - begun;
    Ok((answer.hits.iter().take(FIRST).map(|hit| format!("{:?}", hit.place)).collect(), time))
}

fn packed(
    workspace: &Workspace,
    view: &View,
    question: &str,
    params: &Params,
) -> Result<Found, Box<dyn Error>> {
    let request = ContextRequest { params: params.clone(), ..ContextRequest::new(question) };
    let begun = processor_time();
    let answer = workspace.context(view, &request)?;
    let time = processor_time() - begun;
    Ok((answer.items.iter().take(FIRST).map(|item| format!("{:?}", item.hit.place)).collect(), time))
}

/// Of this thread, in milliseconds; 0 where the system does not tell.
fn processor_time() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    told.split(' ').next().and_then(|first| first.parse::<f64>().ok()).unwrap_or_default() / 1e6
}
