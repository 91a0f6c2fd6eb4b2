//! Questions that are asked of one tree, warm and cold, of us and of peers: what `bench search` and `bench context` share.
//!
//! The tree and everybody's index of it are kept between runs, so that the second run measures at once. Nothing here knows a
//! target.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::corpora::{self, Corpus};
use super::verdict::Verdict;
use super::{folder, subject};
use crate::{Outcome, workspace};

mod cold;
mod options;
mod program;
mod questions;
mod spread;
mod tables;
mod warm;

pub(super) use cold::Cold;
pub(super) use options::Options;
pub(super) use program::Program;
pub(super) use questions::{Group, Question, kernel, own, read, write as write_questions};
pub(super) use spread::Spread;
pub(super) use tables::{Target, megabytes, page};
pub(super) use warm::Warm;

/// What is asked of the programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    Search,
    Context,
}

/// Where everything that is measured lies.
pub(super) struct Bench {
    pub(super) verb: Verb,
    pub(super) tree: PathBuf,
    /// Indexes and files of questions, each under a name of its own.
    kept: PathBuf,
    runs: usize,
}

/// One program and what came of it.
#[derive(Serialize)]
pub(super) struct Row {
    pub(super) program: String,
    pub(super) verdict: Verdict<Figures>,
}

#[derive(Serialize)]
pub(super) struct Figures {
    pub(super) warm: Warm,
    pub(super) cold: Option<Cold>,
}

/// What everybody was asked and what came of it; the first row is ours.
#[derive(Serialize)]
pub(super) struct Asked {
    pub(super) corpus: String,
    pub(super) questions: usize,
    pub(super) runs: usize,
    pub(super) rows: Vec<Row>,
}

/// Builds ours, installs the peers where that was wished.
pub(super) fn prepare_programs(options: &Options) -> Outcome {
    let root = workspace::root();
    if options.build {
        subject::build(&root, &["orient", "accuracy"])?;
    }
    if options.install_peers {
        subject::install_peer(&root)?;
        program::install_semble(&root)?;
    }
    Ok(())
}

/// The corpus of this name, of which everybody is asked everything.
pub(super) fn ask_everybody(
    name: &str,
    verb: Verb,
    options: &Options,
    asked: impl Fn(&Corpus) -> Result<Vec<Question>, String>,
) -> Result<Asked, String> {
    let root = workspace::root();
    let corpus = corpora::named(&root, name)?;
    let questions = asked(&corpus)?;
    let source = corpora::obtain(&corpus, options.corpora.as_deref())?;
    let bench = Bench::copy(verb, &corpus.title(), &folder::files(&source), &source, options.runs)?;
    let rows = rows(&programs(verb, options, &root), &bench, &questions);
    Ok(Asked { corpus: corpus.title(), questions: questions.len(), runs: options.runs, rows })
}

fn programs(verb: Verb, options: &Options, root: &Path) -> Vec<Program> {
    let peers = match verb {
        Verb::Search => vec![program::semble(root), program::codegraph(root, verb)],
        Verb::Context => vec![program::codegraph(root, verb)],
    };
    let peers = peers.into_iter().filter(|_| options.peers);
    std::iter::once(program::ours(root)).chain(peers).collect()
}

fn rows(programs: &[Program], bench: &Bench, questions: &[Question]) -> Vec<Row> {
    let mut cold_questions = Vec::new();
    let mut rows = Vec::new();
    for program in programs {
        let measured = measure(program, bench, questions, &mut cold_questions);
        let verdict = measured.map_or_else(Verdict::NotRun, Verdict::Measured);
        rows.push(Row { program: program.name.to_owned(), verdict });
    }
    rows
}

/// The same questions are asked cold of everybody: those that the first program found something for.
fn measure<'a>(
    program: &Program,
    bench: &Bench,
    questions: &'a [Question],
    cold_questions: &mut Vec<&'a str>,
) -> Result<Figures, String> {
    if let Some(reason) = &program.missing {
        return Err(reason.clone());
    }
    eprintln!("{}: index ...", program.name);
    program.prepare(bench)?;
    eprintln!("{}: warm ...", program.name);
    let warm = warm::measure(program, bench, questions)?;
    if cold_questions.is_empty() {
        *cold_questions = cold::choose(questions, &warm);
    }
    eprintln!("{}: cold ...", program.name);
    let cold = cold::measure(program, bench, cold_questions)?;
    Ok(Figures { warm, cold })
}

/// Ours alone.
pub(super) fn measure_ours(bench: &Bench, questions: &[Question]) -> Result<Figures, String> {
    measure(&program::ours(&workspace::root()), bench, questions, &mut Vec::new())
}

impl Bench {
    /// Files of `source` in a folder of their own, outside of any repository: inside of one, the repository would be searched.
    pub(super) fn copy(
        verb: Verb,
        title: &str,
        files: &[PathBuf],
        source: &Path,
        runs: usize,
    ) -> Result<Bench, String> {
        let kept = std::env::temp_dir().join(format!("orient-bench-{}", title.replace(' ', "-")));
        let (tree, partial) = (kept.join("tree"), kept.join("partial"));
        if !tree.is_dir() {
            folder::copy_files(files, source, &partial)?;
            std::fs::rename(&partial, &tree).map_err(|error| format!("{}: {error}", tree.display()))?;
        }
        Ok(Bench { verb, tree, kept, runs })
    }
}

impl Figures {
    pub(super) fn spread(&self, group: Group) -> Option<Spread> {
        self.warm.groups.iter().find(|(other, _)| *other == group).map(|(_, spread)| *spread)
    }
}

impl Asked {
    pub(super) fn ours(&self) -> Option<&Figures> {
        self.rows.first().and_then(|row| row.verdict.measured())
    }
}
