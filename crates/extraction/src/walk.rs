//! One pass over the syntax tree: every node is looked up in the language's table and its actions are taken.
//!
//! The pass is iterative and bounded in depth; what stands open around the current node is a stack closed by byte offsets.

use crate::builder::Builder;
use crate::documentation::Comments;
use crate::limits::Limits;
use crate::{data, fragment, order, reference};
use hashbrown::HashSet;
use orienteer_languages::{Action, Condition, Document, Holds, Language, Path, Rules};
use orienteer_model::{
    FileFacts, Name, NameHash, ProblemKind, ReferenceFact, Span, Text, UnitFact, UnitKind,
};
use orienteer_syntax::{Node, Tree};
use std::ops::Range;

/// A unit or scope that encloses the current node.
pub(crate) struct Open {
    pub end_byte: usize,
    /// The innermost unit, which references inside belong to.
    pub unit: u32,
    pub holds: Holds,
    /// Last name of the type or namespace, for its members.
    pub container: Name,
    /// Dotted prefix of its members' qualified names.
    pub prefix: String,
    pub flags: u16,
}

pub(crate) struct Walker<'t> {
    pub source: &'t [u8],
    pub language: &'static Language,
    pub rules: &'static Rules,
    pub limits: &'t Limits,
    pub builder: Builder,
    pub found: Vec<Node<'t>>,
    pub open: Vec<Open>,
    pub comments: Comments,
    /// Nodes whose meaning was taken by a node above them.
    pub claimed: HashSet<usize, crate::reference::BuildIdentity>,
    /// Top-level code that is no declaration.
    pub statements: Vec<Range<usize>>,
    /// First line and end of each block around the current node that holds top-level code.
    blocks: Vec<(u32, usize)>,
    pub references: reference::Collected,
    /// End of the type annotation that the walk is in.
    pub annotation_end: usize,
    /// The string or comment that documents the file.
    pub file_documentation: Option<Range<usize>>,
    /// Constants and macros met so far.
    pub constants: usize,
    broken: bool,
}

/// Facts of a parsed file.
pub(crate) fn extract(
    builder: Builder,
    language: &'static Language,
    source: &[u8],
    tree: &Tree,
    limits: &Limits,
) -> FileFacts {
    let root = tree.root();
    let mut walker = Walker {
        source,
        language,
        rules: &language.rules,
        limits,
        builder,
        found: Vec::new(),
        open: Vec::new(),
        comments: Comments::default(),
        claimed: HashSet::default(),
        statements: Vec::new(),
        blocks: Vec::new(),
        references: reference::Collected::default(),
        annotation_end: 0,
        file_documentation: None,
        constants: 0,
        broken: root.has_error(),
    };
    walker.open_file();
    walker.run(tree);
    walker.finish(root)
}

impl<'t> Walker<'t> {
    /// Code files are one module unit that holds everything else; documents are not.
    fn open_file(&mut self) {
        let unit = if self.language.document == Document::Code {
            self.builder.push_unit(self.file_unit())
        } else {
            orienteer_model::NO_UNIT
        };
        self.open.push(Open {
            end_byte: usize::MAX,
            unit,
            holds: Holds::Module,
            container: Name::default(),
            prefix: String::new(),
            flags: 0,
        });
    }

    fn file_unit(&self) -> UnitFact {
        let span = fragment::span(self.source, 0..self.source.len(), 1);
        let mut unit = UnitFact::new(UnitKind::Module, span);
        unit.body_start = 0;
        unit
    }

    fn run(&mut self, tree: &'t Tree) {
        // Where each node around the current one ends.
        let mut around: Vec<usize> = Vec::new();
        let mut at = 0;
        while let Some(node) = tree.node(at) {
            while around.last().is_some_and(|after| *after <= at) {
                around.pop();
            }
            let inside = self.enter(node, around.len()) && node.has_children();
            if inside && around.len() < self.limits.depth {
                around.push(node.after());
                at += 1;
                continue;
            }
            if inside {
                self.builder.problem(ProblemKind::TooDeep, node.start_line());
            }
            at = node.after();
        }
    }

