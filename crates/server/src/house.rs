//! What all connections of a server share: options, and one desk for each tree that somebody asked about.

use crate::ServeOptions;
use crate::desk::Desk;
use crate::root;
use orienteer_engine::EngineError;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// Trees that are kept in mind; a client that names ever new ones makes the others be opened anew.
const MOST_DESKS: usize = 64;

pub(crate) struct House {
    pub options: ServeOptions,
    desks: Mutex<BTreeMap<PathBuf, Arc<Desk>>>,
}

impl House {
    pub(crate) fn new(options: ServeOptions) -> Arc<House> {
        Arc::new(House { options, desks: Mutex::default() })
    }

    /// The desk of the tree that a client means; `root` is the folder that it offers.
    pub(crate) fn desk(&self, root: Option<PathBuf>) -> Result<Arc<Desk>, EngineError> {
        let workspace = root::workspace(&self.options, root)?;
        let mut desks = self.desks.lock().unwrap_or_else(PoisonError::into_inner);
        let known = desks.get(workspace.root()).cloned();
        Ok(known.unwrap_or_else(|| {
            if desks.len() >= MOST_DESKS {
                desks.clear();
            }
            let folder = workspace.root().to_owned();
            let desk = Arc::new(Desk::new(workspace, &self.options));
            desks.insert(folder, Arc::clone(&desk));
            desk
        }))
    }

    /// Ends what still runs; nobody is there to hear of it.
    pub(crate) fn stop(&self) {
        let desks = self.desks.lock().unwrap_or_else(PoisonError::into_inner);
        desks.values().for_each(|desk| desk.gauge.stop());
    }
}
