//! Where the imports of every file lead: first to modules, then to symbols through chains of re-exports.

use crate::catalogue::Catalogue;
use crate::found::Thing;
use crate::hashing::{KeyMap, hash, key, parts};
use crate::modules::{Location, Modules, Place};
use crate::types::spread;
use orienteer_languages::ModuleStyle;
use orienteer_model::{ImportFact, ImportFlags, NO_UNIT, NameHash, UnitFlags};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// Most files that one name is followed through: a package's index may pass on hundreds.
pub(crate) const STEPS: u32 = 400;

pub(crate) struct Imports {
    /// Position of each file's first import in the other arrays.
    first: Vec<u32>,
    places: Vec<Place>,
    targets: Vec<Thing>,
    /// Imports by scope and local name, and by scope and whole module text.
    locals: KeyMap<u32>,
    /// Files and packages of which everything was imported, by file.
    wildcards: KeyMap<Vec<Place>>,
}

impl Imports {
    pub(crate) fn new(catalogue: &Catalogue<'_>, modules: &Modules<'_>) -> Imports {
        let mut first = Vec::with_capacity(catalogue.files.len() + 1);
        let mut count = 0;
        for file in catalogue.files {
            first.push(count);
            count += file.facts.imports.len() as u32;
        }
        first.push(count);
        let places = (0..catalogue.files.len())
            .into_par_iter()
            .flat_map_iter(|file| places_of(catalogue, modules, file as u32))
            .collect();
        let mut imports = Imports {
            first,
            places,
            targets: Vec::new(),
            locals: KeyMap::default(),
            wildcards: KeyMap::default(),
        };
        imports.enter(catalogue);
        imports.targets = (0..catalogue.files.len())
            .into_par_iter()
            .flat_map_iter(|file| imports.targets_of(catalogue, modules, file as u32))
            .collect();
        imports
    }

    fn enter(&mut self, catalogue: &Catalogue<'_>) {
        self.locals.reserve(self.places.len() * 2);
        for (file, input) in catalogue.files.iter().enumerate() {
            for (index, import) in input.facts.imports.iter().enumerate() {
                let position = self.first[file] + index as u32;
                let scope = scope_unit(catalogue, file as u32, import.scope);
                if import.flags.has(ImportFlags::WILDCARD) && import.name.is_empty() {
                    let place = self.places[position as usize];
                    if place != Place::External {
                        self.wildcards.entry(spread(file as u32)).or_default().push(place);
                    }
                    if catalogue.speech(file as u32).style() == ModuleStyle::Include {
                        continue;
                    }
                }
                if import.name.is_empty() && import.module.hash != import.local.hash {
                    self.locals.entry(key(scope, import.module.hash)).or_insert(position);
                }
                self.enter_local(key(scope, import.local.hash), position);
            }
        }
    }

    /// The first import of a name counts, unless only a later one leads into the repository.
    fn enter_local(&mut self, key: u64, position: u32) {
        let held = self.locals.entry(key).or_insert(position);
        if self.places[*held as usize] == Place::External {
            *held = position;
        }
    }

    pub(crate) fn target(&self, file: u32, index: usize) -> Thing {
        self.targets.get(self.first[file as usize] as usize + index).copied().unwrap_or(Thing::External)
    }

    pub(crate) fn place(&self, file: u32, index: usize) -> Place {
        self.places[self.first[file as usize] as usize + index]
    }

    /// What an import in a scope brought in under a name.
    pub(crate) fn local(&self, scope: u32, name: NameHash) -> Option<Thing> {
        self.locals.get(&key(scope, name)).map(|position| self.targets[*position as usize])
    }

    pub(crate) fn wildcards(&self, file: u32) -> &[Place] {
        self.wildcards.get(&spread(file)).map_or(&[], Vec::as_slice)
    }

    fn targets_of(&self, catalogue: &Catalogue<'_>, modules: &Modules<'_>, file: u32) -> Vec<Thing> {
        let count = (self.first[file as usize + 1] - self.first[file as usize]) as usize;
        let follower = Follower { catalogue, modules, imports: self };
        (0..count).map(|index| follower.follow(file, index, &mut STEPS.clone())).collect()
    }
}

fn places_of(catalogue: &Catalogue<'_>, modules: &Modules<'_>, file: u32) -> Vec<Place> {
    let facts = &catalogue.files[file as usize].facts;
    let locate = |import: &ImportFact| locate(catalogue, modules, file, import).place;
    facts.imports.iter().map(locate).collect()
}

fn locate<'a>(
    catalogue: &Catalogue<'a>,
    modules: &Modules<'_>,
    file: u32,
    import: &ImportFact,
) -> Location<'a> {
    modules.locate(catalogue, file, catalogue.files[file as usize].facts.name(import.module))
}

/// The unit that a file-local scope number stands for.
pub(crate) fn scope_unit(catalogue: &Catalogue<'_>, file: u32, scope: u32) -> u32 {
    let input = &catalogue.files[file as usize];
    if scope == NO_UNIT { input.first_unit } else { input.first_unit + scope }
}

