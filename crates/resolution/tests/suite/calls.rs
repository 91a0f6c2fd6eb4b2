//! One mechanism of resolving calls per test, each with namesakes that must not be chosen.

use crate::support::{File, Repository};
use orienteer_model::{BindingKind, ReceiverKind, ReferenceKind, UnitKind};

/// A file of functions that nobody means.
fn decoys(path: &str) -> File {
    let mut file = File::python(path);
    for name in ["weigh", "load", "open_hold"] {
        file.function(name);
    }
    let class = file.class("Crane");
    file.method(class, "lift");
    file
}

#[test]
fn the_same_file_comes_before_others() {
    let mut file = File::python("port/dock.py");
    let caller = file.function("unload");
    file.function("weigh");
    file.call(caller, "weigh");
    let repository = Repository::new(vec![file, decoys("port/other.py")]);
    assert_eq!(repository.calls(), ["port/dock.py:unload -> port/dock.py:weigh 95"]);
}

#[test]
fn an_unimported_name_of_another_file_is_not_meant() {
    let mut file = File::python("port/dock.py");
    let caller = file.function("unload");
    file.call(caller, "weigh");
    let repository = Repository::new(vec![file, decoys("port/other.py")]);
    assert!(repository.calls().is_empty());
}

#[test]
fn a_local_variable_hides_a_function() {
    let mut file = File::python("port/dock.py");
    let caller = file.function("unload");
    file.function("weigh");
    file.bind(BindingKind::Local, caller, "weigh", "");
    file.call(caller, "weigh");
    assert!(Repository::new(vec![file]).calls().is_empty());
}

#[test]
fn a_nested_function_comes_before_the_top_level() {
    let mut file = File::python("port/dock.py");
    let caller = file.function("unload");
    file.unit(UnitKind::Function, "weigh", caller);
    file.function("weigh");
    file.call(caller, "weigh");
    assert_eq!(Repository::new(vec![file]).calls(), ["port/dock.py:unload -> port/dock.py:unload.weigh 95"]);
}

#[test]
fn imports_lead_through_packages_that_pass_names_on() {
    let mut user = File::python("app/main.py");
    user.import("port", "weigh");
    let caller = user.function("run");
    user.call(caller, "weigh");
    let mut package = File::python("port/__init__.py");
    package.import(".scales", "weigh");
    let mut scales = File::python("port/scales.py");
    scales.function("weigh");
    let repository = Repository::new(vec![user, package, scales, decoys("port/other.py")]);
    assert_eq!(repository.calls(), ["app/main.py:run -> port/scales.py:weigh 95"]);
}

#[test]
fn names_passed_on_in_a_circle_lead_nowhere() {
    let mut user = File::python("app/main.py");
    user.import("left", "weigh");
    let caller = user.function("run");
    user.call(caller, "weigh");
    let mut left = File::python("left.py");
    left.import("right", "weigh");
    let mut right = File::python("right.py");
    right.import("left", "weigh");
    right.import_everything("left");
    assert!(Repository::new(vec![user, left, right, decoys("other.py")]).calls().is_empty());
}

#[test]
fn a_module_is_reached_by_alias_and_by_its_whole_path() {
    let mut user = File::python("app/main.py");
    user.import_as("port.scales", "", "s");
    user.import("port.scales", "");
    let caller = user.function("run");
    user.call_on(caller, "s", "weigh");
    user.call_on(caller, "port.scales", "load");
    let mut scales = File::python("port/scales.py");
    scales.function("weigh");
    scales.function("load");
    let repository = Repository::new(vec![user, scales, decoys("port/other.py")]);
    let expected =
        ["app/main.py:run -> port/scales.py:load 95", "app/main.py:run -> port/scales.py:weigh 95"];
    assert_eq!(repository.calls(), expected);
}

#[test]
fn what_an_import_brings_from_outside_is_not_a_namesake_here() {
    let mut user = File::python("app/main.py");
    user.import("elsewhere.scales", "weigh");
    user.import("elsewhere", "");
    let caller = user.function("run");
    user.call(caller, "weigh");
    user.call_on(caller, "elsewhere", "lift");
    assert!(Repository::new(vec![user, decoys("port/other.py")]).calls().is_empty());
}

fn crane(path: &str) -> File {
    let mut file = File::python(path);
    let crane = file.class("Crane");
    file.method(crane, "lift");
    let other = file.class("Winch");
    file.method(other, "lift");
    file
}

#[test]
fn written_and_constructed_types_decide_between_methods_of_one_name() {
    let mut file = crane("port/dock.py");
    let caller = file.function("unload");
    file.bind(BindingKind::Annotated, caller, "first", "Winch");
    file.bind(BindingKind::Assigned, caller, "second", "Crane");
    file.call_on(caller, "first", "lift");
    file.reference(ReferenceKind::Call, caller, (ReceiverKind::CallResult, "Crane"), "lift");
    file.call_on(caller, "second", "lift");
    let expected = [
        "port/dock.py:unload -> port/dock.py:Crane.lift 95",
        "port/dock.py:unload -> port/dock.py:Winch.lift 95",
    ];
    assert_eq!(Repository::new(vec![file]).calls(), expected);
}

