//! A tree of invented files with an index of its own, gone with the test.

use orienteer_engine::{Location, Silent, View, Workspace};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

pub struct Ground {
    pub folder: TempDir,
}

impl Ground {
    /// Without a file.
    pub fn new() -> Ground {
        let ground = Ground { folder: tempfile::tempdir().expect("folder") };
        std::fs::create_dir_all(ground.tree()).expect("folder");
        ground
    }

    pub fn tree(&self) -> PathBuf {
        self.folder.path().join("tree")
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.tree().join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).expect("folder");
        std::fs::write(path, text).expect("file");
    }

    pub fn open(&self) -> (Workspace, View) {
        let location = Location::exact(&self.tree()).expect("a tree");
        let workspace = Workspace::new(location, &self.folder.path().join("cache"));
        let view = workspace.view(&Silent).expect("a snapshot");
        (workspace, view)
    }
}
