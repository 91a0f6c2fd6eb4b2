//! Cuts the vectors of very many documents into groups of near ones, so that a question need not look at all of them.
//!
//! Pure: the same vectors give the same groups, whatever the machine. Nothing here knows a file or a question.

use super::vectors::Rows;
use orienteer_model::Room;
use std::io;
use std::ops::Range;

/// Documents of a group, on average: few enough that a question passes over most of what is far, many enough that looking at the
/// centres costs little.
const SIZE: usize = 1_024;
/// Documents that each centre is found with.
const SAMPLED: usize = 64;
/// How often centres are moved to the middle of what is nearest to them.
const ROUNDS: usize = 4;
/// Length of a centre: products with any row fit 32 bits.
const LENGTH: f32 = 8_192.0;

/// Documents by groups of those that are near each other.
pub(super) struct Grouping {
    /// The direction of each group.
    pub(super) centres: Vec<Vec<i8>>,
    /// Where the documents of each group begin, and where the last ones end.
    pub(super) starts: Vec<u32>,
    /// Group after group; ascending in each.
    pub(super) documents: Documents,
}

type Documents = orienteer_model::Rows<u32>;

/// All documents that have a vector, each in one group. Two steps, coarse and fine, cost far less than one with as many centres.
/// What is as long as there are documents lies in the room.
pub(super) fn group(rows: &Rows<'_>, room: &dyn Room) -> io::Result<Grouping> {
    let known = known(rows, room)?;
    let coarse = known.len().div_ceil(SIZE).isqrt().max(1);
    let mut documents = Documents::zeroed(room, known.len())?;
    let (_, cells) = cut(rows, &known, coarse, &mut documents, room)?;
    drop(known);
    let mut grouping = Grouping { centres: Vec::new(), starts: vec![0], documents };
    for cell in cells.windows(2) {
        grouping.refine(rows, cell[0] as usize..cell[1] as usize, room)?;
    }
    Ok(grouping)
}

/// The documents that have a vector.
fn known(rows: &Rows<'_>, room: &dyn Room) -> io::Result<Documents> {
    let known = || (0..).zip(rows.scales).filter(|(_, scale)| **scale > 0.0).map(|(document, _)| document);
    let mut documents = Documents::zeroed(room, known().count())?;
    documents.iter_mut().zip(known()).for_each(|(place, document)| *place = document);
    Ok(documents)
}

impl Grouping {
    /// Cuts the documents of a cell into groups, which stand where the cell stood.
    fn refine(&mut self, rows: &Rows<'_>, cell: Range<usize>, room: &dyn Room) -> io::Result<()> {
        let (start, place) = (cell.start as u32, &mut self.documents[cell]);
        let documents: Vec<u32> = place.to_vec();
        let (centres, starts) = cut(rows, &documents, documents.len().div_ceil(SIZE), place, room)?;
        for (centre, group) in centres.rows().zip(starts.windows(2)).filter(|(_, group)| group[0] < group[1])
        {
            self.centres.push(narrow(centre));
            self.starts.push(start + group[1]);
        }
        Ok(())
    }
}

/// Some documents by the nearest of so many centres, put to `sorted` cell after cell; also says where each cell begins, and where the
/// last one ends.
fn cut(
    rows: &Rows<'_>,
    documents: &[u32],
    count: usize,
    sorted: &mut [u32],
    room: &dyn Room,
) -> io::Result<(Centres, Vec<u32>)> {
    let sample: Vec<u32> =
        documents.iter().copied().step_by((documents.len() / (count * SAMPLED).max(1)).max(1)).collect();
    let mut centres = Centres::begin(rows, &sample, count);
    for _ in 0..ROUNDS {
        centres.move_to_middles(rows, &sample);
    }
    let mut cells = Documents::zeroed(room, documents.len())?;
    let (mut starts, mut places) = (vec![0; count + 1], cells.iter_mut());
    centres.assign(rows, documents, |_, cell| {
        starts[cell + 1] += 1;
        places.by_ref().take(1).for_each(|place| *place = cell as u32);
    });
    (0..count).for_each(|cell| starts[cell + 1] += starts[cell]);
    let mut next = starts.clone();
    for (document, cell) in documents.iter().zip(&*cells) {
        let place = &mut next[*cell as usize];
        sorted[*place as usize] = *document;
        *place += 1;
    }
    Ok((centres, starts))
}

/// Points that documents are nearest to, all of one length.
struct Centres {
    dimensions: usize,
    numbers: Vec<i16>,
}

impl Centres {
    /// At documents that are evenly spread over a sample.
    fn begin(rows: &Rows<'_>, sample: &[u32], count: usize) -> Centres {
        let mut centres = Centres { dimensions: rows.dimensions, numbers: Vec::new() };
        for number in 0..count {
            let document = sample.get(number * sample.len() / count.max(1)).copied().unwrap_or_default();
            let row: Vec<f32> = row(rows, document).iter().map(|number| f32::from(*number)).collect();
            centres.numbers.extend(of_length(&row));
        }
        centres
    }

