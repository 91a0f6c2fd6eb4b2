//! From text to terms: the one tokenizer that indexing and search both use, so that a query and a document cannot disagree.
//!
//! Nothing here knows files, fields or scores; nothing here drops a stop word (only queries do, with [`is_stop_word`]).

mod forms;
mod one_line;
mod parts;
mod stem;
mod stop_words;
mod terms;
mod tokens;
mod words;

pub use forms::Forms;
pub use one_line::one_line;
pub use parts::{Parts, parts};
pub use stem::Stemming;
pub use stop_words::{is_function_word, is_stop_word};
pub use terms::{Tokenizer, is_term};
pub use tokens::{TokenCounter, count_tokens, load_vocabulary};
pub use words::{Word, Words, words};
