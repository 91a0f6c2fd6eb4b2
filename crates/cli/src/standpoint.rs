//! Where the user stands in the tree. Paths for people lead from there, so that other programs can be given them as they are;
//! paths for programs stay relative to the root.

use std::path::{Component, Path};
use std::sync::OnceLock;

/// Names of the folders from the root of the tree to the current folder.
static STEPS: OnceLock<Vec<String>> = OnceLock::new();

/// Decides once. Whoever stands outside the tree sees paths relative to its root.
pub(crate) fn choose(root: &Path) {
    let here = std::env::current_dir().and_then(|here| here.canonicalize());
    let below = here.ok().and_then(|here| here.strip_prefix(root).map(steps).ok());
    let _ = STEPS.set(below.unwrap_or_default());
}

fn steps(below: &Path) -> Vec<String> {
    let names = below.components().filter_map(|part| match part {
        Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
        _ => None,
    });
    names.collect()
}

/// The way to a file of the tree, as line search tools write it.
pub(crate) fn from_here(path: &str) -> String {
    STEPS.get().map_or_else(|| path.to_owned(), |steps| way(steps, path))
}

fn way(steps: &[String], path: &str) -> String {
    let parts: Vec<&str> = path.split('/').collect();
    // The last part is the file itself, which nobody stands in.
    let folders = &parts[..parts.len() - 1];
    let shared = steps.iter().zip(folders).take_while(|(step, folder)| step == *folder).count();
    "../".repeat(steps.len() - shared) + &parts[shared..].join("/")
}

/// The other way round: `../store.py:42`, as it was printed here, by the path that the index has. Other names stay as they are.
pub(crate) fn in_tree(name: &str) -> String {
    let known = || {
        let (path, rest) = name.split_once(':')?;
        let full = Path::new(path).is_file().then(|| joined(STEPS.get()?, path))??;
        Some(format!("{full}:{rest}"))
    };
    known().unwrap_or_else(|| name.to_owned())
}

/// None for what lies outside the tree.
fn joined(steps: &[String], path: &str) -> Option<String> {
    let mut parts: Vec<&str> = steps.iter().map(String::as_str).collect();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()?),
            "" => return None,
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_from_a_folder_to_a_file() {
        let from = |here: &str, path: &str| way(&steps(Path::new(here)), path);
        assert_eq!(from("", "src/lib.rs"), "src/lib.rs");
        assert_eq!(from("src", "src/lib.rs"), "lib.rs");
        assert_eq!(from("src/deep", "src/lib.rs"), "../lib.rs");
        assert_eq!(from("src", "srcs/lib.rs"), "../srcs/lib.rs");
        assert_eq!(from("a/b", "c/d/e"), "../../c/d/e");
        assert_eq!(from("a/b", "a"), "../../a", "a file where a folder is now");
    }

    #[test]
    fn ways_lead_back() {
        let to = |here: &str, path: &str| joined(&steps(Path::new(here)), path);
        for here in ["", "src", "src/deep", "other"] {
            let way = way(&steps(Path::new(here)), "src/lib.rs");
            assert_eq!(to(here, &way).as_deref(), Some("src/lib.rs"), "{here}");
        }
        assert_eq!(to("src", "./lib.rs").as_deref(), Some("src/lib.rs"));
        assert_eq!((to("src", "../../lib.rs"), to("src", "/lib.rs")), (None, None));
    }
}