    /// Takes the actions of a node; says whether to look inside it.
    fn enter(&mut self, node: Node<'t>, depth: usize) -> bool {
        let rules = self.rules;
        let actions = rules.actions(node.kind());
        if actions.is_empty() && depth > self.top_level() && !self.broken {
            return true;
        }
        self.close_before(node.start_byte());
        if self.broken && (node.is_error() || node.is_missing()) {
            self.builder.problem(ProblemKind::Syntax, node.start_line());
        }
        let mut outcome = Outcome { inside: true, statement: true };
        let mut unit_taken = self.claimed.contains(&node.id());
        for action in actions {
            self.act(action, node, &mut unit_taken, &mut outcome);
        }
        if depth == self.top_level() && outcome.statement && node.is_named() {
            self.note_statement(node, actions);
        }
        outcome.inside
    }

    /// The depth at which top-level code stands: that of the root's children, or inside the blocks that surround it.
    fn top_level(&self) -> usize {
        1 + self.blocks.len()
    }

    fn note_statement(&mut self, node: Node<'t>, actions: &[Action]) {
        if actions.iter().any(|action| matches!(action, Action::Block)) {
            self.blocks.push((node.start_line(), node.end_byte()));
        } else if self.blocks.last().is_none_or(|(line, _)| *line < node.start_line()) {
            // What stands on the block's first line is its condition.
            self.statements.push(node.bytes());
        }
    }

    fn act(&mut self, action: &'static Action, node: Node<'t>, unit_taken: &mut bool, outcome: &mut Outcome) {
        match action {
            Action::Comment => {
                self.note_comment(node);
                *outcome = Outcome { inside: false, statement: false };
            }
            Action::Attribute => {
                self.note_attribute(node);
                outcome.statement = false;
            }
            Action::Skip => outcome.inside = false,
            Action::Unit(rule) if !*unit_taken => {
                if self.open_unit(node, rule, node) {
                    *unit_taken = true;
                    outcome.statement = false;
                }
            }
            Action::Unit(_) => outcome.statement = false,
            Action::Wrap(rule) => outcome.statement &= !self.open_wrapped(node, rule),
            Action::Scope(rule) => outcome.statement &= !self.open_scope(node, rule),
            Action::Import(rule) => {
                if self.import(node, rule) {
                    *outcome = Outcome { inside: rule.open, statement: false };
                }
            }
            Action::Package => {
                self.package(node);
                outcome.statement = false;
            }
            Action::Relation(rule) => self.relation(node, rule),
            Action::Call(rule) => self.call(node, rule),
            Action::Member(rule) => self.member(node, rule),
            Action::Documentation(rule) => self.documentation(node, rule),
            Action::Tokens(rule) => self.tokens(node, rule),
            Action::Binding(rule) => self.binding(node, rule),
            Action::Parameter(rule) => self.parameter(node, rule),
            Action::TypeName => self.type_name(node),
            Action::Annotation => self.annotation_end = self.annotation_end.max(node.end_byte()),
            Action::Identifier => self.identifier(node),
            Action::String => outcome.inside &= may_hold_code(self.bytes(node)),
            Action::Transparent(_) | Action::Block => {}
        }
    }

    /// Closes what ended before the node begins.
    fn close_before(&mut self, start_byte: usize) {
        while self.open.len() > 1 && self.open.last().is_some_and(|open| open.end_byte <= start_byte) {
            self.open.pop();
        }
        while self.blocks.last().is_some_and(|(_, end_byte)| *end_byte <= start_byte) {
            self.blocks.pop();
        }
    }

    pub(crate) fn innermost(&self) -> &Open {
        // The file itself never closes.
        &self.open[self.open.len() - 1]
    }

    pub(crate) fn unit_index(&self) -> u32 {
        self.innermost().unit
    }

    /// The unit in which a binding or import holds; the file as a whole has no number.
    pub(crate) fn scope_index(&self) -> u32 {
        self.scope_of(self.unit_index())
    }

