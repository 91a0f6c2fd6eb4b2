//! Describes expressions as far as resolution needs them: dotted paths, receivers, callees.

use crate::builder::lossy;
use crate::type_name::{is_dotted_name, split_path};
use crate::unit::join;
use crate::walk::Walker;
use orienteer_languages::Action;
use orienteer_model::{Name, ReceiverKind};
use orienteer_syntax::Node;

/// How many nested expressions are followed before a receiver is called "other".
const DEEPEST: usize = 24;

/// What is called or accessed.
pub(crate) struct Callee<'t> {
    pub name: Node<'t>,
    pub receiver_kind: ReceiverKind,
    /// Dotted; empty for none, self, super and other.
    pub receiver: String,
}

impl<'t> Walker<'t> {
    /// Takes a callee expression apart, claiming the nodes it consists of.
    pub(crate) fn callee(&mut self, node: Node<'t>) -> Option<Callee<'t>> {
        let mut node = node;
        for _ in 0..DEEPEST {
            self.claimed.insert(node.id());
            if let Some((object, name)) = self.member_parts(node) {
                self.claimed.insert(name.id());
                let (receiver_kind, receiver) = self.receiver(object);
                if matches!(receiver_kind, ReceiverKind::Name | ReceiverKind::Path) {
                    self.claim_path(object);
                }
                return Some(Callee { name, receiver_kind, receiver });
            }
            if let Some((path, name)) = self.path_parts(node) {
                self.claim_up_to(name, node);
                let (receiver_kind, receiver) = self.receiver_of_path(path);
                return Some(Callee { name, receiver_kind, receiver });
            }
            match self.inner(node) {
                Some(inner) => node = inner,
                None => break,
            }
        }
        let is_name = !node.has_named_children() && !node.is_error();
        is_name.then_some(Callee { name: node, receiver_kind: ReceiverKind::None, receiver: String::new() })
    }

    /// What stands before the last dot.
    pub(crate) fn receiver(&mut self, node: Node<'t>) -> (ReceiverKind, String) {
        let node = self.passed(node);
        if let Some(path) = self.called_path(node) {
            return match path {
                Some(path) if self.is_super(&path) => (ReceiverKind::Super, String::new()),
                Some(path) => (ReceiverKind::CallResult, path),
                None => (ReceiverKind::Other, String::new()),
            };
        }
        match self.dotted(node, 0) {
            Some(path) => self.receiver_of_path(path),
            None => (ReceiverKind::Other, String::new()),
        }
    }

    pub(crate) fn receiver_of_path(&self, path: String) -> (ReceiverKind, String) {
        let policy = &self.language.policy;
        if policy.self_words.contains(&path) {
            (ReceiverKind::SelfType, String::new())
        } else if self.is_super(&path) {
            (ReceiverKind::Super, String::new())
        } else if path.contains('.') {
            (ReceiverKind::Path, path)
        } else {
            (ReceiverKind::Name, path)
        }
    }

    pub(crate) fn is_super(&self, path: &str) -> bool {
        self.language.policy.super_words.iter().any(|word| word == path)
    }

    /// `a.b.c` for a chain of members over plain names.
    pub(crate) fn dotted(&mut self, node: Node<'t>, depth: usize) -> Option<String> {
        if depth > DEEPEST {
            return None;
        }
        if let Some((object, name)) = self.member_parts(node) {
            let mut path = self.dotted(object, depth + 1)?;
            path.push('.');
            path.push_str(&lossy(self.bytes(name)));
            return (path.len() <= 200).then_some(path);
        }
        if let Some((mut path, name)) = self.path_parts(node) {
            path.push('.');
            path.push_str(&lossy(self.bytes(name)));
            return Some(path);
        }
        if let Some(inner) = self.inner(node) {
            return self.dotted(inner, depth + 1);
        }
        if node.has_named_children() {
            return None;
        }
        let text = lossy(self.bytes(node));
        let (field, text) = (text.starts_with('@'), text.trim_start_matches(['$', '@']));
        let is_name = text.starts_with(|c: char| c.is_alphabetic() || c == '_') && text.len() <= 120;
        let own = self.language.policy.self_words.first().filter(|_| field).map_or("", String::as_str);
        (is_name && !text.contains(char::is_whitespace)).then(|| join(own, text))
    }

    /// Object and name of a member access.
    pub(crate) fn member_parts(&mut self, node: Node<'t>) -> Option<(Node<'t>, Node<'t>)> {
        let rules = self.rules;
        for action in rules.actions(node.kind()) {
            let Action::Member(rule) = action else { continue };
            if !self.holds(&rule.when, node) {
                continue;
            }
            let name = self.first(&rule.name, node)?;
            let object = self.maybe_first(&rule.object, node)?;
            return Some((object, name));
        }
        None
    }

    /// What stands before the name in a node that is one path, dotted, and the name.
    pub(crate) fn path_parts(&mut self, node: Node<'t>) -> Option<(String, Node<'t>)> {
        let rules = self.rules;
        for action in rules.actions(node.kind()) {
            let Action::Member(rule) = action else { continue };
            if rule.object.is_some() || !self.holds(&rule.when, node) {
                continue;
            }
            let name = self.first(&rule.name, node)?;
            let before = lossy(self.source.get(node.start_byte()..name.start_byte())?);
            let path = split_path(&before);
            return is_dotted_name(&path).then_some((path, name));
        }
        None
    }

    /// The dotted path of what a call calls: nothing if it is no call, `Some(None)` if it is no plain path.
    pub(crate) fn called_path(&mut self, node: Node<'t>) -> Option<Option<String>> {
        let callee = self.called(node)?;
        let beside = self.receiver_beside(node);
        let Some(path) = self.dotted(callee, 0) else { return Some(None) };
        let Some(receiver) = beside else { return Some(Some(path)) };
        Some(self.dotted(receiver, 0).map(|receiver| join(&receiver, &path)))
    }

    /// The receiver of a call whose grammar keeps it beside the name.
    fn receiver_beside(&mut self, node: Node<'t>) -> Option<Node<'t>> {
        let rules = self.rules;
        let mut node = node;
        for _ in 0..DEEPEST {
            for action in rules.actions(node.kind()) {
                if let Action::Call(rule) = action
                    && self.holds(&rule.when, node)
                {
                    return self.maybe_first(&rule.receiver, node);
                }
            }
            node = self.inner(node)?;
        }
        None
    }

    /// Claims a node and what is around it, up to a node that holds it.
    pub(crate) fn claim_up_to(&mut self, node: Node<'t>, holder: Node<'t>) {
        let mut node = node;
        while node.id() != holder.id() {
            self.claimed.insert(node.id());
            let Some(parent) = node.parent() else { return };
            node = parent;
        }
    }

    /// The callee of a call or construction.
    pub(crate) fn called(&mut self, node: Node<'t>) -> Option<Node<'t>> {
        let rules = self.rules;
        let mut node = node;
        for _ in 0..DEEPEST {
            for action in rules.actions(node.kind()) {
                if let Action::Call(rule) = action
                    && self.holds(&rule.when, node)
                {
                    return self.first(&rule.name, node);
                }
            }
            node = self.inner(node)?;
        }
        None
    }

    /// The value that a call only hands on: `x` in `x.unwrap()`.
    pub(crate) fn passed(&mut self, node: Node<'t>) -> Node<'t> {
        let passing = &self.language.policy.passing_methods;
        let mut node = node;
        for _ in 0..DEEPEST {
            if passing.is_empty() {
                break;
            }
            let Some((object, name)) = self.called(node).and_then(|callee| self.member_parts(callee)) else {
                break;
            };
            if !passing.iter().any(|method| method.as_bytes() == self.bytes(name)) {
                break;
            }
            node = object;
        }
        node
    }

    fn inner(&mut self, node: Node<'t>) -> Option<Node<'t>> {
        let rules = self.rules;
        rules.actions(node.kind()).iter().find_map(|action| match action {
            Action::Transparent(path) => self.first(path, node),
            _ => None,
        })
    }

    /// The members of a plain path were understood with their callee; they are not accesses of their own.
    pub(crate) fn claim_path(&mut self, node: Node<'t>) {
        let mut node = node;
        for _ in 0..DEEPEST {
            self.claimed.insert(node.id());
            let Some((object, name)) = self.member_parts(node) else { return };
            self.claimed.insert(name.id());
            node = object;
        }
    }

    pub(crate) fn receiver_name(&mut self, receiver: &str) -> Name {
        self.builder.name(receiver)
    }
}
