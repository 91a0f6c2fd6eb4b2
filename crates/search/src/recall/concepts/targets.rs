//! From the targets of a class to the units of a snapshot that have these names.

use super::class::Class;
use orienteer_model::UnitId;
use orienteer_storage::{Snapshot, UnitRecord};

/// Names of so few letters belong to everything.
const SHORT: usize = 3;
/// So do these.
const GENERIC: &[&str] = &["add", "call", "do", "get", "new", "pop", "post", "put", "run", "set"];
/// Names that one beginning may stand for, and units of one name.
const MOST_LONGER: usize = 20;
const MOST_UNITS: usize = 500;

/// Whether a target says too little to be looked up.
pub(super) fn is_generic(target: &str) -> bool {
    let name = name(target).trim_end_matches('*');
    name.chars().count() <= SHORT || GENERIC.contains(&name.to_ascii_lowercase().as_str())
}

fn name(target: &str) -> &str {
    target.rsplit('.').next().unwrap_or(target)
}

/// Shows every unit that a target of the class names and whose file is in the language of the class.
pub(super) fn for_each<C: Class>(snapshot: &Snapshot, class: &C, see: &mut impl FnMut(UnitId)) {
    for target in class.targets().filter(|target| !is_generic(target)) {
        let container = target.rsplit_once('.').map(|(container, _)| name(container));
        let mut see = |unit: &UnitRecord<'_>| {
            let is_there = container.is_none_or(|container| unit.container().eq_ignore_ascii_case(container));
            if is_there && unit.file().is_some_and(|file| class.is_about(file.path())) {
                see(unit.id());
            }
        };
        units(snapshot, name(target), &mut see);
    }
}

/// `load_config` is also `loadConfig`.
fn units(snapshot: &Snapshot, target: &str, see: &mut impl FnMut(&UnitRecord<'_>)) {
    let mut forms = vec![target.to_owned()];
    let joined = target.replace('_', "");
    // `__iter__` is a name of its own.
    if !target.starts_with('_') && joined != target {
        forms.push(joined);
    }
    for form in forms {
        match form.strip_suffix('*') {
            None => snapshot.units_named(&form).take(MOST_UNITS).for_each(|unit| see(&unit)),
            Some(beginning) => {
                for longer in snapshot.names_with_prefix(beginning).take(MOST_LONGER) {
                    snapshot.units_named(longer).take(MOST_UNITS).for_each(|unit| see(&unit));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_generic;

    #[test]
    fn short_and_common_names_are_not_looked_up() {
        for generic in ["get", "Call", "POST", "row", "Table.add", "ab*", ""] {
            assert!(is_generic(generic), "{generic}");
        }
        for telling in ["rows", "Table.rows", "row_store*", "__new__"] {
            assert!(!is_generic(telling), "{telling}");
        }
    }
}
