//! The machine of states behind the screen: actions and answers go in, questions come out. Knows no terminal and no engine, and
//! never waits.

mod line;

use crate::answer::{About, Answer, Found, Question, Source, Told, Why};
use crate::input::Action;
pub(crate) use line::Line;
use orienteer_engine::Place;

/// What is on the screen, beside the line that is typed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Pane {
    Results,
    /// None until it has come. The number is the first line that is shown, from 0.
    Source(Option<Source>, usize),
    Why(Option<Why>, usize),
}

/// What an action leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    None,
    Ask(Question),
    Quit,
}

#[derive(Clone, Debug)]
pub(crate) struct State {
    pub root: String,
    pub line: Line,
    pub hits: Vec<Found>,
    /// Among the hits.
    pub selected: usize,
    pub pane: Pane,
    pub is_help: bool,
    /// What is to be said on the last line.
    pub news: String,
    /// Rows that a pane has; a page is as much.
    pub rows: usize,
    numbers: u64,
    /// The numbers of the questions whose answers are waited for.
    search: Option<u64>,
    detail: Option<u64>,
}

impl State {
    pub(crate) fn new(root: &str, query: &str) -> State {
        State {
            root: root.to_owned(),
            line: Line::new(query),
            hits: Vec::new(),
            selected: 0,
            pane: Pane::Results,
            is_help: false,
            news: String::new(),
            rows: 20,
            numbers: 0,
            search: None,
            detail: None,
        }
    }

    /// What is asked before any key.
    pub(crate) fn begin(&mut self) -> Option<Question> {
        match self.searched() {
            Effect::Ask(question) => Some(question),
            Effect::None | Effect::Quit => None,
        }
    }

    pub(crate) fn is_waiting(&self) -> bool {
        self.search.is_some() || self.detail.is_some()
    }

    pub(crate) fn act(&mut self, action: Action) -> Effect {
        if action == Action::Quit {
            return Effect::Quit;
        }
        if action == Action::Resize {
            return Effect::None;
        }
        if self.is_help {
            self.is_help = false;
            return Effect::None;
        }
        if action == Action::Help {
            self.is_help = true;
            return Effect::None;
        }
        match self.pane {
            Pane::Results => self.act_in_results(action),
            Pane::Source(..) | Pane::Why(..) => self.act_in_detail(action),
        }
    }

    fn act_in_results(&mut self, action: Action) -> Effect {
        let last = self.hits.len().saturating_sub(1);
        match action {
            Action::Up => self.selected = self.selected.saturating_sub(1),
            Action::Down => self.selected = (self.selected + 1).min(last),
            Action::PageUp => self.selected = self.selected.saturating_sub(self.page()),
            Action::PageDown => self.selected = (self.selected + self.page()).min(last),
            Action::Enter => return self.open_source(),
            Action::Tab => return self.open_why(),
            Action::Back if self.line.is_empty() => return Effect::Quit,
            Action::Letter('?') if self.line.is_empty() => self.is_help = true,
            _ => return if self.line.edit(action) { self.searched() } else { Effect::None },
        }
        Effect::None
    }

    /// Hits have several rows each.
    fn page(&self) -> usize {
        (self.rows / 4).max(1)
    }

    fn act_in_detail(&mut self, action: Action) -> Effect {
        let (page, most) = (self.rows.max(2) - 1, self.detail_rows().saturating_sub(1));
        let (Pane::Source(_, top) | Pane::Why(_, top)) = &mut self.pane else { return Effect::None };
        match action {
            Action::Up | Action::Letter('k') => *top = top.saturating_sub(1),
            Action::Down | Action::Letter('j') => *top = (*top + 1).min(most),
            Action::PageUp => *top = top.saturating_sub(page),
            Action::PageDown | Action::Letter(' ') => *top = (*top + page).min(most),
            Action::Home => *top = 0,
            Action::End => *top = most.saturating_sub(page),
            Action::Letter('n') => self.next_match(),
            Action::Letter('?') => self.is_help = true,
            Action::Tab | Action::Letter('w') => {
                return if matches!(self.pane, Pane::Source(..)) {
                    self.open_why()
                } else {
                    self.open_source()
                };
            }
            Action::Enter if matches!(self.pane, Pane::Why(..)) => return self.open_source(),
            Action::Back | Action::Letter('q') => {
                self.pane = Pane::Results;
                self.detail = None;
            }
            _ => {}
        }
        Effect::None
    }

