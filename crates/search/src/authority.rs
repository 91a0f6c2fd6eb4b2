//! HITS: which of some units the others lean on, and which of them bring the others together.
//!
//! Only the edges among the units count. Nothing here knows which of them were seeds, or what a standing is worth.

use crate::explain::Standing;
use crate::params::Params;
use crate::walk::positions::Positions;
use crate::walk::weights::Weights;
use orienteer_model::{Edge, EdgeKind, UnitId};
use orienteer_storage::Snapshot;

/// An edge between two positions.
struct Link {
    from: u32,
    to: u32,
    weight: f64,
}

/// The standing of each of `units`, best of a walk first; those after `authority_units` have none.
pub(crate) fn authority(snapshot: &Snapshot, units: &[UnitId], params: &Params) -> Vec<Standing> {
    let mut positions = Positions::default();
    for unit in units.iter().take(params.authority_units as usize) {
        positions.add(*unit);
    }
    let links = links(snapshot, &positions, params);
    let standings = standings(&links, positions.units().len(), params.authority_rounds as usize);
    let of = |unit: &UnitId| positions.get(*unit).map(|position| standings[position as usize]);
    units.iter().map(|unit| of(unit).unwrap_or_default()).collect()
}

fn standings(links: &[Link], count: usize, rounds: usize) -> Vec<Standing> {
    let (mut authority, mut hub) = (vec![0.0f64; count], vec![1.0f64; count]);
    for _ in 0..rounds {
        authority.fill(0.0);
        for link in links {
            authority[link.to as usize] += hub[link.from as usize] * link.weight;
        }
        normalise(&mut authority);
        hub.fill(0.0);
        for link in links {
            hub[link.from as usize] += authority[link.to as usize] * link.weight;
        }
        normalise(&mut hub);
    }
    let pairs = authority.into_iter().zip(hub);
    pairs.map(|(authority, hub)| Standing { authority: authority as f32, hub: hub as f32 }).collect()
}

fn normalise(values: &mut [f64]) {
    let length = values.iter().map(|value| value * value).sum::<f64>().sqrt();
    if length > 0.0 {
        values.iter_mut().for_each(|value| *value /= length);
    }
}

/// The edges among the units, in the order of their sources; those of many lines count once, as the surest.
fn links(snapshot: &Snapshot, positions: &Positions, params: &Params) -> Vec<Link> {
    let weights = Weights::new(params);
    let mut links: Vec<Link> = Vec::new();
    for (from, unit) in positions.units().iter().enumerate() {
        let mut last: Option<(UnitId, EdgeKind)> = None;
        for edge in snapshot.graph().outgoing(*unit).filter(leans) {
            let weight = f64::from(weights.along(&edge));
            let Some(to) = positions.get(edge.to).filter(|_| edge.to != *unit && weight > 0.0) else {
                continue;
            };
            match links.last_mut().filter(|_| last == Some((edge.to, edge.kind))) {
                Some(known) => known.weight = known.weight.max(weight),
                None => links.push(Link { from: from as u32, to, weight }),
            }
            last = Some((edge.to, edge.kind));
        }
    }
    links
}

/// Whether the source of an edge leans on its target: an inverse says the same a second time, the other way round.
fn leans(edge: &Edge) -> bool {
    !matches!(edge.kind, EdgeKind::MemberOf | EdgeKind::TestedBy | EdgeKind::CoChanges)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::walk::test_graph::{Edges, TestGraph};

    fn of(edges: &Edges, units: &[u32], set: &[(&str, f32)]) -> Vec<Standing> {
        let graph = TestGraph::new(edges);
        let units: Vec<UnitId> = units.iter().copied().map(UnitId).collect();
        authority(&graph.snapshot, &units, &TestGraph::params(set))
    }

    fn near(found: f32, expected: f64) {
        assert!((f64::from(found) - expected).abs() < 1e-6, "{found} {expected}");
    }

    /// Units 0 and 1 call 2, and 1 calls 3.
    fn calls() -> Edges {
        Edges::new(4).calls(0, 2).calls(1, 2).calls(1, 3)
    }

    #[test]
    fn one_round_by_hand() {
        let found = of(&calls(), &[3, 0, 2, 1], &[("authority_rounds", 1.0)]);
        let expected = [(1.0, 0.0), (0.0, 2.0), (2.0, 0.0), (0.0, 3.0)];
        for (found, (authority, hub)) in found.into_iter().zip(expected) {
            near(found.authority, authority / 5f64.sqrt());
            near(found.hub, hub / 13f64.sqrt());
        }
    }

    #[test]
    fn ten_rounds_are_the_first_eigenvector() {
        let found = of(&calls(), &[0, 1, 2, 3], &[]);
        let golden = (1.0 + 5f64.sqrt()) / 2.0;
        near(found[2].authority / found[3].authority, golden);
        near(found[1].hub / found[0].hub, golden);
        near(found.iter().map(|standing| standing.hub * standing.hub).sum(), 1.0);
    }

    #[test]
    fn an_unsure_edge_gives_less() {
        let edges = Edges::new(3).calls(0, 1).calls(0, 2).sure(60);
        let found = of(&edges, &[0, 1, 2], &[]);
        near(found[1].authority / found[2].authority, 1.0 / 0.6);
    }

    #[test]
    fn inverses_repetitions_loops_and_outsiders_do_not_count() {
        let plain = of(&Edges::new(4).edge(0, 1, EdgeKind::Contains).calls(0, 2), &[0, 1, 2], &[]);
        let noisy = Edges::new(4).edge(0, 1, EdgeKind::Contains).edge(1, 0, EdgeKind::MemberOf);
        let noisy = noisy.calls(0, 2).line(2).calls(0, 2).line(9).calls(2, 2).calls(3, 1).calls(1, 3);
        assert_eq!(of(&noisy, &[0, 1, 2], &[]), plain);
        assert_eq!(plain[0].authority, 0.0);
    }

    #[test]
    fn only_the_first_units_are_asked() {
        let found = of(&calls(), &[0, 1, 2, 3], &[("authority_units", 3.0)]);
        assert_eq!(found[3], Standing::default());
        near(found[2].authority, 1.0);
        assert_eq!(of(&calls(), &[0, 3], &[]), [Standing::default(); 2]);
    }
}
