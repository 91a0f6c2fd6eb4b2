//! Where an answer comes from, and how fresh that is.

use super::stand::Standing;
use orienteer_engine::{Freshness, View};
use serde::Serialize;
use utoipa::ToSchema;

/// Digits of the snapshot's id that are told.
const ID_DIGITS: usize = 12;
/// Changed files that are named before the rest is counted.
const NAMED: usize = 5;

/// Where an answer comes from.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Origin {
    /// The id of the project.
    pub project: String,
    /// The beginning of the id of the snapshot.
    pub snapshot: String,
    pub state: State,
    /// Files that changed since, the first five.
    pub changed: Vec<String>,
    pub changed_count: usize,
    /// Why this is not all there is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub partial: Option<String>,
}

/// How a snapshot relates to the files on disk.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum State {
    Current,
    Behind,
}

impl Origin {
    pub(crate) fn of(standing: &Standing) -> Origin {
        let stand = &standing.stand;
        let mut origin = Origin::fresh(&standing.project, &id(&stand.view), &stand.view.freshness);
        origin.partial = stand.partial.clone();
        origin
    }

    pub(crate) fn fresh(project: &str, snapshot: &str, freshness: &Freshness) -> Origin {
        let changed: Vec<&String> = match freshness {
            Freshness::Current => Vec::new(),
            Freshness::Behind(changes) => {
                changes.changed.iter().chain(&changes.added).chain(&changes.removed).collect()
            }
        };
        Origin {
            project: project.to_owned(),
            snapshot: shortened(snapshot),
            state: if changed.is_empty() { State::Current } else { State::Behind },
            changed: changed.iter().take(NAMED).map(|path| (*path).clone()).collect(),
            changed_count: changed.len(),
            partial: None,
        }
    }
}

fn id(view: &View) -> String {
    view.snapshot.id().to_string()
}

pub(crate) fn shortened(snapshot: &str) -> String {
    snapshot.chars().take(ID_DIGITS).collect()
}
