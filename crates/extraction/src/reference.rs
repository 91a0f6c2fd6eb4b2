//! Records uses of names. Equal uses inside one unit are recorded once, at the first line.

use crate::builder::lossy;
use crate::callee::Callee;
use crate::type_name::is_dotted_name;
use crate::walk::{Pending, Walker, key};
use hashbrown::HashSet;
use orienteer_languages::{Action, CallRule, MemberRule};
use orienteer_model::{Name, NameHash, ReceiverKind, ReferenceFact, ReferenceKind, UnitFlags};
use orienteer_syntax::Node;
use std::hash::{BuildHasherDefault, Hasher};

/// For keys that are hashes or addresses already.
#[derive(Default)]
pub(crate) struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = value;
    }

    fn write_usize(&mut self, value: usize) {
        // Addresses are aligned: spread them over all bits.
        self.0 = (value as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

pub(crate) type BuildIdentity = BuildHasherDefault<IdentityHasher>;

/// What has been recorded so far.
#[derive(Default)]
pub(crate) struct Collected {
    pub seen: HashSet<u64, BuildIdentity>,
    /// Plain identifiers, kept back until it is known what the file declares and imports.
    pub reads: Pending,
    /// First names of receivers and bare callees: only bindings of these matter.
    pub heads: HashSet<u64, BuildIdentity>,
    /// Variables by the unit they are bound in, made when the walk is over.
    pub bound: HashSet<u64, BuildIdentity>,
}

impl<'t> Walker<'t> {
    pub(crate) fn call(&mut self, node: Node<'t>, rule: &'static CallRule) {
        if rule.kind != ReferenceKind::Decorate
            && rule.kind != ReferenceKind::Throw
            && self.claimed.contains(&node.id())
        {
            return;
        }
        if !self.holds(&rule.when, node) {
            return;
        }
        let Some(target) = self.first(&rule.name, node) else { return };
        let Some(mut callee) = self.callee(target) else { return };
        if rule.kind == ReferenceKind::Construct {
            self.claimed.insert(node.id());
        }
        if let Some(receiver) = self.maybe_first(&rule.receiver, node) {
            (callee.receiver_kind, callee.receiver) = self.receiver(receiver);
            if matches!(callee.receiver_kind, ReceiverKind::Name | ReceiverKind::Path) {
                self.claim_path(receiver);
            }
        }
        let is_super =
            callee.receiver_kind == ReceiverKind::None && self.is_super(&lossy(self.bytes(callee.name)));
        if !is_super {
            self.record(rule.kind, &callee);
        }
        if rule.kind == ReferenceKind::Decorate {
            self.note_decorator(callee.name);
        }
        if self.has_words() {
            self.special_call(node, rule, &callee);
        }
    }

    /// A decorator inside the declaration that it marks may say that it is a test.
    fn note_decorator(&mut self, name: Node<'t>) {
        let text = lossy(self.bytes(name));
        let attributes = &self.rules.words.test_attributes;
        let is_test = attributes.iter().any(|attribute| attribute.strip_prefix('@') == Some(text.as_ref()));
        let unit = self.unit_index() as usize;
        if is_test && let Some(unit) = self.builder.facts.units.get_mut(unit) {
            unit.flags.set(UnitFlags::TEST);
        }
    }

    /// A member access that is not a callee: a field read or written.
    pub(crate) fn member(&mut self, node: Node<'t>, rule: &'static MemberRule) {
        if self.claimed.contains(&node.id()) || !self.holds(&rule.when, node) {
            return;
        }
        let Some(callee) = self.callee(node) else { return };
        let is_type = node.start_byte() < self.annotation_end || self.names_type(callee.name);
        let kind = if is_type { ReferenceKind::Type } else { ReferenceKind::Field };
        let known =
            matches!(callee.receiver_kind, ReceiverKind::SelfType | ReceiverKind::Name | ReceiverKind::Path);
        if !known {
            return;
        }
        if self.is_environment_object(&callee.receiver) {
            self.record_text(ReferenceKind::Environment, callee.name, &lossy(self.bytes(callee.name)));
        }
        self.record(kind, &callee);
    }

    fn names_type(&self, name: Node<'t>) -> bool {
        self.rules.actions(name.kind()).iter().any(|action| matches!(action, Action::TypeName))
    }

    pub(crate) fn type_name(&mut self, node: Node<'t>) {
        if !self.claimed.contains(&node.id()) {
            let callee = Callee { name: node, receiver_kind: ReceiverKind::None, receiver: String::new() };
            self.record(ReferenceKind::Type, &callee);
        }
    }

    /// A plain identifier: a type inside an annotation, else perhaps the use of something declared elsewhere.
    pub(crate) fn identifier(&mut self, node: Node<'t>) {
        if self.claimed.contains(&node.id()) {
            return;
        }
        if node.start_byte() < self.annotation_end {
            return self.type_name(node);
        }
        let unit = self.unit_index();
        let hash = NameHash::of(&lossy(self.bytes(node)));
        if self.references.seen.insert(key(unit, hash).rotate_left(ReferenceKind::Read as u32 + 1)) {
            let name = self.name(node);
            let reference = ReferenceFact::new(ReferenceKind::Read, name, unit);
            self.references.reads.push(reference.at(node.start_line(), node.start_byte() as u32));
        }
    }

    pub(crate) fn record(&mut self, kind: ReferenceKind, callee: &Callee<'t>) {
        let (name, receiver_kind, receiver) = self.named(callee);
        if name.is_empty() || name.text.len > 120 {
            return;
        }
        let unit = self.unit_index();
        let reference = ReferenceFact::new(kind, name, unit)
            .with_receiver(receiver_kind, receiver)
            .at(callee.name.start_line(), callee.name.start_byte() as u32);
        if !self.references.seen.insert(fingerprint(&reference)) {
            return;
        }
        self.note_head(receiver_kind, receiver, name);
        self.builder.push_reference(reference);
    }

    /// Name and receiver of a callee; a leaf that is a dotted path is both.
    fn named(&mut self, callee: &Callee<'t>) -> (Name, ReceiverKind, Name) {
        let text = self.bytes(callee.name);
        if callee.receiver_kind == ReceiverKind::None
            && let Some(dot) = memchr::memrchr(b'.', text)
            && is_dotted_name(&lossy(text))
        {
            let (kind, path) = self.receiver_of_path(lossy(&text[..dot]).into_owned());
            return (self.builder.name_of_bytes(&text[dot + 1..]), kind, self.builder.name(&path));
        }
        (self.name(callee.name), callee.receiver_kind, self.receiver_name(&callee.receiver))
    }

    fn note_head(&mut self, receiver_kind: ReceiverKind, receiver: Name, name: Name) {
        let head = match receiver_kind {
            ReceiverKind::None => name.hash,
            _ => NameHash::of(
                receiver.text.of(&self.builder.facts.arena).split('.').next().unwrap_or_default(),
            ),
        };
        self.references.heads.insert(head.0);
    }

    fn has_words(&self) -> bool {
        let words = &self.rules.words;
        !(words.environment.is_empty() && words.process.is_empty() && words.route.is_empty())
    }

    /// Calls whose first string argument is an environment variable, a program or a route.
    fn special_call(&mut self, node: Node<'t>, rule: &'static CallRule, callee: &Callee<'t>) {
        let words = &self.rules.words;
        let last = lossy(self.bytes(callee.name));
        let interesting = |list: &[String]| list.iter().any(|word| word.ends_with(last.as_ref()));
        if !interesting(&words.environment) && !interesting(&words.process) && !interesting(&words.route) {
            return;
        }
        let receiver = self.imported_path(&callee.receiver);
        let is = |list: &[String]| list.iter().any(|word| is_callee(word, &receiver, &last));
        let kind = if is(&words.environment) {
            ReferenceKind::Environment
        } else if is(&words.process) {
            ReferenceKind::Process
        } else if words.route.iter().any(|word| *word == last) {
            ReferenceKind::Route
        } else {
            return;
        };
        let Some(argument) = self.first_string(node, rule) else { return };
        let text = unquoted(&lossy(self.bytes(argument))).to_owned();
        let program = text.split_whitespace().next().unwrap_or_default();
        match kind {
            ReferenceKind::Route if !text.starts_with('/') => {}
            ReferenceKind::Process => self.record_text(kind, argument, program),
            _ => self.record_text(kind, argument, &text),
        }
    }

    /// A receiver with its first name replaced by what the file imported under it.
    fn imported_path(&self, receiver: &str) -> String {
        let (head, rest) = receiver.split_once('.').map_or((receiver, ""), |(head, rest)| (head, rest));
        let hash = NameHash::of(head);
        let facts = &self.builder.facts;
        let import = facts.imports.iter().find(|import| import.local.hash == hash && import.name.is_empty());
        let head = import.map_or(head, |import| import.module.text.of(&facts.arena));
        crate::unit::join(head, rest).trim_end_matches('.').to_owned()
    }

    fn first_string(&mut self, node: Node<'t>, rule: &'static CallRule) -> Option<Node<'t>> {
        let arguments = self.maybe_first(&rule.arguments, node)?;
        let rules = self.rules;
        let mut candidate = arguments;
        for _ in 0..4 {
            if rules.actions(candidate.kind()).iter().any(|action| matches!(action, Action::String)) {
                return Some(candidate);
            }
            candidate = candidate.named_children().next()?;
        }
        None
    }

    fn record_text(&mut self, kind: ReferenceKind, node: Node<'t>, text: &str) {
        if text.is_empty() || text.len() > 200 {
            return;
        }
        let name = self.builder.name(text);
        let unit = self.unit_index();
        if !self.references.seen.insert(key(unit, name.hash).rotate_left(kind as u32 + 1)) {
            return;
        }
        let reference = ReferenceFact::new(kind, name, unit);
        self.builder.push_reference(reference.at(node.start_line(), node.start_byte() as u32));
    }

    fn is_environment_object(&self, path: &str) -> bool {
        self.rules.words.environment_objects.iter().any(|object| object == path)
    }

    /// Keeps those identifiers that can mean something outside their unit.
    pub(crate) fn flush_references(&mut self) {
        let reads = std::mem::take(&mut self.references.reads);
        let known = self.known_names();
        let everything = self.language.policy.package_scope;
        for read in reads {
            let bound = self.is_bound(read.from, read.name.hash) || self.is_own_word(read.name);
            if !bound && (everything || known.contains(&read.name.hash.0)) {
                self.builder.push_reference(read);
            }
        }
        self.keep_useful_bindings();
    }

    /// A word for the instance or its parent.
    fn is_own_word(&self, name: Name) -> bool {
        let policy = &self.language.policy;
        let text = name.text.of(&self.builder.facts.arena);
        policy.self_words.iter().chain(&policy.super_words).any(|word| word == text)
    }

    /// Names that the file declares or imports.
    fn known_names(&self) -> HashSet<u64, BuildIdentity> {
        let facts = &self.builder.facts;
        let units = facts.units.iter().map(|unit| unit.name.hash.0);
        units.chain(facts.imports.iter().map(|import| import.local.hash.0)).collect()
    }

    /// Marks the unit under construction as a test when an attribute says so.
    pub(crate) fn test_flag(&self, text: &str) -> u16 {
        let is_test =
            self.rules.words.test_attributes.iter().any(|attribute| text.contains(attribute.as_str()));
        if is_test { UnitFlags::TEST } else { 0 }
    }
}

/// A string without its quotes and the letters in front of them.
fn unquoted(text: &str) -> &str {
    const QUOTES: [char; 3] = ['"', '\'', '`'];
    let inside = text.trim_start_matches(|c: char| c.is_ascii_alphabetic() || matches!(c, '#' | '@' | '$'));
    let text = if inside.starts_with(QUOTES) { inside.trim_end_matches('#') } else { text };
    text.trim_matches(QUOTES)
}

/// Equal for equal uses of a name in one unit.
pub(crate) fn fingerprint(reference: &ReferenceFact) -> u64 {
    // Some kinds of receivers have no text that would tell them apart.
    let receiver = (reference.receiver.hash.0 ^ 0x9e37_79b9_7f4a_7c15)
        .rotate_left(17 + reference.receiver_kind() as u32);
    (key(reference.from, reference.name.hash) ^ receiver).rotate_left(reference.kind() as u32 + 1)
}

/// `word` is a dotted callee; a plain word matches any receiver.
fn is_callee(word: &str, receiver: &str, last: &str) -> bool {
    match word.rsplit_once('.') {
        Some((object, name)) => {
            name == last && (receiver == object || receiver.ends_with(&format!(".{object}")))
        }
        None => word == last && receiver.is_empty(),
    }
}
