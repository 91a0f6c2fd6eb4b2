//! `orient eval`: measures search and context on suites of questions.

mod ablate;
mod compare;
mod fit;
mod ground;
mod learn;

use crate::arguments::{EvalArguments, EvalCommand, EvalRunArguments};
use crate::failure::{Failure, Outcome};
use orienteer_evaluation::{
    EvaluationError, Settings, SuiteKind, Summary, chart, check_writable, contract, least_steady, markdown,
    output, table,
};
use std::io::Write;
use std::path::Path;

/// Tasks that are listed by name.
const LEAST_STEADY: usize = 8;

pub(super) fn run(arguments: &EvalArguments) -> Result<Outcome, Failure> {
    match &arguments.command {
        None => evaluate(&arguments.run),
        Some(EvalCommand::Compare(arguments)) => compare::run(arguments),
        Some(EvalCommand::Ablate(arguments)) => ablate::run(arguments),
        Some(EvalCommand::Fit(arguments)) => fit::run(arguments),
        Some(EvalCommand::Learn(arguments)) => learn::run(arguments),
    }
}

impl From<EvaluationError> for Failure {
    fn from(error: EvaluationError) -> Failure {
        match error {
            EvaluationError::Engine(error) => error.into(),
            error => Failure::new(error.to_string(), error.hint()),
        }
    }
}

fn evaluate(arguments: &EvalRunArguments) -> Result<Outcome, Failure> {
    let settings = ground::settings(&arguments.ground)?;
    for path in [&arguments.output, &arguments.write, &arguments.svg].into_iter().flatten() {
        check_writable(path)?;
    }
    let suite = arguments.suite.as_deref().unwrap_or(Path::new(""));
    let bench = ground::prepare(suite, &arguments.ground, |kind| settings.needs_sources(kind))?;
    let outcomes = orienteer_evaluation::run(&bench, &settings)?;
    let summary = Summary::of(&bench.suite, bench.skipped, &outcomes);
    if let Some(path) = &arguments.output {
        let mut text = serde_json::to_string_pretty(&output(&bench, &summary, &settings, &outcomes))?;
        text.push('\n');
        write(path, &text)?;
    }
    let least_steady = match summary.kind {
        SuiteKind::Paraphrases => format!("\n{}", least_steady(&bench.suite, &outcomes, LEAST_STEADY)),
        _ => String::new(),
    };
    if let Some(path) = &arguments.write {
        write(path, &(markdown(&summary, settings.params.fingerprint()) + &least_steady))?;
    }
    if let Some(path) = &arguments.svg {
        write(path, &chart(&summary))?;
    }
    print(&summary, &settings, &least_steady, arguments.json)?;
    Ok(Outcome::Found)
}

fn print(summary: &Summary, settings: &Settings, more: &str, json: bool) -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    if json {
        serde_json::to_writer(&mut stdout, &contract(summary, settings))?;
        writeln!(stdout)?;
    } else {
        stdout.write_all((table(summary) + more).as_bytes())?;
        writeln!(stdout, "parameters {:016x}", settings.params.fingerprint())?;
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let written = std::fs::write(path, text);
    written.map_err(|source| EvaluationError::Write { path: path.to_owned(), source }.into())
}
