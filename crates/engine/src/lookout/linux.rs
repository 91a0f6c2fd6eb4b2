//! The lookout with inotify. Its queue is read without waiting, by whoever asks.

use super::Stir;
use crate::changes_inbox::{is_head, is_ignore_file};
use crate::system::inotify_limit;
use crate::workspace::Workspace;
use nix::errno::Errno;
use nix::sys::inotify::{AddWatchFlags, InitFlags, Inotify, InotifyEvent, WatchDescriptor};
use nix::sys::statfs::{self, FsType, statfs};
use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// More than this is left to a look at the files: a watch costs the kernel about a kilobyte,
const MOST_FOLDERS: u64 = 20_000;
/// and editors need most of what one user may have.
const SHARE: u64 = 4;

/// As the kernel has it in `linux/magic.h`; the bindings know it with some C libraries only.
const XFS_SUPER_MAGIC: FsType = FsType(0x5846_5342);

/// File systems whose every change goes through this kernel.
const LOCAL: [FsType; 5] = [
    statfs::EXT4_SUPER_MAGIC,
    XFS_SUPER_MAGIC,
    statfs::BTRFS_SUPER_MAGIC,
    statfs::TMPFS_MAGIC,
    statfs::OVERLAYFS_SUPER_MAGIC,
];

/// What a folder is watched for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    /// Files of the tree.
    Tree,
    /// Where it stands below the git folder.
    Git(PathBuf),
    /// The index: others publish there too.
    Index,
}

/// Folders of a tree under watch. Dropped, it leaves nothing behind.
#[derive(Debug)]
pub struct Lookout {
    inotify: Inotify,
    places: HashMap<WatchDescriptor, Place>,
}

impl Workspace {
    /// From now on, whatever happens is noticed: a look that begins later misses nothing that this does not tell of.
    pub fn lookout(&self) -> Option<Lookout> {
        let mut lookout = Lookout::new().ok()?;
        lookout.watch_tree(self.root())?;
        if let Some(git) = orienteer_history::locate(self.root()) {
            lookout.watch_git(&git.git_dir)?;
            lookout.watch_git(&git.common_dir)?;
        }
        let folder = self.tree().folder();
        lookout.watch(folder, Place::Index).ok()?;
        Some(lookout)
    }
}

impl Lookout {
    fn new() -> nix::Result<Lookout> {
        let inotify = Inotify::init(InitFlags::IN_NONBLOCK | InitFlags::IN_CLOEXEC)?;
        Ok(Lookout { inotify, places: HashMap::new() })
    }

    /// Until no folder is new: one that came to be before its parent was watched would be missed.
    fn watch_tree(&mut self, root: &Path) -> Option<()> {
        if !statfs(root).is_ok_and(|stat| LOCAL.contains(&stat.filesystem_type())) {
            return None;
        }
        let most = inotify_limit("max_user_watches").map_or(0, |limit| limit / SHARE).min(MOST_FOLDERS);
        let mut watched = HashSet::new();
        loop {
            let found = orienteer_indexing::folders(root);
            let new: Vec<PathBuf> = found.into_iter().filter(|folder| !watched.contains(folder)).collect();
            if new.is_empty() {
                return Some(());
            }
            if (watched.len() + new.len()) as u64 > most {
                return None;
            }
            for folder in new {
                match self.watch(&folder, Place::Tree) {
                    // It went, or nobody may read it: then nothing of it is in the index either.
                    Ok(()) | Err(Errno::ENOENT | Errno::EACCES | Errno::ENOTDIR) => watched.insert(folder),
                    Err(_) => return None,
                };
            }
        }
    }

    /// Where HEAD and branches are written; the rest of a git folder changes with every command and says nothing.
    fn watch_git(&mut self, git: &Path) -> Option<()> {
        self.watch(git, Place::Git(PathBuf::new())).ok()?;
        let mut folders = vec![PathBuf::from("refs/heads")];
        while let Some(inside) = folders.pop() {
            let Ok(entries) = std::fs::read_dir(git.join(&inside)) else { continue };
            self.watch(&git.join(&inside), Place::Git(inside.clone())).ok()?;
            let is_folder = |entry: &std::fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
            folders.extend(entries.flatten().filter(is_folder).map(|entry| inside.join(entry.file_name())));
        }
        Some(())
    }

    fn watch(&mut self, folder: &Path, place: Place) -> nix::Result<()> {
        let changes = AddWatchFlags::IN_MODIFY
            | AddWatchFlags::IN_ATTRIB
            | AddWatchFlags::IN_MOVE
            | AddWatchFlags::IN_CREATE
            | AddWatchFlags::IN_DELETE
            | AddWatchFlags::IN_DELETE_SELF
            | AddWatchFlags::IN_MOVE_SELF
            | AddWatchFlags::IN_ONLYDIR;
        let watch = self.inotify.add_watch(folder, changes)?;
        self.places.insert(watch, place);
        Ok(())
    }

    /// What happened since this was asked last. Reads the queue to its end and does not wait.
    pub fn stir(&mut self) -> Stir {
        let mut stir = Stir::Nothing;
        loop {
            match self.inotify.read_events() {
                Ok(events) => events.iter().for_each(|event| stir = stir.max(self.judge(event))),
                Err(Errno::EAGAIN) => return stir,
                Err(Errno::EINTR) => {}
                Err(_) => return Stir::Folders,
            }
        }
    }

