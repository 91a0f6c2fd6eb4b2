//! `orient eval learn`: what learning from use is worth.

use super::{ground, write};
use crate::arguments::EvalLearnArguments;
use crate::failure::{Failure, Outcome};
use orienteer_evaluation::Settings;
use std::io::Write;

pub(super) fn run(arguments: &EvalLearnArguments) -> Result<Outcome, Failure> {
    let settings = Settings { check_packs: false, ..ground::settings(&arguments.ground)? };
    arguments.write.as_deref().map_or(Ok(()), orienteer_evaluation::check_writable)?;
    let sessions = ground::sessions(&arguments.suites, &arguments.ground, &settings)?;
    let pool = orienteer_evaluation::pool(settings.threads)?;
    let mut tables = String::new();
    for session in &sessions {
        let learned = pool.install(|| orienteer_evaluation::learn(session, &settings, arguments.rounds))?;
        tables.push_str(&learned.markdown());
    }
    if let Some(path) = &arguments.write {
        write(path, &format!("{}{tables}", preamble(settings.params.fingerprint())))?;
    }
    std::io::stdout().lock().write_all(tables.as_bytes())?;
    Ok(Outcome::Found)
}

fn preamble(parameters: u64) -> String {
    format!(
        "# What learning from use is worth\n\n\
         Made by `orient eval learn`. Every other question about a tree is asked and learned from, the others are only asked. One user\n\
         reads what the suite says is right among the first ten, the other two of the first ten at random. What was used in the last\n\
         minutes plays no part: a day lies between rounds. In brackets the 95 % interval of the paired difference. Parameters {parameters:016x}.\n"
    )
}
