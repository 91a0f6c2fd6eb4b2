//! The first of a ranked list in another's order. They take each other's places, and the scores of those places: the change is one more
//! factor of each, so that an explanation still multiplies to the score.

use crate::params::Params;
use crate::rank::Scored;
use orienteer_model::UnitId;

/// Orders units that were ranked already.
pub trait Rerank: Sync {
    /// How many of the first it looks at.
    fn candidates(&self) -> usize;

    /// Places of the units, best first: all of them, each once. None where it has nothing to say, and the order stays.
    fn order(&self, units: &[UnitId]) -> Option<Vec<usize>>;
}

/// Whether the list was ordered anew.
pub(crate) fn rerank(ranked: &mut [Scored<'_>], reranker: &dyn Rerank, params: &Params) -> bool {
    let first = reranker.candidates().min(ranked.len());
    let units: Vec<UnitId> = ranked[..first].iter().map(|scored| scored.measured.unit).collect();
    let Some(order) = reranker.order(&units).filter(|order| is_whole(order, first)) else { return false };
    let before = ranked[..first].to_vec();
    let mut most = f32::INFINITY;
    for (place, from) in order.into_iter().enumerate() {
        ranked[place] = before[from].at_score(before[place].score.min(most), params);
        most = ranked[place].score;
    }
    true
}

fn is_whole(order: &[usize], count: usize) -> bool {
    let mut seen = vec![false; count];
    let fits = |at: &usize| seen.get_mut(*at).is_some_and(|seen| !std::mem::replace(seen, true));
    order.len() == count && order.iter().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_has_every_place_once() {
        assert!(is_whole(&[2, 0, 1], 3) && is_whole(&[], 0));
        assert!(!is_whole(&[0, 0, 1], 3) && !is_whole(&[0, 1], 3) && !is_whole(&[0, 1, 3], 3));
    }
}
