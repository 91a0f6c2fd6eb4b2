//! Cuts the vectors of very many documents into groups of near ones, so that a question need not look at all of them.
//!
//! Pure: the same vectors give the same groups, whatever the machine. Nothing here knows a file or a question.

use super::vectors::Rows;

/// Documents of a group, on average: few enough that a question passes over most of what is far, many enough that looking at the
/// centres costs little.
const SIZE: usize = 1_024;
/// Documents that each centre is found with.
const SAMPLED: usize = 64;
/// How often centres are moved to the middle of what is nearest to them.
const ROUNDS: usize = 4;
/// Length of a centre: products with any row fit 32 bits.
const LENGTH: f32 = 8_192.0;

/// Documents that are near each other.
pub(super) struct Group {
    pub(super) centre: Vec<i8>,
    /// Ascending.
    pub(super) documents: Vec<u32>,
}

/// All documents that have a vector, each in one group. Two steps, coarse and fine, cost far less than one with as many centres.
pub(super) fn groups(rows: &Rows<'_>) -> Vec<Group> {
    let known: Vec<u32> =
        (0..).zip(rows.scales).filter(|(_, scale)| **scale > 0.0).map(|(at, _)| at).collect();
    let coarse = known.len().div_ceil(SIZE).isqrt().max(1);
    let (_, cells) = cut(rows, &known, coarse);
    let mut groups = Vec::new();
    for cell in cells {
        let (centres, documents) = cut(rows, &cell, cell.len().div_ceil(SIZE));
        let found = centres.rows().map(narrow).zip(documents);
        groups.extend(found.map(|(centre, documents)| Group { centre, documents }));
    }
    groups.retain(|group| !group.documents.is_empty());
    groups
}

/// Some documents by the nearest of so many centres.
fn cut(rows: &Rows<'_>, documents: &[u32], count: usize) -> (Centres, Vec<Vec<u32>>) {
    let sample: Vec<u32> =
        documents.iter().copied().step_by((documents.len() / (count * SAMPLED).max(1)).max(1)).collect();
    let mut centres = Centres::begin(rows, &sample, count);
    for _ in 0..ROUNDS {
        centres.move_to_middles(rows, &sample);
    }
    let mut cells = vec![Vec::new(); count];
    centres.assign(rows, documents, |document, cell| cells[cell].push(document));
    (centres, cells)
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
        let groups = groups(&growing.rows(16));
        let mut documents: Vec<u32> = groups.iter().flat_map(|group| group.documents.clone()).collect();
        assert!(groups.len() > 4 && groups.iter().all(|group| group.documents.is_sorted()));
        documents.sort_unstable();
        assert_eq!(documents, (0..9_000).filter(|document| document % 100 != 99).collect::<Vec<u32>>());
    }

    #[test]
    fn a_group_is_of_one_direction() {
        let growing = made(9_000, 3);
        for group in groups(&growing.rows(16)) {
            let first = group.documents[0] % 3;
            assert!(group.documents.iter().all(|document| document % 3 == first));
        }
    }

    #[test]
    fn the_same_vectors_give_the_same_groups() {
        let growing = made(5_000, 7);
        let written = |groups: Vec<Group>| -> Vec<(Vec<i8>, Vec<u32>)> {
            groups.into_iter().map(|group| (group.centre, group.documents)).collect()
        };
        assert_eq!(written(groups(&growing.rows(16))), written(groups(&growing.rows(16))));
        assert!(groups(&Growing::default().rows(16)).is_empty());
    }
}