#[test]
fn a_written_result_is_one_guess() {
    let mut file = crane("port/dock.py");
    let maker = file.function("hire");
    file.bind(BindingKind::Result, maker, "", "Winch");
    let caller = file.function("unload");
    file.bind(BindingKind::Assigned, caller, "tool", "hire");
    file.call_on(caller, "tool", "lift");
    assert_eq!(Repository::new(vec![file]).calls(), ["port/dock.py:unload -> port/dock.py:Winch.lift 85"]);
}

#[test]
fn fields_have_the_type_that_a_method_gave_them() {
    let mut dock = File::python("port/dock.py");
    dock.import("port.tools", "Winch");
    let class = dock.class("Dock");
    let constructor = dock.method(class, "__init__");
    dock.bind(BindingKind::Annotated, constructor, "tool", "Winch");
    dock.bind(BindingKind::FieldAlias, constructor, "tool", "tool");
    let caller = dock.method(class, "unload");
    dock.call_on(caller, "self.tool", "lift");
    let repository = Repository::new(vec![dock, crane("port/tools.py")]);
    assert_eq!(repository.calls(), ["port/dock.py:Dock.unload -> port/tools.py:Winch.lift 85"]);
}

#[test]
fn a_call_of_a_type_runs_the_constructor_it_declares() {
    let mut file = crane("port/dock.py");
    let barge = file.class("Barge");
    file.method(barge, "__init__");
    let caller = file.function("unload");
    file.call(caller, "Barge");
    file.call(caller, "Crane");
    let expected = [
        "port/dock.py:unload -> port/dock.py:Barge.__init__ 95",
        "port/dock.py:unload -> port/dock.py:Crane 95",
    ];
    assert_eq!(Repository::new(vec![file]).calls(), expected);
}

#[test]
fn an_unknown_receiver_gives_likely_targets_only() {
    let mut file = crane("port/dock.py");
    let only = file.class("Barge");
    file.method(only, "moor_at");
    let caller = file.function("unload");
    file.bind(BindingKind::Local, caller, "thing", "");
    file.bind(BindingKind::Local, caller, "winch", "");
    file.call_on(caller, "thing", "moor_at");
    file.call_on(caller, "thing", "lift");
    let expected = [
        "port/dock.py:unload -> port/dock.py:Barge.moor_at 50",
        "port/dock.py:unload -> port/dock.py:Crane.lift 30?",
        "port/dock.py:unload -> port/dock.py:Winch.lift 30?",
    ];
    assert_eq!(Repository::new(vec![file.clone()]).calls(), expected);

    let caller = file.function("reload");
    file.bind(BindingKind::Local, caller, "winch", "");
    file.call_on(caller, "winch", "lift");
    let calls = Repository::new(vec![file]).calls();
    assert!(calls.contains(&"port/dock.py:reload -> port/dock.py:Winch.lift 60".to_owned()), "{calls:?}");
}

#[test]
fn too_many_namesakes_and_built_in_names_give_nothing() {
    let mut file = File::python("port/dock.py");
    for number in 0..6 {
        let class = file.class(&format!("Tool{number}"));
        file.method(class, "lift");
    }
    let list = file.class("Manifest");
    file.method(list, "append");
    let caller = file.function("unload");
    file.bind(BindingKind::Local, caller, "thing", "");
    file.call_on(caller, "thing", "lift");
    file.call_on(caller, "thing", "append");
    let resolved = Repository::new(vec![file.clone()]).resolve();
    assert_eq!(resolved.statistics.unresolved, 2);
    assert!(Repository::new(vec![file]).calls().is_empty());
}

#[test]
fn a_package_index_passes_on_everything_of_many_files() {
    let mut user = File::new("typescript", "src/main.ts");
    user.import("./tools/index.js", "weigh");
    let caller = user.function("run");
    user.call(caller, "weigh");
    let mut index = File::new("typescript", "src/tools/index.ts");
    let mut files = vec![user];
    for number in 0..40 {
        index.import_everything(&format!("./tool{number}"));
        let mut tool = File::new("typescript", &format!("src/tools/tool{number}.ts"));
        // Files import from the index that passes them on; that is no export.
        tool.import("./index", "weigh");
        if number == 37 {
            tool = File::new("typescript", "src/tools/tool37.ts");
            tool.function("weigh");
        }
        files.push(tool);
    }
    files.push(index);
    assert_eq!(Repository::new(files).calls(), ["src/main.ts:run -> src/tools/tool37.ts:weigh 95"]);
}

#[test]
fn methods_written_outside_their_type_belong_to_it() {
    let mut types = File::new("go", "port/types.go");
    types.unit(UnitKind::Struct, "Winch", 0);
    let mut methods = File::new("go", "port/winch.go");
    let caller = methods.displaced("Winch", "Lift");
    methods.displaced("Winch", "turn");
    methods.bind(BindingKind::Annotated, caller, "w", "Winch");
    methods.call_on(caller, "w", "turn");
    let mut decoy = File::new("go", "yard/winch.go");
    decoy.unit(UnitKind::Struct, "Winch", 0);
    decoy.displaced("Winch", "turn");
    let repository = Repository::new(vec![types, methods, decoy]);
    assert_eq!(repository.calls(), ["port/winch.go:Winch.Lift -> port/winch.go:Winch.turn 90"]);
    let members = repository.edges(orienteer_model::EdgeKind::MemberOf);
    assert!(
        members.contains(&"port/winch.go:Winch.turn -> port/types.go:Winch 100".to_owned()),
        "{members:?}"
    );
}
