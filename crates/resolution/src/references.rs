//! Turns the references of one file into edges: certain ones by scope, import and type, likely ones by name.

use crate::catalogue::{Catalogue, NONE};
use crate::edge_key::EdgeKey;
use crate::externals::is_external;
use crate::found::{Found, Thing};
use crate::input::{FileInput, Statistics};
use crate::mentions;
use crate::names::Named;
use crate::params::{DECLARATION, FEW_NAMES, MOST_NAMES, MOST_SCANNED, ONLY_NAME, RESEMBLING, SEVERAL_NAMES};
use crate::values::Values;
use crate::world::World;
use orienteer_model::{
    Edge, EdgeKind, FactsView, NO_UNIT, Provenance, ReceiverKind, ReferenceFact, ReferenceKind, UnitFlags,
    UnitId,
};

/// A use of something outside the source, to be numbered when all files are done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExternalUse {
    pub from: u32,
    pub file: u32,
    /// Index of the reference in its file.
    pub reference: u32,
}

/// What one file's references lead to.
#[derive(Default)]
pub(crate) struct Outcome {
    pub edges: Vec<EdgeKey>,
    /// Edges that begin in other files' units.
    pub foreign: Vec<EdgeKey>,
    pub external_uses: Vec<ExternalUse>,
    pub statistics: Statistics,
}

/// A few methods of the same name.
#[derive(Clone, Copy, Debug, Default)]
struct Namesakes {
    units: [u32; MOST_NAMES + 1],
    count: usize,
}

/// Where a reference leads.
enum Answer {
    One(Found),
    Several(Namesakes, u8),
    External,
    Nothing,
}

pub(crate) struct Resolver<'w, 'a> {
    world: &'w World<'a>,
    values: Values<'w, 'a>,
    facts: FactsView<'a>,
    file: u32,
    is_test: bool,
    outcome: Outcome,
}

impl<'w, 'a> Resolver<'w, 'a> {
    /// `edges` is the memory that they are collected in.
    pub(crate) fn new(world: &'w World<'a>, file: u32, edges: Vec<EdgeKey>) -> Resolver<'w, 'a> {
        let input = &world.catalogue.files[file as usize];
        Resolver {
            world,
            values: Values::of_file(world, file),
            facts: input.facts,
            file,
            is_test: input.is_test,
            outcome: Outcome { edges, ..Outcome::default() },
        }
    }

    pub(crate) fn run(mut self) -> Outcome {
        if !self.facts.units.is_empty() {
            for (index, reference) in self.facts.references.iter().enumerate() {
                self.reference(index as u32, reference);
            }
        }
        self.outcome
    }

    fn catalogue(&self) -> &'w Catalogue<'a> {
        &self.world.catalogue
    }

    fn reference(&mut self, index: u32, reference: &ReferenceFact) {
        let from = source(&self.catalogue().files[self.file as usize], reference);
        match reference.kind() {
            ReferenceKind::Mention => mentions::of_reference(
                self.catalogue(),
                &self.facts,
                from,
                reference,
                &mut self.outcome.edges,
            ),
            kind if is_external(kind) => {
                self.outcome.external_uses.push(ExternalUse { from, file: self.file, reference: index });
            }
            kind => self.symbol(from, reference, kind),
        }
    }

    fn symbol(&mut self, from: u32, reference: &ReferenceFact, kind: ReferenceKind) {
        self.outcome.statistics.references += 1;
        match self.answer(from, reference, kind) {
            Answer::One(found) => {
                self.outcome.statistics.resolved += 1;
                self.link(from, found, reference, kind);
            }
            Answer::Several(units, confidence) => {
                self.outcome.statistics.ambiguous += 1;
                for unit in units.units.into_iter().take(units.count) {
                    self.push(
                        from,
                        unit,
                        edge_kind(kind, self.catalogue(), unit),
                        confidence,
                        Provenance::Name,
                        true,
                        reference.line,
                    );
                }
            }
            Answer::External => self.outcome.statistics.external += 1,
            Answer::Nothing => self.outcome.statistics.unresolved += 1,
        }
    }

    fn answer(&self, from: u32, reference: &ReferenceFact, kind: ReferenceKind) -> Answer {
        match reference.receiver_kind() {
            ReceiverKind::None => self.bare(from, reference, kind),
            ReceiverKind::SelfType => match self.values.self_type(from) {
                Some(owner) => self.through_self(owner, reference, kind),
                None => Answer::Nothing,
            },
            ReceiverKind::Super => self.through_super(from, reference),
            ReceiverKind::Other => self.by_name(from, reference, kind, ""),
            receiver_kind => self.through_receiver(from, reference, kind, receiver_kind),
        }
    }

    fn bare(&self, from: u32, reference: &ReferenceFact, kind: ReferenceKind) -> Answer {
        let found = match self.values.name(from, reference.name.hash, reference.line, 0) {
            Some(found) => found,
            None => match self.values.root_path(self.facts.name(reference.name)) {
                Some(found) => found,
                None => return Answer::Nothing,
            },
        };
        match found.thing {
            Thing::Unit(unit) if unit == from && kind == ReferenceKind::Read => Answer::Nothing,
            Thing::Unit(_) => Answer::One(found),
            Thing::File(_) if kind == ReferenceKind::Read => Answer::Nothing,
            Thing::External => Answer::External,
            _ => Answer::Nothing,
        }
    }

