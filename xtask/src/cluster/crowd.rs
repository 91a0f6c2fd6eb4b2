//! Clients that ask all the time, each of every node in turn and of the next one where one does not answer, as a balancer would have it.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use orienteer_services::{Failure, Qdrant, QdrantSettings, Question, Scope, Vectors};

use super::units::{Maker, Unit};

const CLIENTS: usize = 4;
const HITS: usize = 20;
/// Different ones; they are asked again and again.
const QUESTIONS: usize = 200;
/// Longer than this nobody waits for a node when there are others.
const PATIENCE_SECONDS: f64 = 5.0;

/// What came of the questions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Asked {
    pub(super) questions: usize,
    /// Answered, but not by the node that was asked first.
    pub(super) elsewhere: usize,
    pub(super) unanswered: usize,
    /// Answered without the unit that was asked for, although it is found before and after.
    pub(super) wrong: usize,
    /// The longest time without any answer.
    pub(super) longest_gap: Duration,
}

pub(super) struct Crowd {
    shared: Arc<Shared>,
    first: Qdrant,
    clients: Vec<JoinHandle<()>>,
}

/// A question, and the name and path of what it has to find.
type Wanted = (Question, String, String);

struct Shared {
    wanted: Vec<Wanted>,
    project: String,
    next: AtomicUsize,
    stopped: AtomicBool,
    asked: Mutex<Asked>,
    /// Numbers of questions whose unit was not in the answer.
    not_found: Mutex<Vec<usize>>,
    last_answer: Mutex<Instant>,
}

impl Crowd {
    /// Asks from now on, for units that are in their project at all times and are found while nothing is wrong.
    pub(super) fn gather(
        settings: &[QdrantSettings],
        units: &[(Unit, Vectors)],
        project: &str,
    ) -> Result<Crowd, String> {
        let say = |failure: Failure| failure.to_string();
        let mut maker = Maker::default();
        let mut wanted = |unit: &Unit| (maker.question(unit, HITS), unit.name.clone(), unit.path.clone());
        let wanted =
            units.iter().step_by((units.len() / QUESTIONS).max(1)).map(|(unit, _)| wanted(unit)).collect();
        let first = settings.first().ok_or("there is nobody to ask")?;
        let first = client(first).map_err(say)?;
        let shared = Shared::new(wanted, project).which_finds(&first).map_err(say)?;
        if shared.wanted.is_empty() {
            return Err("no question finds its unit".to_owned());
        }
        let shared = Arc::new(shared);
        let mut clients = Vec::new();
        for _ in 0..CLIENTS {
            let nodes: Result<Vec<Qdrant>, Failure> = settings.iter().map(client).collect();
            let (nodes, shared) = (nodes.map_err(say)?, Arc::clone(&shared));
            clients.push(std::thread::spawn(move || shared.ask_until_stopped(&nodes)));
        }
        Ok(Crowd { shared, first, clients })
    }

    /// To be called when nothing is wrong any more: what is not found then either, others have overtaken. A silence at the end is
    /// a gap too.
    pub(super) fn dismiss(self) -> Result<Asked, String> {
        self.shared.stopped.store(true, Ordering::Relaxed);
        let silence = locked(&self.shared.last_answer).elapsed();
        for client in self.clients {
            client.join().map_err(|_| "a client panicked")?;
        }
        let mut asked = *locked(&self.shared.asked);
        for &number in locked(&self.shared.not_found).iter() {
            let found = self.shared.finds(&self.first, &self.shared.wanted[number]);
            asked.wrong += usize::from(found.map_err(|failure| failure.to_string())?);
        }
        Ok(Asked { longest_gap: asked.longest_gap.max(silence), ..asked })
    }
}

/// One attempt a node: the next node is the second attempt.
fn client(settings: &QdrantSettings) -> Result<Qdrant, Failure> {
    Qdrant::open(&QdrantSettings { query_timeout_seconds: PATIENCE_SECONDS, ..settings.clone() })
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl Shared {
    fn new(wanted: Vec<Wanted>, project: &str) -> Shared {
        Shared {
            wanted,
            project: project.to_owned(),
            next: AtomicUsize::new(0),
            stopped: AtomicBool::new(false),
            asked: Mutex::default(),
            not_found: Mutex::default(),
            last_answer: Mutex::new(Instant::now()),
        }
    }

    /// With the questions alone that find their unit now.
    fn which_finds(mut self, node: &Qdrant) -> Result<Shared, Failure> {
        let mut kept = Vec::new();
        for wanted in std::mem::take(&mut self.wanted) {
            if self.finds(node, &wanted)? {
                kept.push(wanted);
            }
        }
        Ok(Shared { wanted: kept, last_answer: Mutex::new(Instant::now()), ..self })
    }

    fn ask_until_stopped(&self, nodes: &[Qdrant]) {
        while !self.stopped.load(Ordering::Relaxed) {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let place = number % self.wanted.len();
            let turn = (0..nodes.len()).map(|attempt| &nodes[(number + attempt) % nodes.len()]);
            let outcome = turn.enumerate().find_map(|(attempt, node)| {
                let found = self.finds(node, &self.wanted[place]).ok()?;
                Some((attempt, found))
            });
            if outcome.is_some_and(|(_, found)| !found) {
                locked(&self.not_found).push(place);
            }
            self.note(outcome.map(|(attempt, _)| attempt));
        }
    }

    fn finds(&self, node: &Qdrant, (question, name, path): &Wanted) -> Result<bool, Failure> {
        let view = node.view(&Scope::Projects(vec![self.project.clone()]))?;
        let hits = node.search(&view, question)?;
        Ok(hits.iter().any(|hit| hit.name == *name && hit.path == *path))
    }

    fn note(&self, outcome: Option<usize>) {
        let mut asked = locked(&self.asked);
        asked.questions += 1;
        match outcome {
            None => asked.unanswered += 1,
            Some(attempt) => {
                asked.elsewhere += usize::from(attempt > 0);
                let mut last = locked(&self.last_answer);
                asked.longest_gap = asked.longest_gap.max(last.elapsed());
                *last = Instant::now();
            }
        }
    }
}
