//! What use teaches: which answers were given, what of them was used, and what follows from that for the next task.
//!
//! Kept beside the index, not in it: a rebuild keeps it. What was learned about a unit counts while its folder has the content
//! that it was learned with. No clock is read here; whoever asks says what time it is.

mod answer;
mod experience;
mod fields;
mod lessons;
mod mark;
mod observe;
mod report;
mod roots;

use crate::context::{ContextAnswer, ContextRequest};
use crate::error::EngineError;
use crate::workspace::Workspace;
use answer::{GivenAnswer, GivenUnit};
use lessons::Lessons;
use mark::Mark;
use orienteer_search::{Memory, Params, learnable_words};
use orienteer_storage::{Journal, Snapshot};
use std::collections::BTreeMap;

pub use experience::{Experience, memory_of};
pub use mark::Use;
pub use observe::ToolUse;
pub use report::{Learned, LearnedUnit, LearnedWord};

/// Answers of which something was used, and the uses.
const LOG: &str = "log";
/// The last answers, whatever became of them.
const GIVEN: &str = "given";
/// Answers that are remembered before anything of them was used.
const MOST_GIVEN: usize = 64;
/// Answers that are learned from.
const MOST_LEARNED: usize = 256;
/// Units of one answer that are remembered, the best first.
const MOST_UNITS: usize = 40;

/// Everything that was written down.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    answers: Vec<GivenAnswer>,
    marks: Vec<Mark>,
    damaged: usize,
}

/// The name of an answer, by which it can be spoken of. The same answer to the same question about the
/// same snapshot has the same; one that begins with other files, or has another budget, may have another.
fn pack_name(snapshot: &Snapshot, task: &str, units: &[GivenUnit]) -> String {
    let mut told = format!("{}\n{task}", snapshot.id());
    for unit in units {
        told.push_str(&format!("\n{}:{}:{}", unit.path, unit.first_line, unit.name));
    }
    blake3::hash(told.as_bytes()).to_hex()[..12].to_owned()
}

impl Workspace {
    /// What use has taught about the units of a snapshot, at a time in seconds since 1970.
    pub fn memory(&self, snapshot: &Snapshot, params: &Params, now: u64) -> Result<Memory, EngineError> {
        let record = self.record()?;
        if record.marks.is_empty() {
            return Ok(Memory::nothing());
        }
        Ok(Lessons::of(&record, snapshot, params, now).memory(params))
    }

    /// Writes down what a context gave, and names it. Without it nothing of the answer can be used.
    pub fn remember_context(
        &self,
        snapshot: &Snapshot,
        request: &ContextRequest,
        answer: &ContextAnswer,
        now: u64,
    ) -> Result<String, EngineError> {
        let units = answer.items.iter().map(|item| GivenUnit::of(&item.hit));
        self.remember(snapshot, &request.task, &request.params, units, now)
    }

    fn remember(
        &self,
        snapshot: &Snapshot,
        task: &str,
        params: &Params,
        units: impl Iterator<Item = GivenUnit>,
        now: u64,
    ) -> Result<String, EngineError> {
        let units: Vec<GivenUnit> = units.filter(|unit| !unit.path.is_empty()).take(MOST_UNITS).collect();
        let name = pack_name(snapshot, task, &units);
        if units.is_empty() {
            return Ok(name);
        }
        let roots = roots::of_folders(snapshot, units.iter().map(|unit| unit.path.as_str()));
        let words = learnable_words(task, params);
        let answer = GivenAnswer { name: name.clone(), time: now, words, roots, units };
        let journal = self.given();
        journal.append(&[answer.encode()])?;
        if journal.read()?.lines.len() > 2 * MOST_GIVEN {
            journal.rewrite(|lines| newest(lines, MOST_GIVEN))?;
        }
        Ok(name)
    }

    /// A user's own word about units of an answer: which were useful, which were not. Units are named as `orient symbol` names
    /// them, or by path and line.
    pub fn feedback(
        &self,
        pack: &str,
        useful: &[String],
        not_useful: &[String],
        now: u64,
    ) -> Result<usize, EngineError> {
        let answer = self.answer_named(pack)?;
        let mut marks = Vec::new();
        for (names, kind) in [(useful, Use::Useful), (not_useful, Use::NotUseful)] {
            for name in names {
                let units = answer.units_called(name);
                if units.is_empty() {
                    return Err(EngineError::NotInAnswer { name: name.clone(), pack: pack.to_owned() });
                }
                marks.extend(units.into_iter().map(|unit| answer.mark(unit, kind, now)));
            }
        }
        self.learn(&answer, &marks)?;
        Ok(marks.len())
    }

