//! Where the code of a library lies, by its name: what cargo, a Python environment or npm put on this machine. Looks, and downloads
//! nothing.

use super::Origin;
use crate::error::EngineError;
use std::cmp::Ordering;
use std::path::{Path, PathBuf};

/// Larger lock files are not looked into.
const MOST_BYTES: u64 = 32 << 20;

/// Where to look, as the front end knows it.
#[derive(Clone, Debug, Default)]
pub struct LibraryPlaces {
    /// The project that asks.
    pub project: PathBuf,
    /// What cargo calls its home.
    pub cargo_home: Option<PathBuf>,
    /// Python environments, the one that was asked for first.
    pub environments: Vec<PathBuf>,
}

/// A library that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    pub origin: Origin,
    pub root: PathBuf,
}

impl LibraryPlaces {
    /// The version that the project has, where several are there; the latest where it does not say.
    pub fn locate(&self, name: &str) -> Result<Located, EngineError> {
        let mut looked = Vec::new();
        let locked = self.locked_version(name);
        let found = match &locked {
            Some(_) => self.crate_source(name, locked.as_deref(), &mut looked),
            None => None,
        };
        let found = found
            .or_else(|| self.node(name, &mut looked))
            .or_else(|| self.python(name, &mut looked))
            .or_else(|| self.crate_source(name, None, &mut looked));
        looked.dedup();
        found.ok_or_else(|| EngineError::NoSuchLibrary { name: name.to_owned(), looked })
    }

    /// What `Cargo.lock` of the project says.
    fn locked_version(&self, name: &str) -> Option<String> {
        let path = self.project.join("Cargo.lock");
        let is_small = path.metadata().is_ok_and(|data| data.is_file() && data.len() <= MOST_BYTES);
        let text = is_small.then(|| std::fs::read_to_string(&path).ok()).flatten()?;
        let table: toml::Table = text.parse().ok()?;
        let versions = table.get("package")?.as_array()?.iter().filter_map(|package| {
            let is_it = package.get("name")?.as_str()? == name;
            package.get("version")?.as_str().filter(|_| is_it).map(str::to_owned)
        });
        versions.max_by(|left, right| by_version(left, right))
    }

    fn crate_source(&self, name: &str, version: Option<&str>, looked: &mut Vec<PathBuf>) -> Option<Located> {
        let sources = self.cargo_home.as_ref()?.join("registry").join("src");
        let prefix = format!("{name}-");
        let mut found: Vec<(String, PathBuf)> = Vec::new();
        for registry in folders(&sources) {
            for folder in folders(&registry) {
                let file_name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
                let rest = file_name.strip_prefix(&prefix).filter(|rest| is_version(rest)).map(str::to_owned);
                found.extend(rest.map(|rest| (rest, folder)));
            }
        }
        looked.push(sources.join("*").join(format!("{prefix}*")));
        let wanted = found.iter().filter(|(known, _)| version.is_none_or(|version| known == version));
        let (_, root) = wanted.max_by(|left, right| by_version(&left.0, &right.0))?;
        Some(Located { origin: Origin::Cargo, root: root.clone() })
    }

    fn python(&self, name: &str, looked: &mut Vec<PathBuf>) -> Option<Located> {
        let module = name.replace('-', "_");
        let names = [name.to_owned(), module.clone(), module.to_lowercase()];
        for environment in &self.environments {
            for packages in site_packages(environment) {
                looked.push(packages.join(&module));
                let root = names.iter().map(|name| packages.join(name)).find(|root| root.is_dir());
                if let Some(root) = root {
                    return Some(Located { origin: Origin::Python, root });
                }
            }
        }
        None
    }

    /// In the project, or in a folder around it, as node looks for them.
    fn node(&self, name: &str, looked: &mut Vec<PathBuf>) -> Option<Located> {
        for folder in self.project.ancestors() {
            let root = folder.join("node_modules").join(name);
            if root.is_dir() {
                return Some(Located { origin: Origin::Node, root });
            }
            if folder == self.project {
                looked.push(root);
            }
        }
        None
    }
}

