//! Records what a file brings into scope from elsewhere.

use crate::builder::lossy;
use crate::walk::{Walker, line_of};
use orienteer_languages::ImportRule;
use orienteer_languages::tree_sitter::Node;
use orienteer_model::{ImportFact, ImportFlags, Name};

impl<'t> Walker<'t> {
    pub(crate) fn import(&mut self, node: Node<'t>, rule: &'static ImportRule) -> bool {
        if !self.holds(&rule.when, node) {
            return false;
        }
        let module = self.maybe_first(&rule.module, node).map(|module| {
            self.claimed.insert(module.id());
            written(&lossy(self.bytes(module)))
        });
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
            self.import_name(*name, rule, module.as_deref(), flags);
        }
        self.give_back(names);
        true
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
        let text = written(&lossy(self.bytes(item)));
        let alias = self.maybe_first(&rule.alias, node).filter(|alias| alias.id() != item.id());
        let local = match alias {
            Some(alias) => {
                self.claimed.insert(alias.id());
                self.name(alias)
            }
            None => self.builder.name(last_part(&text)),
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

    /// `a.b.C` as symbol `C` of module `a.b`.
    fn push_split(&mut self, path: &str, local: Name, node: Node<'t>, flags: u32) {
        let (module, name) = path.rfind(['.', ':', '\\', '/']).map_or(("", path), |at| {
            (path[..at].trim_end_matches(':'), &path[at + 1..])
        });
        let (module, name) = (self.builder.name(module), self.builder.name(name));
        self.push_import(module, name, local, node, flags);
    }

    fn push_import(&mut self, module: Name, name: Name, local: Name, node: Node<'t>, flags: u32) {
        let scope = self.scope_index();
        let (line, flags) = (line_of(node), ImportFlags(flags));
        self.builder.push_import(ImportFact { module, name, local, line, scope, flags, padding: 0 });
    }
}

/// A module as written, without quotes, angle brackets and white space.
fn written(text: &str) -> String {
    let text = text.trim().trim_matches(['"', '\'', '`', '<', '>', ';']);
    if text.contains(char::is_whitespace) { text.split_whitespace().collect() } else { text.to_owned() }
}

/// What the module is called when it is bound without an alias.
fn last_part(module: &str) -> &str {
    let last = module.rsplit(['.', ':', '/', '\\']).find(|part| !part.is_empty()).unwrap_or(module);
    last.strip_suffix(".h").unwrap_or(last)
}
