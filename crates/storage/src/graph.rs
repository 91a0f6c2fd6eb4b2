//! The part of a snapshot that holds the edges, by source and by target. Knows nothing of what an edge means.

mod build;

use crate::error::Result;
use crate::sections::{Column, Content, Sections};
use bytemuck::{Pod, Zeroable};
use orienteer_model::{Edge, EdgeKind, Provenance, UnitId};
use std::path::Path;

pub use build::ShowEdges;
pub(crate) use build::write;

const SECTIONS: usize = 4;
const AMBIGUOUS: u8 = 1;

/// An edge without the end that its place in the table says.
#[derive(Clone, Copy, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
struct Row {
    other: u32,
    line: u32,
    kind: u8,
    provenance: u8,
    confidence: u8,
    flags: u8,
}

impl Row {
    fn of(edge: &Edge, other: UnitId) -> Row {
        Row {
            other: other.0,
            line: edge.line,
            kind: edge.kind as u8,
            provenance: edge.provenance as u8,
            confidence: edge.confidence,
            flags: if edge.ambiguous { AMBIGUOUS } else { 0 },
        }
    }

    /// What makes two edges of one source the same edge.
    fn identity(&self) -> (u32, u8, u32, u8) {
        (self.other, self.kind, self.line, self.provenance)
    }

    fn order(&self) -> ((u32, u8, u32, u8), u8, u8) {
        (self.identity(), u8::MAX - self.confidence, self.flags)
    }

    /// Whether it comes before another edge of the same source, and is not the same edge.
    fn is_before(&self, next: &Row) -> bool {
        self.other < next.other || self.other == next.other && self.identity() < next.identity()
    }

    fn edge(&self, from: UnitId, to: UnitId) -> Option<Edge> {
        Some(Edge {
            from,
            to,
            kind: EdgeKind::from_u8(self.kind)?,
            provenance: Provenance::from_u8(self.provenance)?,
            confidence: self.confidence,
            ambiguous: self.flags & AMBIGUOUS != 0,
            line: self.line,
        })
    }
}

/// The edges of a snapshot.
pub struct Graph {
    pub(crate) sections: Sections,
    forward: (Column<u32>, Column<Row>),
    reverse: (Column<u32>, Column<Row>),
}

impl Graph {
    pub(crate) fn open(path: &Path) -> Result<Graph> {
        let sections = Sections::open(path, Content::Graph, SECTIONS)?;
        let forward = (sections.column(0)?, sections.column(1)?);
        let reverse = (sections.column(2)?, sections.column(3)?);
        Ok(Graph { sections, forward, reverse })
    }

    /// Whether its edges may be taken over; a large graph is not checked when it is opened.
    pub fn is_whole(&self) -> bool {
        self.sections.is_whole()
    }

    pub fn edge_count(&self) -> usize {
        self.forward.1.len()
    }

    /// Edges from `unit`, by target.
    pub fn outgoing(&self, unit: UnitId) -> impl Iterator<Item = Edge> + '_ {
        group(&self.forward, unit).iter().filter_map(move |row| row.edge(unit, UnitId(row.other)))
    }

    /// Edges to `unit`, by source.
    pub fn incoming(&self, unit: UnitId) -> impl Iterator<Item = Edge> + '_ {
        group(&self.reverse, unit).iter().filter_map(move |row| row.edge(UnitId(row.other), unit))
    }

    pub fn out_degree(&self, unit: UnitId) -> usize {
        group(&self.forward, unit).len()
    }

    pub fn in_degree(&self, unit: UnitId) -> usize {
        group(&self.reverse, unit).len()
    }

    /// Every edge, by source.
    pub fn edges(&self) -> impl Iterator<Item = Edge> + '_ {
        let (offsets, rows): (&[u32], &[Row]) = (&self.forward.0, &self.forward.1);
        offsets.windows(2).zip(0..).flat_map(|(bounds, from)| {
            let group = rows.get(bounds[0] as usize..bounds[1] as usize).unwrap_or(&[]);
            group.iter().filter_map(move |row| row.edge(UnitId(from), UnitId(row.other)))
        })
    }
}

fn group(table: &(Column<u32>, Column<Row>), unit: UnitId) -> &[Row] {
    let index = unit.0 as usize;
    match (table.0.get(index), table.0.get(index + 1)) {
        (Some(&start), Some(&end)) => table.1.get(start as usize..end as usize).unwrap_or(&[]),
        _ => &[],
    }
}
