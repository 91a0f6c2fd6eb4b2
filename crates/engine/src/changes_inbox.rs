//! What the operating system says of changed files, reduced to a mark. Bounded by construction: a run looks at the whole tree
//! anyway, so a thousand events, or a queue of the system that overflowed, say no more than one.

use crate::watch_lock::TICK;
use orienteer_indexing::Progress;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A run begins when nothing has changed for this long,
const QUIET: Duration = Duration::from_millis(300);
/// or when changes have been going on for this long.
const LONGEST: Duration = Duration::from_secs(5);

/// What came in since the last run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Arrived {
    first: Option<Instant>,
    last: Option<Instant>,
    /// Folders came, went or were renamed, or ignore rules changed.
    pub(crate) folders: bool,
}

#[derive(Default)]
pub(crate) struct Inbox {
    arrived: Mutex<Arrived>,
    woken: Condvar,
}

impl Inbox {
    fn lock(&self) -> MutexGuard<'_, Arrived> {
        self.arrived.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn mark(&self, folders: bool) {
        let mut arrived = self.lock();
        let now = Instant::now();
        arrived.first.get_or_insert(now);
        arrived.last = Some(now);
        arrived.folders |= folders;
        self.woken.notify_one();
    }

    /// Whether something came in that nobody has taken yet.
    pub(crate) fn has_news(&self) -> bool {
        self.lock().first.is_some()
    }

    /// Waits for changes that have settled; none if told to stop.
    pub(crate) fn settled(&self, progress: &dyn Progress) -> Option<Arrived> {
        let mut arrived = self.lock();
        loop {
            if progress.is_cancelled() {
                return None;
            }
            let pause = match (arrived.first, arrived.last) {
                (Some(first), Some(last)) => {
                    let left =
                        QUIET.saturating_sub(last.elapsed()).min(LONGEST.saturating_sub(first.elapsed()));
                    if left.is_zero() {
                        return Some(std::mem::take(&mut *arrived));
                    }
                    left
                }
                _ => TICK,
            };
            let woken = self.woken.wait_timeout(arrived, pause);
            arrived = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// Tells changes of the tree from those that do not concern it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Concern {
    /// Git folders: only what HEAD names matters there.
    pub(crate) git: Vec<PathBuf>,
    /// The index itself.
    pub(crate) index: PathBuf,
}

impl Concern {
    /// Whether an event calls for a run, and whether folders may have changed.
    pub(crate) fn judge(&self, event: &notify::Event) -> Option<bool> {
        use notify::EventKind;
        use notify::event::{CreateKind, ModifyKind, RemoveKind};
        if event.need_rescan() {
            return Some(true);
        }
        // Reading a file is no change, and a run reads.
        if matches!(event.kind, EventKind::Access(_)) || !event.paths.iter().any(|path| self.is_ours(path)) {
            return None;
        }
        let folders = match event.kind {
            EventKind::Create(CreateKind::File) | EventKind::Remove(RemoveKind::File) => false,
            EventKind::Modify(ModifyKind::Name(_)) => true,
            EventKind::Modify(_) => false,
            _ => true,
        };
        Some(folders || event.paths.iter().any(|path| is_ignore_file(path)))
    }

    fn is_ours(&self, path: &Path) -> bool {
        if path.starts_with(&self.index) {
            return false;
        }
        match self.git.iter().find_map(|git| path.strip_prefix(git).ok()) {
            Some(inside) => is_head(inside),
            None => true,
        }
    }
}

pub(crate) fn is_ignore_file(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| matches!(name, ".gitignore" | ".ignore" | ".orientignore"))
}

/// A branch was switched or moved.
pub(crate) fn is_head(inside: &Path) -> bool {
    let is_lock = inside.extension().is_some_and(|extension| extension == "lock");
    let is_named = inside == Path::new("HEAD") || inside == Path::new("packed-refs");
    !is_lock && (is_named || inside.starts_with("refs/heads"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use notify::event::{AccessKind, CreateKind, DataChange, Event, EventKind, ModifyKind};
    use orienteer_indexing::Silent;

    fn judge(kind: EventKind, path: &str) -> Option<bool> {
        let concern = Concern { git: vec!["/t/.git".into()], index: "/cache".into() };
        concern.judge(&Event::new(kind).add_path(path.into()))
    }

    #[test]
    fn only_what_changes_the_tree_counts() {
        let data = EventKind::Modify(ModifyKind::Data(DataChange::Any));
        assert_eq!(judge(data, "/t/a.py"), Some(false));
        assert_eq!(judge(data, "/t/.gitignore"), Some(true));
        assert_eq!(judge(EventKind::Create(CreateKind::Folder), "/t/new"), Some(true));
        assert_eq!(judge(EventKind::Access(AccessKind::Read), "/t/a.py"), None);
        assert_eq!(judge(data, "/cache/x/current"), None);
        assert_eq!(judge(data, "/t/.git/index"), None);
        assert_eq!(judge(data, "/t/.git/HEAD.lock"), None);
        assert_eq!(judge(data, "/t/.git/HEAD"), Some(false));
        assert_eq!(judge(data, "/t/.git/refs/heads/main"), Some(false));
    }

    #[test]
    fn many_marks_are_one() {
        let inbox = Inbox::default();
        (0..1_000).for_each(|at| inbox.mark(at == 7));
        assert!(inbox.settled(&Silent).is_some_and(|arrived| arrived.folders));
        assert!(inbox.lock().first.is_none());
    }
}
