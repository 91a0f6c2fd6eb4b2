//! `accuracy`: prints how well the index agrees with others, and how long a warm question takes.

use clap::{Parser, Subcommand};
use orienteer_evaluation::{Asked, Corpus, Finding, latency, measure};
use orienteer_model::EdgeKind;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Parser)]
#[command(about = "Measures the index against what others know")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Our calls beside those of a SCIP index of the same files.
    Scip {
        #[arg(long)]
        index: PathBuf,
        /// The folder that the index's paths are relative to.
        #[arg(long)]
        root: PathBuf,
        /// Show this many edges of each kind that the sides disagree on.
        #[arg(long, default_value_t = 0)]
        show: usize,
        /// Only the figures, as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Resolves a folder repeatedly and prints what it took.
    Resolve {
        #[arg(long)]
        root: PathBuf,
        #[arg(long, default_value_t = 5)]
        rounds: usize,
    },
    /// Asks questions of a folder on one thread and prints what each took, as JSON.
    Latency {
        #[arg(long)]
        root: PathBuf,
        /// The folder of all indexes.
        #[arg(long)]
        cache: PathBuf,
        /// JSON objects with a `query`, one a line.
        #[arg(long)]
        queries: PathBuf,
        #[arg(long, default_value_t = 5)]
        runs: usize,
        /// Ask for packed contexts instead of hits.
        #[arg(long)]
        context: bool,
    },
}

fn main() -> ExitCode {
    let result: Result<(), Box<dyn std::error::Error>> = match Arguments::parse().command {
        Command::Scip { index, root, json: true, .. } => print_figures(&index, &root),
        Command::Scip { index, root, show, .. } => scip(&index, &root, show).map_err(Into::into),
        Command::Resolve { root, rounds } => resolve(&root, rounds).map_err(Into::into),
        Command::Latency { root, cache, queries, runs, context } => {
            let asked = if context { Asked::Context } else { Asked::Search };
            print_latency(&root, &cache, &queries, runs, asked)
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn scip(
    index: &std::path::Path,
    root: &std::path::Path,
    show: usize,
) -> Result<(), orienteer_evaluation::CorpusError> {
    let accuracy = measure(index, root)?;
    let package = root.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    println!(
        "{package}\tsure {}\tconfirmed {:.3}\tcontradicted {}\tsilent {}\tcalls {}\tfound {:.3}\tunseen {}",
        accuracy.sure,
        accuracy.precision(),
        accuracy.contradicted,
        accuracy.silent,
        accuracy.calls,
        accuracy.recall(),
        accuracy.unseen.len()
    );
    print("not confirmed", &accuracy.wrong, show);
    print("missed", &accuracy.missed, show);
    print("unseen", &accuracy.unseen, show);
    Ok(())
}

fn print_figures(index: &std::path::Path, root: &std::path::Path) -> Result<(), Box<dyn std::error::Error>> {
    let accuracy = measure(index, root)?;
    let figures = serde_json::json!({
        "files": accuracy.files,
        "sure": accuracy.sure,
        "confirmed": accuracy.confirmed,
        "contradicted": accuracy.contradicted,
        "silent": accuracy.silent,
        "in_unlinked": accuracy.in_unlinked,
        "calls": accuracy.calls,
        "found": accuracy.found,
        "unseen": accuracy.unseen.len(),
    });
    println!("{figures}");
    Ok(())
}

/// Evenly spread over all findings, so that a sample shows every part of the package.
fn print(title: &str, findings: &[Finding], show: usize) {
    let step = findings.len().checked_div(show).unwrap_or(0).max(1);
    for finding in findings.iter().step_by(step).take(show) {
        println!("{title}: {}:{} {}", finding.path, finding.line, finding.name);
        println!("    ours {:?} theirs {:?}", finding.ours, finding.theirs);
    }
}

fn resolve(root: &std::path::Path, rounds: usize) -> Result<(), orienteer_evaluation::CorpusError> {
    let corpus = Corpus::read(root, Corpus::list(root)?);
    let units: usize = corpus.facts.iter().map(|facts| facts.units.len()).sum();
    let references: usize = corpus.facts.iter().map(|facts| facts.references.len()).sum();
    println!("files {} units {units} references {references}", corpus.paths.len());
    let mut resolved = corpus.resolve();
    for kind in EdgeKind::ALL {
        println!("{} {}", kind.name(), resolved.edges.iter().filter(|edge| edge.kind == kind).count());
    }
    for _ in 0..rounds {
        let start = std::time::Instant::now();
        resolved = corpus.resolve();
        println!(
            "{:.1} ms, {} edges, {:?}",
            start.elapsed().as_secs_f64() * 1e3,
            resolved.edges.len(),
            resolved.statistics
        );
    }
    Ok(())
}

fn print_latency(
    root: &std::path::Path,
    cache: &std::path::Path,
    queries: &std::path::Path,
    runs: usize,
    asked: Asked,
) -> Result<(), Box<dyn std::error::Error>> {
    println!("{}", serde_json::to_string(&latency(root, cache, queries, runs, asked)?)?);
    Ok(())
}
