//! From a written table to rules: every node and field name is looked up in the grammar, and a name it lacks is an error.

use crate::declaration::*;
use crate::dialect::on_top_of;
use crate::kinds::Kinds;
use crate::path::{Condition, Path, kind_ids};
use crate::rules::*;
use orienteer_model::{LanguageId, ReferenceKind, UnitKind};
use orienteer_syntax::Grammar;

/// A table that does not fit its grammar.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    #[error("table of {language}: {message}")]
    Rule { language: String, message: String },
    #[error("table is not valid: {0}")]
    Syntax(#[from] toml::de::Error),
}

/// Reads a table and checks it against the grammar.
/// `table_of` gives the table of a language that this one is like.
pub(crate) fn compile(
    id: LanguageId,
    table: &str,
    grammar: Option<Grammar>,
    table_of: impl Fn(&str) -> Option<&'static str>,
) -> Result<Language, TableError> {
    let own: Declaration = toml::from_str(table)?;
    let declaration = match own.like.as_deref().and_then(table_of) {
        Some(base) => on_top_of(toml::from_str(base)?, own),
        None => own,
    };
    let language = declaration.name.clone();
    let rules = match &grammar {
        Some(grammar) => rules(&declaration, &Kinds::of(grammar))
            .map_err(|message| TableError::Rule { language, message })?,
        None => Rules::default(),
    };
    Ok(Language {
        id,
        document: document(declaration.document.as_deref()),
        fragments: declaration.fragments,
        headings: declaration.headings,
        name: declaration.name,
        extensions: declaration.extensions,
        filenames: declaration.filenames,
        interpreters: declaration.interpreters,
        sibling: declaration.sibling,
        sibling_signs: declaration.sibling_signs,
        grammar,
        rules,
        policy: declaration.policy,
    })
}

fn document(name: Option<&str>) -> Document {
    match name {
        Some("prose") => Document::Prose,
        Some("data") => Document::Data,
        _ => Document::Code,
    }
}

fn rules(declaration: &Declaration, grammar: &Kinds<'_>) -> Result<Rules, String> {
    let mut table = Table { grammar, by_kind: vec![Vec::new(); grammar.count()] };
    let nodes = &declaration.nodes;
    for (kinds, action) in [
        (&nodes.comment, Action::Comment),
        (&nodes.attribute, Action::Attribute),
        (&nodes.type_name, Action::TypeName),
        (&nodes.annotation, Action::Annotation),
        (&nodes.identifier, Action::Identifier),
        (&nodes.string, Action::String),
        (&nodes.skip, Action::Skip),
        (&nodes.block, Action::Block),
        (&nodes.package, Action::Package),
    ] {
        table.add(kinds, || Ok(action.clone()))?;
    }
    for wrap in &declaration.wrap {
        table.add(wrap.node.as_slice(), || {
            Ok(Action::Wrap(WrapRule { inner: path(&wrap.inner, grammar)? }))
        })?;
    }
    for unit in &declaration.unit {
        table.add(unit.node.as_slice(), || Ok(Action::Unit(unit_rule(unit, grammar)?)))?;
    }
    for scope in &declaration.scope {
        table.add(scope.node.as_slice(), || Ok(Action::Scope(scope_rule(scope, grammar)?)))?;
    }
    for relation in &declaration.relation {
        table.add(relation.node.as_slice(), || Ok(Action::Relation(relation_rule(relation, grammar)?)))?;
    }
    expressions(declaration, &mut table)?;
    let comments = comments(&declaration.comments, grammar)?;
    let words = words(&declaration.words, grammar)?;
    Ok(Rules { by_kind: table.by_kind, comments, words })
}

fn expressions(declaration: &Declaration, table: &mut Table<'_>) -> Result<(), String> {
    let grammar = table.grammar;
    for documentation in &declaration.documentation {
        table.add(documentation.node.as_slice(), || {
            Ok(Action::Documentation(DocumentationRule {
                text: path(&documentation.text, grammar)?,
                when: conditions(&documentation.when, grammar)?,
                around: documentation.around,
            }))
        })?;
    }
    for call in &declaration.call {
        table.add(call.node.as_slice(), || Ok(Action::Call(call_rule(call, grammar)?)))?;
    }
    for member in &declaration.member {
        table.add(member.node.as_slice(), || {
            Ok(Action::Member(MemberRule {
                object: maybe(&member.object, grammar)?,
                name: path(&member.name, grammar)?,
                when: conditions(&member.when, grammar)?,
            }))
        })?;
    }
    for import in &declaration.import {
        table.add(import.node.as_slice(), || Ok(Action::Import(import_rule(import, grammar)?)))?;
    }
    for binding in &declaration.binding {
        table.add(binding.node.as_slice(), || Ok(Action::Binding(binding_rule(binding, grammar)?)))?;
    }
    for parameter in &declaration.parameter {
        table
            .add(parameter.node.as_slice(), || Ok(Action::Parameter(parameter_rule(parameter, grammar)?)))?;
    }
    for transparent in &declaration.transparent {
        table.add(transparent.node.as_slice(), || {
            Ok(Action::Transparent(path(&transparent.inner, grammar)?))
        })?;
    }
    for tokens in &declaration.tokens {
        table.add(tokens.node.as_slice(), || Ok(Action::Tokens(tokens_rule(tokens, grammar)?)))?;
    }
    Ok(())
}

