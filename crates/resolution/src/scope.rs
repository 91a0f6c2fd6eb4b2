//! What a bare name means at a place in one file: scopes from the inside out, then imports, the package, everything included.

use crate::catalogue::{Catalogue, NONE};
use crate::found::{Found, Thing};
use crate::hashing::{KeyMap, KeySet, key};
use crate::imports::{STEPS, scope_unit};
use crate::modules::Place;
use crate::params::{CERTAIN, DEEPEST, GLOBAL, GUESSED, MOST_SCANNED, PACKAGE};
use crate::values::Values;
use orienteer_languages::ModuleStyle;
use orienteer_model::{BindingFact, BindingKind, NO_UNIT, NameHash, Provenance, UnitFlags, UnitKind};

/// The names that one file's functions bind.
#[derive(Default)]
pub(crate) struct Locals {
    pub heads: KeyMap<u32>,
    next: Vec<u32>,
    /// Names that some scope inside the file knows: all others can only mean what the file as a whole says.
    inner: KeySet,
    /// All imports hold in the whole file.
    only_file_imports: bool,
}

impl Locals {
    pub(crate) fn fill(&mut self, catalogue: &Catalogue<'_>, file: u32) {
        let facts = &catalogue.files[file as usize].facts;
        self.next.resize(facts.bindings.len(), NONE);
        self.heads.reserve(facts.bindings.len());
        self.inner.reserve(facts.bindings.len());
        let nested = facts.units.iter().filter(|unit| unit.parent != 0 && !unit.name.is_empty());
        self.inner.extend(nested.map(|unit| unit.name.hash.0));
        let mut imports =
            facts.imports.iter().filter(|import| import.scope != NO_UNIT && import.scope != 0).peekable();
        self.only_file_imports = imports.peek().is_none();
        self.inner.extend(imports.map(|import| import.local.hash.0));
        for (index, binding) in facts.bindings.iter().enumerate().rev() {
            let local = binding.scope != NO_UNIT && binding.scope != 0;
            let is_variable = matches!(
                binding.kind(),
                BindingKind::Annotated | BindingKind::Assigned | BindingKind::Alias | BindingKind::Local
            );
            if local && is_variable {
                let scope = scope_unit(catalogue, file, binding.scope);
                let previous = self.heads.insert(key(scope, binding.name.hash), index as u32);
                self.next[index] = previous.unwrap_or(NONE);
                self.inner.insert(binding.name.hash.0);
            }
        }
    }
}