/// Where the environment itself is such a folder, it is meant.
fn site_packages(environment: &Path) -> Vec<PathBuf> {
    let is_it = |folder: &Path| {
        folder.file_name().is_some_and(|name| name == "site-packages" || name == "dist-packages")
    };
    if is_it(environment) {
        return vec![environment.to_owned()];
    }
    let mut found = vec![environment.join("Lib").join("site-packages")];
    let versions = folders(&environment.join("lib"));
    found.extend(versions.into_iter().rev().map(|version| version.join("site-packages")));
    found.retain(|folder| folder.is_dir());
    if found.is_empty() { vec![environment.join("lib").join("site-packages")] } else { found }
}

/// By name; nothing of what cannot be listed.
fn folders(path: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    folders.sort_unstable();
    folders
}

/// `serde-1.0.2` is a version of `serde`, `serde-json-1.0.2` is not.
fn is_version(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_digit())
}

/// Number by number; what is no number counts less than any: `1.0.0-beta` comes before `1.0.0`.
fn by_version(left: &str, right: &str) -> Ordering {
    let parts = |text: &str| -> Vec<Option<u64>> {
        text.split(['.', '-', '+']).map(|part| part.parse().ok()).chain([Some(0)]).collect()
    };
    parts(left).cmp(&parts(right)).then_with(|| left.cmp(right))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Machine(tempfile::TempDir);

    impl Machine {
        fn new(folders: &[&str]) -> Machine {
            let machine = Machine(tempfile::tempdir().expect("folder"));
            let create = |folder: &&str| std::fs::create_dir_all(machine.path(folder)).expect("created");
            folders.iter().chain(&["project"]).for_each(create);
            machine
        }

        fn path(&self, name: &str) -> PathBuf {
            self.0.path().join(name)
        }

        fn places(&self) -> LibraryPlaces {
            LibraryPlaces {
                project: self.path("project"),
                cargo_home: Some(self.path("cargo")),
                environments: vec![self.path("env")],
            }
        }

        fn found(&self, name: &str) -> Option<(Origin, PathBuf)> {
            let located = self.places().locate(name).ok()?;
            let below = located.root.strip_prefix(self.0.path()).expect("a folder of the machine").to_owned();
            Some((located.origin, below))
        }
    }

    #[test]
    fn crates_by_the_version_that_the_project_has() {
        let versions = ["0.9.0", "0.10.0", "0.10.0-beta"]
            .map(|version| format!("cargo/registry/src/a-1/mast-{version}"));
        let mut folders: Vec<&str> = versions.iter().map(String::as_str).collect();
        folders.push("cargo/registry/src/a-1/mast-rope-3.0.0");
        let machine = Machine::new(&folders);
        let latest = Some((Origin::Cargo, PathBuf::from("cargo/registry/src/a-1/mast-0.10.0")));
        assert_eq!(machine.found("mast"), latest);
        let lock = "[[package]]\nname = \"mast\"\nversion = \"0.9.0\"\n";
        std::fs::write(machine.path("project/Cargo.lock"), lock).expect("written");
        assert_eq!(
            machine.found("mast").map(|found| found.1),
            Some(PathBuf::from("cargo/registry/src/a-1/mast-0.9.0"))
        );
        assert_eq!(machine.found("mas"), None);
    }

    #[test]
    fn packages_of_an_environment_and_of_node() {
        let machine = Machine::new(&[
            "env/lib/python3.12/site-packages/tide_table",
            "node_modules/@harbour/crane",
            "project/node_modules/winch",
        ]);
        let python = PathBuf::from("env/lib/python3.12/site-packages/tide_table");
        assert_eq!(machine.found("Tide-Table"), Some((Origin::Python, python)));
        assert_eq!(machine.found("winch"), Some((Origin::Node, "project/node_modules/winch".into())));
        assert_eq!(
            machine.found("@harbour/crane"),
            Some((Origin::Node, "node_modules/@harbour/crane".into()))
        );
    }

    #[test]
    fn what_is_nowhere_says_where_it_was_looked_for() {
        let machine = Machine::new(&["env/lib/python3.12/site-packages"]);
        let Err(EngineError::NoSuchLibrary { looked, .. }) = machine.places().locate("winch") else {
            panic!("there is no such library");
        };
        let below = |path: &str| machine.path(path);
        assert_eq!(
            looked,
            [
                below("project/node_modules/winch"),
                below("env/lib/python3.12/site-packages/winch"),
                below("cargo/registry/src/*/winch-*"),
            ]
        );
    }
}
