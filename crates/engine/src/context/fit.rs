//! As much of a ranked list as a budget holds. What is printed is counted as a whole, after it was written: costs of its parts
//! only say what to try.

use super::block::{Block, Shown, group};
use super::lines::{Lines, covers, union};
use super::prospect::Prospect;
use super::render::{self, Format};
use super::sent::body_hash;
use super::shape::{Shape, shape};
use super::sheet::{Pointer, Sheet};
use super::source::Sources;
use super::{ContextAnswer, ContextRequest, PackedItem, SentBodies};
use crate::error::EngineError;
use crate::note::Note;
use crate::search::Hit;
use crate::trace::Packing;
use orienteer_search::{Candidate, Form, Params, Refusals, pack};
use orienteer_storage::Snapshot;
use orienteer_text::TokenCounter;
use std::cell::RefCell;
use std::collections::HashMap;

/// Units that are named where they are left out, and files that are named because they changed.
const NAMED: usize = 5;
/// Times that the budget is filled anew with what the last try told about it.
const TRIES: usize = 6;
/// Digits of the snapshot's id that are printed.
const ID_DIGITS: usize = 12;

/// What an answer says beside the code.
#[derive(Clone, Copy)]
pub(super) struct Said<'a> {
    /// Files that changed since the snapshot.
    pub(super) changed: &'a [String],
    pub(super) notes: &'a [Note],
}

/// Writes the answer, or says that there is no room for any.
pub(super) fn fit(
    snapshot: &Snapshot,
    sources: &Sources,
    ranked: &[Hit],
    prospects: &[Prospect],
    said: Said<'_>,
    request: &ContextRequest,
) -> Result<Packed, EngineError> {
    let mut fitting = Fitting::new(snapshot, sources, ranked, said, request);
    fitting.shape(snapshot, prospects);
    fitting.recognise(&request.sent);
    fitting.count_costs(prospects);
    let mut fitted = [NAMED, 0].into_iter().find_map(|named| fitting.with_names(named));
    if fitted.is_none() {
        // Code before words about services.
        fitting.notes = &[];
        fitted = fitting.with_names(0);
    }
    Ok(fitting.packed(fitted.ok_or_else(|| fitting.too_small())?))
}

/// An answer whose ranked list is still with its owner.
pub(super) struct Packed {
    text: String,
    tokens: usize,
    items: Vec<PackedItem>,
    bodies: SentBodies,
    left_out: Vec<usize>,
    /// Of the whole list.
    refusals: Vec<Refusals>,
}

impl Packed {
    pub(super) fn tokens(&self) -> usize {
        self.tokens
    }

    /// What became of each of the list.
    pub(super) fn packings(&self) -> Vec<Packing> {
        let mut items = self.items.iter().enumerate();
        let packing = |position: usize| {
            let is_shown = self.left_out.binary_search(&position).is_err();
            let shown = if is_shown { items.next() } else { None };
            Packing {
                form: shown.map(|(_, item)| item.form),
                place: shown.map(|(at, _)| at + 1),
                tokens: shown.map_or(0, |(_, item)| item.tokens),
                refusals: self.refusals.get(position).copied().unwrap_or_default(),
            }
        };
        (0..self.items.len() + self.left_out.len()).map(packing).collect()
    }

    pub(super) fn answer(self, ranked: Vec<Hit>) -> ContextAnswer {
        let left_out = self.left_out.into_iter().map(|position| ranked[position].place.clone()).collect();
        ContextAnswer {
            text: self.text,
            tokens: self.tokens,
            items: self.items,
            bodies: self.bodies,
            left_out,
            ranked,
            diff: None,
            notes: Vec::new(),
        }
    }
}

/// Text and its tokens.
struct Written {
    text: String,
    tokens: usize,
}

type Chosen = Vec<Option<Form>>;

/// An answer that fits.
struct Fitted {
    written: Written,
    chosen: Chosen,
    refusals: Vec<Refusals>,
}

struct Fitting<'a> {
    ranked: &'a [Hit],
    sources: &'a Sources,
    changed: &'a [String],
    notes: &'a [Note],
    snapshot: String,
    format: Format,
    budget: usize,
    params: &'a Params,
    shapes: Vec<Shape>,
    /// What bodies are known by, and whether the asker has them.
    bodies: Vec<Option<u64>>,
    is_sent: Vec<bool>,
    candidates: Vec<Candidate>,
    counter: RefCell<TokenCounter>,
}

