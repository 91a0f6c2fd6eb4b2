//! From a suite to trees that can be asked: every commit checked out and indexed once, the facts of files shared by all commits
//! of a repository. Asks nothing.

use crate::ask::Question;
use crate::checkout::{self, Checkout};
use crate::error::EvaluationError;
use crate::suite::{Case, Suite};
use orienteer_engine::{
    Freshness, IndexOptions, Location, Memory, Progress, Settings, Stage, UserSettings, View, Workspace,
};
use orienteer_storage::FORMAT_VERSION;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// Where repositories come from, and where trees and indexes go.
#[derive(Clone, Debug)]
pub struct Places {
    /// Clones, at `owner+name/repo`, `owner/name` or `name`.
    pub repositories: PathBuf,
    /// Holds work trees and indexes, which later runs use again.
    pub work: PathBuf,
    /// Index again what has been indexed.
    pub fresh: bool,
    /// Keep the files of every tree, which packs quote.
    pub sources: bool,
    /// Services that the user wants to have measured with. What a measured repository says about itself is not asked.
    pub user_settings: UserSettings,
}

/// Is told how far things are.
pub trait Witness: Sync {
    fn trees(&self, done: usize, total: usize, name: &str);

    /// Files that are asked about are not in their clone.
    fn incomplete(&self, name: &str, missing: usize);

    fn is_cancelled(&self) -> bool {
        false
    }
}

/// Looks away.
#[derive(Clone, Copy, Debug)]
pub struct Nobody;

impl Witness for Nobody {
    fn trees(&self, _: usize, _: usize, _: &str) {}

    fn incomplete(&self, _: &str, _: usize) {}
}

struct Quiet<'a>(&'a dyn Witness);

impl Progress for Quiet<'_> {
    fn begin(&self, _: Stage, _: u64) {}

    fn advance(&self, _: u64) {}

    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}

/// One folder at one commit: what a case is asked of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct TreeName {
    commit: String,
    root: String,
}

impl TreeName {
    fn of(case: &Case) -> TreeName {
        TreeName { commit: case.commit.clone(), root: case.root.trim_matches('/').to_owned() }
    }

    /// The commit for people, its folder by hash.
    fn key(&self) -> String {
        let hash = blake3::hash(format!("{}\n{}", self.commit, self.root).as_bytes());
        let short: String = self.commit.chars().filter(char::is_ascii_alphanumeric).take(12).collect();
        format!("{short}-{}", &hash.to_hex()[..16])
    }

    /// A suite is data that anybody may have written: it names folders of the tree and none outside.
    fn is_inside(&self) -> bool {
        Path::new(&self.root).components().all(|part| matches!(part, Component::Normal(_)))
    }

    /// What an index of this tree must say of itself to be used again.
    fn mark(&self) -> String {
        format!("format {FORMAT_VERSION} commit {} root {}\n", self.commit, self.root)
    }
}

/// The cases of one repository that can be run, with the trees they are asked of.
#[derive(Debug)]
pub(crate) struct Ready {
    trees: BTreeMap<TreeName, Workspace>,
    /// Positions of cases in the suite.
    pub(crate) cases: Vec<usize>,
}

/// A suite whose trees are indexed.
#[derive(Debug)]
pub struct Bench {
    pub suite: Suite,
    pub(crate) repositories: Vec<Ready>,
    /// Cases whose repository, commit or folder is not there.
    pub skipped: usize,
}

/// A tree that can be asked.
pub(crate) struct Opened {
    pub(crate) workspace: Workspace,
    pub(crate) view: View,
    /// The user's own.
    pub(crate) settings: Settings,
}

/// Of those who were never asked before.
static NOTHING: Memory = Memory::nothing();

/// Some trees by key.
pub(crate) type Open = BTreeMap<String, Opened>;

