//! Every target, for some seconds, with inputs that are changed at random: what a commit can wait for. Ignored unless it is
//! asked for: `cargo xtask fuzz --smoke`. What was found once is read again by every run of the tests.
//!
//! No test here says how fast anything is.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use orienteer_fuzz::{Mutations, TARGETS, Target, run, target};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

const USUAL: u64 = 15;
const SEED: u64 = 0x6f72_6965_6e74;
/// Nothing that short may take longer, on whatever machine.
const HANGS: Duration = Duration::from_secs(120);

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    paths.sort();
    paths
}

/// What was found before, and real files where `cargo xtask` laid some out.
fn corpus(name: &str) -> Vec<Vec<u8>> {
    let mut paths = files(&package().join("seeds").join(name));
    let folder = std::env::var_os("ORIENT_FUZZ_CORPUS").map(PathBuf::from);
    paths.extend(folder.into_iter().flat_map(|folder| files(&folder.join(name))));
    paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

fn seconds() -> u64 {
    std::env::var("ORIENT_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(USUAL)
}

/// Ends the whole program where no input was finished for too long: a thread cannot be stopped.
fn watch(name: &'static str, kept: PathBuf) -> Sender<()> {
    let (alive, heard) = mpsc::channel();
    std::thread::spawn(move || {
        loop {
            match heard.recv_timeout(HANGS) {
                Ok(()) => {}
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {
                    eprintln!("{name}: no end in sight of {}", kept.display());
                    std::process::abort();
                }
            }
        }
    });
    alive
}

/// The input is on the disk before it is read, so that a finding which takes the program with it leaves it behind.
fn mutate(name: &'static str) {
    let corpus = corpus(name);
    let mut mutations = Mutations::new(&corpus, SEED);
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{name}"));
    let alive = watch(name, kept.clone());
    let (begun, mut count) = (Instant::now(), 0_u64);
    while begun.elapsed() < Duration::from_secs(seconds()) {
        let input = mutations.input();
        std::fs::write(&kept, &input).unwrap();
        run(name, &input);
        alive.send(()).unwrap();
        count += 1;
    }
    std::fs::remove_file(&kept).unwrap();
    println!("{name}: {count} inputs from {} files", corpus.len());
}

macro_rules! smoke {
    ($($name:ident)*) => {$(
        #[test]
        #[ignore = "takes its seconds: cargo xtask fuzz --smoke"]
        fn $name() {
            mutate(stringify!($name));
        }
    )*};
}

smoke!(agents extraction http intent mcp patch scip settings snapshot text);

#[test]
fn what_was_found_once_stays_mended() {
    for Target { name, run } in TARGETS {
        corpus(name).iter().for_each(|input| run(input));
    }
}

#[test]
fn every_target_has_a_program() {
    let programs = files(&package().join("coverage/fuzz_targets"));
    let names: Vec<&str> = programs.iter().map(|path| path.file_stem().unwrap().to_str().unwrap()).collect();
    assert_eq!(names, TARGETS.map(|target| target.name));
    assert!(target("agents").is_some() && target("nothing").is_none());
}
