//! Facts made by hand, and edges written out for comparison.

use orienteer_model::{
    BindingFact, BindingKind, Edge, EdgeKind, FileFacts, ImportFact, ImportFlags, NO_UNIT, Name, NameHash,
    ReceiverKind, ReferenceFact, ReferenceKind, RelationFact, RelationKind, Span, Text, UnitFact, UnitFlags,
    UnitKind,
};
use orienteer_resolution::{FileInput, Hints, Resolved, resolve};

/// One file under construction; unit 0 is the file itself.
#[derive(Clone)]
pub struct File {
    pub path: String,
    pub facts: FileFacts,
    pub is_test: bool,
    line: u32,
}

impl File {
    pub fn new(language: &str, path: &str) -> File {
        let language = orienteer_languages::by_name(language).expect("a known language");
        let facts = FileFacts { language: language.id.0, ..FileFacts::default() };
        let mut file = File { path: path.into(), facts, is_test: false, line: 0 };
        let kind = if language.grammar.is_some() { UnitKind::Module } else { UnitKind::Section };
        file.facts.units.push(UnitFact::new(kind, Span::default()));
        file
    }

    pub fn python(path: &str) -> File {
        File::new("python", path)
    }

    pub fn test(mut self) -> File {
        self.is_test = true;
        self
    }

    fn text(&mut self, text: &str) -> Text {
        let start = self.facts.arena.len() as u32;
        self.facts.arena.push_str(text);
        Text { start, len: text.len() as u32 }
    }

    pub fn name(&mut self, text: &str) -> Name {
        Name { hash: NameHash::of(text), text: self.text(text) }
    }

    fn next_line(&mut self) -> u32 {
        self.line += 1;
        self.line
    }

    pub fn unit(&mut self, kind: UnitKind, name: &str, parent: u32) -> u32 {
        let qualified = match self.facts.units[parent as usize].qualified {
            outer if outer.is_empty() => name.to_owned(),
            outer => format!("{}.{name}", outer.of(&self.facts.arena)),
        };
        let mut unit = UnitFact::new(kind, Span::default());
        unit.name = self.name(name);
        unit.qualified = self.text(&qualified);
        unit.parent = parent;
        unit.name_line = self.next_line();
        unit.span.start_line = unit.name_line;
        unit.span.end_line = unit.name_line;
        unit.flags = UnitFlags(UnitFlags::PUBLIC);
        if self.facts.units[parent as usize].kind().is_type() {
            unit.container = self.facts.units[parent as usize].name;
        }
        self.facts.units.push(unit);
        self.facts.units.len() as u32 - 1
    }

    pub fn function(&mut self, name: &str) -> u32 {
        self.unit(UnitKind::Function, name, 0)
    }

    pub fn class(&mut self, name: &str) -> u32 {
        self.unit(UnitKind::Class, name, 0)
    }

    pub fn method(&mut self, class: u32, name: &str) -> u32 {
        self.unit(UnitKind::Method, name, class)
    }

    /// A method that stands outside its type.
    pub fn displaced(&mut self, container: &str, name: &str) -> u32 {
        let unit = self.unit(UnitKind::Method, name, 0);
        let (container, qualified) = (self.name(container), self.text(&format!("{container}.{name}")));
        self.facts.units[unit as usize].container = container;
        self.facts.units[unit as usize].qualified = qualified;
        unit
    }

    pub fn reference(&mut self, kind: ReferenceKind, from: u32, receiver: (ReceiverKind, &str), name: &str) {
        let (name, receiver_name) = (self.name(name), self.name(receiver.1));
        let line = self.next_line();
        let reference =
            ReferenceFact::new(kind, name, from).with_receiver(receiver.0, receiver_name).at(line, line);
        self.facts.references.push(reference);
    }

    pub fn call(&mut self, from: u32, name: &str) {
        self.reference(ReferenceKind::Call, from, (ReceiverKind::None, ""), name);
    }

