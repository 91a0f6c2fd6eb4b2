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
