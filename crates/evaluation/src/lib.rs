//! Measures the index against what others know. Depends on the pipeline's stages; nothing depends on it.

mod corpus;
mod scip_accuracy;

pub use corpus::{Corpus, CorpusError};
pub use scip_accuracy::{Accuracy, Finding, measure};
