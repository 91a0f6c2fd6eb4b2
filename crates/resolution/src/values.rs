//! What expressions of one file stand for: paths, members, results, and the types behind variables and fields.
//!
//! Finds things; makes no edges. The answer to "what is it" is always one thing or nothing, never a choice.

use crate::catalogue::{Catalogue, NONE};
use crate::found::{Found, Thing};
use crate::hashing::{KeyMap, hash, key};
use crate::imports::{Follower, STEPS, scope_unit, thing_of};
use crate::modules::Place;
use crate::params::{ALIASED, CERTAIN, CLOSURE, DEEPEST, GUESSED, MOST_SCANNED, PACKAGE};
use crate::scope::Locals;
use crate::types::spread;
use crate::world::{Typed, World};
use orienteer_languages::ModuleStyle;
use orienteer_model::{BindingFact, BindingKind, NO_UNIT, NameHash, Provenance, UnitKind};
use std::cell::RefCell;

pub(crate) struct Values<'w, 'a> {
    pub world: &'w World<'a>,
    pub file: u32,
    pub(crate) locals: Locals,
    /// What the file as a whole says of names that were asked for.
    pub(crate) known: RefCell<KeyMap<Option<Found>>>,
    /// The same of dotted paths.
    paths: RefCell<KeyMap<Option<Found>>>,
    /// Members of types that were asked for.
    members: RefCell<KeyMap<Option<u32>>>,
}

impl<'w, 'a> Values<'w, 'a> {
    pub(crate) fn of_file(world: &'w World<'a>, file: u32) -> Values<'w, 'a> {
        let mut values = Values::of_top_level(world, file);
        values.locals.fill(&world.catalogue, file);
        values
    }

    /// The same without the variables of functions, for what is written at the top level or in headers.
    pub(crate) fn of_top_level(world: &'w World<'a>, file: u32) -> Values<'w, 'a> {
        Values {
            world,
            file,
            locals: Locals::default(),
            known: RefCell::default(),
            paths: RefCell::default(),
            members: RefCell::default(),
        }
    }

    pub(crate) fn catalogue(&self) -> &'w Catalogue<'a> {
        &self.world.catalogue
    }

    pub(crate) fn follower(&self) -> Follower<'w, 'a> {
        Follower {
            catalogue: &self.world.catalogue,
            modules: &self.world.modules,
            imports: &self.world.imports,
        }
    }

    /// What a variable stands for.
    pub(crate) fn bound(&self, binding: &BindingFact, scope: u32, depth: u8) -> Found {
        if depth >= DEEPEST {
            return Found::unknown();
        }
        let facts = &self.catalogue().files[self.file as usize].facts;
        let text = facts.name(binding.target);
        match binding.kind() {
            BindingKind::Annotated | BindingKind::FieldAnnotated => {
                self.annotated(scope, text, binding, depth + 1)
            }
            BindingKind::Assigned | BindingKind::FieldAssigned => {
                let callee = self.path(scope, text, binding.target.hash, binding.line, depth + 1);
                callee.map_or_else(Found::unknown, |found| self.called(found))
            }
            BindingKind::Alias | BindingKind::FieldAlias => {
                let found = self.path_before(scope, text, binding, depth + 1);
                found.map_or_else(Found::unknown, |found| self.aliased(found, depth + 1))
            }
            BindingKind::Result | BindingKind::Local => Found::unknown(),
        }
    }

    /// A variable may be set again: what it was once set to is less sure than what is declared.
    fn aliased(&self, found: Found, depth: u8) -> Found {
        let value = self.value(found, depth);
        let confidence = if matches!(value.thing, Thing::Unit(_)) { ALIASED } else { GUESSED };
        Found { confidence: value.confidence.min(confidence), ..value }
    }

    /// An alias may have the name of what it stands for: `x = x` looks outside.
    fn path_before(&self, scope: u32, text: &str, binding: &BindingFact, depth: u8) -> Option<Found> {
        if binding.target.hash == binding.name.hash && !matches!(binding.kind(), BindingKind::FieldAlias) {
            return None;
        }
        self.path(scope, text, binding.target.hash, binding.line.saturating_sub(1), depth)
    }

    fn annotated(&self, scope: u32, text: &str, binding: &BindingFact, depth: u8) -> Found {
        match self.type_at(scope, text, binding.target.hash, binding.line, depth) {
            Some(found) => self.instance(found),
            None => Found::unknown(),
        }
    }

    fn instance(&self, found: Found) -> Found {
        match found.thing {
            Thing::Unit(unit) if self.catalogue().kind(unit).is_type() => {
                found.step(Thing::Instance(unit), CERTAIN, Provenance::Type)
            }
            Thing::External | Thing::Instance(_) => found,
            _ => Found::unknown(),
        }
    }

