//! Records what a file brings into scope from elsewhere.

use crate::builder::lossy;
use crate::walk::Walker;
use orienteer_languages::{GroupRule, ImportRule};
use orienteer_model::{ImportFact, ImportFlags, Name};
use orienteer_syntax::Node;

impl<'t> Walker<'t> {
    pub(crate) fn import(&mut self, node: Node<'t>, rule: &'static ImportRule) -> bool {
        if !self.holds(&rule.when, node) {
            return false;
        }
        let module = self.imported_module(node, rule);
        let mut flags = 0;
        if rule.always_wildcard || self.maybe_first(&rule.wildcard, node).is_some() {
            flags |= ImportFlags::WILDCARD;
        }
        if self.maybe_first(&rule.reexport, node).is_some() {
            flags |= ImportFlags::REEXPORT;
        }
        let names = rule.names.as_ref().map(|names| self.all(names, node)).unwrap_or_default();
        if names.is_empty() {
            self.import_module(node, rule, module.as_deref(), flags);
        }
        for name in &names {
            match &rule.group {
                Some(group) => {
                    self.import_path(*name, rule, group, module.as_deref().unwrap_or_default(), flags)
                }
                None => self.import_name(*name, rule, module.as_deref(), flags),
            }
        }
        self.give_back(names);
        true
    }

    fn imported_module(&mut self, node: Node<'t>, rule: &ImportRule) -> Option<String> {
        let first = self.maybe_first(&rule.module, node)?;
        self.claimed.insert(first.id());
        if !rule.whole {
            return Some(written(&lossy(self.bytes(first))));
        }
        let parts = rule.module.as_ref().map(|path| self.all(path, node)).unwrap_or_default();
        let end = parts.last().map_or(first.end_byte(), Node::end_byte);
        self.give_back(parts);
        self.source.get(first.start_byte()..end).map(|path| written(&lossy(path)))
    }

    /// The module itself is bound, or everything in it.
    fn import_module(&mut self, node: Node<'t>, rule: &ImportRule, module: Option<&str>, flags: u32) {
        let Some(module) = module.filter(|module| !module.is_empty()) else { return };
        let local = match self.maybe_first(&rule.alias, node) {
            Some(alias) => {
                self.claimed.insert(alias.id());
                self.name(alias)
            }
            None => self.builder.name(last_part(module)),
        };
        if rule.split && flags & ImportFlags::WILDCARD == 0 {
            return self.push_split(module, local, node, flags);
        }
        let module = self.builder.name(module);
        self.push_import(module, Name::default(), local, node, flags);
    }

    fn import_name(&mut self, node: Node<'t>, rule: &ImportRule, module: Option<&str>, flags: u32) {
        let item = self.maybe_first(&rule.item, node).unwrap_or(node);
        self.claimed.insert(item.id());
        let written_name = written(&lossy(self.bytes(item)));
        let text = if rule.main { self.language.policy.default_export.clone() } else { written_name.clone() };
        let alias = self.maybe_first(&rule.alias, node).filter(|alias| alias.id() != item.id());
        let local = match alias {
            Some(alias) => {
                self.claimed.insert(alias.id());
                self.name(alias)
            }
            None => self.builder.name(last_part(&written_name)),
        };
        match module {
            Some(module) => {
                let (module, name) = (self.builder.name(module), self.builder.name(&text));
                self.push_import(module, name, local, node, flags);
            }
            None if rule.split => self.push_split(&text, local, node, flags),
            None => {
                let module = self.builder.name(&text);
                self.push_import(module, Name::default(), local, node, flags);
            }
        }
    }

    /// A path, or a group of paths that go on from `prefix`.
    fn import_path(
        &mut self,
        node: Node<'t>,
        rule: &'static ImportRule,
        group: &'static GroupRule,
        prefix: &str,
        flags: u32,
    ) {
        const LONGEST: usize = 400;
        if prefix.len() > LONGEST {
            return;
        }
        if !group.is_group.holds(node, self.source) {
            return self.import_leaf(node, rule, group, prefix, flags);
        }
        let own = self.first(&group.prefix, node).map(|own| written(&lossy(self.bytes(own))));
        let prefix = continued(prefix, own.as_deref().unwrap_or_default(), &group.separator);
        let members = self.all(&group.members, node);
        for member in &members {
            self.import_path(*member, rule, group, &prefix, flags);
        }
        self.give_back(members);
    }

    fn import_leaf(
        &mut self,
        node: Node<'t>,
        rule: &'static ImportRule,
        group: &'static GroupRule,
        prefix: &str,
        flags: u32,
    ) {
        let item = self.maybe_first(&rule.item, node).unwrap_or(node);
        let own = written(&lossy(self.bytes(item)));
        if let Some(beginning) = own.strip_suffix('*') {
            let beginning = beginning.strip_suffix(&group.separator).unwrap_or(beginning);
            let module = continued(prefix, beginning, &group.separator);
            let (module, local) = (self.builder.name(&module), self.builder.name(last_part(&module)));
            return self.push_import(module, Name::default(), local, node, flags | ImportFlags::WILDCARD);
        }
        let is_prefix = self.language.policy.self_words.contains(&own) && !prefix.is_empty();
        let path = if is_prefix { prefix.to_owned() } else { continued(prefix, &own, &group.separator) };
        let local = match self.maybe_first(&rule.alias, node) {
            Some(alias) => self.name(alias),
            None => self.builder.name(last_part(&path)),
        };
        self.push_split(&path, local, node, flags);
    }

    /// `a.b.C` as symbol `C` of module `a.b`; a single word is a module.
    fn push_split(&mut self, path: &str, local: Name, node: Node<'t>, flags: u32) {
        let (module, name) = path
            .rfind(['.', ':', '\\', '/'])
            .map_or((path, ""), |at| (path[..at].trim_end_matches(':'), &path[at + 1..]));
        let (module, name) = (self.builder.name(module), self.builder.name(name));
        self.push_import(module, name, local, node, flags);
    }

    fn push_import(&mut self, module: Name, name: Name, local: Name, node: Node<'t>, flags: u32) {
        let scope = self.scope_index();
        let (line, flags) = (node.start_line(), ImportFlags(flags));
        self.builder.push_import(ImportFact { module, name, local, line, scope, flags, padding: 0 });
    }
}

/// A path that goes on from another.
fn continued(prefix: &str, rest: &str, separator: &str) -> String {
    if prefix.is_empty() || rest.is_empty() {
        format!("{prefix}{rest}")
    } else {
        format!("{prefix}{separator}{rest}")
    }
}

/// A module as written, without quotes, angle brackets and white space.
fn written(text: &str) -> String {
    let text = text.trim().trim_matches(['"', '\'', '`', '<', '>', ';']);
    if text.contains(char::is_whitespace) { text.split_whitespace().collect() } else { text.to_owned() }
}

/// What the module is called when it is bound without an alias.
fn last_part(module: &str) -> &str {
    if module.starts_with('.')
        && let Some((_, file)) = module.rsplit_once('/')
    {
        return file.split('.').next().unwrap_or(file);
    }
    let module = module.strip_suffix(".h").unwrap_or(module);
    module.rsplit(['.', ':', '/', '\\']).find(|part| !part.is_empty()).unwrap_or(module)
}
