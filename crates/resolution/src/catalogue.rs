//! Every unit by scope and name, by name alone, and by its file: the tables that all later stages look things up in.
//!
//! Holds no edges and decides nothing; it only finds.

use crate::hashing::{KeyMap, hash, key};
use crate::input::FileInput;
use crate::language::{Speech, Speeches};
use crate::types::spread;
use orienteer_model::{NO_UNIT, NameHash, UnitFact, UnitFlags, UnitKind};
use rayon::slice::ParallelSliceMut;

/// No unit, no file, no package.
pub(crate) const NONE: u32 = u32::MAX;
/// Scopes from here on are packages, not units.
pub(crate) const PACKAGE: u32 = 1 << 31;

/// A declaration in the list of all names, with what choosing among namesakes needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Named {
    name: NameHash,
    pub unit: u32,
    pub family: u16,
    pub is_method: bool,
    pub is_test: bool,
}

pub(crate) struct Catalogue<'a> {
    pub files: &'a [FileInput<'a>],
    pub unit_count: u32,
    speeches: Speeches,
    file_of: Vec<u32>,
    /// The type that a unit is a member of, by nesting or by name.
    owner: Vec<u32>,
    members: KeyMap<u32>,
    next_member: Vec<u32>,
    in_package: KeyMap<u32>,
    next_in_package: Vec<u32>,
    by_name: Vec<Named>,
    ranges: KeyMap<(u32, u32)>,
    types_by_word: KeyMap<u32>,
    next_type: KeyMap<u32>,
}