impl Ready {
    pub(crate) fn open(&self) -> Result<Open, EvaluationError> {
        let mut open = Open::new();
        for (name, workspace) in &self.trees {
            let snapshot = workspace.snapshot()?.ok_or(orienteer_engine::EngineError::NotIndexed)?;
            // Commits do not change: what is checked out is what was indexed.
            let view = View { snapshot, freshness: Freshness::Current };
            let (workspace, settings) = (workspace.clone(), workspace.user_settings()?);
            open.insert(name.key(), Opened { workspace, view, settings });
        }
        Ok(open)
    }
}

impl Bench {
    pub fn prepare(suite: Suite, places: &Places, witness: &dyn Witness) -> Result<Bench, EvaluationError> {
        if !places.repositories.is_dir() {
            return Err(EvaluationError::NoClones { path: places.repositories.clone() });
        }
        let mut by_repository: Vec<(String, Vec<usize>)> = Vec::new();
        for (at, case) in suite.cases.iter().enumerate() {
            match by_repository.iter_mut().find(|(name, _)| *name == case.repo) {
                Some((_, cases)) => cases.push(at),
                None => by_repository.push((case.repo.clone(), vec![at])),
            }
        }
        let mut preparation = Preparation::new(&suite, places, witness)?;
        let mut repositories = Vec::new();
        for (name, cases) in by_repository {
            repositories.extend(preparation.repository(&name, cases)?);
        }
        let run: usize = repositories.iter().map(|ready| ready.cases.len()).sum();
        if run == 0 {
            let repositories = places.repositories.clone();
            return Err(EvaluationError::NothingToRun { suite: suite.path, repositories });
        }
        Ok(Bench { skipped: suite.cases.len() - run, suite, repositories })
    }

    /// The cases that can be run.
    pub fn cases(&self) -> impl Iterator<Item = &Case> {
        self.repositories.iter().flat_map(|ready| ready.cases.iter().map(|at| &self.suite.cases[*at]))
    }

    /// A case with its tree, if it is one of those that are open.
    pub(crate) fn question<'a>(&'a self, at: usize, open: &'a Open) -> Option<Question<'a>> {
        let case = self.suite.cases.get(at)?;
        let tree = open.get(&TreeName::of(case).key())?;
        Some(Question { kind: self.suite.kind, at, case, tree, memory: &NOTHING })
    }
}

struct Preparation<'a> {
    suite: &'a Suite,
    suite_path: PathBuf,
    places: &'a Places,
    work: PathBuf,
    witness: &'a dyn Witness,
    done: usize,
    total: usize,
}

