//! The names in a folder and what each is: as the file system lists them, or as they were when nothing came or went since.

use super::entry::stamp;
use orienteer_storage::{FolderCache, ListedFolder};
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fs::FileType;
use std::io;
use std::path::Path;

/// What stands under a name. Links are not followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Folder,
    Link,
    /// A device, a pipe.
    Other,
}

/// The letter that a kind has in a listing.
const LETTERS: [(Kind, u8); 4] =
    [(Kind::File, b'f'), (Kind::Folder, b'd'), (Kind::Link, b'l'), (Kind::Other, b'o')];

impl Kind {
    fn of(kind: FileType) -> Kind {
        if kind.is_file() {
            Kind::File
        } else if kind.is_dir() {
            Kind::Folder
        } else if kind.is_symlink() {
            Kind::Link
        } else {
            Kind::Other
        }
    }

    fn letter(self) -> char {
        LETTERS.iter().find(|(kind, _)| *kind == self).map_or('o', |(_, letter)| char::from(*letter))
    }
}

/// Ends an entry of a listing: no name has it.
const END: char = '/';

/// What a folder holds.
pub(super) struct Names<'c> {
    /// Of each entry the letter of its kind and its name.
    listing: Cow<'c, str>,
    /// Names that are not text, and those of whose kind nothing could be known.
    odd: Vec<(OsString, Option<Kind>)>,
    pub(super) origin: Origin,
}

/// Where the names of a folder are from.
pub(super) enum Origin {
    /// The cache has it under this number.
    Known(u32),
    /// It was listed, and may be remembered.
    Listed(ListedFolder),
    /// It cannot be known next time whether it is the same.
    Unsure,
}

impl<'c> Names<'c> {
    /// Lists a folder unless the cache has it as it is.
    pub(super) fn of(folder: &Path, path: Option<&str>, cache: &'c FolderCache) -> io::Result<Names<'c>> {
        // Before it is listed: what changes in between must not look old next time.
        let state = path.and_then(|path| Some((path, stamp(folder)?)));
        if let Some((number, listing)) = state.and_then(|(path, stamp)| cache.get(path, stamp)) {
            let origin = Origin::Known(number);
            return Ok(Names { listing: Cow::Borrowed(listing), odd: Vec::new(), origin });
        }
        let (listing, odd) = list(folder)?;
        let origin = match state {
            Some((path, stamp)) if odd.is_empty() => {
                Origin::Listed(ListedFolder { path: path.to_owned(), stamp, listing: listing.clone() })
            }
            _ => Origin::Unsure,
        };
        Ok(Names { listing: Cow::Owned(listing), odd, origin })
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&OsStr, Option<Kind>)> {
        let odd = self.odd.iter().map(|(name, kind)| (name.as_os_str(), *kind));
        self.listing.split_terminator(END).filter_map(entry).chain(odd)
    }
}

fn entry(text: &str) -> Option<(&OsStr, Option<Kind>)> {
    let (letter, name) = text.split_at_checked(1)?;
    let (kind, _) = LETTERS.iter().find(|(_, other)| letter.as_bytes() == [*other])?;
    Some((OsStr::new(name), Some(*kind)))
}

type Odd = Vec<(OsString, Option<Kind>)>;

fn list(folder: &Path) -> io::Result<(String, Odd)> {
    let (mut listing, mut odd) = (String::new(), Vec::new());
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let (name, kind) = (entry.file_name(), entry.file_type().ok().map(Kind::of));
        match (name.to_str(), kind) {
            (Some(name), Some(kind)) => {
                listing.push(kind.letter());
                listing.push_str(name);
                listing.push(END);
            }
            _ => odd.push((name, kind)),
        }
    }
    Ok((listing, odd))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_listed_comes_back() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("größe.txt"), "").expect("written");
        std::fs::create_dir(folder.path().join("d")).expect("made");
        let cache = FolderCache::default();
        let names = Names::of(folder.path(), Some(""), &cache).expect("listed");
        let mut found: Vec<_> = names.iter().collect();
        found.sort_by_key(|(name, _)| name.to_owned());
        assert_eq!(
            found,
            [(OsStr::new("d"), Some(Kind::Folder)), (OsStr::new("größe.txt"), Some(Kind::File))]
        );
    }
}
