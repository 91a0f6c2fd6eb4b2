//! The same facts give the same edges, whatever the threads and whatever else is in the repository.

use crate::support::{File, Repository};
use orienteer_model::{BindingKind, UnitKind};
use proptest::prelude::*;

fn library(number: usize) -> File {
    let mut file = File::python(&format!("lib{number}/part.py"));
    let class = file.class(&format!("Part{number}"));
    file.method(class, "assemble");
    let caller = file.method(class, "run");
    file.call_self(caller, "assemble");
    file.call(caller, "prepare");
    file.function("prepare");
    file
}

fn user(number: usize) -> File {
    let mut file = File::python(&format!("use{number}/main.py"));
    file.import(&format!("lib{number}.part"), &format!("Part{number}"));
    let caller = file.function("run");
    file.bind(BindingKind::Assigned, caller, "part", &format!("Part{number}"));
    file.call_on(caller, "part", "assemble");
    file.call_on(caller, "unknown", "assemble");
    file
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let files: Vec<File> = (0..40).flat_map(|number| [library(number), user(number)]).collect();
    let repository = Repository::new(files);
    let with_threads = |count: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build().unwrap();
        pool.install(|| repository.resolve())
    };
    let one = with_threads(1);
    assert_eq!(one, with_threads(2));
    assert_eq!(one, with_threads(7));
    assert!(one.edges.is_sorted_by_key(|edge| (edge.from, edge.kind, edge.to)));
    assert!(
        one.edges
            .windows(2)
            .all(|pair| (pair[0].from, pair[0].kind, pair[0].to) != (pair[1].from, pair[1].kind, pair[1].to))
    );
}

/// A file whose names have nothing to do with the others'.
fn stranger(name: &str) -> File {
    let mut file = File::python(&format!("{name}/{name}.py"));
    let class = file.class(&format!("Strange{name}"));
    let caller = file.method(class, &format!("walk_{name}"));
    file.unit(UnitKind::Function, &format!("inner_{name}"), caller);
    file.call(caller, &format!("inner_{name}"));
    file
}

proptest! {
    #[test]
    fn unrelated_files_change_nothing(names in proptest::collection::btree_set("[a-z]{3,8}", 0..12)) {
        let base = || vec![library(1), user(1)];
        let alone = Repository::new(base()).calls();
        let mut files = base();
        files.extend(names.iter().filter(|name| !name.starts_with("lib") && !name.starts_with("use")).map(|name| stranger(name)));
        let among: Vec<String> = Repository::new(files).calls();
        let mine: Vec<String> = among.into_iter().filter(|call| call.starts_with("lib1") || call.starts_with("use1")).collect();
        prop_assert_eq!(alone, mine);
    }
}
