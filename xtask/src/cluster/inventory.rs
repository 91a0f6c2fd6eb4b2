//! Every unit that a project shows, asked for by their files, and the difference from what it should show.

use std::collections::{BTreeMap, BTreeSet};

use orienteer_services::{Qdrant, Question, Scope, Vectors};

use super::units::Unit;

const FILES_OF_A_QUESTION: usize = 25;

/// What tells a unit from the others of its project.
type Identity = (String, String, String, u32);

/// What was there, and what should have been.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) units: usize,
    pub(super) lost: usize,
    /// Shown although it is no part of the project.
    pub(super) stale: usize,
}

/// Each with how many units it may have, and the vectors of one of them.
fn everything_in(files: &[(&str, (usize, &Vectors))]) -> Question {
    let most = files.iter().map(|(_, (units, _))| units).sum::<usize>() + 1;
    Question {
        dense: files.first().and_then(|(_, (_, vectors))| vectors.dense.clone()),
        paths: files.iter().map(|(path, _)| (*path).to_owned()).collect(),
        limit: most,
        leg_limit: most,
        exact: true,
        ..Question::default()
    }
}

pub(super) struct Inventory(BTreeSet<Identity>);

impl Inventory {
    /// Looks into every file that a unit could be in.
    pub(super) fn take(
        client: &Qdrant,
        project: &str,
        units: &[(Unit, Vectors)],
    ) -> Result<Inventory, String> {
        let say = |failure: orienteer_services::Failure| format!("taking the inventory: {failure}");
        let view = client.view(&Scope::Projects(vec![project.to_owned()])).map_err(say)?;
        let mut files: BTreeMap<&str, (usize, &Vectors)> = BTreeMap::new();
        for (unit, vectors) in units {
            files.entry(&unit.path).or_insert((0, vectors)).0 += 1;
        }
        let files: Vec<(&str, (usize, &Vectors))> = files.into_iter().collect();
        let mut found = BTreeSet::new();
        for some in files.chunks(FILES_OF_A_QUESTION) {
            let hits = client.search(&view, &everything_in(some)).map_err(say)?;
            found.extend(hits.into_iter().map(|hit| (hit.path, hit.name, hit.content, hit.ordinal)));
        }
        Ok(Inventory(found))
    }

    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    pub(super) fn compared(&self, expected: &[(Unit, Vectors)]) -> Found {
        let identities = expected.iter().map(|(unit, _)| {
            let description = unit.description();
            let text = |part: &str| part.to_owned();
            (text(description.path), text(description.name), text(description.content), description.ordinal)
        });
        let expected: BTreeSet<Identity> = identities.collect();
        Found {
            units: self.count(),
            lost: expected.difference(&self.0).count(),
            stale: self.0.difference(&expected).count(),
        }
    }
}
