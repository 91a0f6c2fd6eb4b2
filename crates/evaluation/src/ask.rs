//! One case: asked of its tree through the command that its suite is for, and scored. Keeps nothing.

use crate::metrics::{DEPTH, Figures, Found, Lines, lines_figures, names_gold, score, shown_figures};
use crate::prepare::Opened;
use crate::run::{Outcome, Settings};
use crate::suite::{Case, SuiteKind};
use crate::through::Through;
use orienteer_engine::{
    ContextAnswer, ContextRequest, EngineError, Form, Hit, Memory, PackedItem, PreparedContext,
    PreparedSearch, SearchError, SearchRequest, UnitKind, prepare_context, prepare_search, search,
};
use std::collections::HashMap;
use std::time::Instant;

/// Results that are asked for where files of several units, or symbols, are looked for.
const DEEP: usize = 100;
/// Results that are asked for to know how much matches at all.
const EVERYTHING: usize = 1_000;
/// Units of one file that the first ten may hold while others match.
const CROWD: usize = 3;
/// Budgets of the packs whose lines are scored; the one that decides stands first.
pub(crate) const BUDGETS: [usize; 3] = [4_000, 2_000, 8_000];
/// Budget of the pack that should name a file that answers the question.
const SMALL_BUDGET: usize = 2_000;

/// A case, where it is asked and how.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a> {
    pub(crate) kind: SuiteKind,
    /// Position in the suite.
    pub(crate) at: usize,
    pub(crate) case: &'a Case,
    pub(crate) tree: &'a Opened,
    /// What was learned before it is asked.
    pub(crate) memory: &'a Memory,
}

/// A question whose candidates were looked at.
pub(crate) enum Prepared {
    Search(PreparedSearch),
    Context(PreparedContext),
}

