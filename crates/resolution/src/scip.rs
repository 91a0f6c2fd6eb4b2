//! Edges out of a SCIP index: what a language's own tools know about where names lead.
//!
//! Needs no source text: definitions are found by the line and length of their name, uses by the facts at their line.

use crate::input::FileInput;
use ::scip::types::{Document, Index, Occurrence};
use orienteer_model::{Edge, EdgeKind, NameHash, Provenance, ReferenceKind, UnitId};
use protobuf::Message;
use std::collections::{BTreeMap, HashMap};

/// Why an index could not be used.
#[derive(Debug, thiserror::Error)]
pub enum ScipError {
    #[error("not a SCIP index: {0}")]
    Malformed(#[from] protobuf::Error),
    #[error(
        "the index covers none of the indexed files; its paths must be relative to the root of the repository"
    )]
    NothingInCommon,
}

const DEFINITION: i32 = 1;

/// The edges that a SCIP index knows between units of the files. Files must be in path order.
pub fn scip_edges(index: &[u8], files: &[FileInput<'_>]) -> Result<Vec<Edge>, ScipError> {
    let index = Index::parse_from_bytes(index)?;
    let covered = index.documents.iter().filter(|document| position(files, document).is_some()).count();
    if covered == 0 && !index.documents.is_empty() {
        return Err(ScipError::NothingInCommon);
    }
    let importer = Importer::new(&index, files);
    let mut edges = BTreeMap::new();
    for document in &index.documents {
        if let Some(file) = position(files, document) {
            importer.uses(document, &files[file], &mut edges);
        }
    }
    importer.implementations(&index, &mut edges);
    Ok(edges.into_values().collect())
}

fn position(files: &[FileInput<'_>], document: &Document) -> Option<usize> {
    let path = document.relative_path.trim_start_matches("./").replace('\\', "/");
    files.binary_search_by(|file| file.path.cmp(path.as_str())).ok()
}

/// A unit that a symbol stands for, with what is compared.
#[derive(Clone, Copy)]
struct Target {
    unit: u32,
    name: NameHash,
    callable: bool,
    is_type: bool,
}

/// Edges by what makes them one: `from`, `kind`, `to`.
type Edges = BTreeMap<(u32, u8, u32), Edge>;

struct Importer<'i> {
    definitions: HashMap<(&'i str, &'i str), Target>,
}

impl<'i> Importer<'i> {
    fn new(index: &'i Index, files: &[FileInput<'_>]) -> Importer<'i> {
        let mut definitions = HashMap::new();
        for document in &index.documents {
            let Some(file) = position(files, document) else { continue };
            let defined =
                document.occurrences.iter().filter(|occurrence| occurrence.symbol_roles & DEFINITION != 0);
            for occurrence in defined {
                if let Some(target) = declared_at(&files[file], occurrence) {
                    definitions.entry(identity(document, &occurrence.symbol)).or_insert(target);
                }
            }
        }
        Importer { definitions }
    }

    fn uses(&self, document: &Document, file: &FileInput<'_>, edges: &mut Edges) {
        for occurrence in
            document.occurrences.iter().filter(|occurrence| occurrence.symbol_roles & DEFINITION == 0)
        {
            let Some(target) = self.definitions.get(&identity(document, &occurrence.symbol)) else {
                continue;
            };
            let Some((line, _)) = place(occurrence) else { continue };
            let Some((from, kind)) = user(file, line, target) else { continue };
            if from != target.unit {
                insert(edges, from, target.unit, kind, line);
            }
        }
    }

    fn implementations(&self, index: &Index, edges: &mut Edges) {
        for document in &index.documents {
            for symbol in &document.symbols {
                let Some(child) = self.definitions.get(&identity(document, &symbol.symbol)) else { continue };
                for relation in symbol.relationships.iter().filter(|relation| relation.is_implementation) {
                    let Some(parent) = self.definitions.get(&identity(document, &relation.symbol)) else {
                        continue;
                    };
                    let kind = match (child, parent) {
                        _ if child.unit == parent.unit => continue,
                        (child, parent) if child.is_type && parent.is_type => EdgeKind::Implements,
                        (child, parent) if child.callable && parent.callable => EdgeKind::Overrides,
                        _ => continue,
                    };
                    insert(edges, child.unit, parent.unit, kind, 0);
                }
            }
        }
    }
}

