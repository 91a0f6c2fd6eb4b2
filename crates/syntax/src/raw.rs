//! How the tables of a generated grammar lie in memory: the interface between grammars and whatever runs them, versions 14 and 15.
//!
//! The one place where their pointers are followed. Nothing here decides anything about a parse.
#![expect(unsafe_code, reason = "the tables of grammars are C data behind pointers")]

use std::ffi::{c_char, c_void};

/// What a scanner or a lexing function of a grammar is given; `crate::lexer::Lexer` begins with it.
#[repr(C)]
pub(crate) struct RawLexer {
    pub lookahead: i32,
    pub result_symbol: u16,
    pub advance: unsafe extern "C" fn(*mut RawLexer, bool),
    pub mark_end: unsafe extern "C" fn(*mut RawLexer),
    pub get_column: unsafe extern "C" fn(*mut RawLexer) -> u32,
    pub is_at_included_range_start: unsafe extern "C" fn(*const RawLexer) -> bool,
    pub eof: unsafe extern "C" fn(*const RawLexer) -> bool,
    pub log: unsafe extern "C" fn(*const RawLexer, *const c_char),
}

pub(crate) type LexFunction = unsafe extern "C" fn(*mut RawLexer, u16) -> bool;

#[repr(C)]
pub(crate) struct RawScanner {
    states: *const bool,
    symbol_map: *const u16,
    pub create: Option<unsafe extern "C" fn() -> *mut c_void>,
    pub destroy: Option<unsafe extern "C" fn(*mut c_void)>,
    pub scan: Option<unsafe extern "C" fn(*mut c_void, *mut RawLexer, *const bool) -> bool>,
    pub serialize: Option<unsafe extern "C" fn(*mut c_void, *mut c_char) -> u32>,
    pub deserialize: Option<unsafe extern "C" fn(*mut c_void, *const c_char, u32)>,
}

#[repr(C)]
pub(crate) struct RawLanguage {
    abi_version: u32,
    symbol_count: u32,
    alias_count: u32,
    token_count: u32,
    external_token_count: u32,
    state_count: u32,
    large_state_count: u32,
    production_id_count: u32,
    field_count: u32,
    max_alias_sequence_length: u16,
    parse_table: *const u16,
    small_parse_table: *const u16,
    small_parse_table_map: *const u32,
    parse_actions: *const Cell,
    symbol_names: *const *const c_char,
    field_names: *const *const c_char,
    field_map_slices: *const [u16; 2],
    field_map_entries: *const FieldEntry,
    symbol_metadata: *const Metadata,
    public_symbol_map: *const u16,
    alias_map: *const u16,
    alias_sequences: *const u16,
    lex_modes: *const c_void,
    lex_function: Option<LexFunction>,
    keyword_lex_function: Option<LexFunction>,
    keyword_capture_token: u16,
    scanner: RawScanner,
    primary_state_ids: *const u16,
}

/// What version 15 has besides.
#[repr(C)]
struct RawLanguage15 {
    base: RawLanguage,
    name: *const c_char,
    reserved_words: *const u16,
    max_reserved_word_set_size: u16,
}

/// The first version of the interface with reserved words.
const WITH_RESERVED_WORDS: u32 = 15;

/// An action, or the head of a list of them.
#[derive(Clone, Copy)]
#[repr(C, align(2))]
pub(crate) struct Cell([u8; 8]);

#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Metadata {
    pub visible: bool,
    pub named: bool,
    pub supertype: bool,
}

