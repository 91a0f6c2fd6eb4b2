//! An edge as one number whose order is the order of edges: sorting and removing doubles compare nothing else.

use bytemuck::{Pod, Zeroable};
use orienteer_model::{Edge, EdgeKind, Provenance, UnitId};

/// `from`, `kind`, `to`, then the evidence with the surest first, so that of equal edges the first is the one that stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Pod, Zeroable)]
#[repr(transparent)]
pub(crate) struct EdgeKey(u128);

const FROM: u32 = 96;
const KIND: u32 = 88;
const TO: u32 = 56;
const CONFIDENCE: u32 = 48;
const AMBIGUOUS: u32 = 40;
const PROVENANCE: u32 = 32;

impl EdgeKey {
    pub(crate) fn source(self) -> u32 {
        (self.0 >> FROM) as u32
    }

    pub(crate) fn target(self) -> u32 {
        (self.0 >> TO) as u32
    }

    /// What only one edge may have: `from`, `kind` and `to`.
    pub(crate) fn identity(self) -> u128 {
        self.0 >> TO
    }

    pub(crate) fn is_kind(self, kind: EdgeKind) -> bool {
        (self.0 >> KIND) as u8 == kind as u8
    }

    pub(crate) fn confidence(self) -> u8 {
        u8::MAX - (self.0 >> CONFIDENCE) as u8
    }

    pub(crate) fn edge(self) -> Edge {
        Edge {
            from: UnitId(self.source()),
            to: UnitId(self.target()),
            kind: EdgeKind::from_u8((self.0 >> KIND) as u8).unwrap_or(EdgeKind::References),
            provenance: Provenance::from_u8((self.0 >> PROVENANCE) as u8).unwrap_or(Provenance::Name),
            confidence: self.confidence(),
            ambiguous: (self.0 >> AMBIGUOUS) as u8 != 0,
            line: self.0 as u32,
        }
    }
}

impl From<Edge> for EdgeKey {
    fn from(edge: Edge) -> EdgeKey {
        let place = u128::from(edge.from.0) << FROM
            | u128::from(edge.kind as u8) << KIND
            | u128::from(edge.to.0) << TO;
        let evidence = u64::from(u8::MAX - edge.confidence) << CONFIDENCE
            | u64::from(edge.ambiguous) << AMBIGUOUS
            | u64::from(edge.provenance as u8) << PROVENANCE
            | u64::from(edge.line);
        EdgeKey(place | u128::from(evidence))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Edge {
        Edge {
            from: UnitId(u32::MAX - 3),
            to: UnitId(70_000),
            kind: EdgeKind::CoChanges,
            provenance: Provenance::History,
            confidence: 95,
            ambiguous: true,
            line: u32::MAX,
        }
    }

    #[test]
    fn nothing_is_lost() {
        for edge in [sample(), Edge { from: UnitId(0), ambiguous: false, confidence: 0, line: 0, ..sample() }]
        {
            assert_eq!(EdgeKey::from(edge).edge(), edge);
        }
    }

    #[test]
    fn the_surest_of_equal_edges_comes_first() {
        let key = |edge: Edge| EdgeKey::from(edge);
        let sure = sample();
        assert!(key(sure) < key(Edge { confidence: 94, ambiguous: false, ..sure }));
        assert!(key(Edge { ambiguous: false, line: 9, ..sure }) < key(Edge { line: 1, ..sure }));
        assert!(key(Edge { to: UnitId(1), confidence: 1, ..sure }) < key(sure));
        assert_eq!(key(sure).identity(), key(Edge { confidence: 1, line: 4, ..sure }).identity());
    }
}
