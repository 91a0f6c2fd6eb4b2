//! The inverted index: which unit has which term, in which field, how often.
//!
//! It is our own rather than a search library's, because ranking needs what those do not give: frequencies of every field of
//! a unit at once, so that field weights and `k1`/`b` are chosen per query (true BM25F); statistics that stay exact when files
//! change, without rewriting the index; the same bytes from the same sources; and a build that costs little more than reading
//! the words. Nothing here scores.
//!
//! An immutable **segment** covers the units of some files. A snapshot lists its segments and says, for each of their
//! documents, which unit it is now, or that it is dead.

mod aside;
mod build;
mod embedder;
mod encode;
mod fields;
mod grouping;
mod groups;
mod long;
mod merge;
mod places;
mod plan;
mod postings;
mod read;
mod segment;
mod term;
mod vectors;
mod vocabulary;
mod write;

pub use build::SegmentBuilder;
pub use fields::{FIELDS, Field};
pub use places::Places;
pub use plan::LexicalPlan;
pub use postings::Posting;
pub use read::Lexical;
pub use segment::Segment;
pub use term::{Postings, Term};
pub use vectors::{Embed, RowCount, VectorRows, Vectors, sketch};
pub(crate) use write::write;

/// "No unit any more" in the table from documents to units.
const DEAD: u32 = u32::MAX;
