//! `orient clear`

use super::workspace;
use crate::arguments::ClearArguments;
use crate::failure::{Failure, Outcome};

pub(crate) fn run(arguments: &ClearArguments) -> Result<Outcome, Failure> {
    let workspace = workspace(arguments.path.as_deref())?;
    let existed = workspace.snapshot().is_ok_and(|snapshot| snapshot.is_some());
    workspace.clear()?;
    if workspace.has_learned()? {
        eprintln!("kept what was learned from use; `orient learned --forget` removes it");
    }
    if existed {
        eprintln!("removed the index of {}", workspace.root().display());
        Ok(Outcome::Found)
    } else {
        eprintln!("{} had no index", workspace.root().display());
        Ok(Outcome::Nothing)
    }
}
