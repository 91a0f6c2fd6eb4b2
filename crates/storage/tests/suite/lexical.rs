//! The inverted index says the same after any edits as one built from nothing.

use crate::support::{Index, Letters, World, listing, world};
use orienteer_model::UnitId;
use orienteer_storage::{FIELDS, Field, Lexical, Places, Snapshot, Term, VectorRows};
use proptest::prelude::*;
use std::collections::BTreeMap;

type Seen = BTreeMap<String, (u32, BTreeMap<UnitId, ([u8; FIELDS], [u16; FIELDS])>)>;

fn everything(lexical: &Lexical) -> Seen {
    let terms = lexical.terms_with_prefix("", usize::MAX).into_iter();
    terms
        .filter_map(|text| {
            let term = lexical.term(&text)?;
            let units = term.postings().map(|posting| (posting.unit, (posting.frequencies, posting.lengths)));
            Some((text, (term.document_frequency(), units.collect())))
        })
        .collect()
}

fn vectors(snapshot: &Snapshot) -> Vec<Option<(Vec<i8>, f32)>> {
    let vectors = snapshot.lexical().vectors(Letters::MODEL).expect("vectors");
    let of = |unit| vectors.of(UnitId(unit)).map(|(vector, scale)| (vector.to_vec(), scale));
    (0..snapshot.unit_count() as u32).map(of).collect()
}

fn current(index: &Index) -> Snapshot {
    index.tree.current().expect("opens").expect("is there")
}

fn frequencies(lexical: &Lexical, term: &str) -> Vec<(u32, [u8; FIELDS])> {
    let term = lexical.term(term);
    term.iter()
        .flat_map(|term| term.postings().map(|posting| (posting.unit.0, posting.frequencies)))
        .collect()
}

#[test]
fn fields_hold_what_they_say() {
    let cache = tempfile::tempdir().expect("folder");
    let index = Index::new(cache.path());
    let source = "type ShapeKeeper\nlonely lonely\nfn measureWidth tapes\nend\nfn other tape\n";
    index.write(&world(&[("tools/ruler.zz", source)]));
    let snapshot = current(&index);
    let lexical = snapshot.lexical();
    // name, qualified, path, doc, signature, body, members
    assert_eq!(
        frequencies(lexical, "shapekeep"),
        [(0, [1, 0, 0, 1, 0, 1, 0]), (1, [0, 1, 0, 0, 0, 0, 0]), (2, [0, 1, 0, 0, 0, 0, 0])]
    );
    assert_eq!(frequencies(lexical, "lone"), [(1, [0, 0, 0, 0, 0, 2, 0])]);
    assert_eq!(frequencies(lexical, "width"), [(0, [0, 0, 0, 0, 0, 0, 1]), (2, [1, 0, 0, 1, 0, 1, 0])]);
    assert_eq!(frequencies(lexical, "tape"), [(2, [0, 0, 0, 0, 0, 1, 0]), (3, [0, 0, 0, 0, 0, 1, 0])]);
    assert_eq!(frequencies(lexical, "ruler").len(), 4);
    assert!(lexical.term("zz").is_none() && lexical.term("").is_none());
    assert_eq!(lexical.document_count(), 4);
    assert_eq!(lexical.total_length(Field::Path), 8);
    assert_eq!(lexical.terms_with_prefix("measur", 9), ["measur", "measurewidth"]);
}

#[test]
fn vectors_belong_to_their_units() {
    let cache = tempfile::tempdir().expect("folder");
    let index = Index::new(cache.path());
    index.write(&world(&[("x/y.zz", "fn bold apple\nfn cool dry cat\nfn zoo\n")]));
    let snapshot = current(&index);
    // Each unit's doc is "About NAME"; of "fn NAME" the letters after the first three bytes are body.
    let found = vectors(&snapshot);
    let numbers: Vec<Option<Vec<i8>>> =
        found.iter().map(|found| found.as_ref().map(|found| found.0.clone())).collect();
    assert_eq!(numbers[0], Some(vec![0, 1, 0, 0, 2, 2, 0, 0]));
    assert_eq!(numbers[1], Some(vec![0, 0, 1, 0, 1, 0, 3, 1]));
    assert_eq!(numbers[2], Some(vec![0, 0, 0, 0, 1, 0, 0, 0]));
    assert_eq!(numbers[3], None);
    assert_eq!(found[0].as_ref().map(|found| found.1), Some(1.0 / 3.0));
    let rows =
        snapshot.lexical().vectors(Letters::MODEL).expect("vectors").segments().next().expect("a segment");
    assert_eq!((rows.document_count(), rows.sketches()), (3, &[0b11_0010, 0b1101_0100, 0b1_0000][..]));
    assert!(snapshot.lexical().vectors(Letters::MODEL + 1).is_none());
    assert!(snapshot.lexical().has_model(Letters::MODEL) && !snapshot.lexical().has_model(0));
}

