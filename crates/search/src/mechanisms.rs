//! What the pipeline does, one thing at a time, and the parameters that say whether it does it: the rows of an ablation.

use crate::params::{Params, ParamsError};

/// Something that the pipeline does, or could do.
#[derive(Clone, Copy, Debug)]
pub struct Mechanism {
    pub name: &'static str,
    /// Whether it is at work by default.
    pub is_on: bool,
    /// What makes it the other way round.
    turned: &'static [(&'static str, f32)],
}

impl Mechanism {
    /// The parameters with it off where it is on, and on where it is off; those of a context and of a report with the others.
    pub fn turn(&self, params: &Params) -> Result<Params, ParamsError> {
        let mut turned = params.clone();
        for (name, value) in self.turned {
            turned.set(name, *value)?;
            for own in [format!("context_{name}"), format!("report_{name}")] {
                if params.get(&own).is_some() {
                    turned.set(&own, *value)?;
                }
            }
        }
        Ok(turned)
    }
}

/// What can be switched, one at a time.
pub fn mechanisms() -> &'static [Mechanism] {
    MECHANISMS
}

const fn off(name: &'static str, turned: &'static [(&'static str, f32)]) -> Mechanism {
    Mechanism { name, is_on: true, turned }
}

const fn on(name: &'static str, turned: &'static [(&'static str, f32)]) -> Mechanism {
    Mechanism { name, is_on: false, turned }
}

const MECHANISMS: &[Mechanism] = &[
    off("compounds of adjacent words", &[("query_compound", 0.0), ("compound", 0.0)]),
    off("action verbs weigh less", &[("query_action", 1.0)]),
    off("abbreviations", &[("query_abbreviation", 0.0)]),
    off("agents and what they do", &[("query_agent", 0.0)]),
    off("unknown words as beginnings", &[("query_prefix", 0.0)]),
    off("own text", &[("own", 0.0)]),
    off("definition match", &[("definition", 0.0)]),
    off("names in the question", &[("mention", 0.0)]),
    off("name match", &[("name_cover", 0.0), ("name_share", 0.0)]),
    off("container evidence", &[("container", 0.0)]),
    off("evidence from members", &[("members", 0.0)]),
    off("file evidence", &[("file", 0.0)]),
    off("file coherence", &[("coherence", 0.0)]),
    off("file name match", &[("stem_cover", 0.0), ("stem_share", 0.0)]),
    off("directory match", &[("directory", 0.0)]),
    off("named files", &[("path", 0.0)]),
    off("callers' text", &[("callers", 0.0)]),
    off("callees' text", &[("callees", 0.0)]),
    off("users' text", &[("users", 0.0)]),
    off("being described", &[("described", 0.0)]),
    off("in-degree", &[("degree", 0.0)]),
    off("documentation of it", &[("documented", 0.0)]),
    off("tests of it", &[("tested", 0.0)]),
    off("whole names", &[("qualified_cover", 0.0)]),
    off("all evidence of members", &[("family", 0.0)]),
    off("all evidence of the folder", &[("folder", 0.0)]),
    off("evidence along links", &[("link_rounds", 0.0)]),
    off("all links alike", &[("linked", 0.0)]),
    off("links to callees", &[("linked_callees", 0.0)]),
    off("links to members", &[("linked_members", 0.0)]),
    off("links to containers", &[("linked_container", 0.0)]),
    off("links to users", &[("linked_users", 0.0)]),
    off("links to documentation", &[("linked_sections", 0.0)]),
    off("links twice", &[("context_link_rounds", 1.0)]),
    off("links of the best first", &[("link_power", 1.0)]),
    off("larger pools of contexts", &[("pool", 200.0), ("pool_files", 25.0), ("walk_joins", 50.0)]),
    off("vectors", &[("channel_dense", 0.0), ("dense", 0.0), ("dense_file", 0.0)]),
    off("vectors of units", &[("dense", 0.0)]),
    off("vectors of files", &[("dense_file", 0.0)]),
    off("vectors weigh less for names", &[("dense_symbol", 1.0)]),
    on("concepts", &[("channel_concepts", 1.0)]),
    on("graph aliases", &[("channel_aliases", 1.0)]),
    off("history", &[("history_commits", 0.0)]),
    on("units that commits touched", &[("channel_history", 0.3), ("history", 0.1)]),
    off("tests demoted", &[("factor_test", 1.0)]),
    off("examples demoted", &[("factor_example", 1.0)]),
    off("generated and vendored demoted", &[("factor_generated", 1.0), ("factor_vendored", 1.0)]),
    off("compatibility demoted", &[("factor_compatibility", 1.0), ("factor_superseded", 1.0)]),
    off("documentation demoted", &[("factor_documentation", 1.0)]),
    off("kinds demoted", &[("factor_fragment", 1.0), ("factor_value", 1.0), ("factor_declaration", 1.0)]),
    off("files as wholes demoted", &[("factor_module", 1.0)]),
    off("overloads demoted", &[("factor_overload", 1.0)]),
    off("further hits of a file decay", &[("factor_repeat", 1.0)]),
    off("channel of units by their words", &[("channel_lexical", 0.0)]),
    off("channel of files by their words", &[("channel_files", 0.0)]),
    off("channel of names", &[("channel_names", 0.0)]),
    off("channel of paths", &[("channel_paths", 0.0)]),
    off("channel of vectors", &[("channel_dense", 0.0)]),
    off("keywords by tiers", &[("names_tiers", 0.0)]),
    off("documentation channel", &[("channel_docs", 0.0)]),
    off("seeds by all evidence", &[("seed_evidence", 0.0)]),
    off("gap fill", &[("seed_gap", 0.0)]),
    off("implementors", &[("seed_implementors", 0.0)]),
    off("noise filter", &[("seed_noise", 1.0)]),
    off("focus", &[("seed_focus", 0.0)]),
    off("types first on large graphs", &[("seed_types_units", 1_000_000_000.0)]),
    off("more seeds on large graphs", &[("seed_step", 0.0)]),
    off("types of named folders", &[("seed_directories", 0.0)]),
    off("walk", &[("walk_seeds", 0.0)]),
    off("units that the walk adds", &[("walk_joins", 0.0)]),
    off("hubs damped in the walk", &[("walk_hub", 0.0)]),
    off("sure edges first in the walk", &[("walk_confidence", 0.0)]),
    off("authority", &[("authority", 0.0)]),
    off("own text in the pack", &[("pack_own_exponent", 0.0)]),
    off("files in the pack", &[("pack_file_exponent", 0.0)]),
    off("lines around bodies", &[("pack_margin", 0.0)]),
    off("small bodies first", &[("pack_size_exponent", 0.0)]),
    off("near bodies first", &[("pack_walk_exponent", 0.0), ("pack_external_exponent", 0.0)]),
    off("large types in outline", &[("pack_whole_type", 100_000.0)]),
    off("signatures", &[("pack_signature_least", 1.0)]),
    on("hubs lift", &[("hub", 0.1)]),
    on("what only the walk came by is lowered", &[("infrastructure", -0.1)]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mechanism_can_be_turned() {
        let params = Params::default();
        for mechanism in mechanisms() {
            let turned = mechanism.turn(&params);
            assert!(turned.is_ok(), "{}: {turned:?}", mechanism.name);
            assert_ne!(turned.as_ref(), Ok(&params), "{} does nothing", mechanism.name);
        }
    }

    #[test]
    fn a_context_follows() {
        let walk = mechanisms().iter().find(|mechanism| mechanism.name == "walk").unwrap();
        let turned = walk.turn(&Params::default()).unwrap();
        assert_eq!((turned.walk_seeds, turned.for_context().walk_seeds), (0.0, 0.0));
    }
}
