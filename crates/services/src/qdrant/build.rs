//! A build of one project: what is stored already stays, what is missing is added, what is gone dies with the generation that is
//! published at the end.
//!
//! Until then readers see the generation before. Killed anywhere, a build leaves points that no reader sees, and the next one keeps
//! those that it wants. Of two builds at once the one that began later goes on.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use qdrant_client::Payload;
use qdrant_client::qdrant::{
    DeletePointsBuilder, Filter, PayloadIncludeSelector, PointId as WirePointId, PointStruct, PointsIdsList,
    ScrollPointsBuilder, SetPayloadPointsBuilder, UpsertPointsBuilder,
};

use crate::failure::{Failure, Kind, Phase};
use crate::qdrant::classify::fail;
use crate::qdrant::filters;
use crate::qdrant::manifest::Published;
use crate::qdrant::point::{self, BORN, DIED, Description, Fields, NEVER, PointId, Vectors};
use crate::qdrant::{Qdrant, Shape};

/// Ids in a request that lists or changes points.
const PAGE: u32 = 5_000;
/// Vectors in one upsert, however many points they make: the server takes 32 MiB.
const MOST_UPSERT_BYTES: usize = 8 * 1024 * 1024;

/// Whether a unit has to be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    Already(PointId),
    Missing(PointId),
}

/// What a build did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Built {
    pub generation: i64,
    pub added: u64,
    pub kept: u64,
    pub removed: u64,
}

/// A point on the server, as the build found it.
#[derive(Clone, Copy, Debug)]
struct Life {
    born: i64,
    died: i64,
    wanted: bool,
}

/// A build under way. Dropping it leaves readers where they were.
pub struct Build<'a> {
    qdrant: Qdrant,
    cancelled: &'a dyn Fn() -> bool,
    project: String,
    shape: Shape,
    made_with: String,
    state: String,
    /// The generation before.
    published: i64,
    writer: String,
    lives: HashMap<PointId, Life>,
    batch: Vec<PointStruct>,
    batch_bytes: usize,
    built: Built,
}

impl Qdrant {
    /// Begins a build. `made_with` is kept for readers: it names the models of the vectors.
    pub fn begin<'a>(
        &self,
        project: &str,
        shape: Shape,
        made_with: &str,
        cancelled: &'a dyn Fn() -> bool,
    ) -> Result<Build<'a>, Failure> {
        self.prepare(shape, cancelled)?;
        let manifest = self.manifest(project, cancelled)?;
        let writer = token();
        self.announce(project, &writer, manifest.is_some(), cancelled)?;
        let published = manifest.as_ref().map_or(0, |manifest| manifest.published.generation);
        Ok(Build {
            qdrant: self.clone(),
            cancelled,
            project: project.to_owned(),
            shape,
            made_with: made_with.to_owned(),
            state: String::new(),
            published,
            writer,
            lives: self.lives(&filters::units_of(project), cancelled)?,
            batch: Vec::new(),
            batch_bytes: 0,
            built: Built { generation: published + 1, ..Built::default() },
        })
    }

    /// Removes a project and all that is stored of it. Readers miss it at once.
    pub fn remove(&self, project: &str, cancelled: &dyn Fn() -> bool) -> Result<(), Failure> {
        let ids = PointsIdsList { ids: vec![PointId::of_manifest(project).to_wire()] };
        self.delete(DeletePointsBuilder::new(self.collection()).points(ids), cancelled)?;
        let all = filters::units_of(project);
        self.delete(DeletePointsBuilder::new(self.collection()).points(all), cancelled)
    }

    fn delete(&self, builder: DeletePointsBuilder, cancelled: &dyn Fn() -> bool) -> Result<(), Failure> {
        let request = builder.wait(true).build();
        self.bridge.work(Phase::Delete, cancelled, |client| {
            let request = request.clone();
            async move { client.delete_points(request).await }
        })?;
        Ok(())
    }

    fn lives(
        &self,
        filter: &Filter,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<HashMap<PointId, Life>, Failure> {
        let mut lives = HashMap::new();
        let mut offset: Option<WirePointId> = None;
        loop {
            let mut builder = ScrollPointsBuilder::new(self.collection())
                .filter(filter.clone())
                .limit(PAGE)
                .with_payload(PayloadIncludeSelector { fields: vec![BORN.to_owned(), DIED.to_owned()] });
            if let Some(next) = offset {
                builder = builder.offset(next);
            }
            let request = builder.build();
            let page = self.bridge.work(Phase::Manifest, cancelled, |client| {
                let request = request.clone();
                async move { client.scroll(request).await }
            })?;
            for point in page.result {
                let fields = Fields(point.payload);
                let (born, died) = (fields.number(BORN).unwrap_or(0), fields.number(DIED).unwrap_or(NEVER));
                if let Some(id) = PointId::from_wire(point.id) {
                    lives.insert(id, Life { born, died, wanted: false });
                }
            }
            match page.next_page_offset {
                Some(next) => offset = Some(next),
                None => return Ok(lives),
            }
        }
    }
}

/// Tells builds apart, on this machine and others.
fn token() -> String {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_nanos());
    static BEGUN: AtomicU64 = AtomicU64::new(0);
    format!("{time:x}-{:x}-{:x}", std::process::id(), BEGUN.fetch_add(1, Ordering::Relaxed))
}

