//! Chores of the workspace: what `cargo xtask COMMAND` can do.
//!
//! Nothing here ships with the product, and no crate of the product depends on it.

use std::process::ExitCode;

mod accuracy;
mod bench;
mod ci;
mod clients;
mod cluster;
mod dependencies;
mod dist;
mod fuzz;
mod page;
mod real_model;
mod settings_page;
mod tidy;
mod workspace;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  ci            everything that a commit has to pass: format, lints, tidy, arrows, tests, fuzz, dependencies
  tidy          the house rules that a compiler does not know
  settings      docs/settings.md is what the types say; [--write] makes it so
  dependencies  what may enter the tree of dependencies (cargo-deny) and what is known against it (cargo-audit), where they are installed
  page          the sources of the web page: types, lints, unit tests, and that the committed build is theirs
                [--write] builds into crates/server/page instead of comparing
  page test     a browser on the built program: every view, the keyboard, hostile content, accessibility, figures
                [--screenshots] [FILTER...]
  bench index   CPU seconds, wall, memory and disk of the index on real corpora, beside a peer
                [PATH...] [--corpora DIR] [--only NAME,NAME] [--runs N] [--no-fetch]
                [--install-peers] [--no-peers] [--json FILE] [--write]
  bench search  times of `search`, warm and cold, beside two peers on one corpus
                [--corpora DIR] [--queries SUITE.jsonl]... [--runs N] [--no-build]
                [--install-peers] [--no-peers] [--json FILE] [--write]
  bench context the same of `context` beside one peer, and how it grows with the tree
                [--corpora DIR] [--large DIR] [--queries SUITE.jsonl]... [--runs N] [--no-build]
                [--install-peers] [--no-peers] [--json FILE] [--write]
  bench peers   seven other programs on the same trees and questions: quality, tokens, CPU, memory, disk, times
                --suites DIR --repos DIR [--each N] [--trees N] [--only NAME,NAME] [--orient PROGRAM]
                [--no-install] [--fresh] [--kept] [--write]
  bench scale   ever larger parts of one tree: index, questions, memory, disk and their laws; a killed first index; early answers
                [--tree DIR]... [--corpora DIR] [--lines N,N,all] [--runs N] [--programs DIR] [--write]
  bench qdrant  what a Qdrant server takes and gives with many units: indexing rate, memory, disk, times of 1, 8 and 64 clients
                [--units N,N] [--sources DIR] [--server PROGRAM] [--seconds N] [--write]
  cluster       three Qdrant servers with two replicas; one is killed while asked, one while built; fails if anything is lost
                [--units N] [--server PROGRAM]
  conformance mcp  scripted conversations of the official client and the inspector with the server, against transcripts
                [--write]
  conformance api  ten thousand requests that schemathesis makes from the description of the API; none may fail or break it
                [--requests N] [--seed N]
  dist          what is released: archive, Debian package, packages for npm and PyPI, bill of materials, checksums
                [--static | --program FILE]
  fuzz          input that nobody meant for everything that reads input, ten minutes each; what is found is kept
                [TARGET...] [--seconds N]; --smoke: 15 seconds each, changed at random, as one of the tests
  soak          16 clients on 4 worktrees ask while files change (--http: through HTTP servers); every quoted line is checked
                [--minutes N] [--clients N] [--trees N] [--json FILE]
  first-call    how soon there is an answer about a FOLDER that was never indexed; fails above two seconds
  accuracy ctags  declarations that we find in real sources, with universal-ctags as the reference
                [--corpora DIR] [--language NAME] [--misses N] [--write]
                (with `cargo run --release --package xtask --` in front it is faster)
  accuracy scip   calls that we resolve in real packages, with the indexers of others as the reference
                [--only NAME] [--write]
";

/// What every chore returns: nothing, or the sentence to print before failing.
pub(crate) type Outcome = Result<(), String>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        ["ci"] => ci::run(),
        ["tidy"] => tidy::run(),
        ["dependencies"] => dependencies::run(),
        ["settings", options @ ..] => settings_page::run(options),
        ["page", "test", options @ ..] => page::test(options),
        ["page", options @ ..] => page::run(options),
        ["bench", "index", options @ ..] => bench::run(options),
        ["bench", "search", options @ ..] => bench::run_search(options),
        ["bench", "context", options @ ..] => bench::run_context(options),
        ["bench", "peers", options @ ..] => bench::run_peers(options),
        ["bench", "scale", options @ ..] => bench::run_scale(options),
        ["bench", "qdrant", options @ ..] => bench::run_qdrant(options),
        ["cluster", options @ ..] => cluster::run(options),
        ["bench", "measure", report, command @ ..] => bench::measure_one_child(report, command),
        ["conformance", "mcp", options @ ..] => clients::conformance(options),
        ["conformance", "api", options @ ..] => clients::conformance_of_api(options),
        ["dist", options @ ..] => dist::run(options),
        ["fuzz", options @ ..] => fuzz::run(options),
        ["soak", options @ ..] => clients::soak(options),
        ["first-call", options @ ..] => clients::first_call(options),
        ["accuracy", "ctags", options @ ..] => accuracy::run(options),
        ["accuracy", "scip", options @ ..] => accuracy::scip::run(options),
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            Ok(())
        }
        _ => Err(USAGE.to_owned()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{}", message.trim_end());
            ExitCode::FAILURE
        }
    }
}
