//! Patches made of any bytes, against a small tree: a context, or an error with a reason.

use orienteer_engine::{Change, ContextRequest, Location, Silent, Subject, View, Workspace};
use std::cell::LazyCell;
use tempfile::TempDir;

thread_local! {
    static GROUND: LazyCell<(TempDir, Workspace, View)> = LazyCell::new(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let tree = folder.path().join("tree");
        std::fs::create_dir_all(&tree).expect("a folder");
        std::fs::write(tree.join("kettle.py"), "def boil(water):\n    return heat(water)\n\n\ndef heat(water):\n    return water\n")
            .expect("a file");
        let workspace = Workspace::new(Location::exact(&tree).expect("a tree"), &folder.path().join("cache"));
        let view = workspace.view(&Silent).expect("a snapshot");
        (folder, workspace, view)
    });
}

pub(crate) fn run(data: &[u8]) {
    GROUND.with(|ground| {
        let (_, workspace, view) = &**ground;
        let change = Change::Patch(data.to_vec());
        if workspace.check_change(&change).is_ok() {
            let request =
                ContextRequest { subject: Subject::Change(change), budget: 1_000, ..ContextRequest::new("") };
            if let Ok(answer) = workspace.context(view, &request) {
                assert!(answer.tokens <= 1_000);
            }
        }
    });
}
