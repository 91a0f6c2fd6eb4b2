//! The page of figures: the curve, the interrupted run, early answers, and where another engine begins. Nothing here measures.

use std::fmt::Write as _;

use super::step::Step;
use super::{Interrupted, Whole};
use crate::bench::context::power_law::exponent;
use crate::bench::measure::Usage;

const HEADER: &str = "
| units | edges | files | lines | index CPU s | index wall s | own peak MB | peak MB with mapped pages | disk MB | search CPU ms | wall p50 | p95 | context CPU ms | wall p50 | p95 | asking peak MB |
|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
";

pub(super) fn page(whole: &Whole) -> String {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let mut page = format!(
        "# How far it goes\n\nMade by `cargo xtask bench scale` on {cores} cores, shared with other work. One tree of {} packages ({}), in parts of \
         whole folders, each larger one with all of the smaller.\n\n![cost by number of units](scale.svg)\n",
        whole.sources.len(),
        whole.sources.join(", ")
    );
    page.push_str(HEADER);
    whole.steps.iter().for_each(|step| page.push_str(&row(step)));
    page.push_str(&laws(&whole.steps));
    page.push_str(&reached(&whole.steps));
    if let Some(stopped) = &whole.stopped {
        let _ = writeln!(page, "\nNot measured: {stopped}.");
    }
    page + &interrupted(whole) + &early(whole) + &bounds(whole) + &beside(whole) + LEGEND
}

fn megabytes(bytes: Option<u64>) -> String {
    bytes.map_or("-".to_owned(), |bytes| format!("{:.0}", bytes as f64 / 1e6))
}

fn time(time: Option<f64>) -> String {
    time.map_or("-".to_owned(), |time| format!("{time:.1}"))
}

fn row(step: &Step) -> String {
    let Step { told, index, search, context, .. } = step;
    let cpu = time(index.cpu_seconds);
    format!(
        "| {} | {} | {} | {} | {cpu} | {:.1} | {} | {} | {} | {} | {:.1} | {:.1} | {} | {:.1} | {:.1} | {} |\n",
        told.units,
        told.edges,
        told.files,
        told.lines,
        index.wall_seconds,
        megabytes(index.own_peak_bytes),
        megabytes(index.peak_bytes),
        megabytes(Some(step.disk_bytes)),
        time(search.cpu_milliseconds),
        search.milliseconds.p50,
        search.milliseconds.p95,
        time(context.cpu_milliseconds),
        context.milliseconds.p50,
        context.milliseconds.p95,
        megabytes(context.peak_bytes.max(search.peak_bytes)),
    )
}

/// Units that the curve should go to.
const AIM: u64 = 5_000_000;

fn reached(steps: &[Step]) -> String {
    match steps.last().map(|step| step.told.units) {
        Some(units) if units < AIM => {
            format!("\nThe aim is {AIM} units; this run ends at {units}, and nothing here speaks of more.\n")
        }
        _ => String::new(),
    }
}

type Of = fn(&Step) -> Option<f64>;

/// What is drawn and whose law is told.
pub(super) const SERIES: [(&str, Of); 5] = [
    ("index CPU s", |step| step.index.cpu_seconds),
    ("index peak MB", |step| Some(step.index.own_peak_bytes.or(step.index.peak_bytes)? as f64 / 1e6)),
    ("disk MB", |step| Some(step.disk_bytes as f64 / 1e6)),
    ("search CPU ms", |step| step.search.cpu_milliseconds),
    ("context CPU ms", |step| step.context.cpu_milliseconds),
];

pub(super) fn points(steps: &[Step], of: Of) -> Vec<(f64, f64)> {
    steps.iter().filter_map(|step| Some((step.told.units as f64, of(step)?))).collect()
}

