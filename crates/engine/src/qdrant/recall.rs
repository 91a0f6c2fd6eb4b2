//! What the engine of the settings recalls for a question, and what is said where it could not.

use super::ask::{Asked, ask};
use super::vectors::QuestionVectors;
use super::{CHANNEL, Engine};
use crate::aid::Aid;
use crate::note::{Instead, Note};
use crate::search::SearchRequest;
use orienteer_search::Elsewhere;
use orienteer_services::{Failure, Kind, Phase, Service};
use orienteer_storage::Snapshot;

/// What a server recalled of each tree; nothing of those that recall by themselves.
#[derive(Default)]
pub(crate) struct Recall {
    pub(crate) of_trees: Vec<Option<Asked>>,
    pub(crate) notes: Vec<Note>,
}

impl Asked {
    /// As the pipeline takes it.
    pub(crate) fn elsewhere(&self) -> Elsewhere<'_> {
        Elsewhere { channel: CHANNEL, units: &self.units, is_whole: self.is_whole }
    }
}

impl Recall {
    /// Of one tree, by the name that the settings have for it.
    pub(crate) fn of_tree(
        snapshot: &Snapshot,
        request: &SearchRequest,
        aid: &Aid,
    ) -> (Option<Asked>, Vec<Note>) {
        let mut recall = Recall::of_trees(&[(&request.settings.remote.project, snapshot)], request, aid);
        (recall.of_trees.pop().flatten(), recall.notes)
    }

    /// Of several, in one question.
    pub(crate) fn of_trees(projects: &[(&str, &Snapshot)], request: &SearchRequest, aid: &Aid) -> Recall {
        let nothing = || projects.iter().map(|_| None).collect();
        if request.settings.engine != Engine::Qdrant {
            return Recall { of_trees: nothing(), notes: Vec::new() };
        }
        let Some((_, first)) = projects.first() else { return Recall::default() };
        let vectors = QuestionVectors::of(first, &request.settings, &request.query, aid);
        match request.settings.remote.ask(|client| ask(client, projects, request, &vectors)) {
            Ok(of_trees) => Recall { notes: missing(projects, &of_trees), of_trees },
            Err(failure) => Recall { of_trees: nothing(), notes: vec![note(failure)] },
        }
    }
}

/// Projects that the server does not have.
fn missing(projects: &[(&str, &Snapshot)], of_trees: &[Option<Asked>]) -> Vec<Note> {
    let absent = projects.iter().zip(of_trees).filter(|(_, asked)| asked.is_none());
    let failure = |name: &str| Failure {
        service: Service::Qdrant,
        phase: Phase::Manifest,
        kind: Kind::MissingProject,
        detail: name.to_owned(),
    };
    absent.map(|((name, _), _)| note(failure(name))).collect()
}

fn note(failure: Failure) -> Note {
    Note::Failed { failure, instead: Instead::EmbeddedRecall }
}
