//! The cost curves on logarithmic axes: SVG by hand, readable on light and on dark.

use std::fmt::Write as _;

use super::report::{SERIES, points};
use super::step::Step;
use crate::bench::context::power_law::exponent;

const LEFT: f64 = 70.0;
const TOP: f64 = 40.0;
const WIDE: f64 = 480.0;
const TALL: f64 = 320.0;
const WIDTH: f64 = 780.0;
const HEIGHT: f64 = TOP + TALL + 60.0;
const COLOURS: [&str; 5] = ["#d97f3f", "#4f8a8b", "#8b6fb0", "#5b8c3a", "#b0485e"];

/// Powers of ten that an axis shows.
#[derive(Clone, Copy)]
struct Axis {
    low: f64,
    high: f64,
}

impl Axis {
    fn around(values: impl Iterator<Item = f64>) -> Axis {
        let powers: Vec<f64> = values.map(|value| value.max(1e-3).log10()).collect();
        let low = powers.iter().copied().fold(f64::INFINITY, f64::min).floor();
        let high = powers.iter().copied().fold(f64::NEG_INFINITY, f64::max).ceil();
        if low < high { Axis { low, high } } else { Axis { low: 0.0, high: 1.0 } }
    }

    fn share(self, value: f64) -> f64 {
        (value.max(1e-3).log10() - self.low) / (self.high - self.low)
    }

    fn powers(self) -> impl Iterator<Item = f64> {
        let count = (self.high - self.low) as usize;
        (0..=count).map(move |step| 10f64.powf(self.low + step as f64))
    }
}

pub(super) fn draw(steps: &[Step]) -> String {
    let series: Vec<(&str, Vec<(f64, f64)>)> =
        SERIES.iter().map(|(name, of)| (*name, points(steps, *of))).collect();
    draw_series(&series)
}

fn draw_series(series: &[(&str, Vec<(f64, f64)>)]) -> String {
    let all = || series.iter().flat_map(|(_, points)| points.iter().copied());
    let (across, up) = (Axis::around(all().map(|point| point.0)), Axis::around(all().map(|point| point.1)));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\" \
         aria-label=\"cost by number of units\">\n<style>\n\
         text {{ font: 12px system-ui, sans-serif; fill: #1f2328; }} .small {{ font-size: 11px; fill: #59636e; }}\n\
         .heading {{ font-weight: 600; }} .grid {{ stroke: #8b949e; stroke-opacity: 0.35; }} polyline {{ fill: none; stroke-width: 2; }}\n\
         @media (prefers-color-scheme: dark) {{ text {{ fill: #e6edf3; }} .small {{ fill: #9198a1; }} }}\n</style>\n\
         <text x=\"{LEFT}\" y=\"22\" class=\"heading\">cost by number of units, both axes logarithmic</text>\n"
    );
    grid(&mut out, across, up);
    for (at, (name, points)) in series.iter().enumerate() {
        curve(&mut out, at, name, points, (across, up));
    }
    out + "</svg>\n"
}

fn grid(out: &mut String, across: Axis, up: Axis) {
    let (right, bottom) = (LEFT + WIDE, TOP + TALL);
    for value in across.powers() {
        let x = LEFT + WIDE * across.share(value);
        let _ = writeln!(
            out,
            "<line x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{bottom}\" class=\"grid\"/>\
             <text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\" class=\"small\">{value}</text>",
            bottom + 18.0
        );
    }
    for value in up.powers() {
        let y = bottom - TALL * up.share(value);
        let _ = writeln!(
            out,
            "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\" class=\"grid\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\" class=\"small\">{value}</text>",
            LEFT - 6.0,
            y + 4.0
        );
    }
}

fn curve(out: &mut String, at: usize, name: &str, points: &[(f64, f64)], (across, up): (Axis, Axis)) {
    let colour = COLOURS[at % COLOURS.len()];
    let places = points.iter().map(|(x, y)| {
        format!("{:.1},{:.1}", LEFT + WIDE * across.share(*x), TOP + TALL * (1.0 - up.share(*y)))
    });
    let places: Vec<String> = places.collect();
    let _ = writeln!(out, "<polyline points=\"{}\" stroke=\"{colour}\"/>", places.join(" "));
    let law = exponent(points).map_or(String::new(), |law| format!(" ~ units^{law:.2}"));
    let y = TOP + 16.0 + at as f64 * 22.0;
    let _ = writeln!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"12\" height=\"12\" fill=\"{colour}\"/><text x=\"{}\" y=\"{y}\">{name}{law}</text>",
        LEFT + WIDE + 16.0,
        y - 10.0,
        LEFT + WIDE + 34.0
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_has_all_its_points_and_its_law() {
        let points = vec![(1e4, 1.0), (1e5, 10.0), (1e6, 100.0)];
        let picture = draw_series(&[("cost", points)]);
        assert!(
            picture.contains("cost ~ units^1.00") && picture.contains("70.0,360.0 310.0,200.0 550.0,40.0"),
            "{picture}"
        );
        assert!(!draw_series(&[("nothing", Vec::new())]).contains("NaN"));
    }
}