    /// The type that a written name means; a name that no scope knows is taken for a built-in one.
    pub(crate) fn type_at(
        &self,
        scope: u32,
        text: &str,
        name: NameHash,
        line: u32,
        depth: u8,
    ) -> Option<Found> {
        let speech = self.catalogue().speech(self.file);
        if speech.vague.contains(&name.0) {
            return Some(Found::unknown());
        }
        if speech.self_words.contains(&name) {
            let owner = self.self_type(scope)?;
            return Some(Found::new(Thing::Instance(owner), CERTAIN, Provenance::Type));
        }
        let found = match self.path(scope, text, name, line, depth) {
            Some(found) if found.is_known() => found,
            Some(_) => return Some(Found::unknown()),
            None => return Some(Found::external()),
        };
        match found.thing {
            Thing::Unit(unit) if self.catalogue().kind(unit).is_type() => Some(found),
            Thing::Unit(unit) if self.catalogue().kind(unit) == UnitKind::Module => Some(found),
            Thing::External | Thing::Instance(_) => Some(found),
            _ => Some(Found::unknown()),
        }
    }

    /// The type of a name as a container: in scope, else the only type of that name.
    pub(crate) fn type_named(&self, scope: u32, name: NameHash) -> Option<u32> {
        let is_scope = |unit: u32| {
            let kind = self.catalogue().kind(unit);
            kind.is_type() || kind == UnitKind::Module
        };
        match self.name(scope, name, 0, 0).map(|found| found.thing) {
            Some(Thing::Unit(unit)) if is_scope(unit) => return Some(unit),
            Some(Thing::External) => return None,
            _ => {}
        }
        self.only_type(name)
    }

    fn only_type(&self, name: NameHash) -> Option<u32> {
        let catalogue = self.catalogue();
        let family = catalogue.speech(self.file).family;
        let package = self.world.modules.package_of[self.file as usize];
        let is_type = |unit: &u32| catalogue.kind(*unit).is_type() && catalogue.family(*unit) == family;
        let candidates =
            catalogue.named(name).iter().take(MOST_SCANNED).map(|named| named.unit()).filter(is_type);
        let mut only = None;
        for unit in candidates {
            let same_package =
                package != NONE && self.world.modules.package_of[catalogue.file_of(unit) as usize] == package;
            if same_package {
                return Some(unit);
            }
            only = Some(if only.is_none() { unit } else { NONE });
        }
        only.filter(|unit| *unit != NONE)
    }

    /// The type that `self` has at a place.
    pub(crate) fn self_type(&self, from: u32) -> Option<u32> {
        let catalogue = self.catalogue();
        let module = catalogue.module_unit(self.file);
        let mut scope = from;
        for _ in 0..32 {
            let unit = catalogue.unit(scope);
            if unit.kind().is_type() {
                return Some(scope);
            }
            if catalogue.owner(scope) != NONE {
                return Some(catalogue.owner(scope));
            }
            if scope == module || unit.parent == NO_UNIT {
                return None;
            }
            scope = scope_unit(catalogue, self.file, unit.parent);
        }
        None
    }

    /// What a dotted path means.
    pub(crate) fn path(&self, from: u32, text: &str, whole: NameHash, line: u32, depth: u8) -> Option<Found> {
        if !text.as_bytes().contains(&b'.') {
            return self.word(from, whole, line, depth);
        }
        if depth > 0 {
            return self.dotted(from, text, line, depth);
        }
        if let Some(known) = self.paths.borrow().get(&whole.0) {
            return *known;
        }
        let found = self.dotted(from, text, line, 0);
        let head = text.split('.').find(|part| !part.is_empty()).map_or(NameHash::NONE, hash);
        if self.is_of_file(head) && !self.is_self_word(head) {
            self.paths.borrow_mut().insert(whole.0, found);
        }
        found
    }

    /// What a path of one part means.
    pub(crate) fn word(&self, from: u32, name: NameHash, line: u32, depth: u8) -> Option<Found> {
        if self.is_self_word(name) {
            let owner = self.self_type(from)?;
            return Some(Found::new(Thing::Instance(owner), CERTAIN, Provenance::Type));
        }
        self.name(from, name, line, depth)
    }

    fn dotted(&self, from: u32, text: &str, line: u32, depth: u8) -> Option<Found> {
        let mut parts = text.split('.').filter(|part| !part.is_empty());
        let head = parts.next()?;
        let mut found = match self.head(from, head, line, depth) {
            Some(found) => found,
            None => return self.module_path(text, depth),
        };
        for part in parts {
            if !found.is_known() {
                return Some(found);
            }
            found = self.member_value(found, hash(part), part, depth)?;
        }
        Some(found)
    }

