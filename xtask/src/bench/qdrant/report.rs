//! The page of figures. Nothing here measures.

use std::fmt::Write as _;

use super::{Answers, Figures};

const COSTS: &str = "
| units | units/s | s until published | s until ordered | server CPU s | memory MB | most memory MB | disk MB | disk bytes a unit |
|---:|---:|---:|---:|---:|---:|---:|---:|---:|
";

const TIMES: &str = "
| units | clients | p50 ms | p99 ms | most ms | questions/s | server CPU ms a question | failed | unit found in the first 10 |
|---:|---:|---:|---:|---:|---:|---:|---:|---:|
";

const LEGEND: &str = "
Server, clients and the making of vectors share the cores of one machine with whatever else runs there; the server's CPU does not depend on
that. A unit is a point with a dense vector of the built-in
model and a lexical one of its terms. Units per second count from the first text to the published build, one writer, vectors
included; what the server orders behind it (the graph of neighbours) is counted beside it. A question is what the product asks:
which generation is published, and then both legs, 100 hits each, with their fusion in the server, 10 hits. Memory is that of
the server's process, files that it has mapped included: the system may take those pages back.
";

/// What the figures were measured with.
pub(super) struct Setting {
    pub(super) originals: usize,
    pub(super) version: String,
    /// Processes that wanted to run when it began, ours not among them.
    pub(super) load: Option<f64>,
}

pub(super) fn page(rows: &[Figures], setting: &Setting) -> String {
    let Setting { originals, version, load } = setting;
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let busy =
        load.map_or(String::new(), |load| format!(", a load of {load:.1} of other work when it began"));
    let mut page = format!(
        "# Qdrant with many units\n\nMade by `cargo xtask bench qdrant` with {version} on {cores} cores{busy}; {originals} units of real code, \
         varied where more were needed.\n"
    );
    page.push_str(COSTS);
    rows.iter().for_each(|row| page.push_str(&costs(row)));
    page.push_str(TIMES);
    for row in rows {
        row.answers.iter().for_each(|answers| page.push_str(&times(row.units, answers)));
    }
    page + LEGEND
}

fn costs(row: &Figures) -> String {
    let indexed = &row.indexed;
    let mut line = String::new();
    let memory = |bytes: Option<u64>| bytes.map_or("-".to_owned(), megabytes);
    let _ = writeln!(
        line,
        "| {} | {:.0} | {:.0} | {:.0} | {} | {} | {} | {} | {} |",
        row.units,
        row.units as f64 / indexed.seconds,
        indexed.seconds,
        indexed.settling_seconds,
        seconds(indexed.cpu_seconds, 0),
        memory(row.resident_bytes),
        memory(row.peak_bytes),
        megabytes(indexed.disk_bytes),
        indexed.disk_bytes / row.units as u64,
    );
    line
}

fn times(units: usize, answers: &Answers) -> String {
    let Answers { clients, milliseconds, per_second, failures, cpu_milliseconds, found } = answers;
    format!(
        "| {units} | {clients} | {:.1} | {:.1} | {:.1} | {per_second:.0} | {} | {failures} | {:.0} % |\n",
        milliseconds.p50,
        milliseconds.p99,
        milliseconds.most,
        seconds(*cpu_milliseconds, 1),
        found * 100.0
    )
}

fn seconds(value: Option<f64>, digits: usize) -> String {
    value.map_or("-".to_owned(), |value| format!("{value:.digits$}"))
}

fn megabytes(bytes: u64) -> String {
    format!("{:.0}", bytes as f64 / 1e6)
}
