//! The next token of a version: read where it was not read yet, by the grammar's own scanner first and its tables then.

use crate::lexer::Extent;
use crate::machine::{Machine, Unfit};
use crate::raw::{Action, Cell, LexMode};
use crate::subtree::SubtreeId;
use crate::tree::ERROR;

/// A lexing state after which no token is looked for: the end of an extra that is more than a token.
const NO_LOOKAHEAD: u16 = u16::MAX;

/// The state of a parser that is lost, whose mode knows all tokens.
const ERROR_STATE: u16 = 0;

/// The token that is next.
#[derive(Clone, Copy)]
pub(crate) struct Token {
    pub subtree: SubtreeId,
    pub symbol: u16,
    /// It looks like a keyword, whatever it was taken for.
    pub is_keyword: bool,
    /// The state that it was read in.
    pub state: u16,
}

/// What a state does with a symbol.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub actions: &'static [Cell],
    pub is_reusable: bool,
}

/// The token that was read last, for other versions at the same place.
pub(crate) struct Read {
    token: Token,
    place: Place,
}

/// Where a token is looked for, and by whom.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub state: u16,
    pub position: u32,
    pub scanner_state: u32,
}

/// What is to be done with a token.
pub(crate) struct Turn {
    pub token: Option<Token>,
    pub entry: Entry,
    pub state: u16,
}

impl Machine<'_> {
    pub(crate) fn next_turn(&mut self, place: Place) -> Result<Turn, Unfit> {
        let Place { state, position, scanner_state } = place;
        if let Some(read) = &self.read
            && read.place.position == position
            && self.states.are_equal(read.place.scanner_state, scanner_state)
        {
            let token = read.token;
            let entry = self.entry(state, token.symbol);
            if self.fits(state, token, entry) {
                return Ok(Turn { token: Some(token), entry, state });
            }
        }
        self.read_turn(place)
    }

    /// Whether a token that was read in another state would be read in this one too.
    fn fits(&self, state: u16, token: Token, entry: Entry) -> bool {
        let (mode, read_in) = (self.tables.lex_mode(state), self.tables.lex_mode(token.state));
        let LexMode { state: lex_state, external, .. } = mode;
        if lex_state == NO_LOOKAHEAD {
            return false;
        }
        let is_word = token.symbol == self.tables.keyword_capture();
        let same_word = !is_word || (!token.is_keyword && token.state == state);
        if !entry.actions.is_empty() && mode == read_in && same_word {
            return true;
        }
        let row = self.trees.get(token.subtree);
        let is_empty = row.start == row.end && token.symbol != 0;
        !is_empty && external == 0 && entry.is_reusable
    }

    fn read_turn(&mut self, place: Place) -> Result<Turn, Unfit> {
        let token = self.lex(place)?;
        if let Some(token) = token {
            self.read = Some(Read { token, place });
        }
        // After the end of an extra that is more than a token, the reduction stands at the symbol of the end.
        let entry = self.entry(place.state, token.map_or(0, |token| token.symbol));
        Ok(Turn { token, entry, state: place.state })
    }

    /// The same token in the state that a reduction led to.
    pub(crate) fn turn_to(&mut self, place: Place, turn: &mut Turn) -> Result<(), Unfit> {
        match turn.token {
            Some(token) => {
                turn.entry = self.entry(place.state, token.symbol);
                turn.state = place.state;
            }
            None => *turn = self.read_turn(place)?,
        }
        Ok(())
    }

    fn lex(&mut self, place: Place) -> Result<Option<Token>, Unfit> {
        let mode = self.tables.lex_mode(place.state);
        if mode.state == NO_LOOKAHEAD {
            return Ok(None);
        }
        if let Some(token) = self.lex_as(place, mode, false)? {
            return Ok(Some(token));
        }
        // Nothing that may stand here: anything that may stand anywhere, or an error.
        let token = self.lex_as(place, self.tables.lex_mode(ERROR_STATE), true)?;
        Ok(Some(token.unwrap_or_else(|| self.unknown_token(place))))
    }

    fn unknown_token(&mut self, place: Place) -> Token {
        let extent = Extent { start: place.position, end: place.position };
        let subtree = self.trees.push_token(ERROR, extent);
        Token { subtree, symbol: ERROR, is_keyword: false, state: place.state }
    }

    /// What the scanner or else the lexer finds in a mode.
    fn lex_as(&mut self, place: Place, mode: LexMode, is_lost: bool) -> Result<Option<Token>, Unfit> {
        if mode.external != 0
            && let Some(token) = self.lex_external(place, mode, is_lost)?
        {
            return Ok(Some(token));
        }
        let function = self.tables.lex_function().ok_or(Unfit)?;
        let found = self.lexer.run(place.position, function, mode.state);
        if self.lexer.is_exhausted() {
            return Err(Unfit);
        }
        let Some(extent) = found else { return Ok(None) };
        let (symbol, is_keyword) = self.word_or_keyword(place.state, extent)?;
        let subtree = self.trees.push_token(symbol, extent);
        Ok(Some(Token { subtree, symbol, is_keyword, state: place.state }))
    }

    /// The symbol of what the lexer found, and whether it looks like a keyword.
    fn word_or_keyword(&mut self, state: u16, extent: Extent) -> Result<(u16, bool), Unfit> {
        let symbol = self.lexer.symbol();
        if symbol == 0 || symbol != self.tables.keyword_capture() {
            return Ok((symbol, false));
        }
        let function = self.tables.keyword_lex_function().ok_or(Unfit)?;
        let keyword = self.lexer.run(extent.start, function, 0);
        let named = self.lexer.symbol();
        let fits = keyword.is_some_and(|keyword| keyword.end == extent.end)
            && (self.lookup(state, named) != 0 || self.tables.is_reserved(state, named));
        Ok((if fits { named } else { symbol }, keyword.is_some()))
    }

    /// What the grammar's own scanner finds.
    fn lex_external(&mut self, place: Place, mode: LexMode, is_lost: bool) -> Result<Option<Token>, Unfit> {
        let Place { state, position, scanner_state } = place;
        let Some(scanner) = &mut self.scanner else { return Ok(None) };
        let expected = self.tables.external_tokens(mode.external);
        let states = &mut *self.states;
        let scan = |lexer| scanner.scan(states, scanner_state, lexer, expected);
        let found = self.lexer.run_with(position, scan);
        if self.lexer.is_exhausted() {
            return Err(Unfit);
        }
        let Some(extent) = found else { return Ok(None) };
        let after = scanner.state_number(states, scanner_state);
        if states.are_too_many() {
            return Err(Unfit);
        }
        let symbol = self.tables.external_symbol(self.lexer.symbol()).ok_or(Unfit)?;
        // An empty extra that changes nothing would be found again for ever.
        let is_idle = extent.end <= position && after == scanner_state;
        if is_idle && (is_lost || self.next_state(state, symbol) == state) {
            return Ok(None);
        }
        let subtree = self.trees.push_external(symbol, extent, after);
        Ok(Some(Token { subtree, symbol, is_keyword: false, state }))
    }

    /// Where a token leads to.
    fn next_state(&mut self, state: u16, symbol: u16) -> u16 {
        if !self.tables.is_token(symbol) {
            return self.lookup(state, symbol);
        }
        match self.entry(state, symbol).actions.last().map(|cell| cell.action()) {
            Some(Action::Shift { extra: true, .. }) => state,
            Some(Action::Shift { state, .. }) => state,
            _ => 0,
        }
    }
}