fn insert(edges: &mut Edges, from: u32, to: u32, kind: EdgeKind, line: u32) {
    edges.entry((from, kind as u8, to)).or_insert(Edge {
        from: UnitId(from),
        to: UnitId(to),
        kind,
        provenance: Provenance::Scip,
        confidence: 100,
        ambiguous: false,
        line,
    });
}

/// Symbols that begin with `local` are numbered in their document alone.
fn identity<'i>(document: &'i Document, symbol: &'i str) -> (&'i str, &'i str) {
    if symbol.starts_with("local ") { (&document.relative_path, symbol) } else { ("", symbol) }
}

/// Line, counted from 1, and length of an occurrence on one line.
fn place(occurrence: &Occurrence) -> Option<(u32, usize)> {
    match *occurrence.range.as_slice() {
        [line, start, end] if line >= 0 && end >= start => Some((line as u32 + 1, (end - start) as usize)),
        [line, start, end_line, end] if line >= 0 && line == end_line && end >= start => {
            Some((line as u32 + 1, (end - start) as usize))
        }
        _ => None,
    }
}

/// The one unit whose name stands on the line and is as long as the occurrence.
fn declared_at(file: &FileInput<'_>, occurrence: &Occurrence) -> Option<Target> {
    let (line, length) = place(occurrence)?;
    let is_it = |unit: &orienteer_model::UnitFact| {
        unit.name_line == line
            && !unit.name.is_empty()
            && file.facts.name(unit.name).chars().count() == length
    };
    let mut found = file.facts.units.iter().enumerate().filter(|(_, unit)| is_it(unit));
    let (index, unit) = found.next()?;
    if found.any(|(_, other)| other.name.hash != unit.name.hash) {
        return None;
    }
    let (callable, is_type) = (unit.kind().is_callable(), unit.kind().is_type());
    Some(Target { unit: file.first_unit + index as u32, name: unit.name.hash, callable, is_type })
}

/// The unit that uses the target on a line, and how.
fn user(file: &FileInput<'_>, line: u32, target: &Target) -> Option<(u32, EdgeKind)> {
    let references = file.facts.references;
    let named = |reference: &&orienteer_model::ReferenceFact| reference.name.hash == target.name;
    if let Some(reference) = references.iter().filter(named).find(|reference| reference.line == line) {
        let last = (file.facts.units.len() as u32).checked_sub(1)?;
        return Some((file.first_unit + reference.from.min(last), kind_of(reference.kind(), target)));
    }
    // Equal uses inside one unit are recorded once: an earlier line of the same unit says how.
    let unit = innermost(file, line)?;
    let reference = references.iter().filter(named).find(|reference| reference.from == unit);
    let kind = reference.map_or(EdgeKind::References, |reference| kind_of(reference.kind(), target));
    Some((file.first_unit + unit, kind))
}

fn innermost(file: &FileInput<'_>, line: u32) -> Option<u32> {
    let around = file.facts.units.iter().enumerate().rev();
    let mut around = around.filter(|(_, unit)| unit.span.start_line <= line && line <= unit.span.end_line);
    around.next().map(|(index, _)| index as u32)
}

fn kind_of(kind: ReferenceKind, target: &Target) -> EdgeKind {
    match kind {
        ReferenceKind::Call | ReferenceKind::Construct if target.callable || target.is_type => {
            EdgeKind::Calls
        }
        ReferenceKind::Type if target.is_type => EdgeKind::TypeHintOf,
        ReferenceKind::Field if !target.callable && !target.is_type => EdgeKind::AccessesField,
        ReferenceKind::Throw => EdgeKind::Throws,
        _ => EdgeKind::References,
    }
}
