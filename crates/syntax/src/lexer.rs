//! The characters of a source, as the lexing functions of grammars ask for them.
//!
//! The source is valid UTF-8 and lies in memory whole, so that a step is a load and a comparison. What is read is counted: a scanner that
//! looks to the end of the file from every token comes to an end.
#![expect(unsafe_code, reason = "grammars call back with a pointer to the lexer that they were given")]

use crate::raw::{LexFunction, RawLexer};
use std::ffi::c_char;

const BYTE_ORDER_MARK: i32 = 0xFEFF;

/// No end was marked yet.
const UNMARKED: u32 = u32::MAX;

#[repr(C)]
pub(crate) struct Lexer<'s> {
    /// First, because grammars are given the address of it as that of the lexer.
    raw: RawLexer,
    source: &'s [u8],
    position: u32,
    /// Bytes of the character at the position.
    size: u32,
    start: u32,
    end: u32,
    /// Characters that may still be read.
    patience: u64,
}

/// Where a token stands.
#[derive(Clone, Copy)]
pub(crate) struct Extent {
    pub start: u32,
    pub end: u32,
}

impl<'s> Lexer<'s> {
    pub(crate) fn new(source: &'s str, patience: u64) -> Lexer<'s> {
        let raw = RawLexer {
            lookahead: 0,
            result_symbol: 0,
            advance,
            mark_end,
            get_column,
            is_at_included_range_start,
            eof,
            log,
        };
        Lexer { raw, source: source.as_bytes(), position: 0, size: 0, start: 0, end: 0, patience }
    }

    pub(crate) fn len(&self) -> usize {
        self.source.len()
    }

    pub(crate) fn is_exhausted(&self) -> bool {
        self.patience == 0
    }

    /// The token that was found last, by the number that the function gave it.
    pub(crate) fn symbol(&self) -> u16 {
        self.raw.result_symbol
    }

    /// Lets a function of the grammar read from a place.
    pub(crate) fn run(&mut self, position: u32, function: LexFunction, state: u16) -> Option<Extent> {
        self.begin(position);
        // SAFETY: the function belongs to a grammar and is given a whole lexer that nothing else uses meanwhile.
        let found = unsafe { function((&raw mut *self).cast(), state) };
        found.then(|| self.finish())
    }

    /// The same with anything that wants the pointer.
    pub(crate) fn run_with(
        &mut self,
        position: u32,
        scan: impl FnOnce(*mut RawLexer) -> bool,
    ) -> Option<Extent> {
        self.begin(position);
        let found = scan((&raw mut *self).cast());
        found.then(|| self.finish())
    }

    fn begin(&mut self, position: u32) {
        self.position = position;
        self.start = position;
        self.end = UNMARKED;
        self.raw.result_symbol = 0;
        self.look();
        if position == 0 && self.raw.lookahead == BYTE_ORDER_MARK {
            self.step(true);
        }
    }

    fn finish(&mut self) -> Extent {
        let end = if self.end == UNMARKED { self.position } else { self.end };
        // What was skipped after the mark does not belong to the token.
        Extent { start: self.start.min(end), end }
    }

    #[inline(always)]
    fn step(&mut self, skip: bool) {
        if self.position as usize >= self.source.len() {
            return;
        }
        if self.patience == 0 {
            return self.give_up();
        }
        self.patience -= 1;
        self.position += self.size;
        if skip {
            self.start = self.position;
        }
        self.look();
    }

    /// To a scanner the source ends here.
    #[cold]
    fn give_up(&mut self) {
        self.source = &[];
        self.look();
    }

    #[inline(always)]
    fn look(&mut self) {
        match self.source.get(self.position as usize) {
            Some(byte) if *byte < 0x80 => (self.raw.lookahead, self.size) = (i32::from(*byte), 1),
            Some(_) => self.look_at_wide(),
            None => (self.raw.lookahead, self.size) = (0, 1),
        }
    }

    #[cold]
    fn look_at_wide(&mut self) {
        let (from, source) = (self.position as usize, self.source);
        let window = &source[from..source.len().min(from + 4)];
        let text = match std::str::from_utf8(window) {
            Ok(text) => text,
            Err(error) => std::str::from_utf8(&window[..error.valid_up_to()]).unwrap_or_default(),
        };
        (self.raw.lookahead, self.size) = match text.chars().next() {
            Some(character) => (character as i32, character.len_utf8() as u32),
            // Between the bytes of a character, where only a scanner that counts bytes could stand.
            None => (-1, 1),
        };
    }

    /// Characters since the line began.
    fn column(&mut self) -> u32 {
        let before = &self.source[..(self.position as usize).min(self.source.len())];
        let line = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
        self.patience = self.patience.saturating_sub((before.len() - line) as u64);
        let characters = before[line..].iter().filter(|byte| (**byte & 0xC0) != 0x80).count() as u32;
        let has_mark = line == 0 && before.starts_with("\u{FEFF}".as_bytes());
        characters - u32::from(has_mark)
    }
}

/// # Safety
/// The pointer must be one that [`Lexer::run`] or [`Lexer::run_with`] gave to a grammar that is still running.
unsafe fn lexer<'a>(pointer: *mut RawLexer) -> &'a mut Lexer<'a> {
    // SAFETY: the first field of a lexer has its address, and while a grammar runs nothing else uses the lexer.
    unsafe { &mut *pointer.cast::<Lexer<'a>>() }
}

unsafe extern "C" fn advance(pointer: *mut RawLexer, skip: bool) {
    // SAFETY: grammars hand back the pointer that they were given.
    unsafe { lexer(pointer) }.step(skip);
}

unsafe extern "C" fn mark_end(pointer: *mut RawLexer) {
    // SAFETY: as above.
    let lexer = unsafe { lexer(pointer) };
    lexer.end = lexer.position;
}

unsafe extern "C" fn get_column(pointer: *mut RawLexer) -> u32 {
    // SAFETY: as above.
    unsafe { lexer(pointer) }.column()
}

unsafe extern "C" fn is_at_included_range_start(pointer: *const RawLexer) -> bool {
    // SAFETY: as above.
    let lexer = unsafe { &*pointer.cast::<Lexer<'_>>() };
    lexer.position == 0 && !lexer.source.is_empty()
}

unsafe extern "C" fn eof(pointer: *const RawLexer) -> bool {
    // SAFETY: as above.
    let lexer = unsafe { &*pointer.cast::<Lexer<'_>>() };
    lexer.position as usize >= lexer.source.len()
}

/// Takes no notice of what is logged; further arguments stay with the caller.
unsafe extern "C" fn log(_: *const RawLexer, _: *const c_char) {}
