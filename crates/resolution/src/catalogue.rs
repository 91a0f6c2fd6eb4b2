//! Every unit by scope and name, by name alone, and by its file: the tables that all later stages look things up in.
//!
//! Holds no edges and decides nothing; it only finds.

use crate::hashing::{KeyMap, key, word_hash};
use crate::input::FileInput;
use crate::key_table::{KeyTable, slots_of};
use crate::language::{Speech, Speeches};
use crate::names::{NameTables, Named, Names};
use crate::types::spread;
use bytemuck::{Pod, Zeroable};
use orienteer_model::{NO_UNIT, NameHash, Room, Rows, UnitFact, UnitFlags, UnitKind};
use std::io;

/// No unit, no file, no package.
pub(crate) const NONE: u32 = u32::MAX;
/// Scopes from here on are packages, not units.
pub(crate) const PACKAGE: u32 = 1 << 31;

/// What is asked most often of a unit, together and small, so that asking does not reach into its file's facts.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct Brief {
    file: u32,
    /// The type that a unit is a member of, by nesting or by name.
    owner: u32,
    flags: UnitFlags,
    family: u16,
    kind: u8,
    is_test: u8,
    padding: u16,
}

/// What the tables of all units lie in.
pub(crate) struct Tables {
    briefs: Rows<Brief>,
    members: Rows<u128>,
    member_bits: Rows<u64>,
    next_member: Rows<u32>,
    in_package: Rows<u128>,
    next_in_package: Rows<u32>,
    names: NameTables,
}

impl Tables {
    pub(crate) fn new(room: &dyn Room, files: &[FileInput<'_>]) -> io::Result<Tables> {
        let units = unit_count(files) as usize;
        Ok(Tables {
            briefs: Rows::zeroed(room, units)?,
            members: Rows::zeroed(room, slots_of(units))?,
            member_bits: Rows::zeroed(room, units)?,
            next_member: Rows::zeroed(room, units)?,
            in_package: Rows::zeroed(room, slots_of(units))?,
            next_in_package: Rows::zeroed(room, units)?,
            names: NameTables::new(room, units)?,
        })
    }
}

fn unit_count(files: &[FileInput<'_>]) -> u32 {
    files.last().map_or(0, |file| file.first_unit + file.facts.units.len() as u32)
}

pub(crate) struct Catalogue<'a> {
    pub files: &'a [FileInput<'a>],
    pub unit_count: u32,
    speeches: Speeches,
    briefs: &'a mut [Brief],
    members: KeyTable<'a>,
    /// For each scope a bit for every name in it, so that most names that are not there are not looked for.
    member_bits: &'a mut [u64],
    next_member: &'a mut [u32],
    in_package: KeyTable<'a>,
    next_in_package: &'a mut [u32],
    names: Names<'a>,
    types_by_word: KeyMap<u32>,
    next_type: KeyMap<u32>,
}

impl<'a> Catalogue<'a> {
    pub(crate) fn new(files: &'a [FileInput<'a>], tables: &'a mut Tables) -> Catalogue<'a> {
        let mut catalogue = Catalogue {
            files,
            unit_count: unit_count(files),
            speeches: Speeches::of(files),
            briefs: &mut tables.briefs,
            members: KeyTable::new(&mut tables.members),
            member_bits: &mut tables.member_bits,
            next_member: &mut tables.next_member,
            in_package: KeyTable::new(&mut tables.in_package),
            next_in_package: &mut tables.next_in_package,
            names: Names::default(),
            types_by_word: KeyMap::default(),
            next_type: KeyMap::default(),
        };
        catalogue.next_member.fill(NONE);
        catalogue.describe();
        for file in (0..files.len() as u32).rev() {
            catalogue.enter(file, &mut tables.names);
        }
        catalogue.names = Names::new(&mut tables.names);
        catalogue
    }

    fn describe(&mut self) {
        let mut briefs = self.briefs.iter_mut();
        for (file, input) in self.files.iter().enumerate() {
            let family = self.speeches.get(input.facts.language).family;
            for (unit, brief) in input.facts.units.iter().zip(&mut briefs) {
                let is_test = u8::from(input.is_test || unit.flags.has(UnitFlags::TEST));
                let (kind, flags) = (unit.kind() as u8, unit.flags);
                *brief = Brief { file: file as u32, owner: NONE, flags, family, kind, is_test, padding: 0 };
            }
        }
    }

