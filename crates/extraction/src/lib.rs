//! Source text -> [`FileFacts`]: pure, one file at a time, and never a failure: a broken file gives what it gives plus problems.
//!
//! Nothing here knows a path, another file or a language by name. Facts depend on the bytes and the language alone, which is
//! what lets storage share them between worktrees and copies.

mod binding;
mod builder;
mod callee;
mod classify;
mod data;
mod documentation;
mod fragment;
mod heading;
mod import;
mod limits;
mod mask;
mod mention;
mod order;
mod parse;
mod reference;
mod section;
mod token;
mod type_name;
mod unit;
mod walk;

pub use classify::is_minified;
pub use limits::Limits;

use builder::Builder;
use orienteer_languages::{Document, Language};
use orienteer_model::{FileFacts, ProblemKind};

/// Reads files one after the other, keeping the parser and its buffers between them. One per thread.
pub struct Extractor {
    parser: parse::Parser,
    limits: Limits,
}

impl Default for Extractor {
    fn default() -> Self {
        Extractor::new(Limits::default())
    }
}

impl Extractor {
    pub fn new(limits: Limits) -> Extractor {
        Extractor { parser: parse::Parser::default(), limits }
    }

    /// Everything that the bytes say in the given language.
    pub fn extract(&mut self, language: &'static Language, source: &[u8]) -> FileFacts {
        let language = orienteer_languages::by_content(language, source);
        let limits = match language.fragments {
            Some(fragments) => Limits { fragments, ..self.limits },
            None => self.limits,
        };
        let mut builder = Builder::new(language.id);
        if std::str::from_utf8(source).is_err() {
            builder.problem(ProblemKind::Encoding, 0);
        }
        if language.grammar.is_none() {
            return section::extract(builder, language, source, &limits);
        }
        let most = if language.document == Document::Code { limits.code_bytes } else { limits.data_bytes };
        if source.len() > most {
            builder.problem(ProblemKind::TooLarge, 0);
            return fragment::extract(builder, source, &limits);
        }
        if is_minified(source) || classify::is_repetitive(source) {
            return fragment::extract_generated(builder, source, &limits);
        }
        let readable = mask::without_macros(source, &language.rules.words.macros_after);
        match self.parser.parse(language, &readable, &limits) {
            Some(tree) => walk::extract(builder, language, source, &tree, &limits),
            None => {
                builder.problem(ProblemKind::TooSlow, 0);
                fragment::extract(builder, source, &limits)
            }
        }
    }
}

/// Detects the language by path or first line and extracts; text that no language claims becomes fragments.
pub fn extract(path: &str, source: &[u8]) -> FileFacts {
    let language = orienteer_languages::by_path(path)
        .or_else(|| orienteer_languages::by_interpreter(source))
        .or_else(|| orienteer_languages::by_name("text"));
    match language {
        Some(language) => Extractor::default().extract(language, source),
        None => FileFacts::default(),
    }
}
