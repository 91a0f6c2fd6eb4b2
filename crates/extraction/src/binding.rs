//! What a file says about the types behind its variables, parameters and fields.

use crate::builder::lossy;
use crate::reference::BuildIdentity;
use crate::type_name::dotted_type;
use crate::walk::{Walker, key};
use hashbrown::HashSet;
use orienteer_languages::{BindingRule, ParameterRule, Path};
use orienteer_model::{BindingFact, BindingKind, Name, NameHash, ReceiverKind, UnitFact, UnitKind};
use orienteer_syntax::Node;

impl<'t> Walker<'t> {
    pub(crate) fn binding(&mut self, node: Node<'t>, rule: &'static BindingRule) {
        if !self.holds(&rule.when, node) {
            return;
        }
        let names = self.all(&rule.name, node);
        let several = names.len() > 1;
        for name in &names {
            self.bind(*name, node, rule, several);
        }
        self.give_back(names);
    }

    fn bind(&mut self, name_node: Node<'t>, node: Node<'t>, rule: &'static BindingRule, several: bool) {
        let Some((name, mut field)) = self.bound_name(name_node) else { return };
        let declared = self.declared_by(name_node, name);
        field |= rule.field || declared.is_some_and(|unit| unit.kind() == UnitKind::Field);
        let annotation = self.written_type(&rule.annotation, node);
        let value = if several { None } else { self.maybe_first(&rule.value, node) };
        let value = value.filter(|value| value.id() != name_node.id());
        let (kind, target) = match (annotation, value) {
            (Some(written), _) => (pick(field, BindingKind::FieldAnnotated, BindingKind::Annotated), written),
            (None, Some(value)) => self.value(value, field),
            (None, None) => (BindingKind::Local, Name::default()),
        };
        if kind == BindingKind::Local && (field || declared.is_some()) {
            return;
        }
        let scope = match declared {
            Some(unit) => self.scope_of(unit.parent),
            None => self.scope_index(),
        };
        self.builder.push_binding(BindingFact::new(kind, name, target, scope, name_node.start_line()));
    }

    /// The unit that the same words declare: a variable's type holds around it, not inside.
    fn declared_by(&self, name_node: Node<'t>, name: Name) -> Option<UnitFact> {
        let unit = self.builder.facts.units.get(self.unit_index() as usize)?;
        let same = unit.name.hash == name.hash && unit.name_line == name_node.start_line();
        same.then_some(*unit)
    }

    /// The variable, or the field of self, that a pattern binds.
    fn bound_name(&mut self, node: Node<'t>) -> Option<(Name, bool)> {
        if let Some((object, name)) = self.member_parts(node) {
            let (kind, _) = self.receiver(object);
            return (kind == ReceiverKind::SelfType).then(|| (self.name(name), true));
        }
        if node.has_named_children() {
            return None;
        }
        let is_field = self.bytes(node).starts_with(b"@");
        if !is_field {
            self.claimed.insert(node.id());
        }
        let text = lossy(self.bytes(node));
        let text = text.trim_start_matches(['$', '@']);
        if self.language.policy.self_words.iter().any(|word| word == text) {
            return None;
        }
        let name = self.builder.name(text);
        (!name.is_empty()).then_some((name, is_field))
    }

    /// A value that is a call gives its callee; a plain path gives an alias; anything else only hides outer names.
    fn value(&mut self, node: Node<'t>, field: bool) -> (BindingKind, Name) {
        let node = self.passed(node);
        if let Some(Some(path)) = self.called_path(node) {
            let name = self.target(&path);
            return (pick(field, BindingKind::FieldAssigned, BindingKind::Assigned), name);
        }
        match self.dotted(node, 0) {
            Some(path) if !is_literal(&path) => {
                let name = self.target(&path);
                (pick(field, BindingKind::FieldAlias, BindingKind::Alias), name)
            }
            _ => (BindingKind::Local, Name::default()),
        }
    }

    /// The path behind a binding; its first name matters from now on.
    fn target(&mut self, path: &str) -> Name {
        let head = NameHash::of(path.split('.').next().unwrap_or_default());
        self.references.heads.insert(head.0);
        self.builder.name(path)
    }

    pub(crate) fn parameter(&mut self, node: Node<'t>, rule: &'static ParameterRule) {
        if !self.holds(&rule.when, node) {
            return;
        }
        let written = self.written_type(&rule.annotation, node);
        let is_field = self.maybe_first(&rule.field, node).is_some();
        let names = self.all(&rule.name, node);
        for name_node in &names {
            let Some((name, _)) = self.bound_name(*name_node) else { continue };
            let (scope, line) = (self.scope_index(), name_node.start_line());
            let (kind, target) = match written {
                Some(target) => (BindingKind::Annotated, target),
                None => (BindingKind::Local, Name::default()),
            };
            self.builder.push_binding(BindingFact::new(kind, name, target, scope, line));
            if is_field && kind == BindingKind::Annotated {
                self.builder.push_binding(BindingFact::new(
                    BindingKind::FieldAnnotated,
                    name,
                    target,
                    scope,
                    line,
                ));
            }
        }
        self.give_back(names);
    }

    fn written_type(&mut self, path: &Option<Path>, node: Node<'t>) -> Option<Name> {
        let annotation = self.maybe_first(path, node)?;
        let dotted = dotted_type(&lossy(self.bytes(annotation)), &self.language.policy.unwrap)?;
        (!self.language.policy.vague_types.contains(&dotted)).then(|| self.builder.name(&dotted))
    }

    /// Drops bindings of variables that no call or access goes through.
    pub(crate) fn keep_useful_bindings(&mut self) {
        let heads = &self.references.heads;
        let mut seen: HashSet<u64, BuildIdentity> = HashSet::default();
        self.builder.facts.bindings.retain(|binding| match binding.kind() {
            BindingKind::Result
            | BindingKind::FieldAnnotated
            | BindingKind::FieldAssigned
            | BindingKind::FieldAlias => true,
            BindingKind::Local => {
                heads.contains(&binding.name.hash.0) && seen.insert(key(binding.scope, binding.name.hash))
            }
            _ => heads.contains(&binding.name.hash.0),
        });
    }

    /// A variable of the unit or of one around it.
    pub(crate) fn is_bound(&mut self, unit: u32, hash: NameHash) -> bool {
        if self.references.bound.is_empty() {
            let all = self.builder.facts.bindings.iter().map(|binding| key(binding.scope, binding.name.hash));
            self.references.bound = all.collect();
            self.references.bound.insert(u64::MAX);
        }
        let mut unit = unit;
        while let Some(fact) = self.builder.facts.units.get(unit as usize) {
            if self.references.bound.contains(&key(unit, hash)) {
                return true;
            }
            unit = fact.parent;
        }
        false
    }
}

fn pick(field: bool, as_field: BindingKind, as_variable: BindingKind) -> BindingKind {
    if field { as_field } else { as_variable }
}

fn is_literal(path: &str) -> bool {
    matches!(
        path,
        "None" | "True" | "False" | "null" | "nil" | "true" | "false" | "undefined" | "NULL" | "nullptr"
    )
}