/// Follows names through modules. Needs the places of imports, not their targets.
pub(crate) struct Follower<'w, 'a> {
    pub catalogue: &'w Catalogue<'a>,
    pub modules: &'w Modules<'a>,
    pub imports: &'w Imports,
}

impl<'a> Follower<'_, 'a> {
    /// The thing that an import of a file brings in.
    fn follow(&self, file: u32, index: usize, steps: &mut u32) -> Thing {
        let facts = &self.catalogue.files[file as usize].facts;
        let import = &facts.imports[index];
        let place = self.imports.place(file, index);
        let module = facts.name(import.module);
        let rest = match place {
            // Only these two may have left parts of the module's path over.
            Place::File(_) | Place::Package(_) => self.left_over(file, import),
            Place::External => "",
        };
        let mut thing = thing_of(place);
        for part in parts(rest) {
            thing = self.inside(thing, hash(part), part, steps);
        }
        if import.name.is_empty() {
            return thing;
        }
        let name = facts.name(import.name);
        let is_default = name == self.catalogue.speech(file).policy.default_export;
        match (thing, place) {
            (Thing::File(target), _) if is_default && !name.is_empty() => {
                self.main_value(target, import, steps)
            }
            (Thing::External, Place::External) => {
                let child = self.modules.child(self.catalogue, file, place, module, name);
                child.map_or(Thing::External, Thing::File)
            }
            _ => self.inside(thing, import.name.hash, name, steps),
        }
    }

    fn left_over(&self, file: u32, import: &ImportFact) -> &'a str {
        match self.catalogue.speech(file).style() {
            ModuleStyle::CratePath | ModuleStyle::Declared => {
                locate(self.catalogue, self.modules, file, import).rest
            }
            _ => "",
        }
    }

    /// What a module calls its main value: by that word, by the name it is imported as, by the file's own name.
    fn main_value(&self, file: u32, import: &ImportFact, steps: &mut u32) -> Thing {
        let path = self.catalogue.files[file as usize].path;
        let stem = crate::modules::last_part(crate::modules::without_extension(path));
        let found = self.symbol(file, import.name.hash, steps);
        let found = found.or_else(|| self.symbol(file, import.local.hash, steps));
        let found = found.or_else(|| self.symbol(file, hash(stem), steps));
        found.unwrap_or(Thing::File(file))
    }

    fn inside(&self, thing: Thing, name: NameHash, text: &str, steps: &mut u32) -> Thing {
        let found = match thing {
            Thing::File(file) => self.symbol(file, name, steps).or_else(|| {
                let child = self.modules.child(self.catalogue, file, Place::File(file), "", text);
                child.map(Thing::File)
            }),
            Thing::Package(package) => self.catalogue.package_member(package, name).map(Thing::Unit),
            Thing::Unit(unit) => self.catalogue.member(unit, name).map(Thing::Unit),
            _ => None,
        };
        found.unwrap_or(match thing {
            Thing::External => Thing::External,
            _ => Thing::Unknown,
        })
    }

    /// The symbol that a file declares, imports or passes on under a name.
    pub(crate) fn symbol(&self, file: u32, name: NameHash, steps: &mut u32) -> Option<Thing> {
        self.found_in(file, name, false, steps)
    }

    /// With `passed_on`, only what the file exports to those who ask for everything.
    fn found_in(&self, file: u32, name: NameHash, passed_on: bool, steps: &mut u32) -> Option<Thing> {
        *steps = steps.checked_sub(1)?;
        let module = self.catalogue.module_unit(file);
        if let Some(unit) = self.catalogue.member(module, name) {
            return Some(Thing::Unit(unit));
        }
        if let Some(position) = self.imports.locals.get(&key(module, name)) {
            let index = (position - self.imports.first[file as usize]) as usize;
            if !passed_on || self.is_passed_on(file, index) {
                return Some(self.follow(file, index, steps));
            }
        }
        self.in_wildcards(file, name, steps)
    }

    /// Where exports are written out, an import alone is no export.
    fn is_passed_on(&self, file: u32, index: usize) -> bool {
        let import = &self.catalogue.files[file as usize].facts.imports[index];
        import.flags.has(ImportFlags::REEXPORT)
            || self.catalogue.speech(file).style() != ModuleStyle::RelativePath
    }

    /// Something visible outside its file if there is one, else the first of the name.
    fn in_wildcards(&self, file: u32, name: NameHash, steps: &mut u32) -> Option<Thing> {
        let mut hidden = None;
        for place in self.imports.wildcards(file) {
            let found = match place {
                Place::File(other) if *other != file => self.found_in(*other, name, true, steps),
                Place::Package(package) => self.catalogue.package_member(*package, name).map(Thing::Unit),
                _ => None,
            };
            match found {
                Some(Thing::Unit(unit)) if self.catalogue.flags(unit).has(UnitFlags::PUBLIC) => {
                    return found;
                }
                Some(Thing::Unknown) | None => {}
                Some(thing) => hidden = hidden.or(Some(thing)),
            }
        }
        hidden
    }
}

pub(crate) fn thing_of(place: Place) -> Thing {
    match place {
        Place::External => Thing::External,
        Place::File(file) => Thing::File(file),
        Place::Package(package) => Thing::Package(package),
    }
}
