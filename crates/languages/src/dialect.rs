//! A dialect's table: the rules of the language it is like, then its own.

use crate::declaration::Declaration;

/// Lists of rules and skipped nodes add up, the dialect's last; all else but the header is that of `base`.
pub(crate) fn on_top_of(base: Declaration, own: Declaration) -> Declaration {
    let mut merged = base;
    merged.name = own.name;
    merged.extensions = own.extensions;
    merged.filenames = own.filenames;
    merged.interpreters = own.interpreters;
    merged.unit.extend(own.unit);
    merged.scope.extend(own.scope);
    merged.relation.extend(own.relation);
    merged.wrap.extend(own.wrap);
    merged.call.extend(own.call);
    merged.member.extend(own.member);
    merged.import.extend(own.import);
    merged.binding.extend(own.binding);
    merged.parameter.extend(own.parameter);
    merged.transparent.extend(own.transparent);
    merged.tokens.extend(own.tokens);
    merged.nodes.skip.extend(own.nodes.skip);
    merged
}
