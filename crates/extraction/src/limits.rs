//! Every bound of extraction in one place.

use std::time::Duration;

/// How much of a file is followed. Bounds are counts, so that equal bytes give equal facts; only a parser that is lost in the
/// recovery from an error, where single steps take milliseconds and megabytes, is stopped by the time that it worked, which does not
/// depend on what else the machine does.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Largest source file that is parsed, in bytes; range 64 kB to 64 MB. Larger ones are tables that a tool wrote.
    pub code_bytes: usize,
    /// Largest data file (JSON, YAML, ...) that is parsed, in bytes.
    pub data_bytes: usize,
    /// Steps of the parser per byte of source before it is given up; ordinary code needs under 1, machine-made parsers 3.
    pub parser_steps_per_byte: usize,
    /// Steps that every file is granted whatever its size.
    pub parser_steps_base: usize,
    /// How often each byte may be read again before the parser is given up; ordinary code needs under 3.
    pub reads_per_byte: usize,
    /// Bytes that may be read in every file whatever its size.
    pub read_bytes_base: usize,
    /// Processor time that the parser has for every file; ordinary code takes a tenth of a second for a megabyte.
    pub parser_time: Duration,
    pub parser_time_per_megabyte: Duration,
    /// Deepest nesting that is followed; deeper code is only text of what encloses it.
    pub depth: usize,
    /// Length that fragments are cut to, in bytes: about one function, the best chunk size for every retriever tried.
    pub fragment_bytes: usize,
    /// Most constants and macros of one file that are units of their own: a table of register addresses is text.
    pub constants: usize,
    /// Most fragments of one file without a grammar, so that a data dump does not flood the index.
    pub fragments: usize,
    /// Longest section of a document before it is cut in parts, in bytes.
    pub section_bytes: usize,
    /// Shortest section of a data file that stands for itself, in bytes; shorter ones are taken together with what follows.
    pub group_bytes: usize,
    /// Longest documentation text kept of one unit, in bytes.
    pub doc_bytes: usize,
    /// Longest signature kept, in bytes.
    pub signature_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            code_bytes: 4 << 20,
            data_bytes: 256 << 10,
            parser_steps_per_byte: 8,
            parser_steps_base: 20_000,
            reads_per_byte: 64,
            read_bytes_base: 16 << 20,
            parser_time: Duration::from_secs(2),
            parser_time_per_megabyte: Duration::from_secs(2),
            depth: 400,
            fragment_bytes: 1_200,
            constants: 1_000,
            fragments: 64,
            section_bytes: 3_000,
            group_bytes: 300,
            doc_bytes: 4_000,
            signature_bytes: 400,
        }
    }
}
