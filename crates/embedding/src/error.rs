//! What can be wrong with a model's bytes.

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ModelError {
    #[error("the bytes are no model")]
    NotAModel,
    #[error("the model has version {0}, this program reads {expected}", expected = crate::layout::VERSION)]
    Version(u32),
    #[error("the model ends too early")]
    Truncated,
}
