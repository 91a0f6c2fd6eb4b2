//! `orient.toml` with any content: settings, or an error that names a line.

use orienteer_engine::{Location, SETTINGS_FILE, Workspace};
use std::cell::LazyCell;
use tempfile::TempDir;

thread_local! {
    static GROUND: LazyCell<(TempDir, Workspace)> = LazyCell::new(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let location = Location::exact(folder.path()).expect("a tree");
        let workspace = Workspace::new(location, &folder.path().join("cache"));
        (folder, workspace)
    });
}

pub(crate) fn run(data: &[u8]) {
    GROUND.with(|ground| {
        let (folder, workspace) = &**ground;
        std::fs::write(folder.path().join(SETTINGS_FILE), data).expect("a file");
        if let Err(error) = workspace.settings() {
            assert!(!error.to_string().is_empty());
        }
    });
}
