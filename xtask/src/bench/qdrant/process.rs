//! What a running process and its folder take. Absent where the system does not tell.

use std::path::Path;

use super::super::folder;

/// What Linux counts in for programs, on all processors.
const TICKS_PER_SECOND: f64 = 100.0;

/// Resident bytes now, and the most there ever were.
pub(super) fn memory(process: u32) -> (Option<u64>, Option<u64>) {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    (kilobytes(&status, "VmRSS:"), kilobytes(&status, "VmHWM:"))
}

fn kilobytes(status: &str, key: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(key))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|count| count * 1_024)
}

/// Seconds of processor that the process has used: what others do at the same time does not change them.
pub(super) fn cpu_seconds(process: u32) -> Option<f64> {
    cpu_of(&std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
}

/// Fields 14 and 15; the name before them may hold anything but a closing bracket at its end.
fn cpu_of(stat: &str) -> Option<f64> {
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) / TICKS_PER_SECOND)
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

    #[test]
    fn seconds_of_processor_are_read_behind_the_name() {
        let stat = "7 (a (b) c) S 1 7 7 0 -1 4194560 100 0 0 0 250 50 0 0 20 0 9 0 100";
        assert_eq!(cpu_of(stat), Some(3.0));
        assert_eq!(cpu_of("7 a"), None);
    }
}
