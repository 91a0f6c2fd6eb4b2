//! Calls in code that a grammar leaves as tokens, such as the arguments of a macro.
//!
//! Only what stands beside what is looked at: a name before a tree of arguments is called. Nothing is parsed again, and what
//! the neighbours do not say is not guessed.

use crate::builder::lossy;
use crate::callee::Callee;
use crate::walk::Walker;
use orienteer_languages::TokensRule;
use orienteer_model::{ReceiverKind, ReferenceKind};
use orienteer_syntax::Node;

/// How many tokens before a call are looked at.
const FARTHEST: usize = 48;

/// The tokens of one tree, seen from a place among them.
struct Row<'a, 't> {
    tokens: &'a [Node<'t>],
    rule: &'static TokensRule,
}

/// A path of names, and whether nothing but names belongs to it.
struct Names {
    /// Places of the names, the last one first.
    places: Vec<usize>,
    is_whole: bool,
}

impl<'t> Walker<'t> {
    /// Records the calls in the trees of a node, at any depth, in the order of the source.
    pub(crate) fn tokens(&mut self, node: Node<'t>, rule: &'static TokensRule) {
        let Some(tree) = self.first(&rule.tree, node) else { return };
        let mut begun = vec![(self.token_row(tree), 0)];
        while let Some((tokens, from)) = begun.pop() {
            let row = Row { tokens: &tokens, rule };
            let inner = (from..tokens.len()).find(|at| row.is_tree(*at));
            let Some(at) = inner else { continue };
            if let Some(name) = row.called_by(at) {
                self.token_call(&row, name);
            }
            let inside = if row.is_described(at) { Vec::new() } else { self.token_row(tokens[at]) };
            begun.push((tokens, at + 1));
            begun.push((inside, 0));
        }
    }

    fn token_row(&mut self, tree: Node<'t>) -> Vec<Node<'t>> {
        tree.children().collect()
    }

    fn token_call(&mut self, row: &Row<'_, 't>, name: usize) {
        let (receiver_kind, receiver) = self.token_receiver(row, name);
        let callee = Callee { name: row.tokens[name], receiver_kind, receiver };
        self.claimed.insert(callee.name.id());
        if let Some(object) = row.object_of(name) {
            let path = row.names_before(row.skip_transparent(object));
            self.claimed.extend(path.places.iter().map(|place| row.tokens[*place].id()));
        }
        let bare = callee.receiver_kind == ReceiverKind::None;
        if !(bare && self.is_super(&lossy(self.bytes(callee.name)))) {
            self.record(ReferenceKind::Call, &callee);
        }
    }

    /// What stands before the joint in front of a name.
    fn token_receiver(&self, row: &Row<'_, 't>, name: usize) -> (ReceiverKind, String) {
        let Some(object) = row.object_of(name) else { return (ReceiverKind::None, String::new()) };
        match self.passed_token(row, object) {
            Object::Names(last) => {
                self.token_path(row, last).map_or_else(other, |path| self.receiver_of_path(path))
            }
            Object::Call(last) => match self.token_path(row, last) {
                Some(path) if self.is_super(&path) => (ReceiverKind::Super, String::new()),
                Some(path) => (ReceiverKind::CallResult, path),
                None => other(),
            },
            Object::Unknown => other(),
        }
    }

    /// Goes through calls that only hand a value on: from `x.unwrap()` to `x`.
    fn passed_token(&self, row: &Row<'_, 't>, object: usize) -> Object {
        let mut at = row.skip_transparent(object);
        for _ in 0..FARTHEST {
            let Some(name) = row.called_by(at) else {
                return if row.is_path_part(at) { Object::Names(at) } else { Object::Unknown };
            };
            let text = self.bytes(row.tokens[name]);
            let passes = self.language.policy.passing_methods.iter().any(|method| method.as_bytes() == text);
            match row.object_of(name).filter(|_| passes) {
                Some(before) => at = row.skip_transparent(before),
                None => return Object::Call(name),
            }
        }
        Object::Unknown
    }

    /// The dotted path that ends with a name; nothing if anything but names belongs to it.
    fn token_path(&self, row: &Row<'_, 't>, last: usize) -> Option<String> {
        let names = row.names_before(last);
        let texts = names.places.iter().rev().map(|place| lossy(self.bytes(row.tokens[*place])));
        let texts: Vec<String> = texts.map(|text| text.trim_start_matches('$').to_owned()).collect();
        names.is_whole.then(|| texts.join(".")).filter(|path| !path.is_empty() && path.len() <= 200)
    }
}

/// What a call is asked of, by the place of the last name in it.
enum Object {
    Names(usize),
    Call(usize),
    Unknown,
}

fn other() -> (ReceiverKind, String) {
    (ReceiverKind::Other, String::new())
}

impl Row<'_, '_> {
    fn is(&self, at: usize, kinds: &[u16]) -> bool {
        self.tokens.get(at).is_some_and(|token| kinds.contains(&token.kind()))
    }

