//! The manifest of a project: one point without vectors that says which generation is published. Written in one piece, so that readers
//! see a build whole or not at all.

use qdrant_client::Payload;
use qdrant_client::qdrant::{
    Condition, Filter, GetPointsBuilder, NamedVectors, PointStruct, RetrievedPoint, ScrollPointsBuilder,
    SetPayloadPointsBuilder, UpsertPointsBuilder, WriteOrdering, WriteOrderingType,
};

use crate::failure::{Failure, Kind, Phase};
use crate::qdrant::Qdrant;
use crate::qdrant::classify::fail;
use crate::qdrant::point::{Fields, PROJECT, PointId, RECORD};

const MANIFEST: &str = "manifest";
const GENERATION: &str = "generation";
const UNITS: &str = "units";
const DIMENSION: &str = "dimension";
const MADE_WITH: &str = "made_with";
const STATE: &str = "state";
const WRITER: &str = "writer";

/// Libraries are projects with this before their name.
const LIBRARY: &str = "lib:";

/// Whose units are searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// These; each has to be there.
    Projects(Vec<String>),
    /// All libraries.
    Libraries,
    /// These, and all libraries.
    WithLibraries(Vec<String>),
    All,
}

impl Scope {
    fn named(&self) -> &[String] {
        match self {
            Scope::Projects(names) | Scope::WithLibraries(names) => names,
            Scope::Libraries | Scope::All => &[],
        }
    }

    fn holds(&self, project: &str) -> bool {
        match self {
            Scope::Projects(names) => names.iter().any(|name| name == project),
            Scope::Libraries => project.starts_with(LIBRARY),
            Scope::WithLibraries(names) => {
                project.starts_with(LIBRARY) || names.iter().any(|name| name == project)
            }
            Scope::All => true,
        }
    }
}

/// What is published of a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    pub project: String,
    /// Counts builds.
    pub generation: i64,
    pub units: u64,
    pub dimension: usize,
    /// What the vectors were made with.
    pub made_with: String,
    /// What the units are of, as the caller calls it; empty where it said nothing.
    pub state: String,
}

/// The manifest as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Manifest {
    pub(super) published: Published,
    /// The build that is under way, or was when it ended without a word.
    pub(super) writer: String,
}

fn manifest_of(point: RetrievedPoint) -> Manifest {
    let mut fields = Fields(point.payload);
    let number = |key| fields.number(key).unwrap_or(0);
    let (generation, units, dimension) = (number(GENERATION), number(UNITS), number(DIMENSION));
    let published = Published {
        project: fields.text(PROJECT),
        generation,
        units: units.max(0) as u64,
        dimension: dimension.max(0) as usize,
        made_with: fields.text(MADE_WITH),
        state: fields.text(STATE),
    };
    Manifest { published, writer: fields.text(WRITER) }
}

/// In the order in which the leader of the point takes them, whoever else may write.
fn strongly() -> WriteOrdering {
    WriteOrdering { r#type: WriteOrderingType::Strong as i32 }
}

impl Qdrant {
    /// What is published within a scope, in the order of names.
    pub fn published(&self, scope: &Scope) -> Result<Vec<Published>, Failure> {
        let mut found: Vec<Published> = self
            .manifests()?
            .into_iter()
            .map(|manifest| manifest.published)
            .filter(|published| published.generation > 0 && scope.holds(&published.project))
            .collect();
        found.sort_by(|left, right| left.project.cmp(&right.project));
        let missing =
            scope.named().iter().find(|name| !found.iter().any(|published| published.project == **name));
        match missing {
            Some(name) => Err(fail(Phase::Manifest, Kind::MissingProject, name.as_str())),
            None => Ok(found),
        }
    }

    fn manifests(&self) -> Result<Vec<Manifest>, Failure> {
        let filter = Filter::must([Condition::matches(RECORD, MANIFEST.to_owned())]);
        let mut found = Vec::new();
        let mut offset = None;
        loop {
            let mut builder = ScrollPointsBuilder::new(self.collection())
                .filter(filter.clone())
                .limit(1_000)
                .with_payload(true);
            if let Some(next) = offset {
                builder = builder.offset::<qdrant_client::qdrant::PointId>(next);
            }
            let request = builder.build();
            let page = self.bridge.ask(Phase::Manifest, |client| {
                let request = request.clone();
                async move { client.scroll(request).await }
            })?;
            found.extend(page.result.into_iter().map(manifest_of));
            match page.next_page_offset {
                Some(next) => offset = Some(next),
                None => return Ok(found),
            }
        }
    }

    pub(super) fn manifest(
        &self,
        project: &str,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Option<Manifest>, Failure> {
        let id = PointId::of_manifest(project).to_wire();
        let request = GetPointsBuilder::new(self.collection(), vec![id]).with_payload(true).build();
        let answer = self.bridge.work(Phase::Manifest, cancelled, |client| {
            let request = request.clone();
            async move { client.get_points(request).await }
        })?;
        Ok(answer.result.into_iter().next().map(manifest_of))
    }

    /// Says who builds. What is published stays as it is.
    pub(super) fn announce(
        &self,
        project: &str,
        writer: &str,
        exists: bool,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<(), Failure> {
        let mut payload = Payload::new();
        payload.insert(WRITER, writer);
        if exists {
            return self.change_manifest(project, payload, Phase::Manifest, cancelled);
        }
        payload.insert(RECORD, MANIFEST);
        payload.insert(PROJECT, project);
        payload.insert(GENERATION, 0);
        let point =
            PointStruct::new(PointId::of_manifest(project).to_wire(), NamedVectors::default(), payload);
        let request =
            UpsertPointsBuilder::new(self.collection(), vec![point]).wait(true).ordering(strongly()).build();
        self.bridge.work(Phase::Manifest, cancelled, |client| {
            let request = request.clone();
            async move { client.upsert_points(request).await }
        })?;
        Ok(())
    }

    /// The one write that readers notice.
    pub(super) fn publish(&self, published: &Published, cancelled: &dyn Fn() -> bool) -> Result<(), Failure> {
        let mut payload = Payload::new();
        payload.insert(GENERATION, published.generation);
        payload.insert(UNITS, published.units as i64);
        payload.insert(DIMENSION, published.dimension as i64);
        payload.insert(MADE_WITH, published.made_with.as_str());
        payload.insert(STATE, published.state.as_str());
        payload.insert(WRITER, "");
        self.change_manifest(&published.project, payload, Phase::Publish, cancelled)
    }

    fn change_manifest(
        &self,
        project: &str,
        payload: Payload,
        phase: Phase,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<(), Failure> {
        let request = SetPayloadPointsBuilder::new(self.collection(), payload)
            .points_selector(vec![PointId::of_manifest(project).to_wire()])
            .wait(true)
            .ordering(strongly())
            .build();
        self.bridge.work(phase, cancelled, |client| {
            let request = request.clone();
            async move { client.set_payload(request).await }
        })?;
        Ok(())
    }
}
