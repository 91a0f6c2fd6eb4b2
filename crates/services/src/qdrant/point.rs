//! A unit as a point: an id that follows from what it is, vectors by name, and a payload to filter by.
//!
//! The id holds everything that the payload says, so a point never has to be changed, only born and dead. Lines are not in it: a unit
//! that only moved within its file stays the point that it was.

use std::collections::HashMap;

use qdrant_client::Payload;
use qdrant_client::qdrant::point_id::PointIdOptions;
use qdrant_client::qdrant::value::Kind as ValueKind;
use qdrant_client::qdrant::{NamedVectors, PointId as WirePointId, PointStruct, Value, Vector};

use crate::qdrant::collection::{DENSE, LEXICAL, SPARSE};
use crate::sparse::SparseVector;

pub(super) const RECORD: &str = "record";
pub(super) const UNIT: &str = "unit";
pub(super) const PROJECT: &str = "project";
pub(super) const PATH: &str = "path";
pub(super) const KIND: &str = "kind";
pub(super) const LANGUAGE: &str = "language";
pub(super) const NAME: &str = "name";
pub(super) const CONTENT: &str = "content";
pub(super) const ORDINAL: &str = "ordinal";
/// The first generation that has it.
pub(super) const BORN: &str = "born";
/// The first generation that has it no more.
pub(super) const DIED: &str = "died";
/// Exact as a floating-point number too, which is what ranges are compared as.
pub(super) const NEVER: i64 = (1 << 53) - 1;

/// The id of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PointId(pub(super) u128);

impl PointId {
    pub(super) fn of(project: &str, description: &Description<'_>) -> PointId {
        let mut hasher = blake3::Hasher::new();
        let Description { path, kind, language, name, content, ordinal, made_with } = description;
        for part in [project, path, kind, language, name, content, made_with] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        hasher.update(&ordinal.to_le_bytes());
        PointId::from_hash(&hasher)
    }

    /// Of the one point that is not a unit.
    pub(super) fn of_manifest(project: &str) -> PointId {
        let mut hasher = blake3::Hasher::new();
        hasher.update(b"manifest");
        hasher.update(project.as_bytes());
        PointId::from_hash(&hasher)
    }

    fn from_hash(hasher: &blake3::Hasher) -> PointId {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        PointId(u128::from_be_bytes(bytes))
    }

    pub(super) fn to_wire(self) -> WirePointId {
        let digits = format!("{:032x}", self.0);
        let parts = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
        WirePointId { point_id_options: Some(PointIdOptions::Uuid(parts.join("-"))) }
    }

    pub(super) fn from_wire(id: Option<WirePointId>) -> Option<PointId> {
        match id?.point_id_options? {
            PointIdOptions::Uuid(text) => u128::from_str_radix(&text.replace('-', ""), 16).ok().map(PointId),
            PointIdOptions::Num(_) => None,
        }
    }
}

/// What a unit is, apart from where in its file it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Description<'a> {
    pub path: &'a str,
    pub kind: &'a str,
    pub language: &'a str,
    pub name: &'a str,
    /// Hash of its text, as the caller writes it.
    pub content: &'a str,
    /// Tells equal units of one file apart.
    pub ordinal: u32,
    /// What its vectors were made with: points of other models are other points.
    pub made_with: &'a str,
}

/// Those that are absent are not searched.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Vectors {
    pub dense: Option<Vec<f32>>,
    pub sparse: Option<SparseVector>,
    pub lexical: SparseVector,
}

impl Vectors {
    fn named(self) -> NamedVectors {
        let mut named = NamedVectors::default();
        if let Some(dense) = self.dense {
            named = named.add_vector(DENSE, Vector::new_dense(dense));
        }
        for (name, vector) in [(SPARSE, self.sparse), (LEXICAL, Some(self.lexical))] {
            if let Some(vector) = vector.filter(|vector| !vector.is_empty()) {
                named = named.add_vector(name, Vector::new_sparse(vector.indices, vector.values));
            }
        }
        named
    }
}

pub(super) fn point(
    id: PointId,
    project: &str,
    description: &Description<'_>,
    vectors: Vectors,
    born: i64,
) -> PointStruct {
    let mut payload = Payload::new();
    payload.insert(RECORD, UNIT);
    payload.insert(PROJECT, project);
    payload.insert(PATH, description.path);
    payload.insert(KIND, description.kind);
    payload.insert(LANGUAGE, description.language);
    payload.insert(NAME, description.name);
    payload.insert(CONTENT, description.content);
    payload.insert(ORDINAL, i64::from(description.ordinal));
    payload.insert(BORN, born);
    payload.insert(DIED, NEVER);
    PointStruct::new(id.to_wire(), vectors.named(), payload)
}

/// Reads what may have been written by anybody: what is not there is empty.
pub(super) struct Fields(pub(super) HashMap<String, Value>);

impl Fields {
    pub(super) fn text(&mut self, key: &str) -> String {
        match self.0.remove(key).and_then(|value| value.kind) {
            Some(ValueKind::StringValue(text)) => text,
            _ => String::new(),
        }
    }

    pub(super) fn number(&self, key: &str) -> Option<i64> {
        match self.0.get(key)?.kind.as_ref()? {
            ValueKind::IntegerValue(number) => Some(*number),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIT: Description<'_> = Description {
        path: "a.rs",
        kind: "function",
        language: "rust",
        name: "f",
        content: "00",
        ordinal: 0,
        made_with: "m",
    };

    #[test]
    fn an_id_survives_the_wire() {
        let id = PointId::of("p", &UNIT);
        assert_eq!(PointId::from_wire(Some(id.to_wire())), Some(id));
        let small = PointId(5);
        assert_eq!(PointId::from_wire(Some(small.to_wire())), Some(small));
    }

    #[test]
    fn every_part_of_a_unit_is_in_its_id() {
        let id = PointId::of("p", &UNIT);
        assert_eq!(id, PointId::of("p", &UNIT));
        for other in [
            Description { path: "b.rs", ..UNIT },
            Description { kind: "method", ..UNIT },
            Description { language: "go", ..UNIT },
            Description { name: "g", ..UNIT },
            Description { content: "01", ..UNIT },
            Description { ordinal: 1, ..UNIT },
            Description { made_with: "n", ..UNIT },
            Description { path: "a.rsf", name: "", ..UNIT },
        ] {
            assert_ne!(id, PointId::of("p", &other));
        }
        assert_ne!(id, PointId::of("q", &UNIT));
    }
}
