//! `orient feedback`

use super::workspace;
use crate::arguments::FeedbackArguments;
use crate::failure::{Failure, Outcome};
use crate::standpoint::in_tree;

pub(crate) fn run(arguments: &FeedbackArguments) -> Result<Outcome, Failure> {
    let workspace = workspace(arguments.path.as_deref())?;
    let named = |units: &[String]| units.iter().map(|unit| in_tree(unit)).collect::<Vec<_>>();
    let (useful, not_useful) = (named(&arguments.useful), named(&arguments.not_useful));
    let count = workspace.feedback(&arguments.pack, &useful, &not_useful, orienteer_engine::seconds_now())?;
    eprintln!("noted for {count} {}", if count == 1 { "unit" } else { "units" });
    Ok(Outcome::Found)
}
