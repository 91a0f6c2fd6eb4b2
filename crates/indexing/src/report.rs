//! What one run did.

use crate::discover::Skipped;
use crate::progress::Stage;
use orienteer_storage::{Counts, SnapshotId};
use std::time::Duration;

/// Wall time of one stage.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    pub stage: Stage,
    pub elapsed: Duration,
}

#[derive(Clone, Debug)]
pub struct Report {
    pub snapshot: SnapshotId,
    /// False when the tree was as the current snapshot has it and nothing was written.
    pub published: bool,
    pub counts: Counts,
    /// Files whose bytes were read, because the file system says they changed.
    pub read: u64,
    /// Files that were parsed, because nobody had their facts.
    pub parsed: u64,
    pub bytes: u64,
    pub lines: u64,
    pub problems: u64,
    pub skipped: Skipped,
    /// Bytes that resolution is thought to have taken, where that is more than the bound. The index is complete all the same.
    pub memory_needed: Option<u64>,
    pub timings: Vec<Timing>,
}
