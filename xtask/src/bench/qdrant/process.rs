//! What a running process and its folder take. Absent where the system does not tell.

use std::path::Path;

use super::super::folder;

/// Resident bytes now, and the most there ever were.
pub(super) fn memory(process: u32) -> (Option<u64>, Option<u64>) {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    (kilobytes(&status, "VmRSS:"), kilobytes(&status, "VmHWM:"))
}

fn kilobytes(status: &str, key: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(key))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|count| count * 1_024)
}

/// Processes that wanted to run in the last minute.
pub(super) fn load() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

/// Blocks that files really have: a server sets space aside that it does not use.
#[cfg(unix)]
pub(super) fn disk_bytes(folder: &Path) -> u64 {
    use std::os::unix::fs::MetadataExt;
    let files = folder::files(folder);
    files.iter().filter_map(|path| path.metadata().ok()).map(|metadata| metadata.blocks() * 512).sum()
}

#[cfg(not(unix))]
pub(super) fn disk_bytes(folder: &Path) -> u64 {
    folder::bytes_in(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kilobytes_are_read_by_name() {
        let status = "Name:\tserver\nVmHWM:\t    2048 kB\nVmRSS:\t 1024 kB\n";
        assert_eq!(kilobytes(status, "VmRSS:"), Some(1 << 20));
        assert_eq!(kilobytes(status, "VmHWM:"), Some(2 << 20));
        assert_eq!(kilobytes(status, "VmSwap:"), None);
    }
}
