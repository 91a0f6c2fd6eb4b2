//! What an answer had to do without is in the answers of the API, and a server reads the settings of its folder.

use crate::api::{good, house};

/// Nothing of this model was computed, so that nobody is asked.
const SETTINGS: &str = "[services.dense]\nurl = \"http://localhost:1\"\nmodel = \"small\"\n";

#[test]
fn answers_say_what_is_missing() {
    let house = house();
    assert_eq!(good(&house, "/api/v1/search?q=strike")["notes"], serde_json::Value::Null);
    house.write("orient.toml", SETTINGS);
    for path in ["/api/v1/search?q=strike", "/api/v1/context?task=strike+the+hours"] {
        let answer = good(&house, path);
        let note = &answer["notes"][0];
        assert_eq!(
            (note["service"].as_str(), note["kind"].as_str()),
            (Some("dense embedder"), Some("unembedded"))
        );
        assert!(note["hint"].is_string() && note["text"].is_string(), "{note}");
    }
    let pack = good(&house, "/api/v1/context?task=strike+the+hours");
    assert!(pack["text"].as_str().is_some_and(|text| text.contains("note: dense embedder")), "{pack}");
    house.close();
}