/// Documents of each segment's groups with their sketches, in order; none where a segment has no groups.
fn grouped(snapshot: &Snapshot) -> Vec<Option<Vec<(u32, u64)>>> {
    let vectors = snapshot.lexical().vectors(Letters::MODEL).expect("vectors");
    let of_segment = |rows: VectorRows<'_>| {
        let (_, scales) = rows.centres()?;
        let mut found: Vec<(u32, u64)> = Vec::new();
        for group in 0..scales.len() {
            let (documents, sketches) = rows.group(group);
            found.extend(documents.iter().copied().zip(sketches.iter().copied()));
        }
        assert_eq!(rows.group(scales.len()), (&[][..], &[][..]));
        found.sort_unstable();
        Some(found)
    };
    vectors.segments().map(of_segment).collect()
}

#[test]
fn groups_have_the_documents_of_their_segment() {
    let cache = tempfile::tempdir().expect("folder");
    let index = Index::new(cache.path());
    let file = ("x/y.zz", "fn bold apple\nfn cool dry cat\nfn zoo\n");
    index.write(&world(&[file]));
    let whole = Some(vec![(0, 0b11_0010), (1, 0b1101_0100), (2, 0b1_0000)]);
    assert_eq!(grouped(&current(&index)), std::slice::from_ref(&whole));
    let of = |snapshot: &Snapshot| {
        let names = std::fs::read_dir(snapshot.folder()).expect("folder").map(|entry| entry.expect("entry"));
        let mut paths: Vec<_> = names.map(|entry| entry.path()).collect();
        paths.retain(|path| path.to_string_lossy().ends_with("-groups"));
        paths
    };
    let before = of(&current(&index));
    index.write(&world(&[file, ("x/z.zz", "fn dull dog\n")]));
    let snapshot = current(&index);
    assert_eq!(grouped(&snapshot), [whole, Some(vec![(0, 0b1001_1000)])]);
    assert!(before.iter().all(|path| of(&snapshot).iter().any(|kept| kept.file_name() == path.file_name())));
    std::fs::remove_file(&of(&snapshot)[0]).expect("removed");
    assert!(index.tree.current().is_err(), "a listed part that is missing");
}

#[test]
fn batches_make_the_same_bytes_as_one() {
    let files: World = (0..40)
        .map(|n| (format!("dir{}/f{n}", n % 7), format!("fn name{n} word{} shared\ntext {n} more\n", n % 5)))
        .collect();
    let segments = |batches: usize| {
        let cache = tempfile::tempdir().expect("folder");
        let index = Index::new(cache.path());
        index.write_locked(&index.lock(), &files, false, batches).expect("publish");
        listing(index.tree.folder())
    };
    let one = segments(1);
    assert!(one.iter().any(|path| path.contains("segment-")));
    assert_eq!(one, segments(9));
}

#[test]
fn segments_are_joined_before_they_are_many() {
    let cache = tempfile::tempdir().expect("folder");
    let index = Index::new(cache.path());
    let mut files: World = (0..200).map(|n| (format!("f{n:03}"), format!("fn name{n} shared\n"))).collect();
    index.write(&files);
    for edit in 0..30 {
        files.insert(format!("f{:03}", edit * 3), format!("fn edited{edit} shared again\n"));
        index.write(&files);
        assert!(current(&index).lexical().segment_count() <= 8);
        assert_eq!(current(&index).lexical().term("share").map(|term| term.document_frequency()), Some(200));
    }
    assert!(current(&index).lexical().term("again").expect("term").document_frequency() == 30);
}

/// Ninety files of a hundred and ten functions, all of which have one word.
fn many() -> World {
    let function = |file: usize, n: usize| format!("fn name{file}x{n} shared\n");
    let source = |file: usize| (0..110).map(|n| function(file, n)).collect::<String>();
    (0..90).map(|file| (format!("f{file:02}"), source(file))).collect()
}