impl<'a> Values<'_, 'a> {
    /// What a bare name means at a place: the innermost scope that knows it decides.
    pub(crate) fn name(&self, from: u32, name: NameHash, line: u32, depth: u8) -> Option<Found> {
        let catalogue = self.catalogue();
        let module = catalogue.module_unit(self.file);
        let implicit_self = catalogue.speech(self.file).policy.implicit_self;
        let mut scope = from;
        let nested = !self.is_of_file(name);
        for _ in 0..32 {
            if scope == module || !nested {
                break;
            }
            let unit = catalogue.unit(scope);
            let found = if unit.kind().is_type() {
                // A type's members are in scope inside its methods only where `self` may be left out.
                let visible = scope == from || implicit_self;
                if visible { self.own_or_inherited(scope, name, implicit_self) } else { None }
            } else {
                self.in_callable(scope, name, line, depth)
                    .or_else(|| self.through_owner(scope, name).filter(|_| implicit_self))
            };
            if found.is_some() {
                return found;
            }
            scope = scope_unit(catalogue, self.file, unit.parent);
        }
        if depth > 0 {
            return self.in_file(module, name, depth);
        }
        if let Some(known) = self.known.borrow().get(&name.0) {
            return *known;
        }
        let found = self.in_file(module, name, 0);
        self.known.borrow_mut().insert(name.0, found);
        found
    }

    /// Whether a name means the same everywhere in the file.
    pub(crate) fn is_of_file(&self, name: NameHash) -> bool {
        let implicit_self = self.catalogue().speech(self.file).policy.implicit_self;
        !implicit_self && !self.locals.next.is_empty() && !self.locals.inner.contains(&name.0)
    }

    fn in_callable(&self, scope: u32, name: NameHash, line: u32, depth: u8) -> Option<Found> {
        // The functions of an object that a variable holds are its members, not names around their code.
        let holds_object =
            matches!(self.catalogue().kind(scope), UnitKind::Variable | UnitKind::Constant | UnitKind::Field);
        if let Some(unit) = self.catalogue().member(scope, name).filter(|_| !holds_object) {
            return Some(Found::new(Thing::Unit(unit), CERTAIN, Provenance::Ast));
        }
        if !self.locals.only_file_imports
            && let Some(thing) = self.world.imports.local(scope, name)
        {
            return Some(Found::new(thing, CERTAIN, Provenance::Import));
        }
        let binding = self.binding(scope, name, line)?;
        Some(self.bound(binding, scope, depth))
    }

    /// The binding of a variable that holds at a line: a written type, else the last before it.
    fn binding(&self, scope: u32, name: NameHash, line: u32) -> Option<&'a BindingFact> {
        let bindings = self.catalogue().files[self.file as usize].facts.bindings;
        let mut index = *self.locals.heads.get(&key(scope, name))?;
        let mut chosen = &bindings[index as usize];
        for _ in 0..64 {
            let binding = &bindings[index as usize];
            if binding.kind() == BindingKind::Annotated {
                return Some(binding);
            }
            if binding.line <= line {
                chosen = binding;
            }
            index = self.locals.next[index as usize];
            if index == NONE {
                break;
            }
        }
        Some(chosen)
    }

    fn own_or_inherited(&self, scope: u32, name: NameHash, inherited: bool) -> Option<Found> {
        if let Some(unit) = self.catalogue().member(scope, name) {
            return Some(Found::new(Thing::Unit(unit), CERTAIN, Provenance::Ast));
        }
        if !inherited {
            return None;
        }
        if let Some(unit) = self.world.types.inherited(self.catalogue(), scope, name) {
            return Some(Found::new(Thing::Unit(unit), CERTAIN, Provenance::Inherited));
        }
        self.field(scope, name)
    }

    /// The members of the type that a method was written for, away from it.
    fn through_owner(&self, scope: u32, name: NameHash) -> Option<Found> {
        let owner = self.catalogue().owner(scope);
        if owner == NONE { None } else { self.own_or_inherited(owner, name, true) }
    }

    fn in_file(&self, module: u32, name: NameHash, depth: u8) -> Option<Found> {
        if let Some(unit) = self.catalogue().member(module, name) {
            return Some(Found::new(Thing::Unit(unit), CERTAIN, Provenance::Ast));
        }
        if let Some(thing) = self.world.imports.local(module, name) {
            return Some(Found::new(thing, CERTAIN, Provenance::Import));
        }
        if let Some(found) = self.module_variable(self.file, module, name, depth) {
            return Some(found);
        }
        self.in_package(name).or_else(|| self.in_wildcards(name)).or_else(|| self.anywhere(name))
    }

    /// A variable of a file, by what is bound to it.
    pub(crate) fn module_variable(&self, file: u32, module: u32, name: NameHash, depth: u8) -> Option<Found> {
        if depth >= DEEPEST {
            return None;
        }
        let index = *self.world.module_bindings.get(&key(module, name))?;
        let binding = &self.catalogue().files[file as usize].facts.bindings[index as usize];
        if file == self.file {
            return Some(self.bound(binding, module, depth));
        }
        // Names in another file mean what that file's own scope says; its functions do not matter here.
        let other = Values::of_top_level(self.world, file);
        Some(other.bound(binding, module, depth + 1))
    }

    fn in_package(&self, name: NameHash) -> Option<Found> {
        let package = self.world.modules.package_of[self.file as usize];
        if package == NONE || !self.catalogue().speech(self.file).policy.package_scope {
            return None;
        }
        let family = self.catalogue().speech(self.file).family;
        let candidates = self.catalogue().package_members(package, name);
        let unit =
            self.catalogue().preferred(candidates.filter(|unit| self.catalogue().family(*unit) == family))?;
        Some(Found::new(Thing::Unit(unit), PACKAGE, Provenance::Import))
    }

    fn in_wildcards(&self, name: NameHash) -> Option<Found> {
        if self.catalogue().speech(self.file).style() == ModuleStyle::RelativePath {
            return None;
        }
        // What is included passes on declarations and nothing else: a name that nobody declares need not be looked for.
        let style = self.catalogue().speech(self.file).style();
        if style == ModuleStyle::Include && self.catalogue().named(name).is_empty() {
            return None;
        }
        let wildcards = self.world.imports.wildcards(self.file);
        if let Some(unit) = wildcards.iter().find_map(|place| self.declared_in(place, name)) {
            return Some(Found::new(Thing::Unit(unit), GUESSED, Provenance::Import));
        }
        let mut steps = STEPS;
        for place in wildcards {
            let thing = match place {
                Place::File(file) => self.follower().symbol(*file, name, &mut steps),
                Place::Package(package) => self.catalogue().package_member(*package, name).map(Thing::Unit),
                Place::External => None,
            };
            if let Some(thing) = thing.filter(|thing| matches!(thing, Thing::Unit(_) | Thing::File(_))) {
                return Some(Found::new(thing, GUESSED, Provenance::Import));
            }
        }
        None
    }

    /// Nearer than what the imported file has from elsewhere.
    fn declared_in(&self, place: &Place, name: NameHash) -> Option<u32> {
        let Place::File(file) = place else { return None };
        self.catalogue().member(self.catalogue().module_unit(*file), name)
    }

    /// The only definition of a name, where names need no import.
    fn anywhere(&self, name: NameHash) -> Option<Found> {
        let speech = self.catalogue().speech(self.file);
        if !speech.has_global_names() {
            return None;
        }
        let mut only = None;
        for unit in self.catalogue().named(name).iter().take(MOST_SCANNED).map(|named| named.unit()) {
            let fact = self.catalogue().unit(unit);
            let free = self.catalogue().owner(unit) == NONE && fact.parent == 0;
            if !free
                || fact.flags.has(UnitFlags::DECLARATION)
                || self.catalogue().family(unit) != speech.family
            {
                continue;
            }
            if only.replace(unit).is_some() {
                return Some(Found::unknown());
            }
        }
        only.map(|unit| Found::new(Thing::Unit(unit), GLOBAL, Provenance::Name))
    }
}
