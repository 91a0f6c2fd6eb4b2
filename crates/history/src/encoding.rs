//! Commit facts as compact bytes and back. Garbage gives an error: never a panic, never a large allocation.

use crate::facts::{CommitFacts, CommitId, Content, FileChange, Hunk};

pub(crate) const VERSION: u8 = 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    #[error("commit facts of another version ({0})")]
    Version(u8),
    #[error("commit facts end early or contain impossible values")]
    Malformed,
}

impl CommitFacts {
    /// Appends the facts to `out`. The bytes carry their own end, so that facts may follow one another.
    pub fn encode(&self, out: &mut Vec<u8>) {
        out.push(VERSION);
        out.extend_from_slice(&self.id);
        out.push(u8::from(self.parent.is_some()));
        out.extend_from_slice(self.parent.as_ref().map_or(&[], |parent| parent.as_slice()));
        put(out, zigzag(self.time));
        put_bytes(out, self.message.as_bytes());
        put(out, u64::from(self.file_count));
        put(out, self.files.len() as u64);
        let mut previous = "";
        for file in &self.files {
            encode_file(file, previous, out);
            previous = &file.path;
        }
    }

    /// Takes one commit's facts off the front of `bytes`.
    pub fn decode(bytes: &mut &[u8]) -> Result<CommitFacts, DecodeError> {
        let mut reader = Reader { rest: bytes };
        let facts = reader.commit()?;
        *bytes = reader.rest;
        Ok(facts)
    }
}

fn encode_file(file: &FileChange, previous: &str, out: &mut Vec<u8>) {
    put_path(out, previous, &file.path);
    out.push(file.content as u8 | (u8::from(file.old_path.is_some()) << 7));
    if let Some(old_path) = &file.old_path {
        put_path(out, &file.path, old_path);
    }
    put(out, file.hunks.len() as u64);
    let (mut old, mut new) = (0, 0);
    for hunk in &file.hunks {
        put(out, u64::from(hunk.old_start.wrapping_sub(old)));
        put(out, u64::from(hunk.old_lines));
        put(out, u64::from(hunk.new_start.wrapping_sub(new)));
        put(out, u64::from(hunk.new_lines));
        (old, new) =
            (hunk.old_start.wrapping_add(hunk.old_lines), hunk.new_start.wrapping_add(hunk.new_lines));
    }
}

/// A path as the length it shares with `base` and the rest: neighbours share their folders.
fn put_path(out: &mut Vec<u8>, base: &str, path: &str) {
    let shared = base.bytes().zip(path.bytes()).take_while(|(a, b)| a == b).count();
    put(out, shared as u64);
    put_bytes(out, &path.as_bytes()[shared..]);
}

fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

fn put(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn zigzag(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)) as u64
}

