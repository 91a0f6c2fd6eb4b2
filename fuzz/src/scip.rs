//! A SCIP index made of any bytes, against files that are really there.

use orienteer_model::FileFacts;
use orienteer_resolution::{FileInput, scip_edges};
use std::sync::LazyLock;

const SOURCE: &str = "class Kettle:\n    def boil(self):\n        return heat(self)\n\n\ndef heat(kettle):\n    return kettle\n";
static FACTS: LazyLock<FileFacts> =
    LazyLock::new(|| orienteer_extraction::extract("kettle.py", SOURCE.as_bytes()));

pub(crate) fn run(data: &[u8]) {
    let files = [FileInput { path: "kettle.py", facts: FACTS.view(), first_unit: 0, is_test: false }];
    if let Ok(edges) = scip_edges(data, &files) {
        let units = FACTS.units.len() as u32;
        assert!(edges.iter().all(|edge| edge.from.0 < units && edge.to.0 < units));
    }
}
