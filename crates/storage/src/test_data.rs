//! Facts made up for tests.

use orienteer_model::{
    BindingFact, BindingKind, FactsView, FileFacts, ImportFact, ImportFlags, Name, NameHash, Problem,
    ProblemKind, ReferenceFact, ReferenceKind, RelationFact, RelationKind, Span, Text, UnitFact, UnitKind,
};

pub(crate) fn text(arena: &mut String, value: &str) -> Text {
    let text = Text { start: arena.len() as u32, len: value.len() as u32 };
    arena.push_str(value);
    text
}

pub(crate) fn name(arena: &mut String, value: &str) -> Name {
    Name { text: text(arena, value), hash: NameHash::of(value) }
}

/// A type with `methods` methods, and one of every other row.
pub(crate) fn facts(path: &str, methods: u32) -> FileFacts {
    let mut facts = FileFacts { language: 7, lines: 31, blob: [5; 20], ..FileFacts::default() };
    let arena = &mut facts.arena;
    let class = path.split(['/', '.']).nth_back(1).unwrap_or("area");
    let mut unit = UnitFact::new(UnitKind::Class, Span { end_byte: 1 + methods * 10, ..Span::default() });
    unit.name = name(arena, class);
    unit.qualified = unit.name.text;
    unit.doc = text(arena, "Keeps the größe of things");
    unit.body_start = 1;
    facts.units.push(unit);
    for number in 0..methods {
        let start_byte = 1 + number * 10;
        let mut unit = UnitFact::new(
            UnitKind::Method,
            Span { start_byte, end_byte: start_byte + 10, start_line: 2, end_line: 3 },
        );
        unit.name = name(arena, &format!("measureWidth{number}"));
        unit.container = name(arena, class);
        unit.qualified = text(arena, &format!("{class}.measureWidth{number}"));
        unit.parent = 0;
        facts.units.push(unit);
    }
    let target = name(arena, "Shape");
    facts.references.push(ReferenceFact::new(ReferenceKind::Call, target, 0).at(3, 14));
    let flags = ImportFlags(ImportFlags::WILDCARD);
    facts.imports.push(ImportFact {
        module: target,
        name: target,
        local: target,
        line: 1,
        scope: 0,
        flags,
        padding: 0,
    });
    facts.relations.push(RelationFact::new(RelationKind::Extends, target, target, 0, 1));
    facts.bindings.push(BindingFact::new(BindingKind::Assigned, target, target, 0, 1));
    facts.problems.push(Problem::new(ProblemKind::Syntax, 9));
    facts
}

pub(crate) fn owned(view: &FactsView<'_>) -> FileFacts {
    FileFacts {
        language: view.language.0,
        module: view.module,
        lines: view.lines,
        blob: view.blob,
        arena: view.arena.to_string(),
        units: view.units.to_vec(),
        references: view.references.to_vec(),
        imports: view.imports.to_vec(),
        relations: view.relations.to_vec(),
        bindings: view.bindings.to_vec(),
        problems: view.problems.to_vec(),
    }
}
