//! Adds and takes away single items of a text. What stands around them keeps every byte, and taking away undoes adding.

use super::reader::read;
use super::value::{Layout, quoted};
use super::{Item, Node, Shape, Value};
use crate::error::Problem;
use std::ops::Range;

const OBJECT: &str = "an object";
const ARRAY: &str = "an array";

/// Sets what `path` leads to. Of an object that is there already only the members of `value` are set; others stay.
pub(crate) fn set_member(text: &str, path: &[&str], value: &Value) -> Result<String, Problem> {
    let root = read(text)?;
    let Some(found) = lead(&root, path)? else { return insert_along(text, &root, path, value) };
    let (Value::Object(members), Shape::Object(_)) = (value, &found.shape) else {
        let is_same = value.is_at(text, found);
        return Ok(if is_same { text.to_owned() } else { replaced(text, found, value) });
    };
    members.iter().try_fold(text.to_owned(), |text, (key, value)| {
        set_member(&text, &[path, &[key.as_str()]].concat(), value)
    })
}

/// Sets what `path` leads to unless something is there.
pub(crate) fn default_member(text: &str, path: &[&str], value: &Value) -> Result<String, Problem> {
    let root = read(text)?;
    if lead(&root, path)?.is_some() { Ok(text.to_owned()) } else { insert_along(text, &root, path, value) }
}

/// Adds an item to an array unless one is there that `is_known`.
pub(crate) fn push_item(
    text: &str,
    path: &[&str],
    value: &Value,
    is_known: &dyn Fn(&Node) -> bool,
) -> Result<String, Problem> {
    let root = read(text)?;
    match lead(&root, path)? {
        None => insert_along(text, &root, path, &Value::List(vec![value.clone()])),
        Some(array) if has(array, is_known) => Ok(text.to_owned()),
        Some(array) if matches!(array.shape, Shape::Array(_)) => Ok(inserted(text, array, None, value)),
        Some(_) => Err(unexpected(path, ARRAY)),
    }
}

/// Takes away what `path` leads to, and what is empty without it.
pub(crate) fn drop_member(text: &str, path: &[&str]) -> Result<String, Problem> {
    let root = read(text)?;
    let is_there = lead(&root, path)?.is_some();
    Ok(if is_there { dropped(text, &root, &steps_of(&root, path)) } else { text.to_owned() })
}

/// Takes away all items below `path` that `is_known`, and what is empty without them.
pub(crate) fn drop_items(
    text: &str,
    path: &[&str],
    is_known: &dyn Fn(&Node) -> bool,
) -> Result<String, Problem> {
    let mut text = text.to_owned();
    loop {
        let root = read(&text)?;
        let Some(node) = lead(&root, path)? else { return Ok(text) };
        let Some(below) = way_to(node, is_known) else { return Ok(text) };
        let mut steps = steps_of(&root, path);
        steps.extend(below);
        text = dropped(&text, &root, &steps);
    }
}

/// Takes away a member that is left alone in the text.
pub(crate) fn drop_default(text: &str, key: &str) -> Result<String, Problem> {
    let root = read(text)?;
    match root.items() {
        [item] if item.key.as_deref() == Some(key) => Ok(dropped(text, &root, &[0])),
        _ => Ok(text.to_owned()),
    }
}

/// Whether a path leads to an object.
pub(crate) fn has_object(text: &str, path: &[&str]) -> bool {
    let node = read(text).ok().and_then(|root| lead(&root, path).ok().flatten().cloned());
    node.is_some_and(|node| matches!(node.shape, Shape::Object(_)))
}

/// What a path leads to; an error where something on the way is no object.
fn lead<'n>(root: &'n Node, path: &[&str]) -> Result<Option<&'n Node>, Problem> {
    let mut node = root;
    for (depth, key) in path.iter().enumerate() {
        if !matches!(node.shape, Shape::Object(_)) {
            return Err(unexpected(&path[..depth], OBJECT));
        }
        let Some(member) = node.member(key) else { return Ok(None) };
        node = member;
    }
    Ok(Some(node))
}

fn unexpected(path: &[&str], expected: &'static str) -> Problem {
    let key = if path.is_empty() { "the whole file".to_owned() } else { format!("`{}`", path.join(".")) };
    Problem::Unexpected { key, expected }
}

fn steps_of(root: &Node, path: &[&str]) -> Vec<usize> {
    let mut node = root;
    let mut steps = Vec::new();
    for key in path {
        let Some(at) = node.position(key) else { break };
        node = &node.items()[at].value;
        steps.push(at);
    }
    steps
}

fn has(node: &Node, is_known: &dyn Fn(&Node) -> bool) -> bool {
    is_known(node) || node.items().iter().any(|item| has(&item.value, is_known))
}

/// The positions that lead to the first item that is known.
fn way_to(node: &Node, is_known: &dyn Fn(&Node) -> bool) -> Option<Vec<usize>> {
    node.items().iter().enumerate().find_map(|(at, item)| {
        if is_known(&item.value) {
            return Some(vec![at]);
        }
        way_to(&item.value, is_known).map(|below| [vec![at], below].concat())
    })
}