    fn judge(&self, event: &InotifyEvent) -> Stir {
        let Some(place) = self.places.get(&event.wd) else { return Stir::Folders };
        let name = event.name.as_deref().unwrap_or(OsStr::new(""));
        match place {
            Place::Index => Stir::Index,
            Place::Git(inside) if is_folder(event) => {
                if inside.as_os_str().is_empty() {
                    Stir::Nothing
                } else {
                    Stir::Folders
                }
            }
            Place::Git(inside) if is_head(&inside.join(name)) => Stir::Files,
            Place::Git(_) => Stir::Nothing,
            Place::Tree if is_folder(event) || is_ignore_file(Path::new(name)) => Stir::Folders,
            Place::Tree => Stir::Files,
        }
    }
}

/// A folder came, went or was renamed, or the one that was watched did.
fn is_folder(event: &InotifyEvent) -> bool {
    let gone = AddWatchFlags::IN_DELETE_SELF
        | AddWatchFlags::IN_MOVE_SELF
        | AddWatchFlags::IN_UNMOUNT
        | AddWatchFlags::IN_Q_OVERFLOW
        | AddWatchFlags::IN_IGNORED;
    event.mask.intersects(gone | AddWatchFlags::IN_ISDIR)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::location::Location;
    use std::fs;

    struct Ground {
        folder: tempfile::TempDir,
        workspace: Workspace,
    }

    fn ground() -> Ground {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("tree");
        for inside in ["src/inner", ".git/refs/heads", "cache"] {
            fs::create_dir_all(root.join(inside)).unwrap();
        }
        fs::write(root.join(".gitignore"), "cache/\n*.log\n").unwrap();
        fs::write(root.join(".git/HEAD"), "ref: refs/heads/main\n").unwrap();
        fs::create_dir_all(root.join(".git/objects")).unwrap();
        fs::write(root.join("src/inner/a.py"), "def a(): pass\n").unwrap();
        let workspace = Workspace::new(Location::exact(&root).unwrap(), &folder.path().join("indexes"));
        fs::create_dir_all(workspace.tree().folder()).unwrap();
        Ground { folder, workspace }
    }

    impl Ground {
        fn path(&self, inside: &str) -> PathBuf {
            self.folder.path().join("tree").join(inside)
        }
    }

    #[test]
    fn a_write_is_known_at_once() {
        let ground = ground();
        let mut lookout = ground.workspace.lookout().unwrap();
        assert_eq!(lookout.stir(), Stir::Nothing);
        fs::read(ground.path("src/inner/a.py")).unwrap();
        assert_eq!(lookout.stir(), Stir::Nothing, "reading is no change");
        for text in ["def b(): pass\n", "def c(): pass\n"] {
            fs::write(ground.path("src/inner/a.py"), text).unwrap();
            assert_eq!(lookout.stir(), Stir::Files);
            assert_eq!(lookout.stir(), Stir::Nothing, "told once");
        }
        fs::rename(ground.path("src/inner/a.py"), ground.path("src/b.py")).unwrap();
        assert_eq!(lookout.stir(), Stir::Files);
        fs::remove_file(ground.path("src/b.py")).unwrap();
        assert_eq!(lookout.stir(), Stir::Files);
    }

    #[test]
    fn folders_and_ignore_rules_call_for_another() {
        for change in ["src/new", "src/inner/new"] {
            let ground = ground();
            let mut lookout = ground.workspace.lookout().unwrap();
            fs::create_dir(ground.path(change)).unwrap();
            assert_eq!(lookout.stir(), Stir::Folders);
        }
        let ground = ground();
        let mut lookout = ground.workspace.lookout().unwrap();
        fs::write(ground.path(".gitignore"), "src/\n").unwrap();
        assert_eq!(lookout.stir(), Stir::Folders);
    }

    #[test]
    fn what_is_ignored_or_inside_git_says_nothing() {
        let ground = ground();
        let mut lookout = ground.workspace.lookout().unwrap();
        fs::write(ground.path("cache/x.py"), "x = 1\n").unwrap();
        fs::write(ground.path(".git/index"), "").unwrap();
        fs::create_dir(ground.path(".git/objects/ab")).unwrap();
        assert_eq!(lookout.stir(), Stir::Nothing);
        fs::write(ground.path(".git/HEAD"), "ref: refs/heads/other\n").unwrap();
        assert_eq!(lookout.stir(), Stir::Files);
        fs::write(ground.path(".git/refs/heads/other"), "1").unwrap();
        assert_eq!(lookout.stir(), Stir::Files);
    }

    #[test]
    fn another_process_publishes() {
        let ground = ground();
        let mut lookout = ground.workspace.lookout().unwrap();
        fs::write(ground.workspace.tree().folder().join("current"), "x").unwrap();
        assert_eq!(lookout.stir(), Stir::Index);
    }

    #[test]
    fn a_queue_that_ran_over_is_no_silence() {
        let ground = ground();
        let mut lookout = ground.workspace.lookout().unwrap();
        let (one, other) = (ground.path("src/inner/a.py"), ground.path("src/inner/b.py"));
        // Two events each; the kernel keeps 16,384.
        for _ in 0..5_000 {
            fs::rename(&one, &other).unwrap();
            fs::rename(&other, &one).unwrap();
        }
        assert_eq!(lookout.stir(), Stir::Folders);
    }
}