    fn is_tree(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.has_children())
    }

    fn is_path_part(&self, at: usize) -> bool {
        self.is(at, &self.rule.name) || self.is(at, &self.rule.head)
    }

    /// Declared or described by what stands before it.
    fn is_described(&self, at: usize) -> bool {
        let before = at.checked_sub(1).filter(|before| self.is(*before, &self.rule.mark)).unwrap_or(at);
        before.checked_sub(1).is_some_and(|before| self.is(before, &self.rule.not_after))
    }

    /// The name that the tree at a place calls.
    fn called_by(&self, at: usize) -> Option<usize> {
        let tree = self.tokens.get(at).filter(|_| self.is_tree(at))?;
        let before = at.checked_sub(1)?;
        let is_macro = self.is(before, &self.rule.mark);
        let opens = tree.children().next().is_some_and(|first| self.rule.arguments.contains(&first.kind()));
        let name = match is_macro {
            true => before.checked_sub(1)?,
            false if opens => self.before_type_arguments(before)?,
            false => return None,
        };
        (self.is(name, &self.rule.name) && !self.is_described(name)).then_some(name)
    }

    /// From the end of `name::<A, B>` to the name; a place that closes no type arguments is left as it is.
    fn before_type_arguments(&self, at: usize) -> Option<usize> {
        if !self.is(at, &self.rule.closing) {
            return Some(at);
        }
        let mut depth = 0;
        for place in (at.saturating_sub(FARTHEST)..=at).rev() {
            let width = self.tokens[place].bytes().len();
            if self.is(place, &self.rule.closing) {
                depth += width;
            } else if self.is(place, &self.rule.opening) {
                depth = depth.checked_sub(width)?;
            }
            if depth == 0 {
                let joint = place.checked_sub(1).filter(|joint| self.is(*joint, &self.rule.joint))?;
                return joint.checked_sub(1);
            }
        }
        None
    }

    /// The last token of what a name is a member of.
    fn object_of(&self, name: usize) -> Option<usize> {
        let joint = name.checked_sub(1).filter(|joint| self.is(*joint, &self.rule.joint))?;
        self.before_type_arguments(joint.checked_sub(1)?)
    }

    /// Before `?` and `.await`.
    fn skip_transparent(&self, at: usize) -> usize {
        let mut at = at;
        while at > 1 && self.is(at, &self.rule.transparent) {
            at -= if self.is(at - 1, &self.rule.joint) { 2 } else { 1 };
        }
        at
    }

    fn names_before(&self, last: usize) -> Names {
        let mut names = Names { places: Vec::new(), is_whole: false };
        let mut next = Some(last);
        while let Some(at) = next.filter(|at| self.is_path_part(*at) && names.places.len() < FARTHEST) {
            names.places.push(at);
            next = self.object_of(at);
        }
        names.is_whole = next.is_none();
        names
    }
}
