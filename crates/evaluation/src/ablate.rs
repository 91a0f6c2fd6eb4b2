//! What every mechanism of the read pipeline is worth: each switched off in turn, everything else as it is.

use crate::error::EvaluationError;
use crate::metrics::ablated_figures;
use crate::run::{Outcome, Session, Settings};
use crate::statistics::{Estimate, bootstrap};
use crate::suite::SuiteKind;
use crate::table::short;
use orienteer_engine::mechanisms;
use std::collections::BTreeMap;
use std::fmt::Write;

/// One figure of one suite with something switched off.
#[derive(Clone, Debug)]
pub struct Effect {
    pub value: f64,
    /// Against everything switched on; below zero, the mechanism helps.
    pub change: Estimate,
}

/// What one mechanism is worth, in the order of [`Ablation::columns`].
#[derive(Clone, Debug)]
pub struct Without {
    pub mechanism: String,
    pub effects: Vec<Effect>,
}

#[derive(Clone, Debug)]
pub struct Ablation {
    /// Suite and figure.
    pub columns: Vec<(&'static str, &'static str)>,
    /// With everything on.
    pub baseline: Vec<f64>,
    pub rows: Vec<Without>,
}

/// Runs on the threads of the pool it is called in; `tell` hears what is switched off.
pub fn ablate(
    sessions: &[Session],
    settings: &Settings,
    tell: &dyn Fn(&str),
) -> Result<Ablation, EvaluationError> {
    let settings = Settings { check_cap: false, ..settings.clone() };
    let run = |settings: &Settings| -> Result<Vec<Vec<Outcome>>, EvaluationError> {
        sessions.iter().map(|session| session.weigh(settings)).collect()
    };
    let whole = run(&settings)?;
    let mut rows = Vec::new();
    for (mechanism, settings) in variants(&settings)? {
        tell(&mechanism);
        let without = run(&settings)?;
        rows.push(Without { mechanism, effects: effects(sessions, &whole, &without) });
    }
    let columns = |session: &Session| {
        let kind = session.bench().suite.kind;
        ablated_figures(kind).iter().map(move |figure| (kind.name(), *figure)).collect::<Vec<_>>()
    };
    Ok(Ablation {
        columns: sessions.iter().flat_map(columns).collect(),
        baseline: effects(sessions, &whole, &whole).into_iter().map(|effect| effect.value).collect(),
        rows,
    })
}

/// Every mechanism turned, then the limit per file at its ends.
fn variants(settings: &Settings) -> Result<Vec<(String, Settings)>, EvaluationError> {
    let mut variants = Vec::new();
    for mechanism in mechanisms() {
        let turned = mechanism.turn(&settings.params);
        let params = turned.map_err(|source| EvaluationError::Turned { name: mechanism.name, source })?;
        let name = if mechanism.is_on {
            mechanism.name.to_owned()
        } else {
            format!("(with {}, off by default)", mechanism.name)
        };
        variants.push((name, Settings { params, ..settings.clone() }));
    }
    for (name, per_file) in
        [("limit per file", 0), ("(three per file instead)", 3), ("(one per file instead)", 1)]
    {
        variants.push((name.to_owned(), Settings { per_file: Some(per_file), ..settings.clone() }));
    }
    Ok(variants)
}

fn effects(sessions: &[Session], whole: &[Vec<Outcome>], without: &[Vec<Outcome>]) -> Vec<Effect> {
    let mut effects = Vec::new();
    for ((session, whole), without) in sessions.iter().zip(whole).zip(without) {
        let figures = ablated_figures(session.bench().suite.kind);
        effects.extend(figures.iter().map(|figure| effect(session, figure, whole, without)));
    }
    effects
}

/// Outcomes of both runs are in the order of the suite.
fn effect(session: &Session, figure: &str, whole: &[Outcome], without: &[Outcome]) -> Effect {
    let suite = &session.bench().suite;
    let mut values: BTreeMap<&str, (Vec<f64>, Vec<f64>)> = BTreeMap::new();
    for (with, without) in whole.iter().zip(without) {
        let (Some(on), Some(off)) = (with.figures.get(figure), without.figures.get(figure)) else { continue };
        let group = match suite.kind {
            SuiteKind::Files => suite.cases[with.case].language().unwrap_or_default(),
            _ => "",
        };
        let (offs, changes) = values.entry(group).or_default();
        offs.push(*off);
        changes.push(off - on);
    }
    let offs: Vec<&[f64]> = values.values().map(|(offs, _)| offs.as_slice()).collect();
    let changes: Vec<&[f64]> = values.values().map(|(_, changes)| changes.as_slice()).collect();
    Effect { value: bootstrap(&offs).value, change: bootstrap(&changes) }
}

impl Ablation {
    /// Differences whose interval leaves zero out stand in bold.
    pub fn markdown(&self) -> String {
        let mut out = String::from("| without |");
        for (suite, figure) in &self.columns {
            let _ = write!(out, " {suite} {} | change |", short(figure));
        }
        out.push_str("\n|---|");
        out.push_str(&"---:|---:|".repeat(self.columns.len()));
        out.push_str("\n| (everything on) |");
        for value in &self.baseline {
            let _ = write!(out, " {value:.4} | |");
        }
        for row in &self.rows {
            let _ = write!(out, "\n| {} |", row.mechanism);
            for effect in &row.effects {
                let _ = write!(out, " {:.4} | {} |", effect.value, change(&effect.change));
            }
        }
        out.push('\n');
        out
    }
}

fn change(change: &Estimate) -> String {
    let text = format!("{:+.4} [{:+.4} {:+.4}]", change.value, change.low, change.high);
    if change.low > 0.0 || change.high < 0.0 { format!("**{text}**") } else { text }
}
