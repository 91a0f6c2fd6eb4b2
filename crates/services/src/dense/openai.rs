//! The `/v1/embeddings` that OpenAI began and many servers speak. Nothing here counts, caches or retries.

use serde::{Deserialize, Serialize};

use crate::dense::{DenseEmbedder, Limits, Role, call_of, checked, prefix_of};
use crate::failure::{Failure, Kind, Phase, Service};
use crate::settings::DenseSettings;
use crate::transport::Transport;

pub(crate) struct OpenAiEmbedder {
    transport: Transport,
    settings: DenseSettings,
}

#[derive(Serialize)]
struct Question<'a> {
    model: &'a str,
    input: &'a [&'a str],
    encoding_format: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    dimensions: Option<usize>,
}

#[derive(Deserialize)]
struct Answer {
    data: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    /// Servers may answer in any order; those that leave it out answer in order.
    index: Option<usize>,
    embedding: Vec<f32>,
}

impl OpenAiEmbedder {
    pub(crate) fn open(settings: &DenseSettings) -> Result<OpenAiEmbedder, Failure> {
        let transport = Transport::open(Service::DenseEmbedder, &settings.endpoint)?;
        Ok(OpenAiEmbedder { transport, settings: settings.clone() })
    }

    fn in_order(&self, rows: Vec<Row>) -> Result<Vec<Vec<f32>>, Failure> {
        let mut placed: Vec<(usize, Vec<f32>)> = rows
            .into_iter()
            .enumerate()
            .map(|(place, row)| (row.index.unwrap_or(place), row.embedding))
            .collect();
        placed.sort_by_key(|(index, _)| *index);
        if placed.iter().enumerate().any(|(place, (index, _))| place != *index) {
            let detail = "the indexes of the answer are not those of the texts";
            return Err(self.transport.fail(Phase::Answer, Kind::BadAnswer, detail));
        }
        Ok(placed.into_iter().map(|(_, vector)| vector).collect())
    }
}

impl DenseEmbedder for OpenAiEmbedder {
    fn identity(&self, _: &dyn Fn() -> bool) -> Result<String, Failure> {
        let shortened = self.settings.dimension.filter(|_| self.settings.request_dimension);
        let model = &self.settings.endpoint.model;
        Ok(format!("openai {} {model} {}", self.transport.base(), shortened.unwrap_or(0)))
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
        let question = Question {
            model: &self.settings.endpoint.model,
            input: texts,
            encoding_format: "float",
            dimensions: self.settings.dimension.filter(|_| self.settings.request_dimension),
        };
        let call = call_of(&self.settings.endpoint, role, cancelled);
        let answer: Answer = self.transport.post(&["v1", "embeddings"], &question, &call)?;
        checked(self.in_order(answer.data)?, texts.len(), self.settings.dimension)
    }
}