/// Inserts what is missing of the path, and the value at its end.
fn insert_along(text: &str, root: &Node, path: &[&str], value: &Value) -> Result<String, Problem> {
    let there = (0..path.len()).rev().find_map(|depth| {
        let node = lead(root, &path[..depth]).ok().flatten()?;
        Some((depth, node))
    });
    let Some((depth, object)) = there.filter(|(_, node)| matches!(node.shape, Shape::Object(_))) else {
        return Err(unexpected(&[], OBJECT));
    };
    let nest = |inner, key: &&str| Value::Object(vec![((*key).to_owned(), inner)]);
    let nested = path[depth + 1..].iter().rev().fold(value.clone(), nest);
    Ok(inserted(text, object, Some(path[depth]), &nested))
}

fn replaced(text: &str, node: &Node, value: &Value) -> String {
    let indent = indent_at(text, node.span.start);
    let written = value.on_lines(&layout(text), indent);
    spliced(text, vec![(node.span.clone(), written)])
}

/// A text with one more item at the end of a container.
fn inserted(text: &str, container: &Node, key: Option<&str>, value: &Value) -> String {
    let layout = layout(text);
    let inner = container.span.start + 1..container.span.end - 1;
    let outer = indent_at(text, container.span.start);
    let indent = item_indent(text, container).unwrap_or_else(|| format!("{outer}{}", layout.step));
    let name = key.map(|key| format!("{}: ", quoted(key))).unwrap_or_default();
    let newline = layout.newline;
    if text[inner.clone()].trim().is_empty() {
        let item = format!("{newline}{indent}{name}{}{newline}{outer}", value.on_lines(&layout, &indent));
        return spliced(text, vec![(inner, item)]);
    }
    let is_on_lines = text[inner.clone()].contains('\n');
    let item = if is_on_lines {
        format!("{newline}{indent}{name}{}", value.on_lines(&layout, &indent))
    } else {
        format!(" {name}{}", value.on_one_line())
    };
    let last = container.items().last();
    let end = inner.start + text[inner.clone()].trim_end().len();
    let has_comma = last.is_some_and(|last| last.comma.is_some());
    let mut edits = vec![(end..end, if has_comma { format!("{item},") } else { item })];
    if let Some(last) = last.filter(|_| !has_comma) {
        edits.push((last.value.span.end..last.value.span.end, ",".to_owned()));
    }
    spliced(text, edits)
}

/// A text without the item that positions lead to, and without what is empty then.
fn dropped(text: &str, root: &Node, steps: &[usize]) -> String {
    let Some((last, front)) = steps.split_last() else { return emptied(text, root) };
    let container = front.iter().fold(root, |node, at| &node.items()[*at].value);
    let item = &container.items()[*last];
    if is_alone(text, container, item) {
        return dropped(text, root, front);
    }
    let mut end = item.comma.map_or(item.value.span.end, |comma| comma + 1);
    let start = text[..item.start].trim_end().len();
    if start == container.span.start + 1 && !text[container.span.clone()].contains('\n') {
        end += text[end..].len() - text[end..].trim_start_matches(' ').len();
    }
    let mut edits = vec![(start..end, String::new())];
    let is_last = *last + 1 == container.items().len();
    if let Some(comma) = last.checked_sub(1).and_then(|at| container.items()[at].comma)
        && is_last
        && item.comma.is_none()
    {
        edits.push((comma..comma + 1, String::new()));
    }
    spliced(text, edits)
}

/// Whether a container holds nothing else, not even a comment.
fn is_alone(text: &str, container: &Node, item: &Item) -> bool {
    let end = item.comma.map_or(item.value.span.end, |comma| comma + 1);
    let before = &text[container.span.start + 1..item.start];
    before.trim().is_empty() && text[end..container.span.end - 1].trim().is_empty()
}

fn emptied(text: &str, root: &Node) -> String {
    let empty = if matches!(root.shape, Shape::Array(_)) { "[]" } else { "{}" };
    spliced(text, vec![(root.span.clone(), empty.to_owned())])
}

/// Replaces ranges that do not overlap.
fn spliced(text: &str, mut edits: Vec<(Range<usize>, String)>) -> String {
    edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    let mut out = text.to_owned();
    for (range, written) in edits {
        out.replace_range(range, &written);
    }
    out
}

/// As the text has it already.
fn layout(text: &str) -> Layout {
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let first = text.lines().map(|line| &line[..line.len() - line.trim_start().len()]);
    let step = first.into_iter().find(|indent| !indent.is_empty()).filter(|step| step.len() <= 8);
    Layout { newline, step: step.unwrap_or("  ").to_owned() }
}

/// What the line of a position begins with.
fn indent_at(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let line = &text[start..];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// The indentation of the first item that begins a line.
fn item_indent(text: &str, container: &Node) -> Option<String> {
    let begins = |item: &&Item| {
        let indent = indent_at(text, item.start);
        text[..item.start].ends_with(&format!("\n{indent}"))
    };
    container.items().iter().find(begins).map(|item| indent_at(text, item.start).to_owned())
}
