//! The walk from HEAD along first parents, newest first: in chunks, so that memory stays bounded, and in order,
//! whatever the number of threads. What the caller already knows is walked past without reading anything.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use crate::{
    changes::CommitReader,
    commit::Commit,
    facts::{CommitFacts, CommitId},
    limits::Limits,
    repository::{Objects, Repository},
};

/// Commits whose facts are in memory at a time.
const CHUNK: usize = 128;

/// Neighbouring commits read by one reader: a commit's tree is the next one's old tree.
const RUN: usize = 8;

/// What the caller has stored of a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    No,
    Yes { parent: Option<CommitId> },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkEnd {
    /// The first commit of the history was reached, or there is none yet.
    Root,
    /// [`Limits::commits`] were walked.
    Limit,
    /// The rest is not in this shallow clone. The commit at its edge has no parent to compare with and no facts.
    Shallow,
    Cancelled,
    /// An object of this commit is missing or damaged.
    Unreadable(CommitId),
}

/// One walk: which commits, newest first, have facts now, be they known before or given to the sink.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    pub head: Option<CommitId>,
    pub commits: Vec<CommitId>,
    /// How many of them were given to the sink.
    pub read: usize,
    pub end: WalkEnd,
    /// Where [`WalkEnd::Limit`] ended the walk: the commit it would go on with.
    pub next: Option<CommitId>,
}

/// Reads the history of HEAD and gives the facts of commits that are not `known` to `sink`, newest first.
///
/// Facts given before a cancellation are complete: a later walk that knows them goes on where this one stopped.
pub fn read(
    repository: &Repository,
    limits: &Limits,
    known: &dyn Fn(&CommitId) -> Known,
    sink: &mut dyn FnMut(CommitFacts),
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Walk {
    read_from(repository, repository.head_id(), limits, known, sink, cancelled)
}

/// The same from another commit on, which must be one that HEAD reaches.
pub fn read_from(
    repository: &Repository,
    newest: Option<CommitId>,
    limits: &Limits,
    known: &dyn Fn(&CommitId) -> Known,
    sink: &mut dyn FnMut(CommitFacts),
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Walk {
    let readers = Mutex::new(Vec::new());
    let mut walker = Walker::new(repository, newest, limits, known);
    let mut read = 0;
    while let Some(chunk) = walker.chunk() {
        let facts = read_chunk(repository, limits, &readers, &chunk, cancelled);
        match give(&chunk, facts, sink) {
            Ok(()) => read += chunk.len(),
            Err((at, end)) => {
                read += at;
                walker.stop_before(&chunk[at].id, end);
                break;
            }
        }
    }
    let next = walker.beyond;
    Walk { head: repository.head_id(), commits: walker.commits, read, end: walker.end, next }
}

/// Gives facts to the sink up to the first commit that has none; that one's position and the reason are the error.
fn give(
    chunk: &[Unread],
    facts: Vec<Read>,
    sink: &mut dyn FnMut(CommitFacts),
) -> Result<(), (usize, WalkEnd)> {
    for (at, facts) in facts.into_iter().enumerate() {
        match facts {
            Read::Facts(facts) => sink(facts),
            Read::Damaged => return Err((at, WalkEnd::Unreadable(chunk[at].id))),
            Read::Cancelled => return Err((at, WalkEnd::Cancelled)),
        }
    }
    Ok(())
}

/// A commit that is to be read, and what its object says.
pub(crate) struct Unread {
    pub(crate) id: CommitId,
    pub(crate) commit: Commit,
}

enum Read {
    Facts(CommitFacts),
    Damaged,
    Cancelled,
}

fn read_chunk<'a>(
    repository: &'a Repository,
    limits: &'a Limits,
    readers: &Mutex<Vec<CommitReader<'a>>>,
    chunk: &[Unread],
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Vec<Read> {
    let idle = || readers.lock().unwrap_or_else(PoisonError::into_inner);
    let read_run = |start: usize| {
        let spare = idle().pop();
        let mut reader = spare.unwrap_or_else(|| CommitReader::new(repository, limits));
        let read = |at: usize| match cancelled() {
            true => Read::Cancelled,
            false => reader.facts(&chunk[at], chunk.get(at + 1)).map_or(Read::Damaged, Read::Facts),
        };
        let facts: Vec<Read> = (start..chunk.len().min(start + RUN)).map(read).collect();
        idle().push(reader);
        facts
    };
    let starts: Vec<usize> = (0..chunk.len()).step_by(RUN).collect();
    starts.into_par_iter().flat_map_iter(read_run).collect()
}

/// Follows first parents and knows how far facts reach.
struct Walker<'a> {
    objects: Objects,
    boundary: Vec<CommitId>,
    known: &'a dyn Fn(&CommitId) -> Known,
    limit: usize,
    next: Option<CommitId>,
    /// What would be next but for the limit.
    beyond: Option<CommitId>,
    commits: Vec<CommitId>,
    end: WalkEnd,
    stopped: bool,
}

impl<'a> Walker<'a> {
    fn new(
        repository: &Repository,
        newest: Option<CommitId>,
        limits: &Limits,
        known: &'a dyn Fn(&CommitId) -> Known,
    ) -> Walker<'a> {
        Walker {
            objects: repository.objects(),
            boundary: repository.shallow_boundary(),
            known,
            limit: limits.commits,
            next: newest,
            beyond: None,
            commits: Vec::new(),
            end: WalkEnd::Root,
            stopped: false,
        }
    }

    /// The next commits to read; none at the end.
    fn chunk(&mut self) -> Option<Vec<Unread>> {
        let mut chunk = Vec::new();
        while let Some(id) = self.next
            && !self.stopped
            && chunk.len() < CHUNK
        {
            if self.commits.len() >= self.limit {
                self.beyond = Some(id);
                self.stop(WalkEnd::Limit);
                break;
            }
            self.step(id, &mut chunk);
        }
        (!chunk.is_empty()).then_some(chunk)
    }

    fn step(&mut self, id: CommitId, chunk: &mut Vec<Unread>) {
        let at_boundary = self.boundary.binary_search(&id).is_ok();
        let (parent, commit) = match (self.known)(&id) {
            Known::Yes { parent } => (parent, None),
            Known::No if at_boundary => return self.stop(WalkEnd::Shallow),
            Known::No => match self.objects.commit(&id) {
                Some(commit) => (commit.parents.first().copied(), Some(commit)),
                None => return self.stop(WalkEnd::Unreadable(id)),
            },
        };
        self.commits.push(id);
        chunk.extend(commit.map(|commit| Unread { id, commit }));
        self.next = parent;
        if at_boundary {
            self.stop(WalkEnd::Shallow);
        }
    }

    fn stop(&mut self, end: WalkEnd) {
        (self.next, self.end, self.stopped) = (None, end, true);
    }

    fn stop_before(&mut self, id: &CommitId, end: WalkEnd) {
        let length = self.commits.iter().rposition(|commit| commit == id).unwrap_or(0);
        self.commits.truncate(length);
        self.beyond = None;
        self.stop(end);
    }
}