    pub fn call_on(&mut self, from: u32, receiver: &str, name: &str) {
        let kind = if receiver.contains('.') { ReceiverKind::Path } else { ReceiverKind::Name };
        self.reference(ReferenceKind::Call, from, (kind, receiver), name);
    }

    pub fn call_self(&mut self, from: u32, name: &str) {
        self.reference(ReferenceKind::Call, from, (ReceiverKind::SelfType, ""), name);
    }

    pub fn import(&mut self, module: &str, name: &str) {
        self.import_as(
            module,
            name,
            if name.is_empty() { module.rsplit(['.', '/']).next().unwrap_or(module) } else { name },
        );
    }

    pub fn import_as(&mut self, module: &str, name: &str, local: &str) {
        self.push_import(module, name, local, 0);
    }

    pub fn import_everything(&mut self, module: &str) {
        self.push_import(module, "", "", ImportFlags::WILDCARD | ImportFlags::REEXPORT);
    }

    fn push_import(&mut self, module: &str, name: &str, local: &str, flags: u32) {
        let (module, name, local) = (self.name(module), self.name(name), self.name(local));
        let (line, flags) = (self.next_line(), ImportFlags(flags));
        self.facts.imports.push(ImportFact { module, name, local, line, scope: NO_UNIT, flags, padding: 0 });
    }

    pub fn extends(&mut self, child: u32, parent: &str) {
        let subject = self.facts.units[child as usize].name;
        let target = self.name(parent);
        let line = self.next_line();
        self.facts.relations.push(RelationFact::new(RelationKind::Extends, subject, target, child, line));
    }

    pub fn bind(&mut self, kind: BindingKind, scope: u32, name: &str, target: &str) {
        let (name, target) = (self.name(name), self.name(target));
        let line = self.next_line();
        self.facts.bindings.push(BindingFact::new(kind, name, target, scope, line));
    }
}

/// The files of a small repository, in path order.
pub struct Repository {
    pub files: Vec<File>,
    pub hints: Hints,
}

impl Repository {
    pub fn new(mut files: Vec<File>) -> Repository {
        files.sort_by(|left, right| left.path.cmp(&right.path));
        Repository { files, hints: Hints::default() }
    }

    pub fn inputs(&self) -> Vec<FileInput<'_>> {
        let mut first_unit = 0;
        let mut inputs = Vec::new();
        for file in &self.files {
            inputs.push(FileInput {
                path: &file.path,
                facts: file.facts.view(),
                first_unit,
                is_test: file.is_test,
            });
            first_unit += file.facts.units.len() as u32;
        }
        inputs
    }

    pub fn resolve(&self) -> Resolved {
        resolve(&self.inputs(), &self.hints)
    }

    /// `path:Class.method`; the path alone for the file itself.
    pub fn describe(&self, unit: u32) -> String {
        let inputs = self.inputs();
        let position = inputs.partition_point(|input| input.first_unit <= unit) - 1;
        let input = inputs[position];
        match input.facts.units.get((unit - input.first_unit) as usize) {
            Some(fact) if fact.qualified.is_empty() => input.path.to_owned(),
            Some(fact) => format!("{}:{}", input.path, input.facts.text(fact.qualified)),
            None => "external".to_owned(),
        }
    }

    /// Edges of a kind as `from -> to confidence`, with `?` where ambiguous.
    pub fn edges(&self, kind: EdgeKind) -> Vec<String> {
        let write = |edge: &Edge| {
            let mark = if edge.ambiguous { "?" } else { "" };
            format!(
                "{} -> {} {}{mark}",
                self.describe(edge.from.0),
                self.describe(edge.to.0),
                edge.confidence
            )
        };
        let resolved = self.resolve();
        let mut written: Vec<String> =
            resolved.edges.iter().filter(|edge| edge.kind == kind).map(write).collect();
        written.sort();
        written
    }

    pub fn calls(&self) -> Vec<String> {
        self.edges(EdgeKind::Calls)
    }
}
