//! Opens units and scopes: names, containers, kinds, signatures, spans and type relations.

use crate::builder::{clip, lossy};
use crate::type_name::{dotted_type, split_declared};
use crate::walk::{Open, Walker, span_of};
use orienteer_languages::{Action, Holds, Path, RelationRule, ScopeRule, UnitRule, WrapRule};
use orienteer_model::{
    BindingFact, BindingKind, NO_UNIT, Name, RelationFact, RelationKind, Span, UnitFact, UnitFlags, UnitKind,
};
use orienteer_syntax::Node;
use std::ops::Range;

impl<'t> Walker<'t> {
    /// Opens the unit that a node declares, if it does; `outer` is the node or a wrapper around it.
    pub(crate) fn open_unit(&mut self, node: Node<'t>, rule: &'static UnitRule, outer: Node<'t>) -> bool {
        let holds = self.innermost().holds;
        let allowed = match holds {
            Holds::Module => rule.inside_module,
            Holds::Type => rule.inside_type,
            Holds::Callable => rule.inside_callable,
        };
        if !allowed || self.is_one_too_many(rule) || !self.holds(&rule.when, node) {
            return false;
        }
        let names = if rule.each { self.all(&rule.name, node) } else { Vec::new() };
        let Some(name_node) = names.first().copied().or_else(|| self.first(&rule.name, node)) else {
            return false;
        };
        let outer = match self.maybe_first(&rule.span, node) {
            Some(wider)
                if wider.start_byte() <= outer.start_byte() && wider.end_byte() >= outer.end_byte() =>
            {
                wider
            }
            _ => outer,
        };
        if !self.open_named(name_node, node, rule, outer) {
            return false;
        }
        for other in names.iter().skip(1) {
            let first = self.open.pop();
            if self.open_named(*other, node, rule, outer) {
                self.open.pop();
            }
            self.open.extend(first);
        }
        true
    }

    /// Past the limit, constants are left to the fragments around them.
    fn is_one_too_many(&mut self, rule: &UnitRule) -> bool {
        let is_constant = matches!(rule.kind, UnitKind::Constant | UnitKind::Macro);
        self.constants += usize::from(is_constant);
        is_constant && self.constants > self.limits.constants
    }

    fn open_named(
        &mut self,
        name_node: Node<'t>,
        node: Node<'t>,
        rule: &'static UnitRule,
        outer: Node<'t>,
    ) -> bool {
        let holds = self.innermost().holds;
        let Some(declared) = self.declared_name(name_node, rule, node) else { return false };
        self.claimed.insert(name_node.id());
        if let Some((_, name)) = self.path_parts(name_node) {
            self.claim_up_to(name, name_node);
        }
        if let Some((_, name)) = self.member_parts(name_node) {
            self.claimed.insert(name.id());
        }
        let kind =
            if holds == Holds::Type || !declared.container.is_empty() && rule.kind == UnitKind::Function {
                rule.member_kind
            } else {
                rule.kind
            };
        self.push(node, outer, rule, kind, declared, name_node.start_line());
        true
    }

    /// A wrapper opens the unit inside it early, so that decorators and the like belong to it.
    pub(crate) fn open_wrapped(&mut self, node: Node<'t>, rule: &WrapRule) -> bool {
        let Some(inner) = self.first(&rule.inner, node) else { return false };
        if self.claimed.contains(&node.id()) {
            self.claimed.insert(inner.id());
            return true;
        }
        let rules = self.rules;
        for action in rules.actions(inner.kind()) {
            let opened = match action {
                Action::Unit(unit) => self.open_unit(inner, unit, node),
                Action::Wrap(wrap) => self.open_wrapped_in(inner, wrap, node, 0),
                _ => false,
            };
            if opened {
                self.claimed.insert(inner.id());
                return true;
            }
        }
        false
    }

