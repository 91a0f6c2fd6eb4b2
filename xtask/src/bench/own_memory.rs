//! The most memory that a running process had to itself: without the pages of mapped files, which the system takes back when it needs
//! them. Looked at many times a second, because the system keeps no peak of it.

use std::process::Child;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

const PAUSE: Duration = Duration::from_millis(25);

pub(super) struct Watch {
    end: Sender<()>,
    thread: JoinHandle<Option<u64>>,
}

impl Watch {
    pub(super) fn over(child: &Child) -> Watch {
        let (end, ended) = channel();
        let status = format!("/proc/{}/status", child.id());
        Watch { end, thread: std::thread::spawn(move || highest(&status, &ended)) }
    }

    /// None where the system does not tell.
    pub(super) fn end(self) -> Option<u64> {
        drop(self.end);
        self.thread.join().ok().flatten()
    }
}

fn highest(status: &str, ended: &Receiver<()>) -> Option<u64> {
    let mut highest = None;
    loop {
        let now = std::fs::read_to_string(status).ok().and_then(|text| own(&text));
        highest = highest.max(now);
        if ended.recv_timeout(PAUSE) == Err(RecvTimeoutError::Disconnected) {
            return highest;
        }
    }
}

fn own(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes * 1_024)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn what_a_process_holds_is_seen_while_it_runs() {
        assert_eq!(own("VmRSS:\t 900 kB\nRssAnon:\t     64 kB\n"), Some(65_536));
        let mut child = Command::new("sleep").arg("0.2").spawn().unwrap();
        let watch = Watch::over(&child);
        child.wait().unwrap();
        assert!(watch.end().unwrap() > 0);
    }
}
