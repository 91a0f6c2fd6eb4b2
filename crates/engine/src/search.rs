//! From a question to hits: the read pipeline with filters before it and plain data after it.

use crate::aid::{Aid, Reader};
use crate::error::EngineError;
use crate::note::Note;
use crate::place::{Place, is_test};
use crate::qdrant::{Asked, Recall};
use crate::settings::Settings;
use crate::trace::{Recorder, observer};
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use orienteer_model::{LanguageId, UnitKind};
use orienteer_search::{
    Dense, Factor, Memory, Nearest, Params, Part, Prepared, Ranked, Request, Rerank, SearchError, Strategy,
    understand,
};
use orienteer_storage::{Snapshot, UnitRecord};

/// Which units may be found at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchFilter {
    /// Names of languages; none means all.
    pub languages: Vec<String>,
    /// Patterns of paths; one that begins with `!` takes out.
    pub globs: Vec<String>,
    pub kinds: Vec<UnitKind>,
    pub no_tests: bool,
}

/// A question and how it is to be answered.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    pub query: String,
    pub limit: usize,
    /// Most units of one file; 0 means no cap.
    pub per_file: usize,
    pub candidates: Strategy,
    pub max_distance: Option<f32>,
    pub filter: SearchFilter,
    /// What the team says about its own code.
    pub settings: Settings,
    /// What use has taught, as [`Workspace::memory`](crate::Workspace::memory) has it.
    pub memory: Memory,
    pub params: Params,
}

impl SearchRequest {
    pub fn new(query: impl Into<String>) -> SearchRequest {
        SearchRequest {
            query: query.into(),
            limit: 10,
            per_file: 3,
            candidates: Strategy::default(),
            max_distance: None,
            filter: SearchFilter::default(),
            settings: Settings::default(),
            memory: Memory::nothing(),
            params: Params::default(),
        }
    }

    /// Refuses what cannot be answered whatever the tree holds, so that nothing has to be indexed or opened to say so.
    pub fn validate(&self) -> Result<(), EngineError> {
        if self.query.trim().is_empty() {
            return Err(SearchError::Empty.into());
        }
        Filter::new(&self.filter)?;
        self.check_distance()?;
        if self.needs_vectors() && !Nearest::is_possible() {
            return Err(SearchError::NoVectors.into());
        }
        let is_empty = understand(&self.query, &self.params).is_empty();
        if is_empty { Err(SearchError::NoWords.into()) } else { Ok(()) }
    }

    fn needs_vectors(&self) -> bool {
        self.candidates == Strategy::Vector || self.max_distance.is_some()
    }

    fn check_distance(&self) -> Result<(), EngineError> {
        match self.max_distance {
            Some(distance) if !distance.is_finite() || distance < 0.0 => {
                Err(EngineError::BadDistance { distance })
            }
            _ => Ok(()),
        }
    }
}

/// A unit that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    pub place: Place,
    /// First line, with decorators and the doc comment.
    pub start_line: u32,
    pub signature: String,
    pub score: f32,
    /// Of the best hit, between 0 and 1.
    pub relative: f32,
    pub distance: Option<f32>,
    /// What it was found by.
    pub channels: Vec<&'static str>,
    pub parts: Vec<Part>,
    pub factors: Vec<Factor>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchAnswer {
    pub hits: Vec<Hit>,
    /// Units that were ranked.
    pub candidates: usize,
    /// What of the question the corpus has, in the form of its index.
    pub terms: Vec<String>,
    /// What it had to do without.
    pub notes: Vec<Note>,
}

/// Answers from a snapshot alone; no source is read.
pub fn search(snapshot: &Snapshot, request: &SearchRequest) -> Result<SearchAnswer, EngineError> {
    search_recorded(snapshot, request, None)
}

/// The same with what another engine recalled before.
pub(crate) fn search_recalled(
    snapshot: &Snapshot,
    request: &SearchRequest,
    recalled: Option<&Asked>,
) -> Result<SearchAnswer, EngineError> {
    let aid = aid(snapshot, request);
    Ok(prepare_recalled(snapshot, request, aid, recalled, None)?.answer(request))
}

/// The same as [`search`], and a recorder hears of it.
pub(crate) fn search_recorded(
    snapshot: &Snapshot,
    request: &SearchRequest,
    mut recorder: Option<&mut Recorder>,
) -> Result<SearchAnswer, EngineError> {
    let prepared = prepare_recorded(snapshot, request, recorder.as_deref_mut())?;
    Ok(prepared.answer_recorded(request, recorder))
}