    /// A wrapper inside a wrapper: `export declare const`.
    fn open_wrapped_in(&mut self, wrapper: Node<'t>, rule: &WrapRule, outer: Node<'t>, depth: usize) -> bool {
        const DEEPEST: usize = 3;
        let Some(inner) = self.first(&rule.inner, wrapper) else { return false };
        let rules = self.rules;
        let opened = rules.actions(inner.kind()).iter().any(|action| match action {
            Action::Unit(unit) => self.open_unit(inner, unit, outer),
            Action::Wrap(wrap) if depth < DEEPEST => self.open_wrapped_in(inner, wrap, outer, depth + 1),
            _ => false,
        });
        if opened {
            self.claimed.insert(inner.id());
        }
        opened
    }

    pub(crate) fn open_scope(&mut self, node: Node<'t>, rule: &'static ScopeRule) -> bool {
        if !self.holds(&rule.when, node) {
            return false;
        }
        let Some(name_node) = self.first(&rule.name, node) else { return false };
        let Some(dotted) = dotted_type(&lossy(self.bytes(name_node)), &[]) else { return false };
        if self.language.policy.self_words.contains(&dotted) {
            return self.open_own_scope(node);
        }
        let container = self.builder.name(last(&dotted));
        self.relations(node, container, NO_UNIT, &rule.extends, &rule.implements);
        let outer = self.innermost();
        let prefix = if rule.of_type { dotted } else { join(&outer.prefix, &dotted) };
        let (unit, flags) = (outer.unit, outer.flags);
        let holds = if rule.of_type { Holds::Type } else { Holds::Module };
        self.take_attributes(&mut span_of(node), node);
        let comment_flags = self.take_attribute_flags();
        self.open.push(Open {
            end_byte: node.end_byte(),
            unit,
            holds,
            container,
            prefix,
            flags: flags | comment_flags,
        });
        true
    }

    /// A scope of the type around it: what it holds belongs to the type and not to an instance (`class << self`).
    fn open_own_scope(&mut self, node: Node<'t>) -> bool {
        let around = self.innermost();
        let (unit, flags, end_byte) = (around.unit, around.flags | UnitFlags::STATIC, node.end_byte());
        let (holds, container, prefix) = (around.holds, around.container, around.prefix.clone());
        self.open.push(Open { end_byte, unit, holds, container, prefix, flags });
        true
    }

    /// The type around a node extends or implements what the node names.
    pub(crate) fn relation(&mut self, node: Node<'t>, rule: &'static RelationRule) {
        let around = self.innermost();
        let (holds, subject, unit) = (around.holds, around.container, around.unit);
        if holds == Holds::Type && self.holds(&rule.when, node) {
            self.relations(node, subject, unit, &rule.extends, &rule.implements);
        }
    }

    /// Splits a written name into the unit's own and the container that it names, if any.
    fn declared_name(&mut self, name_node: Node<'t>, rule: &UnitRule, node: Node<'t>) -> Option<Declared> {
        let written = lossy(self.bytes(name_node));
        let text = without_quotes(written.trim());
        if text.is_empty() || text.len() > 400 {
            return None;
        }
        let explicit = self
            .maybe_first(&rule.container, node)
            .and_then(|node| dotted_type(&lossy(self.bytes(node)), &self.language.policy.unwrap));
        if let Some(container) = explicit {
            return Some(Declared { name: text.to_owned(), container: meaningful(&container) });
        }
        if rule.kind == UnitKind::Section {
            return Some(Declared { name: text.to_owned(), container: String::new() });
        }
        let (container, name) = split_declared(text);
        // A parser that lost its way takes macros, comments and the keyword after them for one name.
        if name.contains('\n') && text.len() == written.trim().len() {
            return None;
        }
        let mut container = meaningful(&container);
        let around = self.innermost();
        if !container.is_empty() && around.holds != Holds::Callable {
            container = join(&around.prefix, &container);
        }
        Some(Declared { name, container })
    }

