//! `cargo xtask bench search`: how long a question takes, warm and cold, with two peers beside us in the same run.
//!
//! The tree and everybody's index of it are kept between runs, so that the second run measures at once.

use std::path::{Path, PathBuf};

use super::corpora::{self, Corpus};
use super::{folder, subject};
use crate::{Outcome, workspace};

mod cold;
mod program;
mod questions;
mod report;
mod warm;

use program::Program;
use questions::Question;
use report::{Figures, Page, Row, Verdict};

/// The corpus that the targets are about.
const CORPUS: &str = "django";

struct Options {
    corpora: Option<PathBuf>,
    queries: Vec<PathBuf>,
    runs: usize,
    build: bool,
    peers: bool,
    install_peers: bool,
    json: Option<PathBuf>,
    write: bool,
}

impl Options {
    fn parse(arguments: &[&str]) -> Result<Self, String> {
        let mut options = Options {
            corpora: None,
            queries: Vec::new(),
            runs: 5,
            build: true,
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
                "--queries" => options.queries.push(PathBuf::from(value()?)),
                "--runs" => options.runs = value()?.parse().map_err(|_| "--runs needs a number above 0")?,
                "--json" => options.json = Some(PathBuf::from(value()?)),
                "--no-build" => options.build = false,
                "--no-peers" => options.peers = false,
                "--install-peers" => options.install_peers = true,
                "--write" => options.write = true,
                other => return Err(format!("unknown option {other}")),
            }
        }
        options.runs = options.runs.max(1);
        Ok(options)
    }
}

/// Where everything that is measured lies.
struct Bench {
    tree: PathBuf,
    /// Indexes and files of questions, each under a name of its own.
    kept: PathBuf,
    runs: usize,
}

pub(crate) fn run(arguments: &[&str]) -> Outcome {
    let options = Options::parse(arguments)?;
    let root = workspace::root();
    let corpus = corpora::table(&root)?.into_iter().find(|corpus| corpus.name == CORPUS);
    let corpus = corpus.ok_or_else(|| format!("corpora.toml has no {CORPUS}"))?;
    let questions = questions::read(&options.queries, &corpus.repository)?;
    if options.build {
        subject::build(&root, &["orient", "accuracy"])?;
    }
    if options.install_peers {
        subject::install_peer(&root)?;
        program::install_semble(&root)?;
    }
    let bench = Bench::prepare(&corpus, &options)?;
    let rows = rows(&programs(&options, &root), &bench, &questions);
    let page = Page::new(corpus.title(), &questions, options.runs, rows);
    finish(&page, &options, &root)
}

fn programs(options: &Options, root: &Path) -> Vec<Program> {
    let peers = [program::semble(root), program::codegraph(root)];
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

fn finish(page: &Page, options: &Options, root: &Path) -> Outcome {
    let text = page.markdown();
    print!("{text}");
    if let Some(path) = &options.json {
        let json = serde_json::to_string_pretty(page).map_err(|error| error.to_string())?;
        write(path, &(json + "\n"))?;
    }
    if options.write {
        write(&root.join("evaluation").join("results").join("search-speed.md"), &text)?;
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Outcome {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

impl Bench {
    /// Outside of any repository: inside of one, the repository would be searched.
    fn prepare(corpus: &Corpus, options: &Options) -> Result<Bench, String> {
        let downloads = workspace::root().join("target").join("corpora");
        let found = corpus.locate(options.corpora.as_deref()).or_else(|| corpus.locate(Some(&downloads)));
        let source = found.map_or_else(|| corpora::fetch(corpus, &downloads), Ok)?;
        let name = format!("orient-bench-search-{}", corpus.title().replace(' ', "-"));
        let kept = std::env::temp_dir().join(name);
        let (tree, partial) = (kept.join("tree"), kept.join("partial"));
        if !tree.is_dir() {
            folder::copy(&source, &partial)?;
            std::fs::rename(&partial, &tree).map_err(|error| format!("{}: {error}", tree.display()))?;
        }
        Ok(Bench { tree, kept, runs: options.runs })
    }
}
