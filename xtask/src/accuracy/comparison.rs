//! One file: what ctags sees beside what we see.
//!
//! A declaration is the same if its last name and the line of its name are the same; kinds are noted, never required.

use std::collections::{HashMap, HashSet};

use orienteer_extraction::{Extractor, is_minified};
use orienteer_model::{ProblemKind, UnitKind};

use super::ctags::Tag;
use super::kinds::Family;
use super::names;
use super::sources::Source;

/// Lines that a name may be off to count as moved.
const NEAR: u32 = 2;

/// Our side of a file.
#[derive(Debug, Default)]
pub(super) struct Seen {
    pub(super) units: Vec<Declared>,
    pub(super) syntax_problem: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Declared {
    pub(super) name: String,
    pub(super) line: u32,
    pub(super) kind: UnitKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Verdict {
    Found,
    /// On the line, but as a thing of another family, such as a variable.
    FoundAsOther,
    /// The name stands at most [`NEAR`] lines away, and no tag of its own is there.
    Moved,
    /// The file has the name, further away.
    Elsewhere,
    Absent,
}

#[derive(Debug)]
pub(super) struct Comparison {
    /// For each tag; `None` where it is not expected of us.
    pub(super) verdicts: Vec<Option<Verdict>>,
    /// Functions and types of ours, and those of them that ctags does not have.
    pub(super) ours: usize,
    pub(super) only_ours: usize,
}

/// `None` for a file that cannot be read or that a tool squeezed.
pub(super) fn read(extractor: &mut Extractor, file: &Source) -> Option<Seen> {
    let source = std::fs::read(&file.path).ok()?;
    let language = orienteer_languages::by_path(&file.path).filter(|_| !is_minified(&source))?;
    let facts = extractor.extract(language, &source);
    let view = facts.view();
    let named =
        view.units.iter().filter(|unit| !matches!(unit.kind(), UnitKind::Fragment | UnitKind::Section));
    let units = named.map(|unit| Declared {
        name: names::comparable(view.name(unit.name)),
        line: unit.name_line,
        kind: unit.kind(),
    });
    let syntax_problem = view.problems.iter().any(|problem| problem.kind() == ProblemKind::Syntax);
    Some(Seen { units: units.collect(), syntax_problem })
}

pub(super) fn compare(tags: &[Tag], seen: &Seen) -> Comparison {
    let mut by_name: HashMap<&str, Vec<&Declared>> = HashMap::new();
    for unit in &seen.units {
        by_name.entry(&unit.name).or_default().push(unit);
    }
    let tagged: HashSet<(&str, u32)> = tags.iter().map(|tag| (tag.name.as_str(), tag.line)).collect();
    let namesakes = |tag: &Tag| by_name.get(tag.name.as_str()).map_or(&[][..], Vec::as_slice);
    let verdicts =
        tags.iter().map(|tag| tag.family.map(|family| verdict(tag, family, namesakes(tag), &tagged)));
    let verdicts = verdicts.collect();
    let ours = seen.units.iter().filter(|unit| Family::of_unit(unit.kind).is_some() && !unit.name.is_empty());
    let only_ours = ours.clone().filter(|unit| !tagged.contains(&(unit.name.as_str(), unit.line)));
    Comparison { verdicts, only_ours: only_ours.count(), ours: ours.count() }
}

fn verdict(tag: &Tag, family: Family, namesakes: &[&Declared], tagged: &HashSet<(&str, u32)>) -> Verdict {
    let mut here = namesakes.iter().filter(|unit| unit.line == tag.line).peekable();
    if here.peek().is_some() {
        let same = here.any(|unit| is_of_family(unit.kind, family));
        return if same { Verdict::Found } else { Verdict::FoundAsOther };
    }
    let mut free = namesakes.iter().filter(|unit| !tagged.contains(&(unit.name.as_str(), unit.line)));
    if free.any(|unit| unit.line.abs_diff(tag.line) <= NEAR) {
        return Verdict::Moved;
    }
    if namesakes.is_empty() { Verdict::Absent } else { Verdict::Elsewhere }
}

/// Modules and aliases name types in some languages, macros are called like functions.
fn is_of_family(kind: UnitKind, family: Family) -> bool {
    match family {
        Family::Callable => kind.is_callable(),
        Family::Type => kind.is_type() || kind.is_container(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tag(name: &str, line: u32, family: Option<Family>) -> Tag {
        Tag { name: name.to_owned(), line, kind: "any".to_owned(), family }
    }

    fn seen(units: &[(&str, u32, UnitKind)]) -> Seen {
        let units = units.iter().map(|&(name, line, kind)| Declared { name: name.to_owned(), line, kind });
        Seen { units: units.collect(), syntax_problem: false }
    }

    fn verdict_of(line: u32, units: &[(&str, u32, UnitKind)]) -> Verdict {
        let comparison = compare(&[tag("open", line, Some(Family::Callable))], &seen(units));
        comparison.verdicts[0].unwrap()
    }

    #[test]
    fn name_and_line_decide() {
        assert_eq!(verdict_of(5, &[("open", 5, UnitKind::Method)]), Verdict::Found);
        assert_eq!(verdict_of(5, &[("open", 5, UnitKind::Variable)]), Verdict::FoundAsOther);
        assert_eq!(verdict_of(5, &[("open", 7, UnitKind::Method)]), Verdict::Moved);
        assert_eq!(verdict_of(5, &[("open", 2, UnitKind::Method)]), Verdict::Elsewhere);
        assert_eq!(verdict_of(5, &[("close", 5, UnitKind::Method)]), Verdict::Absent);
    }

    #[test]
    fn an_overload_on_the_next_line_is_not_a_moved_one() {
        let tags = [tag("open", 5, Some(Family::Callable)), tag("open", 6, Some(Family::Callable))];
        let comparison = compare(&tags, &seen(&[("open", 6, UnitKind::Method)]));
        assert_eq!(comparison.verdicts, [Some(Verdict::Elsewhere), Some(Verdict::Found)]);
    }

    #[test]
    fn tags_that_are_not_expected_still_explain_ours() {
        let tags = [tag("open", 5, None)];
        let comparison =
            compare(&tags, &seen(&[("open", 5, UnitKind::Method), ("shut", 6, UnitKind::Method)]));
        assert_eq!(comparison.verdicts, [None]);
        assert_eq!((comparison.ours, comparison.only_ours), (2, 1));
    }
}
