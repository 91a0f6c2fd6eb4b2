//! Quality against what the index costs, one dot a program: SVG by hand, readable on light and on dark.

use std::fmt::Write as _;

use super::figures::{Sum, Whole};
use super::sample::Suite;

const WIDTH: f64 = 780.0;
const PANEL: f64 = 330.0;
const LEFT: f64 = 60.0;
const TOP: f64 = 60.0;
const TALL: f64 = 260.0;
const GAP: f64 = 370.0;
const HEIGHT: f64 = TOP + TALL + 60.0;

/// One dot: who, cost, quality.
struct Dot {
    name: &'static str,
    cost: f64,
    quality: f64,
}

pub(super) fn draw(whole: &Whole) -> String {
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\" \
         aria-label=\"quality and cost of each program\">\n<style>\n\
         text {{ font: 12px system-ui, sans-serif; fill: #1f2328; }}\n\
         .small {{ font-size: 11px; fill: #59636e; }} .heading {{ font-weight: 600; }}\n\
         .ours {{ fill: #d97f3f; }} .other {{ fill: #4f8a8b; }} .grid {{ stroke: #8b949e; stroke-opacity: 0.35; }}\n\
         @media (prefers-color-scheme: dark) {{ text {{ fill: #e6edf3; }} .small {{ fill: #9198a1; }} }}\n</style>\n"
    );
    let panels = whole.sizes.iter().map(|(suite, _)| (*suite, dots(whole, *suite)));
    for (at, (suite, dots)) in panels.filter(|(_, dots)| !dots.is_empty()).enumerate() {
        panel(&mut out, LEFT + at as f64 * GAP, suite, &dots);
    }
    out + "</svg>\n"
}

/// What a user waits and pays for in all: index and questions together.
fn dots(whole: &Whole, suite: Suite) -> Vec<Dot> {
    let dot = |name, sum: &Sum| Dot {
        name,
        cost: sum.index_cpu_seconds + sum.cpu.map_or(0.0, |spread| spread.p50 * sum.cases as f64 / 1e3),
        quality: match suite {
            Suite::Files => sum.ndcg,
            Suite::Issues => sum.at_5,
        },
    };
    whole.lines.iter().filter_map(|line| Some(dot(line.name, line.sum(suite)?))).collect()
}

fn panel(out: &mut String, left: f64, suite: Suite, dots: &[Dot]) {
    let figure = match suite {
        Suite::Files => "NDCG@10",
        Suite::Issues => "file@5",
    };
    let name = suite.name();
    let _ = writeln!(
        out,
        "<text x=\"{left}\" y=\"22\" class=\"heading\">{name}: {figure}</text>\
         <text x=\"{left}\" y=\"40\" class=\"small\">against CPU seconds of index and questions (logarithmic)</text>"
    );
    let (low, high) = decades(dots);
    let across = |cost: f64| left + PANEL * (cost.max(1e-3).log10() - low) / (high - low);
    let up = |quality: f64| TOP + TALL * (1.0 - quality.clamp(0.0, 1.0));
    grid(out, left, (low, high));
    for (at, dot) in dots.iter().enumerate() {
        let (x, y) = (across(dot.cost), up(dot.quality));
        let class = if at == 0 { "ours" } else { "other" };
        let (anchor, shift) = if x > left + PANEL * 0.6 { ("end", -8.0) } else { ("start", 8.0) };
        let _ = writeln!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" class=\"{class}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{}</text>",
            x + shift,
            y + 4.0,
            dot.name
        );
    }
}

/// Whole powers of ten around all dots.
fn decades(dots: &[Dot]) -> (f64, f64) {
    let powers: Vec<f64> = dots.iter().map(|dot| dot.cost.max(1e-3).log10()).collect();
    let low = powers.iter().copied().fold(f64::INFINITY, f64::min).floor();
    let high = powers.iter().copied().fold(f64::NEG_INFINITY, f64::max).ceil();
    if low < high { (low, high) } else { (low.min(0.0), low.max(0.0) + 1.0) }
}

fn grid(out: &mut String, left: f64, (low, high): (f64, f64)) {
    let (right, bottom) = (left + PANEL, TOP + TALL);
    for step in 0..=5 {
        let (share, y) = (f64::from(step) / 5.0, bottom - TALL * f64::from(step) / 5.0);
        let _ = writeln!(
            out,
            "<line x1=\"{left}\" y1=\"{y}\" x2=\"{right}\" y2=\"{y}\" class=\"grid\"/>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\" class=\"small\">{share:.1}</text>",
            left - 6.0,
            y + 4.0
        );
    }
    let mut power = low;
    while power <= high {
        let x = left + PANEL * (power - low) / (high - low);
        let _ = writeln!(
            out,
            "<line x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{bottom}\" class=\"grid\"/>\
             <text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\" class=\"small\">{}</text>",
            bottom + 18.0,
            10f64.powf(power)
        );
        power += 1.0;
    }
}

#[cfg(test)]
mod tests {
    use super::super::figures::{Line, Size, sample_sum};
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn who_has_no_figures_has_no_dot() {
        let line = |name, sum: Option<Sum>| Line {
            name,
            version: String::new(),
            commands: ["-", "-"],
            remark: "",
            missing: None,
            sums: sum.map(|sum| (Suite::Files, sum)).into_iter().collect(),
            failed: Vec::new(),
            parts: BTreeMap::new(),
        };
        let lines = vec![line("ours", Some(sample_sum(0.9, 1.0))), line("absent", None)];
        let sizes = vec![(Suite::Files, Size { cases: 4, trees: 1, of_trees: 3, repositories: 1 })];
        let picture = draw(&Whole { each: 4, sizes, lines });
        assert_eq!(picture.matches("<circle").count(), 1);
        assert!(picture.contains(">ours<") && !picture.contains("absent") && !picture.contains("NaN"));
    }
}
