//! What resolution is given and what it returns. Plain data; nothing here computes.

use crate::edges::Edges;
use orienteer_model::{Edge, FactsView, UnitKind};

/// One file of the tree, in path order.
#[derive(Clone, Copy, Debug)]
pub struct FileInput<'a> {
    /// Relative to the root of the repository, with forward slashes.
    pub path: &'a str,
    pub facts: FactsView<'a>,
    /// The `UnitId` of `facts.units[0]`.
    pub first_unit: u32,
    pub is_test: bool,
}

/// A file that is not as it was when edges were made before.
#[derive(Clone, Copy, Debug)]
pub struct Changed<'a> {
    /// Its number, in path order.
    pub file: u32,
    /// What it said then.
    pub before: FactsView<'a>,
}

/// What manifests say about how names lead to folders. Folders are relative to the root, without a slash at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// Folder and path of each Go module.
    pub go_modules: Vec<(String, String)>,
    /// Folder and name of each package.
    pub packages: Vec<(String, String)>,
    /// Import aliases: the folder they hold in, the pattern and the path that it stands for; either may end in `*`.
    pub aliases: Vec<Alias>,
}

/// An import prefix that stands for a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alias {
    /// The folder of the manifest.
    pub folder: String,
    pub pattern: String,
    /// Relative to the root of the repository.
    pub target: String,
}

/// Something outside the source that units point to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct External {
    pub kind: UnitKind,
    pub name: String,
}

/// How many references led where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    pub references: u64,
    /// Led to exactly one unit.
    pub resolved: u64,
    /// Led to several possible units.
    pub ambiguous: u64,
    /// Known to lead out of the repository.
    pub external: u64,
    /// Nothing is known of where they lead.
    pub unresolved: u64,
}

impl Statistics {
    pub(crate) fn add(&mut self, other: &Statistics) {
        self.references += other.references;
        self.resolved += other.resolved;
        self.ambiguous += other.ambiguous;
        self.external += other.external;
        self.unresolved += other.unresolved;
    }
}

/// The edges of a repository, in the room that they were made in.
pub struct Resolution<'r> {
    pub edges: Edges<'r>,
    /// Their `UnitId`s follow that of the last unit of the last file.
    pub externals: Vec<External>,
    /// For each file, the dotted module it is shown under.
    pub module_paths: Vec<String>,
    pub statistics: Statistics,
}

impl Resolution<'_> {
    /// All of it as plain data in memory.
    pub fn gathered(self) -> Resolved {
        let Resolution { edges, externals, module_paths, statistics } = self;
        let mut all = Vec::new();
        edges.for_each(&mut |edge| all.push(*edge));
        Resolved { edges: all, externals, module_paths, statistics }
    }
}

/// The edges of a repository.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resolved {
    /// One edge for each `from`, `kind` and `to`; sorted by these where all of them were made at once.
    pub edges: Vec<Edge>,
    /// Their `UnitId`s follow that of the last unit of the last file.
    pub externals: Vec<External>,
    /// For each file, the dotted module it is shown under.
    pub module_paths: Vec<String>,
    pub statistics: Statistics,
}
