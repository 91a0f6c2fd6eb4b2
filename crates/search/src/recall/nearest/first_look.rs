//! Which of very many documents are worth comparing: those whose bits fit the question best, among the groups that are nearest to it.

use super::{STEPS, enough};
use orienteer_embedding::{Signed, differences, products};
use orienteer_storage::{VectorRows, Vectors, sketch};

/// Documents of the nearest groups that are looked at: what a question costs does not grow with the tree.
const MOST_IN_GROUPS: usize = 1_000_000;
/// Documents whose signs are weighed, for each that passes.
const WEIGHED: usize = 10;
/// Of the bits of so many documents one decides how few differences pass.
const SAMPLED: usize = 16;
/// Documents that are passed over together if none of them is near.
const TOGETHER: usize = 64;

/// Documents whose bits lie one after the other.
struct Block<'a> {
    rows: VectorRows<'a>,
    /// None if they are all of the segment.
    documents: Option<&'a [u32]>,
    sketches: &'a [u64],
}

/// A group and how near its centre is.
struct Near<'a> {
    rows: VectorRows<'a>,
    group: usize,
    nearness: f32,
}

/// Shows so many documents, or a few more, whose bits fit best. Counting bits is quick and rough: it says of which the signs are
/// weighed by the numbers of the question.
pub(super) fn for_each_passing(
    vectors: Vectors<'_>,
    question: &[i8],
    count: usize,
    mut show: impl FnMut(&VectorRows<'_>, usize),
) {
    let blocks = blocks(vectors, question, MOST_IN_GROUPS);
    let weighed = weighed(&blocks, question, count * WEIGHED);
    let least = least(&weighed.sums, Signed::new(question).most(), count);
    for (place, _) in weighed.places.iter().zip(&weighed.sums).filter(|(_, sum)| **sum >= least) {
        let Some(block) = blocks.get(place.block as usize) else { continue };
        match block.documents {
            None => show(&block.rows, place.at as usize),
            Some(documents) => {
                documents.get(place.at as usize).into_iter().for_each(|at| show(&block.rows, *at as usize));
            }
        }
    }
}

/// A document of a block.
struct Place {
    block: u32,
    at: u32,
}

/// Documents and how well their signs fit.
struct Weighed {
    places: Vec<Place>,
    sums: Vec<i32>,
}

/// So many documents, or a few more, of which fewest bits differ.
fn weighed(blocks: &[Block<'_>], question: &[i8], count: usize) -> Weighed {
    let (bits, signed): (Vec<u64>, Signed) = (sketch(question).collect(), Signed::new(question));
    let (mut counted, mut ends) = (Vec::new(), Vec::with_capacity(blocks.len()));
    for block in blocks {
        differences(&bits, block.sketches, &mut counted);
        ends.push(counted.len());
    }
    let most = most_differences(&counted, count);
    let (mut weighed, mut start) = (Weighed { places: Vec::new(), sums: Vec::new() }, 0);
    for ((block, number), end) in blocks.iter().zip(0..).zip(ends) {
        for at in passing(&counted[start..end], most) {
            let words = at * bits.len()..(at + 1) * bits.len();
            signed.sums(block.sketches.get(words).unwrap_or_default(), &mut weighed.sums);
            weighed.places.push(Place { block: number, at: at as u32 });
        }
        start = end;
    }
    weighed
}

/// How many bits differ, at most, of so many documents or a few more.
fn most_differences(counted: &[u8], count: usize) -> u8 {
    // One of so many says as well as all of them how many are few.
    let sample = counted.iter().step_by(SAMPLED).map(|bits| usize::from(*bits));
    enough(sample, count.div_ceil(SAMPLED)).min(u8::MAX.into()) as u8
}

/// The sum that so many documents or a few more have, where none has more than `most`.
fn least(sums: &[i32], most: i32, count: usize) -> i32 {
    let (steps, range) = (STEPS as i32, 2 * most.max(1));
    let last = enough(sums.iter().map(|sum| ((most - sum) * steps / range) as usize), count) as i32;
    most - ((last + 1) * range - 1) / steps
}

/// What is looked at: the nearest groups until they have so many documents, and all documents of segments that have none.
fn blocks<'a>(vectors: Vectors<'a>, question: &[i8], most: usize) -> Vec<Block<'a>> {
    let (mut blocks, mut near) = (Vec::new(), Vec::new());
    for rows in vectors.segments() {
        match rows.centres() {
            None => blocks.push(Block { rows, documents: None, sketches: rows.sketches() }),
            Some((centres, scales)) => near.extend(nearness(rows, question, centres, scales)),
        }
    }
    near.sort_unstable_by(|left, right| {
        right.nearness.total_cmp(&left.nearness).then_with(|| left.group.cmp(&right.group))
    });
    let mut documents = 0;
    for Near { rows, group, .. } in near {
        if documents >= most {
            break;
        }
        let (of_group, sketches) = rows.group(group);
        documents += of_group.len();
        blocks.push(Block { rows, documents: Some(of_group), sketches });
    }
    blocks
}

