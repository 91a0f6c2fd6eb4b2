//! From a task, files or a change to a packed answer: the ranked list, the source of what is in it, and as much of that as the
//! budget holds.
//!
//! Never prints, and never gives an answer that is over its budget, whatever is counted.

mod around;
mod block;
mod cache;
mod diff;
mod files;
mod fit;
mod lines;
mod prospect;
mod rank;
mod record;
mod render;
mod sent;
mod shape;
mod sheet;
mod source;

use crate::diff::{Change, Diff};
use crate::error::EngineError;
use crate::freshness::{Freshness, View};
use crate::note::Note;
use crate::place::Place;
use crate::search::{Filter, Hit, SearchFilter, SearchRequest, search_recorded};
use crate::settings::Settings;
use crate::trace::{Packing, Recorder, TracedStage};
use crate::workspace::Workspace;
use orienteer_search::{Form, Memory, Params, is_report};
use orienteer_storage::Snapshot;
use std::borrow::Cow;

pub use cache::PackCache;
pub use rank::{PreparedContext, prepare_context, rank_context};
pub use render::Format;
pub use sent::SentBodies;

/// Units of the list that is packed.
const RANKED: usize = 100;

/// What an answer begins with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Subject {
    /// The words of the task.
    #[default]
    Task,
    /// Files, by their paths from the root of the tree: their units and who uses them. A task ranks within them.
    Files(Vec<String>),
    /// A change: what it touches. Needs no task.
    Change(Change),
}

/// A task and how much may be said about it.
#[derive(Clone, Debug)]
pub struct ContextRequest {
    /// In plain language, or a whole report.
    pub task: String,
    pub subject: Subject,
    /// Tokens of everything that is printed, by the o200k_base vocabulary.
    pub budget: usize,
    pub format: Format,
    pub filter: SearchFilter,
    /// Bodies that the asker has already: they are pointed to.
    pub sent: SentBodies,
    /// What the team says about its own code.
    pub settings: Settings,
    /// What use has taught, as [`Workspace::memory`] has it.
    pub memory: Memory,
    pub params: Params,
}

impl ContextRequest {
    pub fn new(task: impl Into<String>) -> ContextRequest {
        ContextRequest {
            task: task.into(),
            subject: Subject::default(),
            budget: 8_000,
            format: Format::default(),
            filter: SearchFilter::default(),
            sent: SentBodies::default(),
            settings: Settings::default(),
            memory: Memory::nothing(),
            params: Params::default(),
        }
    }

    /// Refuses what cannot be answered whatever the tree holds, so that nothing has to be indexed or opened to say so.
    pub fn validate(&self) -> Result<(), EngineError> {
        if self.budget == 0 {
            return Err(EngineError::NoBudget);
        }
        match &self.subject {
            Subject::Change(_) if !self.task.is_empty() => Err(EngineError::TaskOfChange),
            Subject::Files(_) | Subject::Change(_) if self.task.is_empty() => {
                Filter::new(&self.filter).map(drop)
            }
            _ => self.search_request().validate(),
        }
    }

    /// With the numbers that rank and pack an answer about its subject.
    fn tuned(&self) -> Cow<'_, ContextRequest> {
        let is_task = self.subject == Subject::Task;
        let params = match () {
            () if !is_task && self.task.is_empty() => self.params.for_surroundings(),
            () if !is_task || is_report(&self.task) => self.params.for_packed_report(),
            () => return Cow::Borrowed(self),
        };
        Cow::Owned(ContextRequest { params, ..self.clone() })
    }

    /// A list of units.
    fn search_request(&self) -> SearchRequest {
        let params = self.params.for_context();
        SearchRequest {
            limit: RANKED,
            per_file: params.context_per_file as usize,
            filter: self.filter.clone(),
            settings: self.settings.clone(),
            memory: self.memory.clone(),
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
    /// A pointer to what the asker has already.
    pub is_sent: bool,
}

/// A packed answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContextAnswer {
    /// As it is printed; never over the budget.
    pub text: String,
    pub tokens: usize,
    /// Best first.
    pub items: Vec<PackedItem>,
    /// The bodies that it shows.
    pub bodies: SentBodies,
    pub left_out: Vec<Place>,
    /// The list before packing, best first.
    pub ranked: Vec<Hit>,
    /// What the change is, where one was asked about.
    pub diff: Option<Diff>,
    /// What it had to do without; the text says so too.
    pub notes: Vec<Note>,
}

impl Workspace {
    /// The code that a task, files or a change touch. Each file is read once.
    pub fn context(&self, view: &View, request: &ContextRequest) -> Result<ContextAnswer, EngineError> {
        let diff = self.change_of(view, request)?;
        self.answered(view, request, diff, None).map(|(answer, _)| answer)
    }