    fn detail_rows(&self) -> usize {
        match &self.pane {
            Pane::Source(Some(source), _) => source.lines.len(),
            Pane::Why(Some(why), _) => why.parts.len() + why.factors.len() + why.steps.len() + 6,
            _ => 0,
        }
    }

    /// The next line that has a match, below the first that is shown.
    fn next_match(&mut self) {
        let Pane::Source(Some(source), top) = &mut self.pane else { return };
        let below = source.lines.iter().enumerate().skip(*top + 1);
        if let Some((next, _)) = below.into_iter().find(|(_, line)| !line.matches.is_empty()) {
            *top = next;
        }
    }

    fn searched(&mut self) -> Effect {
        let query = self.line.text().to_owned();
        if query.trim().is_empty() {
            self.hits.clear();
            self.selected = 0;
            self.search = None;
            self.news.clear();
            return Effect::None;
        }
        let question = self.question(About::Search { query });
        self.search = Some(question.number);
        Effect::Ask(question)
    }

    fn open_source(&mut self) -> Effect {
        let Some(place) = self.chosen().filter(|place| !place.path.is_empty()) else { return Effect::None };
        self.pane = Pane::Source(None, 0);
        self.asked_detail(|query| About::Source { query, place })
    }

    fn open_why(&mut self) -> Effect {
        let Some(place) = self.chosen() else { return Effect::None };
        self.pane = Pane::Why(None, 0);
        self.asked_detail(|query| About::Why { query, place })
    }

    fn chosen(&self) -> Option<Place> {
        self.hits.get(self.selected).map(|hit| hit.place.clone())
    }

    fn asked_detail(&mut self, about: impl FnOnce(String) -> About) -> Effect {
        let question = self.question(about(self.line.text().to_owned()));
        self.detail = Some(question.number);
        Effect::Ask(question)
    }

    fn question(&mut self, about: About) -> Question {
        self.numbers += 1;
        Question { number: self.numbers, about }
    }

    /// Takes in an answer; false where it came too late to matter.
    pub(crate) fn hear(&mut self, answer: Answer) -> bool {
        let Answer { number, told } = answer;
        if let Told::Progress(news) = told {
            self.news = news;
            return self.is_waiting();
        }
        let is_search = self.search == Some(number);
        if !is_search && self.detail != Some(number) {
            return false;
        }
        *(if is_search { &mut self.search } else { &mut self.detail }) = None;
        match told {
            Told::Found { hits, snapshot, changed } => self.found(hits, &snapshot, changed),
            Told::Source(source) => self.pane = shown(source, self.rows),
            Told::Why(why) => self.pane = Pane::Why(Some(why), 0),
            Told::Refused(why) => self.refused(why, is_search),
            Told::Progress(_) => {}
        }
        true
    }

    fn found(&mut self, hits: Vec<Found>, snapshot: &str, changed: usize) {
        let count = match hits.len() {
            0 => "nothing found".to_owned(),
            1 => "1 unit".to_owned(),
            many => format!("{many} units"),
        };
        let behind = if changed > 0 { format!(", {changed} files changed since") } else { String::new() };
        self.news = format!("{count} · snapshot {snapshot}{behind}");
        self.hits = hits;
        self.selected = 0;
    }

    fn refused(&mut self, why: String, is_search: bool) {
        self.news = why;
        if is_search {
            self.hits.clear();
            self.selected = 0;
        } else {
            self.pane = Pane::Results;
        }
    }
}

/// With the unit a third below the top.
fn shown(source: Source, rows: usize) -> Pane {
    let at = source.lines.iter().position(|line| line.line >= source.place.line).unwrap_or(0);
    Pane::Source(Some(source), at.saturating_sub(rows / 3))
}

#[cfg(test)]
pub(crate) mod tests;