impl<'a> Preparation<'a> {
    fn new(
        suite: &'a Suite,
        places: &'a Places,
        witness: &'a dyn Witness,
    ) -> Result<Preparation<'a>, EvaluationError> {
        let failed = |source| EvaluationError::Write { path: places.work.clone(), source };
        std::fs::create_dir_all(&places.work).map_err(failed)?;
        let work = places.work.canonicalize().map_err(failed)?;
        let suite_path = suite.path.canonicalize().unwrap_or_else(|_| suite.path.clone());
        let mut names: Vec<(&str, TreeName)> =
            suite.cases.iter().map(|case| (case.repo.as_str(), TreeName::of(case))).collect();
        names.sort();
        names.dedup();
        Ok(Preparation { suite, suite_path, places, work, witness, done: 0, total: names.len() })
    }

    /// None where there is no clone.
    fn repository(&mut self, name: &str, cases: Vec<usize>) -> Result<Option<Ready>, EvaluationError> {
        let Some(source) = checkout::find(&self.places.repositories, name) else { return Ok(None) };
        let folder = name.replace('/', "+");
        let mut ready = Ready { trees: BTreeMap::new(), cases: Vec::new() };
        let checkout = Checkout::open(&source, &self.work.join("trees").join(&folder))?;
        let mut missing: Vec<TreeName> = Vec::new();
        for at in cases {
            let tree = TreeName::of(&self.suite.cases[at]);
            if !ready.trees.contains_key(&tree) && !missing.contains(&tree) {
                self.refuse_suite_inside(&checkout, &tree)?;
                match self.tree(&folder, &checkout, &tree)? {
                    Some(workspace) => {
                        let workspace = self.with_sources(&folder, &checkout, &tree, workspace)?;
                        ready.trees.insert(tree.clone(), workspace);
                    }
                    None => missing.push(tree.clone()),
                }
                self.done += 1;
                self.witness.trees(self.done, self.total, name);
            }
            if ready.trees.contains_key(&tree) {
                ready.cases.push(at);
            }
        }
        Ok((!ready.cases.is_empty()).then_some(ready))
    }

    /// None if the commit or the folder is not there.
    fn tree(
        &self,
        folder: &str,
        checkout: &Checkout,
        tree: &TreeName,
    ) -> Result<Option<Workspace>, EvaluationError> {
        let location = Location {
            root: checkout.work_tree().join(&tree.root),
            repository_key: folder.to_owned(),
            tree_key: tree.key(),
            is_git: true,
        };
        let workspace = self.workspace(location);
        let settings = workspace.user_settings()?;
        let is_embedded = settings.services.dense.is_some() || settings.services.sparse.is_some();
        let mark = self.work.join("indexed").join(folder).join(tree.key());
        let is_marked = std::fs::read_to_string(&mark).is_ok_and(|text| text == tree.mark());
        let is_indexed = is_marked && !self.places.fresh && workspace.snapshot()?.is_some();
        if is_indexed && !is_embedded {
            return Ok(Some(workspace));
        }
        if !tree.is_inside() || !checkout::has_commit(checkout.source(), &tree.commit)? {
            return Ok(None);
        }
        let missing = checkout.switch(&tree.commit)?;
        let missing = missing.iter().filter(|path| Path::new(path).starts_with(&tree.root)).count();
        if missing > 0 {
            self.witness.incomplete(folder, missing);
        }
        if !workspace.root().is_dir() {
            return Ok(None);
        }
        if !is_indexed {
            let options = IndexOptions { force: self.places.fresh, ..IndexOptions::default() };
            workspace.index(&options, &Quiet(self.witness))?;
            write_mark(&mark, &tree.mark())?;
        }
        // While the files are those of the commit.
        let embedded = workspace.embed_with(&settings, &Quiet(self.witness))?;
        match embedded.into_iter().find_map(|report| report.note) {
            Some(note) => Err(EvaluationError::Service { note: note.to_string() }),
            None => Ok(Some(workspace)),
        }
    }

    fn workspace(&self, location: Location) -> Workspace {
        let workspace = Workspace::new(location, &self.work.join("index"));
        workspace.with_user_settings(self.places.user_settings.clone())
    }

    /// The same index, with files beside it that stay as they are when another commit is checked out.
    fn with_sources(
        &self,
        folder: &str,
        checkout: &Checkout,
        tree: &TreeName,
        workspace: Workspace,
    ) -> Result<Workspace, EvaluationError> {
        if !self.places.sources {
            return Ok(workspace);
        }
        let place = self.work.join("sources").join(folder).join(&tree.commit);
        checkout.export(&tree.commit, &place)?;
        let location = Location { root: place.join(&tree.root), ..workspace.location };
        Ok(self.workspace(location))
    }

    /// A suite that is indexed with its tree would answer its own questions.
    fn refuse_suite_inside(&self, checkout: &Checkout, tree: &TreeName) -> Result<(), EvaluationError> {
        let is_below = |folder: &Path| self.suite_path.starts_with(folder.join(&tree.root));
        if is_below(checkout.work_tree()) || is_below(checkout.source()) {
            return Err(EvaluationError::SuiteInsideTree { path: self.suite_path.clone() });
        }
        Ok(())
    }
}

fn write_mark(path: &Path, text: &str) -> Result<(), EvaluationError> {
    let written = match path.parent() {
        Some(folder) => std::fs::create_dir_all(folder).and_then(|()| std::fs::write(path, text)),
        None => std::fs::write(path, text),
    };
    written.map_err(|source| EvaluationError::Write { path: path.to_owned(), source })
}