#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct FieldEntry {
    pub field: u16,
    pub child: u8,
    pub inherited: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct LexMode {
    pub state: u16,
    pub external: u16,
    reserved: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Shift { state: u16, extra: bool, repetition: bool },
    Reduce(Reduction),
    Accept,
    Recover,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reduction {
    pub symbol: u16,
    pub child_count: u8,
    pub precedence: i16,
    pub production: u16,
}

impl Cell {
    fn word(self, at: usize) -> u16 {
        u16::from_ne_bytes([self.0[at], self.0[at + 1]])
    }

    pub(crate) fn action(self) -> Action {
        match self.0[0] {
            0 => Action::Shift { state: self.word(2), extra: self.0[4] != 0, repetition: self.0[5] != 0 },
            1 => Action::Reduce(Reduction {
                symbol: self.word(2),
                child_count: self.0[1],
                precedence: self.word(4) as i16,
                production: self.word(6),
            }),
            2 => Action::Accept,
            _ => Action::Recover,
        }
    }
}

/// The tables of one grammar. They are constants of the program and hold no pointer that changes.
#[derive(Clone, Copy)]
pub(crate) struct Tables {
    raw: &'static RawLanguage,
    /// One set after the other, each with as many words as the largest has.
    reserved_words: *const u16,
    reserved_set_size: usize,
    pub metadata: &'static [Metadata],
    pub public_symbols: &'static [u16],
    large_table: &'static [u16],
    small_map: &'static [u32],
    alias_sequences: &'static [u16],
    field_slices: &'static [[u16; 2]],
    external_symbols: &'static [u16],
}

// SAFETY: everything behind the pointers is constant data and functions that keep their state in what they are given.
unsafe impl Send for Tables {}
// SAFETY: as above.
unsafe impl Sync for Tables {}

impl Tables {
    /// The tables behind the pointer that a grammar's function gives; nothing for a version of the interface that is not known here.
    pub(crate) fn of(language: tree_sitter_language::LanguageFn) -> Option<Tables> {
        // SAFETY: the function was made with a grammar and gives a pointer to its constant tables.
        let pointer = unsafe { language.into_raw()() };
        // SAFETY: in every version the number of the version comes first.
        let version = unsafe { *pointer.cast::<u32>() };
        if !(14..=WITH_RESERVED_WORDS).contains(&version) {
            return None;
        }
        // SAFETY: versions 14 and 15 begin with these fields.
        let raw = unsafe { &*pointer.cast::<RawLanguage>() };
        raw.lex_function?;
        let (reserved_words, reserved_set_size) = if version >= WITH_RESERVED_WORDS {
            // SAFETY: this version has these fields too.
            let whole = unsafe { &*pointer.cast::<RawLanguage15>() };
            (whole.reserved_words, whole.max_reserved_word_set_size as usize)
        } else {
            (std::ptr::null(), 0)
        };
        let symbols = (raw.symbol_count + raw.alias_count) as usize;
        let large = raw.large_state_count as usize * raw.symbol_count as usize;
        let productions = raw.production_id_count as usize;
        // SAFETY: the generator writes these tables with exactly these lengths.
        unsafe {
            Some(Tables {
                raw,
                reserved_words,
                reserved_set_size,
                metadata: slice(raw.symbol_metadata, symbols),
                public_symbols: slice(raw.public_symbol_map, symbols),
                large_table: slice(raw.parse_table, large),
                small_map: slice(
                    raw.small_parse_table_map,
                    raw.state_count.saturating_sub(raw.large_state_count) as usize,
                ),
                alias_sequences: slice(
                    raw.alias_sequences,
                    productions * raw.max_alias_sequence_length as usize,
                ),
                field_slices: slice(raw.field_map_slices, if raw.field_count == 0 { 0 } else { productions }),
                external_symbols: slice(raw.scanner.symbol_map, raw.external_token_count as usize),
            })
        }
    }

    pub(crate) fn is_same(&self, other: &Tables) -> bool {
        std::ptr::eq(self.raw, other.raw)
    }

    /// The successor of a state, or the place of its actions, for a symbol; 0 for none.
    pub(crate) fn lookup(&self, state: u16, symbol: u16) -> u16 {
        let large_states = self.raw.large_state_count as usize;
        match (state as usize).checked_sub(large_states) {
            None => {
                let at = state as usize * self.raw.symbol_count as usize + symbol as usize;
                self.large_table.get(at).copied().unwrap_or_default()
            }
            Some(small) => self.small_map.get(small).map_or(0, |start| self.search_small(*start, symbol)),
        }
    }

    /// Groups of symbols with one value each: their number, then value, length and symbols of each.
    fn search_small(&self, start: u32, symbol: u16) -> u16 {
        // SAFETY: the map leads to the beginning of a state's groups, whose lengths stand before them.
        unsafe {
            let mut at = self.raw.small_parse_table.add(start as usize);
            let groups = *at;
            at = at.add(1);
            for _ in 0..groups {
                let (value, length) = (*at, *at.add(1) as usize);
                if std::slice::from_raw_parts(at.add(2), length).contains(&symbol) {
                    return value;
                }
                at = at.add(2 + length);
            }
        }
        0
    }

    /// The actions at a place of the table, and whether a token that has them may be taken from another state.
    pub(crate) fn actions(&self, place: u16) -> (&'static [Cell], bool) {
        // SAFETY: places come from the table of states; the head of a list says how many actions follow it.
        unsafe {
            let head = self.raw.parse_actions.add(place as usize);
            let [count, reusable, ..] = (*head).0;
            (std::slice::from_raw_parts(head.add(1), count as usize), reusable != 0)
        }
    }

    pub(crate) fn lex_mode(&self, state: u16) -> LexMode {
        let state = (state as usize).min(self.raw.state_count as usize - 1);
        let modes = self.raw.lex_modes.cast::<u16>();
        let width = if self.has_reserved_words() { 3 } else { 2 };
        // SAFETY: there is one mode for each state, of two numbers, and of three since there are reserved words.
        unsafe {
            let mode = modes.add(state * width);
            let reserved = if width == 3 { *mode.add(2) } else { 0 };
            LexMode { state: *mode, external: *mode.add(1), reserved }
        }
    }

    fn has_reserved_words(&self) -> bool {
        self.raw.abi_version >= WITH_RESERVED_WORDS
    }

    pub(crate) fn is_reserved(&self, state: u16, symbol: u16) -> bool {
        let set = self.lex_mode(state).reserved as usize;
        if set == 0 {
            return false;
        }
        let size = self.reserved_set_size;
        // SAFETY: a state with a set is of a version with sets; each has its full size in the table, filled up with zeros.
        let words = unsafe { std::slice::from_raw_parts(self.reserved_words.add(set * size), size) };
        words.iter().take_while(|word| **word != 0).any(|word| *word == symbol)
    }

    pub(crate) fn is_token(&self, symbol: u16) -> bool {
        u32::from(symbol) < self.raw.token_count
    }

    /// The word that keywords look like; 0 for none.
    pub(crate) fn keyword_capture(&self) -> u16 {
        self.raw.keyword_capture_token
    }

    pub(crate) fn lex_function(&self) -> Option<LexFunction> {
        self.raw.lex_function
    }

    pub(crate) fn keyword_lex_function(&self) -> Option<LexFunction> {
        self.raw.keyword_lex_function
    }

    pub(crate) fn scanner(&self) -> Option<&'static RawScanner> {
        (!self.raw.scanner.states.is_null()).then_some(&self.raw.scanner)
    }

    /// Which external tokens may come, by the number of a mode that is not 0.
    pub(crate) fn external_tokens(&self, mode: u16) -> *const bool {
        self.raw.scanner.states.wrapping_add(self.raw.external_token_count as usize * mode as usize)
    }

    pub(crate) fn external_symbol(&self, token: u16) -> Option<u16> {
        self.external_symbols.get(token as usize).copied()
    }

    /// What a child is called in a production; 0 for its own name.
    pub(crate) fn alias(&self, production: u16, child: u32) -> u16 {
        if production == 0 {
            return 0;
        }
        let row = production as usize * self.raw.max_alias_sequence_length as usize;
        self.alias_sequences.get(row + child as usize).copied().unwrap_or_default()
    }

    /// The field of a child in a production; 0 for none.
    pub(crate) fn field(&self, production: u16, child: u32) -> u16 {
        let Some([start, length]) = self.field_slices.get(production as usize) else { return 0 };
        // SAFETY: a slice of the map lies inside the entries.
        let entries = unsafe {
            std::slice::from_raw_parts(self.raw.field_map_entries.add(*start as usize), *length as usize)
        };
        let own = entries.iter().find(|entry| !entry.inherited && u32::from(entry.child) == child);
        own.map_or(0, |entry| entry.field)
    }
}

/// # Safety
/// As for `slice::from_raw_parts`, but a null pointer is an empty slice.
unsafe fn slice<T>(pointer: *const T, length: usize) -> &'static [T] {
    if pointer.is_null() {
        return &[];
    }
    // SAFETY: by the caller.
    unsafe { std::slice::from_raw_parts(pointer, length) }
}
