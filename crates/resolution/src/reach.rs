//! How far a change of some files reaches: the files whose references may lead elsewhere than before.
//!
//! All that one file asks of others it asks by name. While a change takes away and brings only functions that stand by themselves,
//! what others ask leads where it led, but for the names of those functions; and a file that asks for a name has its text. Where that
//! is not certain the answer is nothing, and everything is resolved anew. Nothing here makes an edge.

use crate::alignment::Alignment;
use crate::catalogue::{NONE, is_declared};
use crate::hashing::{KeySet, hash};
use crate::input::{Changed, FileInput};
use crate::language::Speeches;
use crate::modules::{last_part, without_extension};
use memchr::memmem::Finder;
use orienteer_model::{BindingFact, BindingKind, FactsView, ImportFlags, NO_UNIT, Name, UnitFact};

/// More names than this are as well resolved anew.
const MOST_NAMES: usize = 16;
/// Shorter names are part of too many words, in bytes.
const SHORTEST_NAME: usize = 4;

/// What a change comes to.
pub(crate) struct Reach {
    /// For each file, whether its references have to be resolved again.
    pub again: Vec<bool>,
    /// For each unit as it was numbered before, its number now; `NONE` for one that is gone.
    pub renumbered: Vec<u32>,
}

/// Nothing where the change may be felt anywhere.
pub(crate) fn reach(files: &[FileInput<'_>], changed: &[Changed<'_>]) -> Option<Reach> {
    let mut again = vec![false; files.len()];
    let mut alignments = Vec::with_capacity(changed.len());
    let mut names = Vec::new();
    for change in changed {
        let new = &files.get(change.file as usize)?.facts;
        let alignment = alignment(&change.before, new)?;
        for (facts, unit) in alignment.different().filter(|(_, unit)| is_declared(unit)) {
            names.push(alone(facts, unit)?);
        }
        again[change.file as usize] = true;
        alignments.push((change.file, alignment));
    }
    let names = Names::new(names, files)?;
    for (file, input) in files.iter().enumerate() {
        let alignment = alignments.iter().find(|(changed, _)| *changed == file as u32);
        if alignment.is_some() || names.are_in(input.facts.arena) {
            again[file] = true;
            let is_new = |scope: u32| alignment.is_some_and(|(_, units)| !units.was_there(scope));
            if names.pass_through(&input.facts, is_new) {
                return None;
            }
        }
    }
    let renumbered = renumbered(files, changed, &alignments);
    Some(Reach { again, renumbered })
}

/// The units of two states of a file that show the same to others but for functions.
fn alignment<'a>(old: &FactsView<'a>, new: &FactsView<'a>) -> Option<Alignment<'a>> {
    let is_same_file = old.language == new.language && old.text(old.module) == new.text(new.module);
    let units = Alignment::of(*old, *new).filter(|_| is_same_file)?;
    let shows_same = imports(old, |scope| units.moved(scope))? == imports(new, |scope| kept(&units, scope))?
        && relations(old, |unit| units.moved(unit))? == relations(new, |unit| kept(&units, unit))?
        && bindings(old, |scope| units.moved(scope))? == bindings(new, |scope| kept(&units, scope))?;
    shows_same.then_some(units)
}

fn kept(units: &Alignment<'_>, unit: u32) -> Option<u32> {
    Some(unit).filter(|unit| units.was_there(*unit))
}

/// The name of a unit that is a function by itself: no type has it, and nothing else is found through it.
fn alone<'a>(facts: &FactsView<'a>, unit: &UnitFact) -> Option<&'a str> {
    let parent = unit.parent().and_then(|parent| facts.units.get(parent));
    let in_type = parent.is_some_and(|parent| parent.kind().is_type());
    let is_function = unit.kind().is_callable() && unit.container.is_empty() && !in_type;
    is_function.then(|| facts.name(unit.name))
}

/// Imports as others see them, in the scopes that stay; nothing if all of a module comes in through another one.
fn imports(facts: &FactsView<'_>, scope: impl Fn(u32) -> Option<u32>) -> Option<Vec<[u64; 5]>> {
    let mut rows = Vec::with_capacity(facts.imports.len());
    for import in facts.imports {
        match scope(import.scope) {
            Some(scope) => {
                let Name { hash: module, .. } = import.module;
                let flags = u64::from(import.flags.0);
                rows.push([u64::from(scope), module.0, import.name.hash.0, import.local.hash.0, flags]);
            }
            None if import.flags.has(ImportFlags::WILDCARD) => return None,
            None => {}
        }
    }
    Some(rows)
}

/// Relations as others see them. The line of one counts where the edge begins in another file.
fn relations(facts: &FactsView<'_>, unit: impl Fn(u32) -> Option<u32>) -> Option<Vec<[u64; 5]>> {
    let row = |relation: &orienteer_model::RelationFact| {
        let line = if relation.unit == NO_UNIT { relation.line } else { 0 };
        let kind = relation.kind() as u64;
        let place = u64::from(unit(relation.unit)?) << 32 | u64::from(line);
        Some([place, relation.subject.hash.0, relation.target.hash.0, kind, 0])
    };
    facts.relations.iter().map(row).collect()
}

