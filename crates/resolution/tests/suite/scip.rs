//! Edges out of hand-made SCIP indexes.

use crate::support::{File, Repository};
use ::scip::types::{Document, Index, Occurrence};
use orienteer_model::{EdgeKind, Provenance};
use orienteer_resolution::{ScipError, scip_edges};
use protobuf::Message;

fn occurrence(line: u32, length: i32, symbol: &str, definition: bool) -> Occurrence {
    let mut occurrence = Occurrence::new();
    occurrence.range = vec![line as i32 - 1, 4, 4 + length];
    occurrence.symbol = symbol.to_owned();
    occurrence.symbol_roles = i32::from(definition);
    occurrence
}

fn index(documents: Vec<(&str, Vec<Occurrence>)>) -> Vec<u8> {
    let mut index = Index::new();
    for (path, occurrences) in documents {
        let mut document = Document::new();
        document.relative_path = path.to_owned();
        document.occurrences = occurrences;
        index.documents.push(document);
    }
    index.write_to_bytes().expect("an index can be written")
}

#[test]
fn a_use_is_a_call_where_the_facts_have_one() {
    let mut scales = File::python("port/scales.py");
    scales.function("weigh");
    scales.function("tare0");
    let mut user = File::python("port/user.py");
    let caller = user.function("run");
    user.call_on(caller, "anything", "weigh");
    let call_line = user.facts.references[0].line;
    let repository = Repository::new(vec![scales, user]);
    let bytes = index(vec![
        ("port/scales.py", vec![occurrence(1, 5, "x weigh().", true), occurrence(2, 5, "x tare0().", true)]),
        (
            "port/user.py",
            vec![occurrence(call_line, 5, "x weigh().", false), occurrence(1, 5, "x tare0().", false)],
        ),
    ]);
    let edges = scip_edges(&bytes, &repository.inputs()).unwrap();
    let written: Vec<_> = edges
        .iter()
        .map(|edge| (edge.kind, repository.describe(edge.to.0), edge.confidence, edge.provenance))
        .collect();
    assert_eq!(written[0], (EdgeKind::Calls, "port/scales.py:weigh".to_owned(), 100, Provenance::Scip));
    assert_eq!(written[1], (EdgeKind::References, "port/scales.py:tare0".to_owned(), 100, Provenance::Scip));
}

#[test]
fn bad_input_is_a_typed_error() {
    let repository = Repository::new(vec![File::python("a.py")]);
    assert!(matches!(
        scip_edges(b"\xff\xff\xff not an index", &repository.inputs()),
        Err(ScipError::Malformed(_))
    ));
    let foreign = index(vec![("other/place.py", vec![])]);
    assert!(matches!(scip_edges(&foreign, &repository.inputs()), Err(ScipError::NothingInCommon)));
}
