//! The collection: made once, with three named vectors and indexes on what is filtered by, and checked before it is used.
//!
//! Never changes or removes a collection that it did not make.

use qdrant_client::qdrant::vectors_config::Config;
use qdrant_client::qdrant::{
    CollectionInfo, CreateCollection, CreateCollectionBuilder, CreateFieldIndexCollectionBuilder, Distance,
    FieldType, IntegerIndexParamsBuilder, KeywordIndexParamsBuilder, Modifier, SparseVectorParamsBuilder,
    SparseVectorsConfigBuilder, VectorParamsBuilder, VectorsConfigBuilder,
};

use crate::failure::{Failure, Kind, Phase};
use crate::qdrant::Qdrant;
use crate::qdrant::classify::fail;
use crate::qdrant::point::{BORN, DIED, KIND, LANGUAGE, PATH, PROJECT, RECORD};

pub(super) const DENSE: &str = "dense";
pub(super) const SPARSE: &str = "sparse";
/// Weights of terms; how rare a term is, the server adds.
pub(super) const LEXICAL: &str = "lexical";

/// Numbers in a dense vector. One collection has one model's dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub dimension: usize,
}

impl Qdrant {
    /// Makes the collection if it is missing; says what is wrong with one that is there.
    pub fn prepare(&self, shape: Shape, cancelled: &dyn Fn() -> bool) -> Result<(), Failure> {
        match self.describe(cancelled) {
            Ok(found) => check(&found, shape)?,
            Err(failure) if failure.kind == Kind::MissingCollection => self.create(shape, cancelled)?,
            Err(failure) => return Err(failure),
        }
        self.create_indexes(cancelled)
    }

    /// Whether the collection is there and fits.
    pub fn verify(&self, shape: Shape) -> Result<(), Failure> {
        check(&self.describe(&|| false)?, shape)
    }

    fn describe(&self, cancelled: &dyn Fn() -> bool) -> Result<CollectionInfo, Failure> {
        let answer = self.bridge.work(Phase::Collection, cancelled, |client| {
            let name = self.collection().to_owned();
            async move { client.collection_info(name).await }
        })?;
        answer
            .result
            .ok_or_else(|| fail(Phase::Collection, Kind::BadAnswer, "no description of the collection"))
    }

    /// Two builds may come to it at once: one makes it, and the other finds it made.
    fn create(&self, shape: Shape, cancelled: &dyn Fn() -> bool) -> Result<(), Failure> {
        let request = self.definition(shape);
        let made = self.bridge.work(Phase::Collection, cancelled, |client| {
            let request = request.clone();
            async move { client.create_collection(request).await }
        });
        match made {
            Ok(_) => Ok(()),
            Err(failure) => match self.describe(cancelled) {
                Ok(found) => check(&found, shape),
                Err(_) => Err(failure),
            },
        }
    }

    fn definition(&self, shape: Shape) -> CreateCollection {
        let settings = &self.settings;
        let mut dense = VectorsConfigBuilder::default();
        let size = shape.dimension as u64;
        dense.add_named_vector_params(
            DENSE,
            VectorParamsBuilder::new(size, Distance::Cosine).on_disk(settings.on_disk),
        );
        let mut sparse = SparseVectorsConfigBuilder::default();
        sparse.add_named_vector_params(SPARSE, SparseVectorParamsBuilder::default());
        sparse.add_named_vector_params(LEXICAL, SparseVectorParamsBuilder::default().modifier(Modifier::Idf));
        let mut builder = CreateCollectionBuilder::new(self.collection())
            .vectors_config(dense)
            .sparse_vectors_config(sparse)
            .on_disk_payload(true);
        if let Some(count) = settings.shards {
            builder = builder.shard_number(count);
        }
        if let Some(count) = settings.replicas {
            builder = builder.replication_factor(count);
        }
        if let Some(count) = settings.write_consistency {
            builder = builder.write_consistency_factor(count);
        }
        builder.build()
    }

    /// An index that is there already is left as it is.
    fn create_indexes(&self, cancelled: &dyn Fn() -> bool) -> Result<(), Failure> {
        for field in [PROJECT, PATH, KIND, LANGUAGE, RECORD] {
            let params = KeywordIndexParamsBuilder::default().is_tenant(field == PROJECT);
            let builder =
                CreateFieldIndexCollectionBuilder::new(self.collection(), field, FieldType::Keyword);
            self.create_index(builder.field_index_params(params), cancelled)?;
        }
        for field in [BORN, DIED] {
            let params = IntegerIndexParamsBuilder::new(false, true);
            let builder =
                CreateFieldIndexCollectionBuilder::new(self.collection(), field, FieldType::Integer);
            self.create_index(builder.field_index_params(params), cancelled)?;
        }
        Ok(())
    }

    fn create_index(
        &self,
        builder: CreateFieldIndexCollectionBuilder,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<(), Failure> {
        let request = builder.wait(true).build();
        self.bridge.work(Phase::Collection, cancelled, |client| {
            let request = request.clone();
            async move { client.create_field_index(request).await }
        })?;
        Ok(())
    }
}

fn check(found: &CollectionInfo, shape: Shape) -> Result<(), Failure> {
    let foreign = || fail(Phase::Collection, Kind::ForeignCollection, "its vectors are not ours");
    let params = found.config.as_ref().and_then(|config| config.params.as_ref()).ok_or_else(foreign)?;
    let dense = match params.vectors_config.as_ref().and_then(|config| config.config.as_ref()) {
        Some(Config::ParamsMap(vectors)) => vectors.map.get(DENSE).ok_or_else(foreign)?,
        _ => return Err(foreign()),
    };
    let sparse = params.sparse_vectors_config.as_ref().ok_or_else(foreign)?;
    if [SPARSE, LEXICAL].iter().any(|name| !sparse.map.contains_key(*name)) {
        return Err(foreign());
    }
    let (expected, found) = (shape.dimension, dense.size as usize);
    if expected != found {
        let detail = format!("the collection has {found} numbers a vector, the model {expected}");
        return Err(fail(Phase::Check, Kind::WrongDimension { expected, found }, detail));
    }
    Ok(())
}
