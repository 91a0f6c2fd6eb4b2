//! What makes a question unanswerable.

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    #[error("the question is empty")]
    Empty,
    #[error("the question has no word that could be searched for")]
    NoWords,
    #[error("this index has no vectors, so that nothing can be found by them")]
    NoVectors,
    #[error("the embedder failed: {0}")]
    Embedder(String),
}
