//! Everything that is known before single references are resolved, made in the order in which each part needs the others.

use crate::catalogue::{Catalogue, NONE, Tables, is_declared, is_displaced};
use crate::found::Thing;
use crate::hashing::{KeyMap, key};
use crate::imports::{Imports, scope_unit};
use crate::input::{FileInput, Hints};
use crate::modules::Modules;
use crate::structure::Methods;
use crate::types::{Parent, Types, spread};
use crate::values::Values;
use orienteer_model::{BindingFact, BindingKind, NO_UNIT, UnitKind};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// The type of a field or result: a unit, or something outside the repository.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Typed {
    pub thing: Thing,
    pub confidence: u8,
}

pub(crate) struct World<'a> {
    pub catalogue: Catalogue<'a>,
    pub modules: Modules<'a>,
    pub imports: Imports,
    pub types: Types,
    /// Bindings that hold in a whole file, by module unit and name: their number in the file.
    pub module_bindings: KeyMap<u32>,
    pub methods: Methods,
    /// Written result types, by unit.
    pub results: KeyMap<Typed>,
    /// Types of fields, by type and field name.
    pub fields: KeyMap<Typed>,
}

impl<'a> World<'a> {
    pub(crate) fn new(files: &'a [FileInput<'a>], hints: &'a Hints, tables: &'a mut Tables) -> World<'a> {
        let mut catalogue = Catalogue::new(files, tables);
        let modules = Modules::new(&catalogue, hints);
        catalogue.fill_packages(&modules.package_of);
        let imports = Imports::new(&catalogue, &modules);
        let module_bindings = module_bindings(&catalogue);
        let mut world = World {
            catalogue,
            modules,
            imports,
            types: Types::default(),
            methods: Methods::default(),
            module_bindings,
            results: KeyMap::default(),
            fields: KeyMap::default(),
        };
        world.adopt_displaced();
        world.methods = Methods::new(&world.catalogue);
        world.relate_types();
        world.learn_results();
        world.learn_fields();
        world
    }

    fn for_files<T: Send>(&self, work: impl Fn(u32) -> Vec<T> + Sync + Send) -> Vec<T> {
        (0..self.catalogue.files.len() as u32).into_par_iter().flat_map_iter(work).collect()
    }

    /// Members that stand outside their type find it by name.
    fn adopt_displaced(&mut self) {
        let adopted = self.for_files(|file| self.displaced_of(file));
        for (scope, unit) in adopted.into_iter().rev() {
            self.catalogue.adopt(scope, unit);
        }
    }

    fn displaced_of(&self, file: u32) -> Vec<(u32, u32)> {
        let input = &self.catalogue.files[file as usize];
        let values = Values::of_top_level(self, file);
        let mut found = Vec::new();
        for (index, unit) in input.facts.units.iter().enumerate().skip(1) {
            let parent = unit.parent().and_then(|parent| input.facts.units.get(parent)).unwrap_or(unit);
            if !is_declared(unit) || !is_displaced(unit, parent) {
                continue;
            }
            let id = input.first_unit + index as u32;
            let scope = scope_unit(&self.catalogue, file, unit.parent);
            let owner = values.type_named(scope, unit.container.hash).unwrap_or(scope);
            found.push((owner, id));
        }
        found
    }

    fn relate_types(&mut self) {
        let relations = self.for_files(|file| self.relations_of(file));
        let external: Vec<u32> =
            relations.iter().filter(|parent| parent.parent == NONE).map(|parent| parent.child).collect();
        let mut known: Vec<Parent> = relations.into_iter().filter(|parent| parent.parent != NONE).collect();
        known.extend(self.parts_of_open_types());
        self.types = Types::new(known, &external);
    }

    fn relations_of(&self, file: u32) -> Vec<Parent> {
        let facts = &self.catalogue.files[file as usize].facts;
        let values = Values::of_top_level(self, file);
        let mut found = Vec::new();
        for (position, relation) in facts.relations.iter().enumerate() {
            let module = self.catalogue.module_unit(file);
            let child = match relation.unit {
                NO_UNIT => values.type_named(module, relation.subject.hash),
                unit => Some(module + unit),
            };
            let Some(child) = child else { continue };
            let scope = self.enclosing(child, file);
            let parent =
                values.type_at(scope, facts.name(relation.target), relation.target.hash, relation.line, 0);
            let (parent, confidence) = match parent.map(|found| (found.thing, found.confidence)) {
                Some((Thing::Unit(unit) | Thing::Instance(unit), confidence)) if unit != child => {
                    (unit, confidence)
                }
                Some((Thing::Unknown, _)) => continue,
                _ => (NONE, 0),
            };
            let (position, kind, line) = (position as u32, relation.kind(), relation.line);
            found.push(Parent { child, position, parent, kind, line, confidence });
        }
        found
    }

    /// The scope in which a type's parents are named: around the type, in the file that names them.
    fn enclosing(&self, child: u32, file: u32) -> u32 {
        if self.catalogue.file_of(child) != file {
            return self.catalogue.module_unit(file);
        }
        scope_unit(&self.catalogue, file, self.catalogue.unit(child).parent)
    }

    /// Each part of a type that is declared in several places sees the members of the others.
    fn parts_of_open_types(&self) -> Vec<Parent> {
        let mut groups: KeyMap<Vec<u32>> = KeyMap::default();
        for (file, input) in self.catalogue.files.iter().enumerate() {
            if !self.catalogue.speech(file as u32).policy.open_types {
                continue;
            }
            let package = self.modules.package_of[file];
            for (index, unit) in input.facts.units.iter().enumerate() {
                if matches!(
                    unit.kind(),
                    UnitKind::Class | UnitKind::Struct | UnitKind::Interface | UnitKind::Trait
                ) {
                    let qualified = crate::hashing::hash(input.facts.text(unit.qualified));
                    groups.entry(key(package, qualified)).or_default().push(input.first_unit + index as u32);
                }
            }
        }
        let mut parts: Vec<Parent> = groups
            .values()
            .filter(|group| group.len() > 1 && group.len() <= 32)
            .flat_map(|group| links(group))
            .collect();
        parts.sort_unstable();
        parts
    }

    fn learn_results(&mut self) {
        let results = self.for_files(|file| {
            let facts = &self.catalogue.files[file as usize].facts;
            let values = Values::of_top_level(self, file);
            let bindings = facts.bindings.iter().filter(|binding| binding.kind() == BindingKind::Result);
            let learn = |binding: &BindingFact| {
                let unit = scope_unit(&self.catalogue, file, binding.scope);
                Some((spread(unit), values.result_type(unit, binding)?))
            };
            bindings.filter_map(learn).collect()
        });
        self.results = results.into_iter().collect();
    }

    /// Fields may be set through other fields: the second round sees what the first one learnt.
    fn learn_fields(&mut self) {
        for round in 0..2 {
            let learnt = self.for_files(|file| {
                let facts = &self.catalogue.files[file as usize].facts;
                let keep = |binding: &BindingFact| {
                    is_field(binding) && (round == 0 || facts.name(binding.target).contains('.'))
                };
                if !facts.bindings.iter().any(keep) {
                    return Vec::new();
                }
                Values::of_file(self, file).field_types(keep)
            });
            for (key, typed) in learnt {
                let held = self.fields.entry(key).or_insert(typed);
                if typed.confidence > held.confidence {
                    *held = typed;
                }
            }
        }
    }
}

fn is_field(binding: &BindingFact) -> bool {
    matches!(
        binding.kind(),
        BindingKind::FieldAnnotated | BindingKind::FieldAssigned | BindingKind::FieldAlias
    )
}

fn links(group: &[u32]) -> Vec<Parent> {
    let pairs = group.iter().flat_map(|child| group.iter().map(move |other| (*child, *other)));
    let link = |(child, parent)| Parent {
        child,
        position: NONE,
        parent,
        kind: orienteer_model::RelationKind::Extends,
        line: 0,
        confidence: 0,
    };
    pairs.filter(|(child, other)| child != other).map(link).collect()
}

fn module_bindings(catalogue: &Catalogue<'_>) -> KeyMap<u32> {
    let mut bindings = KeyMap::default();
    for input in catalogue.files {
        for (index, binding) in input.facts.bindings.iter().enumerate() {
            let at_top = binding.scope == NO_UNIT || binding.scope == 0;
            let typed = !matches!(binding.kind(), BindingKind::Result | BindingKind::Local);
            if at_top && typed && !binding.name.is_empty() {
                bindings.entry(key(input.first_unit, binding.name.hash)).or_insert(index as u32);
            }
        }
    }
    bindings
}
