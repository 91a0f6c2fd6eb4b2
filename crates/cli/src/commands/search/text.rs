//! Hits for people: where, what, how good, and the lines that say why.

use crate::commands::answer::{position, title};
use crate::commands::score::Score;
use crate::failure::Failure;
use crate::terminal::{clean, faint, matched, path, strong, warning};
use orienteer_engine::{Excerpt, ExcerptLine, Found, Hit, SearchPage};
use std::io::Write;
use std::ops::Range;

/// Longer signatures are cut, in characters.
const LONGEST_SIGNATURE: usize = 110;

pub(super) fn print(out: &mut impl Write, page: &SearchPage, explained: bool) -> Result<(), Failure> {
    for (number, found) in page.found.iter().enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        print_found(out, found)?;
        if explained {
            print_score(out, &found.hit)?;
        }
    }
    Ok(())
}

fn print_score(out: &mut impl Write, hit: &Hit) -> Result<(), Failure> {
    Score { parts: &hit.parts, factors: &hit.factors, score: hit.score }.print(out)?;
    let distance = hit.distance.map_or_else(String::new, |distance| format!(", at distance {distance:.4}"));
    Ok(writeln!(out, "    found by {}{distance}", hit.channels.join(", "))?)
}

fn print_found(out: &mut impl Write, found: &Found) -> Result<(), Failure> {
    writeln!(out, "{}", heading(found))?;
    match &found.excerpt {
        Excerpt::Lines(lines) => match lines.iter().any(|line| line.line == found.hit.place.line) {
            false => print_signature(out, found).and_then(|()| print_lines(out, lines)),
            // The line of the name says what the signature says, unless that is longer than a line.
            true if lines.len() == 1 && !found.hit.signature.is_empty() => print_signature(out, found),
            true => print_lines(out, lines),
        },
        Excerpt::Changed => {
            print_signature(out, found)?;
            Ok(writeln!(out, "    {}", warning("changed since the snapshot; not quoted"))?)
        }
        Excerpt::None => print_signature(out, found),
    }
}

fn print_signature(out: &mut impl Write, found: &Found) -> Result<(), Failure> {
    let signature = &found.hit.signature;
    if !signature.is_empty() {
        let shown = cut(signature);
        let dots = if shown.len() < signature.len() { faint(" ...") } else { String::new() };
        writeln!(out, "    {}{dots}", marked(shown, &found.signature_matches))?;
    }
    Ok(())
}

fn heading(found: &Found) -> String {
    let Found { hit, library, .. } = found;
    let place = &hit.place;
    let test = if place.is_test { " (test)" } else { "" };
    let kind = faint(format!("{}{test}", place.kind.name()));
    let name = if place.name.is_empty() { String::new() } else { format!(" {}", strong(title(place))) };
    let position = if library.is_empty() {
        position(place, place.line)
    } else {
        format!("{} {}:{}", strong(library), path(&place.path), place.line)
    };
    format!("{position}  {kind}{name}  {:.0}%", hit.relative * 100.0)
}

/// Numbers as wide as the largest; indentation as the source has it.
fn print_lines(out: &mut impl Write, lines: &[ExcerptLine]) -> Result<(), Failure> {
    let width = lines.last().map_or(0, |line| line.line.to_string().len());
    for line in lines {
        let number = faint(format!("{:>width$}", line.line));
        let dots = if line.is_cut { faint(" ...") } else { String::new() };
        writeln!(out, "    {number}  {}{dots}", marked(line.text.trim_end(), &line.matches))?;
    }
    Ok(())
}

/// With the matches in colour; what lies behind the end of the text is left out.
fn marked(text: &str, matches: &[Range<usize>]) -> String {
    let mut shown = String::new();
    let mut end = 0;
    for range in matches.iter().filter(|range| range.end <= text.len()) {
        shown.push_str(&clean_line(&text[end..range.start]));
        shown.push_str(&matched(clean_line(&text[range.clone()])));
        end = range.end;
    }
    shown.push_str(&clean_line(&text[end..]));
    shown
}

/// Tabs are harmless and keep the shape of the source.
fn clean_line(text: &str) -> String {
    text.split('\t').map(clean).collect::<Vec<_>>().join("\t")
}

fn cut(text: &str) -> &str {
    text.char_indices().nth(LONGEST_SIGNATURE).map_or(text, |(end, _)| text[..end].trim_end())
}
