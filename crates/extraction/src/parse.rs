//! Bytes -> syntax tree, bounded in steps. Keeps one parser and switches its grammar only when the language changes.

use crate::limits::Limits;
use crate::patience::Patience;
use orienteer_languages::Language;
use orienteer_languages::tree_sitter::{self, ParseOptions, ParseState, Tree};
use orienteer_model::LanguageId;
use std::ops::ControlFlow;
use std::time::Duration;

/// Bytes handed to the parser at a time: what it reads is counted by these.
const CHUNK: usize = 16 << 10;

#[derive(Default)]
pub(crate) struct Parser {
    parser: Option<tree_sitter::Parser>,
    language: Option<LanguageId>,
}

impl Parser {
    /// The tree, or nothing if the parser needed more steps than the limits grant.
    pub(crate) fn parse(
        &mut self,
        language: &'static Language,
        source: &[u8],
        limits: &Limits,
    ) -> Option<Tree> {
        let parser = self.parser.get_or_insert_with(tree_sitter::Parser::new);
        if self.language != Some(language.id) {
            parser.set_language(language.grammar.as_ref()?).ok()?;
            self.language = Some(language.id);
        }
        let mut steps = limits.parser_steps_base + source.len().saturating_mul(limits.parser_steps_per_byte);
        // The callback comes once in about a hundred parser operations.
        let mut patience = Patience::new(time(source.len(), limits));
        let mut progress = |_: &ParseState| {
            steps = steps.saturating_sub(100);
            if steps == 0 || patience.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let options = ParseOptions::new().progress_callback(&mut progress);
        let mut bytes = limits.read_bytes_base + source.len().saturating_mul(limits.reads_per_byte);
        // A scanner that looks ahead to the end of the file from every token makes no parser steps; it reads.
        let mut read = |offset: usize, _| {
            let end = source.len().min(offset.saturating_add(CHUNK));
            let chunk = source.get(offset..end).unwrap_or_default();
            bytes = bytes.saturating_sub(chunk.len());
            if bytes == 0 { &[] } else { chunk }
        };
        let tree = parser.parse_with_options(&mut read, None, Some(options));
        if tree.is_none() || bytes == 0 {
            parser.reset();
            return None;
        }
        tree
    }
}

fn time(bytes: usize, limits: &Limits) -> Duration {
    limits.parser_time + limits.parser_time_per_megabyte.mul_f64(bytes as f64 / f64::from(1 << 20))
}
