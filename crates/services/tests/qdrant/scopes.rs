//! Many projects in one collection, libraries among them, and filters on what units are.

use orienteer_services::{Hint, Kind, Phase, Question, Scope};

use crate::server::Server;
use crate::units::{Unit, build, everything, names, shown, units, view};

fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(|word| (*word).to_owned()).collect()
}

#[test]
fn a_scope_shows_its_projects_and_no_others() {
    let Some(server) = Server::start() else { return };
    let qdrant = server.client();
    for (project, numbers) in [("one", 0..5), ("two", 3..8), ("lib:json", 20..23), ("lib:http", 30..32)] {
        build(&qdrant, project, &units(numbers));
    }
    // Generations differ from project to project.
    build(&qdrant, "two", &units(4..8));
    let of = |scope: Scope| shown(&qdrant, &qdrant.view(&scope).unwrap());
    let all = |ranges: &[std::ops::Range<usize>]| -> Vec<String> {
        let units: Vec<Unit> = ranges.iter().cloned().flat_map(units).collect();
        names(&units)
    };
    assert_eq!(of(Scope::Projects(words(&["one"]))), names(&units(0..5)));
    assert_eq!(of(Scope::Projects(words(&["two"]))), names(&units(4..8)));
    assert_eq!(of(Scope::Projects(words(&["one", "two"]))), all(&[0..5, 4..8]));
    assert_eq!(of(Scope::Projects(words(&["lib:json"]))), names(&units(20..23)));
    assert_eq!(of(Scope::Libraries), all(&[20..23, 30..32]));
    assert_eq!(of(Scope::WithLibraries(words(&["one"]))), all(&[0..5, 20..23, 30..32]));
    assert_eq!(of(Scope::All), all(&[0..5, 4..8, 20..23, 30..32]));

    let failure = qdrant.view(&Scope::Projects(words(&["one", "three"]))).unwrap_err();
    assert_eq!((failure.phase, failure.kind), (Phase::Manifest, Kind::MissingProject));
    assert_eq!(failure.hint(), Hint::IndexFirst);
}

#[test]
fn hits_say_what_they_are_and_filters_hold() {
    let Some(server) = Server::start() else { return };
    let qdrant = server.client();
    let all = units(0..30);
    build(&qdrant, "p", &all);
    let view = view(&qdrant, "p");
    let found = |question: Question| {
        let mut names: Vec<_> =
            qdrant.search(&view, &question).unwrap().into_iter().map(|hit| hit.name).collect();
        names.sort();
        names
    };
    let those = |keep: &dyn Fn(&Unit) -> bool| {
        names(&all.iter().filter(|unit| keep(unit)).cloned().collect::<Vec<_>>())
    };
    assert_eq!(
        found(Question { kinds: words(&["struct"]), ..everything() }),
        those(&|unit| unit.kind == "struct")
    );
    assert_eq!(
        found(Question { languages: words(&["python"]), ..everything() }),
        those(&|unit| unit.language == "python")
    );
    let paths = words(&["src/part0.rs", "src/part2.rs"]);
    assert_eq!(
        found(Question { paths, kinds: words(&["function"]), ..everything() }),
        those(&|unit| unit.kind == "function" && unit.path != "src/part1.rs")
    );
    assert_eq!(found(Question { kinds: words(&["nothing"]), ..everything() }), [] as [&str; 0]);

    let hit = &qdrant
        .search(
            &view,
            &Question {
                lexical: Some(orienteer_services::lexical_query(&[("unit7", 1.0)])),
                limit: 1,
                ..Question::default()
            },
        )
        .unwrap()[0];
    assert_eq!((hit.project.as_str(), hit.path.as_str(), hit.kind.as_str()), ("p", "src/part1.rs", "struct"));
    assert_eq!(
        (hit.language.as_str(), hit.name.as_str(), hit.content.as_str(), hit.ordinal),
        ("rust", "unit7", "unit7", 0)
    );
    assert_eq!(found(Question { limit: 9, ..Question::default() }), [] as [&str; 0]);
}
