//! Documentation apart from code: first sentences, docstrings inside bodies, examples inside documents.

/// The first sentence and what follows it.
pub(crate) fn split_summary(doc: &str) -> (&str, &str) {
    let ends = [". ", ".\n", "\n\n", "\n@", "\n:param", ":\n"];
    let end = ends.iter().filter_map(|end| doc.find(end)).min().map_or(doc.len(), |at| at + 1);
    doc.split_at(end)
}

/// What follows a heading, up to an empty line.
pub(crate) fn first_paragraph(text: &str) -> &str {
    let is_prose =
        |part: &&str| part.chars().filter(|c| c.is_alphabetic()).count() > 20 && !part.starts_with('#');
    text.split("\n\n").map(str::trim).find(is_prose).unwrap_or_default()
}

/// The body without the string literal that it begins with.
pub(crate) fn after_docstring(body: &str) -> &str {
    let trimmed = body.trim_start_matches([':', ' ', '\t', '\r', '\n']);
    let literal = trimmed.trim_start_matches(['r', 'R', 'u', 'b']);
    for quotes in ["\"\"\"", "'''"] {
        if let Some(inside) = literal.strip_prefix(quotes) {
            return inside.find(quotes).map_or("", |end| &inside[end + quotes.len()..]);
        }
    }
    body
}

/// Prose and the examples in it: fenced, or indented after an empty line.
pub(crate) fn split_examples(text: &str) -> (String, String) {
    let (mut prose, mut code) = (String::new(), String::new());
    let (mut is_fenced, mut is_indented, mut after_gap) = (false, false, false);
    for line in text.lines() {
        if line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~") {
            is_fenced = !is_fenced;
            continue;
        }
        let is_empty = line.trim().is_empty();
        let deep = line.starts_with("    ") || line.starts_with('\t');
        is_indented = !is_fenced && (is_empty && is_indented || deep && (is_indented || after_gap));
        after_gap = is_empty;
        let target = if is_fenced || is_indented { &mut code } else { &mut prose };
        target.push_str(line);
        target.push('\n');
    }
    (prose, code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_sentence() {
        assert_eq!(split_summary("Opens a gate. Then waits."), ("Opens a gate.", " Then waits."));
        assert_eq!(split_summary("Opens 3.5 gates"), ("Opens 3.5 gates", ""));
    }

    #[test]
    fn docstrings_are_not_body() {
        assert_eq!(after_docstring("\n    \"\"\"Says.\"\"\"\n    return 1"), "\n    return 1");
        assert_eq!(after_docstring("{ return 1 }"), "{ return 1 }");
    }

    #[test]
    fn examples_are_apart() {
        let (prose, code) =
            split_examples("# Gate\nUse it:\n\n    gate.open()\n\nThen\n```\nshut()\n```\nEnd\n");
        assert_eq!(prose, "# Gate\nUse it:\n\nThen\nEnd\n");
        assert_eq!(code, "    gate.open()\n\nshut()\n");
    }
}