    fn rows(&self) -> impl Iterator<Item = &[i16]> {
        self.numbers.chunks(self.dimensions.max(1))
    }

    /// Shows every document with the centre that it is nearest to.
    fn assign(&self, rows: &Rows<'_>, documents: &[u32], mut show: impl FnMut(u32, usize)) {
        let mut wide = Vec::with_capacity(self.dimensions);
        for &document in documents {
            wide.clear();
            wide.extend(row(rows, document).iter().map(|number| i16::from(*number)));
            show(document, self.nearest(&wide));
        }
    }

    /// The first of those that are nearest.
    fn nearest(&self, row: &[i16]) -> usize {
        let (mut nearest, mut most) = (0, i32::MIN);
        for (at, centre) in self.rows().enumerate() {
            let product = product(centre, row);
            if product > most {
                (nearest, most) = (at, product);
            }
        }
        nearest
    }

    /// A centre that nothing is nearest to stays where it is.
    fn move_to_middles(&mut self, rows: &Rows<'_>, sample: &[u32]) {
        let dimensions = self.dimensions;
        let mut sums = vec![0.0; self.numbers.len()];
        self.assign(rows, sample, |document, centre| {
            let scale = rows.scales.get(document as usize).copied().unwrap_or_default();
            let sum = &mut sums[centre * dimensions..(centre + 1) * dimensions];
            sum.iter_mut()
                .zip(row(rows, document))
                .for_each(|(sum, number)| *sum += f32::from(*number) * scale);
        });
        for (sum, centre) in sums.chunks(dimensions.max(1)).zip(self.numbers.chunks_mut(dimensions.max(1))) {
            if sum.iter().any(|number| *number != 0.0) {
                centre.iter_mut().zip(of_length(sum)).for_each(|(number, moved)| *number = moved);
            }
        }
    }
}

fn row<'a>(rows: &Rows<'a>, document: u32) -> &'a [i8] {
    let document = document as usize;
    rows.part(document..document + 1).numbers
}

fn of_length(row: &[f32]) -> impl Iterator<Item = i16> + '_ {
    let length = row.iter().map(|number| number * number).sum::<f32>().sqrt();
    let factor = if length > 0.0 { LENGTH / length } else { 0.0 };
    row.iter().map(move |number| (number * factor).round() as i16)
}

/// The same direction in bytes.
fn narrow(centre: &[i16]) -> Vec<i8> {
    let most = centre.iter().map(|number| number.unsigned_abs()).max().unwrap_or_default().max(1);
    let factor = f32::from(i8::MAX) / f32::from(most);
    centre.iter().map(|number| (f32::from(*number) * factor).round() as i8).collect()
}

fn product(left: &[i16], right: &[i16]) -> i32 {
    left.iter().zip(right).map(|(left, right)| i32::from(*left) * i32::from(*right)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexical::vectors::Growing;
    use orienteer_model::OwnMemory;

    /// The documents of each group, with its direction.
    fn groups(growing: &Growing) -> Vec<(Vec<i8>, Vec<u32>)> {
        let Grouping { centres, starts, documents } = group(&growing.rows(16), &OwnMemory).expect("memory");
        let groups = starts.windows(2).map(|group| documents[group[0] as usize..group[1] as usize].to_vec());
        centres.into_iter().zip(groups).collect()
    }

    /// Documents around `directions` directions in turn, each a little off; every hundredth has no vector.
    fn made(documents: usize, directions: usize) -> Growing {
        let mut growing = Growing::default();
        for document in 0..documents {
            let number = |at: usize| {
                let direction = (document % directions * 31 + at * 17) % 101;
                let off = (document * 7 + at * 13) % 9;
                if document % 100 == 99 { 0 } else { (direction + off) as i8 - 54 }
            };
            growing.push(|vector| vector.extend((0..16).map(number)));
        }
        growing
    }

    #[test]
    fn every_document_with_a_vector_is_in_one_group() {
        let growing = made(9_000, 40);
        let groups = groups(&growing);
        let mut documents: Vec<u32> = groups.iter().flat_map(|(_, documents)| documents.clone()).collect();
        assert!(groups.len() > 4 && groups.iter().all(|(_, documents)| documents.is_sorted()));
        documents.sort_unstable();
        assert_eq!(documents, (0..9_000).filter(|document| document % 100 != 99).collect::<Vec<u32>>());
    }

    #[test]
    fn a_group_is_of_one_direction() {
        let growing = made(9_000, 3);
        for (_, documents) in groups(&growing) {
            let first = documents[0] % 3;
            assert!(documents.iter().all(|document| document % 3 == first));
        }
    }

    #[test]
    fn the_same_vectors_give_the_same_groups() {
        let growing = made(5_000, 7);
        assert_eq!(groups(&growing), groups(&growing));
        assert!(groups(&Growing::default()).is_empty());
    }
}
