//! A snapshot with bytes that a disk, or somebody, changed: an answer, an error or a new index, never a panic or a fault.
//!
//! The first byte chooses a file; three bytes each say where another one goes. An odd first byte cuts the file off instead.

use orienteer_engine::{
    ContextRequest, Freshness, Location, SearchRequest, Silent, SymbolOptions, View, Workspace, search,
};
use std::cell::LazyCell;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

struct Ground {
    _folder: TempDir,
    workspace: Workspace,
    files: Vec<(PathBuf, Vec<u8>)>,
}

thread_local! {
    static GROUND: LazyCell<Ground> = LazyCell::new(ground);
}

fn ground() -> Ground {
    let folder = tempfile::tempdir().expect("a folder");
    let tree = folder.path().join("tree");
    std::fs::create_dir_all(&tree).expect("a folder");
    for number in 0..4 {
        let text = format!(
            "class Kettle{number}:\n    \"\"\"Boils water.\"\"\"\n    def boil(self):\n        return heat_{number}(self)\n\n\ndef heat_{number}(kettle):\n    return kettle\n"
        );
        std::fs::write(tree.join(format!("kettle_{number}.py")), text).expect("a file");
    }
    let workspace = Workspace::new(Location::exact(&tree).expect("a tree"), &folder.path().join("cache"));
    workspace.view(&Silent).expect("a snapshot");
    let mut files = Vec::new();
    collect(workspace.tree().folder(), &mut files);
    files.sort();
    Ground { _folder: folder, workspace, files }
}

fn collect(folder: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push((path.clone(), std::fs::read(&path).expect("a file")));
        }
    }
}

pub(crate) fn run(data: &[u8]) {
    let Some((first, changes)) = data.split_first() else { return };
    GROUND.with(|ground| {
        let (path, bytes) = &ground.files[usize::from(first >> 1) % ground.files.len()];
        let mut damaged = bytes.clone();
        for change in changes.chunks_exact(3) {
            let place = usize::from(u16::from_le_bytes([change[0], change[1]]));
            if first & 1 == 1 {
                damaged.truncate(place % (bytes.len() + 1));
            } else if let Some(byte) = damaged.get_mut(place % bytes.len().max(1)) {
                *byte = change[2];
            }
        }
        std::fs::write(path, &damaged).expect("a file");
        ask(&ground.workspace);
        std::fs::write(path, bytes).expect("a file");
    });
}

fn ask(workspace: &Workspace) {
    let Ok(Some(snapshot)) = workspace.snapshot() else { return };
    let _ = search(&snapshot, &SearchRequest::new("boil the water"));
    let view = View { snapshot, freshness: Freshness::Current };
    let _ = workspace.context(&view, &ContextRequest::new("heat the kettle"));
    let told = SymbolOptions { definitions: 5, relations: 10, commits: 3 };
    let _ = workspace.symbol(&view, "Kettle1.boil", &told);
}
