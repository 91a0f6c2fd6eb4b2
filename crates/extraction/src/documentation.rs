//! Documentation text: comments in front of a declaration and strings inside it.

use crate::builder::{clip, lossy};
use crate::fragment::only_space;
use crate::mention;
use crate::reference::{Collected, fingerprint};
use crate::walk::Walker;
use orienteer_languages::DocumentationRule;
use orienteer_model::{Span, Text};
use orienteer_syntax::Node;
use std::ops::Range;

/// The comment block that may belong to the next declaration.
#[derive(Default)]
pub(crate) struct Comments {
    block: Range<usize>,
    start_line: u32,
    /// Last line of the block, or of the attributes after it.
    end_line: u32,
    attribute_flags: u16,
    /// The string in the block that is the documentation, where the block is no comment.
    string: Option<Range<usize>>,
    /// The attributes in front of the next declaration, with the comments between them.
    attributes: Range<usize>,
    attribute_line: u32,
    /// The first block of the file, until something else begins.
    file_block: Option<Range<usize>>,
}

impl Comments {
    pub(crate) fn clear(&mut self) {
        self.block = 0..0;
        self.end_line = 0;
    }
}

impl<'t> Walker<'t> {
    /// A comment begins a block or goes on with the one right above it. Comments after code on their line belong to nothing.
    pub(crate) fn note_comment(&mut self, node: Node<'t>) {
        let is_interpreter = node.start_byte() == 0 && self.bytes(node).starts_with(b"#!");
        if is_interpreter || !self.stands_alone(node.start_byte()) {
            return;
        }
        self.continue_attributes(node);
        let line = node.start_line();
        let end_line = node.last_line();
        let comments = &mut self.comments;
        if comments.block.is_empty() || comments.end_line + 1 < line {
            comments.block = node.bytes();
            comments.start_line = line;
            comments.string = None;
        } else {
            comments.block.end = node.end_byte();
        }
        comments.end_line = end_line.max(line);
        if comments.file_block.is_none()
            || comments.file_block.as_ref().is_some_and(|file| file.start == comments.block.start)
        {
            comments.file_block = Some(comments.block.clone());
        }
    }

    fn stands_alone(&self, start: usize) -> bool {
        let before = &self.source[..start];
        let line = memchr::memrchr(b'\n', before).map_or(before, |newline| &before[newline + 1..]);
        line.iter().all(u8::is_ascii_whitespace)
    }

    /// An attribute keeps the comment above it attached to what follows, and may mark a test.
    pub(crate) fn note_attribute(&mut self, node: Node<'t>) {
        let flags = self.test_flag(&lossy(self.bytes(node)));
        if !self.continue_attributes(node) {
            self.comments.attributes = node.bytes();
            self.comments.attribute_line = node.start_line();
            self.comments.attribute_flags = 0;
        }
        let (line, end_line) = (node.start_line(), node.end_line());
        let comments = &mut self.comments;
        comments.attribute_flags |= flags;
        if !comments.block.is_empty() && comments.end_line + 1 >= line {
            comments.end_line = end_line;
        }
    }

    /// Whether a node directly follows the attributes so far; then it belongs to them.
    fn continue_attributes(&mut self, node: Node<'t>) -> bool {
        let attributes = &mut self.comments.attributes;
        let follows =
            attributes.start < attributes.end && only_space(self.source, attributes.end, node.start_byte());
        if follows {
            attributes.end = node.end_byte();
        }
        follows
    }

    /// The first byte of the attributes right above a declaration, which then begins where they do.
    pub(crate) fn take_attributes(&mut self, span: &mut Span, node: Node<'t>) -> Option<usize> {
        let attributes = std::mem::take(&mut self.comments.attributes);
        if attributes.is_empty() || !only_space(self.source, attributes.end, node.start_byte()) {
            self.comments.attribute_flags = 0;
            return None;
        }
        if attributes.start < span.start_byte as usize {
            span.start_byte = attributes.start as u32;
            span.start_line = self.comments.attribute_line;
        }
        Some(attributes.start)
    }

    /// What the attributes refer to, they refer to for the declaration under them.
    pub(crate) fn adopt_attributes(&mut self, start: Option<usize>, unit: u32) {
        let Some(start) = start else { return };
        let Collected { reads, seen, .. } = &mut self.references;
        for references in [&mut self.builder.facts.references, reads] {
            let tail =
                references.iter_mut().rev().take_while(|reference| reference.start_byte as usize >= start);
            for reference in tail {
                seen.remove(&fingerprint(reference));
                reference.from = unit;
            }
        }
    }

    pub(crate) fn take_attribute_flags(&mut self) -> u16 {
        std::mem::take(&mut self.comments.attribute_flags)
    }

