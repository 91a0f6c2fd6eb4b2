//! The bytes of the cache: a header, and entries of a key, a count, numbers and a checksum. Reads nothing that its checksum does not cover.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::cache::CacheKey;

const MAGIC: [u8; 8] = *b"orientvc";
const VERSION: u32 = 1;
pub(super) const HEADER_BYTES: u64 = 32;
/// Key, count and checksum.
pub(super) const ENTRY_OVERHEAD: u64 = 16 + 4 + 8;
/// No model has more.
const MOST_NUMBERS: u32 = 65_535;

/// Tells files that took each other's place apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    file: u64,
}

impl Header {
    /// Never the same twice: by the time, the process, and how often this process did it before.
    pub(super) fn fresh() -> Header {
        static BEGUN: AtomicU64 = AtomicU64::new(0);
        let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_nanos() as u64);
        let parts = [time, u64::from(std::process::id()), BEGUN.fetch_add(1, Ordering::Relaxed)];
        Header { file: checksum(&parts.map(u64::to_le_bytes).concat()) }
    }

    pub(super) fn to_bytes(self) -> [u8; HEADER_BYTES as usize] {
        let mut bytes = [0; HEADER_BYTES as usize];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12..20].copy_from_slice(&self.file.to_le_bytes());
        let sum = checksum(&bytes[..24]);
        bytes[24..].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8; HEADER_BYTES as usize]) -> Option<Header> {
        let header = Header { file: u64::from_le_bytes(bytes[12..20].try_into().ok()?) };
        (header.to_bytes() == *bytes).then_some(header)
    }
}

pub(super) struct Entry {
    pub(super) key: CacheKey,
    pub(super) vector: Vec<f32>,
}

fn checksum(bytes: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(bytes)
}

pub(super) fn write_entry(bytes: &mut Vec<u8>, key: CacheKey, vector: &[f32]) {
    let start = bytes.len();
    bytes.extend_from_slice(&key.0);
    bytes.extend_from_slice(&(vector.len() as u32).to_le_bytes());
    for number in vector {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    let sum = checksum(&bytes[start..]);
    bytes.extend_from_slice(&sum.to_le_bytes());
}

/// The entry at a place; nothing if it is damaged.
pub(super) fn read_entry(file: &mut File, place: u64) -> io::Result<Option<Entry>> {
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(place))?;
    Ok(next_entry(file, length.saturating_sub(place))?.map(|(entry, _)| entry))
}

/// The entry that begins here and its length; nothing at the end of what is left and before anything that is not whole.
pub(super) fn next_entry(reader: &mut impl Read, left: u64) -> io::Result<Option<(Entry, u64)>> {
    if left < ENTRY_OVERHEAD {
        return Ok(None);
    }
    let mut bytes = vec![0; 20];
    reader.read_exact(&mut bytes)?;
    let count = u32::from_le_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]);
    let whole = ENTRY_OVERHEAD + 4 * u64::from(count);
    if count == 0 || count > MOST_NUMBERS || whole > left {
        return Ok(None);
    }
    bytes.resize(whole as usize, 0);
    reader.read_exact(&mut bytes[20..])?;
    let (covered, sum) = bytes.split_at(whole as usize - 8);
    if checksum(covered).to_le_bytes() != sum {
        return Ok(None);
    }
    let mut key = [0; 16];
    key.copy_from_slice(&covered[..16]);
    let numbers =
        covered[20..].chunks_exact(4).map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]));
    Ok(Some((Entry { key: CacheKey(key), vector: numbers.collect() }, whole)))
}

/// Nothing if the file is too short or not ours.
pub(super) fn read_header(mut file: impl Read + Seek) -> io::Result<Option<Header>> {
    file.seek(SeekFrom::Start(0))?;
    let mut bytes = [0; HEADER_BYTES as usize];
    match file.read_exact(&mut bytes) {
        Ok(()) => Ok(Header::from_bytes(&bytes)),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}
