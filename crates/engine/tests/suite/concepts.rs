//! What a team calls its code, from `orient.toml` to the answer, and what the code around a unit calls it.

use crate::support::Ground;
use orienteer_engine::{Params, SearchRequest, search};

/// A weir with more code about levels than a page holds; `regulate` is what its caller says of it.
fn weir() -> Ground {
    let ground = Ground::new();
    ground.write(
        "weir/regulator.py",
        "def regulate(level):\n    \"\"\"Keeps the level.\"\"\"\n    return level\n\n\ndef adjust(level):\n    \"\"\"Keeps the level.\"\"\"\n    return level\n",
    );
    ground.write(
        "weir/gates.py",
        "from weir.regulator import regulate\n\n\ndef open_sluice_gate(level):\n    return regulate(level)\n",
    );
    for at in 0..20 {
        let text = format!("def measure_{at}(level):\n    return level\n");
        ground.write(&format!("weir/gauge_{at:02}.py"), &text);
    }
    ground
}

#[test]
fn what_callers_say_of_a_unit_is_a_name_of_it() {
    let (_, view) = weir().open();
    let mut request = SearchRequest::new("who keeps the level behind the sluice gate");
    request.params = Params { channel_aliases: 1.0, alias: 1.0, ..Params::default() };
    let answer = search(&view.snapshot, &request).expect("an answer");
    let alias = |name: &str| {
        let hit = answer.hits.iter().find(|hit| hit.place.name == name).expect(name);
        hit.parts.iter().find(|part| part.name == "alias").map_or(0.0, |part| part.value)
    };
    assert_eq!((alias("regulate"), alias("adjust")), (0.7, 0.0));
    let position = |name: &str| answer.hits.iter().position(|hit| hit.place.name == name);
    assert!(position("regulate") < position("adjust"));
}

#[test]
fn a_class_of_the_team_is_read_and_acts() {
    let ground = weir();
    ground.write(
        "orient.toml",
        "[[concept]]\nid = \"flood\"\nphrases = [\"high water\"]\ntargets = [\"regulate\"]\n",
    );
    let (workspace, view) = ground.open();
    let mut request = SearchRequest::new("high water");
    let found = |request: &SearchRequest| {
        let hits = search(&view.snapshot, request).expect("an answer").hits;
        hits.iter().any(|hit| hit.place.name == "regulate")
    };
    assert!(!found(&request));
    request.settings = workspace.settings().expect("settings");
    assert!(found(&request));
    assert_ne!(request.settings.fingerprint(), SearchRequest::new("x").settings.fingerprint());
}
