//! Every change of the file system goes through here, so that tests can stop a writer before any single one of them.
//!
//! Nothing here knows what is written.

use crate::error::{Error, Result};
use crate::private::create_private_folders;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Names with this beginning are unfinished work; the next writer removes them.
pub(crate) const TEMPORARY: &str = "tmp-";

const BUFFER: usize = 256 * 1024;

/// What a writer is about to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    CreateFolder,
    CreateFile,
    Write,
    Sync,
    Link,
    Rename,
    Remove,
}

/// Told before each change of the file system, numbered from 0. An error is taken for that of the operation itself.
pub trait Steps: Send + Sync {
    fn before(&self, number: usize, operation: Operation, path: &Path) -> io::Result<()>;

    /// How many of the bytes of a write reach the file; fewer than were given is what signals and full disks leave.
    fn granted(&self, _number: usize, bytes: usize) -> usize {
        bytes
    }
}

/// Lets everything pass.
struct Unwatched;

impl Steps for Unwatched {
    fn before(&self, _: usize, _: Operation, _: &Path) -> io::Result<()> {
        Ok(())
    }
}

/// The file system as a writer sees it.
#[derive(Clone)]
pub(crate) struct Disk {
    steps: Arc<dyn Steps>,
    next: Arc<AtomicUsize>,
    names: Arc<AtomicUsize>,
}

impl Default for Disk {
    fn default() -> Disk {
        Disk::watched(Arc::new(Unwatched))
    }
}

impl Disk {
    pub(crate) fn watched(steps: Arc<dyn Steps>) -> Disk {
        Disk { steps, next: Arc::default(), names: Arc::default() }
    }

    /// A number that no other temporary name of this writer has.
    pub(crate) fn unique(&self) -> usize {
        self.names.fetch_add(1, Ordering::Relaxed)
    }

    fn before(&self, operation: Operation, path: &Path) -> io::Result<()> {
        self.numbered(operation, path).map(drop)
    }

    fn numbered(&self, operation: Operation, path: &Path) -> io::Result<usize> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        self.steps.before(number, operation, path).map(|()| number)
    }

    /// What is left of the bytes of a write.
    fn granted<'b>(&self, bytes: &'b [u8], path: &Path) -> io::Result<&'b [u8]> {
        let number = self.numbered(Operation::Write, path)?;
        Ok(&bytes[..self.steps.granted(number, bytes.len()).min(bytes.len())])
    }

    pub(crate) fn create_folders(&self, path: &Path) -> Result<()> {
        if path.is_dir() {
            return Ok(());
        }
        self.before(Operation::CreateFolder, path)
            .and_then(|()| create_private_folders(path))
            .map_err(Error::io("create", path))
    }

    pub(crate) fn create_file(&self, path: &Path) -> Result<Output> {
        self.before(Operation::CreateFile, path)
            .and_then(|()| File::options().create(true).write(true).truncate(true).open(path))
            .map(|file| Stepped { file, path: path.to_path_buf(), disk: self.clone() })
            .map(|stepped| Output { buffer: BufWriter::with_capacity(BUFFER, stepped) })
            .map_err(Error::io("create", path))
    }

    /// A file of so many zeros that can be read and written. They are written, not left out: what is missing on a full disk is an
    /// error now, and not a fault when it is mapped.
    pub(crate) fn create_zeros(&self, path: &Path, bytes: usize) -> Result<File> {
        let create = || {
            self.before(Operation::CreateFile, path)?;
            let file = File::options().create(true).read(true).write(true).truncate(true).open(path)?;
            let mut stepped = Stepped { file, path: path.to_path_buf(), disk: self.clone() };
            let zeros = vec![0; BUFFER.min(bytes)];
            for start in (0..bytes).step_by(BUFFER) {
                stepped.write_all(&zeros[..BUFFER.min(bytes - start)])?;
            }
            Ok(stepped.file)
        };
        create().map_err(Error::io("write", path))
    }

    /// Writes a whole file and sees it to the disk.
    pub(crate) fn write_file(&self, path: &Path, bytes: &[u8]) -> Result<()> {
        let mut output = self.create_file(path)?;
        output.write_all(bytes).map_err(Error::io("write", path))?;
        output.finish()
    }

    /// Adds bytes to the end of a file, all at once. They need not be on the disk when this returns.
    pub(crate) fn append(&self, path: &Path, bytes: &[u8]) -> Result<()> {
        let append = || {
            let mut file = File::options().create(true).append(true).open(path)?;
            file.write_all(bytes)
        };
        self.before(Operation::Write, path).and_then(|()| append()).map_err(Error::io("append to", path))
    }

    pub(crate) fn sync_folder(&self, path: &Path) -> Result<()> {
        self.before(Operation::Sync, path).and_then(|()| sync_folder(path)).map_err(Error::io("sync", path))
    }

    pub(crate) fn rename(&self, from: &Path, to: &Path) -> Result<()> {
        self.before(Operation::Rename, to)
            .and_then(|()| fs::rename(from, to))
            .map_err(Error::io("rename to", to))
    }

    /// A second name for an immutable file, or a copy where the file system has no links.
    pub(crate) fn link(&self, from: &Path, to: &Path) -> Result<()> {
        self.before(Operation::Link, to)
            .and_then(|()| fs::hard_link(from, to).or_else(|_| copy(from, to)))
            .map_err(Error::io("link", to))
    }

    pub(crate) fn remove(&self, path: &Path) -> Result<()> {
        let remove = || if is_folder(path) { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        match self.before(Operation::Remove, path).and_then(|()| remove()) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::io("remove", path)(error)),
            _ => Ok(()),
        }
    }
}

fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_dir())
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::copy(from, to)?;
    File::options().write(true).open(to)?.sync_all()
}

#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// A buffered file whose every real write is a step.
pub(crate) struct Output {
    buffer: BufWriter<Stepped>,
}

impl Output {
    /// Flushes and syncs; without it the file is unfinished.
    pub(crate) fn finish(mut self) -> Result<()> {
        let flushed = self.buffer.flush();
        let Stepped { file, path, disk } = self.buffer.get_ref();
        flushed.map_err(Error::io("write", path))?;
        disk.before(Operation::Sync, path).and_then(|()| file.sync_all()).map_err(Error::io("sync", path))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.buffer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.buffer.flush()
    }
}

impl Seek for Output {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.buffer.seek(position)
    }
}

struct Stepped {
    file: File,
    path: PathBuf,
    disk: Disk,
}

impl Write for Stepped {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(self.disk.granted(bytes, &self.path)?)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for Stepped {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.file.seek(position)
    }
}

/// The end of a file; none where it is empty or not there.
pub(crate) fn last_byte(path: &Path) -> Result<Option<u8>> {
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Error::io("open", path)(error)),
    };
    let mut last = [0];
    let is_there = file.seek(SeekFrom::End(-1)).is_ok();
    if is_there {
        file.read_exact(&mut last).map_err(Error::io("read", path))?;
    }
    Ok(is_there.then_some(last[0]))
}

/// Reads a small file whole; none where there is no such file.
pub(crate) fn read_small(path: &Path, limit: u64) -> Result<Option<Vec<u8>>> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Error::io("open", path)(error)),
    };
    let mut bytes = Vec::new();
    file.take(limit).read_to_end(&mut bytes).map_err(Error::io("read", path))?;
    Ok(Some(bytes))
}

/// The names in a folder, sorted; none where there is no such folder.
pub(crate) fn names_in(path: &Path) -> Result<Vec<String>> {
    let entries = match fs::read_dir(path) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Error::io("list", path)(error)),
    };
    let mut names: Vec<String> =
        entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    Ok(names)
}
