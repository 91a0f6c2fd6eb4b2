//! A model of four rows, written by hand: what a reader must make of the layout.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use orienteer_embedding::{ModelError, StaticModel, Sum, UnitRow, quantize};

/// Terms in order, two numbers each, scales of one half.
fn model() -> Vec<u8> {
    let rows: [(&str, [i8; 2]); 4] =
        [("gate", [2, 0]), ("gates", [0, 8]), ("light", [4, 0]), ("ship", [0, -2])];
    let mut bytes = b"ORNTEMBD".to_vec();
    for number in [1_u32, 4, 2, 2, 1, 2] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(0.5_f32.to_le_bytes());
    let mut end = 0_u32;
    for (term, _) in rows {
        end += term.len() as u32;
        bytes.extend(end.to_le_bytes());
    }
    rows.iter().for_each(|(term, _)| bytes.extend(term.as_bytes()));
    rows.iter().for_each(|_| bytes.extend(0.5_f32.to_le_bytes()));
    rows.iter().for_each(|(_, numbers)| bytes.extend(numbers.iter().map(|number| *number as u8)));
    bytes
}

fn vector(terms: &[&str]) -> Vec<f32> {
    let bytes = model();
    let model = StaticModel::load(&bytes).unwrap();
    let mut sum = Sum::new();
    terms.iter().for_each(|term| sum.count_term(&model, term));
    sum.finish(&model).to_vec()
}

#[test]
fn the_head_is_read() {
    let bytes = model();
    let model = StaticModel::load(&bytes).unwrap();
    assert_eq!((model.dimensions(), model.prefixes(), model.path_weight()), (2, &[1, 2][..], 0.5));
}

#[test]
fn rows_are_summed_and_scaled_to_one() {
    assert_eq!(vector(&["gate"]), [1.0, 0.0]);
    let both = vector(&["gate", "ship"]);
    assert!((both[0] - 0.5_f32.sqrt()).abs() < 1e-6 && (both[1] + 0.5_f32.sqrt()).abs() < 1e-6);
    assert_eq!(vector(&[]), [0.0, 0.0]);
}

#[test]
fn a_unit_takes_shares_of_title_documentation_and_path() {
    let bytes = model();
    let model = StaticModel::load(&bytes).unwrap();
    let mut buffer = Vec::new();
    let mut unit = |title, doc, path| {
        let rows = [
            UnitRow { row: 0, text: 1, ..UnitRow::default() },
            UnitRow { row: 1, title, doc, path, ..UnitRow::default() },
        ];
        model.unit(rows.into_iter(), &mut buffer, &mut Vec::new());
        buffer[..2].to_vec()
    };
    assert_eq!(unit(0, 0, 0), [1.0, 0.0]);
    assert_eq!(unit(1, 0, 0), [1.0, 1.0]);
    assert_eq!(unit(0, 3, 0), [1.0, 0.7]);
    assert_eq!(unit(0, 0, 2), [1.0, 0.5]);
}

#[test]
fn a_repeated_term_counts_by_its_logarithm() {
    let twice = vector(&["gate", "gate", "ship"]);
    assert!((-twice[0] / twice[1] - (1.0 + 2.0_f32.ln())).abs() < 1e-5);
}

#[test]
fn unknown_terms_are_cut_into_the_longest_known() {
    let rows = |term: &str| {
        let bytes = model();
        let mut rows = Vec::new();
        StaticModel::load(&bytes).unwrap().rows_of(term, &mut rows);
        rows
    };
    assert_eq!(rows("lightgates"), [2, 1]);
    assert_eq!(rows("gatexlight"), [0, 2]);
    assert_eq!(rows("größeship"), [3]);
    assert_eq!(rows("gat"), [] as [u32; 0]);
    assert_eq!(rows(&"gate".repeat(20)), [] as [u32; 0]);
}

#[test]
fn order_changes_no_bit() {
    assert_eq!(vector(&["light", "ship", "gates", "ship"]), vector(&["ship", "gates", "ship", "light"]));
    assert_eq!(quantize(&vector(&["light"])), [127, 0]);
}

#[test]
fn bad_bytes_are_refused() {
    let mut bytes = model();
    assert_eq!(StaticModel::load(b"nothing").unwrap_err(), ModelError::NotAModel);
    assert_eq!(StaticModel::load(&bytes[..bytes.len() - 1]).unwrap_err(), ModelError::Truncated);
    for length in 8..bytes.len() {
        assert!(StaticModel::load(&bytes[..length]).is_err(), "{length}");
    }
    bytes[8] = 9;
    assert_eq!(StaticModel::load(&bytes).unwrap_err(), ModelError::Version(9));
    bytes[8] = 1;
    bytes[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
    assert_eq!(StaticModel::load(&bytes).unwrap_err(), ModelError::Truncated);
}