/// Actions by node kind, while the table is read.
struct Table<'g> {
    grammar: &'g Kinds<'g>,
    by_kind: Vec<Vec<Action>>,
}

impl Table<'_> {
    fn add(&mut self, kinds: &[String], action: impl Fn() -> Result<Action, String>) -> Result<(), String> {
        for kind in kinds {
            for id in kind_ids(kind, self.grammar)? {
                if let Some(actions) = self.by_kind.get_mut(id as usize) {
                    actions.push(action()?);
                }
            }
        }
        Ok(())
    }
}

fn path(text: &str, grammar: &Kinds<'_>) -> Result<Path, String> {
    Path::compile(text, grammar)
}

fn maybe(text: &Option<String>, grammar: &Kinds<'_>) -> Result<Option<Path>, String> {
    text.as_deref().map(|text| path(text, grammar)).transpose()
}

fn conditions(texts: &[String], grammar: &Kinds<'_>) -> Result<Vec<Condition>, String> {
    texts.iter().map(|text| Condition::compile(text, grammar)).collect()
}

fn unit_kind(name: &str) -> Result<UnitKind, String> {
    UnitKind::from_name(name).ok_or_else(|| format!("there is no unit kind `{name}`"))
}

/// What a kind becomes directly inside a type.
fn as_member(kind: UnitKind) -> UnitKind {
    match kind {
        UnitKind::Function => UnitKind::Method,
        UnitKind::Variable | UnitKind::Constant => UnitKind::Field,
        other => other,
    }
}

fn unit_rule(unit: &UnitDeclaration, grammar: &Kinds<'_>) -> Result<UnitRule, String> {
    let kind = unit_kind(&unit.kind)?;
    let member_kind = match &unit.member_kind {
        Some(name) => unit_kind(name)?,
        None if unit.fixed => kind,
        None => as_member(kind),
    };
    let inside = |word: &str| unit.inside.is_empty() || unit.inside.iter().any(|inside| inside == word);
    if let Some(unknown) =
        unit.inside.iter().find(|word| !["module", "type", "callable"].contains(&word.as_str()))
    {
        return Err(format!("`inside` knows module, type and callable, not `{unknown}`"));
    }
    Ok(UnitRule {
        kind,
        member_kind,
        name: path(&unit.name, grammar)?,
        when: conditions(&unit.when, grammar)?,
        inside_module: inside("module"),
        inside_type: inside("type"),
        inside_callable: inside("callable"),
        body: maybe(&unit.body, grammar)?,
        container: maybe(&unit.container, grammar)?,
        result: maybe(&unit.result, grammar)?,
        extends: maybe(&unit.extends, grammar)?,
        implements: maybe(&unit.implements, grammar)?,
        is_static: maybe(&unit.is_static, grammar)?,
        span: maybe(&unit.span, grammar)?,
        holds: unit.holds.as_deref().map(holds).transpose()?,
        merge: unit.merge,
        test: unit.test,
        each: unit.each,
        flat: unit.flat,
        from: maybe(&unit.from, grammar)?,
    })
}

fn holds(word: &str) -> Result<Holds, String> {
    match word {
        "module" => Ok(Holds::Module),
        "type" => Ok(Holds::Type),
        "callable" => Ok(Holds::Callable),
        other => Err(format!("`holds` knows module, type and callable, not `{other}`")),
    }
}

fn scope_rule(scope: &ScopeDeclaration, grammar: &Kinds<'_>) -> Result<ScopeRule, String> {
    Ok(ScopeRule {
        name: path(&scope.name, grammar)?,
        when: conditions(&scope.when, grammar)?,
        extends: maybe(&scope.extends, grammar)?,
        implements: maybe(&scope.implements, grammar)?,
        of_type: scope.of.as_deref() != Some("module"),
    })
}

fn relation_rule(relation: &RelationDeclaration, grammar: &Kinds<'_>) -> Result<RelationRule, String> {
    Ok(RelationRule {
        when: conditions(&relation.when, grammar)?,
        extends: maybe(&relation.extends, grammar)?,
        implements: maybe(&relation.implements, grammar)?,
    })
}

