//! Git history as facts: what each commit touched, and what that says about the units at HEAD.
//!
//! [`read`] walks first parents from HEAD and yields immutable [`CommitFacts`]; [`touches`] carries the lines of
//! today's units back through those facts; [`co_changes`] relates units that change together. Nothing here writes
//! to a repository, runs the `git` program, uses the network, or looks at a commit that neither HEAD nor the caller names.

mod changes;
mod co_change;
mod commit;
mod encoding;
mod error;
mod facts;
mod labels;
mod limits;
mod lines;
mod locate;
mod merged;
mod renames;
mod repository;
mod revision;
mod touch;
mod trees;
mod walk;

pub use co_change::{CoChange, CoChangeLimits, co_changes};
pub use encoding::DecodeError;
pub use error::HistoryError;
pub use facts::{CommitFacts, CommitId, Content, FileChange, Hunk};
pub use limits::Limits;
pub use lines::diff_lines;
pub use locate::{Location, locate};
pub use repository::{HeadFiles, Repository};
pub use touch::{FileUnits, Touch, TouchTracker, Touches, UnitSpan, touches};
pub use walk::{Known, Walk, WalkEnd, read, read_from};
