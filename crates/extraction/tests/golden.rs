//! A golden pair per language: `test_data/<language>/*` and, beside it, the facts it must give (`*.facts`).
//! `UPDATE_EXPECT=1 cargo test -p orienteer-extraction` writes them anew; read the difference before you commit it.

use expect_test::expect_file;
use orienteer_model::{FactsView, NO_UNIT, UnitFlags};
use std::fmt::Write;
use std::path::{Path, PathBuf};

#[test]
fn facts_of_every_language() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("test_data");
    let mut sources = sources(&root);
    sources.sort();
    assert!(!sources.is_empty());
    for source in sources {
        let bytes = std::fs::read(&source).expect("written to a string");
        let name = source.file_name().expect("readable test data").to_str().expect("written to a string");
        let facts = orienteer_extraction::extract(name, &bytes);
        let expected = PathBuf::from(format!("{}.facts", source.display()));
        expect_file![expected].assert_eq(&render(facts.view()));
    }
}

#[test]
fn every_language_has_a_golden_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("test_data");
    let missing: Vec<&str> = orienteer_languages::all()
        .map(|language| language.name.as_str())
        .filter(|name| !root.join(name).is_dir())
        .collect();
    assert!(missing.is_empty(), "no golden file for {missing:?}");
}

fn sources(root: &Path) -> Vec<PathBuf> {
    let folders = std::fs::read_dir(root)
        .expect("readable test data")
        .map(|entry| entry.expect("readable test data").path());
    let files = folders
        .flat_map(|folder| std::fs::read_dir(folder).expect("readable test data"))
        .map(|entry| entry.expect("readable test data").path());
    files.filter(|path| path.extension().is_none_or(|extension| extension != "facts")).collect()
}

fn render(facts: FactsView<'_>) -> String {
    let mut out = String::new();
    if !facts.text(facts.module).is_empty() {
        writeln!(out, "package {}", facts.text(facts.module)).expect("written to a string");
    }
    writeln!(out, "units").expect("written to a string");
    for (index, unit) in facts.units.iter().enumerate() {
        let depth = ancestors(facts, index);
        writeln!(
            out,
            "{}{index} {} {} [{}-{}] name@{} in={}{}{}",
            "  ".repeat(depth + 1),
            unit.kind().name(),
            quoted(facts.text(unit.qualified)),
            unit.span.start_line,
            unit.span.end_line,
            unit.name_line,
            quoted(facts.name(unit.container)),
            flags(unit.flags),
            detail(" sig=", facts.text(unit.signature)) + &detail(" doc=", facts.text(unit.doc)),
        )
        .expect("written to a string");
    }
    rows(&mut out, "imports", facts.imports, |import| {
        let (module, name, local) =
            (facts.name(import.module), facts.name(import.name), facts.name(import.local));
        format!(
            "{}: {module:?} {name:?} as {local:?} scope={} flags={}",
            import.line,
            number(import.scope),
            import.flags.0
        )
    });
    rows(&mut out, "relations", facts.relations, |relation| {
        let (subject, target) = (facts.name(relation.subject), facts.name(relation.target));
        format!("{}: {subject} {:?} {target} unit={}", relation.line, relation.kind(), number(relation.unit))
    });
    rows(&mut out, "bindings", facts.bindings, |binding| {
        let (name, target) = (facts.name(binding.name), facts.name(binding.target));
        format!("{}: {:?} {name} = {target} scope={}", binding.line, binding.kind(), number(binding.scope))
    });
    rows(&mut out, "references", facts.references, |reference| {
        let (name, receiver) = (facts.name(reference.name), facts.name(reference.receiver));
        let (kind, receiver_kind) = (reference.kind(), reference.receiver_kind());
        format!(
            "{}: {kind:?} {name} ({receiver_kind:?} {receiver}) from={}",
            reference.line,
            number(reference.from)
        )
    });
    rows(&mut out, "problems", facts.problems, |problem| format!("{}: {:?}", problem.line, problem.kind()));
    out
}

fn rows<T>(out: &mut String, title: &str, rows: &[T], render: impl Fn(&T) -> String) {
    if !rows.is_empty() {
        writeln!(out, "{title}").expect("written to a string");
    }
    for row in rows {
        writeln!(out, "  {}", render(row)).expect("written to a string");
    }
}

fn ancestors(facts: FactsView<'_>, index: usize) -> usize {
    std::iter::successors(facts.units[index].parent(), |parent| facts.units[*parent].parent()).count()
}

fn number(index: u32) -> String {
    if index == NO_UNIT { "-".to_owned() } else { index.to_string() }
}

fn quoted(text: &str) -> &str {
    if text.is_empty() { "-" } else { text }
}

fn detail(label: &str, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{label}{text:?}") }
}

fn flags(flags: UnitFlags) -> String {
    let names = [
        (UnitFlags::TEST, " test"),
        (UnitFlags::PUBLIC, " public"),
        (UnitFlags::STATIC, " static"),
        (UnitFlags::DECLARATION, " declaration"),
        (UnitFlags::GENERATED, " generated"),
    ];
    names.iter().filter(|(bit, _)| flags.has(*bit)).map(|(_, name)| *name).collect()
}
