//! The one list of environment variables that the program reads.

use crate::failure::Failure;
use etcetera::BaseStrategy;
use std::path::PathBuf;

/// Folder of all indexes instead of the user's cache folder.
pub(crate) const CACHE_DIR: &str = "ORIENT_CACHE_DIR";
/// Any value but the empty one turns colours off.
pub(crate) const NO_COLOR: &str = "NO_COLOR";

pub(crate) fn cache_folder() -> Result<PathBuf, Failure> {
    if let Some(folder) = std::env::var_os(CACHE_DIR).filter(|folder| !folder.is_empty()) {
        return Ok(PathBuf::from(folder));
    }
    let strategy = etcetera::choose_base_strategy().map_err(|_| {
        Failure::new(
            "cannot tell where the user's cache folder is",
            Some("set ORIENT_CACHE_DIR to a folder for the index"),
        )
    })?;
    Ok(strategy.cache_dir().join("orienteer"))
}

pub(crate) fn refuses_color() -> bool {
    std::env::var_os(NO_COLOR).is_some_and(|value| !value.is_empty())
}