/// A question whose candidates have been looked at, to be weighed with whichever weights.
pub struct PreparedSearch {
    snapshot: Snapshot,
    prepared: Prepared,
    notes: Vec<Note>,
}

/// Everything but the weighing.
pub fn prepare_search(snapshot: &Snapshot, request: &SearchRequest) -> Result<PreparedSearch, EngineError> {
    prepare_recorded(snapshot, request, None)
}

fn prepare_recorded(
    snapshot: &Snapshot,
    request: &SearchRequest,
    recorder: Option<&mut Recorder>,
) -> Result<PreparedSearch, EngineError> {
    let aid = aid(snapshot, request);
    let (recalled, notes) = Recall::of_tree(snapshot, request, &aid);
    let mut prepared = prepare_recalled(snapshot, request, aid, recalled.as_ref(), recorder)?;
    prepared.notes.extend(notes);
    Ok(prepared)
}

/// What services add to the question.
pub(crate) fn aid(snapshot: &Snapshot, request: &SearchRequest) -> Aid {
    match request.settings.companions() {
        Some(companions) if request.candidates != Strategy::Lexical => {
            Aid::of(companions, snapshot, &request.query, &request.params)
        }
        _ => Aid::default(),
    }
}

fn prepare_recalled(
    snapshot: &Snapshot,
    request: &SearchRequest,
    aid: Aid,
    recalled: Option<&Asked>,
    recorder: Option<&mut Recorder>,
) -> Result<PreparedSearch, EngineError> {
    let filter = Filter::new(&request.filter)?;
    request.check_distance()?;
    let wanted = |unit: &UnitRecord<'_>| filter.accepts(unit);
    let question = Request {
        query: &request.query,
        limit: request.limit,
        per_file: request.per_file,
        strategy: request.candidates,
        max_distance: request.max_distance,
        concepts: &request.settings.concepts,
        memory: &request.memory,
        elsewhere: recalled.map(Asked::elsewhere),
        sparse: aid.sparse.as_ref(),
        wanted: &wanted,
    };
    let observer = observer(recorder);
    let nearest = if aid.dense.is_none() { nearest(snapshot, request) } else { None };
    let embedded = aid.dense.as_ref().map(|embedded| embedded as &dyn Dense);
    let dense = embedded.or(nearest.as_ref().map(|nearest| nearest as &dyn Dense));
    if dense.is_none() && request.needs_vectors() && Nearest::has_vectors(snapshot) {
        return Err(SearchError::NoWords.into());
    }
    let prepared = orienteer_search::measure_observed(snapshot, dense, &question, &request.params, observer)?;
    let notes = request.settings.notes.iter().cloned().chain(aid.notes).collect();
    Ok(PreparedSearch { snapshot: snapshot.clone(), prepared, notes })
}

/// Vectors, where they are there and count for something.
fn nearest<'a>(snapshot: &'a Snapshot, request: &SearchRequest) -> Option<Nearest<'a>> {
    let Params { channel_dense, dense, dense_file, .. } = request.params;
    let counts = channel_dense > 0.0 || dense > 0.0 || dense_file > 0.0;
    (request.needs_vectors() || counts).then(|| Nearest::to_question(snapshot, &request.query)).flatten()
}

impl PreparedSearch {
    /// By the limits and weights of `request`; what else it asks was decided before.
    pub fn answer(&self, request: &SearchRequest) -> SearchAnswer {
        self.answer_recorded(request, None)
    }

    fn answer_recorded(&self, request: &SearchRequest, recorder: Option<&mut Recorder>) -> SearchAnswer {
        let (limit, per_file, params) = (request.limit, request.per_file, &request.params);
        let mut notes = self.notes.clone();
        let reader = self.reader(request, &mut notes);
        let reranker = reader.as_ref().map(|reader| reader as &dyn Rerank);
        let answer = self.prepared.answer_reranked(limit, per_file, params, reranker, observer(recorder));
        notes.extend(reader.and_then(Reader::note));
        let top = answer.ranked.first().map_or(0.0, |ranked| ranked.score);
        let hits = answer.ranked.into_iter().filter_map(|ranked| hit(&self.snapshot, ranked, top)).collect();
        SearchAnswer { hits, candidates: answer.candidates, terms: answer.terms, notes }
    }

    /// The reranker, where there is one.
    fn reader<'a>(&'a self, request: &'a SearchRequest, notes: &mut Vec<Note>) -> Option<Reader<'a>> {
        let companions = request.settings.companions()?;
        match Reader::of(companions, &self.snapshot, &request.query)? {
            Ok(reader) => Some(reader),
            Err(note) => {
                notes.push(note);
                None
            }
        }
    }
}

