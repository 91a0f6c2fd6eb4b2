//! The corpora: the table of `corpora.toml`, and how each one comes onto this machine.
//!
//! Versions are pinned there and nowhere else; nothing here knows how a corpus is measured.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

#[derive(Clone, Deserialize)]
pub(crate) struct Corpus {
    pub(super) name: String,
    pub(super) language: String,
    #[serde(default)]
    version: String,
    #[serde(default)]
    registry: Registry,
    #[serde(default)]
    package: String,
    #[serde(default)]
    subfolder: String,
    /// What suites of questions call it.
    #[serde(default)]
    pub(super) repository: String,
    #[serde(default)]
    pub(super) extension: String,
    #[serde(default)]
    pub(super) addition: String,
    /// Takes minutes to index.
    #[serde(default)]
    pub(super) large: bool,
    /// Set for a folder that was named on the command line.
    #[serde(skip)]
    given: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Registry {
    Pypi,
    Crates,
    Npm,
    Debian,
    #[default]
    Folder,
}

#[derive(Deserialize)]
struct Table {
    corpus: Vec<Corpus>,
    /// Of the tree that `bench scale` puts together.
    part: Vec<Corpus>,
}

pub(super) fn table(root: &Path) -> Result<Vec<Corpus>, String> {
    read(root).map(|table| table.corpus)
}

/// Packages of many languages and the large corpora: together one tree.
pub(super) fn parts(root: &Path) -> Result<Vec<Corpus>, String> {
    let Table { corpus, part } = read(root)?;
    Ok(part.into_iter().chain(corpus.into_iter().filter(|corpus| corpus.large)).collect())
}

fn read(root: &Path) -> Result<Table, String> {
    let path = root.join("xtask").join("corpora.toml");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

impl Corpus {
    pub(super) fn at(path: &Path) -> Self {
        let name =
            path.canonicalize().ok().and_then(|full| Some(full.file_name()?.to_string_lossy().into_owned()));
        Corpus {
            name: name.unwrap_or_else(|| path.display().to_string()),
            language: "-".to_owned(),
            version: String::new(),
            registry: Registry::Folder,
            package: String::new(),
            subfolder: String::new(),
            repository: String::new(),
            extension: String::new(),
            addition: String::new(),
            large: false,
            given: Some(path.to_owned()),
        }
    }

    /// One version of a package, for its sources alone.
    pub(crate) fn pinned(registry: Registry, package: &str, version: &str) -> Self {
        let (package, version) = (package.to_owned(), version.to_owned());
        Corpus {
            name: folder_name(&package),
            package,
            version,
            registry,
            given: None,
            ..Corpus::at(Path::new("-"))
        }
    }

    pub(crate) fn title(&self) -> String {
        format!("{} {}", self.name, self.version).trim_end().to_owned()
    }

    /// The corpus below `shelf`, as the registry's tarball or this command unpacks it.
    pub(super) fn locate(&self, shelf: Option<&Path>) -> Option<PathBuf> {
        if let Some(given) = &self.given {
            return given.is_dir().then(|| given.clone());
        }
        let package = folder_name(&self.package);
        let folders = ["-", "_"].map(|dash| format!("{package}{dash}{}", self.version));
        let shelves = [shelf?.to_owned(), shelf?.join(self.language.to_lowercase())];
        let candidates = shelves.iter().flat_map(|shelf| folders.iter().map(|folder| shelf.join(folder)));
        candidates.map(|folder| folder.join(&self.subfolder)).find(|folder| folder.is_dir())
    }

    fn address(&self) -> Result<String, String> {
        let Corpus { package, version, .. } = self;
        match self.registry {
            Registry::Pypi => pypi_address(package, version),
            Registry::Crates => {
                Ok(format!("https://static.crates.io/crates/{package}/{package}-{version}.crate"))
            }
            Registry::Npm => {
                let file = package.rsplit('/').next().unwrap_or(package);
                Ok(format!("https://registry.npmjs.org/{package}/-/{file}-{version}.tgz"))
            }
            Registry::Debian => debian_address(package, version),
            Registry::Folder => Err("no such folder".to_owned()),
        }
    }
}

pub(super) fn named(root: &Path, name: &str) -> Result<Corpus, String> {
    let corpus = table(root)?.into_iter().find(|corpus| corpus.name == name);
    corpus.ok_or_else(|| format!("corpora.toml has no {name}"))
}

fn downloads() -> PathBuf {
    crate::workspace::root().join("target").join("corpora")
}

/// Below `shelf`, or where an earlier run has put it.
pub(super) fn find(corpus: &Corpus, shelf: Option<&Path>) -> Option<PathBuf> {
    corpus.locate(shelf).or_else(|| corpus.locate(Some(&downloads())))
}

/// Wherever it is, or from the network.
pub(crate) fn obtain(corpus: &Corpus, shelf: Option<&Path>) -> Result<PathBuf, String> {
    find(corpus, shelf).map_or_else(|| fetch(corpus), Ok)
}

/// Downloads and unpacks; a half-finished download is never taken for a corpus.
pub(super) fn fetch(corpus: &Corpus) -> Result<PathBuf, String> {
    let (address, shelf) = (corpus.address()?, downloads());
    eprintln!("fetching {address}");
    let unpacked = shelf.join(format!("{}-{}", folder_name(&corpus.package), corpus.version));
    let partial = shelf.join(format!(".{}-partial", corpus.name));
    std::fs::create_dir_all(&partial).map_err(|error| format!("{}: {error}", partial.display()))?;
    let archive = shelf.join(format!(".{}.archive", corpus.name));
    let (archive_name, partial_name) = (archive.to_string_lossy(), partial.to_string_lossy());
    capture("curl", &["-fsSL", "--retry", "2", "-o", &archive_name, &address])?;
    capture("tar", &["-xf", &archive_name, "-C", &partial_name, "--strip-components=1"])?;
    std::fs::rename(&partial, &unpacked).map_err(|error| format!("{}: {error}", unpacked.display()))?;
    std::fs::remove_file(&archive).map_err(|error| format!("{}: {error}", archive.display()))?;
    corpus.locate(Some(&shelf)).ok_or_else(|| format!("{address} does not hold {}", corpus.subfolder))
}

/// The name of a package without the mark and the slash of its owner.
fn folder_name(package: &str) -> String {
    package.trim_start_matches('@').replace('/', "-")
}

/// The file's address holds a hash, so it is looked up in the index of the package.
fn pypi_address(package: &str, version: &str) -> Result<String, String> {
    let index = format!("https://pypi.org/simple/{}/", package.to_lowercase());
    let page = capture("curl", &["-fsSL", &index])?;
    let ending = format!("/{}-{version}.tar.gz", package.to_lowercase());
    let links = page.split("href=\"").skip(1).filter_map(|rest| rest.split(['"', '#']).next());
    let link = links.into_iter().find(|link| link.to_lowercase().ends_with(&ending));
    let link = link.ok_or_else(|| format!("{index} has no source of {version}"))?;
    Ok(if link.starts_with("https://") { link.to_owned() } else { format!("{index}{link}") })
}

fn debian_address(package: &str, version: &str) -> Result<String, String> {
    // Libraries are many: their shelves have the letter after `lib` too.
    let letters = if package.starts_with("lib") { 4 } else { 1 };
    let initial = package.get(..letters).ok_or("a Debian package needs a name")?;
    let folder = format!("http://deb.debian.org/debian/pool/main/{initial}/{package}");
    let stem = format!("{package}_{}.orig.tar", version.replace('~', "%7e"));
    let candidates = ["xz", "gz", "bz2"].map(|ending| format!("{folder}/{stem}.{ending}"));
    let found = candidates.iter().find(|address| capture("curl", &["-fsSIL", address]).is_ok());
    found.cloned().ok_or_else(|| format!("{folder} has no {stem}.*"))
}

fn capture(program: &str, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(arguments).output();
    let output = output.map_err(|error| format!("{program} could not be started: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let reason = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(format!("{program} {}: {reason}", arguments.last().unwrap_or(&"")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_names_what_it_needs_to_change_a_file() {
        for corpus in table(&crate::workspace::root()).unwrap() {
            assert!(!corpus.version.is_empty() && !corpus.package.is_empty(), "{}", corpus.name);
            assert!(!corpus.extension.is_empty() && !corpus.addition.is_empty(), "{}", corpus.name);
        }
    }

    #[test]
    fn every_part_of_the_large_tree_has_an_address() {
        let parts = parts(&crate::workspace::root()).unwrap();
        assert!(parts.iter().any(|part| part.large) && parts.len() > 10);
        for part in parts {
            assert!(!part.version.is_empty() && !part.package.is_empty(), "{}", part.name);
            assert!(!matches!(part.registry, Registry::Folder), "{}", part.name);
        }
    }

    #[test]
    fn the_owner_of_a_package_is_no_folder() {
        assert_eq!(folder_name("@owner/package"), "owner-package");
    }

    #[test]
    fn a_missing_folder_is_not_located() {
        assert!(Corpus::at(Path::new("no/such/folder")).locate(None).is_none());
    }
}
