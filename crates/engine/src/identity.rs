//! What vectors of units were made with, in one line each: the model, and everything of the settings that changes the texts. Vectors of
//! two identities are never compared.

use crate::unit_text::TEXT_VERSION;
use orienteer_services::{DenseEmbedder, Failure, Role, SparseSettings};

/// May have to ask the service which model it serves.
pub(crate) fn dense_identity(embedder: &dyn DenseEmbedder) -> Result<String, Failure> {
    let model = embedder.identity(&|| false)?;
    let (prefix, bytes) = (embedder.prefix(Role::Document), embedder.limits().text_bytes);
    Ok(format!("{TEXT_VERSION} {bytes} {prefix:?} {model}"))
}

pub(crate) fn sparse_identity(settings: &SparseSettings) -> String {
    let endpoint = &settings.endpoint;
    format!("{TEXT_VERSION} {} {} {}", endpoint.text_bytes, endpoint.url, endpoint.model)
}
