//! The list of a snapshot's parts. A reader opens nothing that is not listed and leaves alone what it does not know.
//!
//! Part names: `records`, `graph`, `lexical`, `segment-*`, `segment-*-groups`, `history`, `log`. The list is open: a part that is not `required` and not
//! known is skipped, so that a later version can add one without making older snapshots or readers invalid. Vectors of
//! the built-in model lie in the segments.

use crate::FORMAT_VERSION;
use crate::disk::read_small;
use crate::error::{Error, Result};
use crate::key::Key;
use crate::sections::Written;
use serde::{Deserialize, Serialize};
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

pub(crate) const MANIFEST: &str = "manifest";
pub(crate) const RECORDS: &str = "records";
pub(crate) const GRAPH: &str = "graph";
pub(crate) const LEXICAL: &str = "lexical";
pub(crate) const HISTORY: &str = "history";
pub(crate) const LOG: &str = "log";
const SEGMENT: &str = "segment-";
const LARGEST: u64 = 16 << 20;

/// How much a snapshot holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    pub files: u64,
    pub units: u64,
    pub edges: u64,
    pub commits: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) length: u64,
    checksum: String,
    pub(crate) required: bool,
}

impl Part {
    pub(crate) fn new(name: &str, written: Written, required: bool) -> Part {
        let checksum = format!("{:016x}", written.checksum);
        Part { name: name.to_string(), length: written.length, checksum, required }
    }

    pub(crate) fn is(&self, written: Written) -> bool {
        *self == Part::new(&self.name, written, self.required)
    }

    fn is_known(&self) -> bool {
        [RECORDS, GRAPH, LEXICAL, HISTORY, LOG].contains(&self.name.as_str())
            || self.name.starts_with(SEGMENT)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    format: u32,
    pub(crate) id: String,
    pub(crate) counts: Counts,
    /// The model that the vectors are of; 0 without vectors.
    #[serde(default, skip_serializing_if = "is_zero")]
    model: u64,
    pub(crate) parts: Vec<Part>,
    /// Of all the above.
    check: String,
}

#[derive(Deserialize)]
struct Format {
    format: u32,
}

impl Manifest {
    pub(crate) fn new(counts: Counts, model: u64, mut parts: Vec<Part>) -> Manifest {
        parts.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        let id = identity(model, &parts);
        let mut manifest =
            Manifest { format: FORMAT_VERSION, id, counts, model, parts, check: String::new() };
        manifest.check = manifest.checksum();
        manifest
    }

    fn checksum(&self) -> String {
        let unchecked = Manifest { check: String::new(), ..self.clone() };
        format!("{:016x}", xxh3_64(&serde_json::to_vec(&unchecked).unwrap_or_default()))
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec_pretty(self).unwrap_or_default()
    }

    pub(crate) fn read(folder: &Path) -> Result<Manifest> {
        let path = folder.join(MANIFEST);
        let missing = || Error::io("open", &path)(std::io::ErrorKind::NotFound.into());
        let bytes = read_small(&path, LARGEST)?.ok_or_else(missing)?;
        let damaged = |what| Error::corrupt(&path, what);
        let Format { format } = serde_json::from_slice(&bytes).map_err(|_| damaged("not a manifest"))?;
        if format != FORMAT_VERSION {
            return Err(Error::Format { path, found: format, expected: FORMAT_VERSION });
        }
        let manifest: Manifest = serde_json::from_slice(&bytes).map_err(|_| damaged("not a manifest"))?;
        if manifest.check != manifest.checksum() || manifest.id != identity(manifest.model, &manifest.parts) {
            return Err(damaged("checksum"));
        }
        if manifest.parts.iter().any(|part| part.required && !part.is_known()) {
            return Err(damaged("a required part that this program does not know"));
        }
        Ok(manifest)
    }

    pub(crate) fn part(&self, name: &str) -> Option<&Part> {
        self.parts.iter().find(|part| part.name == name)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// The identity of a snapshot is that of its content. How the lexical part is cut into segments depends on which edits came
/// one by one, and beside the model of its vectors it says nothing that the records do not, so it does not count: equal trees have
/// equal identities.
fn identity(model: u64, parts: &[Part]) -> String {
    let mut fields: Vec<&[u8]> = vec![b"snapshot"];
    let (version, model_bytes) = (FORMAT_VERSION.to_le_bytes(), model.to_le_bytes());
    fields.push(&version);
    if model != 0 {
        fields.push(&model_bytes);
    }
    for part in parts.iter().filter(|part| part.name != LEXICAL && !part.name.starts_with(SEGMENT)) {
        fields.extend([part.name.as_bytes(), part.checksum.as_bytes()]);
    }
    Key::of_parts(&fields).to_string()
}