impl<'a> Fitting<'a> {
    fn new(
        snapshot: &Snapshot,
        sources: &'a Sources,
        ranked: &'a [Hit],
        said: Said<'a>,
        request: &'a ContextRequest,
    ) -> Fitting<'a> {
        Fitting {
            ranked,
            sources,
            changed: said.changed,
            notes: said.notes,
            snapshot: snapshot.id().to_string().chars().take(ID_DIGITS).collect(),
            format: request.format,
            budget: request.budget,
            params: &request.params,
            shapes: Vec::new(),
            bodies: Vec::new(),
            is_sent: Vec::new(),
            candidates: Vec::new(),
            counter: RefCell::default(),
        }
    }

    /// Units that are not quoted have no shape, and no body that could have been sent.
    fn shape(&mut self, snapshot: &Snapshot, prospects: &[Prospect]) {
        let counter = &mut self.counter.borrow_mut();
        let shape = |(hit, prospect): (&Hit, &Prospect)| {
            let source = self.sources.get(&hit.place.path).filter(|_| prospect.is_quotable());
            source.map_or_else(Shape::default, |source| shape(snapshot, hit, source, counter, self.params))
        };
        self.shapes = self.ranked.iter().zip(prospects).map(shape).collect();
    }

    /// Which bodies the asker has already.
    fn recognise(&mut self, sent: &SentBodies) {
        self.bodies = (0..self.ranked.len()).map(|position| self.body(position)).collect();
        self.is_sent = self.bodies.iter().map(|body| body.is_some_and(|body| sent.has(body))).collect();
    }

    fn body(&self, position: usize) -> Option<u64> {
        let lines = self.own_lines(position);
        let path = &self.ranked[position].place.path;
        let source = self.sources.get(path).filter(|_| !lines.is_empty())?;
        Some(body_hash(path, &lines, source))
    }

    /// The body without the lines around it.
    fn own_lines(&self, position: usize) -> Lines {
        let Hit { start_line, place, .. } = &self.ranked[position];
        let own = |(first, last): &(u32, u32)| ((*first).max(*start_line), (*last).min(place.end_line));
        self.shapes[position].body.iter().map(own).filter(|(first, last)| first <= last).collect()
    }

    /// Whether all lines of a body are shown, as its own or as part of another.
    fn is_printed(&self, position: usize, chosen: &[Option<Form>]) -> bool {
        let file = self.candidates[position].file;
        let of_file = (0..chosen.len()).filter(|at| self.candidates[*at].file == file);
        let printed = of_file.filter_map(|at| chosen[at].map(|form| self.lines(at, form))).flatten();
        covers(&union(printed.copied().collect()), &self.own_lines(position))
    }

    /// What stands inside of what is printed is shown already: a pointer to it would say nothing, and it is not left out.
    fn find_printed(&self, chosen: &mut [Option<Form>], refusals: &mut [Refusals]) {
        let mut printed: HashMap<u32, Lines> = HashMap::new();
        for (position, form) in chosen.iter().enumerate() {
            let lines = form.map_or(&[][..], |form| self.lines(position, form));
            printed.entry(self.candidates[position].file).or_default().extend_from_slice(lines);
        }
        let printed: HashMap<u32, Lines> =
            printed.into_iter().map(|(file, lines)| (file, union(lines))).collect();
        for (position, form) in chosen.iter_mut().enumerate() {
            let is_open = matches!(form, None | Some(Form::Pointer)) && !self.is_sent[position];
            let lines = &printed[&self.candidates[position].file];
            if let Some(inside) = self.form_inside(position, lines).filter(|_| is_open) {
                *form = Some(inside);
                refusals[position] = Refusals::default();
            }
        }
    }

    /// How much of a unit is among some lines of its file.
    fn form_inside(&self, position: usize, lines: &Lines) -> Option<Form> {
        let Hit { start_line, place, .. } = &self.ranked[position];
        if *start_line == 0 {
            None
        } else if covers(lines, &[(*start_line, place.end_line)]) {
            Some(Form::Body)
        } else {
            covers(lines, &[(place.line, place.line)]).then_some(Form::Signature)
        }
    }

    fn pointer(&self, position: usize) -> Pointer<'_> {
        Pointer { hit: &self.ranked[position], is_sent: self.is_sent[position] }
    }

    /// Costs are counted for forms that can be chosen.
    fn count_costs(&mut self, prospects: &[Prospect]) {
        let costed = |(position, prospect): (usize, &Prospect)| {
            let cost = |form: Form| prospect.has(form).then(|| self.cost(position, form)).flatten();
            let (body, signature, pointer) = (cost(Form::Body), cost(Form::Signature), cost(Form::Pointer));
            Candidate { body, signature, pointer, ..prospect.candidate }
        };
        self.candidates = prospects.iter().enumerate().map(costed).collect();
    }

    /// What a form costs alone; none where there is no such form or it costs more than there is.
    fn cost(&self, position: usize, form: Form) -> Option<usize> {
        let text = match form {
            Form::Pointer => render::pointer(self.format, &self.pointer(position)),
            _ => {
                let shown = self.shown(position, form)?;
                render::block(self.format, &self.block(vec![shown])?)
            }
        };
        self.counter.borrow_mut().count_within(&text, self.budget)
    }

    fn known_cost(&self, position: usize, form: Form) -> Option<usize> {
        let Candidate { body, signature, pointer, .. } = self.candidates[position];
        let known = match form {
            Form::Body => body,
            Form::Signature => signature,
            Form::Pointer => pointer,
        };
        known.or_else(|| self.cost(position, form))
    }

    fn shown(&self, position: usize, form: Form) -> Option<Shown<'a>> {
        let lines = self.lines(position, form);
        (!lines.is_empty()).then(|| Shown { hit: &self.ranked[position], form, lines: lines.to_vec() })
    }

    fn lines(&self, position: usize, form: Form) -> &[(u32, u32)] {
        match form {
            _ if self.is_sent[position] => &[],
            Form::Body => &self.shapes[position].body,
            Form::Signature => &self.shapes[position].signature,
            Form::Pointer => &[],
        }
    }

    fn block(&self, units: Vec<Shown<'a>>) -> Option<Block<'a>> {
        let source = self.sources.get(&units.first()?.hit.place.path)?;
        Some(Block::new(units, source))
    }

    /// The best answer that names this many of what it leaves out; none where not even a pointer has room.
    fn with_names(&self, named: usize) -> Option<Fitted> {
        let frame = self.write(&vec![None; self.ranked.len()], named);
        let mut room = self.budget.checked_sub(frame.tokens)?;
        if self.ranked.is_empty() {
            return Some(Fitted { written: frame, chosen: Vec::new(), refusals: Vec::new() });
        }
        let mut best: Option<Fitted> = None;
        let mut tried = self.first_pointer();
        let mut refused = Vec::new();
        for _ in 0..TRIES {
            let packed = pack(&self.candidates, room, self.params);
            let (mut chosen, mut refusals) = (packed.forms, packed.refusals);
            if chosen == tried || chosen.iter().all(Option::is_none) {
                break;
            }
            tried.clone_from(&chosen);
            self.find_printed(&mut chosen, &mut refusals);
            let written = self.write(&chosen, named);
            room = (room + self.budget).saturating_sub(written.tokens);
            refused.clone_from(&refusals);
            let is_better = best.as_ref().is_none_or(|known| known.written.tokens < written.tokens);
            if written.tokens <= self.budget && is_better {
                best = Some(Fitted { written, chosen, refusals });
            }
        }
        let shrunk = best.or_else(|| self.shrunk(tried, &refused, named));
        shrunk.or_else(|| self.shrunk(self.first_pointer(), &refused, named))
    }

    /// The shortest answer.
    fn first_pointer(&self) -> Chosen {
        let form = |position: usize| (position == 0).then_some(Form::Pointer);
        (0..self.ranked.len()).map(form).collect()
    }

    /// Takes the last of what was chosen away until the rest fits.
    fn shrunk(&self, mut chosen: Chosen, refused: &[Refusals], named: usize) -> Option<Fitted> {
        loop {
            let last = chosen.iter().rposition(Option::is_some)?;
            let written = self.write(&chosen, named);
            if written.tokens <= self.budget {
                return Some(Fitted { written, chosen, refusals: refused.to_vec() });
            }
            chosen[last] = None;
        }
    }

    fn write(&self, chosen: &[Option<Form>], named: usize) -> Written {
        let text = render::sheet(self.format, &self.sheet(chosen, named));
        Written { tokens: self.counter.borrow_mut().count(&text), text }
    }

    fn sheet(&self, chosen: &[Option<Form>], named: usize) -> Sheet<'_> {
        let with =
            |wanted: Option<Form>| (0..chosen.len()).filter(move |position| chosen[*position] == wanted);
        let shown = chosen.iter().enumerate().filter_map(|(at, form)| self.shown(at, (*form)?)).collect();
        let groups = group(shown, self.format.groups_by_file());
        let left_out: Vec<&Hit> = with(None).take(named).map(|at| &self.ranked[at]).collect();
        let changed = &self.changed[..named.min(self.changed.len())];
        Sheet {
            snapshot: &self.snapshot,
            notes: self.notes,
            more_changed: self.changed.len() - changed.len(),
            changed,
            blocks: groups.into_iter().filter_map(|units| self.block(units)).collect(),
            pointers: with(Some(Form::Pointer)).map(|at| self.pointer(at)).collect(),
            more_left_out: with(None).count() - left_out.len(),
            left_out,
        }
    }

    fn too_small(&self) -> EngineError {
        let least = self.write(&self.first_pointer(), 0).tokens;
        EngineError::BudgetTooSmall { budget: self.budget, least }
    }

    fn packed(&self, fitted: Fitted) -> Packed {
        let Fitted { written, chosen, refusals } = fitted;
        let item = |(position, form): (usize, &Option<Form>)| {
            let form = (*form)?;
            Some(PackedItem {
                hit: self.ranked[position].clone(),
                form,
                lines: self.lines(position, form).to_vec(),
                tokens: self.known_cost(position, form).unwrap_or_default(),
                is_sent: self.is_sent[position],
            })
        };
        let bodies = (0..chosen.len()).filter(|position| self.is_printed(*position, &chosen));
        Packed {
            text: written.text,
            tokens: written.tokens,
            bodies: SentBodies::of(bodies.filter_map(|position| self.bodies[position])),
            items: chosen.iter().enumerate().filter_map(item).collect(),
            left_out: (0..chosen.len()).filter(|position| chosen[*position].is_none()).collect(),
            refusals,
        }
    }
}
