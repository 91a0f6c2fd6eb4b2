//! Folders that only their owner may look into: an index has words of the source, and of the questions that were asked about it.

use std::fs::DirBuilder;
use std::io;
use std::path::Path;

/// Backup programs and indexers, ours among them, pass over a folder with a file of this name that begins with [`TAG_SIGNATURE`].
pub const TAG: &str = "CACHEDIR.TAG";
pub const TAG_SIGNATURE: &str = "Signature: 8a477f597d28d172789f06886806bc55";

/// Creates a folder and those above it that are missing. One that is there keeps the mode that somebody gave it.
pub fn create_private_folders(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(path)
}

/// Marks a folder as one that can be made anew. That it is not marked harms nobody.
pub(crate) fn tag(folder: &Path) {
    let path = folder.join(TAG);
    if !path.exists() {
        let _ = std::fs::write(
            path,
            format!("{TAG_SIGNATURE}\n# An index of orient; `orient clear` removes it.\n"),
        );
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn others_may_not_look_in_and_modes_are_left_alone() {
        let ground = tempfile::tempdir().expect("folder");
        let mode = |path: &Path| path.metadata().expect("there").permissions().mode() & 0o777;
        let (outer, inner) = (ground.path().join("outer"), ground.path().join("outer/inner"));
        create_private_folders(&inner).expect("created");
        assert_eq!((mode(&outer), mode(&inner)), (0o700, 0o700));
        std::fs::set_permissions(&outer, std::fs::Permissions::from_mode(0o750)).expect("changed");
        create_private_folders(&inner).expect("there already");
        assert_eq!(mode(&outer), 0o750);
    }
}
