//! Means, intervals and tests. Deterministic: random numbers come from a fixed seed.

/// Resamples of a bootstrap; the ends of a 95 % interval move by less than a thousandth beyond this.
const RESAMPLES: usize = 2_000;
/// Any number does; a fixed one makes two runs print the same.
const SEED: u64 = 0x0071_e47e_e12d_95a7;

/// A value with its 95 % interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl Estimate {
    /// Where an interval has no meaning.
    pub fn exact(value: f64) -> Estimate {
        Estimate { value, low: value, high: value }
    }
}

pub fn mean(values: &[f64]) -> f64 {
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

/// The mean of the means of groups, each group resampled within itself. One group gives the plain bootstrap.
pub fn bootstrap(groups: &[&[f64]]) -> Estimate {
    let groups: Vec<&[f64]> = groups.iter().copied().filter(|group| !group.is_empty()).collect();
    let value = mean(&groups.iter().map(|group| mean(group)).collect::<Vec<f64>>());
    if groups.is_empty() {
        return Estimate::exact(0.0);
    }
    let mut random = Random(SEED);
    let mut means: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            groups.iter().map(|group| resampled_mean(group, &mut random)).sum::<f64>() / groups.len() as f64
        })
        .collect();
    means.sort_by(f64::total_cmp);
    Estimate { value, low: percentile(&means, 0.025), high: percentile(&means, 0.975) }
}

fn resampled_mean(values: &[f64], random: &mut Random) -> f64 {
    let sum: f64 = values.iter().map(|_| values[random.below(values.len())]).sum();
    sum / values.len() as f64
}

/// The smallest value that at least this share of sorted values does not exceed.
pub fn percentile(sorted: &[f64], share: f64) -> f64 {
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.clamp(1, sorted.len().max(1)) - 1).copied().unwrap_or(0.0)
}

/// The two-sided p value of Wilcoxon's signed-rank test of paired differences: exact for few, else by the normal
/// approximation with corrections for ties and continuity. Zero differences are left out.
pub fn wilcoxon(differences: &[f64]) -> f64 {
    /// Below this many differences all assignments of signs are counted.
    const EXACT: usize = 26;
    let mut differences: Vec<f64> = differences.iter().copied().filter(|value| *value != 0.0).collect();
    if differences.is_empty() {
        return 1.0;
    }
    differences.sort_by(|left, right| left.abs().total_cmp(&right.abs()));
    let (ranks, ties) = doubled_ranks(&differences);
    let positive: usize =
        ranks.iter().zip(&differences).filter(|(_, value)| **value > 0.0).map(|(rank, _)| rank).sum();
    if differences.len() < EXACT { exact(&ranks, positive) } else { approximate(&ranks, positive, ties) }
}

/// Ranks times two, so that ties have whole ones, and the sum of t^3 - t over groups of ties.
fn doubled_ranks(sorted: &[f64]) -> (Vec<usize>, f64) {
    let mut ranks = Vec::with_capacity(sorted.len());
    let mut ties = 0.0;
    for group in sorted.chunk_by(|left, right| left.abs() == right.abs()) {
        let (first, count) = (ranks.len() + 1, group.len());
        ranks.extend(std::iter::repeat_n(2 * first + count - 1, count));
        ties += (count as f64).powi(3) - count as f64;
    }
    (ranks, ties)
}

/// The share of all assignments of signs whose rank sum lies at least as far from the middle.
fn exact(ranks: &[usize], positive: usize) -> f64 {
    let total: usize = ranks.iter().sum();
    let mut ways = vec![0.0f64; total + 1];
    ways[0] = 1.0;
    for rank in ranks {
        for sum in (*rank..=total).rev() {
            ways[sum] += ways[sum - rank];
        }
    }
    let distance = |sum: usize| (2 * sum).abs_diff(total);
    let extreme: f64 = ways
        .iter()
        .enumerate()
        .filter(|(sum, _)| distance(*sum) >= distance(positive))
        .map(|(_, ways)| ways)
        .sum();
    extreme / 2f64.powi(ranks.len() as i32)
}