fn units_of(term: &Term<'_>, places: &Places) -> Vec<u32> {
    let mut units = Vec::new();
    term.for_each_in(places, |unit, _, counts, _| {
        assert!(counts[Field::Body as usize] > 0);
        units.push(unit.0);
    });
    units.sort_unstable();
    units
}

#[test]
fn a_long_list_is_entered_where_files_are() {
    let cache = tempfile::tempdir().expect("folder");
    let index = Index::new(cache.path());
    index.write(&many());
    let snapshot = current(&index);
    let term = snapshot.lexical().term("share").expect("term");
    assert!(term.is_long() && term.document_frequency() == 9_900);
    assert_eq!(term.file_frequency(), 90);
    let chosen: Vec<_> = snapshot.files().filter(|file| file.id().0 % 7 == 3).collect();
    // In whatever order they are named.
    let firsts = chosen.iter().rev().filter_map(|file| file.units().next());
    let places = snapshot.lexical().places(firsts);
    let expected: Vec<u32> = chosen.iter().flat_map(|file| file.units()).map(|unit| unit.0).collect();
    assert_eq!(units_of(&term, &places), expected);
    let mut best = 0;
    term.for_each_best(|_, _, _, _| best += 1);
    assert!(best > 0 && best < 2_000, "{best}");
    let rare = snapshot.lexical().term("name3x5").expect("term");
    assert!(!rare.is_long() && rare.file_frequency() == 1);
    let mut rarest = Vec::new();
    rare.for_each_best(|unit, _, _, _| rarest.push(unit));
    assert_eq!(rarest.len(), 1);
}

#[test]
fn what_died_in_a_long_list_is_not_counted() {
    let cache = tempfile::tempdir().expect("folder");
    let index = Index::new(cache.path());
    let mut files = many();
    index.write(&files);
    files.insert("f07".to_string(), "fn other shared\nfn another\n".to_string());
    files.remove("f50");
    index.write(&files);
    let snapshot = current(&index);
    assert!(snapshot.lexical().segment_count() > 1);
    let term = snapshot.lexical().term("share").expect("term");
    assert_eq!(term.document_frequency() as usize, term.postings().count());
    assert_eq!(term.document_frequency(), 88 * 110 + 1);
    let changed = snapshot.file_by_path("f07").expect("a file");
    let places = snapshot.lexical().places(changed.units().next().into_iter());
    assert_eq!(units_of(&term, &places).len(), 1);
}

fn any_edit() -> impl Strategy<Value = (String, Option<String>)> {
    let source = proptest::collection::vec(
        prop_oneof!["fn [abc]{1,3} [a-d ]{0,9}\n", "type [AB][ab]\n", Just("end\n".to_string())],
        0..5,
    );
    ("f[0-3][0-9]", proptest::option::weighted(0.8, source.prop_map(|lines| lines.concat())))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn edits_equal_a_rebuild(rounds in proptest::collection::vec(proptest::collection::vec(any_edit(), 1..3), 1..14)) {
        let (old, new) = (tempfile::tempdir().expect("folder"), tempfile::tempdir().expect("folder"));
        let (edited, rebuilt) = (Index::new(old.path()), Index::new(new.path()));
        // Enough files that an edit leaves dead documents in a segment instead of having it rewritten.
        let mut files: World = (0..40).map(|n| (format!("f{n:02}"), format!("fn a{n} b c d\nfn abc d\n"))).collect();
        for round in rounds {
            for (path, source) in round {
                match source {
                    Some(source) => files.insert(path, source),
                    None => files.remove(&path),
                };
            }
            let id = edited.write(&files);
            let expected = rebuilt.write_locked(&rebuilt.lock(), &files, false, 2).expect("publish");
            prop_assert_eq!(id, expected);
            let (edited, rebuilt) = (current(&edited), current(&rebuilt));
            prop_assert_eq!(everything(edited.lexical()), everything(rebuilt.lexical()));
            if edited.lexical().document_count() > 0 {
                prop_assert_eq!(vectors(&edited), vectors(&rebuilt));
            }
            prop_assert_eq!(edited.lexical().document_count(), rebuilt.lexical().document_count());
            for field in Field::ALL {
                prop_assert_eq!(edited.lexical().total_length(field), rebuilt.lexical().total_length(field));
            }
        }
    }
}
