//! `/embed` of Text Embeddings Inference. Nothing here counts, caches or retries.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::dense::{DenseEmbedder, Limits, Role, call_of, checked, prefix_of};
use crate::failure::{Failure, Kind, Service};
use crate::settings::DenseSettings;
use crate::transport::Transport;

pub(crate) struct TeiEmbedder {
    transport: Transport,
    settings: DenseSettings,
    served: OnceLock<String>,
}

#[derive(Serialize)]
struct Question<'a> {
    inputs: &'a [&'a str],
    normalize: bool,
    truncate: bool,
}

/// What the server says about itself.
#[derive(Deserialize)]
struct Information {
    model_id: String,
    model_sha: Option<String>,
}

impl TeiEmbedder {
    pub(crate) fn open(settings: &DenseSettings) -> Result<TeiEmbedder, Failure> {
        let transport = Transport::open(Service::DenseEmbedder, &settings.endpoint)?;
        Ok(TeiEmbedder { transport, settings: settings.clone(), served: OnceLock::new() })
    }

    /// The model behind an address may be changed: the server is asked, and only one that cannot say is known by its address.
    fn ask_for_model(&self, cancelled: &dyn Fn() -> bool) -> Result<String, Failure> {
        let call = call_of(&self.settings.endpoint, Role::Query, cancelled);
        match self.transport.get::<Information>(&["info"], &call) {
            Ok(found) => Ok(format!("tei {} {}", found.model_id, found.model_sha.unwrap_or_default())),
            Err(failure) if says_nothing(failure.kind) => {
                Ok(format!("tei {} {}", self.transport.base(), self.settings.endpoint.model))
            }
            Err(failure) => Err(failure),
        }
    }
}

/// The server is there and has no such page.
fn says_nothing(kind: Kind) -> bool {
    matches!(kind, Kind::NotFound | Kind::Rejected { .. } | Kind::BadAnswer)
}

impl DenseEmbedder for TeiEmbedder {
    fn identity(&self, cancelled: &dyn Fn() -> bool) -> Result<String, Failure> {
        if let Some(known) = self.served.get() {
            return Ok(known.clone());
        }
        let found = self.ask_for_model(cancelled)?;
        Ok(self.served.get_or_init(|| found).clone())
    }

    fn prefix(&self, role: Role) -> &str {
        prefix_of(&self.settings, role)
    }

    fn limits(&self) -> Limits {
        Limits::of(&self.settings.endpoint)
    }

    fn dimension(&self) -> Option<usize> {
        self.settings.dimension
    }

    fn embed_batch(
        &self,
        texts: &[&str],
        role: Role,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Vec<Vec<f32>>, Failure> {
        let call = call_of(&self.settings.endpoint, role, cancelled);
        let question = Question { inputs: texts, normalize: true, truncate: true };
        let answer: Vec<Vec<f32>> = self.transport.post(&["embed"], &question, &call)?;
        checked(answer, texts.len(), self.settings.dimension)
    }
}
