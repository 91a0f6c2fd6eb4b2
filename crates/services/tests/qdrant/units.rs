//! Units that tests make up, and a build of them.

use orienteer_services::{
    Build, Built, Description, Failure, Qdrant, Question, Scope, Shape, SparseVector, Stored, Vectors, View,
    lexical_document,
};

pub const SHAPE: Shape = Shape { dimension: 4 };
pub const NEVER_CANCELLED: &dyn Fn() -> bool = &|| false;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    pub path: String,
    pub kind: &'static str,
    pub language: &'static str,
    pub name: String,
}

pub fn unit(number: usize) -> Unit {
    Unit {
        path: format!("src/part{}.rs", number % 3),
        kind: if number.is_multiple_of(2) { "function" } else { "struct" },
        language: if number.is_multiple_of(5) { "python" } else { "rust" },
        name: format!("unit{number}"),
    }
}

pub fn units(numbers: std::ops::Range<usize>) -> Vec<Unit> {
    numbers.map(unit).collect()
}

impl Unit {
    pub fn description(&self) -> Description<'_> {
        Description {
            path: &self.path,
            kind: self.kind,
            language: self.language,
            name: &self.name,
            content: &self.name,
            ordinal: 0,
            made_with: "invented",
        }
    }

    /// All share a term and a direction, so that a question can find them all; each has one of its own.
    pub fn vectors(&self) -> Vectors {
        let sum = self.name.bytes().map(usize::from).sum::<usize>();
        Vectors {
            dense: Some(vec![1.0, (sum % 7) as f32 / 10.0, (sum % 5) as f32 / 10.0, (sum % 3) as f32 / 10.0]),
            sparse: Some(SparseVector::from_entries(vec![(sum as u32, 1.0)])),
            lexical: lexical_document(&[("common", 1), (&self.name, 2)], 3.0),
        }
    }
}

pub fn begin(qdrant: &Qdrant, project: &str) -> Build<'static> {
    qdrant.begin(project, SHAPE, "invented", NEVER_CANCELLED).unwrap()
}

pub fn offer(build: &mut Build<'_>, units: &[Unit]) -> Result<(), Failure> {
    for unit in units {
        if let Stored::Missing(_) = build.want(&unit.description()) {
            build.add(&unit.description(), unit.vectors())?;
        }
    }
    Ok(())
}

pub fn build(qdrant: &Qdrant, project: &str, units: &[Unit]) -> Built {
    let mut build = begin(qdrant, project);
    offer(&mut build, units).unwrap();
    build.finish().unwrap()
}

pub fn view(qdrant: &Qdrant, project: &str) -> View {
    qdrant.view(&Scope::Projects(vec![project.to_owned()])).unwrap()
}

/// Finds whatever a view shows.
pub fn everything() -> Question {
    Question {
        dense: Some(vec![1.0, 0.0, 0.0, 0.0]),
        limit: 1_000,
        leg_limit: 1_000,
        exact: true,
        ..Question::default()
    }
}

/// Names of all units that the view shows, in order.
pub fn shown(qdrant: &Qdrant, view: &View) -> Vec<String> {
    let hits = qdrant.search(view, &everything()).unwrap();
    let mut names: Vec<String> = hits.into_iter().map(|hit| hit.name).collect();
    names.sort();
    names
}

pub fn names(units: &[Unit]) -> Vec<String> {
    let mut names: Vec<String> = units.iter().map(|unit| unit.name.clone()).collect();
    names.sort();
    names
}