    fn push(
        &mut self,
        node: Node<'t>,
        outer: Node<'t>,
        rule: &'static UnitRule,
        kind: UnitKind,
        declared: Declared,
        name_line: u32,
    ) {
        let prefix = if declared.container.is_empty() {
            self.innermost().prefix.clone()
        } else {
            declared.container.clone()
        };
        let qualified = join(&prefix, &declared.name);
        let merged = rule.merge.then(|| self.previous_clause(&qualified)).flatten();
        let index = match merged {
            Some(index) => self.extend_unit(index, outer),
            None => self.add_unit(node, outer, rule, kind, &declared, &qualified, name_line),
        };
        let name = self.builder.facts.units[index as usize].name;
        self.relations(node, name, index, &rule.extends, &rule.implements);
        if let Some(result) = self.maybe_first(&rule.result, node) {
            self.result_type(result, index);
        }
        let flags = self.builder.facts.units[index as usize].flags.0 & UnitFlags::TEST;
        if rule.flat {
            return self.open_flat(index, outer.end_byte().max(node.end_byte()), flags);
        }
        self.open.push(Open {
            end_byte: outer.end_byte().max(node.end_byte()),
            unit: index,
            holds: rule.holds.unwrap_or_else(|| holds_of(kind)),
            container: name,
            prefix: qualified,
            flags,
        });
    }

    /// A unit whose inside belongs to what is around it.
    fn open_flat(&mut self, unit: u32, end_byte: usize, flags: u16) {
        let around = self.innermost();
        let (holds, container, prefix) = (around.holds, around.container, around.prefix.clone());
        self.open.push(Open { end_byte, unit, holds, container, prefix, flags });
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one row, each found in another place")]
    fn add_unit(
        &mut self,
        node: Node<'t>,
        outer: Node<'t>,
        rule: &'static UnitRule,
        kind: UnitKind,
        declared: &Declared,
        qualified: &str,
        name_line: u32,
    ) -> u32 {
        let mut span = span_of(outer);
        let begin = self.maybe_first(&rule.from, node).filter(|begin| begin.end_byte() <= outer.start_byte());
        if let Some(begin) = begin {
            span = Span { start_byte: begin.start_byte() as u32, start_line: begin.start_line(), ..span };
        }
        let comment = self.take_comment(&mut span, outer);
        let attributes = self.take_attributes(&mut span, outer);
        self.adopt_attributes(attributes, self.builder.facts.units.len() as u32);
        let mut unit = UnitFact::new(kind, span);
        let body = self.maybe_first(&rule.body, node);
        unit.body_start = body.map_or(span.end_byte, |body| body.start_byte() as u32);
        unit.name_line = name_line.clamp(span.start_line, span.end_line);
        unit.name = self.builder.name(&declared.name);
        unit.container = self.container_of(declared);
        unit.parent = self.unit_index();
        unit.qualified = self.builder.name(qualified).text;
        let whole = if rule.span.is_some() && outer.start_line() == node.start_line() { outer } else { node };
        let header = begin.unwrap_or(whole).start_byte()..whole.end_byte();
        let signature = signature(self.source, header, unit.body_start as usize, self.limits.signature_bytes);
        unit.signature = self.builder.text(&signature);
        unit.doc = self.document(node, comment);
        unit.flags = self.flags(node, outer, rule, &declared.name, body.is_none());
        self.builder.push_unit(unit)
    }

    fn container_of(&mut self, declared: &Declared) -> Name {
        if declared.container.is_empty() {
            self.innermost().container
        } else {
            self.builder.name(last(&declared.container))
        }
    }

    /// The unit just before, if it is a clause of the same function.
    fn previous_clause(&self, qualified: &str) -> Option<u32> {
        let parent = self.unit_index();
        let units = &self.builder.facts.units;
        let index = units.iter().rposition(|unit| unit.parent == parent)?;
        (units[index].qualified.of(&self.builder.facts.arena) == qualified).then_some(index as u32)
    }

    fn extend_unit(&mut self, index: u32, outer: Node<'t>) -> u32 {
        let span = span_of(outer);
        let unit = &mut self.builder.facts.units[index as usize].span;
        *unit = Span { end_byte: span.end_byte, end_line: span.end_line, ..*unit };
        self.comments.clear();
        index
    }

    fn flags(
        &mut self,
        node: Node<'t>,
        outer: Node<'t>,
        rule: &UnitRule,
        name: &str,
        no_body: bool,
    ) -> UnitFlags {
        let mut flags = UnitFlags(
            self.innermost().flags & (UnitFlags::TEST | UnitFlags::STATIC) | self.take_attribute_flags(),
        );
        let words = &self.rules.words;
        let callable = rule.kind.is_callable();
        if rule.test || callable && words.test_prefixes.iter().any(|prefix| name.starts_with(prefix.as_str()))
        {
            flags.set(UnitFlags::TEST);
        }
        let hidden = words.private_prefixes.iter().any(|prefix| name.starts_with(prefix.as_str()));
        let begins = |node: Node<'t>| {
            words.public.iter().any(|word| self.source[node.start_byte()..].starts_with(word.as_bytes()))
        };
        let hidden = hidden || words.hidden.iter().any(|condition| condition.holds(node, self.source));
        if words.tests.iter().any(|condition| condition.holds(node, self.source)) {
            flags.set(UnitFlags::TEST);
        }
        if !hidden && (words.public.is_empty() || begins(node) || begins(outer)) {
            flags.set(UnitFlags::PUBLIC);
        }
        if rule.body.is_some() && no_body {
            flags.set(UnitFlags::DECLARATION);
        }
        if self.maybe_first(&rule.is_static, node).is_some() {
            flags.set(UnitFlags::STATIC);
        }
        flags
    }

