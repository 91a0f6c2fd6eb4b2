//! Sorts edges by source and by target and writes them. The tables lie in a room that is given, and are gone through from the front: edges
//! come nearly in the order of their sources, and those by target are sorted some targets at a time.

use super::{Row, SECTIONS};
use crate::error::{Error, Result};
use crate::sections::{Content, SectionWriter, Written};
use orienteer_model::{Edge, Room, Rows};
use std::io::{self, Seek, Write};
use std::ops::Range;
use std::path::Path;

/// Shows every edge, each time the same ones in the same order.
pub type ShowEdges<'e> = dyn Fn(&mut dyn FnMut(&Edge)) + 'e;

/// Rows grouped by unit.
struct Table {
    offsets: Rows<u32>,
    rows: Rows<Row>,
}

impl Table {
    /// Groups the edges by their source, in the order in which they come.
    fn group(offsets: Rows<u32>, edges: &ShowEdges<'_>, room: &dyn Room) -> io::Result<Table> {
        let mut places: Rows<u32> = Rows::zeroed(room, offsets.len())?;
        let next: &mut [u32] = &mut places;
        next.copy_from_slice(&offsets);
        let mut table = Rows::zeroed(room, offsets.last().map_or(0, |end| *end as usize))?;
        let rows: &mut [Row] = &mut table;
        edges(&mut |edge| {
            let place = &mut next[edge.from.0 as usize];
            rows[*place as usize] = Row::of(edge, edge.to);
            *place += 1;
        });
        Ok(Table { offsets, rows: table })
    }

    /// Sorts each group and keeps the surest of equal edges.
    fn normalise(mut self) -> Table {
        let (offsets, rows): (&mut [u32], &mut [Row]) = (&mut self.offsets, &mut self.rows);
        let mut kept = 0;
        for unit in 0..offsets.len() - 1 {
            let group = offsets[unit] as usize..offsets[unit + 1] as usize;
            offsets[unit] = kept as u32;
            // Most groups come from the snapshot before and are as they should be.
            if rows[group.clone()].is_sorted_by(Row::is_before) {
                if group.start != kept {
                    rows.copy_within(group.clone(), kept);
                }
                kept += group.len();
            } else {
                rows[group.clone()].sort_unstable_by_key(Row::order);
                kept = keep_first(rows, group, kept);
            }
        }
        if let Some(end) = offsets.last_mut() {
            *end = kept as u32;
        }
        self.rows.truncate(kept);
        self
    }
}

/// Moves the first of equal edges to where there is room for them; says where the room begins after that.
fn keep_first(rows: &mut [Row], group: Range<usize>, mut kept: usize) -> usize {
    let mut last = None;
    for index in group {
        let row = rows[index];
        if last != Some(row.identity()) {
            rows[kept] = row;
            kept += 1;
        }
        last = Some(row.identity());
    }
    kept
}

/// Where the edges of each unit begin, as their sources say.
fn by_source(units: usize, edges: &ShowEdges<'_>, room: &dyn Room, path: &Path) -> Result<Rows<u32>> {
    let mut offsets = Rows::zeroed(room, units + 1).map_err(Error::io("write", path))?;
    let counts: &mut [u32] = &mut offsets;
    let (mut count, mut is_consistent) = (0usize, true);
    edges(&mut |edge| {
        if edge.from.0.max(edge.to.0) as usize >= units {
            is_consistent = false;
        } else if count < u32::MAX as usize {
            counts[edge.from.0 as usize + 1] += 1;
        }
        count += 1;
    });
    if count >= u32::MAX as usize {
        return Err(Error::TooMany { what: "edges" });
    }
    if !is_consistent {
        return Err(Error::Inconsistent { what: "an edge of a unit that does not exist" });
    }
    add_up(counts);
    Ok(offsets)
}

fn add_up(counts: &mut [u32]) {
    for index in 1..counts.len() {
        counts[index] += counts[index - 1];
    }
}