fn laws(steps: &[Step]) -> String {
    let told = SERIES.iter().filter_map(|(name, of)| {
        let law = exponent(&points(steps, *of))?;
        Some(format!("{name} {law:.2}"))
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() {
        return String::new();
    }
    format!(
        "\nExponents over units, by least squares on logarithms (1 is proportional, 0 is flat): {}.\n",
        told.join(", ")
    )
}

fn interrupted(whole: &Whole) -> String {
    let told = match &whole.interrupted {
        Ok(figures) => killed(figures, whole.steps.last()),
        Err(reason) => format!("not run: {reason}"),
    };
    format!("\n## Killed half-way\n\n{told}.\n")
}

fn killed(figures: &Interrupted, whole: Option<&Step>) -> String {
    let Interrupted { killed_after_seconds, kept_bytes, resumed, parsed_again, parsed_in_all } = figures;
    let saved = 1.0 - *parsed_again as f64 / (*parsed_in_all).max(1) as f64;
    let cpu = |seconds: Option<f64>| seconds.map_or("-".to_owned(), |seconds| format!("{seconds:.0}"));
    format!(
        "The first index of the largest part was killed (SIGKILL) after {killed_after_seconds:.0} s, with {:.0} MB on disk; begun again, it parsed \
         {parsed_again} of {parsed_in_all} files ({:.0} % were not done twice) in {} CPU s, {:.0} s of wall, where the whole run takes {} CPU s, {:.0} s. \
         Facts are made durable after every 256 MB of source: what was parsed since is parsed again, and a tree smaller than that begins anew",
        *kept_bytes as f64 / 1e6,
        saved * 100.0,
        cpu(resumed.cpu_seconds),
        resumed.wall_seconds,
        cpu(whole.and_then(|step| step.index.cpu_seconds)),
        whole.map_or(0.0, |step| step.index.wall_seconds),
    )
}

fn early(whole: &Whole) -> String {
    let mut text = String::from(
        "\n## Asked before it is done\n\nThe first call of an agent about the largest part, never indexed before, from the start of the server to \
         the answer (`cargo xtask first-call`):\n\n",
    );
    match &whole.early {
        Ok(lines) => lines.iter().for_each(|line| {
            let _ = writeln!(text, "- {line}");
        }),
        Err(reason) => {
            let _ = writeln!(text, "not run: {reason}.");
        }
    }
    text
}

const MEMORY: &str = "
## What bounds memory

`[index] memory = \"2GB\"` in orient.toml, ORIENT_INDEX_MEMORY or `orient index --memory 2GB`. It governs how many batches of files are parsed at a
time and how many words wait in memory before they go to the disk. Resolution is complete by design and needs the names and edges of all files
at once: with a bound their tables lie in files that are mapped, as do those that edges and names are sorted in, and are gone when the run ends.
A little of every file and unit stays in memory: a run that is thought to need more than its bound says so. The largest part once more:

| bound | CPU s | wall s | own peak MB | peak MB with mapped pages | snapshot |
|---|---:|---:|---:|---:|---|
";

fn bounds(whole: &Whole) -> String {
    let mut text = MEMORY.to_owned();
    if let Some(step) = whole.steps.last() {
        text.push_str(&bound("none", &step.index, "-"));
    }
    match &whole.bounded {
        Ok(rows) => rows.iter().for_each(|row| {
            let snapshot = if row.is_same_snapshot { "the same" } else { "ANOTHER" };
            text.push_str(&bound(&row.bound, &row.index, snapshot));
        }),
        Err(reason) => {
            let _ = writeln!(text, "\nNot run: {reason}.");
        }
    }
    text
}

fn bound(name: &str, index: &Usage, snapshot: &str) -> String {
    let (cpu, wall) = (time(index.cpu_seconds), index.wall_seconds);
    let (own, all) = (megabytes(index.own_peak_bytes), megabytes(index.peak_bytes));
    format!("| {name} | {cpu} | {wall:.1} | {own} | {all} | {snapshot} |\n")
}

fn beside(whole: &Whole) -> String {
    let mut text = String::from(
        "\n## Where Qdrant begins\n\nOne client that asks at a time, warm; the page of Qdrant has its own units and questions, so that the \
         order of magnitude can be compared and no more.\n\n| engine | units | question ms, p50 | CPU ms |\n|---|---:|---:|---:|\n",
    );
    for step in &whole.steps {
        let (units, p50) = (step.told.units, step.search.milliseconds.p50);
        let cpu = step.search.cpu_milliseconds.map_or("-".to_owned(), |cpu| format!("{cpu:.1}"));
        let _ = writeln!(text, "| embedded | {units} | {p50:.1} | {cpu} |");
    }
    for row in &whole.beside {
        let _ = writeln!(
            text,
            "| Qdrant | {} | {:.1} | {} |",
            row.units, row.p50_milliseconds, row.cpu_milliseconds
        );
    }
    text + BESIDE
}

const BESIDE: &str = "
The embedded engine answers one machine, and its time and memory grow with the tree; a server is asked by many, keeps its answer's time
nearly flat, and takes many times the work to be filled ([qdrant.md](qdrant.md)). As long as a search of the embedded engine takes less
than a question to the server, there is no reason for the server but sharing.
";

const LEGEND: &str = "
Index: from nothing, one process. Questions: 38 of our own, about no project in particular, each the median of its runs in one warm process on
one thread; percentiles are over questions. CPU is the mean over all questions with the opening of the index spread over them: on a machine that
does other work it is the figure to compare, wall time is not. Edges of a part are those inside it. Own memory is what belongs to the process alone, looked at
forty times a second; facts and segments are files that are mapped, whose pages the system takes back when it needs them. Nothing is extrapolated: what has no row was not measured.
";
