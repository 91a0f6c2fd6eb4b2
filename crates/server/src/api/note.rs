//! What an answer had to do without, as programs see it.

use serde::Serialize;
use utoipa::ToSchema;

/// A service that is configured and did not do its part. The answer stands without it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Note {
    service: &'static str,
    /// A word that stays the same.
    kind: &'static str,
    text: String,
    hint: &'static str,
}

impl Note {
    pub(crate) fn all(notes: &[orienteer_engine::Note]) -> Vec<Note> {
        let said = |note: &orienteer_engine::Note| Note {
            service: note.service().name(),
            kind: note.kind(),
            text: note.to_string(),
            hint: note.hint(),
        };
        notes.iter().map(said).collect()
    }
}
