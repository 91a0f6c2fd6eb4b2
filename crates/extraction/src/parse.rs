//! Bytes -> syntax tree, bounded in work. Keeps one parser for all files of a thread.

use crate::limits::Limits;
use orienteer_languages::Language;
use orienteer_syntax::{self as syntax, Tree};

#[derive(Default)]
pub(crate) struct Parser {
    parser: syntax::Parser,
}

impl Parser {
    /// The tree, or nothing if the parser needed more than the limits grant.
    pub(crate) fn parse(
        &mut self,
        language: &'static Language,
        source: &[u8],
        limits: &Limits,
    ) -> Option<Tree> {
        self.parser.parse(language.grammar.as_ref()?, source, &for_source(source, limits))
    }
}

fn for_source(source: &[u8], limits: &Limits) -> syntax::Limits {
    let megabytes = source.len() as f64 / f64::from(1 << 20);
    let steps = source.len().saturating_mul(limits.parser_steps_per_byte);
    let reads = source.len().saturating_mul(limits.reads_per_byte);
    syntax::Limits {
        steps: limits.parser_steps_base.saturating_add(steps) as u64,
        reads: limits.read_bytes_base.saturating_add(reads) as u64,
        time: limits.parser_time + limits.parser_time_per_megabyte.mul_f64(megabytes),
    }
}
