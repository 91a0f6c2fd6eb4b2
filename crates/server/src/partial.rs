//! An answer while the first index is still being made: from the files that the question is most likely about. Says that it is not
//! all there is, and leaves nothing behind.

use crate::blocking::{Failure, blocking};
use crate::desk::Desk;
use crate::gauge::Standing;
use orienteer_engine::{EngineError, Glimpse, View};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

/// What was left by a process that was killed is removed when it is older.
const STALE: Duration = Duration::from_secs(600);
/// Tells the folders of one process apart.
static CALLS: AtomicU64 = AtomicU64::new(0);

/// What an answer is made from.
pub(crate) struct Standpoint {
    pub view: View,
    /// Why this is not all there is.
    pub partial: Option<String>,
    /// Removed when the answer was given.
    _aside: Option<Aside>,
}

impl Standpoint {
    pub(crate) fn whole(view: View) -> Standpoint {
        Standpoint { view, partial: None, _aside: None }
    }
}

/// None where the time is too short for any answer.
pub(crate) async fn glimpse(
    desk: &Arc<Desk>,
    words: String,
    time: Duration,
    standing: Standing,
) -> Result<Option<Standpoint>, Failure> {
    let desk = Arc::clone(desk);
    blocking(move || {
        let _haste = desk.gauge.hurry();
        let aside = Aside::new(&desk.cache);
        let glimpse = match desk.workspace.glimpse(&words, time, &aside.folder) {
            // The whole index tells of what is wrong with the folder or the tree.
            Err(EngineError::Storage(_) | EngineError::Index(_)) => None,
            other => other?,
        };
        Ok(glimpse.map(|glimpse| Standpoint {
            partial: Some(note(&glimpse, &standing)),
            view: glimpse.view,
            _aside: Some(aside),
        }))
    })
    .await
}

fn note(glimpse: &Glimpse, standing: &Standing) -> String {
    let Glimpse { files, looked_into, chosen, .. } = glimpse;
    format!(
        "partial: from {chosen} files with these words, of {looked_into} looked into and {files} found; indexing for the first time: \
         {standing}. Ask again for all."
    )
}

/// A folder for one call.
struct Aside {
    folder: PathBuf,
}

impl Aside {
    fn new(cache: &Path) -> Aside {
        let all = cache.join("partial");
        remove_stale(&all);
        let call = CALLS.fetch_add(1, Ordering::Relaxed);
        Aside { folder: all.join(format!("{}-{call}", std::process::id())) }
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        // Whoever comes later removes what could not be removed now.
        let _ = std::fs::remove_dir_all(&self.folder);
        let _ = self.folder.parent().map(std::fs::remove_dir);
    }
}

fn remove_stale(all: &Path) {
    let is_stale = |entry: &std::fs::DirEntry| {
        let modified = entry.metadata().and_then(|metadata| metadata.modified());
        modified.is_ok_and(|time| SystemTime::now().duration_since(time).is_ok_and(|age| age > STALE))
    };
    let entries = std::fs::read_dir(all).into_iter().flatten().flatten();
    entries.filter(is_stale).for_each(|entry| drop(std::fs::remove_dir_all(entry.path())));
}
