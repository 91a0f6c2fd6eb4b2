//! The channels: each gives units in its own order, capped, with its own evidence. Nothing is scored here.

pub(crate) mod concepts;
pub(crate) mod dense;
mod directories;
mod docs;
pub(crate) mod elsewhere;
pub(crate) mod embedded;
pub(crate) mod history;
pub(crate) mod learned;
pub(crate) mod lexical;
mod names;
pub(crate) mod nearest;
pub(crate) mod paths;
pub(crate) mod rows;
pub(crate) mod sparse;

use crate::error::SearchError;
use crate::params::Params;
use crate::pipeline::{Request, Strategy};
use crate::understand::Intent;
use concepts::{Asked, Concepts};
use dense::{Dense, Distances};
use elsewhere::Evidence;
use history::Told;
use learned::Learned;
use lexical::Text;
use orienteer_model::UnitId;
use orienteer_storage::Snapshot;
use sparse::Shares;

/// One channel's units, best first.
pub(crate) struct Channel {
    pub(crate) name: &'static str,
    pub(crate) weight: f32,
    pub(crate) units: Vec<UnitId>,
    /// How well each of them fits, in words; empty for a channel that knows no such differences.
    pub(crate) tiers: Vec<&'static str>,
}

impl Channel {
    /// Without tiers.
    pub(crate) fn new(name: &'static str, weight: f32, units: Vec<UnitId>) -> Channel {
        Channel { name, weight, units, tiers: Vec::new() }
    }

    pub(crate) fn tiered(
        name: &'static str,
        weight: f32,
        found: impl IntoIterator<Item = (UnitId, &'static str)>,
    ) -> Channel {
        let (units, tiers) = found.into_iter().unzip();
        Channel { name, weight, units, tiers }
    }
}

/// What all channels found.
pub(crate) struct Recalled {
    pub(crate) channels: Vec<Channel>,
    /// Types of folders that the task speaks of: places to begin at, without a place in the fusion.
    pub(crate) directories: Vec<UnitId>,
    pub(crate) text: Text,
    pub(crate) distances: Distances,
    pub(crate) shares: Shares,
    pub(crate) concepts: Concepts,
    pub(crate) told: Told,
    pub(crate) learned: Learned,
    /// Why the vectors say nothing, where they should have.
    pub(crate) missing: Option<SearchError>,
}

impl Recalled {
    /// Nothing but the text: what is found is known already.
    pub(crate) fn of_text(text: Text) -> Recalled {
        Recalled {
            channels: Vec::new(),
            directories: Vec::new(),
            text,
            distances: Distances::default(),
            shares: Shares::default(),
            concepts: Concepts::default(),
            told: Told::default(),
            learned: Learned::default(),
            missing: None,
        }
    }
}

/// Asks every channel that the strategy allows and the snapshot has.
pub(crate) fn recall(
    snapshot: &Snapshot,
    dense: Option<&dyn Dense>,
    request: &Request<'_>,
    intent: &Intent,
    params: &Params,
) -> Result<Recalled, SearchError> {
    let text = lexical::score(snapshot, intent, params);
    let (mut channels, mut directories) = (Vec::new(), Vec::new());
    let mut concepts = Concepts::default();
    let told = history::told(snapshot, intent, params);
    let learned = learned::learned(snapshot, request.memory, intent, params);
    if request.strategy != Strategy::Vector {
        let wanted = |unit: UnitId| snapshot.unit(unit).is_some_and(|unit| (request.wanted)(&unit));
        if !elsewhere::takes_place(request) {
            let by_text = text.best_units(params.pool as usize, &wanted);
            let by_file = text.best_of_files(snapshot, params.pool_files as usize, &wanted);
            channels.push(Channel::new("lexical", params.channel_lexical, by_text));
            channels.push(Channel::new("files", params.channel_files, by_file));
        }
        let named = names::named(snapshot, intent, &text, &wanted, params);
        channels.push(Channel::tiered("names", params.channel_names, named));
        let placed = paths::placed(snapshot, intent, &text, &wanted);
        channels.push(Channel::new("paths", params.channel_paths, placed));
        if params.channel_docs > 0.0 {
            let documented = docs::documented(snapshot, &text, &wanted, params);
            channels.push(Channel::new("docs", params.channel_docs, documented));
        }
        if params.walk_seeds > 0.0 && params.seed_directories > 0.0 {
            directories = directories::inhabitants(snapshot, intent, &text, &wanted, params);
        }
        let (query, classes) = (request.query, request.concepts);
        let asked = Asked { snapshot, query, classes, text: &text, wanted: &wanted, params };
        concepts = concepts::meant(&asked, &mut channels);
        if !request.memory.words.is_empty() && params.channel_learned > 0.0 {
            let proven = learned.best(&wanted, params);
            channels.push(Channel::new("learned", params.channel_learned, proven));
        }
        if params.channel_history > 0.0 && params.history_commits >= 1.0 {
            let spoken = told.best(snapshot, &text, params, &wanted);
            channels.push(Channel::new("history", params.channel_history, spoken));
        }
    }
    let evidence = Evidence { text: &text, dense };
    channels.extend(elsewhere::channel(snapshot, request, &evidence, intent, params));
    let shares = match request.sparse.filter(|_| request.strategy == Strategy::Union) {
        Some(question) => sparse::shared(snapshot, question, request, params, &mut channels),
        None => Shares::default(),
    };
    let mut missing = None;
    let distances = match dense.filter(|_| request.strategy != Strategy::Lexical) {
        Some(dense) if elsewhere::takes_place(request) => {
            dense::known(snapshot, dense, intent, params, &channels)
        }
        Some(dense) => match dense::near(snapshot, dense, request, intent, params, &mut channels) {
            Ok(distances) => distances,
            // Words answer without vectors, unless only vectors were asked for.
            Err(error) if request.strategy == Strategy::Union && request.max_distance.is_none() => {
                missing = Some(error);
                Distances::default()
            }
            Err(error) => return Err(error),
        },
        None => Distances::default(),
    };
    Ok(Recalled { channels, directories, text, distances, shares, concepts, told, learned, missing })
}
