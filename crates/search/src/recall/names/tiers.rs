//! Units by the keywords of a task, the surest way first: the very name, its beginning, a part of it, a part of the path.
//! Single words are asked only where names found next to nothing.

use super::needles::{Needles, SHORTEST};
use crate::params::Params;
use crate::recall::lexical::Text;
use crate::understand::Intent;
use orienteer_model::{FileId, UnitId};
use orienteer_storage::{FileRecord, Snapshot, UnitRecord};
use std::collections::HashSet;

/// Units that are looked at for one name: of more, the first say as much as the rest.
const LOOK_AT: usize = 200;
/// Names that are looked at for a tier, and of those longer ones for each keyword.
const LOOK_AT_NAMES: usize = 400;
const LOOK_AT_LONGER: usize = 40;
/// Files that are looked at for a tier, and units that stand for each.
const MOST_FILES: usize = 20;
const MOST_OF_FILE: usize = 5;
/// Shorter words are the names of too many folders.
const SHORTEST_SEGMENT: usize = 3;

/// A keyword in the form that is looked up.
struct Key {
    /// As written.
    name: String,
    /// What it stands in, if it says so.
    owner: Option<String>,
}

/// Looks up one list of keywords.
struct Lookup<'a> {
    snapshot: &'a Snapshot,
    text: &'a Text,
    wanted: &'a dyn Fn(UnitId) -> bool,
    found: Vec<(UnitId, &'static str)>,
    seen: HashSet<UnitId>,
}

pub(super) fn tiered(
    snapshot: &Snapshot,
    intent: &Intent,
    text: &Text,
    wanted: &dyn Fn(UnitId) -> bool,
    params: &Params,
) -> Vec<(UnitId, &'static str)> {
    let mut lookup = Lookup { snapshot, text, wanted, found: Vec::new(), seen: HashSet::new() };
    lookup.keywords(&keys(intent.keywords.names()), params);
    if lookup.found.len() < params.names_few as usize {
        lookup.keywords(&keys(intent.keywords.components.iter().map(String::as_str)), params);
    }
    lookup.found
}

/// Each name once, whatever the case of its letters.
fn keys<'k>(keywords: impl Iterator<Item = &'k str>) -> Vec<Key> {
    let mut keys: Vec<Key> = Vec::new();
    for keyword in keywords {
        let mut parts = keyword.rsplit(['.', ':', '#', '/']).filter(|part| !part.is_empty());
        let Some(name) = parts.next() else { continue };
        let key = Key { name: name.to_owned(), owner: parts.next().map(str::to_owned) };
        let is_known = |known: &Key| {
            known.name.eq_ignore_ascii_case(&key.name) && (key.owner.is_none() || known.owner == key.owner)
        };
        if !keys.iter().any(is_known) {
            keys.push(key);
        }
    }
    keys
}

impl Lookup<'_> {
    fn keywords(&mut self, keys: &[Key], params: &Params) {
        let exact = keys.iter().flat_map(|key| self.exact(key)).collect();
        self.take("exact", params.names_exact, exact);
        let mut words: Vec<String> = keys.iter().map(|key| key.name.to_lowercase()).collect();
        words.retain(|word| word.len() >= SHORTEST_SEGMENT);
        if self.has_room(params.names_prefix) {
            self.take("prefix", params.names_prefix, self.longer(&words));
        }
        // The next two look through all names and all paths: only where the others found next to nothing.
        if self.has_room(params.names_few.min(params.names_substring)) {
            self.take("substring", params.names_substring, self.containing(&words));
        }
        if self.has_room(params.names_few.min(params.names_path)) {
            self.take("path", params.names_path, self.placed(&words));
        }
    }

    fn has_room(&self, most: f32) -> bool {
        self.found.len() < most as usize
    }

    /// Takes the best of what a tier found, until there are `most` in all.
    fn take(&mut self, tier: &'static str, most: f32, mut units: Vec<(u8, UnitId)>) {
        units.sort_by(|left, right| {
            let own = || self.text.own(right.1).total_cmp(&self.text.own(left.1));
            left.0.cmp(&right.0).then_with(own).then_with(|| left.1.cmp(&right.1))
        });
        for (_, unit) in units {
            if self.found.len() >= most as usize {
                break;
            }
            if (self.wanted)(unit) && self.seen.insert(unit) {
                self.found.push((unit, tier));
            }
        }
    }

    /// With how unlike the unit is what was written.
    fn exact(&self, key: &Key) -> Vec<(u8, UnitId)> {
        let units = self.snapshot.units_named(&key.name).take(LOOK_AT);
        units.map(|unit| (unlikeness(key, &unit), unit.id())).collect()
    }

    fn longer(&self, words: &[String]) -> Vec<(u8, UnitId)> {
        let long = words.iter().filter(|word| word.len() >= SHORTEST);
        let names = long.flat_map(|word| self.snapshot.names_with_prefix(word).take(LOOK_AT_LONGER));
        self.units_named(names.take(LOOK_AT_NAMES))
    }

    fn containing(&self, words: &[String]) -> Vec<(u8, UnitId)> {
        let needles = Needles::new(words);
        if let Some(looked_at) = &self.text.looked_at {
            return self.among(&looked_at.units, &needles);
        }
        self.units_named(self.snapshot.names_where(|name| needles.are_in(name)).take(LOOK_AT_NAMES))
    }

    /// Of very many names, those of the units that the words lead to: who has a word in its name is among them.
    fn among(&self, units: &[UnitId], needles: &Needles<'_>) -> Vec<(u8, UnitId)> {
        let has_word = |unit: &&UnitId| {
            let unit = self.snapshot.unit(**unit);
            unit.is_some_and(|unit| needles.are_in(unit.name().to_ascii_lowercase().as_bytes()))
        };
        units.iter().filter(has_word).take(LOOK_AT_NAMES).map(|unit| (0, *unit)).collect()
    }

    fn units_named<'n>(&self, names: impl Iterator<Item = &'n str>) -> Vec<(u8, UnitId)> {
        names
            .flat_map(|name| self.snapshot.units_named(name).take(LOOK_AT))
            .map(|unit| (0, unit.id()))
            .collect()
    }

    /// The best units of the best files that have a word as a folder or as their name.
    fn placed(&self, words: &[String]) -> Vec<(u8, UnitId)> {
        let mut files = self.files_placed(words);
        let score = |file: &FileId| self.text.file(*file);
        files.sort_by(|left, right| score(right).total_cmp(&score(left)).then_with(|| left.cmp(right)));
        let files = files.into_iter().take(MOST_FILES).filter_map(|file| self.snapshot.file(file));
        files.flat_map(|file| self.best_of(&file)).map(|unit| (0, unit)).collect()
    }

    fn files_placed(&self, words: &[String]) -> Vec<FileId> {
        let is_word = |segment: &str| words.iter().any(|word| word.eq_ignore_ascii_case(segment));
        // Files of one folder follow each other: its name is looked at once.
        let (mut last, mut is_last_named) = ("", false);
        let mut files = Vec::new();
        for file in self.files() {
            let (folder, name) = file.path().rsplit_once('/').unwrap_or(("", file.path()));
            if folder != last {
                (last, is_last_named) = (folder, folder.split('/').any(is_word));
            }
            if is_last_named || is_word(name.split('.').next().unwrap_or(name)) {
                files.push(file.id());
            }
        }
        files
    }

    /// All, or of very many those that were looked at; in order either way.
    fn files(&self) -> Box<dyn Iterator<Item = FileRecord<'_>> + '_> {
        match &self.text.looked_at {
            None => Box::new(self.snapshot.files()),
            Some(looked_at) => Box::new(looked_at.files.iter().filter_map(|file| self.snapshot.file(*file))),
        }
    }

    fn best_of(&self, file: &FileRecord<'_>) -> Vec<UnitId> {
        let mut units: Vec<UnitId> = file.units().collect();
        units.sort_by(|left, right| self.text.own(*right).total_cmp(&self.text.own(*left)));
        units.truncate(MOST_OF_FILE);
        units
    }
}

