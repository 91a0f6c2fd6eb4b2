//! What learning from use is worth: a simulated user over several rounds, and one who uses things at random.
//!
//! Half of the questions of a repository are asked and learned from, the other half only asked. Nothing is written beside the
//! indexes: what was learned lives as long as the run.

use crate::ask::Question;
use crate::error::EvaluationError;
use crate::metrics::{DEPTH, Found, main_figures, score};
use crate::run::{Session, Settings, asked};
use crate::statistics::{Estimate, Random, bootstrap, mean};
use crate::table::short;
use orienteer_engine::{EngineError, Experience, Hit, Use, memory_of};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::fmt::Write;

/// Seconds between rounds: what was used just now plays no part.
const DAY: u64 = 86_400;
/// Units that a user without a mind takes of each answer.
const TAKEN: usize = 2;

/// Who uses the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum User {
    /// What the suite says is right.
    Knowing,
    /// Whatever.
    Random,
}

/// Figures of all rounds, of the questions that were learned from and of the others.
#[derive(Clone, Debug)]
pub struct Lesson {
    pub user: &'static str,
    pub questions: &'static str,
    pub cases: usize,
    /// The mean after each round; the first is before all of them.
    pub rounds: Vec<f64>,
    /// From the first to the last.
    pub change: Estimate,
}

/// What learning is worth on one suite.
#[derive(Clone, Debug)]
pub struct Learning {
    pub suite: &'static str,
    /// By figure.
    pub figures: Vec<(&'static str, Vec<Lesson>)>,
}

/// One question over all rounds.
struct Course {
    is_taught: bool,
    /// By round, then by figure.
    values: Vec<Vec<f64>>,
}

/// Runs on the threads of the pool it is called in.
pub fn learn(session: &Session, settings: &Settings, rounds: usize) -> Result<Learning, EvaluationError> {
    let kind = session.bench().suite.kind;
    let names: Vec<&'static str> = std::iter::once("mrr").chain(main_figures(kind).iter().copied()).collect();
    let mut figures: Vec<(&'static str, Vec<Lesson>)> =
        names.iter().map(|name| (*name, Vec::new())).collect();
    for user in [User::Knowing, User::Random] {
        let courses = courses(session, settings, rounds, user, &names)?;
        for (at, (_, lessons)) in figures.iter_mut().enumerate() {
            lessons.extend([true, false].map(|is_taught| lesson(user, is_taught, &courses, at)));
        }
    }
    Ok(Learning { suite: kind.name(), figures })
}

fn courses(
    session: &Session,
    settings: &Settings,
    rounds: usize,
    user: User,
    figures: &[&'static str],
) -> Result<Vec<Course>, EvaluationError> {
    let classes = session.trees();
    let taught: Result<Vec<Vec<Course>>, EvaluationError> = classes
        .into_par_iter()
        .map(|questions| Class { questions, settings, user, figures }.attend(rounds))
        .collect();
    Ok(taught?.into_iter().flatten().collect())
}

/// The questions about one tree, in the order of the suite.
struct Class<'a> {
    questions: Vec<Question<'a>>,
    settings: &'a Settings,
    user: User,
    figures: &'a [&'static str],
}

impl Class<'_> {
    fn attend(&self, rounds: usize) -> Result<Vec<Course>, EvaluationError> {
        let mut courses: Vec<Course> = (0..self.questions.len())
            .map(|at| Course { is_taught: at % 2 == 0, values: Vec::new() })
            .collect();
        let mut experiences = Vec::new();
        for round in 0..=rounds {
            let now = (round as u64 + 1) * DAY;
            let Some(first) = self.questions.first() else { break };
            let memory = memory_of(&first.tree.view.snapshot, &experiences, &self.settings.params, now);
            for (question, course) in self.questions.iter().zip(&mut courses) {
                let question = Question { memory: &memory, ..*question };
                let hits = answer(&question, self.settings).map_err(asked(question.case))?;
                let found: Vec<Found> = hits.iter().map(|hit| question.found(hit)).collect();
                let scored = score(question.kind, question.case, &found);
                let value = |name: &&str| scored.get(*name).copied().unwrap_or(0.0);
                course.values.push(self.figures.iter().map(value).collect());
                if course.is_taught {
                    experiences.extend(self.experience(&question, &hits, &found, now));
                }
            }
        }
        Ok(courses)
    }

