//! Which of today's files a path of an older commit was. Follows renames back; a path that was never renamed is what it is today.

use orienteer_history::CommitFacts;
use orienteer_model::FileId;
use std::collections::HashMap;

/// What paths meant before the commits that were seen so far, newest first.
pub(super) struct Lineage<'a> {
    today: &'a dyn Fn(&str) -> Option<FileId>,
    /// Paths that had another meaning than today.
    then: HashMap<&'a str, Option<FileId>>,
}

impl<'a> Lineage<'a> {
    pub(super) fn new(today: &'a dyn Fn(&str) -> Option<FileId>) -> Lineage<'a> {
        Lineage { today, then: HashMap::new() }
    }

    /// The files of today that a commit touched. The next one must be older.
    pub(super) fn touched(&mut self, commit: &'a CommitFacts) -> Vec<FileId> {
        let touched = commit.files.iter().filter_map(|file| self.file(&file.path)).collect();
        // Renames may form chains and circles: all files leave their new path before any arrives at its old one.
        let renamed = commit.files.iter().filter_map(|file| Some((file, file.old_path.as_deref()?)));
        let moves: Vec<(&str, &str, Option<FileId>)> =
            renamed.map(|(file, old)| (file.path.as_str(), old, self.file(&file.path))).collect();
        self.then.extend(moves.iter().map(|(new, _, _)| (*new, None)));
        self.then.extend(moves.iter().map(|(_, old, file)| (*old, *file)));
        touched
    }

    fn file(&self, path: &str) -> Option<FileId> {
        self.then.get(path).copied().unwrap_or_else(|| (self.today)(path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use orienteer_history::FileChange;

    fn commit(changes: &[(&str, Option<&str>)]) -> CommitFacts {
        let change = |(path, old): &(&str, Option<&str>)| FileChange {
            path: (*path).to_owned(),
            old_path: old.map(str::to_owned),
            ..FileChange::default()
        };
        CommitFacts { files: changes.iter().map(change).collect(), ..CommitFacts::default() }
    }

    #[test]
    fn files_are_followed_back_through_renames_and_circles() {
        let commits = [
            commit(&[("tide.py", None), ("quay.py", None), ("gone.py", None)]),
            commit(&[("quay.py", Some("tide.py")), ("tide.py", Some("quay.py"))]),
            commit(&[("tide.py", Some("old/tide.py"))]),
            commit(&[("tide.py", None), ("old/tide.py", None), ("quay.py", None)]),
        ];
        let today = |path: &str| ["quay.py", "tide.py"].iter().position(|known| *known == path);
        let today = |path: &str| today(path).map(|place| FileId(place as u32));
        let mut lineage = Lineage::new(&today);
        let found: Vec<Vec<u32>> = commits
            .iter()
            .map(|commit| lineage.touched(commit).iter().map(|file| file.0).collect())
            .collect();
        assert_eq!(found, [vec![1, 0], vec![0, 1], vec![0], vec![0, 1]]);
    }
}
