//! Figures as a bar chart with intervals: SVG by hand, readable on light and on dark.

use crate::metrics::main_figures;
use crate::statistics::Estimate;
use crate::summary::{DIMENSIONS, Summary};
use crate::table::short;
use std::fmt::Write;

const ROW: usize = 22;
const LEFT: usize = 210;
const BAR: usize = 420;
const WIDTH: usize = LEFT + BAR + 150;
const TOP: usize = 44;

/// One bar: what it is of, how many cases, how much. Bars without a value are headings.
struct Bar {
    title: String,
    cases: usize,
    value: Option<Estimate>,
}

/// The first main figure of a suite and of all its parts.
pub fn chart(summary: &Summary) -> String {
    let name = main_figures(summary.kind)[0];
    let bars = bars(summary, name);
    let height = TOP + bars.len() * ROW + 28;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" role=\"img\" aria-label=\"{0} of suite {1}\">\n<style>\n\
         text {{ font: 13px system-ui, sans-serif; fill: #1f2328; }}\n\
         .small {{ font-size: 11px; fill: #59636e; }} .heading {{ font-weight: 600; }}\n\
         .bar {{ fill: #4f8a8b; }} .whole {{ fill: #d97f3f; }} .grid {{ stroke: #8b949e; stroke-opacity: 0.35; }}\n\
         .interval {{ stroke: #1f2328; stroke-width: 1.5; }}\n\
         @media (prefers-color-scheme: dark) {{ text {{ fill: #e6edf3; }} .small {{ fill: #9198a1; }} .interval {{ stroke: #e6edf3; }} }}\n\
         </style>\n<text x=\"12\" y=\"24\" class=\"heading\">{1}: {0}, 95 % intervals, {2} cases</text>\n",
        short(name),
        summary.kind.name(),
        summary.all.cases,
    );
    grid(&mut out, height);
    for (at, bar) in bars.iter().enumerate() {
        draw(&mut out, TOP + at * ROW, bar, at == 0);
    }
    out.push_str("</svg>\n");
    out
}

fn bars(summary: &Summary, name: &str) -> Vec<Bar> {
    let bar = |title: &str, group: &crate::summary::Group| Bar {
        title: title.to_owned(),
        cases: group.cases,
        value: Some(group.figures.get(name).copied().unwrap_or_default()),
    };
    let mut bars = vec![bar("all", &summary.all)];
    for dimension in DIMENSIONS {
        let Some(groups) = summary.by.get(dimension) else { continue };
        bars.push(Bar { title: format!("by {dimension}"), cases: 0, value: None });
        bars.extend(groups.iter().map(|(name, group)| bar(name, group)));
    }
    bars
}

fn grid(out: &mut String, height: usize) {
    for step in 0..=5 {
        let x = LEFT + BAR * step / 5;
        let (bottom, label) = (height - 24, step as f64 / 5.0);
        let _ = writeln!(
            out,
            "<line x1=\"{x}\" y1=\"{TOP}\" x2=\"{x}\" y2=\"{bottom}\" class=\"grid\"/><text x=\"{x}\" y=\"{}\" \
             text-anchor=\"middle\" class=\"small\">{label:.1}</text>",
            height - 8
        );
    }
}

fn draw(out: &mut String, y: usize, bar: &Bar, is_whole: bool) {
    let baseline = y + 15;
    let title = escaped(&bar.title);
    let Some(value) = bar.value else {
        let _ = writeln!(out, "<text x=\"12\" y=\"{baseline}\" class=\"heading\">{title}</text>");
        return;
    };
    let length = |share: f64| BAR as f64 * share.clamp(0.0, 1.0);
    let (low, high, middle) = (LEFT as f64 + length(value.low), LEFT as f64 + length(value.high), y + 10);
    let class = if is_whole { "whole" } else { "bar" };
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{baseline}\" text-anchor=\"end\">{title}</text>\
         <rect x=\"{LEFT}\" y=\"{}\" width=\"{:.1}\" height=\"14\" class=\"{class}\"/>\
         <line x1=\"{low:.1}\" y1=\"{middle}\" x2=\"{high:.1}\" y2=\"{middle}\" class=\"interval\"/>\
         <text x=\"{}\" y=\"{baseline}\">{:.3}</text><text x=\"{}\" y=\"{baseline}\" class=\"small\">n={}</text>",
        LEFT - 8,
        y + 3,
        length(value.value),
        LEFT + BAR + 12,
        value.value,
        LEFT + BAR + 62,
        bar.cases,
    );
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