fn call_rule(call: &CallDeclaration, grammar: &Kinds<'_>) -> Result<CallRule, String> {
    let kind = match call.kind.as_deref() {
        None | Some("call") => ReferenceKind::Call,
        Some("construct") => ReferenceKind::Construct,
        Some("decorate") => ReferenceKind::Decorate,
        Some("field") => ReferenceKind::Field,
        Some("throw") => ReferenceKind::Throw,
        Some("type") => ReferenceKind::Type,
        Some(other) => return Err(format!("there is no kind of call `{other}`")),
    };
    Ok(CallRule {
        kind,
        name: path(&call.name, grammar)?,
        when: conditions(&call.when, grammar)?,
        arguments: maybe(&call.arguments, grammar)?,
        receiver: maybe(&call.receiver, grammar)?,
    })
}

fn import_rule(import: &ImportDeclaration, grammar: &Kinds<'_>) -> Result<ImportRule, String> {
    let always_wildcard = import.wildcard.as_deref() == Some("always");
    Ok(ImportRule {
        when: conditions(&import.when, grammar)?,
        module: maybe(&import.module, grammar)?,
        names: maybe(&import.names, grammar)?,
        item: maybe(&import.item, grammar)?,
        alias: maybe(&import.alias, grammar)?,
        wildcard: if always_wildcard { None } else { maybe(&import.wildcard, grammar)? },
        always_wildcard,
        reexport: maybe(&import.reexport, grammar)?,
        main: import.main,
        group: group_rule(import, grammar)?,
        whole: import.whole,
        split: import.split,
        open: import.open,
    })
}

fn group_rule(import: &ImportDeclaration, grammar: &Kinds<'_>) -> Result<Option<GroupRule>, String> {
    let (Some(group), Some(members), Some(prefix)) = (&import.group, &import.members, &import.prefix) else {
        return Ok(None);
    };
    Ok(Some(GroupRule {
        is_group: Condition::compile(group, grammar)?,
        members: path(members, grammar)?,
        prefix: path(prefix, grammar)?,
        separator: import.separator.clone().unwrap_or_else(|| ".".to_owned()),
    }))
}

fn binding_rule(binding: &BindingDeclaration, grammar: &Kinds<'_>) -> Result<BindingRule, String> {
    Ok(BindingRule {
        name: path(&binding.name, grammar)?,
        when: conditions(&binding.when, grammar)?,
        annotation: maybe(&binding.annotation, grammar)?,
        value: maybe(&binding.value, grammar)?,
        field: binding.field,
    })
}

fn parameter_rule(parameter: &ParameterDeclaration, grammar: &Kinds<'_>) -> Result<ParameterRule, String> {
    Ok(ParameterRule {
        name: path(&parameter.name, grammar)?,
        when: conditions(&parameter.when, grammar)?,
        annotation: maybe(&parameter.annotation, grammar)?,
        field: maybe(&parameter.field, grammar)?,
    })
}

fn tokens_rule(tokens: &TokensDeclaration, grammar: &Kinds<'_>) -> Result<TokensRule, String> {
    let kinds = |names: &[String]| kind_ids(&names.join(" "), grammar);
    Ok(TokensRule {
        tree: path(&tokens.tree, grammar)?,
        name: kinds(&tokens.name)?,
        head: kinds(&tokens.head)?,
        joint: kinds(&tokens.joint)?,
        arguments: kinds(&tokens.arguments)?,
        mark: kinds(&tokens.mark)?,
        opening: kinds(&tokens.opening)?,
        closing: kinds(&tokens.closing)?,
        transparent: kinds(&tokens.transparent)?,
        not_after: kinds(&tokens.not_after)?,
    })
}

fn comments(comments: &CommentsDeclaration, grammar: &Kinds<'_>) -> Result<Comments, String> {
    Ok(Comments {
        markers: comments.markers.clone(),
        inside: maybe(&comments.inside, grammar)?,
        file: maybe(&comments.file, grammar)?,
    })
}

fn words(words: &WordsDeclaration, grammar: &Kinds<'_>) -> Result<Words, String> {
    Ok(Words {
        package: maybe(&words.package, grammar)?,
        environment: words.environment.clone(),
        environment_objects: words.environment_objects.clone(),
        process: words.process.clone(),
        route: words.route.clone(),
        test_attributes: words.test_attributes.clone(),
        test_prefixes: words.test_prefixes.clone(),
        public: words.public.clone(),
        hidden: conditions(&words.hidden, grammar)?,
        tests: conditions(&words.tests, grammar)?,
        private_prefixes: words.private_prefixes.clone(),
        macros_after: words.macros_after.clone(),
    })
}