    pub(crate) fn scope_of(&self, unit: u32) -> u32 {
        match unit {
            0 if self.language.document == Document::Code => orienteer_model::NO_UNIT,
            unit => unit,
        }
    }

    pub(crate) fn bytes(&self, node: Node<'t>) -> &'t [u8] {
        self.source.get(node.bytes()).unwrap_or_default()
    }

    pub(crate) fn name(&mut self, node: Node<'t>) -> Name {
        let bytes = self.bytes(node);
        self.builder.name_of_bytes(bytes)
    }

    pub(crate) fn first(&mut self, path: &Path, node: Node<'t>) -> Option<Node<'t>> {
        path.first(node)
    }

    pub(crate) fn maybe_first(&mut self, path: &Option<Path>, node: Node<'t>) -> Option<Node<'t>> {
        path.as_ref().and_then(|path| path.first(node))
    }

    /// All nodes that a path leads to, in a buffer that the caller gives back.
    pub(crate) fn all(&mut self, path: &Path, node: Node<'t>) -> Vec<Node<'t>> {
        let mut found = std::mem::take(&mut self.found);
        path.all(node, &mut found);
        found
    }

    pub(crate) fn give_back(&mut self, found: Vec<Node<'t>>) {
        self.found = found;
    }

    pub(crate) fn holds(&mut self, conditions: &[Condition], node: Node<'t>) -> bool {
        conditions.iter().all(|condition| condition.holds(node, self.source))
    }

    fn package(&mut self, node: Node<'t>) {
        let rules = self.rules;
        let Some(name) = self.maybe_first(&rules.words.package, node) else { return };
        if self.builder.facts.module == Text::EMPTY {
            let text = crate::type_name::normalise(&crate::builder::lossy(self.bytes(name)));
            self.builder.facts.module = self.builder.text(&text);
        }
        self.claim_path(name);
    }

    fn finish(mut self, root: Node<'t>) -> FileFacts {
        self.document_file(root);
        self.flush_references();
        let first = self.open[0].unit;
        let statements = self.uncovered_statements(first);
        let fragments = fragment::of_statements(self.source, &statements, self.limits);
        let mut facts = order::finish(self.builder.facts, fragments, first);
        order::separate(&mut facts.units, self.source);
        if self.language.document == Document::Data {
            data::regroup(facts, self.source, self.limits)
        } else {
            facts
        }
    }
}

impl Walker<'_> {
    /// Top-level statements in which no unit was found.
    fn uncovered_statements(&mut self, file: u32) -> Vec<Range<usize>> {
        let mut covered: Vec<Range<usize>> = Vec::new();
        covered.extend(
            self.builder.facts.units.iter().filter(|unit| unit.parent == file).map(|unit| unit.span.bytes()),
        );
        covered.extend(self.file_documentation.clone());
        covered.sort_by_key(|range| range.start);
        let mut statements = std::mem::take(&mut self.statements);
        statements.retain(|statement| {
            let after = covered.partition_point(|range| range.end <= statement.start);
            covered.get(after).is_none_or(|range| range.start >= statement.end)
        });
        statements
    }
}

/// What the actions on a node decided.
struct Outcome {
    inside: bool,
    /// At the top level: code that no declaration covers.
    statement: bool,
}

pub(crate) fn span_of(node: Node<'_>) -> Span {
    Span {
        start_byte: node.start_byte() as u32,
        end_byte: node.end_byte() as u32,
        start_line: node.start_line(),
        end_line: node.last_line(),
    }
}

/// References that are kept until the file is read to its end.
pub(crate) type Pending = Vec<ReferenceFact>;

pub(crate) fn key(unit: u32, hash: NameHash) -> u64 {
    hash.0 ^ u64::from(unit).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// A string without any of the marks that open an interpolation in some language is a leaf.
fn may_hold_code(string: &[u8]) -> bool {
    memchr::memchr3(b'{', b'$', b'(', string).is_some()
}
