//! `cargo xtask bench peers`: other programs on the same trees and the same questions as ours, one after the other.
//!
//! A program that cannot be installed or run is reported as not run, with its reason, never as zero. What was measured is kept, so that
//! a run that was stopped goes on where it was.

use std::path::{Path, PathBuf};

use super::subject;
use crate::{Outcome, workspace};

mod aider;
mod answer;
mod codebase_memory;
mod codegraph;
mod ctags;
mod figures;
pub(crate) mod install;
mod knowing;
mod options;
mod orient;
mod peer;
mod picture;
mod report;
mod ripgrep;
mod running;
mod salient;
mod sample;
mod score;
mod semble;
mod site;
mod visit;

use figures::{Line, Whole};
use options::Options;
use peer::Peer;
use sample::{Stand, Suite};
use site::Site;
use visit::Visit;

/// A program, whether it could be installed, and what came of every tree of a suite.
struct Row<'a> {
    peer: &'a dyn Peer,
    installed: Outcome,
    visits: Vec<(Suite, String, Result<Visit, String>)>,
}

pub(crate) fn run(arguments: &[&str]) -> Outcome {
    let options = Options::parse(arguments)?;
    let shelf = subject::peers_folder(&workspace::root());
    std::fs::create_dir_all(&shelf).map_err(|error| format!("{}: {error}", shelf.display()))?;
    let peers = chosen(&options, &shelf)?;
    let mut rows: Vec<Row> = peers.iter().map(|peer| row(peer.as_ref(), &options, &shelf)).collect();
    let all = drawn(&options)?;
    let is_done = |stand: &&Stand| !options.kept || is_kept(stand, &rows, &shelf);
    let stands: Vec<Stand> = all.iter().filter(is_done).cloned().collect();
    for (at, stand) in stands.iter().enumerate() {
        eprintln!("{} of {}: {} of {}", at + 1, stands.len(), stand.suite.name(), stand.cases[0].repo);
        measure_tree(stand, &mut rows, &options, &shelf);
    }
    let whole = whole(&rows, &stands, &all, &options);
    options.finish(&report::page(&whole), &picture::draw(&whole))
}

fn chosen(options: &Options, shelf: &Path) -> Result<Vec<Box<dyn Peer>>, String> {
    let mut peers: Vec<Box<dyn Peer>> = vec![
        Box::new(orient::Orient { program: own_program(options)? }),
        Box::new(codegraph::Codegraph::at(shelf)),
        Box::new(knowing::Knowing::at(shelf)),
        Box::new(semble::Semble::at(shelf)),
        Box::new(codebase_memory::CodebaseMemory::at(shelf)),
        Box::new(aider::Aider::at(shelf)),
        Box::new(ctags::Ctags::at(shelf)),
        Box::new(ripgrep::Ripgrep::at(shelf)),
    ];
    let is_wanted = |name: &str| {
        options.only.is_empty() || options.only.iter().any(|only| name.starts_with(only.as_str()))
    };
    peers.retain(|peer| is_wanted(peer.name()));
    Ok(peers)
}

fn own_program(options: &Options) -> Result<PathBuf, String> {
    if let Some(program) = &options.orient {
        return program.canonicalize().map_err(|error| format!("{}: {error}", program.display()));
    }
    let root = workspace::root();
    subject::build(&root, &["orient"])?;
    Ok(root.join("target").join("release").join(format!("orient{}", std::env::consts::EXE_SUFFIX)))
}

fn row<'a>(peer: &'a dyn Peer, options: &Options, shelf: &Path) -> Row<'a> {
    eprintln!("{} ...", peer.version());
    let installed = if options.install { peer.install(shelf) } else { Ok(()) };
    Row { peer, installed, visits: Vec::new() }
}

/// Trees of one suite for every tree of the other, so that a run that is stopped has some of both.
const FILES_FOR_AN_ISSUE: usize = 2;

fn drawn(options: &Options) -> Result<Vec<Stand>, String> {
    let draw = |suite| {
        let stands = sample::draw(&options.suites, suite, options.each)?;
        Ok::<_, String>(stands.into_iter().take(options.trees))
    };
    let (mut files, mut issues) = (draw(Suite::Files)?, draw(Suite::Issues)?);
    let mut stands = Vec::new();
    loop {
        let before = stands.len();
        stands.extend(files.by_ref().take(FILES_FOR_AN_ISSUE));
        stands.extend(issues.next());
        if stands.len() == before {
            return Ok(stands);
        }
    }
}

/// Ours and at least one other have been asked about it.
fn is_kept(stand: &Stand, rows: &[Row], shelf: &Path) -> bool {
    let is_there = |row: &Row| visit::kept(&visit::place(shelf, row.peer, stand)).is_some();
    rows.first().is_some_and(is_there) && rows.iter().skip(1).any(is_there)
}

/// The tree is made once a program needs it: what is kept needs none.
fn measure_tree(stand: &Stand, rows: &mut [Row], options: &Options, shelf: &Path) {
    let mut site: Option<Result<Site, String>> = None;
    for row in rows.iter_mut().filter(|row| row.installed.is_ok()) {
        let place = visit::place(shelf, row.peer, stand);
        let kept = if options.fresh { None } else { visit::kept(&place) };
        if options.kept && kept.is_none() {
            continue;
        }
        let outcome = kept.unwrap_or_else(|| {
            let site = site.get_or_insert_with(|| Site::make(stand, &options.repositories));
            let outcome =
                site.as_ref().map_err(Clone::clone).and_then(|site| visit::visit(row.peer, stand, site));
            visit::keep(&place, &outcome);
            outcome
        });
        if let Err(reason) = &outcome {
            eprintln!("  {}: not run: {reason}", row.peer.name());
        }
        row.visits.push((stand.suite, stand.cases[0].repo.clone(), outcome));
    }
}

fn whole(rows: &[Row], stands: &[Stand], all: &[Stand], options: &Options) -> Whole {
    let count = |suite: Suite| {
        let trees: Vec<&Stand> = stands.iter().filter(|stand| stand.suite == suite).collect();
        let mut repositories: Vec<&str> = trees.iter().map(|stand| stand.cases[0].repo.as_str()).collect();
        repositories.sort_unstable();
        repositories.dedup();
        let cases = trees.iter().map(|stand| stand.cases.len()).sum();
        let of_trees = all.iter().filter(|stand| stand.suite == suite).count();
        figures::Size { cases, trees: trees.len(), of_trees, repositories: repositories.len() }
    };
    Whole {
        each: options.each,
        sizes: Suite::ALL.map(|suite| (suite, count(suite))).to_vec(),
        lines: rows.iter().map(Line::of).collect(),
    }
}
