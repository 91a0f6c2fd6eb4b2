//! A model folder on this machine: BERT-like weights as safetensors, computed here. Reads the folder once, and nothing else ever.
//!
//! Nothing is padded, and no vector depends on its neighbours. A folder that holds no such model is a
//! failure that says what is wrong with it, whatever is in its files.

use rayon::prelude::*;
use tokenizers::Tokenizer;

use crate::dense::{DenseEmbedder, Limits, Role, checked, prefix_of};
use crate::failure::{Failure, Kind, Phase, Service};
use crate::settings::DenseSettings;

mod bert;
mod folder;
mod weights;

use bert::{Bert, Pooling};
use folder::Folder;

/// Texts that one core computes together: more take memory and win nothing.
const TEXTS_OF_A_CORE: usize = 8;

pub(crate) struct LocalModel {
    settings: DenseSettings,
    tokenizer: Tokenizer,
    bert: Bert,
    pooling: Pooling,
    identity: String,
}

fn bad(detail: impl Into<String>) -> Failure {
    Failure::new(Service::DenseEmbedder, Phase::Configure, Kind::BadModel, detail)
}

impl LocalModel {
    pub(crate) fn open(settings: &DenseSettings) -> Result<LocalModel, Failure> {
        let path = settings.folder.as_deref().ok_or_else(|| bad("no folder is named"))?;
        let Folder { bert, tokenizer, pooling, hash } = Folder::read(path).map_err(bad)?;
        let (expected, found) = (settings.dimension.unwrap_or(bert.dimension()), bert.dimension());
        if expected != found {
            let kind = Kind::WrongDimension { expected, found };
            let detail = format!("the model of {}", path.display());
            return Err(Failure::new(Service::DenseEmbedder, Phase::Configure, kind, detail));
        }
        let identity = format!("local {hash}");
        Ok(LocalModel { settings: settings.clone(), tokenizer, bert, pooling, identity })
    }

    fn vectors(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, Failure> {
        let fail =
            |detail: String| Failure::new(Service::DenseEmbedder, Phase::Request, Kind::BadModel, detail);
        let encode = |text: &&str| self.tokenizer.encode_fast(*text, true);
        let encoded: Result<Vec<_>, _> = texts.iter().map(encode).collect();
        let encoded = encoded.map_err(|error| fail(error.to_string()))?;
        let pieces: Vec<&[u32]> = encoded.iter().map(|encoding| encoding.get_ids()).collect();
        self.bert.vectors(&pieces, self.pooling).map_err(fail)
    }
}

impl DenseEmbedder for LocalModel {
    fn identity(&self, _: &dyn Fn() -> bool) -> Result<String, Failure> {
        Ok(self.identity.clone())
    }

    fn prefix(&self, role: Role) -> &str {
        prefix_of(&self.settings, role)
    }

    /// All cores work within a batch.
    fn limits(&self) -> Limits {
        Limits { parallel: 1, ..Limits::of(&self.settings.endpoint) }
    }

    fn dimension(&self) -> Option<usize> {
        Some(self.bert.dimension())
    }

    fn embed_batch(
        &self,
        texts: &[&str],
        _: Role,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Vec<Vec<f32>>, Failure> {
        let mut vectors = Vec::with_capacity(texts.len());
        for some in texts.chunks(TEXTS_OF_A_CORE * rayon::current_num_threads()) {
            if cancelled() {
                return Err(Failure::new(Service::DenseEmbedder, Phase::Request, Kind::Cancelled, ""));
            }
            let share = some.len().div_ceil(rayon::current_num_threads()).max(1);
            let found: Result<Vec<_>, _> = some.par_chunks(share).map(|part| self.vectors(part)).collect();
            vectors.extend(found?.into_iter().flatten());
        }
        checked(vectors, texts.len(), self.dimension())
    }
}
