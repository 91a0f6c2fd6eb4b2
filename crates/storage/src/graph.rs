//! The part of a snapshot that holds the edges, by source and by target. Knows nothing of what an edge means.

use crate::error::{Error, Result};
use crate::sections::{Column, Content, SectionWriter, Sections, Written};
use bytemuck::{Pod, Zeroable};
use orienteer_model::{Edge, EdgeKind, Provenance, UnitId};
use std::io::{self, Seek, Write};
use std::path::Path;

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

/// Rows grouped by unit.
struct Table {
    offsets: Vec<u32>,
    rows: Vec<Row>,
}

impl Table {
    /// Groups the edges by their source, in the order in which they come.
    fn group(units: usize, edges: &[Edge]) -> Table {
        let mut places = Places::of(units, edges.iter().map(|edge| edge.from.0));
        let mut rows = vec![Row::default(); edges.len()];
        for edge in edges {
            rows[places.take(edge.from.0)] = Row::of(edge, edge.to);
        }
        Table { offsets: places.offsets, rows }
    }

    /// Sorts each group and keeps the surest of equal edges.
    fn normalise(mut self) -> Table {
        let mut kept = 0;
        for unit in 0..self.offsets.len() - 1 {
            let group = self.offsets[unit] as usize..self.offsets[unit + 1] as usize;
            self.offsets[unit] = kept as u32;
            // Most groups come from the snapshot before and are as they should be.
            if self.rows[group.clone()].is_sorted_by(Row::is_before) {
                if group.start != kept {
                    self.rows.copy_within(group.clone(), kept);
                }
                kept += group.len();
            } else {
                self.rows[group.clone()].sort_unstable_by_key(Row::order);
                kept = self.keep_first(group, kept);
            }
        }
        self.rows.truncate(kept);
        if let Some(end) = self.offsets.last_mut() {
            *end = kept as u32;
        }
        self
    }

    /// Moves the first of equal edges to where there is room for them; says where the room begins after that.
    fn keep_first(&mut self, group: std::ops::Range<usize>, mut kept: usize) -> usize {
        let mut last = None;
        for index in group {
            let row = self.rows[index];
            if last != Some(row.identity()) {
                self.rows[kept] = row;
                kept += 1;
            }
            last = Some(row.identity());
        }
        kept
    }

    fn reversed(&self, units: usize) -> Table {
        let mut places = Places::of(units, self.rows.iter().map(|row| row.other));
        let mut rows = vec![Row::default(); self.rows.len()];
        for (from, bounds) in self.offsets.windows(2).enumerate() {
            for row in &self.rows[bounds[0] as usize..bounds[1] as usize] {
                rows[places.take(row.other)] = Row { other: from as u32, ..*row };
            }
        }
        Table { offsets: places.offsets, rows }
    }
}

/// Where the rows of each unit go.
struct Places {
    offsets: Vec<u32>,
    /// Of each unit, the place of its next row.
    next: Vec<u32>,
}

impl Places {
    /// `keys` are the units of all rows.
    fn of(units: usize, keys: impl Iterator<Item = u32>) -> Places {
        let mut offsets = vec![0u32; units + 1];
        keys.for_each(|unit| offsets[unit as usize + 1] += 1);
        for index in 0..units {
            offsets[index + 1] += offsets[index];
        }
        Places { next: offsets.clone(), offsets }
    }

    fn take(&mut self, unit: u32) -> usize {
        let place = &mut self.next[unit as usize];
        *place += 1;
        *place as usize - 1
    }
}

/// Writes the edges between `units` units, whatever order they come in.
pub(crate) fn write<W: Write + Seek>(
    output: W,
    path: &Path,
    units: usize,
    edges: &[Edge],
) -> Result<(W, Written, usize)> {
    if edges.len() >= u32::MAX as usize {
        return Err(Error::TooMany { what: "edges" });
    }
    if edges.iter().any(|edge| edge.from.0.max(edge.to.0) as usize >= units) {
        return Err(Error::Inconsistent { what: "an edge of a unit that does not exist" });
    }
    let forward = Table::group(units, edges).normalise();
    let reverse = forward.reversed(units);
    let count = forward.rows.len();
    sections(output, &forward, &reverse)
        .map(|(output, written)| (output, written, count))
        .map_err(Error::io("write", path))
}

fn sections<W: Write + Seek>(output: W, forward: &Table, reverse: &Table) -> io::Result<(W, Written)> {
    let mut writer = SectionWriter::new(output, Content::Graph, SECTIONS)?;
    for table in [forward, reverse] {
        writer.section(&table.offsets)?;
        writer.section(&table.rows)?;
    }
    writer.finish()
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