impl Question<'_> {
    /// Once, with everything that the settings want to know.
    pub(crate) fn ask(&self, settings: &Settings) -> Result<Outcome, EngineError> {
        let started = Instant::now();
        let prepared = self.prepare(settings)?;
        let hits = prepared.as_ref().map(|prepared| self.rank(prepared, settings));
        let main = hits.as_deref().map(|hits| self.main_pack(hits, settings)).transpose()?.flatten();
        let milliseconds = started.elapsed().as_secs_f64() * 1e3;
        let mut outcome = Outcome { milliseconds, ..self.outcome(hits.as_deref(), main.as_ref(), settings) };
        outcome.figures.extend(self.further(hits.as_deref(), settings)?);
        Ok(outcome)
    }

    /// None where the question was found to have nothing to look for. To say so is an answer, and a wrong one where there was
    /// something.
    pub(crate) fn prepare(&self, settings: &Settings) -> Result<Option<Prepared>, EngineError> {
        let snapshot = &self.tree.view.snapshot;
        let prepared = match self.through(settings) {
            Through::Search => prepare_search(snapshot, &self.search(settings)).map(Prepared::Search),
            Through::Context => prepare_context(snapshot, &self.context(settings)).map(Prepared::Context),
        };
        match prepared {
            Ok(prepared) => Ok(Some(prepared)),
            Err(EngineError::Search(SearchError::Empty | SearchError::NoWords)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub(crate) fn rank(&self, prepared: &Prepared, settings: &Settings) -> Vec<Hit> {
        match prepared {
            Prepared::Search(prepared) => prepared.answer(&self.search(settings)).hits,
            Prepared::Context(prepared) => prepared.rank(&self.context(settings)),
        }
    }

    /// The pack that decides, for suites whose answers are packed.
    pub(crate) fn main_pack(
        &self,
        hits: &[Hit],
        settings: &Settings,
    ) -> Result<Option<ContextAnswer>, EngineError> {
        let is_packed = settings.packs(self.kind);
        is_packed.then(|| self.pack(hits, BUDGETS[0], settings)).transpose()
    }

    /// Scores the hits, none where the question was refused, and the pack that decides.
    pub(crate) fn outcome(
        &self,
        hits: Option<&[Hit]>,
        main: Option<&ContextAnswer>,
        settings: &Settings,
    ) -> Outcome {
        let found: Vec<Found> = hits.unwrap_or_default().iter().map(|hit| self.found(hit)).collect();
        let mut figures = score(self.kind, self.case, &found);
        if self.kind == SuiteKind::Lines {
            figures.extend(self.lines_figures(BUDGETS[0], main));
        }
        if self.kind == SuiteKind::Symbols && settings.packs(self.kind) {
            figures.extend(shown_figures(&self.case.gold(), &self.bodies(main)));
        }
        let first = found.into_iter().take(DEPTH).collect();
        Outcome { case: self.at, figures, milliseconds: 0.0, first, is_refused: hits.is_none() }
    }

    /// What asks again: other budgets, and what the settings want to have checked.
    fn further(&self, hits: Option<&[Hit]>, settings: &Settings) -> Result<Figures, EngineError> {
        let mut figures = Figures::new();
        if self.kind == SuiteKind::Lines {
            for budget in &BUDGETS[1..] {
                let pack = hits.map(|hits| self.pack(hits, *budget, settings)).transpose()?;
                figures.extend(self.lines_figures(*budget, pack.as_ref()));
            }
        }
        if let Some(hits) = hits.filter(|_| settings.check_cap && self.through(settings) == Through::Search) {
            figures.extend(self.cap_figures(hits, settings)?);
        }
        if settings.check_packs && self.kind == SuiteKind::Files {
            figures.extend(self.small_pack(settings)?);
        }
        Ok(figures)
    }

    fn through(&self, settings: &Settings) -> Through {
        settings.through.unwrap_or_else(|| Through::of(self.kind))
    }

    fn search(&self, settings: &Settings) -> SearchRequest {
        let mut request = SearchRequest::new(self.case.query.as_str());
        request.limit = if self.kind == SuiteKind::Files { DEPTH } else { DEEP };
        request.per_file = settings.per_file.unwrap_or(request.per_file);
        request.candidates = settings.candidates;
        request.params = settings.params.clone();
        request.memory = self.memory.clone();
        request.settings = self.tree.settings.clone();
        request.filter.no_tests = self.kind == SuiteKind::Issues;
        request
    }

    fn context(&self, settings: &Settings) -> ContextRequest {
        let mut request = ContextRequest::new(self.case.query.as_str());
        request.settings = self.tree.settings.clone();
        request.params = settings.params.clone();
        request.memory = self.memory.clone();
        if let Some(per_file) = settings.per_file {
            request.params.context_per_file = per_file as f32;
        }
        request.filter.no_tests = self.kind == SuiteKind::Issues;
        request
    }

    fn pack(&self, hits: &[Hit], budget: usize, settings: &Settings) -> Result<ContextAnswer, EngineError> {
        let request = ContextRequest { budget, ..self.context(settings) };
        self.tree.workspace.pack_ranked(&self.tree.view, &request, hits.to_vec())
    }

    fn lines_figures(&self, budget: usize, pack: Option<&ContextAnswer>) -> Figures {
        let items = pack.map_or(&[][..], |pack| pack.items.as_slice());
        lines_figures(budget, self.case, &self.shown_lines(items))
    }

    /// Units whose bodies are shown, also those that stand inside of what is printed of another one.
    fn bodies(&self, pack: Option<&ContextAnswer>) -> Vec<Found> {
        let items = pack.map_or(&[][..], |pack| pack.items.as_slice());
        items.iter().filter(|item| item.form == Form::Body).map(|item| self.found(&item.hit)).collect()
    }

    /// Every line that is printed, once.
    fn shown_lines(&self, items: &[PackedItem]) -> Lines {
        let mut shown = Lines::new();
        for item in items.iter().filter(|item| item.form != Form::Pointer) {
            let lines = shown.entry(self.path(&item.hit)).or_default();
            item.lines.iter().for_each(|(start, end)| lines.extend(*start..=*end));
        }
        shown
    }

    /// Whether a small pack has a file that answers the question, in whatever form.
    fn small_pack(&self, settings: &Settings) -> Result<Figures, EngineError> {
        let settings = Settings { through: Some(Through::Context), ..settings.clone() };
        let hits = self.prepare(&settings)?.map_or_else(Vec::new, |prepared| self.rank(&prepared, &settings));
        let pack = self.pack(&hits, SMALL_BUDGET, &settings)?;
        let paths: Vec<String> = pack.items.iter().map(|item| self.path(&item.hit)).collect();
        let is_named = names_gold(self.case, &paths);
        Ok(Figures::from([("gold_file_in_2000_tokens", f64::from(u8::from(is_named)))]))
    }

    /// Relative to the repository.
    fn path(&self, hit: &Hit) -> String {
        let root = self.case.root.trim_matches('/');
        if root.is_empty() { hit.place.path.clone() } else { format!("{root}/{}", hit.place.path) }
    }

    pub(crate) fn found(&self, hit: &Hit) -> Found {
        let is_document = matches!(hit.place.kind, UnitKind::Section | UnitKind::Fragment);
        Found {
            path: self.path(hit),
            name: if is_document { String::new() } else { hit.place.name.clone() },
            start_line: hit.start_line,
            end_line: hit.place.end_line.max(hit.start_line),
            is_declaration: !is_document && !hit.place.name.is_empty(),
        }
    }

    /// Whether one file crowds the first ten although others match, and whether the limit per file moved the top result.
    fn cap_figures(&self, hits: &[Hit], settings: &Settings) -> Result<Figures, EngineError> {
        let crowded = crowding_file(hits);
        let limit = if crowded.is_some() { EVERYTHING } else { 1 };
        let free = SearchRequest { per_file: 0, limit, ..self.search(settings) };
        let everything = search(&self.tree.view.snapshot, &free)?.hits;
        let others = |path: &str| everything.iter().filter(|hit| hit.place.path != path).count();
        let is_crowded = crowded.is_some_and(|path| others(path) >= DEPTH);
        let top =
            |hits: &[Hit]| hits.first().map(|hit| (hit.place.path.clone(), hit.start_line, hit.place.line));
        let is_moved = top(hits) != top(&everything);
        Ok(Figures::from([
            ("crowded_at_10", f64::from(u8::from(is_crowded))),
            ("top_moved", f64::from(u8::from(is_moved))),
        ]))
    }
}

fn crowding_file(hits: &[Hit]) -> Option<&str> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for hit in hits.iter().take(DEPTH) {
        *counts.entry(hit.place.path.as_str()).or_default() += 1;
    }
    counts.into_iter().filter(|(_, count)| *count > CROWD).map(|(path, _)| path).max()
}
