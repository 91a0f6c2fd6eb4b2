//! `cargo xtask bench index`: what the index costs on real corpora, with a peer beside it in the same run.
//! `cargo xtask bench search`, `bench context`, `bench peers`, `bench scale` and `bench qdrant` are in files of their own; the first two share the
//! corpora, the peers and the clock.
//!
//! A corpus or a peer that cannot be had is reported as not run, never as zero.

use std::path::{Path, PathBuf};

use crate::{Outcome, workspace};

mod asking;
mod context;
pub(crate) mod corpora;
mod folder;
mod index_page;
mod measure;
mod own_memory;
pub(crate) mod peers;
mod qdrant;
mod report;
mod scale;
mod search;
mod subject;
mod verdict;

use corpora::Corpus;
use report::{Figures, Row};
use subject::Subject;
use verdict::Verdict;

pub(crate) use context::run as run_context;
pub(crate) use folder::{Scratch, files};
pub(crate) use measure::measure_one_child;
pub(crate) use peers::run as run_peers;
pub(crate) use qdrant::run as run_qdrant;
pub(crate) use scale::run as run_scale;
pub(crate) use search::run as run_search;

struct Options {
    paths: Vec<PathBuf>,
    corpora: Option<PathBuf>,
    only: Vec<String>,
    runs: usize,
    fetch: bool,
    peers: bool,
    install_peers: bool,
    json: Option<PathBuf>,
    /// Keep the page among the results.
    write: bool,
}

impl Options {
    fn parse(arguments: &[&str]) -> Result<Self, String> {
        let mut options = Options {
            paths: Vec::new(),
            corpora: None,
            only: Vec::new(),
            runs: 3,
            fetch: true,
            peers: true,
            install_peers: false,
            json: None,
            write: false,
        };
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut value = || rest.next().copied().ok_or(format!("{argument} needs a value"));
            match *argument {
                "--corpora" => options.corpora = Some(PathBuf::from(value()?)),
                "--only" => options.only = value()?.split(',').map(str::to_owned).collect(),
                "--runs" => options.runs = value()?.parse().map_err(|_| "--runs needs a number above 0")?,
                "--json" => options.json = Some(PathBuf::from(value()?)),
                "--no-fetch" => options.fetch = false,
                "--no-peers" => options.peers = false,
                "--install-peers" => options.install_peers = true,
                "--write" => options.write = true,
                flag if flag.starts_with('-') => return Err(format!("unknown option {flag}")),
                path => options.paths.push(PathBuf::from(path)),
            }
        }
        options.runs = options.runs.max(1);
        Ok(options)
    }
}

pub(crate) fn run(arguments: &[&str]) -> Outcome {
    let options = Options::parse(arguments)?;
    let subjects = subjects(&options)?;
    let mut rows = Vec::new();
    for corpus in chosen_corpora(&options)? {
        rows.push(measure_corpus(&corpus, &subjects, &options)?);
    }
    let page = index_page::page(&rows);
    print!("{page}");
    if options.write {
        index_page::write(&page)?;
    }
    match &options.json {
        Some(path) => report::write_json(&rows, path),
        None => Ok(()),
    }
}

fn subjects(options: &Options) -> Result<Vec<Subject>, String> {
    let root = workspace::root();
    subject::build(&root, &["orient"])?;
    let mut subjects = vec![subject::ours(&root, options.runs)];
    if options.peers {
        if options.install_peers {
            subject::install_peer(&root)?;
        }
        subjects.push(subject::peer(&root));
    }
    Ok(subjects)
}

fn chosen_corpora(options: &Options) -> Result<Vec<Corpus>, String> {
    if !options.paths.is_empty() {
        return Ok(options.paths.iter().map(|path| Corpus::at(path)).collect());
    }
    let mut table = corpora::table(&workspace::root())?;
    // What is large is measured where it is asked for by name.
    let is_chosen = |corpus: &Corpus| match options.only.as_slice() {
        [] => !corpus.large,
        only => only.contains(&corpus.name),
    };
    table.retain(is_chosen);
    Ok(table)
}

fn measure_corpus(corpus: &Corpus, subjects: &[Subject], options: &Options) -> Result<Row, String> {
    let folder = match corpora::find(corpus, options.corpora.as_deref()) {
        Some(folder) => Ok(folder),
        None if options.fetch => corpora::fetch(corpus),
        None => Err("the corpus is not here and fetching is off".to_owned()),
    };
    let verdicts =
        subjects.iter().map(|subject| (subject.name.to_owned(), verdict(corpus, subject, &folder)));
    let verdicts: Vec<(String, Verdict<Figures>)> = verdicts.collect();
    let size = folder.as_deref().ok().map(folder::text_size);
    Ok(Row { corpus: corpus.title(), language: corpus.language.clone(), size, verdicts })
}

fn verdict(corpus: &Corpus, subject: &Subject, folder: &Result<PathBuf, String>) -> Verdict<Figures> {
    let outcome =
        folder.as_deref().map_err(Clone::clone).and_then(|folder| measure_subject(corpus, subject, folder));
    outcome.map_or_else(Verdict::NotRun, Verdict::Measured)
}

/// Works on a copy, because one file is changed and a peer may write into the tree.
fn measure_subject(corpus: &Corpus, subject: &Subject, folder: &Path) -> Result<Figures, String> {
    if let Some(reason) = &subject.missing {
        return Err(reason.clone());
    }
    eprintln!("{}: {} ...", subject.name, corpus.title());
    let scratch = folder::Scratch::create(&format!("{}-{}", subject.name, corpus.name))?;
    let tree = scratch.path().join("tree");
    folder::copy(folder, &tree)?;
    subject.measure(corpus, &tree, &scratch.path().join("index"))
}
