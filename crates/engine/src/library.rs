//! Code of others that a project stands on: libraries that were added by name or folder, each a tree of its own with an index of its own.
//!
//! Which there are is one small list in the folder of all indexes. Nothing here changes a library.

mod locate;

use crate::error::EngineError;
use crate::location::Location;
use crate::qdrant::LIBRARY;
use crate::workspace::Workspace;
use orienteer_storage::Register;
use std::path::{Path, PathBuf};

pub use locate::{LibraryPlaces, Located};

const REGISTER: &str = "libraries";
/// Letters of a name.
const LONGEST_NAME: usize = 100;

/// Where a library came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A folder that was given.
    Folder,
    /// The sources that cargo keeps.
    Cargo,
    /// The packages of a Python environment.
    Python,
    /// `node_modules` of the project.
    Node,
}

impl Origin {
    pub const ALL: [Origin; 4] = [Origin::Folder, Origin::Cargo, Origin::Python, Origin::Node];

    pub fn name(self) -> &'static str {
        match self {
            Origin::Folder => "folder",
            Origin::Cargo => "cargo",
            Origin::Python => "python",
            Origin::Node => "node",
        }
    }
}

/// A library that was added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Library {
    pub name: String,
    pub origin: Origin,
    pub root: PathBuf,
}

impl Library {
    /// Refuses a name that could not be asked for.
    pub fn new(name: &str, origin: Origin, root: &Path) -> Result<Library, EngineError> {
        let fits = |letter: char| letter.is_ascii_alphanumeric() || "-_.@/".contains(letter);
        if !(1..=LONGEST_NAME).contains(&name.len()) || !name.chars().all(fits) {
            return Err(EngineError::BadLibraryName { name: name.to_owned() });
        }
        let root = Location::folder(root)?;
        let is_line = root.to_str().is_some_and(|text| !text.contains(['\t', '\n']));
        if !is_line {
            return Err(EngineError::BadLibraryName { name: root.display().to_string() });
        }
        Ok(Library { name: name.to_owned(), origin, root })
    }

    /// What it is called where projects stand beside it.
    pub fn project(&self) -> String {
        format!("{LIBRARY}{}", self.name)
    }

    /// Its own tree. Commits of whatever repository it may lie in are not about it.
    pub fn workspace(&self, cache: &Path) -> Result<Workspace, EngineError> {
        let location = Location::of_library(&self.name, &self.root)?;
        Ok(Workspace::new(location, cache).without_history())
    }

    fn line(&self) -> String {
        format!("{}\t{}\t{}", self.name, self.origin.name(), self.root.display())
    }

    /// None of a line that another version of the program may have written.
    fn of_line(line: &str) -> Option<Library> {
        let mut parts = line.splitn(3, '\t');
        let (name, origin, root) = (parts.next()?, parts.next()?, parts.next()?);
        let origin = Origin::ALL.into_iter().find(|known| known.name() == origin)?;
        Some(Library { name: name.to_owned(), origin, root: PathBuf::from(root) })
    }
}

/// The libraries of a user.
#[derive(Clone, Debug)]
pub struct Libraries {
    register: Register,
}

impl Libraries {
    /// `cache` is the folder of all indexes.
    pub fn open(cache: &Path) -> Libraries {
        Libraries { register: Register::open(cache, REGISTER) }
    }

    /// By name.
    pub fn list(&self) -> Result<Vec<Library>, EngineError> {
        let lines = self.register.lines()?;
        let mut libraries: Vec<Library> = lines.iter().filter_map(|line| Library::of_line(line)).collect();
        libraries.sort_by(|left, right| left.name.cmp(&right.name));
        Ok(libraries)
    }

    pub fn get(&self, name: &str) -> Result<Library, EngineError> {
        let name = name.strip_prefix(LIBRARY).unwrap_or(name);
        let libraries = self.list()?;
        let known = || libraries.iter().map(|library| library.name.clone()).collect();
        let found = libraries.iter().find(|library| library.name == name).cloned();
        found.ok_or_else(|| EngineError::UnknownLibrary { name: name.to_owned(), known: known() })
    }

    /// Refuses a folder that is there under another name: all that it has would be found twice.
    pub fn check(&self, library: &Library) -> Result<(), EngineError> {
        let is_twin = |known: &Library| known.root == library.root && known.name != library.name;
        match self.list()?.into_iter().find(is_twin) {
            Some(Library { name, root, .. }) => Err(EngineError::LibraryTwice { name, root }),
            None => Ok(()),
        }
    }

    /// In the place of one of the same name.
    pub fn add(&self, library: &Library) -> Result<(), EngineError> {
        self.check(library)?;
        let line = library.line();
        Ok(self.register.change(|lines| without(lines, &library.name).chain([line]).collect())?)
    }

    pub fn remove(&self, name: &str) -> Result<(), EngineError> {
        Ok(self.register.change(|lines| without(lines, name).collect())?)
    }
}

fn without(lines: Vec<String>, name: &str) -> impl Iterator<Item = String> {
    let prefix = format!("{name}\t");
    lines.into_iter().filter(move |line| !line.starts_with(&prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_is_found_again_and_replaced() {
        let folder = tempfile::tempdir().expect("folder");
        let libraries = Libraries::open(folder.path());
        let of = |name: &str| {
            let root = folder.path().join(name);
            std::fs::create_dir_all(&root).expect("created");
            Library::new(name, Origin::Folder, &root).expect("a library")
        };
        libraries.add(&of("beta")).expect("added");
        libraries.add(&of("@a/b")).expect("added");
        libraries.add(&Library { origin: Origin::Node, ..of("beta") }).expect("added");
        let names: Vec<(String, Origin)> = libraries
            .list()
            .expect("list")
            .into_iter()
            .map(|library| (library.name, library.origin))
            .collect();
        assert_eq!(names, [("@a/b".to_owned(), Origin::Folder), ("beta".to_owned(), Origin::Node)]);
        assert_eq!(libraries.get("lib:beta").expect("one").project(), "lib:beta");
        libraries.remove("beta").expect("removed");
        assert!(matches!(
            libraries.get("beta"),
            Err(EngineError::UnknownLibrary { known, .. }) if known == ["@a/b"]
        ));
    }

    #[test]
    fn a_folder_has_one_name() {
        let folder = tempfile::tempdir().expect("folder");
        let libraries = Libraries::open(&folder.path().join("cache"));
        let of = |name: &str| Library::new(name, Origin::Folder, folder.path()).expect("a library");
        libraries.add(&of("mast")).expect("added");
        libraries.add(&of("mast")).expect("again");
        let twice = libraries.add(&of("mast-1.0"));
        assert!(matches!(twice, Err(EngineError::LibraryTwice { name, .. }) if name == "mast"));
    }

    #[test]
    fn names_that_nobody_could_type_are_refused() {
        let folder = tempfile::tempdir().expect("folder");
        for name in ["", "a b", "a\tb", "ä", &"x".repeat(101)] {
            let refused = Library::new(name, Origin::Folder, folder.path());
            assert!(matches!(refused, Err(EngineError::BadLibraryName { .. })), "{name}");
        }
    }
}