fn unzigzag(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn commit(&mut self) -> Result<CommitFacts, DecodeError> {
        match self.byte()? {
            VERSION => {}
            other => return Err(DecodeError::Version(other)),
        }
        let id = self.id()?;
        let parent = if self.flag()? { Some(self.id()?) } else { None };
        let time = unzigzag(self.number()?);
        let message = self.text()?;
        let file_count = self.number32()?;
        let mut files = self.list()?;
        for _ in 0..files.0 {
            let previous = files.1.last().map_or("", |file: &FileChange| file.path.as_str());
            let file = self.file(previous)?;
            files.1.push(file);
        }
        Ok(CommitFacts { id, parent, time, message, file_count, files: files.1 })
    }

    fn file(&mut self, previous: &str) -> Result<FileChange, DecodeError> {
        let path = self.path(previous)?;
        let flags = self.byte()?;
        let content = *Content::ALL.get(usize::from(flags & 0x7f)).ok_or(DecodeError::Malformed)?;
        let old_path = if flags & 0x80 != 0 { Some(self.path(&path)?) } else { None };
        let mut hunks = self.list()?;
        let (mut old, mut new) = (0, 0);
        for _ in 0..hunks.0 {
            let hunk = self.hunk(old, new)?;
            (old, new) = (hunk.end_before(), hunk.end_after());
            hunks.1.push(hunk);
        }
        Ok(FileChange { path, old_path, content, hunks: hunks.1 })
    }

    fn hunk(&mut self, old: u32, new: u32) -> Result<Hunk, DecodeError> {
        let old_start = add(old, self.number32()?)?;
        let old_lines = self.number32()?;
        let new_start = add(new, self.number32()?)?;
        let new_lines = self.number32()?;
        add(old_start, old_lines)?;
        add(new_start, new_lines)?;
        Ok(Hunk { old_start, old_lines, new_start, new_lines })
    }

    fn path(&mut self, base: &str) -> Result<String, DecodeError> {
        let shared = self.number()? as usize;
        let mut bytes = base.as_bytes().get(..shared).ok_or(DecodeError::Malformed)?.to_vec();
        bytes.extend_from_slice(self.bytes()?);
        String::from_utf8(bytes).map_err(|_| DecodeError::Malformed)
    }

    fn text(&mut self) -> Result<String, DecodeError> {
        String::from_utf8(self.bytes()?.to_vec()).map_err(|_| DecodeError::Malformed)
    }

    /// The length of a list and an empty list with room for it. Every element takes at least a byte, so that a
    /// length beyond the bytes left is known to be wrong.
    fn list<T>(&mut self) -> Result<(usize, Vec<T>), DecodeError> {
        let length = self.number()? as usize;
        if length > self.rest.len() {
            return Err(DecodeError::Malformed);
        }
        Ok((length, Vec::with_capacity(length.min(256))))
    }

    fn bytes(&mut self) -> Result<&'a [u8], DecodeError> {
        let length = self.number()? as usize;
        self.take(length)
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], DecodeError> {
        let (taken, rest) = self.rest.split_at_checked(length).ok_or(DecodeError::Malformed)?;
        self.rest = rest;
        Ok(taken)
    }

    fn id(&mut self) -> Result<CommitId, DecodeError> {
        self.take(20)?.try_into().map_err(|_| DecodeError::Malformed)
    }

    fn flag(&mut self) -> Result<bool, DecodeError> {
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(DecodeError::Malformed),
        }
    }

    fn byte(&mut self) -> Result<u8, DecodeError> {
        Ok(self.take(1)?[0])
    }

    fn number32(&mut self) -> Result<u32, DecodeError> {
        u32::try_from(self.number()?).map_err(|_| DecodeError::Malformed)
    }

    fn number(&mut self) -> Result<u64, DecodeError> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(DecodeError::Malformed)
    }
}

fn add(start: u32, lines: u32) -> Result<u32, DecodeError> {
    start.checked_add(lines).ok_or(DecodeError::Malformed)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_hunks() -> impl Strategy<Value = Vec<Hunk>> {
        prop::collection::vec((0u32..500, 0u32..90, 0u32..500, 0u32..90), 0..5).prop_map(|parts| {
            let (mut old, mut new) = (0, 0);
            let place = |(old_gap, old_lines, new_gap, new_lines)| {
                let hunk = Hunk { old_start: old + old_gap, old_lines, new_start: new + new_gap, new_lines };
                (old, new) = (hunk.end_before(), hunk.end_after());
                hunk
            };
            parts.into_iter().map(place).collect()
        })
    }

    prop_compose! {
        fn any_file()(path in "[a-cé]{1,3}(/[a-cé]{1,3}){0,3}", old_path in prop::option::of("[a-cé/]{1,9}"),
                      content in 0..Content::ALL.len(), hunks in any_hunks()) -> FileChange {
            FileChange { path, old_path, content: Content::ALL[content], hunks }
        }
    }

    prop_compose! {
        fn any_facts()(id in any::<[u8; 20]>(), parent in any::<Option<[u8; 20]>>(), time in any::<i64>(),
                       message in ".{0,40}", file_count in any::<u32>(),
                       files in prop::collection::vec(any_file(), 0..6)) -> CommitFacts {
            CommitFacts { id, parent, time, message, file_count, files }
        }
    }

    proptest! {
        #[test]
        fn facts_survive_a_round_trip(first in any_facts(), second in any_facts()) {
            let mut bytes = Vec::new();
            first.encode(&mut bytes);
            second.encode(&mut bytes);
            let mut rest = &bytes[..];
            prop_assert_eq!(CommitFacts::decode(&mut rest), Ok(first));
            prop_assert_eq!(CommitFacts::decode(&mut rest), Ok(second));
            prop_assert!(rest.is_empty());
        }

        #[test]
        fn garbage_never_panics(facts in any_facts(), at in any::<prop::sample::Index>(), byte: u8, cut: bool) {
            let mut bytes = Vec::new();
            facts.encode(&mut bytes);
            let at = at.index(bytes.len());
            bytes[at] = byte;
            if cut {
                bytes.truncate(at);
            }
            let mut rest = &bytes[..];
            let decoded = CommitFacts::decode(&mut rest);
            prop_assert!(!cut || decoded.is_err());
        }
    }
}
