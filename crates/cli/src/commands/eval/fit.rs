//! `orient eval fit`: parameters fitted to suites, judged on repositories that the fit did not see.

use super::ground;
use crate::arguments::EvalFitArguments;
use crate::failure::{Failure, Outcome};
use orienteer_engine::Params;
use orienteer_evaluation::{
    EvaluationError, Fold, Objective, Plan, Settings, check_rewrite, cross_validate, rewrite,
};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What a fit came to.
struct Fitted {
    folds: Vec<Fold>,
    params: Params,
    default: f64,
    fitted: f64,
    tried: usize,
}

pub(super) fn run(arguments: &EvalFitArguments) -> Result<Outcome, Failure> {
    let settings = Settings { check_packs: false, ..ground::settings(&arguments.ground)? };
    let plan = Plan { names: arguments.params.clone(), rounds: arguments.rounds };
    plan.check(&settings.params)?;
    let place = arguments.write.as_deref().map(found);
    if let Some(place) = &place {
        let set = arguments.ground.set.iter().map(|(name, _)| name.as_str());
        check_rewrite(place, &set.chain(plan.names.iter().map(String::as_str)).collect::<Vec<_>>())?;
    }
    let sessions = ground::sessions(&arguments.suites, &arguments.ground, &settings)?;
    let objective = Objective::new(&sessions, &settings);
    let pool = orienteer_evaluation::pool(settings.threads)?;
    let fitted = pool.install(|| fit(objective, &plan, &settings, arguments.folds))?;
    print(&fitted, &settings.params)?;
    if let Some(path) = place {
        // All that differs from what stands there, with what --set said: the fit holds beside that alone.
        rewrite(&path, &changed(&Params::default(), &fitted.params))?;
        eprintln!("wrote {}", path.display());
    }
    Ok(Outcome::Found)
}

fn fit(
    mut objective: Objective<'_>,
    plan: &Plan,
    settings: &Settings,
    folds: usize,
) -> Result<Fitted, EvaluationError> {
    let tell = |text: &str| eprintln!("{text}");
    let start = &settings.params;
    let folds = cross_validate(&mut objective, plan, start, folds, &tell)?;
    let all: BTreeSet<String> = objective.repositories().into_keys().collect();
    let params = orienteer_evaluation::fit(&mut objective, plan, start, &all, &tell)?;
    Ok(Fitted {
        folds,
        default: objective.of(start, &all)?,
        fitted: objective.of(&params, &all)?,
        params,
        tried: objective.tried(),
    })
}

fn print(fitted: &Fitted, start: &Params) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    if !fitted.folds.is_empty() {
        writeln!(out, "{:<24}{:>9}{:>9}{:>14}{:>9}", "", "seen", "fitted", "held out", "fitted")?;
    }
    for (at, fold) in fitted.folds.iter().enumerate() {
        let Fold { default_seen, fitted_seen, default_held_out, fitted_held_out, .. } = fold;
        let title = format!("fold {} of {}", at + 1, fitted.folds.len());
        writeln!(
            out,
            "{title:<24}{default_seen:>9.4}{fitted_seen:>9.4}{default_held_out:>14.4}{fitted_held_out:>9.4}"
        )?;
    }
    let mean =
        |of: fn(&Fold) -> f64| fitted.folds.iter().map(of).sum::<f64>() / fitted.folds.len().max(1) as f64;
    if !fitted.folds.is_empty() {
        let (before, after) = (mean(|fold| fold.default_held_out), mean(|fold| fold.fitted_held_out));
        writeln!(out, "{:<24}{:>32.4}{after:>9.4}  ({:+.4})", "mean", before, after - before)?;
    }
    let Fitted { default, fitted: reached, tried, .. } = fitted;
    writeln!(out, "fitted to everything: {default:.4} -> {reached:.4}, {tried} settings tried")?;
    for (name, value) in changed(start, &fitted.params) {
        writeln!(out, "  --set {name}={value}  (was {})", start.get(&name).unwrap_or_default())?;
    }
    Ok(())
}

fn changed(before: &Params, after: &Params) -> Vec<(String, f32)> {
    let all = before.all().into_iter().zip(after.all());
    let changed = all.filter(|(before, after)| before.value != after.value);
    changed.map(|(_, after)| (after.name.to_owned(), after.value)).collect()
}

/// A relative path is looked for in the folders around the current one.
fn found(path: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let place = here.ancestors().map(|folder| folder.join(path)).find(|place| place.is_file());
    place.unwrap_or_else(|| path.to_owned())
}