    fn is_self_word(&self, name: NameHash) -> bool {
        self.catalogue().speech(self.file).self_words.contains(&name)
    }

    fn head(&self, from: u32, head: &str, line: u32, depth: u8) -> Option<Found> {
        let name = hash(head);
        let speech = self.catalogue().speech(self.file);
        if speech.self_words.contains(&name) && speech.style() != ModuleStyle::CratePath
            || speech.self_words.contains(&name) && self.self_type(from).is_some()
        {
            let owner = self.self_type(from)?;
            return Some(Found::new(Thing::Instance(owner), CERTAIN, Provenance::Type));
        }
        let found = self.name(from, name, line, depth)?;
        Some(self.value(found, depth + 1))
    }

    /// A path that begins with an imported module written out in full, or with a package.
    fn module_path(&self, text: &str, depth: u8) -> Option<Found> {
        let module = self.catalogue().module_unit(self.file);
        let mut end = text.len();
        loop {
            if let Some(thing) = self.world.imports.local(module, hash(&text[..end])) {
                return self.continue_path(
                    Found::new(thing, CERTAIN, Provenance::Import),
                    &text[end..],
                    depth,
                );
            }
            match text[..end].rfind('.') {
                Some(position) => end = position,
                None => break,
            }
        }
        if !matches!(
            self.catalogue().speech(self.file).style(),
            ModuleStyle::CratePath | ModuleStyle::Declared
        ) {
            return None;
        }
        let location = self.world.modules.locate(self.catalogue(), self.file, text);
        if location.place == Place::External {
            return None;
        }
        self.continue_path(
            Found::new(thing_of(location.place), PACKAGE, Provenance::Import),
            location.rest,
            depth,
        )
    }

    /// A path that needs no import because it begins at the root of the package tree.
    pub(crate) fn root_path(&self, text: &str) -> Option<Found> {
        if text.contains(['.', ':', '\\']) { self.module_path(text, 0) } else { None }
    }

    fn continue_path(&self, mut found: Found, rest: &str, depth: u8) -> Option<Found> {
        for part in crate::hashing::parts(rest) {
            found = self.member_value(found, hash(part), part, depth)?;
        }
        Some(found)
    }

    /// A part of a path that is not its last: the value of the member, rather than the member.
    fn member_value(&self, found: Found, name: NameHash, text: &str, depth: u8) -> Option<Found> {
        if let Thing::Instance(unit) | Thing::Unit(unit) = found.thing
            && let Some(field) = self.field(unit, name)
        {
            return Some(Found { confidence: field.confidence.min(found.confidence), ..field });
        }
        let member = self.member(found, name, text, depth + 1)?;
        match member.thing {
            // Read without a call: a property, whose value is its result.
            Thing::Unit(unit) if self.catalogue().kind(unit).is_callable() => Some(self.result(member, unit)),
            Thing::Unit(_) => Some(self.value(member, depth + 1)),
            _ => Some(member),
        }
    }

    /// The type of a field, own or inherited.
    pub(crate) fn field(&self, owner: u32, name: NameHash) -> Option<Found> {
        let typed = self.world.fields.get(&key(owner, name)).or_else(|| {
            let ancestors = self.world.types.ancestors(owner);
            ancestors.iter().find_map(|ancestor| self.world.fields.get(&key(*ancestor, name)))
        })?;
        Some(Found::new(typed.thing, typed.confidence, Provenance::Type))
    }

    /// A member of a thing, by name.
    pub(crate) fn member(&self, found: Found, name: NameHash, text: &str, depth: u8) -> Option<Found> {
        let catalogue = self.catalogue();
        match found.thing {
            Thing::Unknown => None,
            Thing::External => Some(found),
            Thing::File(file) => self.module_member(found, file, name, text, depth),
            Thing::Package(package) => {
                let unit = catalogue.package_member(package, name)?;
                Some(found.step(Thing::Unit(unit), CERTAIN, Provenance::Import))
            }
            Thing::Instance(unit) => self.type_member(found, unit, name, false),
            Thing::Unit(unit) => match catalogue.kind(unit) {
                kind if kind.is_type() => self.type_member(found, unit, name, true),
                UnitKind::Variable | UnitKind::Constant => self.type_member(found, unit, name, false),
                UnitKind::Module => {
                    let member = catalogue.member(unit, name)?;
                    Some(found.step(Thing::Unit(member), CERTAIN, found.provenance))
                }
                _ => None,
            },
        }
    }

