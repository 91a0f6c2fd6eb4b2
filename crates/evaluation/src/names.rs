//! When two qualified names, or two paths, mean the same thing.

/// Lower case, `::` as a dot.
fn normal(name: &str) -> String {
    name.replace("::", ".").to_lowercase()
}

/// Whether `long` is `short` or ends with it after a dot.
pub(crate) fn ends_with_dotted(long: &str, short: &str) -> bool {
    long.strip_suffix(short).is_some_and(|front| front.is_empty() || front.ends_with('.'))
        && !short.is_empty()
}

/// Equal, or one a dotted suffix of the other. Ignores case.
pub fn matches_strictly(left: &str, right: &str) -> bool {
    let (left, right) = (normal(left), normal(right));
    ends_with_dotted(&left, &right) || ends_with_dotted(&right, &left)
}

/// Also where the last parts are equal and nothing speaks against it, or where one stands inside the other.
pub fn matches_loosely(left: &str, right: &str) -> bool {
    if left.is_empty() || right.is_empty() {
        return false;
    }
    let (left, right) = (normal(left), normal(right));
    ends_with_dotted(&left, &right)
        || ends_with_dotted(&right, &left)
        || has_same_end(&left, &right)
        || contains_dotted(&left, &right)
        || contains_dotted(&right, &left)
}

/// The last parts are equal, and either is undotted or they share an earlier part.
fn has_same_end(left: &str, right: &str) -> bool {
    let left: Vec<&str> = left.split('.').collect();
    let right: Vec<&str> = right.split('.').collect();
    let (Some((left_end, left_front)), Some((right_end, right_front))) =
        (left.split_last(), right.split_last())
    else {
        return false;
    };
    let is_undotted = left_front.is_empty() || right_front.is_empty();
    left_end == right_end && (is_undotted || left_front.iter().any(|part| right_front.contains(part)))
}

fn contains_dotted(long: &str, short: &str) -> bool {
    format!(".{long}.").contains(&format!(".{short}."))
}

/// Whether a path of the repository is meant by a path that may be relative to some folder of it.
pub(crate) fn is_path(found: &str, gold: &str) -> bool {
    found
        .strip_suffix(gold)
        .is_some_and(|front| !gold.is_empty() && (front.is_empty() || front.ends_with('/')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strictly() {
        assert!(matches_strictly("Store.load", "store.Load"));
        assert!(matches_strictly("app::Store::load", "Store.load"));
        assert!(matches_strictly("load", "Store.load"));
        assert!(!matches_strictly("Store", "Store.load"), "a prefix is another symbol");
        assert!(!matches_strictly("Store.load", "Cache.load"));
        assert!(!matches_strictly("reload", "load"));
        assert!(!matches_strictly("", "load"));
        assert!(!matches_strictly("", ""));
    }

    #[test]
    fn loosely() {
        assert!(matches_loosely("Store", "Store.load"), "contained on a dot boundary");
        assert!(matches_loosely("app.Store.load", "Store"));
        assert!(matches_loosely("a.Store.b.load", "x.Store.load"), "same end and a shared earlier part");
        assert!(matches_loosely("load", "x.y.load"));
        assert!(!matches_loosely("Store.load", "Cache.load"));
        assert!(!matches_loosely("Stores", "Store"));
        assert!(!matches_loosely("Store.reload", "load"));
        assert!(!matches_loosely("", "load"));
    }

    #[test]
    fn paths() {
        assert!(is_path("src/app/store.py", "src/app/store.py"));
        assert!(is_path("src/app/store.py", "app/store.py"));
        assert!(!is_path("src/app/datastore.py", "store.py"));
        assert!(!is_path("store.py", "app/store.py"));
        assert!(!is_path("store.py", ""));
    }
}
