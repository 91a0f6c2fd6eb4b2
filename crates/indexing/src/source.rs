//! One file's bytes, its language and the key under which its facts are kept.

use orienteer_languages::Language;
use orienteer_storage::{FORMAT_VERSION, Key};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Files larger than this, in bytes, are data that a tool wrote: only their head is looked at.
const WHOLE: u64 = 16 << 20;
const HEAD: u64 = 128 << 10;

/// What was read of a file.
pub struct Source {
    pub bytes: Vec<u8>,
    pub language: &'static Language,
    pub key: Key,
    /// Of the whole file, in bytes.
    pub size: u64,
    /// The bytes are only the head of the file.
    pub is_cut: bool,
}

/// Opens a file of the tree. What was a file when the tree was walked may be a link out of it or a pipe by now: links are not
/// followed and nothing is waited for.
pub fn open_plain(path: &Path) -> io::Result<File> {
    open_sized(path).map(|(file, _)| file)
}

/// The same, and how many bytes it has.
fn open_sized(path: &Path) -> io::Result<(File, u64)> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NOFOLLOW | libc::O_NONBLOCK);
    let file = options.open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_file() { Ok((file, metadata.len())) } else { Err(io::ErrorKind::InvalidInput.into()) }
}

/// The whole of a file of the tree; an error for one that is larger than is ever taken whole.
pub(crate) fn read_plain(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_plain(path)?.take(WHOLE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > WHOLE { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(bytes) }
}

/// Reads a file; `None` for one that is not text.
pub fn read_source(root: &Path, path: &str) -> io::Result<Option<Source>> {
    read_source_into(root, path, Vec::new())
}

/// The same, in memory that was used before.
pub(crate) fn read_source_into(root: &Path, path: &str, mut bytes: Vec<u8>) -> io::Result<Option<Source>> {
    let (mut file, size) = open_sized(&root.join(path))?;
    let is_cut = size > WHOLE;
    let (expected, most) = if is_cut { (HEAD, HEAD) } else { (size, WHOLE + 1) };
    read_expected(&mut file, expected as usize, &mut bytes)?;
    // What a file has got since it was opened.
    file.take(most - bytes.len() as u64).read_to_end(&mut bytes)?;
    if is_binary(&bytes) {
        return Ok(None);
    }
    let Some(language) = language_of(path, &bytes) else { return Ok(None) };
    let cut_size = if is_cut { size } else { 0 };
    let size = if is_cut { size } else { bytes.len() as u64 };
    Ok(Some(Source { key: key_of(language, &bytes, cut_size), bytes, language, size, is_cut }))
}

/// Reads as many bytes as there should be, or fewer if there are no more.
fn read_expected(file: &mut File, expected: usize, bytes: &mut Vec<u8>) -> io::Result<()> {
    bytes.resize(expected, 0);
    let mut filled = 0;
    while filled < expected {
        match file.read(&mut bytes[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    bytes.truncate(filled);
    Ok(())
}

/// Facts depend on the bytes, the language and the version of the program that reads them.
pub fn key_of(language: &Language, bytes: &[u8], cut_size: u64) -> Key {
    let version = FORMAT_VERSION.to_le_bytes();
    Key::of_parts(&[&version, &language.id.0.to_le_bytes(), &cut_size.to_le_bytes(), bytes])
}

fn language_of(path: &str, bytes: &[u8]) -> Option<&'static Language> {
    orienteer_languages::by_path(path)
        .or_else(|| orienteer_languages::by_interpreter(bytes))
        .or_else(|| orienteer_languages::by_name("text"))
}

/// A NUL in the head, as every tool of the field decides it.
fn is_binary(bytes: &[u8]) -> bool {
    memchr::memchr(0, &bytes[..bytes.len().min(8_000)]).is_some()
}

/// The id that git gives to a file's content.
pub(crate) fn blob_id(bytes: &[u8]) -> [u8; 20] {
    use sha1::{Digest, Sha1};
    let mut hasher = Sha1::new();
    hasher.update(format!("blob {}\0", bytes.len()));
    hasher.update(bytes);
    hasher.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blob_ids_are_those_of_git() {
        let expected = [
            0xce, 0x01, 0x36, 0x25, 0x03, 0x0b, 0xa8, 0xdb, 0xa9, 0x06, 0xf7, 0x56, 0x96, 0x7f, 0x9e, 0x9c,
            0xa3, 0x94, 0x46, 0x4a,
        ];
        assert_eq!(blob_id(b"hello\n"), expected);
    }

    #[test]
    fn the_same_bytes_in_another_language_have_another_key() {
        let [c, python] = ["c", "python"].map(|name| orienteer_languages::by_name(name).unwrap());
        assert_ne!(key_of(c, b"x", 0), key_of(python, b"x", 0));
        assert_eq!(key_of(c, b"x", 0), key_of(c, b"x", 0));
    }
}
