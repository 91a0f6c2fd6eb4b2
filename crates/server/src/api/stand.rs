//! Which project a question is about, and the snapshot that it is answered from. Engine work runs on threads of its own; whoever
//! hangs up before his turn came costs nothing more.

use super::Api;
use super::problem::Problem;
use crate::blocking::blocking;
use crate::desk::{Desk, Ready, glimpse_time};
use crate::house::House;
use crate::news::News;
use crate::partial::{Standpoint, glimpse};
use orienteer_engine::EngineError;
use std::path::PathBuf;
use std::sync::Arc;

/// What an answer is made from.
pub(crate) struct Standing {
    pub desk: Arc<Desk>,
    pub project: String,
    pub stand: Standpoint,
}

/// Answers a question from a snapshot that has taken in what changed before. `words` are what a partial answer is chosen by while
/// there is no index; without any there is no such answer.
pub(crate) async fn answered<T: Send + 'static>(
    api: &Api,
    project: Option<String>,
    words: Option<String>,
    work: impl FnOnce(&Standing) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let desk = desk(api, project).await?;
    let patience = api.house.options.patience;
    let stand = match desk.ready(patience, News::unheard()).await? {
        Ready::View(view) => Standpoint::whole(view),
        Ready::Indexing(progress) => {
            let partial = match words {
                Some(words) => glimpse(&desk, words, glimpse_time(patience), progress).await?,
                None => None,
            };
            let unready =
                || Problem::unready(&format!("indexing for the first time: {}", desk.gauge.standing()));
            partial.ok_or_else(unready)?
        }
    };
    let standing = Standing { project: id(&desk), desk, stand };
    blocking(move || Ok(work(&standing))).await?
}

pub(crate) fn id(desk: &Desk) -> String {
    desk.workspace.location.tree_key.clone()
}

/// The desk of a project by its id, or of the first.
pub(crate) async fn desk(api: &Api, project: Option<String>) -> Result<Arc<Desk>, Problem> {
    let house = Arc::clone(&api.house);
    let found = blocking(move || match project.filter(|project| !project.is_empty()) {
        None => house.desk(None).map(Some),
        Some(project) => Ok(desks(&house)?.into_iter().find(|desk| id(desk) == project)),
    });
    let unknown = || Problem::not_found("there is no such project").hint("/api/v1/projects lists them");
    found.await?.ok_or_else(unknown)
}

/// Of all folders that may be asked about.
pub(crate) fn desks(house: &House) -> Result<Vec<Arc<Desk>>, EngineError> {
    let folders = &house.options.folders;
    let named = folders.iter().cloned().map(Some);
    let roots: Vec<Option<PathBuf>> = if folders.is_empty() { vec![None] } else { named.collect() };
    roots.into_iter().map(|root| house.desk(root)).collect()
}
