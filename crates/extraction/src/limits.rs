//! Every bound of extraction in one place.

/// How much of a file is followed. All bounds are counts, never times, so that equal bytes give equal facts.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Largest source file that is parsed, in bytes; range 64 kB to 64 MB. Larger ones are tables that a tool wrote.
    pub code_bytes: usize,
    /// Largest data file (JSON, YAML, ...) that is parsed, in bytes.
    pub data_bytes: usize,
    /// Steps of the parser per byte of source before it is given up; ordinary code needs under 5.
    pub parser_steps_per_byte: usize,
    /// Steps that every file is granted whatever its size.
    pub parser_steps_base: usize,
    /// Deepest nesting that is followed; deeper code is only text of what encloses it.
    pub depth: usize,
    /// Length that fragments are cut to, in bytes: about one function, the best chunk size for every retriever tried.
    pub fragment_bytes: usize,
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
            parser_steps_per_byte: 40,
            parser_steps_base: 200_000,
            depth: 400,
            fragment_bytes: 1_200,
            fragments: 64,
            section_bytes: 3_000,
            group_bytes: 300,
            doc_bytes: 4_000,
            signature_bytes: 400,
        }
    }
}
