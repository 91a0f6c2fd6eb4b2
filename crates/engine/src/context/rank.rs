//! The list that a context packs, from a snapshot alone: no source is read and nothing is packed.

use super::ContextRequest;
use crate::error::EngineError;
use crate::search::{Hit, PreparedSearch, prepare_search};
use orienteer_storage::Snapshot;

/// A task whose candidates have been looked at, to be weighed with whichever weights.
pub struct PreparedContext {
    search: PreparedSearch,
}

/// Everything but the weighing.
pub fn prepare_context(
    snapshot: &Snapshot,
    request: &ContextRequest,
) -> Result<PreparedContext, EngineError> {
    Ok(PreparedContext { search: prepare_search(snapshot, &request.search_request())? })
}

impl PreparedContext {
    /// Best first, by the weights of `request`; what else it asks was decided before.
    pub fn rank(&self, request: &ContextRequest) -> Vec<Hit> {
        self.search.answer(&request.search_request()).hits
    }
}

/// Ranks what a task touches, best first.
pub fn rank_context(snapshot: &Snapshot, request: &ContextRequest) -> Result<Vec<Hit>, EngineError> {
    Ok(prepare_context(snapshot, request)?.rank(request))
}
