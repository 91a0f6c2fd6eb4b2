//! The parameters keep their ranges, and are told apart.

use super::*;

#[test]
fn every_default_is_in_its_range() {
    let mut params = Params::default();
    for parameter in Params::default().all() {
        assert_eq!(params.set(parameter.name, parameter.value), Ok(()), "{}", parameter.name);
        assert!(!parameter.doc.is_empty());
    }
}

#[test]
fn settings_are_checked() {
    let mut params = Params::default();
    assert!(matches!(params.set("nonsense", 1.0), Err(ParamsError::Unknown { .. })));
    assert!(matches!(params.set("b", 7.0), Err(ParamsError::OutOfRange { name: "b", .. })));
    assert!(matches!(params.set("b", f32::NAN), Err(ParamsError::OutOfRange { .. })));
}

#[test]
fn the_fingerprint_tells_settings_apart() {
    let mut params = Params::default();
    let before = params.fingerprint();
    assert_eq!(before, Params::default().fingerprint());
    params.set("k1", 1.25).unwrap();
    assert_ne!(before, params.fingerprint());
}

#[test]
fn contexts_and_reports_have_numbers_of_their_own() {
    let params = Params { dense: 1.0, context_dense: 2.0, report_dense: 3.0, ..Params::default() };
    let dense = |params: &Params, is_report| params.for_question(is_report).dense;
    assert_eq!(
        (dense(&params, false), dense(&params, true)),
        (1.0, 1.0),
        "a search has one number for all questions"
    );
    let context = params.for_context();
    assert_eq!((dense(&context, false), dense(&context, true)), (2.0, 3.0));
    assert_eq!(params.for_surroundings().dense, 3.0, "a change has no words to be weighed by");
}

#[test]
fn reports_are_packed_by_numbers_of_their_own() {
    let params =
        Params { pack_margin: 1.0, report_pack_margin: 2.0, own: 1.0, report_own: 2.0, ..Params::default() };
    let packed = params.for_packed_report();
    assert_eq!((packed.pack_margin, packed.own), (2.0, 1.0), "weights are chosen where they are used");
    assert_eq!(params.for_surroundings().pack_margin, 2.0);
}

/// Whoever asks for the numbers of a context again gets those of a report back by asking for them again.
#[test]
fn the_numbers_of_surroundings_stay() {
    let params = Params { context_pool: 40.0, report_pool: 20.0, ..Params::default() };
    let again = params.for_surroundings().for_context();
    assert_eq!((params.for_surroundings().pool, again.for_question(true).pool), (20.0, 20.0));
}

/// What is weighed in another way for a report is weighed in another way for a context too: a report is asked for its context.
#[test]
fn every_number_of_a_report_stands_beside_one_of_a_context() {
    for parameter in Params::default().all() {
        if let Some(name) = parameter.name.strip_prefix("report_") {
            assert!(Params::default().get(name).is_some(), "{name}");
            let is_of_contexts = name.starts_with("pack_");
            assert!(is_of_contexts || Params::default().get(&format!("context_{name}")).is_some(), "{name}");
        }
    }
}