fn nearness<'a>(
    rows: VectorRows<'a>,
    question: &[i8],
    centres: &[i8],
    scales: &'a [f32],
) -> impl Iterator<Item = Near<'a>> {
    let mut found = Vec::with_capacity(scales.len());
    products(question, centres, &mut found);
    let scaled = found.into_iter().zip(scales).map(|(product, scale)| product as f32 * scale);
    scaled.enumerate().map(move |(group, nearness)| Near { rows, group, nearness })
}

/// The documents with at most so many differences, in order. Most are far: they are passed over many at a time.
fn passing(differences: &[u8], most: u8) -> impl Iterator<Item = usize> {
    let blocks = differences.chunks(TOGETHER).enumerate();
    let near =
        blocks.filter(move |(_, block)| block.iter().fold(u8::MAX, |least, bits| least.min(*bits)) <= most);
    near.flat_map(move |(at, block)| {
        let here = block.iter().enumerate().filter(move |(_, bits)| **bits <= most);
        here.map(move |(offset, _)| at * TOGETHER + offset)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::walk::test_graph::{Edges, TestGraph};
    use orienteer_storage::{Embed, RowCount, SegmentBuilder};

    /// Every term leads somewhere else.
    struct Scattered;

    impl Embed for Scattered {
        fn model(&self) -> u64 {
            5
        }

        fn dimensions(&self) -> usize {
            70
        }

        fn rows_of(&self, term: &str, rows: &mut Vec<u32>) {
            rows.push(term.bytes().fold(7, |hash, byte| hash * 31 % 65_521 + u32::from(byte)));
        }

        fn embed(&self, rows: &[RowCount], _: &mut Vec<f32>, vector: &mut Vec<i8>) {
            let number = |at: u32| {
                let of_row = |row: &RowCount| (row.row + at).wrapping_mul(0x9e37_79b1) >> 24;
                rows.iter().map(of_row).fold(0_u8, |sum, number| sum.wrapping_add(number as u8)) as i8
            };
            vector.extend((0..70).map(number));
        }
    }

    fn made(grouped_beyond: usize) -> TestGraph {
        TestGraph::made(&Edges::new(3_000), SegmentBuilder::with(Some(&Scattered)), grouped_beyond)
    }

    fn shown(graph: &TestGraph, question: &[i8], count: usize) -> Vec<usize> {
        let mut shown = Vec::new();
        let vectors = graph.snapshot.lexical().vectors(5).expect("vectors");
        for_each_passing(vectors, question, count, |_, document| shown.push(document));
        shown.sort_unstable();
        shown
    }

    #[test]
    fn groups_lead_to_the_same_documents() {
        let (whole, grouped) = (made(usize::MAX), made(0));
        let rows =
            |graph: &TestGraph| graph.snapshot.lexical().vectors(5)?.segments().next()?.centres().map(|_| ());
        assert_eq!((rows(&whole), rows(&grouped)), (None, Some(())));
        let question = vec![3; 70];
        assert_eq!(shown(&whole, &question, 3_000).len(), 3_000);
        assert_eq!(shown(&whole, &question, 3_000), shown(&grouped, &question, 3_000));
        assert!(shown(&grouped, &question, 100).len() < 1_000);
    }

    #[test]
    fn the_nearest_group_has_the_nearest_document() {
        let graph = made(0);
        let vectors = graph.snapshot.lexical().vectors(5).expect("vectors");
        let is_found = |document: &usize| {
            let question = vectors.segments().next().expect("a segment").vector(*document).0;
            let blocks = blocks(vectors, question, 1);
            assert_eq!(blocks.len(), 1);
            blocks[0].documents.is_some_and(|documents| documents.contains(&(*document as u32)))
        };
        let found = (0..3_000).step_by(30).filter(is_found).count();
        assert!(found > 80, "{found} of 100");
    }

    #[test]
    fn what_passes_is_what_differs_little() {
        let differences: Vec<u8> = (0..1_000).map(|number: u32| (number * 37 % 251) as u8).collect();
        let expected: Vec<usize> = (0..1_000).filter(|at| differences[*at] <= 20).collect();
        assert!(expected.len() > 50);
        assert_eq!(passing(&differences, 20).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn as_many_sums_are_enough_as_are_asked_for() {
        let sums: Vec<i32> = (0..32_000).map(|number: i32| number * 37 % 32_003 - 16_001).collect();
        let least_of = |count| {
            let least = least(&sums, 16_001, count);
            sums.iter().filter(|sum| **sum >= least).count()
        };
        assert!((1_000..1_100).contains(&least_of(1_000)), "{}", least_of(1_000));
        assert_eq!((least_of(100_000), least(&[0, 0], 0, 1) <= 0), (32_000, true));
    }
}
