//! The direct parser and tree-sitter make the same trees: of the sources that extraction is tested with, and of what becomes of them
//! when lines are taken away, doubled and moved.

use orienteer_languages::Language;
use orienteer_syntax::{Limits, Parser};
use proptest::prelude::*;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

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

/// Sources that would take work far out of proportion to their size, if anything in it went uncounted.
#[test]
fn hostile_sources_come_to_an_end() {
    let open_parentheses = format!("int x = a < {};", "(".repeat(300_000));
    let many_blocks = format!("{}{}", "{".repeat(200_000), "a*b;".repeat(50_000));
    let many_comments = format!("int f() {{ {}a {}; }}", "a=".repeat(100_000), "/**/".repeat(100_000));
    let nested: String = (0..100).map(|number| format!("<element-number-{number}>")).collect();
    let many_states = format!("{nested}{}", "<p>".repeat(200_000));
    let limits = |source: &str| Limits {
        steps: 20_000 + 8 * source.len() as u64,
        reads: (1 << 24) + 64 * source.len() as u64,
        time: Duration::from_secs(2),
    };
    let sources =
        [("a.cpp", open_parentheses), ("a.c", many_blocks), ("b.c", many_comments), ("a.html", many_states)];
    for (path, source) in sources {
        let grammar = language_of(Path::new(path)).and_then(|language| language.grammar.as_ref());
        let grammar = grammar.expect("a grammar");
        let began = Instant::now();
        let _ = Parser::default().parse_directly(grammar, source.as_bytes(), &limits(&source));
        assert!(began.elapsed() < Duration::from_secs(60), "{path}");
    }
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
