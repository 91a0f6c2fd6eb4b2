//! `orient watch`: takes changes in by itself, and only one process does.

use crate::program::Program;
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Longer than any machine needs to take in one file.
const PATIENCE: Duration = Duration::from_secs(60);

/// A watching process; ends with the test.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn start(program: &Program) -> Watching {
        let mut child = program
            .command(&["watch"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{error}"));
        let (sender, lines) = channel();
        let streams: [Option<Box<dyn std::io::Read + Send>>; 2] = [
            child.stdout.take().map(|stream| Box::new(stream) as _),
            child.stderr.take().map(|stream| Box::new(stream) as _),
        ];
        for stream in streams.into_iter().flatten() {
            let sender = sender.clone();
            std::thread::spawn(move || {
                BufReader::new(stream).lines().map_while(Result::ok).for_each(|line| drop(sender.send(line)));
            });
        }
        Watching { child, lines }
    }

    fn wait_for(&self, part: &str) {
        let mut seen = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(PATIENCE) {
            if line.contains(part) {
                return;
            }
            seen.push(line);
        }
        panic!("no `{part}` in {seen:?}");
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn changes_are_taken_in() {
    let program = Program::repository();
    let watching = Watching::start(&program);
    watching.wait_for("files changed");
    program.write("app/fresh.py", "def fresh():\n    return 1\n");
    watching.wait_for("1 file changed");
    assert_eq!(program.run(&["status", "--json"]).json()["changed"], serde_json::json!([]));
    program.write("deep/er/still.py", "def still():\n    return 2\n");
    watching.wait_for("1 file changed");
    program.write("deep/er/still.py", "def still():\n    return 3\n");
    watching.wait_for("1 file changed");
    std::fs::remove_dir_all(program.tree().join("deep")).unwrap_or_default();
    watching.wait_for("1 file changed");
    program.commit("Fresh");
    watching.wait_for("0 files changed");
}

#[test]
fn one_process_watches_and_another_takes_over() {
    let program = Program::project();
    let first = Watching::start(&program);
    first.wait_for("files changed");
    let said = program.run(&["watch", "--no-wait"]);
    assert_eq!(said.code, 1);
    assert!(said.err.contains(&format!("is watched by process {}", first.child.id())), "{}", said.page());
    let second = Watching::start(&program);
    second.wait_for("waiting to take over");
    drop(first);
    second.wait_for("watching");
    program.write("app/fresh.py", "def fresh():\n    return 1\n");
    second.wait_for("1 file changed");
}
