//! Bytes -> syntax tree, bounded in steps. Keeps one parser and switches its grammar only when the language changes.

use crate::limits::Limits;
use orienteer_languages::Language;
use orienteer_languages::tree_sitter::{self, ParseOptions, ParseState, Tree};
use orienteer_model::LanguageId;
use std::ops::ControlFlow;

#[derive(Default)]
pub(crate) struct Parser {
    parser: Option<tree_sitter::Parser>,
    language: Option<LanguageId>,
}

impl Parser {
    /// The tree, or nothing if the parser needed more steps than the limits grant.
    pub(crate) fn parse(&mut self, language: &'static Language, source: &[u8], limits: &Limits) -> Option<Tree> {
        let parser = self.parser.get_or_insert_with(tree_sitter::Parser::new);
        if self.language != Some(language.id) {
            parser.set_language(language.grammar.as_ref()?).ok()?;
            self.language = Some(language.id);
        }
        let mut steps = limits.parser_steps_base + source.len().saturating_mul(limits.parser_steps_per_byte);
        // The callback comes once in about a hundred parser operations.
        let mut progress = |_: &ParseState| {
            steps = steps.saturating_sub(100);
            if steps == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let options = ParseOptions::new().progress_callback(&mut progress);
        let mut read = |offset: usize, _| source.get(offset..).unwrap_or_default();
        let tree = parser.parse_with_options(&mut read, None, Some(options));
        if tree.is_none() {
            parser.reset();
        }
        tree
    }
}
