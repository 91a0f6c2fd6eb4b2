//! Units as points of one Qdrant collection: many projects side by side, each with generations that readers see whole or not at all.
//!
//! A point says in which generation it was born and in which it died; the manifest of a project says which generation is published, and
//! changes in one write. A build that is killed leaves points that nobody sees. Nothing here knows source text, graphs or scores of ours.

use std::sync::Arc;

use crate::failure::Failure;
use crate::settings::QdrantSettings;

mod bridge;
mod build;
mod classify;
mod collection;
mod filters;
mod manifest;
mod point;
mod query;

pub use build::{Build, Built, Stored};
pub use collection::Shape;
pub use manifest::{Published, Scope};
pub use point::{Description, PointId, Vectors};
pub use query::{Hit, Question, View};

use bridge::Bridge;

/// A client of one collection. Cheap to clone; clones share their connections.
#[derive(Clone)]
pub struct Qdrant {
    bridge: Arc<Bridge>,
    settings: Arc<QdrantSettings>,
}

impl Qdrant {
    /// Nothing is contacted yet.
    pub fn open(settings: &QdrantSettings) -> Result<Qdrant, Failure> {
        Ok(Qdrant { bridge: Arc::new(Bridge::open(settings)?), settings: Arc::new(settings.clone()) })
    }

    fn collection(&self) -> &str {
        &self.settings.collection
    }

    /// The version that the server says it has.
    pub fn version(&self) -> Result<String, Failure> {
        let answer = self
            .bridge
            .ask(crate::failure::Phase::Connect, |client| async move { client.health_check().await })?;
        Ok(answer.version)
    }
}