/// Writes the edges between `units` units, whatever order they come in.
pub(crate) fn write<W: Write + Seek>(
    output: W,
    path: &Path,
    units: usize,
    edges: &ShowEdges<'_>,
    room: &dyn Room,
) -> Result<(W, Written, usize)> {
    let offsets = by_source(units, edges, room, path)?;
    let write = || {
        let forward = Table::group(offsets, edges, room)?.normalise();
        let mut writer = SectionWriter::new(output, Content::Graph, SECTIONS)?;
        writer.section(&forward.offsets)?;
        writer.section(&forward.rows)?;
        write_reversed(&mut writer, &forward, room)?;
        let (output, written) = writer.finish()?;
        Ok((output, written, forward.rows.len()))
    };
    write().map_err(Error::io("write", path))
}

/// The same edges by target.
fn write_reversed<W: Write + Seek>(
    writer: &mut SectionWriter<W>,
    forward: &Table,
    room: &dyn Room,
) -> io::Result<()> {
    let mut offsets: Rows<u32> = Rows::zeroed(room, forward.offsets.len())?;
    let counts: &mut [u32] = &mut offsets;
    forward.rows.iter().for_each(|row| counts[row.other as usize + 1] += 1);
    add_up(counts);
    writer.section(counts)?;
    let most = (room.at_once() / size_of::<Row>()).max(1);
    let (mut rows, mut next) = (Vec::new(), Vec::new());
    for units in parts(counts, most) {
        let first = counts[units.start];
        next.clear();
        next.extend(counts[units.clone()].iter().map(|start| start - first));
        rows.clear();
        rows.resize((counts[units.end] - first) as usize, Row::default());
        reverse(forward, units.start as u32, &mut next, &mut rows);
        writer.rows(&rows)?;
    }
    writer.end()
}

/// Cuts the units into runs with at most so many rows each, but for a unit that alone has more.
fn parts(offsets: &[u32], most: usize) -> Vec<Range<usize>> {
    let units = offsets.len() - 1;
    let mut parts = Vec::new();
    let mut start = 0;
    while start < units {
        let limit = (offsets[start] as usize).saturating_add(most);
        let end = offsets.partition_point(|offset| *offset as usize <= limit) - 1;
        parts.push(start..end.max(start + 1));
        start = end.max(start + 1);
    }
    parts
}

/// Fills the rows of the units from `start` on; `next` says where the next row of each goes.
fn reverse(forward: &Table, start: u32, next: &mut [u32], rows: &mut [Row]) {
    let all: &[Row] = &forward.rows;
    for (from, bounds) in forward.offsets.windows(2).enumerate() {
        for row in &all[bounds[0] as usize..bounds[1] as usize] {
            if let Some(place) = next.get_mut(row.other.wrapping_sub(start) as usize) {
                rows[*place as usize] = Row { other: from as u32, ..*row };
                *place += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use orienteer_model::{EdgeKind, OwnMemory, Provenance, UnitId, Words};

    /// Little memory.
    struct Narrow(usize);

    impl Room for Narrow {
        fn words(&self, count: usize) -> io::Result<Box<dyn Words>> {
            OwnMemory.words(count)
        }

        fn at_once(&self) -> usize {
            self.0
        }
    }

    fn written(room: &dyn Room, units: u32) -> Vec<u8> {
        let edge = |number: u32| Edge {
            from: UnitId(number % units),
            to: UnitId(number * number % units),
            kind: EdgeKind::Calls,
            provenance: Provenance::Name,
            confidence: (number % 90) as u8,
            ambiguous: false,
            line: number % 5,
        };
        let edges: Vec<Edge> = (0..4_000).map(edge).collect();
        let show = |show: &mut dyn FnMut(&Edge)| edges.iter().for_each(show);
        let output = io::Cursor::new(Vec::new());
        let (output, ..) = write(output, Path::new("graph"), units as usize, &show, room).expect("writes");
        output.into_inner()
    }

    #[test]
    fn the_bytes_do_not_depend_on_how_much_fits_into_memory() {
        let usual = written(&OwnMemory, 61);
        for bytes in [0, 100, 1_000, 20_000] {
            assert!(written(&Narrow(bytes), 61) == usual, "{bytes} bytes at once");
        }
    }

    #[test]
    fn parts_cover_every_unit_once() {
        assert_eq!(parts(&[0, 2, 2, 9, 10, 11], 3), [0..2, 2..3, 3..5]);
        assert_eq!(parts(&[0, 0, 0, 1], 0), [0..2, 2..3]);
        assert!(parts(&[0], 1).is_empty());
    }
}
