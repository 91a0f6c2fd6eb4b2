//! Measures the index and what is asked of it against what others know: suites of questions, their scoring, and the figures.
//! Only `cli` may depend on this crate; it prints nothing.

mod ablate;
mod ask;
mod chart;
mod checkout;
mod compare;
mod corpus;
mod error;
mod fit;
mod latency;
mod learning;
mod measured;
mod metrics;
mod names;
mod paraphrases;
mod prepare;
mod report;
mod run;
mod scip_accuracy;
mod statistics;
mod suite;
mod summary;
mod table;
mod through;
mod writable;

pub use ablate::{Ablation, Effect, Without, ablate};
pub use chart::chart;
pub use compare::{Comparison, Difference, Moved, Recorded, Row, compare};
pub use corpus::{Corpus, CorpusError};
pub use error::EvaluationError;
pub use fit::{Fold, Objective, Plan, check_rewrite, cross_validate, fit, rewrite};
pub use latency::{Asked, Latency, latency};
pub use learning::{Learning, Lesson, learn};
pub use metrics::{DEPTH, Figures, Found, main_figures, score};
pub use paraphrases::least_steady;
pub use prepare::{Bench, Nobody, Places, Witness};
pub use report::{contract, output};
pub use run::{Outcome, Session, Settings, pool, run};
pub use scip_accuracy::{Accuracy, Finding, measure};
pub use statistics::{Estimate, bootstrap, mean, percentile, wilcoxon};
pub use suite::{Case, Gold, Suite, SuiteKind};
pub use summary::{DIMENSIONS, Group, Summary};
pub use table::{markdown, table};
pub use through::Through;
pub use writable::check_writable;
