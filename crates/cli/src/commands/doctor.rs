//! `orient doctor`

use super::workspace;
use crate::arguments::DoctorArguments;
use crate::failure::{Failure, Outcome};
use crate::terminal::{clean, faint, strong, warning};
use orienteer_engine::{Check, Health, ServiceCheck, Workspace};
use serde_json::{Value, json};
use std::io::Write;

pub(crate) fn run(arguments: &DoctorArguments) -> Result<Outcome, Failure> {
    let workspace = workspace(arguments.path.as_deref())?;
    let checks = workspace.doctor();
    // Settings that cannot be read are a failed check already.
    let services = workspace.check_services().unwrap_or_default();
    let mut out = std::io::stdout().lock();
    if arguments.json {
        writeln!(out, "{}", to_json(&workspace, &checks, &services))?;
    } else {
        checks.iter().try_for_each(|check| print(&mut out, check))?;
        print_services(&mut out, &services)?;
    }
    out.flush()?;
    let all = checks.iter().map(|check| check.health).chain(services.iter().map(|check| check.health));
    let failed = all.filter(|health| *health == Health::Failed).count();
    match failed {
        0 => Ok(Outcome::Found),
        count => {
            let message = format!("{count} of {} checks failed", checks.len() + services.len());
            Err(Failure::new(message, None))
        }
    }
}

/// A row for each service, as wide as its widest neighbour.
fn print_services(out: &mut impl Write, services: &[ServiceCheck]) -> Result<(), Failure> {
    if services.is_empty() {
        return Ok(());
    }
    let head = ["service", "address", "state", "latency", "detail"].map(str::to_owned);
    let rows: Vec<[String; 5]> = std::iter::once(head).chain(services.iter().map(row)).collect();
    let width = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
    let widths = [0, 1, 2, 3].map(width);
    writeln!(out)?;
    let hints = std::iter::once(None).chain(services.iter().map(|check| check.hint));
    for (row, hint) in rows.iter().zip(hints) {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}"));
        let line = cells.chain([row[4].clone()]).collect::<Vec<_>>().join("  ");
        writeln!(out, "{}", line.trim_end())?;
        if let Some(hint) = hint {
            writeln!(out, "{:<width$}  {}", "", faint(hint), width = widths[0])?;
        }
    }
    Ok(())
}

fn row(check: &ServiceCheck) -> [String; 5] {
    [
        check.service.name().to_owned(),
        clean(&check.address),
        word(check.health).to_owned(),
        check.latency.map_or_else(|| "-".to_owned(), |latency| format!("{} ms", latency.as_millis())),
        clean(&check.detail),
    ]
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

fn to_json(workspace: &Workspace, checks: &[Check], services: &[ServiceCheck]) -> Value {
    let snapshot = workspace.snapshot().ok().flatten();
    let check = |check: &Check| json!({ "check": check.name, "health": word(check.health), "detail": check.detail, "hint": check.hint });
    let service = |check: &ServiceCheck| {
        json!({
            "service": check.service.name(),
            "address": check.address,
            "health": word(check.health),
            "milliseconds": check.latency.map(|latency| latency.as_secs_f64() * 1_000.0),
            "detail": check.detail,
            "hint": check.hint,
        })
    };
    json!({
        "version": 1,
        "root": workspace.root().display().to_string(),
        "snapshot": snapshot.map(|snapshot| snapshot.id().to_string()),
        "checks": checks.iter().map(check).collect::<Vec<_>>(),
        "services": services.iter().map(service).collect::<Vec<_>>(),
    })
}