    /// Forgets what was learned below a path, or all of it. Gives how many uses that were.
    pub fn forget(&self, below: Option<&str>) -> Result<usize, EngineError> {
        let record = self.record()?;
        let is_meant = |path: &str| {
            below.is_none_or(|folder| {
                let folder = folder.trim_end_matches('/');
                path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            })
        };
        let is_forgotten = |mark: &Mark| {
            let unit = record.answer_of(mark).and_then(|answer| answer.units.get(mark.unit));
            unit.is_none_or(|unit| is_meant(&unit.path))
        };
        let kept: Vec<&Mark> = record.marks.iter().filter(|mark| !is_forgotten(mark)).collect();
        let forgotten = record.marks.len() - kept.len();
        let is_spoken_of = |answer: &&GivenAnswer| kept.iter().any(|mark| mark.is_about(answer));
        let answers = record.answers.iter().filter(is_spoken_of).map(GivenAnswer::encode);
        let lines: Vec<String> = answers.chain(kept.iter().map(|mark| mark.encode())).collect();
        self.log().rewrite(|_| lines)?;
        if below.is_none() {
            self.given().rewrite(|_| Vec::new())?;
        }
        Ok(forgotten)
    }

    /// Whether anything was written down that a new index could use.
    pub fn has_learned(&self) -> Result<bool, EngineError> {
        Ok(!self.log().read()?.lines.is_empty())
    }

    /// Adds uses of an answer to what is learned from.
    fn learn(&self, answer: &GivenAnswer, marks: &[Mark]) -> Result<(), EngineError> {
        if marks.is_empty() {
            return Ok(());
        }
        let record = self.record()?;
        let is_known = record.answers.iter().any(|known| known.is_same(answer));
        let fresh = marks.iter().filter(|mark| !record.marks.iter().any(|known| known.is_same(mark)));
        let fresh: Vec<String> = fresh.map(Mark::encode).collect();
        if fresh.is_empty() {
            return Ok(());
        }
        let first = (!is_known).then(|| answer.encode());
        let lines: Vec<String> = first.into_iter().chain(fresh).collect();
        self.log().append(&lines)?;
        if record.answers.len() > 2 * MOST_LEARNED {
            self.log().rewrite(|lines| Record::read(&lines, 0).newest(MOST_LEARNED))?;
        }
        Ok(())
    }

    /// The last answer of this name.
    fn answer_named(&self, pack: &str) -> Result<GivenAnswer, EngineError> {
        let given = self.given().read()?.lines;
        let known = given.iter().rev().filter_map(|line| GivenAnswer::decode(line));
        let logged = self.record()?.answers;
        known
            .chain(logged.into_iter().rev())
            .find(|answer| answer.name == pack)
            .ok_or_else(|| EngineError::NoSuchPack { pack: pack.to_owned() })
    }

    pub(crate) fn record(&self) -> Result<Record, EngineError> {
        let read = self.log().read()?;
        Ok(Record::read(&read.lines, read.damaged))
    }

    fn log(&self) -> Journal {
        self.repository.journal(LOG)
    }

    fn given(&self) -> Journal {
        self.repository.journal(GIVEN)
    }
}

impl Record {
    fn read(lines: &[String], damaged: usize) -> Record {
        let mut record = Record { damaged, ..Record::default() };
        for line in lines {
            if let Some(mark) = Mark::decode(line) {
                record.marks.push(mark);
            } else if let Some(answer) = GivenAnswer::decode(line) {
                record.answers.push(answer);
            } else {
                record.damaged += 1;
            }
        }
        record
    }

    fn answer_of(&self, mark: &Mark) -> Option<&GivenAnswer> {
        self.answers.iter().find(|answer| mark.is_about(answer))
    }

    fn marks_by_answer(&self) -> BTreeMap<(&str, u64), Vec<&Mark>> {
        let mut marks: BTreeMap<(&str, u64), Vec<&Mark>> = BTreeMap::new();
        for mark in &self.marks {
            marks.entry((mark.answer.as_str(), mark.answered)).or_default().push(mark);
        }
        marks
    }

    /// The lines of the last answers and of what was used of them.
    fn newest(self, most: usize) -> Vec<String> {
        let from = self.answers.len().saturating_sub(most);
        let answers = &self.answers[from..];
        let marks = self.marks.iter().filter(|mark| answers.iter().any(|answer| mark.is_about(answer)));
        let marks: Vec<String> = marks.map(Mark::encode).collect();
        answers.iter().map(GivenAnswer::encode).chain(marks).collect()
    }
}

fn newest(mut lines: Vec<String>, most: usize) -> Vec<String> {
    lines.split_off(lines.len().saturating_sub(most))
}
