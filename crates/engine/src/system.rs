//! What the operating system allows: room on a disk, open files, watches, holders of locks. Absent where it does not tell.

use std::path::Path;

/// Bytes that this user may still write to the disk of `path`.
#[cfg(unix)]
pub(crate) fn free_bytes(path: &Path) -> Option<u64> {
    let stat = nix::sys::statvfs::statvfs(path).ok()?;
    (stat.blocks_available() as u64).checked_mul(stat.fragment_size() as u64)
}

#[cfg(not(unix))]
pub(crate) fn free_bytes(_: &Path) -> Option<u64> {
    None
}

/// Bytes of memory that this process has.
pub fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1_024)
}

/// Files that this process may have open.
#[cfg(unix)]
pub(crate) fn open_files() -> Option<u64> {
    use nix::sys::resource::{Resource, getrlimit};
    getrlimit(Resource::RLIMIT_NOFILE).ok().map(|(soft, _)| soft)
}

#[cfg(not(unix))]
pub(crate) fn open_files() -> Option<u64> {
    None
}

/// A limit of inotify: `max_user_watches` or `max_user_instances`.
pub(crate) fn inotify_limit(name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(Path::new("/proc/sys/fs/inotify").join(name)).ok()?;
    text.trim().parse().ok()
}

/// The process that holds a lock on a file.
#[cfg(unix)]
pub(crate) fn lock_holder(path: &Path) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    let inode = format!(":{}", std::fs::metadata(path).ok()?.ino());
    holder(&std::fs::read_to_string("/proc/locks").ok()?, &inode)
}

#[cfg(not(unix))]
pub(crate) fn lock_holder(_: &Path) -> Option<u32> {
    None
}

/// Lines are `1: FLOCK  ADVISORY  WRITE 4242 08:01:131090 0 EOF`; those of waiting processes have an arrow in front.
fn holder(locks: &str, inode: &str) -> Option<u32> {
    locks.lines().find_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [_, "FLOCK", _, "WRITE", process, file, ..] = words.as_slice() else { return None };
        file.ends_with(inode).then(|| process.parse().ok())?
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_holder_of_a_lock_is_told_from_those_that_wait() {
        let locks = "1: POSIX  ADVISORY  WRITE 9 08:01:77 0 EOF\n2: -> FLOCK  ADVISORY  WRITE 5 08:01:77 0 EOF\n\
                     3: FLOCK  ADVISORY  WRITE 42 08:01:77 0 EOF\n4: FLOCK  ADVISORY  WRITE 43 08:01:177 0 EOF\n";
        assert_eq!(holder(locks, ":77"), Some(42));
        assert_eq!(holder(locks, ":7"), None);
    }
}
