//! One file before and after: shown as a difference, written at once or not at all.

use crate::diff::unified;
use crate::error::SetupError;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What becomes of a configuration file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileChange {
    /// As the agent calls it; it may be a link.
    pub path: PathBuf,
    /// None where there is no such file.
    pub before: Option<String>,
    /// None where no file is left.
    pub after: Option<String>,
}

impl FileChange {
    /// Nothing changes yet.
    pub(crate) fn read(path: &Path) -> Result<FileChange, SetupError> {
        let before = match fs::read(path) {
            Ok(bytes) => {
                Some(String::from_utf8(bytes).map_err(|_| SetupError::NotText { path: path.to_owned() })?)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(source) => return Err(SetupError::Io { operation: "read", path: path.to_owned(), source }),
        };
        Ok(FileChange { path: path.to_owned(), after: before.clone(), before })
    }

    /// A text that says nothing any more is no file, unless somebody put it there by a link.
    pub(crate) fn become_text(&mut self, text: String) {
        let is_unchanged = self.before.as_deref().unwrap_or_default() == text;
        if is_unchanged {
            return;
        }
        let says_nothing = matches!(text.trim(), "" | "{}");
        self.after = (!says_nothing || self.path.is_symlink()).then_some(text);
    }

    pub fn is_empty(&self) -> bool {
        self.before == self.after
    }

    /// As `diff -u` shows it, with `name` for the file.
    pub fn diff(&self, name: &str) -> String {
        let (before, after) = (self.before.as_deref(), self.after.as_deref());
        let hunks = unified(before.unwrap_or_default(), after.unwrap_or_default());
        let named = |text: Option<&str>| if text.is_some() { name } else { "/dev/null" };
        format!("--- {}\n+++ {}\n{hunks}", named(before), named(after))
    }

    /// Replaces the file by one rename, behind a link the file that the link is for. Rights stay as they are.
    pub fn write(&self) -> Result<(), SetupError> {
        let failed = |operation| {
            let path = self.path.clone();
            move |source| SetupError::Io { operation, path, source }
        };
        if self.is_empty() {
            return Ok(());
        }
        let Some(text) = &self.after else {
            return fs::remove_file(&self.path).map_err(failed("remove"));
        };
        let target = target(&self.path).map_err(failed("follow"))?;
        replace(&target, text).map_err(failed("write"))
    }
}

/// What a link is for, also where that is not there yet.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        if !path.is_symlink() {
            return Ok(path);
        }
        let link = fs::read_link(&path)?;
        path = path.parent().unwrap_or(Path::new("")).join(link);
    }
    Err(io::Error::other("too many links"))
}

const MOST_LINKS: usize = 40;

fn replace(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let aside = folder.join(format!(".{name}.{}.tmp", std::process::id()));
    let written = write_aside(&aside, path, text).and_then(|()| fs::rename(&aside, path));
    if written.is_err() {
        // What cannot be removed either is only a stray file.
        let _ = fs::remove_file(&aside);
    }
    written
}

fn write_aside(aside: &Path, path: &Path, text: &str) -> io::Result<()> {
    let mut file = fs::File::options().write(true).create_new(true).open(aside)?;
    if let Ok(metadata) = fs::metadata(path) {
        file.set_permissions(metadata.permissions())?;
    }
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
