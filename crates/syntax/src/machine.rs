//! Runs the tables of a grammar over a source: shift, reduce, accept; several versions side by side where the grammar leaves it open.
//!
//! The order of everything that decides between versions is tree-sitter's, so that the trees are too. There is no recovery: where
//! all versions have met an error, the file is left to tree-sitter.

use crate::lexer::Lexer;
use crate::parser::Room;
use crate::raw::{Action, Cell, Reduction, Tables};
use crate::scan::{Scanner, States};
use crate::stack::{NodeId, Stack, Status};
use crate::subtree::{SubtreeId, Subtrees};
use crate::token::{Entry, Place, Read, Token, Turn};
use crate::tree::ERROR;
use crate::versions::Depth;

/// Subtrees that a source may take, for each byte and in any case. Rows of numbers take two and a half a byte, ordinary code less than one.
const ROWS_PER_BYTE: usize = 4;
const ROWS_OF_ANY: usize = 10_000;

/// This file is not for us.
pub(crate) struct Unfit;

pub(crate) struct Machine<'r> {
    pub tables: &'r Tables,
    pub lexer: Lexer<'r>,
    pub scanner: Option<Scanner>,
    pub trees: &'r mut Subtrees,
    pub stack: &'r mut Stack,
    pub states: &'r mut States,
    pub taken: &'r mut Vec<SubtreeId>,
    lookups: &'r mut [(u32, u16)],
    pub read: Option<Read>,
    pub finished: Option<SubtreeId>,
    last_position: u32,
    steps: u64,
    most_rows: usize,
}

