//! Facts of commits: those that were kept are taken from the packs, the others are read and kept. Nothing here maps them to
//! files or units.

use crate::error::IndexError;
use crate::progress::Progress;
use orienteer_history::{CommitFacts, CommitId, Known, Limits, Repository as Git, Walk, read_from};
use orienteer_storage::{Packs, WriterLock};
use std::cell::RefCell;
use std::collections::HashMap;

/// Kept facts by commit.
pub(super) struct Reading<'a> {
    git: &'a Git,
    packs: Packs<20>,
    progress: &'a dyn Progress,
    /// Read in this run and not kept yet.
    fresh: Vec<([u8; 20], Vec<u8>)>,
}

/// Commits from one on, newest first, and the one after the last if the limit ended them.
pub(super) struct Stretch {
    pub(super) commits: Vec<CommitFacts>,
    pub(super) next: Option<CommitId>,
}

impl<'a> Reading<'a> {
    pub(super) fn new(git: &'a Git, packs: Packs<20>, progress: &'a dyn Progress) -> Reading<'a> {
        Reading { git, packs, progress, fresh: Vec::new() }
    }

    /// The facts of commits from `newest` on.
    pub(super) fn stretch(&mut self, newest: Option<CommitId>, limits: &Limits) -> Stretch {
        let salt = salt(self.git, limits);
        let found: RefCell<HashMap<CommitId, CommitFacts>> = RefCell::default();
        let known = |id: &CommitId| match stored(&self.packs, id, &salt) {
            Some(facts) => {
                let parent = facts.parent;
                found.borrow_mut().insert(*id, facts);
                Known::Yes { parent }
            }
            None => Known::No,
        };
        let mut fresh = Vec::new();
        let mut sink = |facts: CommitFacts| {
            self.progress.advance(1);
            let mut bytes = Vec::new();
            facts.encode(&mut bytes);
            fresh.push((key(&facts.id, &salt), bytes));
            found.borrow_mut().insert(facts.id, facts);
        };
        let cancelled = || self.progress.is_cancelled();
        let Walk { commits, next, .. } = read_from(self.git, newest, limits, &known, &mut sink, &cancelled);
        self.fresh.append(&mut fresh);
        let mut found = found.into_inner();
        Stretch { commits: commits.iter().filter_map(|id| found.remove(id)).collect(), next }
    }

    /// Keeps what was read, also of a run that was cancelled: the next one goes on from there.
    pub(super) fn keep(mut self, lock: &WriterLock) -> Result<(), IndexError> {
        if !self.fresh.is_empty() {
            let mut writer = self.packs.writer(lock)?;
            for (key, bytes) in &self.fresh {
                writer.add(*key, bytes)?;
            }
            self.packs.commit(writer)?;
        }
        if self.progress.is_cancelled() { Err(IndexError::Cancelled) } else { Ok(()) }
    }
}

/// The facts of a commit, if they were kept for these limits.
pub(super) fn kept(git: &Git, packs: &Packs<20>, id: &CommitId, limits: &Limits) -> Option<CommitFacts> {
    stored(packs, id, &salt(git, limits))
}

fn stored(packs: &Packs<20>, id: &CommitId, salt: &[u8; 20]) -> Option<CommitFacts> {
    let mut bytes = packs.get(&key(id, salt))?;
    CommitFacts::decode(&mut bytes).ok()
}

/// Facts of a commit differ with the folder and the limits they were read for; so do their keys.
fn salt(git: &Git, limits: &Limits) -> [u8; 20] {
    let mut salt = [0; 20];
    let prefix = git.location().prefix.as_deref().unwrap_or_default();
    let hash = orienteer_model::NameHash::of(prefix).0;
    salt[..8].copy_from_slice(&limits.fingerprint().to_le_bytes());
    salt[8..16].copy_from_slice(&hash.to_le_bytes());
    salt
}

fn key(id: &CommitId, salt: &[u8; 20]) -> [u8; 20] {
    std::array::from_fn(|at| id[at] ^ salt[at])
}
