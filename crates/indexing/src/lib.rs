//! The write pipeline: discover -> read -> extract -> resolve -> mine -> commit.
//!
//! `pipeline.rs` holds the order of the stages; each stage is one file. Nothing here answers queries or sees the read pipeline:
//! storage is where the two meet.

mod classify;
mod commit;
mod discover;
mod embed;
mod error;
mod extract;
mod history;
mod manifests;
mod memory_bound;
mod pipeline;
mod progress;
mod read;
mod report;
mod resolve;
mod scip;
mod secret;
mod source;

pub use classify::flags_of;
pub use discover::{Discovery, Folders, Found, Skipped, discover, discover_again, discover_some, folders};
pub use embed::lacks_vectors;
pub use error::IndexError;
pub use history::is_current as is_history_current;
pub use memory_bound::MemoryBound;
pub use pipeline::{Changes, Request, changes, index, index_found};
pub use progress::{Progress, Silent, Stage};
pub use report::{Report, Timing};
pub use secret::is_secret;
pub use source::{Source, key_of, open_plain, read_source};
