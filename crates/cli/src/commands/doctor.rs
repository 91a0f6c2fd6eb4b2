//! `orient doctor`

use super::workspace;
use crate::arguments::DoctorArguments;
use crate::failure::{Failure, Outcome};
use crate::terminal::{clean, faint, strong, warning};
use orienteer_engine::{Check, Health, Workspace};
use serde_json::{Value, json};
use std::io::Write;

pub(crate) fn run(arguments: &DoctorArguments) -> Result<Outcome, Failure> {
    let workspace = workspace(arguments.path.as_deref())?;
    let checks = workspace.doctor();
    let failed = checks.iter().filter(|check| check.health == Health::Failed).count();
    let mut out = std::io::stdout().lock();
    if arguments.json {
        writeln!(out, "{}", to_json(&workspace, &checks))?;
    } else {
        checks.iter().try_for_each(|check| print(&mut out, check))?;
    }
    out.flush()?;
    match failed {
        0 => Ok(Outcome::Found),
        count => Err(Failure::new(format!("{count} of {} checks failed", checks.len()), None)),
    }
}

fn print(out: &mut impl Write, check: &Check) -> Result<(), Failure> {
    let health = format!("{:<8}", word(check.health));
    let health = match check.health {
        Health::Good => health,
        Health::Warning => warning(health),
        Health::Failed => strong(health),
    };
    writeln!(out, "{health} {:<13} {}", check.name, clean(&check.detail))?;
    if let Some(hint) = check.hint {
        writeln!(out, "{:<22} {}", "", faint(hint))?;
    }
    Ok(())
}

fn word(health: Health) -> &'static str {
    match health {
        Health::Good => "ok",
        Health::Warning => "warning",
        Health::Failed => "failed",
    }
}

fn to_json(workspace: &Workspace, checks: &[Check]) -> Value {
    let snapshot = workspace.snapshot().ok().flatten();
    let check = |check: &Check| json!({ "check": check.name, "health": word(check.health), "detail": check.detail, "hint": check.hint });
    json!({
        "version": 1,
        "root": workspace.root().display().to_string(),
        "snapshot": snapshot.map(|snapshot| snapshot.id().to_string()),
        "checks": checks.iter().map(check).collect::<Vec<_>>(),
    })
}