    fn module_member(&self, found: Found, file: u32, name: NameHash, text: &str, depth: u8) -> Option<Found> {
        if let Some(thing) = self.follower().symbol(file, name, &mut STEPS.clone()) {
            return Some(found.step(thing, CERTAIN, Provenance::Import));
        }
        let module = self.catalogue().module_unit(file);
        if let Some(value) = self.module_variable(file, module, name, depth + 1) {
            return Some(Found { confidence: value.confidence.min(found.confidence), ..value });
        }
        let child = self.world.modules.child(self.catalogue(), self.file, Place::File(file), "", text)?;
        Some(found.step(Thing::File(child), CERTAIN, Provenance::Import))
    }

    fn type_member(&self, found: Found, unit: u32, name: NameHash, of_type: bool) -> Option<Found> {
        let provenance = |member: u32| {
            if self.catalogue().owner(member) == unit { Provenance::Type } else { Provenance::Inherited }
        };
        let member = self.member_of_type(unit, name)?;
        let member = self.catalogue().namesake(member, of_type);
        Some(found.step(Thing::Unit(member), CERTAIN, provenance(member)))
    }

    fn member_of_type(&self, unit: u32, name: NameHash) -> Option<u32> {
        let mut members = self.members.borrow_mut();
        *members
            .entry(key(unit, name))
            .or_insert_with(|| self.world.types.member(self.catalogue(), unit, name))
    }

    /// What calling a thing gives.
    pub(crate) fn called(&self, found: Found) -> Found {
        match found.thing {
            Thing::Unit(unit) if self.catalogue().kind(unit).is_type() => {
                found.step(Thing::Instance(unit), CERTAIN, Provenance::Type)
            }
            Thing::Unit(unit) => self.result(found, unit),
            Thing::External => found,
            _ => Found::unknown(),
        }
    }

    fn result(&self, found: Found, unit: u32) -> Found {
        match self.world.results.get(&spread(unit)) {
            Some(typed) => found.step(typed.thing, GUESSED.min(typed.confidence), Provenance::Type),
            // What it returns is not written; perhaps an object made of the functions inside it.
            None if self.catalogue().kind(unit).is_callable() => {
                found.step(Thing::Instance(unit), CLOSURE, Provenance::Type)
            }
            None => Found::unknown(),
        }
    }

    /// The value behind a named thing: a variable's type, a property's result.
    pub(crate) fn value(&self, found: Found, depth: u8) -> Found {
        let Thing::Unit(unit) = found.thing else { return found };
        let catalogue = self.catalogue();
        match catalogue.kind(unit) {
            UnitKind::Variable | UnitKind::Constant | UnitKind::Field => {
                let file = catalogue.file_of(unit);
                let owner = catalogue.owner(unit);
                let name = catalogue.unit(unit).name.hash;
                if owner != NONE {
                    return self.field(owner, name).unwrap_or_else(Found::unknown);
                }
                let value = self.module_variable(file, catalogue.module_unit(file), name, depth);
                if value.is_none_or(|value| !value.is_known()) && catalogue.unit(unit).parent == 0 {
                    // An object written out: its functions are members of the variable.
                    return found;
                }
                value.map_or_else(Found::unknown, |value| Found {
                    confidence: value.confidence.min(found.confidence),
                    ..value
                })
            }
            _ => found,
        }
    }

    pub(crate) fn result_type(&self, unit: u32, binding: &BindingFact) -> Option<Typed> {
        let facts = &self.catalogue().files[self.file as usize].facts;
        let found = self.instance(self.type_at(
            unit,
            facts.name(binding.target),
            binding.target.hash,
            binding.line,
            0,
        )?);
        found.is_known().then_some(Typed { thing: found.thing, confidence: found.confidence })
    }

    /// What this file says about the types of fields, by type and name.
    pub(crate) fn field_types(&self, keep: impl Fn(&BindingFact) -> bool) -> Vec<(u64, Typed)> {
        let facts = &self.catalogue().files[self.file as usize].facts;
        let mut found = Vec::new();
        for binding in facts.bindings.iter().filter(|binding| keep(binding)) {
            let scope = scope_unit(self.catalogue(), self.file, binding.scope);
            let Some(owner) = self.self_type(scope) else { continue };
            let value = self.bound(binding, scope, 1);
            if matches!(value.thing, Thing::Instance(_) | Thing::External | Thing::Unit(_)) {
                let typed = Typed { thing: value.thing, confidence: value.confidence };
                found.push((key(owner, binding.name.hash), typed));
            }
        }
        found
    }
}