    /// What the user takes of an answer.
    fn experience(
        &self,
        question: &Question<'_>,
        hits: &[Hit],
        found: &[Found],
        now: u64,
    ) -> Option<Experience> {
        let shown = &hits[..hits.len().min(DEPTH)];
        let is_right = |at: &usize| {
            let one = std::slice::from_ref(&found[*at]);
            score(question.kind, question.case, one).get("mrr").is_some_and(|mrr| *mrr > 0.0)
        };
        let used: Vec<usize> = match self.user {
            User::Knowing => (0..shown.len()).filter(is_right).collect(),
            User::Random => {
                let mut random = Random::seeded(now ^ (question.at as u64) << 32);
                (0..TAKEN.min(shown.len())).map(|_| random.below(shown.len())).collect()
            }
        };
        let snapshot = &question.tree.view.snapshot;
        let mut experience =
            Experience::new(snapshot, &question.case.query, &self.settings.params, shown, now);
        used.iter().for_each(|at| experience.note(*at, Use::Read, now));
        (!used.is_empty()).then_some(experience)
    }
}

/// Nothing where the question has nothing to look for.
fn answer(question: &Question<'_>, settings: &Settings) -> Result<Vec<Hit>, EngineError> {
    let prepared = question.prepare(settings)?;
    Ok(prepared.map(|prepared| question.rank(&prepared, settings)).unwrap_or_default())
}

fn lesson(user: User, is_taught: bool, courses: &[Course], figure: usize) -> Lesson {
    let courses: Vec<&Course> = courses.iter().filter(|course| course.is_taught == is_taught).collect();
    let rounds = courses.first().map_or(0, |course| course.values.len());
    let of_round =
        |round: usize| -> Vec<f64> { courses.iter().map(|course| course.values[round][figure]).collect() };
    let last = rounds.saturating_sub(1);
    let change: Vec<f64> =
        courses.iter().map(|course| course.values[last][figure] - course.values[0][figure]).collect();
    Lesson {
        user: if user == User::Knowing { "uses what is right" } else { "uses at random" },
        questions: if is_taught { "learned from" } else { "not learned from" },
        cases: courses.len(),
        rounds: (0..rounds).map(|round| mean(&of_round(round))).collect(),
        change: bootstrap(&[&change]),
    }
}

impl Learning {
    pub fn markdown(&self) -> String {
        let mut out = String::new();
        for (figure, lessons) in &self.figures {
            let rounds = lessons.first().map_or(0, |lesson| lesson.rounds.len());
            let _ =
                write!(out, "\n## `{}`, {}\n\n| user | questions | n | before |", self.suite, short(figure));
            for round in 1..rounds {
                let _ = write!(out, " {round} |");
            }
            let _ = write!(
                out,
                " change | |\n|---|---|---:|---:|{}---:|---:|\n",
                "---:|".repeat(rounds.saturating_sub(1))
            );
            lessons.iter().for_each(|lesson| row(&mut out, lesson));
        }
        out
    }
}

fn row(out: &mut String, lesson: &Lesson) {
    let Lesson { user, questions, cases, rounds, change } = lesson;
    let _ = write!(out, "| {user} | {questions} | {cases} |");
    for value in rounds {
        let _ = write!(out, " {value:.4} |");
    }
    let before = rounds.first().copied().unwrap_or(0.0);
    let share = if before > 0.0 { change.value / before * 100.0 } else { 0.0 };
    let _ = writeln!(out, " {:+.4} [{:+.4} {:+.4}] | {share:+.1} % |", change.value, change.low, change.high);
}
