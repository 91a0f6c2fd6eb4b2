//! Where the parts of a model's bytes are. `training/model_file.py` writes them and documents the layout.

use crate::error::ModelError;
use std::ops::Range;

pub(crate) const MAGIC: &[u8] = b"ORNTEMBD";
pub(crate) const VERSION: u32 = 1;

/// The parts of a model, as ranges of its bytes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    pub(crate) rows: usize,
    pub(crate) dimensions: usize,
    pub(crate) prefixes: Vec<usize>,
    pub(crate) path_weight: f32,
    pub(crate) ends: Range<usize>,
    pub(crate) texts: Range<usize>,
    pub(crate) scales: Range<usize>,
    pub(crate) numbers: Range<usize>,
}

/// Takes numbers and ranges off the beginning of the bytes.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    fn range(&mut self, length: Option<usize>) -> Result<Range<usize>, ModelError> {
        let end = length.and_then(|length| self.at.checked_add(length)).ok_or(ModelError::Truncated)?;
        if end > self.bytes.len() {
            return Err(ModelError::Truncated);
        }
        let start = std::mem::replace(&mut self.at, end);
        Ok(start..end)
    }

    fn number(&mut self) -> Result<u32, ModelError> {
        let range = self.range(Some(4))?;
        Ok(number_at(self.bytes, range.start))
    }
}

/// The little-endian number at a byte; 0 past the end.
pub(crate) fn number_at(bytes: &[u8], at: usize) -> u32 {
    let number = bytes.get(at..at + 4).and_then(|part| part.try_into().ok()).unwrap_or_default();
    u32::from_le_bytes(number)
}

impl Layout {
    pub(crate) fn read(bytes: &[u8]) -> Result<Layout, ModelError> {
        if !bytes.starts_with(MAGIC) {
            return Err(ModelError::NotAModel);
        }
        let mut cursor = Cursor { bytes, at: MAGIC.len() };
        let version = cursor.number()?;
        if version != VERSION {
            return Err(ModelError::Version(version));
        }
        let (rows, dimensions) = (cursor.number()? as usize, cursor.number()? as usize);
        let count = cursor.number()?;
        let prefixes: Result<Vec<usize>, ModelError> =
            (0..count).map(|_| cursor.number().map(|prefix| prefix as usize)).collect();
        let prefixes = prefixes?;
        let path_weight = f32::from_bits(cursor.number()?);
        let ends = cursor.range(rows.checked_mul(4))?;
        let text_bytes = if rows == 0 { 0 } else { number_at(bytes, ends.end - 4) as usize };
        let texts = cursor.range(Some(text_bytes))?;
        let scales = cursor.range(rows.checked_mul(4))?;
        let numbers = cursor.range(rows.checked_mul(dimensions))?;
        Ok(Layout { rows, dimensions, prefixes, path_weight, ends, texts, scales, numbers })
    }
}