    fn through_self(&self, owner: u32, reference: &ReferenceFact, kind: ReferenceKind) -> Answer {
        let found = Found::new(Thing::Instance(owner), crate::params::CERTAIN, Provenance::Type);
        match self.values.member(found, reference.name.hash, "", 0) {
            Some(found) if matches!(found.thing, Thing::Unit(_)) => Answer::One(found),
            _ if kind == ReferenceKind::Field => Answer::Nothing,
            _ => self.in_relatives(owner, reference),
        }
    }

    /// A mixin calls what its children, or the other parents of its children, have: only by name.
    fn in_relatives(&self, owner: u32, reference: &ReferenceFact) -> Answer {
        if self.world.types.is_open_ended(owner) {
            return Answer::External;
        }
        match self.candidates(reference, NONE) {
            only if only.count == 1 => {
                Answer::One(Found::new(Thing::Unit(only.units[0]), ONLY_NAME, Provenance::Name))
            }
            _ => Answer::Nothing,
        }
    }

    fn through_super(&self, from: u32, reference: &ReferenceFact) -> Answer {
        let Some(owner) = self.values.self_type(from) else { return Answer::Nothing };
        match self.world.types.inherited(self.catalogue(), owner, reference.name.hash) {
            Some(unit) => {
                Answer::One(Found::new(Thing::Unit(unit), crate::params::CERTAIN, Provenance::Inherited))
            }
            None if self.world.types.is_open_ended(owner) => Answer::External,
            None => Answer::Nothing,
        }
    }

    fn through_receiver(
        &self,
        from: u32,
        reference: &ReferenceFact,
        kind: ReferenceKind,
        receiver_kind: ReceiverKind,
    ) -> Answer {
        let text = self.facts.name(reference.receiver);
        let receiver = self.values.path(from, text, reference.receiver.hash, reference.line, 0);
        let receiver = match (receiver, receiver_kind) {
            (Some(found), ReceiverKind::CallResult) => Some(self.values.called(found)),
            (Some(found), _) => Some(self.values.value(found, 1)),
            (None, _) => None,
        };
        let Some(receiver) = receiver else { return self.by_name(from, reference, kind, text) };
        match receiver.thing {
            Thing::External => Answer::External,
            Thing::Unknown => self.by_name(from, reference, kind, text),
            _ => self.member_of(from, receiver, reference, kind, text),
        }
    }

    fn member_of(
        &self,
        from: u32,
        receiver: Found,
        reference: &ReferenceFact,
        kind: ReferenceKind,
        text: &str,
    ) -> Answer {
        let name = match receiver.thing {
            Thing::File(_) => self.facts.name(reference.name),
            // Only modules have members that are known by text.
            _ => "",
        };
        match self.values.member(receiver, reference.name.hash, name, 0) {
            Some(found) if matches!(found.thing, Thing::Unit(_)) => return Answer::One(found),
            Some(found) if found.thing == Thing::External => return Answer::External,
            _ => {}
        }
        match receiver.thing {
            // The type is known and has no such member: whatever it is, it is not a namesake elsewhere.
            Thing::Instance(unit) | Thing::Unit(unit) if self.catalogue().kind(unit).is_type() => {
                Answer::Nothing
            }
            Thing::File(_) | Thing::Package(_) => Answer::Nothing,
            _ => self.by_name(from, reference, kind, text),
        }
    }

    /// Nothing is known of the receiver but what it is called.
    fn by_name(&self, from: u32, reference: &ReferenceFact, kind: ReferenceKind, receiver: &str) -> Answer {
        if !matches!(kind, ReferenceKind::Call) {
            return Answer::Nothing;
        }
        if let Some(unit) = self.resembling(reference, receiver) {
            return Answer::One(Found::new(Thing::Unit(unit), RESEMBLING, Provenance::Name));
        }
        if self.catalogue().speech(self.file).builtin.contains(&reference.name.hash.0) {
            return Answer::Nothing;
        }
        let found = self.candidates(reference, from);
        match found.count {
            0 => Answer::Nothing,
            1 => Answer::One(Found::new(Thing::Unit(found.units[0]), ONLY_NAME, Provenance::Name)),
            2 | 3 => Answer::Several(found, FEW_NAMES),
            count if count <= MOST_NAMES => Answer::Several(found, SEVERAL_NAMES),
            _ => Answer::Nothing,
        }
    }

    /// The member of a type that is called like the receiver: `session.add` and `Session`.
    fn resembling(&self, reference: &ReferenceFact, receiver: &str) -> Option<u32> {
        let last = receiver.rsplit('.').next().filter(|last| last.len() >= 3)?;
        let family = self.catalogue().speech(self.file).family;
        let mut only = None;
        for owner in
            self.catalogue().types_like(last).filter(|owner| self.catalogue().family(*owner) == family)
        {
            let Some(member) = self.world.types.member(self.catalogue(), owner, reference.name.hash) else {
                continue;
            };
            if only.is_some_and(|held| held != member) {
                return None;
            }
            only = Some(member);
        }
        only.filter(|unit| self.is_test || !self.catalogue().is_test(*unit))
    }