    fn relations(
        &mut self,
        node: Node<'t>,
        subject: Name,
        unit: u32,
        extends: &Option<Path>,
        implements: &Option<Path>,
    ) {
        for (path, kind) in [(extends, RelationKind::Extends), (implements, RelationKind::Implements)] {
            let Some(path) = path else { continue };
            let found = self.all(path, node);
            for target in &found {
                let Some(dotted) = dotted_type(&lossy(self.bytes(*target)), &[]) else { continue };
                let name = self.builder.name(&dotted);
                self.builder.push_relation(RelationFact::new(kind, subject, name, unit, target.start_line()));
            }
            self.give_back(found);
        }
    }

    fn result_type(&mut self, node: Node<'t>, unit: u32) {
        let Some(dotted) = dotted_type(&lossy(self.bytes(node)), &self.language.policy.unwrap) else {
            return;
        };
        let target = self.builder.name(&dotted);
        let binding = BindingFact::new(BindingKind::Result, Name::default(), target, unit, node.start_line());
        self.builder.push_binding(binding);
    }
}

/// A unit's name as written.
struct Declared {
    name: String,
    /// Dotted; empty when the enclosing unit is the container.
    container: String,
}

fn holds_of(kind: UnitKind) -> Holds {
    match kind {
        UnitKind::Module | UnitKind::Section | UnitKind::Fragment => Holds::Module,
        _ if kind.is_container() => Holds::Type,
        _ => Holds::Callable,
    }
}

pub(crate) fn join(prefix: &str, name: &str) -> String {
    if prefix.is_empty() { name.to_owned() } else { format!("{prefix}.{name}") }
}

/// A quote at the end alone is part of the name.
fn without_quotes(text: &str) -> &str {
    const QUOTES: [char; 4] = ['"', '\'', '`', ':'];
    if text.starts_with(QUOTES) { text.trim_matches(QUOTES) } else { text.trim_end_matches(':') }
}

fn last(dotted: &str) -> &str {
    dotted.rsplit('.').next().unwrap_or(dotted)
}

/// Leaves out the parts of a written container that name no type.
fn meaningful(container: &str) -> String {
    let parts = container
        .split('.')
        .filter(|part| !matches!(*part, "prototype" | "exports" | "module" | "self" | "this"));
    parts.collect::<Vec<_>>().join(".")
}

/// The header of a declaration on one line.
fn signature(source: &[u8], range: Range<usize>, body_start: usize, most: usize) -> String {
    let start = range.start;
    let end = if body_start > start && body_start <= range.end { body_start } else { range.end };
    let end = end.min(start + most * 4);
    let text = lossy(source.get(start..end).unwrap_or_default());
    let mut line = String::with_capacity(text.len().min(most));
    for word in text.split_whitespace() {
        if line.len() + word.len() >= most {
            break;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if line.is_empty() {
        line.push_str(clip(text.trim(), most));
    }
    line.trim_end_matches(['{', ':', '=', ' ']).to_owned()
}
