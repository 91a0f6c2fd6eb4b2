//! The engine behind the screen, on a thread of its own. Of the questions that wait only the latest of each kind is answered; a
//! question that fails ends itself and nothing else.

use crate::Stop;
use crate::answer::{About, Answer, Found, Question, Source, Told, Why};
use crate::progress::Teller;
use orienteer_engine::{
    ContextRequest, EngineError, Excerpt, ExcerptOptions, Explanation, Freshness, Place, SearchRequest,
    SourceRequest, View, Workspace, seconds_now,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// Hits of one search.
const HITS: usize = 50;
/// Lines around a unit that are shown of its file.
const LINES_BEFORE: u32 = 2_000;
const LINES_AFTER: u32 = 8_000;
/// Files are looked at again when that was so long ago.
const FRESH: Duration = Duration::from_secs(2);

pub(crate) struct Desk {
    questions: Sender<Question>,
    answers: Receiver<Answer>,
}

impl Desk {
    pub(crate) fn open(workspace: Workspace, stop: &Stop) -> Desk {
        let (questions, asked) = channel();
        let (told, answers) = channel();
        let teller = Teller::new(told.clone(), stop.clone());
        std::thread::spawn(orienteer_engine::load_vocabulary);
        std::thread::spawn(move || Worker { workspace, view: None, teller }.work(&asked, &told));
        Desk { questions, answers }
    }

    pub(crate) fn ask(&self, question: Question) {
        // A worker that is gone has said why.
        let _ = self.questions.send(question);
    }

    pub(crate) fn answers(&self) -> impl Iterator<Item = Answer> {
        self.answers.try_iter()
    }
}

struct Worker {
    workspace: Workspace,
    view: Option<(Instant, View)>,
    teller: Teller,
}

impl Worker {
    fn work(mut self, asked: &Receiver<Question>, told: &Sender<Answer>) {
        while let Ok(first) = asked.recv() {
            for question in latest(first, asked.try_iter()) {
                let answered = catch_unwind(AssertUnwindSafe(|| self.answer(&question.about)));
                let refused = |error: EngineError| {
                    let hint = error.hint().map_or_else(String::new, |hint| format!(" ({hint})"));
                    Told::Refused(format!("{error}{hint}"))
                };
                let failed =
                    || Told::Refused("this question made the program fail; ask in other words".to_owned());
                let answer = answered.map_or_else(|_| failed(), |answer| answer.unwrap_or_else(refused));
                if told.send(Answer { number: question.number, told: answer }).is_err() {
                    return;
                }
            }
        }
    }

    fn answer(&mut self, about: &About) -> Result<Told, EngineError> {
        if let About::Search { query } = about {
            SearchRequest::new(query.clone()).validate()?;
        }
        let view = self.view()?;
        match about {
            About::Search { query } => self.search(&view, query),
            About::Source { query, place } => self.source(&view, query, place),
            About::Why { query, place } => self.why(&view, query, place),
        }
    }

    fn view(&mut self) -> Result<View, EngineError> {
        match &self.view {
            Some((looked, view)) if looked.elapsed() < FRESH => Ok(view.clone()),
            _ => {
                let view = self.workspace.view(&self.teller)?;
                self.view = Some((Instant::now(), view.clone()));
                Ok(view)
            }
        }
    }

    fn search(&self, view: &View, query: &str) -> Result<Told, EngineError> {
        let settings = self.workspace.settings()?;
        let request = SearchRequest { limit: HITS, settings, ..SearchRequest::new(query) };
        let page = self.workspace.search(view, &request, &ExcerptOptions::default())?;
        let changed = match &view.freshness {
            Freshness::Current => 0,
            Freshness::Behind(changes) => changes.added.len() + changes.changed.len() + changes.removed.len(),
        };
        let hits = page.found.into_iter().map(found).collect();
        Ok(Told::Found { hits, snapshot: view.snapshot.id().to_string().chars().take(12).collect(), changed })
    }

    fn source(&self, view: &View, query: &str, place: &Place) -> Result<Told, EngineError> {
        let (first, last) =
            (place.line.saturating_sub(LINES_BEFORE).max(1), place.line.saturating_add(LINES_AFTER));
        let request =
            SourceRequest { path: place.path.clone(), ranges: vec![(first, last)], query: query.to_owned() };
        let source = self.workspace.source(view, &request)?;
        Ok(match source.lines {
            Some(lines) => Told::Source(Source { place: place.clone(), lines }),
            None => Told::Refused("this file changed just now; search again".to_owned()),
        })
    }

    fn why(&self, view: &View, query: &str, place: &Place) -> Result<Told, EngineError> {
        let request = ContextRequest::new(query);
        let memory = self.workspace.memory(&view.snapshot, &request.params, seconds_now());
        // What cannot be read was not learned.
        let request = ContextRequest {
            settings: self.workspace.settings()?,
            memory: memory.unwrap_or_default(),
            ..request
        };
        let answer = self.workspace.why(view, &request, &place.reference())?;
        let missing = || Told::Refused("this unit is not there any more; search again".to_owned());
        Ok(answer.explanations.first().map_or_else(missing, |explanation| Told::Why(explained(explanation))))
    }
}

fn found(found: orienteer_engine::Found) -> Found {
    let orienteer_engine::Found { hit, excerpt, .. } = found;
    let is_changed = excerpt == Excerpt::Changed;
    let lines = if let Excerpt::Lines(lines) = excerpt { lines } else { Vec::new() };
    Found { place: hit.place, relative: hit.relative, signature: hit.signature, lines, is_changed }
}

fn explained(explanation: &Explanation) -> Why {
    let ranked = explanation.journey.ranked.as_ref();
    let parts = ranked.map_or(&[][..], |ranked| &ranked.parts);
    let factors = ranked.map_or(&[][..], |ranked| &ranked.factors);
    Why {
        place: explanation.place.clone(),
        outcome: explanation.outcome(),
        score: ranked.map_or(0.0, |ranked| ranked.score),
        parts: parts.iter().map(|part| (part.name, part.product())).collect(),
        factors: factors.iter().map(|factor| (factor.name, factor.value)).collect(),
        steps: explanation.way(),
    }
}

/// What still matters of all that waits: a search that was typed over does not.
fn latest(first: Question, more: impl Iterator<Item = Question>) -> Vec<Question> {
    let (mut search, mut detail) = (None, None);
    for question in std::iter::once(first).chain(more) {
        match question.about {
            About::Search { .. } => search = Some(question),
            About::Source { .. } | About::Why { .. } => detail = Some(question),
        }
    }
    detail.into_iter().chain(search).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_over_is_not_asked() {
        let search = |number| Question { number, about: About::Search { query: number.to_string() } };
        let numbers: Vec<u64> =
            latest(search(1), [search(2), search(3)].into_iter()).iter().map(|q| q.number).collect();
        assert_eq!(numbers, [3]);
    }
}
