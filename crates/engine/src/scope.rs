//! Whose code is searched: the project's own, libraries, or both. Each tree answers by itself; here the answers become one.
//!
//! Scores of trees are comparable because features are shares; nothing here ranks anew.

use crate::error::EngineError;
use crate::excerpt::{ExcerptOptions, Found, SearchPage};
use crate::freshness::View;
use crate::library::{Libraries, Library};
use crate::qdrant::{Asked, LIBRARY, Recall};
use crate::search::{SearchRequest, aid};
use crate::workspace::Workspace;
use orienteer_indexing::Progress;
use std::path::Path;

/// Whose code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    #[default]
    Project,
    /// All libraries.
    Libraries,
    /// One of them.
    Library(String),
    /// The project and all libraries.
    All,
}

impl Scope {
    /// `project`, `libraries`, `lib:NAME` or `all`.
    pub fn of_name(text: &str) -> Option<Scope> {
        match text {
            "project" => Some(Scope::Project),
            "libraries" => Some(Scope::Libraries),
            "all" => Some(Scope::All),
            _ => text
                .strip_prefix(LIBRARY)
                .filter(|name| !name.is_empty())
                .map(|name| Scope::Library(name.to_owned())),
        }
    }

    fn has_project(&self) -> bool {
        matches!(self, Scope::Project | Scope::All)
    }

    fn libraries(&self, cache: &Path) -> Result<Vec<Library>, EngineError> {
        let libraries = Libraries::open(cache);
        match self {
            Scope::Project => Ok(Vec::new()),
            Scope::Library(name) => Ok(vec![libraries.get(name)?]),
            Scope::Libraries | Scope::All => libraries.list(),
        }
    }
}

/// A tree of a scope as it is now.
pub struct ScopedTree {
    /// None for the project itself.
    pub library: Option<Library>,
    pub workspace: Workspace,
    pub view: View,
}

impl ScopedTree {
    /// What a library is called beside projects; none for the project itself.
    fn project(&self) -> Option<String> {
        self.library.as_ref().map(Library::project)
    }

    fn search(
        &self,
        request: &SearchRequest,
        recalled: Option<&Asked>,
        options: &ExcerptOptions,
    ) -> Result<SearchPage, EngineError> {
        let settings = request.settings.for_tree(&self.workspace);
        let request = SearchRequest { settings, ..request.clone() };
        self.workspace.search_recalled(&self.view, &request, recalled, options)
    }
}

/// The trees of a scope, the project first. A library whose folder is gone is an error that names it.
pub fn scoped_trees(
    project: &Workspace,
    scope: &Scope,
    cache: &Path,
    progress: &dyn Progress,
) -> Result<Vec<ScopedTree>, EngineError> {
    let mut trees = Vec::new();
    if scope.has_project() {
        let view = project.view(progress)?;
        trees.push(ScopedTree { library: None, workspace: project.clone(), view });
    }
    for library in scope.libraries(cache)? {
        let workspace = library.workspace(cache)?;
        let view = workspace.view(progress)?;
        trees.push(ScopedTree { library: Some(library), workspace, view });
    }
    Ok(trees)
}

/// As [`Workspace::search`], of all trees of a scope: one question to a server, whichever trees it is about.
pub fn search_scope(
    trees: &[ScopedTree],
    request: &SearchRequest,
    options: &ExcerptOptions,
) -> Result<SearchPage, EngineError> {
    let recall = recall(trees, request);
    let mut whole = SearchPage { notes: recall.notes, ..SearchPage::default() };
    for (tree, recalled) in trees.iter().zip(&recall.of_trees) {
        let page = tree.search(request, recalled.as_ref(), options)?;
        whole.take(page, &tree.project().unwrap_or_default());
    }
    whole.order(request.limit);
    Ok(whole)
}

fn recall(trees: &[ScopedTree], request: &SearchRequest) -> Recall {
    let own = &request.settings.remote.project;
    let names: Vec<String> = trees.iter().map(|tree| tree.project().unwrap_or_else(|| own.clone())).collect();
    let snapshots = trees.iter().map(|tree| &tree.view.snapshot);
    let projects: Vec<_> = names.iter().map(String::as_str).zip(snapshots).collect();
    let Some(first) = trees.first() else { return Recall::default() };
    let request = &SearchRequest { settings: request.settings.for_tree(&first.workspace), ..request.clone() };
    Recall::of_trees(&projects, request, &aid(&first.view.snapshot, request))
}

impl SearchPage {
    fn take(&mut self, page: SearchPage, mark: &str) {
        self.candidates += page.candidates;
        let new = page.terms.into_iter().filter(|term| !self.terms.contains(term)).collect::<Vec<_>>();
        self.terms.extend(new);
        self.found.extend(page.found.into_iter().map(|found| Found { library: mark.to_owned(), ..found }));
        for note in page.notes {
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
    }

    /// Best first; of equals the project's, then in the order of libraries.
    fn order(&mut self, limit: usize) {
        self.found.sort_by(|left, right| right.hit.score.total_cmp(&left.hit.score));
        self.found.truncate(limit);
        let top = self.found.first().map_or(0.0, |found| found.hit.score);
        for found in &mut self.found {
            found.hit.relative = if top > 0.0 { found.hit.score / top } else { 0.0 };
        }
    }
}
