//! Immutable snapshots of an index on disk, facts of files by content, one writer, any number of readers.
//!
//! Nothing here reads the environment, the clock or git, parses a source or ranks a result. What is on disk is never trusted:
//! damaged bytes give a typed error or an empty answer.
//!
//! ```text
//! <cache>/<repository key>/
//!   lock                  held by the one writer of all worktrees
//!   CACHEDIR.TAG          tells backups and indexers to pass it over
//!   facts/<hash>.pack     facts of files by key, shared by worktrees
//!   history/<hash>.pack   facts of commits by id
//!   answers/<key>         answers that were given before; losing them costs time
//!   learned/              lines about what was returned and what of it was used; a rebuild keeps them
//!   trees/<worktree key>/
//!     current             one line: the current snapshot and the one before; publishing is the rename of this file
//!     folders             the folders as they were last listed; losing it costs listing them again
//!     stat                what the file system said of each file; losing it costs reading them again
//!     vectors-<kind>      rows of units that a service computed; losing them costs computing them again
//!     snapshot-<id>/      manifest, records, graph, lexical, segment-<checksum>, history
//! ```

mod answers;
#[cfg(test)]
mod damage;
mod disk;
mod error;
mod facts;
mod folders;
mod garbage;
mod graph;
mod history;
mod journal;
mod key;
mod lexical;
mod lock;
mod log;
mod manifest;
mod mapped;
mod pack;
mod private;
mod records;
mod register;
mod repository;
mod scratch;
mod sections;
mod sidecar;
mod snapshot;
mod stat;
#[cfg(test)]
mod test_data;
mod writer;

pub use answers::{AnswerLimits, Answers};
pub use disk::{Operation, Steps};
pub use error::{Error, Result};
pub use facts::{FactsStore, FactsWriter, decode_facts, encode_facts};
pub use folders::{FolderCache, FolderStamp, ListedFolder};
pub use graph::{Graph, ShowEdges};
pub use history::{Commit, CommitInput, History, Touch};
pub use journal::{Journal, Lines};
pub use key::Key;
pub use lexical::{
    Embed, FIELDS, Field, Lexical, LexicalPlan, Places, Posting, Postings, RowCount, Segment, SegmentBuilder,
    Term, VectorRows, Vectors, sketch,
};
pub use lock::WriterLock;
pub use log::{Log, LogInput, Mention};
pub use manifest::Counts;
pub use pack::{Pack, PackWriter, Packs};
pub use private::{TAG, TAG_SIGNATURE, create_private_folders};
pub use records::{ExternalUnit, FileFlags, FileInput, FileRecord, FilesInOrder, UnitRecord, last_segment};
pub use register::Register;
pub use repository::{Repository, Tree};
pub use scratch::Scratch;
pub use sidecar::{Sidecar, SidecarFile};
pub use snapshot::{Snapshot, SnapshotId};
pub use stat::{StatCache, StatEntry};
pub use writer::SnapshotWriter;

/// Version of everything on disk. Raise it whenever a stored row, number or rule of the tokenizer changes its meaning.
pub const FORMAT_VERSION: u32 = 6;
