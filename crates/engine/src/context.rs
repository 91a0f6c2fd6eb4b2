//! From a task to a packed answer: the ranked list, the source of what is in it, and as much of that as the budget holds.
//!
//! Never prints, and never gives an answer that is over its budget, whatever is counted.

mod block;
mod files;
mod fit;
mod lines;
mod rank;
mod render;
mod shape;
mod sheet;
mod source;

use crate::error::EngineError;
use crate::freshness::{Freshness, View};
use crate::place::Place;
use crate::search::{Hit, SearchFilter, SearchRequest, search_recorded};
use crate::settings::Settings;
use crate::trace::{Recorder, TracedStage};
use crate::workspace::Workspace;
use orienteer_search::{Form, Params};
use orienteer_storage::Snapshot;
pub use rank::{PreparedContext, prepare_context, rank_context};
pub use render::Format;

/// Units of the list that is packed.
const RANKED: usize = 100;

/// A task and how much may be said about it.
#[derive(Clone, Debug)]
pub struct ContextRequest {
    /// In plain language, or a whole report.
    pub task: String,
    /// Tokens of everything that is printed, by the o200k_base vocabulary.
    pub budget: usize,
    pub format: Format,
    pub filter: SearchFilter,
    /// What the team says about its own code.
    pub settings: Settings,
    pub params: Params,
}

impl ContextRequest {
    pub fn new(task: impl Into<String>) -> ContextRequest {
        ContextRequest {
            task: task.into(),
            budget: 8_000,
            format: Format::default(),
            filter: SearchFilter::default(),
            settings: Settings::default(),
            params: Params::default(),
        }
    }

    /// Refuses what cannot be answered whatever the tree holds, so that nothing has to be indexed or opened to say so.
    pub fn validate(&self) -> Result<(), EngineError> {
        self.validate_budget()?;
        self.search_request().validate()
    }

    /// The same for an answer about files, which needs no task.
    pub fn validate_budget(&self) -> Result<(), EngineError> {
        if self.budget == 0 { Err(EngineError::NoBudget) } else { Ok(()) }
    }

    /// A list of units.
    fn search_request(&self) -> SearchRequest {
        let params = self.params.for_context();
        SearchRequest {
            limit: RANKED,
            per_file: params.context_per_file as usize,
            filter: self.filter.clone(),
            settings: self.settings.clone(),
            params,
            ..SearchRequest::new(self.task.clone())
        }
    }
}

/// What is shown of a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct PackedItem {
    pub hit: Hit,
    pub form: Form,
    /// Lines of its file that are printed, both ends inclusive; none for a pointer.
    pub lines: Vec<(u32, u32)>,
    /// What this form of it costs where it stands alone.
    pub tokens: usize,
}

/// A packed answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContextAnswer {
    /// As it is printed; never over the budget.
    pub text: String,
    pub tokens: usize,
    /// Best first.
    pub items: Vec<PackedItem>,
    pub left_out: Vec<Place>,
    /// The list before packing, best first.
    pub ranked: Vec<Hit>,
}

impl Workspace {
    /// The code that a task touches. Each file is read once.
    pub fn context(&self, view: &View, request: &ContextRequest) -> Result<ContextAnswer, EngineError> {
        self.context_recorded(view, request, None)
    }

    /// The same, with what each stage did and how long it took.
    pub fn context_traced(
        &self,
        view: &View,
        request: &ContextRequest,
    ) -> Result<(ContextAnswer, Vec<TracedStage>), EngineError> {
        let mut recorder = Recorder::new(Vec::new());
        let answer = self.context_recorded(view, request, Some(&mut recorder))?;
        Ok((answer, recorder.stages))
    }

    pub(crate) fn context_recorded(
        &self,
        view: &View,
        request: &ContextRequest,
        mut recorder: Option<&mut Recorder>,
    ) -> Result<ContextAnswer, EngineError> {
        request.validate()?;
        has_code(&view.snapshot)?;
        let ranked = ranked(&view.snapshot, request, recorder.as_deref_mut())?;
        self.packed(view, request, ranked, recorder)
    }

    /// The units of these files and what calls them. Paths are relative to the root of the tree.
    pub fn context_of_files(
        &self,
        view: &View,
        paths: &[String],
        request: &ContextRequest,
    ) -> Result<ContextAnswer, EngineError> {
        request.validate_budget()?;
        has_code(&view.snapshot)?;
        self.packed(view, request, files::ranked(&view.snapshot, paths)?, None)
    }

    /// Packs a list that was ranked before, as [`rank_context`] does.
    pub fn pack_ranked(
        &self,
        view: &View,
        request: &ContextRequest,
        ranked: Vec<Hit>,
    ) -> Result<ContextAnswer, EngineError> {
        request.validate_budget()?;
        self.packed(view, request, ranked, None)
    }

    fn packed(
        &self,
        view: &View,
        request: &ContextRequest,
        ranked: Vec<Hit>,
        mut recorder: Option<&mut Recorder>,
    ) -> Result<ContextAnswer, EngineError> {
        let paths = ranked.iter().map(|hit| hit.place.path.as_str()).filter(|path| !path.is_empty());
        let sources = source::Sources::read(self.root(), &view.snapshot, paths);
        if let Some(recorder) = recorder.as_deref_mut() {
            recorder.read(ranked.len(), sources.count());
        }
        let packed = fit::fit(&view.snapshot, &sources, &ranked, &changed(view), request)?;
        if let Some(recorder) = recorder {
            recorder.packed(packed.packings(), packed.tokens(), request.budget);
        }
        Ok(packed.answer(ranked))
    }
}

/// The list that is packed.
fn ranked(
    snapshot: &Snapshot,
    request: &ContextRequest,
    recorder: Option<&mut Recorder>,
) -> Result<Vec<Hit>, EngineError> {
    Ok(search_recorded(snapshot, &request.search_request(), recorder)?.hits)
}

fn has_code(snapshot: &Snapshot) -> Result<(), EngineError> {
    if snapshot.files().any(|file| file.units().len() > 0) { Ok(()) } else { Err(EngineError::NoCode) }
}

fn changed(view: &View) -> Vec<String> {
    match &view.freshness {
        Freshness::Current => Vec::new(),
        Freshness::Behind(changes) => {
            changes.changed.iter().chain(&changes.added).chain(&changes.removed).cloned().collect()
        }
    }
}
