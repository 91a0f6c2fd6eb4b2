//! Builds and what readers see of them: whole generations, whatever happens in the middle.

use orienteer_services::{Built, Hint, Kind, Qdrant, QdrantSettings, Scope, Stored};

use crate::server::Server;
use crate::units::{begin, build, names, offer, shown, unit, units, view};

#[test]
fn a_build_adds_keeps_and_removes() {
    let Some(server) = Server::start() else { return };
    let qdrant = server.client();
    let first = build(&qdrant, "p", &units(0..30));
    assert_eq!(first, Built { generation: 1, added: 30, kept: 0, removed: 0 });
    let before = view(&qdrant, "p");
    assert_eq!(shown(&qdrant, &before), names(&units(0..30)));

    let second = build(&qdrant, "p", &units(10..35));
    assert_eq!(second, Built { generation: 2, added: 5, kept: 20, removed: 10 });
    let after = view(&qdrant, "p");
    assert_eq!((after.projects[0].generation, after.projects[0].units), (2, 25));
    assert_eq!(shown(&qdrant, &after), names(&units(10..35)));
    // A question that began before goes on as it began.
    assert_eq!(shown(&qdrant, &before), names(&units(0..30)));

    let third = build(&qdrant, "p", &units(0..35));
    assert_eq!(third, Built { generation: 3, added: 10, kept: 25, removed: 0 });
    assert_eq!(shown(&qdrant, &view(&qdrant, "p")), names(&units(0..35)));
    let same = build(&qdrant, "p", &units(0..35));
    assert_eq!(same, Built { generation: 4, added: 0, kept: 35, removed: 0 });
    let empty = build(&qdrant, "p", &[]);
    assert_eq!(empty, Built { generation: 5, added: 0, kept: 0, removed: 35 });
    assert_eq!(shown(&qdrant, &view(&qdrant, "p")), [] as [&str; 0]);
}

#[test]
fn a_build_that_breaks_off_is_never_seen_and_not_wasted() {
    let Some(server) = Server::start() else { return };
    let qdrant = server.client();
    build(&qdrant, "p", &units(0..30));
    for cut in [0, 10, 20] {
        let mut broken = begin(&qdrant, "p");
        offer(&mut broken, &units(20..40 + cut)).unwrap();
        drop(broken);
        assert_eq!(shown(&qdrant, &view(&qdrant, "p")), names(&units(0..30)), "after {cut}");
    }
    // Of the broken ones some points are there and wanted, others are there and not.
    let mut next = begin(&qdrant, "p");
    assert!(matches!(next.want(&unit(35).description()), Stored::Already(_)));
    offer(&mut next, &units(10..50)).unwrap();
    assert_eq!(shown(&qdrant, &view(&qdrant, "p")), names(&units(0..30)));
    let built = next.finish().unwrap();
    assert_eq!((built.generation, built.kept + built.added, built.removed), (2, 40, 10));
    assert!(built.added < 20, "{built:?}");
    assert_eq!(shown(&qdrant, &view(&qdrant, "p")), names(&units(10..50)));
}

#[test]
fn the_build_that_began_later_goes_on() {
    let Some(server) = Server::start() else { return };
    let qdrant = server.client();
    build(&qdrant, "p", &units(0..10));
    let mut early = begin(&qdrant, "p");
    offer(&mut early, &units(100..120)).unwrap();
    let mut late = begin(&qdrant, "p");
    offer(&mut late, &units(5..40)).unwrap();
    let failure = early.finish().unwrap_err();
    assert_eq!((failure.kind, failure.hint()), (Kind::Overtaken, Hint::BuildAgain));
    late.finish().unwrap();
    assert_eq!(shown(&qdrant, &view(&qdrant, "p")), names(&units(5..40)));
}

#[test]
fn a_server_that_is_killed_in_the_middle_loses_nothing() {
    let Some(mut server) = Server::start() else { return };
    let qdrant = server.client();
    build(&qdrant, "p", &units(0..30));
    let mut broken = begin(&qdrant, "p");
    offer(&mut broken, &units(30..60)).unwrap();
    server.kill();
    let failure = offer(&mut broken, &units(60..90)).unwrap_err();
    assert!(matches!(failure.kind, Kind::Refused | Kind::Disconnected), "{failure}");
    drop(broken);
    server.restart();
    assert_eq!(shown(&qdrant, &view(&qdrant, "p")), names(&units(0..30)));
    let built = build(&qdrant, "p", &units(20..90));
    assert_eq!((built.generation, built.added + built.kept, built.removed), (2, 70, 20));
    assert!(built.kept >= 30, "what was written before the kill is kept: {built:?}");
    assert_eq!(shown(&qdrant, &view(&qdrant, "p")), names(&units(20..90)));
}

#[test]
fn a_patient_build_outlives_a_restart() {
    let Some(mut server) = Server::start() else { return };
    let qdrant = Qdrant::open(&QdrantSettings { retries: 12, ..server.settings() }).unwrap();
    let mut patient = begin(&qdrant, "p");
    offer(&mut patient, &units(0..20)).unwrap();
    server.kill();
    let built = std::thread::scope(|scope| {
        let restarted = scope.spawn(|| server.restart());
        offer(&mut patient, &units(20..60)).unwrap();
        restarted.join().unwrap();
        patient.finish().unwrap()
    });
    assert_eq!((built.generation, built.added), (1, 60));
    assert_eq!(shown(&qdrant, &view(&qdrant, "p")), names(&units(0..60)));
}

#[test]
fn a_cancelled_build_publishes_nothing() {
    let Some(server) = Server::start() else { return };
    let qdrant = server.client();
    build(&qdrant, "p", &units(0..10));
    let stopped = std::cell::Cell::new(false);
    let cancelled = || stopped.get();
    let mut build = qdrant.begin("p", crate::units::SHAPE, "invented", &cancelled).unwrap();
    offer(&mut build, &units(0..20)).unwrap();
    stopped.set(true);
    assert_eq!(build.finish().unwrap_err().kind, Kind::Cancelled);
    assert_eq!(shown(&qdrant, &view(&qdrant, "p")), names(&units(0..10)));
}

#[test]
fn a_removed_project_is_gone_and_others_are_not() {
    let Some(server) = Server::start() else { return };
    let qdrant = server.client();
    build(&qdrant, "p", &units(0..10));
    build(&qdrant, "q", &units(0..10));
    qdrant.remove("p", crate::units::NEVER_CANCELLED).unwrap();
    let failure = qdrant.view(&Scope::Projects(vec!["p".to_owned()])).unwrap_err();
    assert_eq!((failure.kind, failure.hint()), (Kind::MissingProject, Hint::IndexFirst));
    assert_eq!(shown(&qdrant, &view(&qdrant, "q")).len(), 10);
    assert_eq!(build(&qdrant, "p", &units(0..10)).added, 10);
}
