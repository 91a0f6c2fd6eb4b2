//! Compares the trees of the direct parser with those of tree-sitter, file by file, and what each costs.
//!
//! `cargo run --release -p orienteer-languages --example trees -- FOLDER...`

use orienteer_syntax::{Limits, Parser, Tree};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[derive(Default)]
struct Count {
    files: usize,
    bytes: usize,
    direct: usize,
    different: usize,
    direct_time: Duration,
    complete_time: Duration,
    left_time: Duration,
}

fn main() {
    let mut files: Vec<PathBuf> = Vec::new();
    std::env::args().skip(1).for_each(|folder| collect(Path::new(&folder), &mut files));
    files.sort();
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    let mut parser = Parser::default();
    for path in &files {
        let Some(language) = orienteer_languages::by_path(&path.to_string_lossy()) else { continue };
        let Some(grammar) = &language.grammar else { continue };
        let Ok(source) = std::fs::read(path) else { continue };
        if source.len() > 2 << 20 {
            continue;
        }
        let limits = Limits {
            steps: 20_000 + 8 * source.len() as u64,
            reads: (16 << 20) + 64 * source.len() as u64,
            time: Duration::from_secs(4),
        };
        let count = counts.entry(&language.name).or_default();
        count.files += 1;
        count.bytes += source.len();
        let (direct, direct_time) = timed(|| parser.parse_directly(grammar, &source, &limits));
        let (complete, complete_time) = timed(|| parser.parse_completely(grammar, &source, &limits));
        match (direct, complete) {
            (Some(direct), Some(complete)) => {
                count.direct += 1;
                count.direct_time += direct_time;
                count.complete_time += complete_time;
                if direct != complete {
                    count.different += 1;
                    report(path, &direct, &complete);
                }
            }
            (None, Some(complete)) => {
                count.left_time += direct_time;
                if !complete.root().has_error() {
                    println!("left without an error: {}", path.display());
                }
            }
            _ => {}
        }
    }
    println!("language files kB direct different ms-direct ms-tree-sitter ms-left");
    for (name, count) in counts {
        let Count { files, bytes, direct, different, direct_time, complete_time, left_time } = count;
        println!(
            "{name} {files} {} {direct} {different} {} {} {}",
            bytes >> 10,
            direct_time.as_millis(),
            complete_time.as_millis(),
            left_time.as_millis()
        );
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let began = Instant::now();
    let result = work();
    (result, began.elapsed())
}

fn report(path: &Path, direct: &Tree, complete: &Tree) {
    let at = (0..direct.node_count()).find(|at| direct.describe(*at) != complete.describe(*at));
    let at = at.unwrap_or(direct.node_count());
    println!("{}: node {at}: {:?} / {:?}", path.display(), direct.describe(at), complete.describe(at));
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => collect(&entry.path(), files),
            Ok(kind) if kind.is_file() => files.push(entry.path()),
            _ => {}
        }
    }
}