    /// Enters a file's units backwards, so that chains run forwards.
    fn enter(&mut self, file: u32, named: &mut NameTables) {
        let input = &self.files[file as usize];
        let code = self.speeches.get(input.facts.language).is_code;
        for (index, unit) in input.facts.units.iter().enumerate().rev() {
            let id = input.first_unit + index as u32;
            if index == 0 || !code || !is_declared(unit) {
                continue;
            }
            let parent = unit.parent().filter(|parent| *parent < index).unwrap_or(0);
            let in_type = input.facts.units[parent].kind().is_type();
            let is_method = unit.kind().is_callable() && (in_type || unit.kind() == UnitKind::Method);
            let brief = &mut self.briefs[id as usize];
            named.push(Named::new(unit.name.hash, id, brief.family, is_method, brief.is_test != 0));
            if in_type {
                brief.owner = input.first_unit + parent as u32;
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
        if let Some(previous) = self.types_by_word.insert(word_hash(name), id) {
            self.next_type.insert(spread(id), previous);
        }
    }

    fn add_member(&mut self, scope: u32, name: NameHash, id: u32) {
        self.member_bits[scope as usize] |= bit(name);
        if let Some(previous) = self.members.insert(key(scope, name), id) {
            self.next_member[id as usize] = previous;
        }
    }

    /// Makes a unit a member of a scope that is declared elsewhere.
    pub(crate) fn adopt(&mut self, scope: u32, id: u32) {
        if self.kind(scope).is_type() {
            self.briefs[id as usize].owner = scope;
        }
        self.add_member(scope, self.unit(id).name.hash, id);
    }

    /// Puts the top-level units of each file into the package that it belongs to.
    pub(crate) fn fill_packages(&mut self, package_of: &[u32]) {
        if package_of.iter().all(|package| *package == NONE) {
            return;
        }
        self.next_in_package.fill(NONE);
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
        let file = &self.files[self.file_of(id) as usize];
        &file.facts.units[(id - file.first_unit) as usize]
    }

    pub(crate) fn kind(&self, id: u32) -> UnitKind {
        UnitKind::from_u8(self.briefs[id as usize].kind).unwrap_or(UnitKind::Fragment)
    }

    pub(crate) fn flags(&self, id: u32) -> UnitFlags {
        self.briefs[id as usize].flags
    }

    pub(crate) fn file_of(&self, id: u32) -> u32 {
        self.briefs[id as usize].file
    }

    pub(crate) fn owner(&self, id: u32) -> u32 {
        self.briefs[id as usize].owner
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
        self.briefs[id as usize].family
    }

    pub(crate) fn is_test(&self, id: u32) -> bool {
        self.briefs[id as usize].is_test != 0
    }

    /// All units of a name directly inside a unit, in source order.
    pub(crate) fn members(&self, scope: u32, name: NameHash) -> impl Iterator<Item = u32> + '_ {
        chain(self.members.get(key(scope, name)), self.next_member)
    }

    /// The unit of a name directly inside a unit; one with a body before one without.
    pub(crate) fn member(&self, scope: u32, name: NameHash) -> Option<u32> {
        if self.member_bits[scope as usize] & bit(name) == 0 {
            return None;
        }
        let first = self.members.get(key(scope, name))?;
        if self.next_member[first as usize] == NONE {
            return Some(first);
        }
        Some(self.preferred(self.members(scope, name)).unwrap_or(first))
    }

    /// Of members with the same name in the same scope, the one that belongs to the type or to an instance, as asked.
    pub(crate) fn namesake(&self, member: u32, of_type: bool) -> u32 {
        let fits = |unit: u32| {
            let flags = self.flags(unit);
            flags.has(UnitFlags::STATIC) == of_type && !flags.has(UnitFlags::DECLARATION)
        };
        let first = self.owner(member);
        if first == NONE || fits(member) {
            return member;
        }
        self.members(first, self.unit(member).name.hash).take(32).find(|unit| fits(*unit)).unwrap_or(member)
    }

    pub(crate) fn package_member(&self, package: u32, name: NameHash) -> Option<u32> {
        let head = self.in_package.get(key(PACKAGE | package, name))?;
        self.preferred(chain(Some(head), self.next_in_package))
    }

    pub(crate) fn package_members(&self, package: u32, name: NameHash) -> impl Iterator<Item = u32> + '_ {
        chain(self.in_package.get(key(PACKAGE | package, name)), self.next_in_package)
    }

    /// Definitions before declarations, and the first of equals.
    pub(crate) fn preferred(&self, candidates: impl Iterator<Item = u32>) -> Option<u32> {
        let mut first = None;
        for candidate in candidates.take(32) {
            if !self.flags(candidate).has(UnitFlags::DECLARATION) {
                return Some(candidate);
            }
            first = first.or(Some(candidate));
        }
        first
    }

    /// Every declaration of a name anywhere, in order.
    pub(crate) fn named(&self, name: NameHash) -> &[Named] {
        self.names.of(name)
    }

    /// Types whose name is the word, whatever its case and underscores.
    pub(crate) fn types_like(&self, word: &str) -> impl Iterator<Item = u32> + '_ {
        let mut current = self.types_by_word.get(&word_hash(word)).copied();
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

fn bit(name: NameHash) -> u64 {
    1 << (name.0 & 63)
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
