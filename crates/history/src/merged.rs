//! What a merge brought in: the subjects of the commits that its other parents reach and its first does not.
//!
//! The answer depends on the merge alone, never on where the walk came from, and looks at few commits.

use std::collections::{BinaryHeap, HashMap};

use crate::{facts::CommitId, repository::Objects};

/// Commits looked at per merge. Long-lived branches meet their base far back; their newest commits say enough.
const COMMITS_SEEN: usize = 64;

/// Commits remembered between merges, which mostly see the same ones.
const COMMITS_KEPT: usize = 4096;

const FIRST: u8 = 1;
const OTHER: u8 = 2;
const TAKEN: u8 = 4;

struct Brief {
    time: i64,
    parents: Vec<CommitId>,
    subject: String,
}

#[derive(Default)]
pub(crate) struct MergedCommits {
    kept: HashMap<CommitId, Option<Brief>>,
}

impl MergedCommits {
    /// Subjects, newest first, at most `limit`. Merges inside the merged branch say nothing and are left out.
    pub(crate) fn subjects(&mut self, objects: &Objects, parents: &[CommitId], limit: usize) -> Vec<String> {
        let Some((first, others)) = parents.split_first() else { return Vec::new() };
        let mut walk = Painting::default();
        self.paint(objects, &mut walk, first, FIRST);
        others.iter().for_each(|other| self.paint(objects, &mut walk, other, OTHER));
        let mut subjects = Vec::new();
        for _ in 0..COMMITS_SEEN {
            if walk.open == 0 || subjects.len() == limit {
                break;
            }
            let Some((id, colour)) = walk.take() else { break };
            let Some(Some(brief)) = self.kept.get(&id) else { continue };
            if colour == OTHER && brief.parents.len() == 1 {
                subjects.push(brief.subject.clone());
            }
            let parents = brief.parents.clone();
            parents.iter().for_each(|parent| self.paint(objects, &mut walk, parent, colour));
        }
        subjects
    }

    fn paint(&mut self, objects: &Objects, walk: &mut Painting, id: &CommitId, colour: u8) {
        if let Some(time) = self.time(objects, id) {
            walk.paint(*id, time, colour);
        }
    }

    fn time(&mut self, objects: &Objects, id: &CommitId) -> Option<i64> {
        if self.kept.len() >= COMMITS_KEPT && !self.kept.contains_key(id) {
            self.kept.clear();
        }
        let brief = self.kept.entry(*id).or_insert_with(|| {
            let commit = objects.commit(id)?;
            let subject = commit.subject().to_owned();
            Some(Brief { time: commit.time, parents: commit.parents, subject })
        });
        brief.as_ref().map(|brief| brief.time)
    }
}

/// Commits by time, and from which parents they were reached.
#[derive(Default)]
struct Painting {
    queue: BinaryHeap<(i64, CommitId)>,
    colours: HashMap<CommitId, u8>,
    /// Queued commits that only other parents reach.
    open: usize,
}

impl Painting {
    fn paint(&mut self, id: CommitId, time: i64, colour: u8) {
        let found = self.colours.entry(id).or_insert(0);
        let before = *found;
        *found |= colour;
        if before == 0 {
            self.queue.push((time, id));
        }
        self.open += usize::from(before == 0 && *found == OTHER);
        self.open -= usize::from(before == OTHER && *found == OTHER | FIRST);
    }

    fn take(&mut self) -> Option<(CommitId, u8)> {
        let (_, id) = self.queue.pop()?;
        let colours = self.colours.get_mut(&id)?;
        let colour = *colours;
        *colours |= TAKEN;
        self.open -= usize::from(colour == OTHER);
        Some((id, colour))
    }
}