impl<'r> Machine<'r> {
    pub(crate) fn new(tables: &'r Tables, lexer: Lexer<'r>, steps: u64, room: &'r mut Room) -> Machine<'r> {
        room.clear();
        let Room { trees, stack, states, taken, lookups } = room;
        trees.reserve(lexer.len());
        let most_rows = ROWS_PER_BYTE * lexer.len() + ROWS_OF_ANY;
        Machine {
            tables,
            lexer,
            scanner: Scanner::of(tables),
            trees,
            stack,
            states,
            taken,
            lookups,
            read: None,
            finished: None,
            last_position: 0,
            steps,
            most_rows,
        }
    }

    /// The root of the whole source.
    pub(crate) fn run(mut self) -> Result<SubtreeId, Unfit> {
        loop {
            let open = self.advance_in_trunk()?;
            self.stack.leave_trunk();
            self.round(Some(open))?;
            while !self.condense()? {
                let mut visited = 0;
                if self.stack.enter_trunk(&mut visited) {
                    break;
                }
                self.charge(visited)?;
                self.round(None)?;
            }
            if let Some(root) = self.finished.filter(|_| self.stack.heads.is_empty()) {
                return Ok(root);
            }
        }
    }

    /// With one version: goes on until the table leaves something open, or the source ends.
    fn advance_in_trunk(&mut self) -> Result<Turn, Unfit> {
        loop {
            let (node, _) = self.stack.top();
            self.last_position = self.last_position.max(self.stack.position(node));
            let mut place = self.place_of(node, 0);
            let mut turn = self.next_turn(place)?;
            loop {
                self.count_step()?;
                match only_action(turn.entry.actions) {
                    Some(Action::Shift { state, extra, .. }) => {
                        let Some(token) = turn.token else { return Err(Unfit) };
                        let subtree = self.as_extra(token.subtree, extra);
                        let next = if extra { turn.state } else { state };
                        let (top, _) = self.stack.top();
                        self.stack.push(top, subtree, next, self.trees);
                        self.note_scanner(0, subtree);
                        break;
                    }
                    Some(Action::Reduce(reduction)) => {
                        self.reduce_in_trunk(reduction, turn.token.is_none())?;
                        let (node, _) = self.stack.top();
                        place.state = self.stack.state(node);
                        self.turn_to(place, &mut turn)?;
                    }
                    None if turn.entry.actions.is_empty() => {
                        if !self.take_for_word(&mut turn) {
                            return Err(Unfit);
                        }
                    }
                    _ => return Ok(turn),
                }
            }
        }
    }

    fn count_step(&mut self) -> Result<(), Unfit> {
        self.charge(1)?;
        let rows = self.trees.len().max(self.stack.len());
        if rows > self.most_rows { Err(Unfit) } else { Ok(()) }
    }

    /// Counts work that one step of the table may bring any amount of.
    pub(crate) fn charge(&mut self, work: u64) -> Result<(), Unfit> {
        self.steps = self.steps.checked_sub(work).ok_or(Unfit)?;
        Ok(())
    }

    fn as_extra(&mut self, subtree: SubtreeId, extra: bool) -> SubtreeId {
        let row = *self.trees.get(subtree);
        if row.extra == extra { subtree } else { self.trees.push_changed(subtree, row.symbol, extra) }
    }

    fn note_scanner(&mut self, version: usize, subtree: SubtreeId) {
        if self.trees.get(subtree).external {
            self.stack.heads[version].scanner_state = self.trees.scanner_state(subtree);
        }
    }

    /// Advances every version to the place that the farthest has come to. `open` is what the first one has begun.
    fn round(&mut self, mut open: Option<Turn>) -> Result<(), Unfit> {
        let mut version = 0;
        while version < self.stack.heads.len() {
            while self.stack.heads[version].status == Status::Active {
                let turn = match open.take() {
                    Some(turn) => turn,
                    None => self.next_turn(self.place_of(self.stack.heads[version].node, version))?,
                };
                self.act(version, turn)?;
                let position = self.stack.position(self.stack.heads[version].node);
                let stays = position == self.last_position;
                if position > self.last_position || (version > 0 && stays) {
                    self.last_position = position;
                    break;
                }
            }
            version += 1;
        }
        Ok(())
    }

    fn place_of(&self, node: NodeId, version: usize) -> Place {
        let (state, position) = (self.stack.state(node), self.stack.position(node));
        Place { state, position, scanner_state: self.stack.heads[version].scanner_state }
    }

    /// All that a version can do with one token.
    fn act(&mut self, version: usize, mut turn: Turn) -> Result<(), Unfit> {
        let mut place = self.place_of(self.stack.heads[version].node, version);
        loop {
            self.count_step()?;
            let mut reduced = None;
            let mut did_reduce = false;
            for cell in turn.entry.actions {
                match (cell.action(), turn.token) {
                    (Action::Shift { repetition: true, .. }, _) => {}
                    (Action::Shift { state, extra, .. }, Some(token)) => {
                        let next = if extra { turn.state } else { state };
                        self.shift(version, token, next, extra);
                        return Ok(());
                    }
                    (Action::Reduce(reduction), token) => {
                        reduced = self.reduce(version, reduction, token.is_none())?.or(reduced);
                        did_reduce = true;
                    }
                    (Action::Accept, Some(token)) => return self.accept(version, token),
                    _ => return Err(Unfit),
                }
            }
            if self.stack.is_tangled {
                return Err(Unfit);
            }
            if let Some(reduced) = reduced {
                self.stack.renumber(reduced, version);
                place.state = self.stack.state(self.stack.heads[version].node);
                self.turn_to(place, &mut turn)?;
            } else if did_reduce {
                self.stack.heads[version].status = Status::Halted;
                return Ok(());
            } else if !self.take_for_word(&mut turn) {
                self.stack.heads[version].status = Status::Paused;
                return Ok(());
            }
        }
    }

    fn shift(&mut self, version: usize, token: Token, state: u16, extra: bool) {
        let subtree = self.as_extra(token.subtree, extra);
        let node = self.stack.heads[version].node;
        self.stack.heads[version].node = self.stack.push(node, subtree, state, self.trees);
        self.note_scanner(version, subtree);
    }

    /// A keyword that cannot stand here is a word, unless it is reserved.
    fn take_for_word(&mut self, turn: &mut Turn) -> bool {
        let word = self.tables.keyword_capture();
        let Some(token) = turn.token else { return false };
        let is_reserved = || self.tables.is_reserved(turn.state, token.symbol);
        if !token.is_keyword || token.symbol == word || is_reserved() {
            return false;
        }
        let entry = self.entry(turn.state, word);
        turn.entry = entry;
        if entry.actions.is_empty() {
            return false;
        }
        let subtree = self.trees.push_changed(token.subtree, word, false);
        turn.token = Some(Token { subtree, symbol: word, ..token });
        true
    }

    /// The end of the source was reached: what lies on the stack is the tree.
    fn accept(&mut self, version: usize, token: Token) -> Result<(), Unfit> {
        let node = self.stack.heads[version].node;
        self.stack.heads[version].node = self.stack.push(node, token.subtree, 1, self.trees);
        let slices = self.stack.pop(version, Depth::Bottom, self.trees);
        self.stack.heads.truncate(self.stack.heads.len() - 1);
        for slice in slices {
            let root = self.root_of(&slice.children)?;
            match self.finished {
                Some(known) if !self.trees.prefers_other(known, root) => {}
                _ => self.finished = Some(root),
            }
        }
        self.stack.heads[version].status = Status::Halted;
        Ok(())
    }

    /// The last subtree that is no extra, with the extras around it as its children.
    fn root_of(&mut self, subtrees: &[SubtreeId]) -> Result<SubtreeId, Unfit> {
        let is_root = |subtree: &SubtreeId| !self.trees.get(*subtree).extra;
        let at = subtrees.iter().rposition(is_root).ok_or(Unfit)?;
        let row = *self.trees.get(subtrees[at]);
        let mut children = subtrees[..at].to_vec();
        children.extend_from_slice(self.trees.children(subtrees[at]));
        children.extend_from_slice(&subtrees[at + 1..]);
        let (symbol, production) = (row.symbol, row.production);
        let reduction = Reduction { symbol, production, child_count: 0, precedence: 0 };
        Ok(self.trees.push_parent(reduction, &children, row.start))
    }

    pub(crate) fn entry(&mut self, state: u16, symbol: u16) -> Entry {
        if symbol == ERROR {
            return Entry { actions: &[], is_reusable: false };
        }
        let (actions, is_reusable) = self.tables.actions(self.lookup(state, symbol));
        Entry { actions, is_reusable }
    }

    /// A table of small states is searched; what was found is remembered where it may be overwritten.
    pub(crate) fn lookup(&mut self, state: u16, symbol: u16) -> u16 {
        let key = u32::from(state) << 16 | u32::from(symbol);
        let at = (key.wrapping_mul(0x9e37_79b1) >> crate::parser::LOOKUP_SHIFT) as usize;
        let place = &mut self.lookups[at];
        if place.0 != key {
            *place = (key, self.tables.lookup(state, symbol));
        }
        place.1
    }
}

/// The one thing to do, if there is one: a shift that only repeats is none.
fn only_action(actions: &[Cell]) -> Option<Action> {
    let repeats = |action: &Action| matches!(action, Action::Shift { repetition: true, .. });
    match actions {
        [cell] => Some(cell.action()).filter(|action| !repeats(action)),
        [first, second] => match (first.action(), second.action()) {
            (one, other) if repeats(&other) && !repeats(&one) => Some(one),
            (one, other) if repeats(&one) && !repeats(&other) => Some(other),
            _ => None,
        },
        _ => None,
    }
}
