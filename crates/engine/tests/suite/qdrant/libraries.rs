//! Libraries beside a project: one question, several trees, on this machine and on a server.

use super::harbour;
use super::pushed;
use super::server::Server;
use crate::support::Ground;
use orienteer_engine::{
    Engine, EngineError, ExcerptOptions, Libraries, Library, Origin, Scope, SearchPage, SearchRequest,
    Silent, Workspace, push_library, scoped_trees, search_scope,
};

/// A library that also knows ropes.
fn rigging() -> Ground {
    let ground = Ground::new();
    for at in 0..6 {
        let text = format!(
            "def hoist_{at}(rope):\n    \"\"\"Hoists sail {at} with a rope.\"\"\"\n    return rope\n"
        );
        ground.write(&format!("rigging/mast_{at}.py"), &text);
    }
    ground
}

fn asked(
    workspace: &Workspace,
    ground: &Ground,
    scope: &Scope,
    engine: Engine,
) -> Result<SearchPage, EngineError> {
    let cache = ground.folder.path().join("cache");
    let trees = scoped_trees(workspace, scope, &cache, &Silent)?;
    let mut request = SearchRequest { limit: 100, per_file: 0, ..SearchRequest::new("sails and ropes") };
    request.settings = workspace.settings()?;
    request.settings.engine = engine;
    search_scope(&trees, &request, &ExcerptOptions::default())
}

fn marks(page: &SearchPage) -> Vec<&str> {
    let mut marks: Vec<&str> = page.found.iter().map(|found| found.library.as_str()).collect();
    marks.sort_unstable();
    marks.dedup();
    marks
}

fn check_scopes(workspace: &Workspace, ground: &Ground, engine: Engine) -> Vec<String> {
    let asked = |scope: &Scope| asked(workspace, ground, scope, engine).expect("an answer");
    assert_eq!(marks(&asked(&Scope::Project)), [""]);
    assert_eq!(marks(&asked(&Scope::Libraries)), ["lib:rigging"]);
    assert_eq!(marks(&asked(&Scope::Library("rigging".to_owned()))), ["lib:rigging"]);
    let all = asked(&Scope::All);
    assert_eq!(marks(&all), ["", "lib:rigging"]);
    assert!(all.found.is_sorted_by(|left, right| left.hit.score >= right.hit.score));
    assert_eq!(all.found[0].hit.relative, 1.0);
    assert!(all.notes.is_empty(), "{:?}", all.notes);
    all.found.iter().map(|found| format!("{} {}", found.library, found.hit.place.name)).collect()
}

#[test]
fn a_scope_is_asked_as_one() {
    let (ground, library) = (harbour(1, "harbour"), rigging());
    let (workspace, _) = ground.open();
    let cache = ground.folder.path().join("cache");
    let missing = asked(&workspace, &ground, &Scope::Library("rigging".to_owned()), Engine::Embedded);
    assert!(matches!(missing, Err(EngineError::UnknownLibrary { .. })));
    let added = Library::new("rigging", Origin::Folder, &library.tree()).expect("a library");
    Libraries::open(&cache).add(&added).expect("added");
    let here = check_scopes(&workspace, &ground, Engine::Embedded);

    let Some(server) = Server::start() else { return };
    super::configure(&ground, server.port(), "harbour");
    pushed(&workspace).expect("pushed");
    let alone = asked(&workspace, &ground, &Scope::All, Engine::Qdrant).expect("an answer");
    assert_eq!(alone.notes.iter().map(|note| note.kind()).collect::<Vec<_>>(), ["missing project"]);
    assert_eq!(marks(&alone), ["", "lib:rigging"]);
    let tree = added.workspace(&cache).expect("a tree").view(&Silent).expect("a view");
    let settings = workspace.settings().expect("settings");
    assert!(push_library(&added, &tree.snapshot, &settings, &Silent).expect("pushed").added > 0);
    let mut there = check_scopes(&workspace, &ground, Engine::Qdrant);
    let mut here = here;
    here.sort();
    there.sort();
    assert_eq!(here, there);
}
