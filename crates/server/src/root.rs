//! Which folder a client is about: one that the command line names, the client's first root, or where the program was started.

use crate::ServeOptions;
use orienteer_engine::{EngineError, Location, Workspace};
use rmcp::model::ProtocolVersion;
use rmcp::service::RequestContext;
use rmcp::{Peer, RoleServer};
use std::path::PathBuf;
use std::time::Duration;

/// How long a client may take to name its roots.
const PATIENCE: Duration = Duration::from_secs(1);

/// Where a root was given it is taken as it is; the start stands for the whole repository around it. Where folders were named, a
/// root chooses among them and nothing else is looked at.
pub(crate) fn workspace(options: &ServeOptions, root: Option<PathBuf>) -> Result<Workspace, EngineError> {
    let location = match (options.folders.first(), root) {
        (Some(first), root) => Location::exact(chosen(&options.folders, root).unwrap_or(first))?,
        (None, Some(root)) => Location::exact(&root)?,
        (None, None) => started(options)?,
    };
    Ok(Workspace::new(location, &options.cache).with_user_settings(options.user_settings.clone()))
}

/// Where the program was started, unless that is nowhere in particular: some clients start their servers at the root of the disk.
fn started(options: &ServeOptions) -> Result<Location, EngineError> {
    let location = Location::enclosing(&options.start)?;
    if location.root.parent().is_none() && !location.is_git {
        return Err(EngineError::WholeSystem { path: location.root });
    }
    Ok(location)
}

/// The named folder that a root is, or lies in.
fn chosen(folders: &[PathBuf], root: Option<PathBuf>) -> Option<&PathBuf> {
    let root = root?.canonicalize().ok()?;
    let holds = |folder: &&PathBuf| folder.canonicalize().is_ok_and(|folder| root.starts_with(folder));
    folders.iter().filter(holds).max_by_key(|folder| folder.components().count())
}

/// The first root that is a folder here. A client that offers none, or does not answer, has none.
pub(crate) async fn first_root(context: &RequestContext<RoleServer>) -> Option<PathBuf> {
    let offers = context.client_capabilities().is_some_and(|client| client.roots.is_some());
    // Later revisions let a server ask nothing.
    let may_ask = context.protocol_version().is_some_and(|version| version < ProtocolVersion::V_2026_07_28);
    if !offers || !may_ask {
        return None;
    }
    let roots = tokio::time::timeout(PATIENCE, roots(&context.peer)).await.ok().flatten()?;
    roots.iter().filter_map(|uri| folder(uri)).find(|folder| folder.is_dir())
}

#[expect(deprecated, reason = "clients of the revisions in use name their folder in this way alone")]
async fn roots(client: &Peer<RoleServer>) -> Option<Vec<String>> {
    let listed = client.list_roots().await.ok()?;
    Some(listed.roots.into_iter().map(|root| root.uri).collect())
}

/// The path of a `file:` address.
fn folder(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = decoded(&rest[rest.find('/')?..])?;
    // `/C:/folder` is what systems with drives make of it.
    let has_drive = path.as_bytes().get(2) == Some(&b':') && cfg!(windows);
    Some(PathBuf::from(if has_drive { &path[1..] } else { &path }))
}

/// With `%20` and its like replaced.
pub(crate) fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let digits = std::str::from_utf8(after.get(..2)?).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = &after[2..];
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn the_whole_disk_is_no_repository() {
        let options = ServeOptions::new(PathBuf::from("/nowhere"), PathBuf::from("/"));
        assert!(matches!(workspace(&options, None), Err(EngineError::WholeSystem { .. })));
        assert!(workspace(&options, Some(std::env::temp_dir())).is_ok());
    }

    #[test]
    fn addresses_become_paths() {
        let path = |uri: &str| folder(uri).map(|path| path.display().to_string());
        assert_eq!(path("file:///srv/a%20b").as_deref(), Some("/srv/a b"));
        assert_eq!(path("file://localhost/srv").as_deref(), Some("/srv"));
        assert_eq!(path("file:///caf%C3%A9").as_deref(), Some("/café"));
        assert_eq!(
            (path("https://example.org/a"), path("file:///a%2"), path("file:///%FF")),
            (None, None, None)
        );
    }
}
