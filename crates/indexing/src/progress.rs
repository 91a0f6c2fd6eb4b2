//! How far the pipeline is, for whoever watches.

/// A stage that takes long enough to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Counted in files; the total is not known.
    Discover,
    /// Counted in bytes of source.
    Extract,
    /// Counted in commits.
    History,
    Resolve,
    Commit,
    /// Counted in units; what a server is given of a snapshot that is published.
    Push,
    /// Counted in units; only where a service computes vectors, after everything else is published.
    Embed,
}

impl Stage {
    pub fn name(self) -> &'static str {
        match self {
            Stage::Discover => "discover",
            Stage::Extract => "extract",
            Stage::History => "history",
            Stage::Resolve => "resolve",
            Stage::Commit => "commit",
            Stage::Push => "push",
            Stage::Embed => "embed",
        }
    }
}

/// Watches a run. Called from several threads.
pub trait Progress: Sync {
    /// A stage begins; `total` is 0 where it is not known.
    fn begin(&self, stage: Stage, total: u64);

    fn advance(&self, amount: u64);

    /// Asked between batches: the run ends early, keeping what it has.
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// Watches nothing.
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _: Stage, _: u64) {}

    fn advance(&self, _: u64) {}
}
