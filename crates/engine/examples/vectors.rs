//! How long the nearest units of a question take in a large tree, and how many of them the first look misses.
//!
//! `cargo run --release -p orienteer-engine --example vectors -- FOLDER UNITS`: copies FOLDER side by side until there are that many units, in a
//! folder that is removed afterwards, and asks for the nearest of some of its own documentation.

use orienteer_engine::{IndexOptions, Location, Silent, Snapshot, Workspace};
use orienteer_search::{Dense, Nearest};
use std::collections::HashSet;
use std::error::Error;
use std::path::Path;
use std::time::Instant;

const QUESTIONS: usize = 40;
const NEAREST: usize = 100;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("name a folder")?;
    let wanted: usize = arguments.next().ok_or("say how many units")?.parse()?;
    let ground = tempfile::tempdir()?;
    let tree = ground.path().join("tree");
    copy(Path::new(&folder), &tree.join("copy_0"))?;
    let first = index(&tree, ground.path())?.unit_count().max(1);
    for number in 1..wanted.div_ceil(first) {
        copy(Path::new(&folder), &tree.join(format!("copy_{number}")))?;
    }
    let begun = Instant::now();
    let snapshot = index(&tree, ground.path())?;
    println!("{} units, indexed in {:.1} s", snapshot.unit_count(), begun.elapsed().as_secs_f64());
    measure(&snapshot)
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let (kind, target) = (entry.file_type()?, to.join(entry.file_name()));
        if kind.is_dir() {
            copy(&entry.path(), &target)?;
        } else if kind.is_file() {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

fn index(tree: &Path, ground: &Path) -> Result<Snapshot, Box<dyn Error>> {
    let workspace = Workspace::new(Location::exact(tree)?, &ground.join("cache"));
    workspace.index(&IndexOptions::default(), &Silent)?;
    Ok(workspace.view(&Silent)?.snapshot)
}

fn measure(snapshot: &Snapshot) -> Result<(), Box<dyn Error>> {
    let documented: Vec<String> = snapshot
        .units()
        .filter(|unit| unit.doc().split_whitespace().count() > 6)
        .map(|unit| unit.doc().lines().next().unwrap_or_default().to_owned())
        .collect();
    let (mut times, mut met, mut all) = (Vec::new(), 0, 0);
    for question in documented.iter().step_by((documented.len() / QUESTIONS).max(1)).take(QUESTIONS) {
        let begun = Instant::now();
        let Some(nearest) = Nearest::to_question(snapshot, question) else { continue };
        let found = nearest.nearest(NEAREST, &|_| true)?;
        times.push(begun.elapsed().as_secs_f64() * 1000.0);
        // Of copies any one will do: distances are compared, not units.
        let furthest = found.last().map_or(0.0, |(_, distance)| *distance);
        let nearer: HashSet<_> = snapshot
            .units()
            .map(|unit| unit.id())
            .filter(|unit| nearest.distance(*unit).is_some_and(|distance| distance < furthest))
            .collect();
        all += nearer.len();
        met += found.iter().filter(|(unit, _)| nearer.contains(unit)).count();
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!("nearest {NEAREST} of {} questions: p50 {:.1} ms, p95 {:.1} ms", times.len(), at(0.5), at(0.95));
    println!("of the units that are nearer than the last found, {met} of {all} were found");
    Ok(())
}
