//! The API boundary: what a front end can ask of a tree, as plain data. No async, no environment, no printing.

mod error;
mod freshness;
mod index;
mod location;
mod status;
mod workspace;

pub use error::EngineError;
pub use freshness::{Freshness, View};
pub use index::{IndexOptions, nanoseconds_now};
pub use location::Location;
pub use orienteer_indexing::{Changes, Progress, Report, Silent, Skipped, Stage, Timing};
pub use status::{LanguageShare, ProblemFile, Status};
pub use workspace::Workspace;