    /// Methods of a name; at most one more than may be meant.
    fn candidates(&self, reference: &ReferenceFact, except: u32) -> Namesakes {
        let catalogue = self.catalogue();
        let named = catalogue.named(reference.name.hash);
        let mut found = Namesakes::default();
        if named.len() > MOST_SCANNED {
            return found;
        }
        let family = catalogue.speech(self.file).family;
        let usable = |named: &&Named| {
            named.is_method()
                && named.family() == family
                && named.unit() != except
                && (self.is_test || !named.is_test())
        };
        for named in named.iter().filter(usable).take(MOST_NAMES + 1) {
            found.units[found.count] = named.unit();
            found.count += 1;
        }
        found
    }

    /// The edges for a reference that leads to one unit.
    fn link(&mut self, from: u32, found: Found, reference: &ReferenceFact, kind: ReferenceKind) {
        let Thing::Unit(unit) = found.thing else { return };
        let catalogue = self.catalogue();
        let (confidence, provenance, line) = (found.confidence, found.provenance, reference.line);
        match kind {
            ReferenceKind::Call | ReferenceKind::Construct => self.link_call(from, unit, found, line),
            ReferenceKind::Decorate => {
                self.push(unit, from, EdgeKind::Decorates, confidence, provenance, false, line)
            }
            _ => self.push(from, unit, edge_kind(kind, catalogue, unit), confidence, provenance, false, line),
        }
    }

    fn link_call(&mut self, from: u32, unit: u32, found: Found, line: u32) {
        let catalogue = self.catalogue();
        let target =
            if catalogue.kind(unit).is_type() { self.constructor(unit).unwrap_or(unit) } else { unit };
        let kind = edge_kind(ReferenceKind::Call, catalogue, target);
        let definitions = self.definitions(target);
        for definition in &definitions {
            self.push(
                from,
                *definition,
                kind,
                found.confidence,
                found.provenance,
                definitions.len() > 1,
                line,
            );
        }
        let confidence =
            if definitions.is_empty() { found.confidence } else { found.confidence.min(DECLARATION) };
        self.push(from, target, kind, confidence, found.provenance, false, line);
    }

    /// The constructor that the type itself declares.
    fn constructor(&self, unit: u32) -> Option<u32> {
        let speech = self.catalogue().speech(self.catalogue().file_of(unit));
        speech.constructors.iter().find_map(|name| self.catalogue().member(unit, *name))
    }

    /// Where the body is of something that was only declared: the definitions of its name, two at most.
    fn definitions(&self, target: u32) -> Vec<u32> {
        let catalogue = self.catalogue();
        let declares = catalogue.flags(target).has(UnitFlags::DECLARATION)
            && catalogue.owner(target) == NONE
            && catalogue.speech(catalogue.file_of(target)).has_global_names();
        if !declares {
            return Vec::new();
        }
        let family = catalogue.family(target);
        let named = catalogue
            .named(catalogue.unit(target).name.hash)
            .iter()
            .take(MOST_SCANNED)
            .map(|named| named.unit());
        let defines = |unit: &u32| {
            catalogue.kind(*unit).is_callable()
                && !catalogue.flags(*unit).has(UnitFlags::DECLARATION)
                && catalogue.owner(*unit) == NONE
                && catalogue.family(*unit) == family
        };
        let found: Vec<u32> = named.filter(defines).take(3).collect();
        if found.len() > 2 { Vec::new() } else { found }
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of one edge")]
    fn push(
        &mut self,
        from: u32,
        to: u32,
        kind: EdgeKind,
        confidence: u8,
        provenance: Provenance,
        ambiguous: bool,
        line: u32,
    ) {
        if from == to && kind != EdgeKind::Calls {
            return;
        }
        let edge = Edge { from: UnitId(from), to: UnitId(to), kind, provenance, confidence, ambiguous, line };
        self.outcome.edges.push(edge.into());
    }
}

/// The unit that a reference stands in, of a file that has units.
pub(crate) fn source(input: &FileInput<'_>, reference: &ReferenceFact) -> u32 {
    let local = if reference.from == NO_UNIT { 0 } else { reference.from };
    input.first_unit + local.min(input.facts.units.len() as u32 - 1)
}

/// The edge that a kind of reference makes to a unit.
fn edge_kind(kind: ReferenceKind, catalogue: &Catalogue<'_>, unit: u32) -> EdgeKind {
    let target = catalogue.kind(unit);
    match kind {
        ReferenceKind::Call | ReferenceKind::Construct if target.is_callable() || target.is_type() => {
            EdgeKind::Calls
        }
        ReferenceKind::Type if target.is_type() => EdgeKind::TypeHintOf,
        ReferenceKind::Field if !target.is_callable() && !target.is_type() => EdgeKind::AccessesField,
        ReferenceKind::Throw => EdgeKind::Throws,
        _ => EdgeKind::References,
    }
}
