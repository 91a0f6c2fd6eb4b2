//! Names that look like one that is not there. These are offered to people, never taken for the one that was asked for.

use crate::find::last_part;
use orienteer_model::{UnitId, UnitKind};
use orienteer_storage::{Snapshot, UnitRecord};

/// How many are offered.
const MOST: usize = 5;
/// Longer beginnings than this many names are not looked through.
const MOST_WITH_PREFIX: usize = 4_096;

/// Units of the same last name elsewhere; else by prefix; else by the number of changed letters.
pub(crate) fn nearest(snapshot: &Snapshot, wanted: &str) -> Vec<UnitId> {
    let last = last_part(wanted.trim());
    let same: Vec<UnitId> =
        snapshot.units_named(last).filter(is_symbol).map(|unit| unit.id()).take(MOST).collect();
    if !same.is_empty() || last.is_empty() {
        return same;
    }
    let mut names = with_prefix(snapshot, last);
    names.extend(alike(snapshot, last).into_iter().filter(|name| !name.starts_with(&last.to_lowercase())));
    let around = wanted.trim().strip_suffix(last).unwrap_or("");
    // Of several that have the name, the one whose container was named as well.
    let unit = |name: &str| {
        let units = snapshot.units_named(name).filter(is_symbol);
        let likeness =
            |unit: &UnitRecord<'_>| (!is_inside(unit, around), other_case(unit.name(), last), unit.id());
        units.min_by_key(likeness).map(|unit| unit.id())
    };
    names.into_iter().filter_map(unit).take(MOST).collect()
}

/// Letters, as far as both have the same, that one writes large and the other small: `RowSortr` is more like a class than like a method.
fn other_case(name: &str, wanted: &str) -> usize {
    let same = name.chars().zip(wanted.chars()).take_while(|(one, other)| one.eq_ignore_ascii_case(other));
    same.filter(|(one, other)| one != other).count()
}

fn is_inside(unit: &UnitRecord<'_>, around: &str) -> bool {
    !unit.container().is_empty() && last_part(around) == unit.container()
}

fn is_symbol(unit: &UnitRecord<'_>) -> bool {
    !matches!(unit.kind(), UnitKind::Section | UnitKind::Fragment)
}

/// Shortest first. One letter begins too many names to mean any of them.
fn with_prefix<'s>(snapshot: &'s Snapshot, prefix: &str) -> Vec<&'s str> {
    if prefix.chars().count() < 2 {
        return Vec::new();
    }
    let mut names: Vec<&str> = snapshot.names_with_prefix(prefix).take(MOST_WITH_PREFIX).collect();
    names.sort_by_key(|name| (name.len(), *name));
    names.truncate(MOST * 4);
    names
}

fn alike<'s>(snapshot: &'s Snapshot, wanted: &str) -> Vec<&'s str> {
    let wanted: Vec<char> = wanted.to_lowercase().chars().collect();
    let most = (wanted.len() / 3).clamp(1, 3);
    let mut rows = Rows::default();
    let mut found: Vec<(usize, &str)> = Vec::new();
    for name in snapshot.names() {
        if let Some(distance) = rows.distance(&wanted, name, most) {
            found.push((distance, name));
        }
    }
    found.sort_unstable();
    found.into_iter().map(|(_, name)| name).take(MOST * 4).collect()
}

/// The rows of the table of edit distances, kept between names.
#[derive(Default)]
struct Rows {
    before: Vec<usize>,
    previous: Vec<usize>,
    current: Vec<usize>,
}

impl Rows {
    /// Insertions, deletions, replacements and swaps of neighbours that lead from one name to the other; none if more than
    /// `most`.
    fn distance(&mut self, wanted: &[char], name: &str, most: usize) -> Option<usize> {
        if name.len().abs_diff(wanted.len()) > most + 3 * (name.len() - name.chars().count()) {
            return None;
        }
        self.previous.clear();
        self.previous.extend(0..=wanted.len());
        let mut last = '\0';
        for (row, letter) in name.chars().enumerate() {
            self.current.clear();
            self.current.push(row + 1);
            for (column, &other) in wanted.iter().enumerate() {
                let replaced = self.previous[column] + usize::from(letter != other);
                let mut best = replaced.min(self.previous[column + 1] + 1).min(self.current[column] + 1);
                if row > 0 && column > 0 && letter == wanted[column - 1] && last == other {
                    best = best.min(self.before[column - 1] + 1);
                }
                self.current.push(best);
            }
            if self.current.iter().min().is_none_or(|least| *least > most) {
                return None;
            }
            last = letter;
            std::mem::swap(&mut self.before, &mut self.previous);
            std::mem::swap(&mut self.previous, &mut self.current);
        }
        self.previous.last().copied().filter(|distance| *distance <= most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(wanted: &str, name: &str, most: usize, expected: Option<usize>) {
        let wanted: Vec<char> = wanted.chars().collect();
        assert_eq!(Rows::default().distance(&wanted, name, most), expected, "{wanted:?} {name}");
    }

    #[test]
    fn distances_count_what_a_typist_does() {
        check("load", "load", 2, Some(0));
        check("laod", "load", 2, Some(1));
        check("loads", "load", 2, Some(1));
        check("lo", "load", 2, Some(2));
        check("xyzw", "load", 3, None);
        check("größe", "grosse", 3, Some(3));
    }

    #[test]
    fn letters_in_another_case_are_counted() {
        assert_eq!((other_case("RowSorter", "RowSortr"), other_case("rowsorter", "RowSortr")), (0, 2));
        assert_eq!(other_case("Model", "Mdoel"), 0);
    }
}
