//! Vectors on disk by the hash of what they were made from, so that nothing is computed twice.
//!
//! One file that only grows, with a checksum behind each entry. A writer that is killed leaves an unfinished entry at the end, which
//! the next writer cuts off; several processes write in turn, under a lock beside the file. A damaged entry is an absence, never a
//! wrong vector. Over its bound the file is replaced by one with its newer half.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use format::{ENTRY_OVERHEAD, HEADER_BYTES, Header};

mod format;

/// What a vector was made from: the model and the whole text, its prefix included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CacheKey([u8; 16]);

impl CacheKey {
    pub fn of(identity: &str, text: &str) -> CacheKey {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&(identity.len() as u64).to_le_bytes());
        hasher.update(identity.as_bytes());
        hasher.update(text.as_bytes());
        let mut key = [0; 16];
        key.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        CacheKey(key)
    }
}

/// An open cache; several may be open on one file, in one process or in many.
pub struct VectorCache {
    path: PathBuf,
    most_bytes: u64,
    state: Mutex<State>,
}

/// What is known of the file.
struct State {
    file: File,
    header: Header,
    /// Where each entry begins.
    places: HashMap<CacheKey, u64>,
    /// Behind the last entry that was read and found whole.
    end: u64,
}

impl VectorCache {
    /// Opens the file or begins it. A file that is none of ours is begun anew.
    pub fn open(path: &Path, most_bytes: u64) -> io::Result<VectorCache> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let _guard = lock(path)?;
        let state = open_or_begin(path)?;
        Ok(VectorCache { path: path.to_owned(), most_bytes, state: Mutex::new(state) })
    }

    /// Entries that can be found.
    pub fn len(&self) -> usize {
        self.locked().places.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Nothing if it is absent or damaged.
    pub fn get(&self, key: &CacheKey) -> Option<Vec<f32>> {
        let mut state = self.locked();
        let place = *state.places.get(key)?;
        let entry = format::read_entry(&mut state.file, place).ok().flatten()?;
        (entry.key == *key).then_some(entry.vector)
    }

    /// Appends what is not there yet. All of it is there afterwards, or an error says that it may not be.
    pub fn put(&self, entries: &[(CacheKey, &Vec<f32>)]) -> io::Result<()> {
        let mut state = self.locked();
        let _guard = lock(&self.path)?;
        state.catch_up(&self.path)?;
        let mut bytes = Vec::new();
        let mut added = Vec::new();
        for (key, vector) in entries.iter().filter(|(key, _)| !state.places.contains_key(key)) {
            added.push((*key, state.end + bytes.len() as u64));
            format::write_entry(&mut bytes, *key, vector);
        }
        if bytes.is_empty() || HEADER_BYTES + bytes.len() as u64 > self.most_bytes {
            return Ok(());
        }
        if state.end + bytes.len() as u64 > self.most_bytes {
            let keep = (self.most_bytes / 2).min(self.most_bytes - bytes.len() as u64);
            return state.begin_again(&self.path, keep, &bytes);
        }
        state.append(&bytes)?;
        state.places.extend(added);
        Ok(())
    }

    fn locked(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// Held until the file is closed. It is a file of its own, because the other one is replaced now and then.
fn lock(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(beside(path, "lock"))?;
    file.lock()?;
    Ok(file)
}

fn beside(path: &Path, extension: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    PathBuf::from(name)
}

fn open_or_begin(path: &Path) -> io::Result<State> {
    let opened = OpenOptions::new().read(true).write(true).open(path);
    match opened {
        Ok(file) => match State::read(file)? {
            Some(state) => Ok(state),
            None => begin(path, &mut io::empty()),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => begin(path, &mut io::empty()),
        Err(error) => Err(error),
    }
}

/// Writes a whole file and puts it into place in one step.
fn begin(path: &Path, entries: &mut dyn Read) -> io::Result<State> {
    let unfinished = beside(path, "tmp");
    let mut file = File::create(&unfinished)?;
    file.write_all(&Header::fresh().to_bytes())?;
    io::copy(entries, &mut file)?;
    file.sync_all()?;
    drop(file);
    std::fs::rename(&unfinished, path)?;
    let file = OpenOptions::new().read(true).write(true).open(path)?;
    State::read(file)?.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData))
}

impl State {
    /// Nothing if the header is not ours.
    fn read(mut file: File) -> io::Result<Option<State>> {
        let Some(header) = format::read_header(&mut file)? else { return Ok(None) };
        let mut state = State { file, header, places: HashMap::new(), end: HEADER_BYTES };
        state.read_on()?;
        Ok(Some(state))
    }

    /// Takes in whole entries behind those that are known, up to the first that is not whole.
    fn read_on(&mut self) -> io::Result<()> {
        let length = self.file.metadata()?.len();
        self.file.seek(SeekFrom::Start(self.end))?;
        let mut reader = io::BufReader::with_capacity(1 << 20, &self.file);
        let mut end = self.end;
        while let Some((entry, bytes)) = format::next_entry(&mut reader, length - end.min(length))? {
            self.places.insert(entry.key, end);
            end += bytes;
        }
        self.end = end;
        Ok(())
    }

    /// Under the lock: what others wrote is read, and an entry that a killed writer left unfinished is cut off.
    fn catch_up(&mut self, path: &Path) -> io::Result<()> {
        let current = OpenOptions::new().read(true).write(true).open(path);
        let header = match &current {
            Ok(file) => format::read_header(&mut &*file)?,
            Err(_) => None,
        };
        match (header, current) {
            (Some(header), Ok(_)) if header == self.header => self.read_on()?,
            _ => *self = open_or_begin(path)?,
        }
        if self.file.metadata()?.len() > self.end {
            self.file.set_len(self.end)?;
        }
        Ok(())
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(bytes)?;
        self.end += bytes.len() as u64;
        Ok(())
    }

    /// A file with the newest entries, as many as fit into `keep` bytes, and the new ones behind them.
    fn begin_again(&mut self, path: &Path, keep: u64, added: &[u8]) -> io::Result<()> {
        let mut places: Vec<u64> = self.places.values().copied().collect();
        places.sort_unstable();
        let oldest_kept = self.end.saturating_sub(keep.saturating_sub(HEADER_BYTES));
        let start = places.iter().copied().find(|&place| place >= oldest_kept).unwrap_or(self.end);
        self.file.seek(SeekFrom::Start(start))?;
        let kept = (&self.file).take(self.end - start);
        *self = begin(path, &mut kept.chain(added))?;
        Ok(())
    }
}

/// How much of the bound a vector takes.
pub fn entry_bytes(dimension: usize) -> u64 {
    ENTRY_OVERHEAD + 4 * dimension as u64
}

#[cfg(test)]
mod tests;
