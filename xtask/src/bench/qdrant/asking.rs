//! Questions of several clients at once, each with connections of its own, for a fixed time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use orienteer_services::{Failure, Qdrant, Question, Scope};

use super::super::asking::Spread;
use super::indexing::PROJECT;
use super::process;
use crate::cluster::node::Node;
use crate::cluster::units::{Maker, Pool};

const QUESTIONS: usize = 1_000;
const HITS: usize = 10;

pub(in super::super) struct Answers {
    pub(in super::super) clients: usize,
    pub(in super::super) milliseconds: Spread,
    pub(in super::super) per_second: f64,
    pub(in super::super) failures: usize,
    /// Milliseconds of processor that the server took for a question.
    pub(in super::super) cpu_milliseconds: Option<f64>,
    /// Share of the answers that have the unit that was asked for.
    pub(in super::super) found: f64,
}

/// A question, and the name and path of the unit that it is about.
type Wanted = (Question, String, String);

pub(super) fn ask(
    node: &Node,
    pool: &Pool,
    units: usize,
    clients: usize,
    seconds: u64,
) -> Result<Answers, String> {
    let wanted = wanted(pool, units);
    let connected: Result<Vec<Qdrant>, Failure> =
        (0..clients).map(|_| Qdrant::open(&node.settings())).collect();
    let connected = connected.map_err(|failure| failure.to_string())?;
    let next = AtomicUsize::new(clients);
    let used = process::cpu_seconds(node.process());
    let begun = Instant::now();
    let until = begun + Duration::from_secs(seconds);
    let outcomes: Vec<Outcomes> = std::thread::scope(|scope| {
        let (wanted, next) = (&wanted, &next);
        let work = |client| scope.spawn(move || ask_until(client, wanted, next, until));
        let running: Vec<_> = connected.iter().map(work).collect();
        running.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    let used = process::cpu_seconds(node.process()).zip(used).map(|(after, before)| after - before);
    let elapsed = begun.elapsed().as_secs_f64();
    let failures = outcomes.iter().map(|outcome| outcome.failures).sum();
    let found: usize = outcomes.iter().map(|outcome| outcome.found).sum();
    let times: Vec<f64> = outcomes.into_iter().flat_map(|outcome| outcome.milliseconds).collect();
    let (per_second, found) = (times.len() as f64 / elapsed, found as f64 / times.len() as f64);
    let milliseconds = Spread::of(times).ok_or("no question was answered")?;
    let cpu_milliseconds = used.map(|used| used * 1e3 / milliseconds.count as f64);
    Ok(Answers { clients, milliseconds, per_second, failures, cpu_milliseconds, found })
}

/// Spread over all units.
fn wanted(pool: &Pool, units: usize) -> Vec<Wanted> {
    let mut maker = Maker::default();
    let count = QUESTIONS.min(units);
    let numbers = (0..count).map(|place| place * (units / count));
    numbers
        .map(|number| {
            let unit = pool.unit(number);
            (maker.question(&unit, HITS), unit.name, unit.path)
        })
        .collect()
}

#[derive(Default)]
struct Outcomes {
    milliseconds: Vec<f64>,
    failures: usize,
    found: usize,
}

/// The first question makes the connection and does not count.
fn ask_until(client: &Qdrant, wanted: &[Wanted], next: &AtomicUsize, until: Instant) -> Outcomes {
    let mut outcomes = Outcomes::default();
    let _ = answered(client, &wanted[0]);
    while Instant::now() < until {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let begun = Instant::now();
        match answered(client, &wanted[number % wanted.len()]) {
            Ok(found) => {
                outcomes.milliseconds.push(begun.elapsed().as_secs_f64() * 1e3);
                outcomes.found += usize::from(found);
            }
            Err(_) => outcomes.failures += 1,
        }
    }
    outcomes
}

/// As the product asks: what is published now, and then the question.
fn answered(client: &Qdrant, (question, name, path): &Wanted) -> Result<bool, Failure> {
    let view = client.view(&Scope::Projects(vec![PROJECT.to_owned()]))?;
    let hits = client.search(&view, question)?;
    Ok(hits.iter().any(|hit| hit.name == *name && hit.path == *path))
}