impl<'a> Catalogue<'a> {
    pub(crate) fn new(files: &'a [FileInput<'a>]) -> Catalogue<'a> {
        let unit_count = files.last().map_or(0, |file| file.first_unit + file.facts.units.len() as u32);
        let mut catalogue = Catalogue {
            files,
            unit_count,
            speeches: Speeches::of(files),
            file_of: vec![NONE; unit_count as usize],
            owner: vec![NONE; unit_count as usize],
            members: KeyMap::with_capacity_and_hasher(unit_count as usize, Default::default()),
            next_member: vec![NONE; unit_count as usize],
            in_package: KeyMap::default(),
            next_in_package: Vec::new(),
            by_name: Vec::with_capacity(unit_count as usize),
            ranges: KeyMap::default(),
            types_by_word: KeyMap::default(),
            next_type: KeyMap::default(),
        };
        for file in (0..files.len() as u32).rev() {
            catalogue.enter(file);
        }
        catalogue.order_names();
        catalogue
    }

    /// Enters a file's units backwards, so that chains run forwards.
    fn enter(&mut self, file: u32) {
        let input = &self.files[file as usize];
        let speech = self.speeches.get(input.facts.language);
        let (code, family) = (speech.is_code, speech.family);
        for (index, unit) in input.facts.units.iter().enumerate().rev() {
            let id = input.first_unit + index as u32;
            self.file_of[id as usize] = file;
            if index == 0 || !code || !is_declared(unit) {
                continue;
            }
            let parent = unit.parent().filter(|parent| *parent < index).unwrap_or(0);
            let in_type = input.facts.units[parent].kind().is_type();
            let is_method = unit.kind().is_callable() && (in_type || unit.kind() == UnitKind::Method);
            let is_test = input.is_test || unit.flags.has(UnitFlags::TEST);
            self.by_name.push(Named { name: unit.name.hash, unit: id, family, is_method, is_test });
            if in_type {
                self.owner[id as usize] = input.first_unit + parent as u32;
            }
            if !is_displaced(unit, &input.facts.units[parent]) {
                self.add_member(input.first_unit + parent as u32, unit.name.hash, id);
            }
            if unit.kind().is_type() {
                self.enter_word(input.facts.name(unit.name), id);
            }
        }
    }

    fn enter_word(&mut self, name: &str, id: u32) {
        if let Some(previous) = self.types_by_word.insert(word_hash(name).0, id) {
            self.next_type.insert(spread(id), previous);
        }
    }

    fn order_names(&mut self) {
        self.by_name.par_sort_unstable();
        self.ranges.reserve(self.by_name.len() / 2);
        let mut start = 0;
        for group in self.by_name.chunk_by(|left, right| left.name == right.name) {
            let end = start + group.len() as u32;
            self.ranges.insert(group[0].name.0, (start, end));
            start = end;
        }
    }

    fn add_member(&mut self, scope: u32, name: NameHash, id: u32) {
        if let Some(previous) = self.members.insert(key(scope, name), id) {
            self.next_member[id as usize] = previous;
        }
    }

    /// Makes a unit a member of a scope that is declared elsewhere.
    pub(crate) fn adopt(&mut self, scope: u32, id: u32) {
        if self.kind(scope).is_type() {
            self.owner[id as usize] = scope;
        }
        self.add_member(scope, self.unit(id).name.hash, id);
    }

    /// Puts the top-level units of each file into the package that it belongs to.
    pub(crate) fn fill_packages(&mut self, package_of: &[u32]) {
        if package_of.iter().all(|package| *package == NONE) {
            return;
        }
        self.next_in_package = vec![NONE; self.unit_count as usize];
        for (file, package) in package_of.iter().enumerate().rev().filter(|(_, package)| **package != NONE) {
            let input = &self.files[file];
            for (index, unit) in input.facts.units.iter().enumerate().rev() {
                let parent = unit.parent().and_then(|parent| input.facts.units.get(parent)).unwrap_or(unit);
                if index == 0
                    || !is_declared(unit)
                    || !is_top_level(input, unit)
                    || is_displaced(unit, parent)
                {
                    continue;
                }
                let id = input.first_unit + index as u32;
                if let Some(previous) = self.in_package.insert(key(PACKAGE | package, unit.name.hash), id) {
                    self.next_in_package[id as usize] = previous;
                }
            }
        }
    }

    pub(crate) fn unit(&self, id: u32) -> &'a UnitFact {
        let file = &self.files[self.file_of[id as usize] as usize];
        &file.facts.units[(id - file.first_unit) as usize]
    }

    pub(crate) fn kind(&self, id: u32) -> UnitKind {
        self.unit(id).kind()
    }

    pub(crate) fn file_of(&self, id: u32) -> u32 {
        self.file_of[id as usize]
    }

    pub(crate) fn owner(&self, id: u32) -> u32 {
        self.owner[id as usize]
    }

    pub(crate) fn name_text(&self, id: u32) -> &'a str {
        self.files[self.file_of(id) as usize].facts.name(self.unit(id).name)
    }

    pub(crate) fn module_unit(&self, file: u32) -> u32 {
        self.files[file as usize].first_unit
    }

    pub(crate) fn speech(&self, file: u32) -> &Speech {
        self.speeches.get(self.files[file as usize].facts.language)
    }

    pub(crate) fn family(&self, id: u32) -> u16 {
        self.speech(self.file_of(id)).family
    }

    pub(crate) fn is_test(&self, id: u32) -> bool {
        self.files[self.file_of(id) as usize].is_test || self.unit(id).flags.has(UnitFlags::TEST)
    }

    /// All units of a name directly inside a unit, in source order.
    pub(crate) fn members(&self, scope: u32, name: NameHash) -> impl Iterator<Item = u32> + '_ {
        chain(self.members.get(&key(scope, name)).copied(), &self.next_member)
    }

    /// The unit of a name directly inside a unit; one with a body before one without.
    pub(crate) fn member(&self, scope: u32, name: NameHash) -> Option<u32> {
        let first = *self.members.get(&key(scope, name))?;
        if self.next_member[first as usize] == NONE {
            return Some(first);
        }
        Some(self.preferred(self.members(scope, name)).unwrap_or(first))
    }

    /// Of members with the same name in the same scope, the one that belongs to the type or to an instance, as asked.
    pub(crate) fn namesake(&self, member: u32, of_type: bool) -> u32 {
        let fits = |unit: u32| {
            let flags = self.unit(unit).flags;
            flags.has(UnitFlags::STATIC) == of_type && !flags.has(UnitFlags::DECLARATION)
        };
        let first = self.owner(member);
        if first == NONE || fits(member) {
            return member;
        }
        self.members(first, self.unit(member).name.hash).take(32).find(|unit| fits(*unit)).unwrap_or(member)
    }

    pub(crate) fn package_member(&self, package: u32, name: NameHash) -> Option<u32> {
        let head = self.in_package.get(&key(PACKAGE | package, name)).copied()?;
        self.preferred(chain(Some(head), &self.next_in_package))
    }

    pub(crate) fn package_members(&self, package: u32, name: NameHash) -> impl Iterator<Item = u32> + '_ {
        chain(self.in_package.get(&key(PACKAGE | package, name)).copied(), &self.next_in_package)
    }

    /// Definitions before declarations, and the first of equals.
    pub(crate) fn preferred(&self, candidates: impl Iterator<Item = u32>) -> Option<u32> {
        let mut first = None;
        for candidate in candidates.take(32) {
            if !self.unit(candidate).flags.has(UnitFlags::DECLARATION) {
                return Some(candidate);
            }
            first = first.or(Some(candidate));
        }
        first
    }

    /// Every declaration of a name anywhere, in order.
    pub(crate) fn named(&self, name: NameHash) -> &[Named] {
        match self.ranges.get(&name.0) {
            Some(&(start, end)) => &self.by_name[start as usize..end as usize],
            None => &[],
        }
    }

    /// Types whose name is the word, whatever its case and underscores.
    pub(crate) fn types_like(&self, word: &str) -> impl Iterator<Item = u32> + '_ {
        let mut current = self.types_by_word.get(&word_hash(word).0).copied();
        std::iter::from_fn(move || {
            let found = current?;
            current = self.next_type.get(&spread(found)).copied();
            Some(found)
        })
        .take(16)
    }
}

