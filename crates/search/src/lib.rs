//! The read pipeline: understand -> recall -> fuse -> seed -> walk -> rank -> diversify -> pack.
//!
//! `pipeline.rs` holds the order of the stages; each stage is one file. Nothing here reads the environment, the clock or a
//! source file, nothing writes, and nothing sees the write pipeline: storage is where the two meet.

mod around;
mod authority;
mod diversify;
mod error;
mod explain;
mod fuse;
mod mechanisms;
mod memory;
mod pack;
mod params;
mod pipeline;
mod rank;
mod recall;
mod rerank;
mod seed;
mod spread;
mod trace;
mod understand;
mod walk;

pub use around::{Near, Surroundings, measure_around};
pub use diversify::diversify;
pub use error::SearchError;
pub use explain::{Factor, Finding, Journey, Outcome, Part, Reason, Standing, Step};
pub use mechanisms::{Mechanism, mechanisms};
pub use memory::Memory;
pub use pack::{Candidate, Form, Packed, Refusal, Refusals, pack};
pub use params::{Parameter, Params, ParamsError};
pub use pipeline::{Answer, Prepared, Request, Strategy, measure, measure_observed, search};
pub use rank::Ranked;
pub use recall::concepts::Concept;
pub use recall::dense::Dense;
pub use recall::elsewhere::Elsewhere;
pub use recall::embedded::{Embedded, dense_row};
pub use recall::lexical::{asked_terms, term_weights};
pub use recall::nearest::{BuiltInVectors, Nearest};
pub use recall::rows::UnitRows;
pub use recall::sparse::{SparseQuestion, sparse_row};
pub use rerank::Rerank;
pub use trace::{Observer, Stage};
pub use understand::{Intent, Keywords, is_report, learnable_words, understand};
