//! `cargo xtask bench qdrant`: what a Qdrant server takes and gives with many units, through the client that the product uses.
//!
//! Units are those of real sources, varied until there are enough; the server is started for each size and stopped after it.

use std::path::PathBuf;

use orienteer_services::Qdrant;

use super::folder::Scratch;
use crate::cluster::node::{Membership, Node};
use crate::cluster::units::Pool;
use crate::{Outcome, cluster::program, workspace};

mod asking;
mod indexing;
mod process;
mod report;

use asking::Answers;
use indexing::Indexed;

const USUAL_UNITS: usize = 1_000_000;
/// Beyond this, units are variations.
const MOST_ORIGINALS: usize = 150_000;
/// Clients that ask at once.
const PARALLEL: [usize; 3] = [1, 8, 64];
const PAGE: &str = "qdrant.md";

struct Options {
    sizes: Vec<usize>,
    sources: Vec<PathBuf>,
    server: Option<PathBuf>,
    seconds: u64,
    write: bool,
}

/// What one size came to.
pub(super) struct Figures {
    pub(super) units: usize,
    pub(super) indexed: Indexed,
    pub(super) answers: Vec<Answers>,
    /// After the questions.
    pub(super) resident_bytes: Option<u64>,
    pub(super) peak_bytes: Option<u64>,
}

impl Options {
    fn parse(arguments: &[&str]) -> Result<Options, String> {
        let mut options = Options {
            sizes: vec![USUAL_UNITS],
            sources: usual_sources(),
            server: None,
            seconds: 15,
            write: false,
        };
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut value = || rest.next().copied().ok_or(format!("{argument} needs a value"));
            match *argument {
                "--units" => options.sizes = sizes(value()?)?,
                "--sources" => options.sources = vec![PathBuf::from(value()?)],
                "--server" => options.server = Some(PathBuf::from(value()?)),
                "--seconds" => options.seconds = value()?.parse().map_err(|_| "--seconds needs a number")?,
                "--write" => options.write = true,
                other => return Err(format!("unknown option {other}")),
            }
        }
        Ok(options)
    }
}

fn sizes(text: &str) -> Result<Vec<usize>, String> {
    let read = |number: &str| number.parse().ok().filter(|size| *size > 0);
    let sizes: Option<Vec<usize>> = text.split(',').map(read).collect();
    sizes.ok_or_else(|| "--units needs numbers above 0, with commas between them".to_owned())
}

/// Our own sources and those of the crates that cargo has unpacked for us.
fn usual_sources() -> Vec<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let registry = home.map(|home| home.join("registry").join("src"));
    [Some(workspace::root().join("crates")), registry].into_iter().flatten().collect()
}

pub(crate) fn run(arguments: &[&str]) -> Outcome {
    let options = Options::parse(arguments)?;
    let program = program::obtain(options.server.as_deref())?;
    eprintln!("reading sources ...");
    let most = options.sizes.iter().copied().max().unwrap_or(1).min(MOST_ORIGINALS);
    let pool = Pool::read(&options.sources, most)?;
    eprintln!("{} units of real code", pool.len());
    let setting =
        report::Setting { originals: pool.len(), version: version(&program)?, load: process::load() };
    let mut rows = Vec::new();
    for &units in &options.sizes {
        let scratch = Scratch::create("qdrant")?;
        let node = Node::start(&program, scratch.path(), Membership::Alone)?;
        rows.push(measure(&node, &pool, units, options.seconds)?);
        // A larger size may take an hour: what was measured is kept.
        if options.write {
            write(&report::page(&rows, &setting))?;
        }
    }
    print!("{}", report::page(&rows, &setting));
    Ok(())
}

fn write(page: &str) -> Outcome {
    let path = workspace::root().join("evaluation").join("results").join(PAGE);
    std::fs::write(&path, page).map_err(|error| format!("{}: {error}", path.display()))
}

fn version(program: &std::path::Path) -> Result<String, String> {
    let output = std::process::Command::new(program).arg("--version").output();
    let output = output.map_err(|error| format!("{}: {error}", program.display()))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn measure(node: &Node, pool: &Pool, units: usize, seconds: u64) -> Result<Figures, String> {
    let client = Qdrant::open(&node.settings()).map_err(|failure| failure.to_string())?;
    let indexed = indexing::index(node, &client, pool, units)?;
    let mut answers = Vec::new();
    for clients in PARALLEL {
        eprintln!("{clients} client(s) for {seconds} s ...");
        answers.push(asking::ask(node, pool, units, clients, seconds)?);
    }
    let (resident_bytes, peak_bytes) = process::memory(node.process());
    Ok(Figures { units, indexed, answers, resident_bytes, peak_bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_numbers_above_zero() {
        assert_eq!(sizes("20000,5"), Ok(vec![20_000, 5]));
        for wrong in ["", "0", "a", "1,,2"] {
            assert!(sizes(wrong).is_err(), "{wrong}");
        }
    }
}