fn chain(head: Option<u32>, next: &[u32]) -> impl Iterator<Item = u32> + '_ {
    let mut current = head;
    std::iter::from_fn(move || {
        let found = current?;
        current = Some(next[found as usize]).filter(|next| *next != NONE);
        Some(found)
    })
}

/// Can be the target of a reference by name.
pub(crate) fn is_declared(unit: &UnitFact) -> bool {
    !unit.name.is_empty() && !matches!(unit.kind(), UnitKind::Section | UnitKind::Fragment)
}

/// Belongs to something else than what stands around it: `impl` blocks, receivers, `A::f`.
pub(crate) fn is_displaced(unit: &UnitFact, parent: &UnitFact) -> bool {
    !unit.container.is_empty() && !parent.kind().is_type() && unit.container.hash != parent.name.hash
}

/// Directly in the file, or in modules and namespaces written inside it.
fn is_top_level(input: &FileInput<'_>, unit: &UnitFact) -> bool {
    let mut parent = unit.parent;
    for _ in 0..8 {
        if parent == 0 || parent == NO_UNIT {
            return true;
        }
        match input.facts.units.get(parent as usize) {
            Some(enclosing) if enclosing.kind() == UnitKind::Module => parent = enclosing.parent,
            _ => return false,
        }
    }
    false
}

/// The hash of a name without case and underscores.
fn word_hash(name: &str) -> NameHash {
    let mut buffer = [0u8; 64];
    let mut length = 0;
    for byte in name.bytes().filter(|byte| *byte != b'_').take(buffer.len()) {
        buffer[length] = byte.to_ascii_lowercase();
        length += 1;
    }
    // Cutting at 64 bytes may split a character; the hash is then of no name, which only means no match.
    hash(std::str::from_utf8(&buffer[..length]).unwrap_or(""))
}