fn approximate(ranks: &[usize], positive: usize, ties: f64) -> f64 {
    let count = ranks.len() as f64;
    let variance = count * (count + 1.0) * (2.0 * count + 1.0) / 24.0 - ties / 48.0;
    let distance = (positive as f64 / 2.0 - count * (count + 1.0) / 4.0).abs();
    let z = (distance - 0.5).max(0.0) / variance.sqrt();
    (2.0 * upper_tail(z)).min(1.0)
}

/// The share of a standard normal distribution above `z`, by the continued fraction of Abramowitz and Stegun 26.2.17
/// (error below 1e-7).
fn upper_tail(z: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * z);
    let polynomial = t
        * (0.319_381_530
            + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
    polynomial * (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

/// SplitMix64: small, fast, good enough to draw with replacement.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn seeded(seed: u64) -> Random {
        Random(SEED ^ seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.next()) * limit as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(left: f64, right: f64, tolerance: f64) {
        assert!((left - right).abs() <= tolerance, "{left} is not {right}");
    }

    #[test]
    fn percentiles_are_values_that_occurred() {
        let values: Vec<f64> = (1..=100).map(f64::from).collect();
        assert_eq!(percentile(&values, 0.5), 50.0);
        assert_eq!(percentile(&values, 0.99), 99.0);
        assert_eq!(percentile(&values[..1], 0.99), 1.0);
        assert_eq!(percentile(&[], 0.5), 0.0);
    }

    #[test]
    fn an_interval_is_as_wide_as_theory_says() {
        // 400 coins with 100 heads: the standard error of the share is sqrt(0.25 * 0.75 / 400) = 0.02165.
        let values: Vec<f64> = (0..400).map(|at| f64::from(u8::from(at % 4 == 0))).collect();
        let estimate = bootstrap(&[&values]);
        assert_eq!(estimate.value, 0.25);
        close(estimate.low, 0.25 - 1.96 * 0.02165, 0.004);
        close(estimate.high, 0.25 + 1.96 * 0.02165, 0.004);
        assert_eq!(estimate, bootstrap(&[&values]), "the same every time");
    }

    #[test]
    fn groups_weigh_the_same_whatever_their_size() {
        let estimate = bootstrap(&[&[1.0; 30], &[0.0], &[]]);
        assert_eq!(estimate, Estimate::exact(0.5));
    }

    #[test]
    fn wilcoxon_of_few_pairs_is_counted_out() {
        // All of n differences positive: 2 of 2^n assignments are as extreme.
        close(wilcoxon(&[1.0, 2.0, 3.0, 4.0, 5.0]), 2.0 / 32.0, 1e-12);
        // Rank sum 14 of 15: sums 0, 1, 14 and 15 are as extreme, one way each.
        close(wilcoxon(&[-1.0, 2.0, 3.0, 4.0, 5.0, 0.0]), 4.0 / 32.0, 1e-12);
        close(wilcoxon(&[1.0, -1.0]), 1.0, 1e-12);
        assert_eq!(wilcoxon(&[0.0, 0.0]), 1.0);
    }

    #[test]
    fn wilcoxon_of_many_pairs_agrees_with_the_exact_one() {
        let differences: Vec<f64> =
            (1..=25).map(|at| if at % 3 == 0 { -f64::from(at) } else { f64::from(at) }).collect();
        let mut sorted = differences.clone();
        sorted.sort_by(|left, right| left.abs().total_cmp(&right.abs()));
        let (ranks, ties) = doubled_ranks(&sorted);
        let positive =
            ranks.iter().zip(&sorted).filter(|(_, value)| **value > 0.0).map(|(rank, _)| rank).sum();
        close(approximate(&ranks, positive, ties), wilcoxon(&differences), 0.005);
    }

    #[test]
    fn the_normal_tail() {
        close(upper_tail(0.0), 0.5, 1e-6);
        close(upper_tail(1.959_964), 0.025, 1e-6);
    }
}
