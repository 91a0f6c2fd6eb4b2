//! The packages of `accuracy.toml`: what is measured on, and in which version.
//!
//! Versions are pinned there and nowhere else; nothing here fetches.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use crate::bench::corpora::{Corpus, Registry};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pinned {
    /// `name version`, by registry.
    declarations: BTreeMap<Registry, Vec<String>>,
    calls: Vec<Package>,
}

/// A package whose calls are compared.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Package {
    pub(super) registry: Registry,
    pub(super) package: String,
    pub(super) version: String,
    /// The folder of its sources.
    #[serde(default)]
    pub(super) sources: String,
    /// A folder that is left out.
    #[serde(default)]
    pub(super) without: String,
    #[serde(default)]
    pub(super) held_out: bool,
}

impl Package {
    pub(super) fn corpus(&self) -> Corpus {
        Corpus::pinned(self.registry, &self.package, &self.version)
    }

    pub(super) fn title(&self) -> String {
        format!("{} {}", self.package, self.version)
    }

    pub(super) fn folder(&self) -> String {
        self.corpus().title().replace(' ', "-")
    }
}

pub(super) fn read(root: &Path) -> Result<Pinned, String> {
    let path = root.join("xtask").join("accuracy.toml");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

impl Pinned {
    /// What calls are compared in.
    pub(super) fn packages(self) -> Vec<Package> {
        self.calls
    }

    /// What declarations are compared in.
    pub(super) fn sources(&self) -> Result<Vec<Corpus>, String> {
        let all = self
            .declarations
            .iter()
            .flat_map(|(registry, list)| list.iter().map(move |one| (*registry, one)));
        let corpus = |(registry, line): (Registry, &String)| {
            let (package, version) = line.split_once(' ').ok_or(format!("`{line}` has no version"))?;
            Ok(Corpus::pinned(registry, package, version))
        };
        all.map(corpus).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_package_has_a_version() {
        let sources = read(&crate::workspace::root()).unwrap().sources().unwrap();
        assert!(sources.len() > 50);
        let titles: std::collections::BTreeSet<String> = sources.iter().map(Corpus::title).collect();
        assert_eq!(titles.len(), sources.len(), "a package stands twice");
    }

    #[test]
    fn two_packages_of_each_registry_are_held_out() {
        let packages = read(&crate::workspace::root()).unwrap().packages();
        for registry in [Registry::Pypi, Registry::Npm] {
            let of_registry = packages.iter().filter(|package| package.registry == registry);
            assert_eq!(of_registry.filter(|package| package.held_out).count(), 2);
        }
    }
}
