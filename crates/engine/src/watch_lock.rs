//! One watcher per tree, by a lock of the operating system that dies with its process. The file says who holds it.

use crate::error::EngineError;
use crate::workspace::Workspace;
use orienteer_indexing::Progress;
use std::fs::{File, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

/// How long a wait goes on before it looks whether it should end.
pub(crate) const TICK: Duration = Duration::from_millis(500);

/// The right to watch a tree.
pub(crate) struct WatchLock {
    file: File,
    path: PathBuf,
}

impl WatchLock {
    /// None if another process watches.
    pub(crate) fn attempt(workspace: &Workspace) -> Result<Option<WatchLock>, EngineError> {
        let (file, path) = open(workspace)?;
        match file.try_lock() {
            Ok(()) => WatchLock::sign(file, path).map(Some),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(source)) => Err(EngineError::WatchLock { path, source }),
        }
    }

    /// Waits until the other process ends; none if told to stop first.
    pub(crate) fn wait(
        workspace: &Workspace,
        progress: &dyn Progress,
    ) -> Result<Option<WatchLock>, EngineError> {
        let (file, path) = open(workspace)?;
        let (sender, receiver) = sync_channel(1);
        // The operating system wakes whoever waits for a lock, but nothing else can: so the wait has its own thread. If nobody
        // listens any more when it gets the lock, the file is dropped and the lock with it.
        std::thread::spawn(move || {
            let locked = file.lock();
            let _ = sender.send((file, locked));
        });
        loop {
            match receiver.recv_timeout(TICK) {
                Ok((file, Ok(()))) => return WatchLock::sign(file, path).map(Some),
                Ok((_, Err(source))) => return Err(EngineError::WatchLock { path, source }),
                Err(RecvTimeoutError::Timeout) if !progress.is_cancelled() => {}
                Err(_) => return Ok(None),
            }
        }
    }

    fn sign(mut file: File, path: PathBuf) -> Result<WatchLock, EngineError> {
        let signed = file
            .set_len(0)
            .and_then(|()| file.rewind())
            .and_then(|()| writeln!(file, "{}", std::process::id()));
        match signed {
            Ok(()) => Ok(WatchLock { file, path }),
            Err(source) => Err(EngineError::WatchLock { path, source }),
        }
    }

    /// Whether the locked file is still the one that others see: clearing the index removes it.
    #[cfg(unix)]
    pub(crate) fn is_current(&self) -> bool {
        use std::os::unix::fs::MetadataExt;
        match (self.file.metadata(), std::fs::metadata(&self.path)) {
            (Ok(held), Ok(named)) => (held.dev(), held.ino()) == (named.dev(), named.ino()),
            _ => false,
        }
    }

    #[cfg(not(unix))]
    pub(crate) fn is_current(&self) -> bool {
        self.path.exists() && self.file.metadata().is_ok()
    }
}

/// The process that watches, if one does.
pub(crate) fn watching(workspace: &Workspace) -> Option<u32> {
    let path = path(workspace);
    let mut file = File::open(&path).ok()?;
    let is_free = file.try_lock_shared().is_ok();
    (!is_free).then(|| read_process(&mut file))?
}

/// The process that signed the lock last.
pub(crate) fn signature(workspace: &Workspace) -> Option<u32> {
    read_process(&mut File::open(path(workspace)).ok()?)
}

fn read_process(file: &mut File) -> Option<u32> {
    let mut text = String::new();
    file.take(32).read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}

fn path(workspace: &Workspace) -> PathBuf {
    workspace.tree().folder().join("watch")
}

fn open(workspace: &Workspace) -> Result<(File, PathBuf), EngineError> {
    let path = path(workspace);
    let folder = path.parent().unwrap_or(Path::new("."));
    let file = orienteer_storage::create_private_folders(folder)
        .and_then(|()| File::options().create(true).truncate(false).read(true).write(true).open(&path));
    match file {
        Ok(file) => Ok((file, path)),
        Err(source) => Err(EngineError::WatchLock { path, source }),
    }
}
