//! Inheritance, tests, documents and things outside the source.

use crate::support::{File, Repository};
use orienteer_model::{EdgeKind, ReceiverKind, ReferenceKind, UnitKind};

/// A diamond: `Tug` and `Ferry` are both ships of which `Carrier` is a child.
fn diamond() -> File {
    let mut file = File::python("fleet.py");
    let ship = file.class("Ship");
    file.method(ship, "sail");
    file.method(ship, "moor");
    let tug = file.class("Tug");
    file.extends(tug, "Ship");
    let ferry = file.class("Ferry");
    file.extends(ferry, "Ship");
    file.method(ferry, "sail");
    let carrier = file.class("Carrier");
    file.extends(carrier, "Tug");
    file.extends(carrier, "Ferry");
    let caller = file.method(carrier, "run");
    file.call_self(caller, "sail");
    file.call_self(caller, "moor");
    file
}

#[test]
fn a_diamond_asks_both_sides_before_the_common_parent() {
    let repository = Repository::new(vec![diamond()]);
    let expected =
        ["fleet.py:Carrier.run -> fleet.py:Ferry.sail 95", "fleet.py:Carrier.run -> fleet.py:Ship.moor 95"];
    assert_eq!(repository.calls(), expected);
    assert_eq!(repository.edges(EdgeKind::Overrides), ["fleet.py:Ferry.sail -> fleet.py:Ship.sail 95"]);
    let inherits = repository.edges(EdgeKind::Inherits);
    let expected = [
        "fleet.py:Carrier -> fleet.py:Ferry.sail 95",
        "fleet.py:Carrier -> fleet.py:Ship.moor 95",
        "fleet.py:Ferry -> fleet.py:Ship.moor 95",
        "fleet.py:Tug -> fleet.py:Ship.moor 95",
        "fleet.py:Tug -> fleet.py:Ship.sail 95",
    ];
    assert_eq!(inherits, expected);
}

#[test]
fn types_that_inherit_in_a_circle_end() {
    let mut file = File::python("fleet.py");
    let left = file.class("Left");
    file.extends(left, "Right");
    let right = file.class("Right");
    file.extends(right, "Left");
    file.method(right, "sail");
    let caller = file.method(left, "run");
    file.call_self(caller, "sail");
    file.call_self(caller, "sink");
    assert_eq!(Repository::new(vec![file]).calls(), ["fleet.py:Left.run -> fleet.py:Right.sail 95"]);
}

#[test]
fn super_passes_over_the_own_method() {
    let mut file = diamond();
    let carrier = file.facts.units.iter().rposition(|unit| unit.kind() == UnitKind::Class).unwrap() as u32;
    let own = file.method(carrier, "sail");
    file.reference(ReferenceKind::Call, own, (ReceiverKind::Super, ""), "sail");
    let calls = Repository::new(vec![file]).calls();
    assert!(calls.contains(&"fleet.py:Carrier.sail -> fleet.py:Ferry.sail 95".to_owned()), "{calls:?}");
}

#[test]
fn a_test_is_for_what_it_is_named_after_and_calls() {
    let mut subject = File::python("port/scales.py");
    subject.function("weigh");
    subject.function("load");
    let mut test = File::python("tests/test_scales.py").test();
    test.import("port.scales", "weigh");
    test.import("port.scales", "load");
    let case = test.function("test_weigh");
    test.call(case, "weigh");
    test.call(case, "load");
    test.function("test_load");
    let repository = Repository::new(vec![subject, test]);
    let expected = [
        "tests/test_scales.py:test_load -> port/scales.py:load 60",
        "tests/test_scales.py:test_weigh -> port/scales.py:load 45",
        "tests/test_scales.py:test_weigh -> port/scales.py:weigh 95",
    ];
    assert_eq!(repository.edges(EdgeKind::Tests), expected);
    assert_eq!(repository.edges(EdgeKind::TestedBy).len(), 3);
}

#[test]
fn documents_name_symbols_as_surely_as_they_write_them() {
    let mut code = File::python("port/scales.py");
    let crane = code.class("Crane");
    code.method(crane, "lift");
    let winch = code.class("Winch");
    code.method(winch, "lift");
    for _ in 0..2 {
        code.function("tare_weight");
    }
    for _ in 0..4 {
        code.function("balance");
    }
    let mut text = File::new("markdown", "docs/guide.md");
    for mention in ["Winch.lift", "Crane", "tare_weight", "balance", "lift"] {
        text.reference(ReferenceKind::Mention, 0, (ReceiverKind::None, ""), mention);
    }
    let repository = Repository::new(vec![code, text]);
    let expected = [
        "docs/guide.md -> port/scales.py:Crane 80",
        "docs/guide.md -> port/scales.py:Crane.lift 40?",
        "docs/guide.md -> port/scales.py:Winch.lift 90",
        "docs/guide.md -> port/scales.py:tare_weight 40?",
        "docs/guide.md -> port/scales.py:tare_weight 40?",
    ];
    assert_eq!(repository.edges(EdgeKind::Documents), expected);
}

#[test]
fn things_outside_the_source_are_numbered_behind_all_units() {
    let mut file = File::python("port/app.py");
    let handler = file.function("show");
    file.reference(ReferenceKind::Route, handler, (ReceiverKind::None, ""), "/ships");
    file.reference(ReferenceKind::Environment, handler, (ReceiverKind::None, ""), "PORT_NAME");
    file.reference(ReferenceKind::Environment, 0, (ReceiverKind::None, ""), "PORT_NAME");
    let repository = Repository::new(vec![file]);
    let resolved = repository.resolve();
    let names: Vec<_> =
        resolved.externals.iter().map(|external| (external.kind, external.name.as_str())).collect();
    assert_eq!(names, [(UnitKind::Route, "/ships"), (UnitKind::Environment, "PORT_NAME")]);
    assert_eq!(repository.edges(EdgeKind::ReadsEnv).len(), 2);
    assert_eq!(repository.edges(EdgeKind::HandlesRoute), ["port/app.py:show -> external 100"]);
    let route = resolved.edges.iter().find(|edge| edge.kind == EdgeKind::HandlesRoute).unwrap();
    assert_eq!(route.to.0, 2);
}

#[test]
fn a_decorator_points_at_what_it_decorates() {
    let mut tools = File::python("port/tools.py");
    tools.function("logged");
    let mut file = File::python("port/app.py");
    file.import("port.tools", "logged");
    let unit = file.function("show");
    file.reference(ReferenceKind::Decorate, unit, (ReceiverKind::None, ""), "logged");
    let repository = Repository::new(vec![tools, file]);
    assert_eq!(repository.edges(EdgeKind::Decorates), ["port/tools.py:logged -> port/app.py:show 95"]);
}
