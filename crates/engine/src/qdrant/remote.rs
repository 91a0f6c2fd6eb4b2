//! The server of a tree: where it is, what the tree is called there, and connections that outlive a question.

use super::Clients;
use crate::location::Location;
use orienteer_services::{Failure, Qdrant, QdrantSettings, ServiceSettings};
use std::sync::Arc;

/// Nothing is contacted before somebody asks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Remote {
    pub(crate) server: QdrantSettings,
    pub(crate) project: String,
    clients: Arc<Clients>,
}

impl Remote {
    /// The server that is configured, or the one that would be on this machine; the name that a team gave, or the one that only this
    /// tree has.
    pub(crate) fn of(services: &ServiceSettings, location: &Location, clients: &Arc<Clients>) -> Remote {
        let server = services.qdrant.clone().unwrap_or_default();
        let project = server.project.clone().unwrap_or_else(|| location.tree_key.clone());
        Remote { server, project, clients: Arc::clone(clients) }
    }

    pub(crate) fn ask<T>(&self, question: impl FnOnce(&Qdrant) -> Result<T, Failure>) -> Result<T, Failure> {
        self.clients.ask(&self.server, question)
    }

    /// For work that was asked for: what failed before is tried again.
    pub(crate) fn client(&self) -> Result<Qdrant, Failure> {
        self.clients.fresh(&self.server)
    }
}

/// Connections are what the rest makes them.
impl PartialEq for Remote {
    fn eq(&self, other: &Remote) -> bool {
        self.server == other.server && self.project == other.project
    }
}