    /// The comment right above a declaration, which then begins where the comment does.
    pub(crate) fn take_comment(&mut self, span: &mut Span, node: Node<'t>) -> Option<Range<usize>> {
        let block = std::mem::take(&mut self.comments.block);
        let attached = !block.is_empty()
            && block.end <= (span.start_byte as usize).min(node.start_byte())
            && self.comments.end_line + 1 >= span.start_line;
        if !attached {
            return None;
        }
        if self.comments.file_block.as_ref().is_some_and(|file| file.start == block.start) {
            self.comments.file_block = None;
        }
        span.start_byte = block.start as u32;
        span.start_line = self.comments.start_line;
        Some(block)
    }

    /// A string in front of a declaration, or in it, that documents it.
    pub(crate) fn documentation(&mut self, node: Node<'t>, rule: &'static DocumentationRule) {
        if !self.holds(&rule.when, node) {
            return;
        }
        let Some(string) = self.first(&rule.text, node) else { return };
        if rule.around {
            return self.document_around(string);
        }
        let comments = &mut self.comments;
        comments.block = node.bytes();
        comments.start_line = node.start_line();
        comments.end_line = node.end_line();
        comments.string = Some(string.bytes());
    }

    fn document_around(&mut self, string: Node<'t>) {
        let unit = self.unit_index();
        let text = clean_string(&lossy(self.bytes(string)));
        let text = clip(&text, self.limits.doc_bytes);
        mention::in_documentation(&mut self.builder, text, unit, string.start_line());
        let doc = self.builder.text(text);
        if let Some(unit) = self.builder.facts.units.get_mut(unit as usize) {
            unit.doc = doc;
        }
    }

    /// The documentation of a unit: the string inside it, else the string or comment in front.
    pub(crate) fn document(&mut self, node: Node<'t>, comment: Option<Range<usize>>) -> Text {
        let rules = self.rules;
        let before = self.comments.string.take().filter(|_| comment.is_some());
        let text = match (self.maybe_first(&rules.comments.inside, node), before) {
            (Some(string), _) => clean_string(&lossy(self.bytes(string))),
            (None, Some(string)) => clean_string(&lossy(self.source.get(string).unwrap_or_default())),
            (None, None) => comment.map(|block| self.clean_comment(block)).unwrap_or_default(),
        };
        let text = clip(&text, self.limits.doc_bytes);
        let unit = self.builder.facts.units.len() as u32;
        mention::in_documentation(&mut self.builder, text, unit, node.start_line());
        self.builder.text(text)
    }

    /// The file's own documentation goes to its module unit.
    pub(crate) fn document_file(&mut self, root: Node<'t>) {
        if self.open[0].unit == orienteer_model::NO_UNIT {
            return;
        }
        let rules = self.rules;
        let text = match self.maybe_first(&rules.comments.file, root) {
            Some(string) => {
                self.file_documentation = Some(string.bytes());
                self.clean_any(string)
            }
            None => {
                self.comments.file_block.take().map(|block| self.clean_comment(block)).unwrap_or_default()
            }
        };
        let text = clip(&text, self.limits.doc_bytes);
        if !is_licence(text) {
            self.builder.facts.units[0].doc = self.builder.text(text);
        }
    }

    fn clean_any(&self, node: Node<'t>) -> String {
        let text = lossy(self.bytes(node));
        if text.trim_start_matches(['r', 'u', 'R', 'U', 'b']).starts_with(['"', '\'']) {
            clean_string(&text)
        } else {
            self.clean_comment(node.bytes())
        }
    }

    fn clean_comment(&self, block: Range<usize>) -> String {
        let text = lossy(self.source.get(block).unwrap_or_default());
        let mut clean = String::with_capacity(text.len());
        for line in text.lines() {
            let line = strip_markers(line.trim(), &self.rules.comments.markers);
            if !line.is_empty() || !clean.is_empty() {
                clean.push_str(line);
                clean.push('\n');
            }
        }
        clean.truncate(clean.trim_end().len());
        clean
    }
}

fn strip_markers<'a>(line: &'a str, markers: &[String]) -> &'a str {
    let line = line.strip_suffix("*/").or_else(|| line.strip_suffix("-}")).unwrap_or(line);
    let marker = markers.iter().find_map(|marker| line.strip_prefix(marker.as_str()));
    marker.unwrap_or(line).trim()
}

/// A documentation string without prefix, quotes and common indentation.
fn clean_string(text: &str) -> String {
    let text = text.trim_start_matches(['r', 'R', 'u', 'U', 'b', 'B', '@']);
    let text = text.strip_prefix("\"\"\"").and_then(|text| text.strip_suffix("\"\"\"")).unwrap_or(text);
    let text = text.strip_prefix("'''").and_then(|text| text.strip_suffix("'''")).unwrap_or(text);
    let lines = text.trim_matches(['"', '\'']).lines().map(str::trim);
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// Copyright notices say nothing about the code under them.
fn is_licence(text: &str) -> bool {
    let head = clip(text, 400).to_ascii_lowercase();
    ["copyright", "licence", "license", "spdx", "all rights reserved"].iter().any(|word| head.contains(word))
}
