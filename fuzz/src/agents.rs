//! Configuration files of agents with any content: added to and taken from, or left alone with a reason.

use orienteer_setup::{Agent, Places, Wish, install, remove};
use std::cell::LazyCell;
use std::path::Path;
use tempfile::TempDir;

thread_local! {
    static HOME: LazyCell<TempDir> = LazyCell::new(|| tempfile::tempdir().expect("a folder"));
}

pub(crate) fn run(data: &[u8]) {
    let Some((first, text)) = data.split_first() else { return };
    let agent = Agent::ALL[usize::from(*first) % Agent::ALL.len()];
    HOME.with(|home| edit(agent, text, home.path()));
}

fn edit(agent: Agent, text: &[u8], home: &Path) {
    let places = Places {
        home: home.to_owned(),
        config: home.join("config"),
        applications: home.join("applications"),
        claude: None,
        codex: None,
        project: home.join("project"),
    };
    let wish = Wish { agent, scope: None, program: "orient".to_owned(), hooks: false };
    let Ok(changes) = install(&wish, &places) else { return };
    for change in &changes {
        let path = &change.path;
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    let _ = install(&wish, &places);
    let _ = remove(agent, None, &places);
    changes.iter().for_each(|change| drop(std::fs::remove_file(&change.path)));
}