/// What is known of variables that others may see, in the scopes that stay: those of a function only where fields are set from them.
/// Of the lines only their order counts. Nothing if fields are set in other scopes.
fn bindings(facts: &FactsView<'_>, scope: impl Fn(u32) -> Option<u32>) -> Option<Vec<[u64; 5]>> {
    let mut staying = Vec::with_capacity(facts.bindings.len());
    let sets_fields = facts.bindings.iter().any(is_field);
    for binding in facts.bindings {
        match scope(binding.scope) {
            Some(_) if !sets_fields && is_local(binding) => {}
            Some(scope) => staying.push((scope, binding)),
            None if is_field(binding) => return None,
            None => {}
        }
    }
    let mut lines: Vec<u32> = staying.iter().map(|(_, binding)| binding.line).collect();
    lines.sort_unstable();
    lines.dedup();
    let row = |(scope, binding): (u32, &BindingFact)| {
        let order = lines.partition_point(|line| *line < binding.line) as u64;
        let kind = binding.kind() as u64;
        [u64::from(scope), binding.name.hash.0, binding.target.hash.0, kind, order]
    };
    Some(staying.into_iter().map(row).collect())
}

/// Whether it holds inside a function.
fn is_local(binding: &BindingFact) -> bool {
    binding.scope != NO_UNIT && binding.scope != 0 && binding.kind() != BindingKind::Result
}

fn is_field(binding: &BindingFact) -> bool {
    use BindingKind::{FieldAlias, FieldAnnotated, FieldAssigned};
    matches!(binding.kind(), FieldAlias | FieldAnnotated | FieldAssigned)
}

/// Names that lead elsewhere than before.
struct Names<'a> {
    /// Without their first letters, which may be written in another case: tests are named after what they test.
    finders: Vec<Finder<'a>>,
}

impl<'a> Names<'a> {
    /// Nothing if they are asked for by files that do not have their text.
    fn new(mut names: Vec<&'a str>, files: &[FileInput<'_>]) -> Option<Names<'a>> {
        names.sort_unstable();
        names.dedup();
        if names.len() > MOST_NAMES || names.iter().any(|name| name.len() < SHORTEST_NAME) {
            return None;
        }
        if !names.is_empty() {
            let implied = implied(files);
            if names.iter().any(|name| implied.contains(&hash(name).0)) {
                return None;
            }
        }
        let rest = |name: &'a str| name.chars().next().map_or("", |first| &name[first.len_utf8()..]);
        Some(Names { finders: names.into_iter().map(|name| Finder::new(rest(name).as_bytes())).collect() })
    }

    fn are_in(&self, text: &str) -> bool {
        self.finders.iter().any(|finder| finder.find(text.as_bytes()).is_some())
    }

    /// Whether a file hands what has one of the names on to others under another name.
    fn pass_through(&self, facts: &FactsView<'_>, is_new: impl Fn(u32) -> bool) -> bool {
        let has = |name: Name| self.are_in(facts.name(name));
        let sets_fields = facts.bindings.iter().any(is_field);
        let is_seen = |binding: &&BindingFact| !is_new(binding.scope) && (sets_fields || !is_local(binding));
        facts.imports.iter().any(|import| has(import.module) || has(import.name) || has(import.local))
            || facts.relations.iter().any(|relation| has(relation.subject) || has(relation.target))
            || facts.units.iter().any(|unit| has(unit.container))
            || facts.bindings.iter().filter(is_seen).any(|binding| has(binding.target))
    }
}

/// Names that are looked for without being written: constructors, and the main value of a file, which is called like it.
fn implied(files: &[FileInput<'_>]) -> KeySet {
    let speeches = Speeches::of(files);
    let mut implied: KeySet =
        files.iter().map(|file| hash(last_part(without_extension(file.path))).0).collect();
    let constructors = files.iter().flat_map(|file| &speeches.get(file.facts.language).constructors);
    implied.extend(constructors.map(|name| name.0));
    implied
}

fn renumbered(
    files: &[FileInput<'_>],
    changed: &[Changed<'_>],
    alignments: &[(u32, Alignment<'_>)],
) -> Vec<u32> {
    let mut numbers = Vec::new();
    let mut rest = changed.iter().zip(alignments).peekable();
    for (file, input) in files.iter().enumerate() {
        match rest.next_if(|(change, _)| change.file == file as u32) {
            Some((change, (_, units))) => {
                let moved = |unit: u32| units.moved(unit).map_or(NONE, |now| input.first_unit + now);
                numbers.extend((0..change.before.units.len() as u32).map(moved));
            }
            None => numbers.extend(input.first_unit..input.first_unit + input.facts.units.len() as u32),
        }
    }
    numbers
}