    /// The same, with what each stage did and how long it took.
    pub fn context_traced(
        &self,
        view: &View,
        request: &ContextRequest,
    ) -> Result<(ContextAnswer, Vec<TracedStage>), EngineError> {
        let mut recorder = Recorder::new(Vec::new());
        let answer = self.context_recorded(view, request, &mut recorder)?;
        Ok((answer, recorder.stages))
    }

    /// The same, with what became of each unit of the ranked list.
    pub fn context_explained(
        &self,
        view: &View,
        request: &ContextRequest,
    ) -> Result<(ContextAnswer, Vec<Packing>), EngineError> {
        let mut recorder = Recorder::new(Vec::new());
        let answer = self.context_recorded(view, request, &mut recorder)?;
        Ok((answer, recorder.packings))
    }

    pub(crate) fn context_recorded(
        &self,
        view: &View,
        request: &ContextRequest,
        recorder: &mut Recorder,
    ) -> Result<ContextAnswer, EngineError> {
        let diff = self.change_of(view, request)?;
        self.answered(view, request, diff, Some(recorder)).map(|(answer, _)| answer)
    }

    /// Packs a list that was ranked before, as [`rank_context`] does.
    pub fn pack_ranked(
        &self,
        view: &View,
        request: &ContextRequest,
        ranked: Vec<Hit>,
    ) -> Result<ContextAnswer, EngineError> {
        request.validate()?;
        self.packed(view, &request.tuned(), ranked, Vec::new(), None).map(|(answer, _)| answer)
    }

    /// What has to be known before anything can be answered, from the cache or not.
    fn change_of(&self, view: &View, request: &ContextRequest) -> Result<Option<Diff>, EngineError> {
        request.validate()?;
        has_code(&view.snapshot)?;
        match &request.subject {
            Subject::Change(change) => self.diff(&view.snapshot, change).map(Some),
            Subject::Task | Subject::Files(_) => Ok(None),
        }
    }

    /// The answer, and whether all files that it is made from were as the snapshot has them.
    fn answered(
        &self,
        view: &View,
        request: &ContextRequest,
        diff: Option<Diff>,
        mut recorder: Option<&mut Recorder>,
    ) -> Result<(ContextAnswer, bool), EngineError> {
        let request = request.tuned();
        let (ranked, notes) =
            self.ranked(&view.snapshot, &request, diff.as_ref(), recorder.as_deref_mut())?;
        let (answer, is_whole) = self.packed(view, &request, ranked, notes, recorder)?;
        Ok((ContextAnswer { diff, ..answer }, is_whole))
    }

    /// The list that is packed, and what it was made without.
    fn ranked(
        &self,
        snapshot: &Snapshot,
        request: &ContextRequest,
        diff: Option<&Diff>,
        recorder: Option<&mut Recorder>,
    ) -> Result<(Vec<Hit>, Vec<Note>), EngineError> {
        let params = request.params.for_context();
        let around = match (&request.subject, diff) {
            (Subject::Files(paths), _) => files::around(snapshot, paths, !request.task.is_empty())?,
            (Subject::Change(_), Some(diff)) => diff::around(self, snapshot, diff, &params)?,
            _ => {
                let answer = search_recorded(snapshot, &request.search_request(), recorder)?;
                return Ok((answer.hits, answer.notes));
            }
        };
        Ok((around::ranked(snapshot, &around, request, &params)?, Vec::new()))
    }

    fn packed(
        &self,
        view: &View,
        request: &ContextRequest,
        ranked: Vec<Hit>,
        notes: Vec<Note>,
        mut recorder: Option<&mut Recorder>,
    ) -> Result<(ContextAnswer, bool), EngineError> {
        let prospects = prospect::prospects(&ranked, &request.params);
        let quotable = ranked.iter().zip(&prospects).filter(|(_, prospect)| prospect.is_quotable());
        let paths: Vec<&str> =
            quotable.map(|(hit, _)| hit.place.path.as_str()).filter(|path| !path.is_empty()).collect();
        let sources = source::Sources::read(self.root(), &view.snapshot, &paths);
        if let Some(recorder) = recorder.as_deref_mut() {
            recorder.read(paths.len(), sources.count());
        }
        let said = fit::Said { changed: &changed(view), notes: &notes };
        let packed = fit::fit(&view.snapshot, &sources, &ranked, &prospects, said, request)?;
        if let Some(recorder) = recorder {
            recorder.packed(packed.packings(), packed.tokens(), request.budget);
        }
        Ok((ContextAnswer { notes, ..packed.answer(ranked) }, sources.are_whole()))
    }
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
