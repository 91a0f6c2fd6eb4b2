//! `orient eval ablate`: what every mechanism is worth.

use super::{ground, write};
use crate::arguments::EvalAblateArguments;
use crate::failure::{Failure, Outcome};
use std::io::Write;

pub(super) fn run(arguments: &EvalAblateArguments) -> Result<Outcome, Failure> {
    let settings = ground::settings(&arguments.ground)?;
    arguments.write.as_deref().map_or(Ok(()), orienteer_evaluation::check_writable)?;
    let sessions = ground::sessions(&arguments.suites, &arguments.ground, &settings)?;
    let pool = orienteer_evaluation::pool(settings.threads)?;
    let tell = |mechanism: &str| eprintln!("without {mechanism}");
    let ablation = pool.install(|| orienteer_evaluation::ablate(&sessions, &settings, &tell))?;
    let table = ablation.markdown();
    if let Some(path) = &arguments.write {
        write(path, &format!("{}{table}", preamble(settings.params.fingerprint())))?;
    }
    std::io::stdout().lock().write_all(table.as_bytes())?;
    Ok(Outcome::Found)
}

fn preamble(parameters: u64) -> String {
    format!(
        "# What every mechanism is worth\n\n\
         Made by `orient eval ablate`: each mechanism is switched off in turn, everything else as it is; `files` through `search`, the\n\
         others through `context`. A change below zero is what would be lost. In brackets the 95 % interval of the paired difference; bold where it leaves zero out.\n\
         Parameters {parameters:016x}.\n\n"
    )
}