impl Build<'_> {
    /// Says what the units are of: readers hear it with what is published.
    pub fn of_state(mut self, state: &str) -> Self {
        self.state = state.to_owned();
        self
    }

    /// Says that the unit belongs to the project, and hears whether its vectors are needed.
    pub fn want(&mut self, description: &Description<'_>) -> Stored {
        let id = PointId::of(&self.project, description);
        match self.lives.get_mut(&id) {
            Some(life) if life.died > self.published => {
                self.built.kept += u64::from(!life.wanted);
                life.wanted = true;
                Stored::Already(id)
            }
            _ => Stored::Missing(id),
        }
    }

    /// Adds a unit that was missing. Full batches are sent at once.
    pub fn add(&mut self, description: &Description<'_>, vectors: Vectors) -> Result<(), Failure> {
        if let Some(found) =
            vectors.dense.as_ref().map(Vec::len).filter(|&found| found != self.shape.dimension)
        {
            let kind = Kind::WrongDimension { expected: self.shape.dimension, found };
            return Err(fail(Phase::Check, kind, description.path));
        }
        let id = PointId::of(&self.project, description);
        let generation = self.built.generation;
        let life = Life { born: generation, died: NEVER, wanted: true };
        if self.lives.insert(id, life).is_some_and(|before| before.wanted) {
            return Ok(());
        }
        self.batch_bytes += 256 + 4 * vectors.dense.as_ref().map_or(0, Vec::len);
        self.batch_bytes +=
            8 * (vectors.lexical.indices.len() + vectors.sparse.as_ref().map_or(0, |s| s.indices.len()));
        self.batch.push(point::point(id, &self.project, description, vectors, generation));
        if self.batch.len() >= self.qdrant.settings.batch || self.batch_bytes >= MOST_UPSERT_BYTES {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Failure> {
        if self.batch.is_empty() {
            return Ok(());
        }
        self.stop_if_overtaken()?;
        let points = std::mem::take(&mut self.batch);
        self.batch_bytes = 0;
        let count = points.len() as u64;
        let request = UpsertPointsBuilder::new(self.qdrant.collection(), points).wait(true).build();
        self.qdrant.bridge.work(Phase::Upsert, self.cancelled, |client| {
            let request = request.clone();
            async move { client.upsert_points(request).await }
        })?;
        self.built.added += count;
        Ok(())
    }

    fn stop_if_overtaken(&self) -> Result<(), Failure> {
        if (self.cancelled)() {
            return Err(fail(Phase::Upsert, Kind::Cancelled, ""));
        }
        let manifest = self.qdrant.manifest(&self.project, self.cancelled)?;
        match manifest.is_some_and(|manifest| manifest.writer == self.writer) {
            true => Ok(()),
            false => Err(fail(Phase::Upsert, Kind::Overtaken, self.project.as_str())),
        }
    }

    /// Sends what is left, lets die what was not wanted, and publishes.
    pub fn finish(mut self) -> Result<Built, Failure> {
        self.flush()?;
        self.stop_if_overtaken()?;
        self.look_again()?;
        self.bury()?;
        self.stop_if_overtaken()?;
        let published = Published {
            project: self.project.clone(),
            generation: self.built.generation,
            units: self.built.added + self.built.kept,
            dimension: self.shape.dimension,
            made_with: self.made_with.clone(),
            state: self.state.clone(),
        };
        self.qdrant.publish(&published, self.cancelled)?;
        self.remove_dead()?;
        Ok(self.built)
    }

    /// What another build of the same project did after we looked: points that we do not want, and marks on points that we do.
    fn look_again(&mut self) -> Result<(), Failure> {
        let touched = filters::touched_after(&self.project, self.published);
        for (id, found) in self.qdrant.lives(&touched, self.cancelled)? {
            self.lives.entry(id).and_modify(|life| life.died = found.died).or_insert(found);
        }
        Ok(())
    }

    /// Marks and unmarks what readers of the generation before still see; what nobody saw goes at once.
    fn bury(&mut self) -> Result<(), Failure> {
        let (published, generation) = (self.published, self.built.generation);
        let (mut dying, mut unseen, mut revived) = (Vec::new(), Vec::new(), Vec::new());
        for (&id, life) in &self.lives {
            match life {
                Life { wanted: true, died, .. } if *died != NEVER => revived.push(id),
                Life { wanted: true, .. } => {}
                Life { born, .. } if *born > published => unseen.push(id),
                Life { died, .. } if *died == NEVER => dying.push(id),
                Life { .. } => {}
            }
        }
        let marked = self.lives.values().filter(|life| !life.wanted && life.born <= published);
        self.built.removed = marked.filter(|life| life.died > published).count() as u64;
        self.mark(dying, generation)?;
        self.mark(revived, NEVER)?;
        for ids in pages(unseen) {
            let selected = PointsIdsList { ids };
            let builder = DeletePointsBuilder::new(self.qdrant.collection()).points(selected);
            self.qdrant.delete(builder, self.cancelled)?;
        }
        Ok(())
    }

    fn mark(&self, ids: Vec<PointId>, died: i64) -> Result<(), Failure> {
        for ids in pages(ids) {
            let mut payload = Payload::new();
            payload.insert(DIED, died);
            let request = SetPayloadPointsBuilder::new(self.qdrant.collection(), payload)
                .points_selector(ids)
                .wait(true)
                .build();
            self.qdrant.bridge.work(Phase::Delete, self.cancelled, |client| {
                let request = request.clone();
                async move { client.set_payload(request).await }
            })?;
        }
        Ok(())
    }

    /// Those that readers of the generation before do not see either: such a reader may be in the middle of a question.
    fn remove_dead(&self) -> Result<(), Failure> {
        let dead = filters::dead(&self.project, self.published);
        self.qdrant.delete(DeletePointsBuilder::new(self.qdrant.collection()).points(dead), self.cancelled)
    }
}

/// In an order that does not depend on the table that they came from.
fn pages(mut ids: Vec<PointId>) -> Vec<Vec<WirePointId>> {
    ids.sort_unstable();
    ids.chunks(PAGE as usize).map(|some| some.iter().map(|id| id.to_wire()).collect()).collect()
}
