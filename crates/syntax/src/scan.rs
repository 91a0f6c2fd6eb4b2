//! The hand-written scanner that some grammars have beside their tables, and its states.
//!
//! A scanner is told its state before each token and asked for it after; states are kept by number, so that versions of a parse can be
//! compared by it.
#![expect(unsafe_code, reason = "scanners are C functions over a state that only they understand")]

use crate::raw::{RawLexer, RawScanner, Tables};
use std::collections::HashMap;
use std::ffi::c_void;
use std::ops::Range;

/// The most that a scanner may say about its state, by the interface of grammars.
const LONGEST_STATE: usize = 1024;

/// States that the scanner of one file was in. Number 0 is the state before the first token.
#[derive(Default)]
pub(crate) struct States {
    bytes: Vec<u8>,
    ranges: Vec<Range<u32>>,
    numbers: HashMap<Box<[u8]>, u32>,
}

/// What all states of a file may take; blocks nested as people nest them take some kilobytes.
const MOST_BYTES: usize = 4 << 20;

impl States {
    pub(crate) fn clear(&mut self) {
        *self = States::default();
        self.ranges.push(0..0);
    }

    pub(crate) fn are_too_many(&self) -> bool {
        self.bytes.len() > MOST_BYTES
    }

    fn get(&self, state: u32) -> &[u8] {
        let range = &self.ranges[state as usize];
        &self.bytes[range.start as usize..range.end as usize]
    }

    pub(crate) fn are_equal(&self, left: u32, right: u32) -> bool {
        left == right || self.get(left) == self.get(right)
    }

    /// The number of a state, which most often is the one before; a new one is added.
    fn number_of(&mut self, before: u32, bytes: &[u8]) -> u32 {
        if self.get(before) == bytes {
            return before;
        }
        if let Some(known) = self.numbers.get(bytes) {
            return *known;
        }
        let number = self.ranges.len() as u32;
        self.numbers.insert(bytes.into(), number);
        let start = self.bytes.len() as u32;
        self.bytes.extend_from_slice(bytes);
        self.ranges.push(start..self.bytes.len() as u32);
        number
    }
}

/// The scanner of a grammar while one file is parsed.
pub(crate) struct Scanner {
    functions: &'static RawScanner,
    payload: *mut c_void,
}

impl Scanner {
    pub(crate) fn of(tables: &Tables) -> Option<Scanner> {
        let functions = tables.scanner()?;
        // SAFETY: the grammar's own function, which needs nothing.
        let payload = functions.create.map_or(std::ptr::null_mut(), |create| unsafe { create() });
        Some(Scanner { functions, payload })
    }

    /// Whether it finds a token from a state on. `expected` has a mark for every external token.
    pub(crate) fn scan(
        &mut self,
        states: &States,
        state: u32,
        lexer: *mut RawLexer,
        expected: *const bool,
    ) -> bool {
        let (Some(deserialize), Some(scan)) = (self.functions.deserialize, self.functions.scan) else {
            return false;
        };
        let bytes = states.get(state);
        let start = if bytes.is_empty() { std::ptr::null() } else { bytes.as_ptr().cast() };
        // SAFETY: the payload is the scanner's own, the bytes are what it wrote itself, and the lexer is whole.
        unsafe {
            deserialize(self.payload, start, bytes.len() as u32);
            scan(self.payload, lexer, expected)
        }
    }

    /// The number of the state that it is in now; a new one is added.
    pub(crate) fn state_number(&mut self, states: &mut States, before: u32) -> u32 {
        let mut buffer = [0_u8; LONGEST_STATE];
        let Some(serialize) = self.functions.serialize else { return before };
        // SAFETY: the buffer has the size that the interface promises to scanners.
        let length = unsafe { serialize(self.payload, buffer.as_mut_ptr().cast()) };
        states.number_of(before, &buffer[..(length as usize).min(LONGEST_STATE)])
    }
}

impl Drop for Scanner {
    fn drop(&mut self) {
        if let Some(destroy) = self.functions.destroy.filter(|_| !self.payload.is_null()) {
            // SAFETY: made by the function beside it and not used again.
            unsafe { destroy(self.payload) };
        }
    }
}