pub(crate) fn hit(snapshot: &Snapshot, ranked: Ranked, top: f32) -> Option<Hit> {
    let unit = snapshot.unit(ranked.unit)?;
    Some(Hit {
        place: Place::of(&unit),
        start_line: unit.span().start_line,
        signature: unit.signature().to_owned(),
        score: ranked.score,
        relative: if top > 0.0 { ranked.score / top } else { 0.0 },
        distance: ranked.distance,
        channels: ranked.channels,
        parts: ranked.parts,
        factors: ranked.factors,
    })
}

/// What of a filter keeps a unit out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exclusion {
    /// It stands outside the source, whatever the filter.
    NoSource,
    Kind,
    Language,
    Test,
    Path,
}

/// Why a filter does not let a unit be found.
pub(crate) fn exclusion(unit: &UnitRecord<'_>, filter: &SearchFilter) -> Option<Exclusion> {
    Filter::new(filter).ok()?.refuses(unit)
}

/// A filter that was checked.
pub(crate) struct Filter {
    languages: Vec<LanguageId>,
    included: Option<GlobSet>,
    excluded: Option<GlobSet>,
    kinds: Vec<UnitKind>,
    no_tests: bool,
}

impl Filter {
    pub(crate) fn new(asked: &SearchFilter) -> Result<Filter, EngineError> {
        let languages = asked.languages.iter().map(|name| language(name)).collect::<Result<_, _>>()?;
        let (excluded, included): (Vec<&str>, Vec<&str>) =
            asked.globs.iter().map(String::as_str).partition(|glob| glob.starts_with('!'));
        let excluded: Vec<&str> = excluded.iter().map(|glob| &glob[1..]).collect();
        Ok(Filter {
            languages,
            included: globs(&included)?,
            excluded: globs(&excluded)?,
            kinds: asked.kinds.clone(),
            no_tests: asked.no_tests,
        })
    }

    pub(crate) fn languages(&self) -> &[LanguageId] {
        &self.languages
    }

    pub(crate) fn accepts(&self, unit: &UnitRecord<'_>) -> bool {
        self.refuses(unit).is_none()
    }

    /// What keeps a unit out.
    fn refuses(&self, unit: &UnitRecord<'_>) -> Option<Exclusion> {
        let Some(file) = unit.file() else { return Some(Exclusion::NoSource) };
        let is_included = self.included.as_ref().is_none_or(|globs| globs.is_match(file.path()));
        let is_excluded = self.excluded.as_ref().is_some_and(|globs| globs.is_match(file.path()));
        if !self.kinds.is_empty() && !self.kinds.contains(&unit.kind()) {
            Some(Exclusion::Kind)
        } else if !self.languages.is_empty() && !self.languages.contains(&file.language()) {
            Some(Exclusion::Language)
        } else if self.no_tests && is_test(unit) {
            Some(Exclusion::Test)
        } else if !is_included || is_excluded {
            Some(Exclusion::Path)
        } else {
            None
        }
    }
}

fn language(name: &str) -> Result<LanguageId, EngineError> {
    let lower = name.to_ascii_lowercase();
    let found = orienteer_languages::by_name(&lower)
        .or_else(|| orienteer_languages::by_path(&format!("file.{lower}")));
    found.map(|language| language.id).ok_or_else(|| EngineError::UnknownLanguage { name: name.to_owned() })
}

/// As ignore rules have it: a pattern without a slash is about names in any folder. A leading `./` says nothing.
fn globs(patterns: &[&str]) -> Result<Option<GlobSet>, EngineError> {
    if patterns.is_empty() {
        return Ok(None);
    }
    let refused = |pattern: &str, error: globset::Error| EngineError::BadGlob {
        pattern: pattern.to_owned(),
        message: error.kind().to_string(),
    };
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        if pattern.trim().is_empty() {
            let message = "it is empty".to_owned();
            return Err(EngineError::BadGlob { pattern: (*pattern).to_owned(), message });
        }
        let plain = pattern.trim_start_matches("./");
        let anywhere = match plain {
            "" | "." | "/" => "**".to_owned(),
            _ if plain.contains('/') => plain.trim_start_matches('/').to_owned(),
            _ => format!("**/{plain}"),
        };
        for form in [anywhere.clone(), format!("{}/**", anywhere.trim_end_matches('/'))] {
            let glob = GlobBuilder::new(&form).literal_separator(true).build();
            set.add(glob.map_err(|error| refused(pattern, error))?);
        }
    }
    set.build().map(Some).map_err(|error| refused(patterns[0], error))
}
