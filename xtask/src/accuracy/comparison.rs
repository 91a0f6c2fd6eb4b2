//! One file: what ctags sees beside what we see.
//!
//! A declaration is the same if its last name and the line of its name are the same; kinds are noted, never required.
//! A function that a macro makes is called by the macro there and by what it is about here: its line decides.

use std::collections::{HashMap, HashSet};

use orienteer_extraction::{Extractor, is_minified};
use orienteer_languages::Language;
use orienteer_model::{ProblemKind, UnitKind};

use super::ctags::Tag;
use super::kinds::Family;
use super::names;
use super::regions::{self, Regions};
use super::sources::Source;

/// Lines that a name may be off to count as moved.
const NEAR: u32 = 2;

/// Our side of a file.
#[derive(Debug, Default)]
pub(super) struct Seen {
    pub(super) units: Vec<Declared>,
    pub(super) syntax_problem: bool,
    pub(super) source: Vec<u8>,
    pub(super) language: Option<&'static Language>,
}

#[derive(Clone, Debug)]
pub(super) struct Declared {
    pub(super) name: String,
    pub(super) line: u32,
    pub(super) kind: UnitKind,
    /// The macro that it begins with, and the line where that stands.
    pub(super) by_macro: Option<(String, u32)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Verdict {
    Found,
    /// On the line, but as a thing of another family, such as a variable.
    FoundAsOther,
    /// A function of ours begins on the line with a macro of this name.
    FoundByMacro,
    /// No declaration: the name stands in a string.
    InString,
    /// The name stands at most [`NEAR`] lines away, and no tag of its own is there.
    Moved,
    Missed(Reason),
}

/// What a miss is, by the first of these that holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reason {
    InComment,
    /// The grammar does not accept the line.
    Unreadable,
    /// The grammar does not accept another part of the file.
    BesideUnreadable,
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
    let language = orienteer_languages::by_content(language, &source);
    let facts = extractor.extract(language, &source);
    let view = facts.view();
    let named =
        view.units.iter().filter(|unit| !matches!(unit.kind(), UnitKind::Fragment | UnitKind::Section));
    let units = named.map(|unit| {
        let start = source.get(unit.span.start_byte as usize..).unwrap_or_default();
        let by_macro = called_first(start).filter(|_| unit.kind().is_callable());
        Declared {
            name: names::comparable(view.name(unit.name)),
            line: unit.name_line,
            kind: unit.kind(),
            by_macro: by_macro.map(|name| (name, unit.span.start_line)),
        }
    });
    let units = units.collect();
    let syntax_problem = view.problems.iter().any(|problem| problem.kind() == ProblemKind::Syntax);
    Some(Seen { units, syntax_problem, source, language: Some(language) })
}

/// `TEST` of `TEST(Suite, Case) {`.
fn called_first(text: &[u8]) -> Option<String> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let end = text.iter().position(|byte| !is_part(byte))?;
    let next = text[end..].iter().find(|byte| !byte.is_ascii_whitespace())?;
    let name = std::str::from_utf8(&text[..end]).ok()?;
    (end > 0 && *next == b'(').then(|| name.to_owned())
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
    let mut verdicts: Vec<Option<Verdict>> = verdicts.collect();
    explain(tags, seen, &mut verdicts);
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
    Verdict::Missed(if namesakes.is_empty() { Reason::Absent } else { Reason::Elsewhere })
}

/// Looks at the source around what was not found; the file is parsed only if there is any.
fn explain(tags: &[Tag], seen: &Seen, verdicts: &mut [Option<Verdict>]) {
    let mut regions: Option<Regions> = None;
    for (tag, verdict) in tags.iter().zip(verdicts) {
        let Some(Verdict::Missed(Reason::Elsewhere | Reason::Absent) | Verdict::Moved) = verdict else {
            continue;
        };
        if is_by_macro(tag, seen) {
            *verdict = Some(Verdict::FoundByMacro);
            continue;
        }
        let parsed = || seen.language.map(|language| regions::of(language, &seen.source)).unwrap_or_default();
        let regions = regions.get_or_insert_with(parsed);
        *verdict = verdict.map(|verdict| explained(verdict, tag, seen, regions));
    }
}

fn is_by_macro(tag: &Tag, seen: &Seen) -> bool {
    let of_tag = |(name, line): &(String, u32)| *name == tag.name && *line == tag.line;
    tag.family == Some(Family::Callable)
        && seen.units.iter().any(|unit| unit.by_macro.as_ref().is_some_and(of_tag))
}

fn explained(verdict: Verdict, tag: &Tag, seen: &Seen, regions: &Regions) -> Verdict {
    if regions.is_in_string(&seen.source, tag.line, &tag.name) {
        return Verdict::InString;
    }
    let Verdict::Missed(reason) = verdict else { return verdict };
    Verdict::Missed(if regions.is_in_comment(&seen.source, tag.line, &tag.name) {
        Reason::InComment
    } else if regions.is_unreadable(&seen.source, tag.line) {
        Reason::Unreadable
    } else if seen.syntax_problem {
        Reason::BesideUnreadable
    } else {
        reason
    })
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
        let units = units.iter().map(|&(name, line, kind)| Declared {
            name: name.to_owned(),
            line,
            kind,
            by_macro: None,
        });
        Seen { units: units.collect(), ..Seen::default() }
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
        assert_eq!(verdict_of(5, &[("open", 2, UnitKind::Method)]), Verdict::Missed(Reason::Elsewhere));
        assert_eq!(verdict_of(5, &[("close", 5, UnitKind::Method)]), Verdict::Missed(Reason::Absent));
    }

    #[test]
    fn an_overload_on_the_next_line_is_not_a_moved_one() {
        let tags = [tag("open", 5, Some(Family::Callable)), tag("open", 6, Some(Family::Callable))];
        let comparison = compare(&tags, &seen(&[("open", 6, UnitKind::Method)]));
        assert_eq!(comparison.verdicts, [Some(Verdict::Missed(Reason::Elsewhere)), Some(Verdict::Found)]);
    }

    #[test]
    fn tags_that_are_not_expected_still_explain_ours() {
        let tags = [tag("open", 5, None)];
        let comparison =
            compare(&tags, &seen(&[("open", 5, UnitKind::Method), ("shut", 6, UnitKind::Method)]));
        assert_eq!(comparison.verdicts, [None]);
        assert_eq!((comparison.ours, comparison.only_ours), (2, 1));
    }

    fn verdict_in(source: &str, path: &str, name: &str, line: u32) -> Verdict {
        let folder = std::env::temp_dir().join(format!("orient-accuracy-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join(path);
        std::fs::write(&path, source).unwrap();
        let seen = read(&mut Extractor::default(), &Source::at(&path)).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        compare(&[tag(name, line, Some(Family::Callable))], &seen).verdicts[0].unwrap()
    }

    #[test]
    fn a_function_may_have_the_name_of_the_macro_that_makes_it() {
        let source = "#include <x>\n\nTEST(Store, Opens) {\n  open();\n}\n";
        assert_eq!(verdict_in(source, "a.cc", "TEST", 3), Verdict::FoundByMacro);
        assert_eq!(verdict_in(source, "a.cc", "TEST", 4), Verdict::Missed(Reason::Absent));
        assert_eq!(verdict_in(source, "a.cc", "open", 4), Verdict::Missed(Reason::Absent));
    }

    #[test]
    fn what_a_string_quotes_is_no_declaration() {
        let source = "text = <<~CODE\n  def quoted; end\nCODE\n";
        assert_eq!(verdict_in(source, "a.rb", "quoted", 2), Verdict::InString);
    }
}
