//! Packages as an indexer wants to see them: those of Python as they are installed, so that a package finds itself by its own
//! name; those of npm as the sources that people wrote, without what was built from them.

use std::path::{Path, PathBuf};

use crate::Outcome;
use crate::accuracy::pinned::Package;
use crate::bench::corpora::{self, Registry};
use crate::bench::peers::install;

/// What sources of today assume of their compiler.
const COMPILER: &str = r#"{
  "compilerOptions": {
    "target": "es2022", "module": "esnext", "moduleResolution": "bundler", "jsx": "preserve",
    "lib": ["es2022", "dom", "dom.iterable"], "experimentalDecorators": true, "allowImportingTsExtensions": true,
    "noEmit": true, "skipLibCheck": true
  },
  "include": ["SOURCES/**/*"]
}
"#;

/// The folder of a package; a half-finished one is never taken for it.
pub(super) fn lay_out(shelf: &Path, package: &Package) -> Result<PathBuf, String> {
    let folder = shelf.join(package.folder());
    if folder.is_dir() {
        return Ok(folder);
    }
    let partial = shelf.join(format!(".{}-partial", package.folder()));
    match package.registry {
        Registry::Pypi => install_python(shelf, package, &partial)?,
        _ => copy_sources(package, &partial)?,
    }
    if !package.without.is_empty() {
        let left_out = partial.join(&package.without);
        std::fs::remove_dir_all(&left_out).map_err(|error| format!("{}: {error}", left_out.display()))?;
    }
    std::fs::rename(&partial, &folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}

fn install_python(shelf: &Path, package: &Package, into: &Path) -> Outcome {
    let (into, pinned) = (into.to_string_lossy(), format!("{}=={}", package.package, package.version));
    let quiet = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    let plain = ["--no-deps", "--no-compile", "--target", &into, &pinned];
    install::limited(shelf, "python3", &[&quiet[..], &plain[..]].concat())
}

fn copy_sources(package: &Package, into: &Path) -> Outcome {
    let from = corpora::obtain(&package.corpus(), None)?.join(&package.sources);
    let told = |error: std::io::Error| format!("{}: {error}", into.display());
    copy(&from, &into.join(&package.sources)).map_err(told)?;
    std::fs::write(into.join("tsconfig.json"), COMPILER.replace("SOURCES", &package.sources)).map_err(told)
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            true => copy(&entry.path(), &target)?,
            false => drop(std::fs::copy(entry.path(), target)?),
        }
    }
    Ok(())
}