/// 0 for what stands where the keyword says, more where only the name is the same, most where not even its capitals are.
fn unlikeness(key: &Key, unit: &UnitRecord<'_>) -> u8 {
    let is_owner = |owner: &String| {
        unit.container().eq_ignore_ascii_case(owner)
            || unit.module().rsplit('.').next().is_some_and(|module| module.eq_ignore_ascii_case(owner))
    };
    let is_elsewhere = key.owner.as_ref().is_some_and(|owner| !is_owner(owner));
    u8::from(unit.name() != key.name) + 2 * u8::from(is_elsewhere)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recall::lexical;
    use crate::understand::understand;
    use crate::walk::test_graph::{Edges, TestGraph};

    /// Sixty functions, `function0` to `function59`, in `file.zz`.
    fn found(task: &str, set: &[(&str, f32)]) -> Vec<(&'static str, usize)> {
        let graph = TestGraph::new(&Edges::new(60));
        let params = TestGraph::params(set);
        let intent = understand(task, &params);
        let text = lexical::score(&graph.snapshot, &intent, &params);
        let mut tiers: Vec<(&'static str, usize)> = Vec::new();
        for (_, tier) in tiered(&graph.snapshot, &intent, &text, &|_| true, &params) {
            match tiers.last_mut().filter(|(last, _)| *last == tier) {
                Some((_, count)) => *count += 1,
                None => tiers.push((tier, 1)),
            }
        }
        tiers
    }

    #[test]
    fn the_surest_tier_comes_first() {
        assert_eq!(found("see `function1`", &[]), [("exact", 1), ("prefix", 10)]);
        assert_eq!(found("see `unction1`", &[]), [("substring", 11)]);
        assert_eq!(found("see `file`", &[]), [("path", 5)]);
        assert_eq!(found("see `nothing_alike`", &[]), []);
    }

    #[test]
    fn tiers_are_capped() {
        assert_eq!(found("see `function`", &[]), [("prefix", 30)]);
        assert_eq!(found("see `unction`", &[]), [("substring", 20)]);
        let set = [("names_exact", 1.0), ("names_prefix", 3.0), ("names_substring", 0.0)];
        assert_eq!(found("see `function1` and `function2`", &set), [("exact", 1), ("prefix", 2)]);
    }

    #[test]
    fn words_are_asked_after_names() {
        assert_eq!(found("the unction", &[]), [("substring", 20)]);
        assert_eq!(found("`function5` unction", &[("names_few", 100.0)]).len(), 3);
        assert_eq!(found("`function5` unction", &[]), [("exact", 1), ("prefix", 10)]);
    }

    #[test]
    fn an_owner_is_told_from_the_name() {
        let owners = |keyword: &str| {
            let keys = keys([keyword].into_iter());
            keys.into_iter().map(|key| (key.owner.unwrap_or_default(), key.name)).collect::<Vec<_>>()
        };
        assert_eq!(owners("app.Store.load"), [("Store".to_owned(), "load".to_owned())]);
        assert_eq!(owners("load"), [(String::new(), "load".to_owned())]);
        assert_eq!(owners("..."), []);
        assert_eq!(keys(["Load", "load", "Store.load"].into_iter()).len(), 2);
    }
}
