//! `orient explore` as a person has it on a terminal: typed at in tmux, and read off its screen.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Nothing here takes so long unless it hangs.
const PATIENCE: Duration = Duration::from_secs(120);

const SOURCE: &str = "\
def ring_bell(tower):
    \"\"\"Rings the bell of a tower.\"\"\"
    return tower.bell

def paint_door(door):
    return '\u{1b}[31mred\u{1b}[0m'
";

/// A server of tmux with a socket of its own, which ends with the test.
struct Screen {
    folder: TempDir,
}

impl Screen {
    fn open() -> Option<Screen> {
        if Command::new("tmux").arg("-V").output().is_err() {
            eprintln!("skipped: tmux is not installed");
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("tree")).unwrap();
        std::fs::write(folder.path().join("tree/bell.py"), SOURCE).unwrap();
        let screen = Screen { folder };
        screen.tmux(&["-f", "/dev/null", "new-session", "-d", "-x", "90", "-y", "36", "sh"]);
        let cache = screen.folder.path().join("cache");
        let program = env!("CARGO_BIN_EXE_orient");
        let tree = screen.folder.path().join("tree");
        let line = format!(
            "PS1='$ '; clear; cd {}; ORIENT_CACHE_DIR={} {program} explore; echo ended with $?",
            tree.display(),
            cache.display()
        );
        screen.keys(&[&line, "Enter"]);
        Some(screen)
    }

    fn tmux(&self, arguments: &[&str]) -> Output {
        let socket = self.folder.path().join("socket");
        Command::new("tmux").arg("-S").arg(socket).args(arguments).env_remove("TMUX").output().unwrap()
    }

    fn keys(&self, keys: &[&str]) {
        let mut arguments = vec!["send-keys"];
        arguments.extend(keys);
        assert!(self.tmux(&arguments).status.success());
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.tmux(&["capture-pane", "-p"]).stdout).into_owned()
    }

    /// Waits until the screen has all of these.
    fn wait_for(&self, parts: &[&str]) -> String {
        let began = Instant::now();
        loop {
            let text = self.text();
            if parts.iter().all(|part| text.contains(part)) {
                return text;
            }
            assert!(began.elapsed() < PATIENCE, "no {parts:?} in\n{text}");
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    fn processes(&self) -> String {
        String::from_utf8_lossy(
            &self.tmux(&["list-panes", "-F", "#{pane_current_command} #{alternate_on}"]).stdout,
        )
        .into_owned()
    }
}

#[test]
fn it_ends_with_its_terminal() {
    let Some(screen) = Screen::open() else { return };
    screen.wait_for(&["type a question"]);
    let cache = screen.folder.path().join("cache").display().to_string();
    assert!(is_running(&cache));
    screen.tmux(&["kill-server"]);
    let began = Instant::now();
    while is_running(&cache) {
        assert!(began.elapsed() < PATIENCE, "it goes on without a terminal");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Whether a program has this folder as its cache.
fn is_running(cache: &str) -> bool {
    let marked = format!("ORIENT_CACHE_DIR={cache}");
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let environments = processes.filter_map(|process| std::fs::read(process.path().join("environ")).ok());
    environments.into_iter().any(|held| held.split(|byte| *byte == 0).any(|one| one == marked.as_bytes()))
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

#[test]
fn a_question_is_typed_opened_and_explained() {
    let Some(screen) = Screen::open() else { return };
    screen.wait_for(&["type a question", "Enter source"]);
    screen.keys(&["-l", "rings the bell"]);
    screen.wait_for(&["> rings the bell", "ring_bell", "bell.py:1", "100%", "snapshot"]);
    screen.keys(&["Enter"]);
    screen.wait_for(&["return tower.bell", "def paint_door", "next match"]);
    screen.keys(&["w"]);
    screen.wait_for(&["packed as", "score", "\u{2588}", "recall"]);
    screen.keys(&["q"]);
    screen.wait_for(&["Enter source"]);
    screen.keys(&["C-u"]);
    screen.wait_for(&["type a question"]);
    screen.keys(&["?"]);
    screen.wait_for(&["Keys", "Ctrl-C"]);
    screen.keys(&["Escape"]);
    screen.wait_for(&["type a question"]);
    screen.keys(&["Escape"]);
    screen.wait_for(&["ended with 0"]);
    assert!(screen.processes().trim_end().ends_with('0'), "{}", screen.processes());
}

#[test]
fn escapes_in_source_are_shown_and_a_resize_is_followed() {
    let Some(screen) = Screen::open() else { return };
    screen.wait_for(&["type a question"]);
    screen.keys(&["-l", "paint door"]);
    screen.wait_for(&["paint_door", "bell.py:5"]);
    screen.keys(&["Enter"]);
    screen.wait_for(&["\u{241b}[31mred"]);
    screen.tmux(&["resize-window", "-x", "50", "-y", "10"]);
    screen.wait_for(&["\u{241b}[31mred", "q back"]);
    screen.keys(&["C-c"]);
    screen.wait_for(&["ended with 0"]);
}

#[test]
fn a_signal_leaves_the_terminal_as_it_was() {
    let Some(screen) = Screen::open() else { return };
    screen.wait_for(&["type a question"]);
    let pane =
        String::from_utf8_lossy(&screen.tmux(&["list-panes", "-F", "#{pane_pid}"]).stdout).trim().to_owned();
    let children = Command::new("pgrep").args(["-P", &pane]).output().unwrap();
    let child = String::from_utf8_lossy(&children.stdout).lines().next().unwrap_or_default().to_owned();
    Command::new("kill").args(["-TERM", &child]).status().unwrap();
    screen.wait_for(&["ended with"]);
    screen.keys(&["-l", "echo typed"]);
    screen.wait_for(&["$ echo typed"]);
}

#[test]
fn without_a_terminal_it_says_so() {
    let output = Command::new(env!("CARGO_BIN_EXE_orient"))
        .arg("explore")
        .current_dir(Path::new("/"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), said.lines().next()), (Some(2), Some("orient: this needs a terminal")));
}
