//! The direct parser and tree-sitter make the same trees: of the sources that extraction is tested with, and of what becomes of them
//! when lines are taken away, doubled and moved.

use orienteer_languages::Language;
use orienteer_syntax::{Limits, Parser};
use proptest::prelude::*;
use std::path::{Path, PathBuf};
use std::time::Duration;

const LIMITS: Limits = Limits { steps: 10_000_000, reads: 100_000_000, time: Duration::from_secs(60) };

fn sources() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../extraction/test_data");
    let mut files: Vec<PathBuf> = inside(&folder).iter().flat_map(|folder| inside(folder)).collect();
    files.retain(|path| language_of(path).is_some());
    files.sort();
    files
}

fn inside(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder of sources");
    entries.map(|entry| entry.expect("a readable folder").path()).collect()
}

fn language_of(path: &Path) -> Option<&'static Language> {
    orienteer_languages::by_path(&path.to_string_lossy()).filter(|language| language.grammar.is_some())
}

/// Says whether the source has no error.
fn check(path: &Path, source: &[u8]) -> bool {
    let grammar = language_of(path).and_then(|language| language.grammar.as_ref()).expect("a grammar");
    let mut parser = Parser::default();
    let direct = parser.parse_directly(grammar, source, &LIMITS);
    let complete = parser.parse_completely(grammar, source, &LIMITS).expect("a tree");
    let is_whole = !complete.root().has_error();
    let text = String::from_utf8_lossy(source);
    assert_eq!(direct.is_some(), is_whole, "{}: {text}", path.display());
    if let Some(direct) = direct {
        let nodes = direct.node_count().max(complete.node_count());
        let differs = (0..nodes).find(|at| direct.describe(*at) != complete.describe(*at));
        assert_eq!(differs, None, "{}: {text}", path.display());
    }
    is_whole
}

#[test]
fn sources_have_the_same_trees() {
    let whole = sources().iter().filter(|path| check(path, &std::fs::read(path).unwrap())).count();
    assert!(whole >= 20, "only {whole} sources without an error");
}

/// What is done to one line.
#[derive(Clone, Copy, Debug)]
enum Change {
    Remove,
    Double,
    MoveDown,
    CutShort,
}

fn changed(source: &str, changes: &[(prop::sample::Index, Change)]) -> String {
    let mut lines: Vec<&str> = source.split_inclusive('\n').collect();
    for (place, change) in changes {
        if lines.is_empty() {
            break;
        }
        let at = place.index(lines.len());
        match change {
            Change::Remove => drop(lines.remove(at)),
            Change::Double => lines.insert(at, lines[at]),
            Change::MoveDown => {
                let line = lines.remove(at);
                lines.insert(place.index(lines.len() + 1), line);
            }
            Change::CutShort => {
                let half = (0..=lines[at].len() / 2).rev().find(|end| lines[at].is_char_boundary(*end));
                lines[at] = &lines[at][..half.unwrap_or_default()];
            }
        }
    }
    lines.concat()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn changed_sources_have_the_same_trees(
        file in any::<prop::sample::Index>(),
        changes in prop::collection::vec(
            (any::<prop::sample::Index>(), prop::sample::select(vec![
                Change::Remove, Change::Double, Change::MoveDown, Change::CutShort,
            ])),
            1..5,
        ),
    ) {
        let files = sources();
        let path = file.get(&files);
        if let Ok(source) = std::fs::read_to_string(path) {
            check(path, changed(&source, &changes).as_bytes());
        }
    }
}
