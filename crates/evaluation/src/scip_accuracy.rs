//! Our `calls` edges beside those of a SCIP index of the same files.
//!
//! A call of SCIP is an occurrence of a symbol of the repository at a place where our facts have a call of that name. It belongs
//! to the unit that holds the call, and leads to the unit whose name stands where SCIP says that the symbol is defined.
//! Where SCIP has no occurrence at all at the place of a call it is silent, which is neither a yes nor a no.

use crate::corpus::{Corpus, CorpusError};
use orienteer_model::{Edge, EdgeKind, FactsView, NameHash, ReferenceKind, UnitFact};
use orienteer_resolution::FileInput;
use protobuf::Message;
use scip::types::{Document, Index, Occurrence};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::Path;

/// From this confidence on an edge claims to be right.
const SURE: u8 = 80;

/// One edge that the two sides do not agree on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    pub path: String,
    pub line: u32,
    pub name: String,
    /// What we said, with confidence and provenance, and what SCIP said.
    pub ours: Vec<String>,
    pub theirs: Vec<String>,
}

/// The figures for one package.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Accuracy {
    /// Documents of the index that could be read.
    pub files: usize,
    /// Our sure edges, and those of them that SCIP confirms, contradicts, or says nothing about.
    pub sure: usize,
    pub confirmed: usize,
    /// SCIP leads the call elsewhere, inside the repository or out of it.
    pub contradicted: usize,
    /// SCIP has no occurrence at the place of the call.
    pub silent: usize,
    /// Of the silent ones: in documents that SCIP links to no other document at all.
    pub in_unlinked: usize,
    /// SCIP's calls inside the repository, and those of them that we have at any confidence.
    pub calls: usize,
    pub found: usize,
    /// Calls by the look of the source that our facts have no call for: what extraction did not see.
    pub unseen: Vec<Finding>,
    pub wrong: Vec<Finding>,
    pub missed: Vec<Finding>,
}

impl Accuracy {
    pub fn precision(&self) -> f64 {
        self.confirmed as f64 / self.sure.max(1) as f64
    }

    pub fn recall(&self) -> f64 {
        self.found as f64 / self.calls.max(1) as f64
    }
}

/// A place in a file where something is called by name.
type CallSite = (usize, u32, u64);

struct Sides<'a> {
    corpus: &'a Corpus,
    inputs: Vec<FileInput<'a>>,
    /// The units that call at a site.
    sites: HashMap<CallSite, BTreeSet<u32>>,
    /// The names that are called on a line.
    called: HashMap<(usize, u32), BTreeSet<u64>>,
    /// Units by file and line of their name.
    units: HashMap<(usize, u32), Vec<u32>>,
}

/// Compares the resolution of the files that an index covers with that index.
pub fn measure(index_path: &Path, root: &Path) -> Result<Accuracy, CorpusError> {
    let bytes = std::fs::read(index_path)
        .map_err(|source| CorpusError::Read { path: index_path.to_owned(), source })?;
    let index = Index::parse_from_bytes(&bytes)
        .map_err(|source| CorpusError::Index { path: index_path.to_owned(), source })?;
    let paths = index.documents.iter().map(|document| document.relative_path.clone()).collect();
    let corpus = Corpus::read(root, paths);
    let sides = Sides::new(&corpus);
    let theirs = sides.calls_of(&index);
    let mut accuracy = sides.compare(&theirs, &Said::of(&sides, &index));
    accuracy.unseen = sides.unseen(&index);
    accuracy.files = corpus.paths.len();
    Ok(accuracy)
}

/// One symbol that a unit calls: the units it may be (an overloaded function has several), and the first line.
struct Called {
    targets: BTreeSet<u32>,
    line: u32,
}

/// Where SCIP says anything.
struct Said {
    /// Names that are used, of whatever symbol.
    places: HashSet<CallSite>,
    /// Documents with a use of something that another document defines.
    linked: HashSet<usize>,
}

impl Said {
    fn of(sides: &Sides<'_>, index: &Index) -> Said {
        let mut homes: HashMap<String, usize> = HashMap::new();
        sides.for_each(index, |file, document, occurrence, _, _| {
            if occurrence.symbol_roles & 1 != 0 {
                homes.insert(identity(document, occurrence), file);
            }
        });
        let mut said = Said { places: HashSet::new(), linked: HashSet::new() };
        sides.for_each(index, |file, document, occurrence, line, name| {
            if occurrence.symbol_roles & 1 == 0 {
                said.places.insert((file, line, NameHash::of(name).0));
                let home = homes.get(&identity(document, occurrence));
                said.linked.extend(home.filter(|home| **home != file).map(|_| file));
            }
        });
        said
    }
}

/// Calls by unit and symbol.
type Calls = BTreeMap<u32, BTreeMap<String, Called>>;

impl<'a> Sides<'a> {
    fn new(corpus: &'a Corpus) -> Sides<'a> {
        let inputs = corpus.inputs();
        let (sites, called, units) = (HashMap::new(), HashMap::new(), HashMap::new());
        let mut sides = Sides { corpus, inputs, sites, called, units };
        for file in 0..sides.inputs.len() {
            sides.enter(file);
        }
        sides
    }

    fn enter(&mut self, file: usize) {
        let input = self.inputs[file];
        for (index, unit) in input.facts.units.iter().enumerate() {
            if unit.kind().is_callable() || unit.kind().is_type() {
                self.units.entry((file, unit.name_line)).or_default().push(input.first_unit + index as u32);
            }
        }
        for reference in input.facts.references {
            if matches!(reference.kind(), ReferenceKind::Call | ReferenceKind::Construct) {
                let from = input.first_unit + reference.from.min(input.facts.units.len() as u32 - 1);
                let name = reference.name.hash.0;
                self.sites.entry((file, reference.line, name)).or_default().insert(from);
                self.called.entry((file, reference.line)).or_default().insert(name);
            }
        }
    }

    fn file(&self, path: &str) -> Option<usize> {
        self.corpus.paths.binary_search_by(|held| held.as_str().cmp(path)).ok()
    }

    /// The unit that a symbol's definition is.
    fn definitions(&self, index: &Index) -> HashMap<String, BTreeSet<u32>> {
        let mut found: HashMap<String, BTreeSet<u32>> = HashMap::new();
        self.for_each(index, |file, document, occurrence, line, name| {
            if occurrence.symbol_roles & 1 == 0 {
                return;
            }
            let units = self.units.get(&(file, line)).map_or(&[][..], Vec::as_slice);
            let named = units.iter().filter(|unit| self.name_of(**unit) == name);
            found.entry(identity(document, occurrence)).or_default().extend(named);
        });
        found
    }

    fn for_each(&self, index: &Index, mut visit: impl FnMut(usize, &Document, &Occurrence, u32, &'a str)) {
        for document in &index.documents {
            let Some(file) = self.file(&document.relative_path) else { continue };
            let lines: Vec<&str> = self.corpus.sources[file].split('\n').collect();
            for occurrence in &document.occurrences {
                let (line, start, end) = match occurrence.range.as_slice() {
                    [line, start, end] => (*line, *start, *end),
                    _ => continue,
                };
                let text =
                    lines.get(line as usize).and_then(|text| slice(text, start as usize, end as usize));
                if let Some(name) = text {
                    visit(file, document, occurrence, line as u32 + 1, name);
                }
            }
        }
    }

    fn calls_of(&self, index: &Index) -> Calls {
        let definitions = self.definitions(index);
        let mut calls = Calls::new();
        self.for_each(index, |file, document, occurrence, line, name| {
            if occurrence.symbol_roles & 1 != 0 {
                return;
            }
            let symbol = identity(document, occurrence);
            let Some(targets) = definitions.get(&symbol).filter(|targets| !targets.is_empty()) else {
                return;
            };
            let site = (file, line, NameHash::of(name).0);
            for from in self.sites.get(&site).into_iter().flatten() {
                let called = || Called { targets: targets.clone(), line };
                calls.entry(*from).or_default().entry(symbol.clone()).or_insert_with(called);
            }
        });
        calls
    }

    /// Occurrences of callables with an opening parenthesis behind them, in units that have no call of the name.
    fn unseen(&self, index: &Index) -> Vec<Finding> {
        let definitions = self.definitions(index);
        let mut unseen = BTreeMap::new();
        self.for_each(index, |file, document, occurrence, line, name| {
            let symbol = identity(document, occurrence);
            let is_target = definitions.get(&symbol).is_some_and(|targets| !targets.is_empty());
            if occurrence.symbol_roles & 1 != 0
                || !is_target
                || !self.is_followed_by_parenthesis(file, line, occurrence)
            {
                return;
            }
            // A second declaration of the same name looks like a call of the first one.
            let declared = self.units.get(&(file, line)).into_iter().flatten();
            if declared.into_iter().any(|unit| self.name_of(*unit) == name) {
                return;
            }
            let unit = self.innermost(file, line);
            if !self.has_call(file, unit, name) {
                unseen.entry((file, unit, symbol)).or_insert((line, name));
            }
        });
        let finding = |((file, _, symbol), (line, name)): ((usize, u32, String), (u32, &str))| Finding {
            path: self.corpus.paths[file].clone(),
            line,
            name: name.to_owned(),
            ours: Vec::new(),
            theirs: vec![symbol],
        };
        unseen.into_iter().map(finding).collect()
    }

    fn is_followed_by_parenthesis(&self, file: usize, line: u32, occurrence: &Occurrence) -> bool {
        let text = self.corpus.sources[file].lines().nth(line as usize - 1).unwrap_or_default();
        let end = occurrence.range.last().copied().unwrap_or_default() as usize;
        text.chars().nth(end) == Some('(')
    }

    fn innermost(&self, file: usize, line: u32) -> u32 {
        let units = self.inputs[file].facts.units;
        let around = |unit: &UnitFact| unit.span.start_line <= line && line <= unit.span.end_line;
        units.iter().rposition(around).unwrap_or(0) as u32
    }

    /// A call of the name in the unit or anything around or inside it: lines do not tell these apart.
    fn has_call(&self, file: usize, unit: u32, name: &str) -> bool {
        let facts = self.inputs[file].facts;
        let span = facts.units.get(unit as usize).map(|unit| unit.span).unwrap_or_default();
        let name = NameHash::of(name);
        facts.references.iter().any(|reference| {
            let is_call = matches!(
                reference.kind(),
                ReferenceKind::Call
                    | ReferenceKind::Construct
                    | ReferenceKind::Decorate
                    | ReferenceKind::Throw
            );
            is_call
                && reference.name.hash == name
                && span.start_line <= reference.line
                && reference.line <= span.end_line
        })
    }

    fn locate(&self, unit: u32) -> (usize, &'a UnitFact, FactsView<'a>) {
        let file = self.inputs.partition_point(|input| input.first_unit <= unit) - 1;
        let input = self.inputs[file];
        (file, &input.facts.units[(unit - input.first_unit) as usize], input.facts)
    }

    fn name_of(&self, unit: u32) -> &'a str {
        let (_, fact, facts) = self.locate(unit);
        facts.name(fact.name)
    }

    fn describe(&self, unit: u32) -> String {
        let (file, fact, facts) = self.locate(unit);
        format!("{}:{} {}", self.corpus.paths[file], fact.name_line, facts.text(fact.qualified))
    }

    /// A type may be called through its constructor: both mean the same.
    fn same(&self, ours: u32, theirs: u32) -> bool {
        let parent_of = |unit: u32| {
            let (file, fact, _) = self.locate(unit);
            fact.parent().map(|parent| self.inputs[file].first_unit + parent as u32)
        };
        ours == theirs
            || (self.is_constructor(ours) && parent_of(ours) == Some(theirs))
            || (self.is_constructor(theirs) && parent_of(theirs) == Some(ours))
    }

    fn is_constructor(&self, unit: u32) -> bool {
        let (_, fact, facts) = self.locate(unit);
        let language = orienteer_languages::by_id(facts.language);
        language.is_some_and(|language| {
            language.policy.constructors.iter().any(|name| name == facts.name(fact.name))
        })
    }

    fn compare(&self, theirs: &Calls, said: &Said) -> Accuracy {
        let resolved = self.corpus.resolve();
        let mut ours: BTreeMap<u32, Vec<Edge>> = BTreeMap::new();
        for edge in resolved.edges.iter().filter(|edge| edge.kind == EdgeKind::Calls) {
            ours.entry(edge.from.0).or_default().push(*edge);
        }
        let mut accuracy = Accuracy::default();
        for (from, edges) in &ours {
            let empty = BTreeMap::new();
            self.judge(*from, edges, theirs.get(from).unwrap_or(&empty), said, &mut accuracy);
        }
        for (from, targets) in theirs {
            let edges = ours.get(from).map_or(&[][..], Vec::as_slice);
            self.recall(*from, targets, edges, &mut accuracy);
        }
        accuracy
    }

    fn judge(
        &self,
        from: u32,
        edges: &[Edge],
        theirs: &BTreeMap<String, Called>,
        said: &Said,
        accuracy: &mut Accuracy,
    ) {
        for edge in edges.iter().filter(|edge| edge.confidence >= SURE) {
            accuracy.sure += 1;
            let targets = || theirs.values().flat_map(|called| &called.targets);
            if targets().any(|target| self.same(edge.to.0, *target)) {
                accuracy.confirmed += 1;
                continue;
            }
            let speaks = self.speaks(from, edge, said);
            accuracy.contradicted += usize::from(speaks);
            accuracy.silent += usize::from(!speaks);
            let is_linked = said.linked.contains(&self.locate(from).0);
            accuracy.in_unlinked += usize::from(!speaks && !is_linked);
            let others = targets().filter(|target| self.name_of(**target) == self.name_of(edge.to.0));
            let mut theirs: Vec<String> = others.map(|target| self.describe(*target)).collect();
            theirs.push(if speaks { "contradicted" } else { "silent" }.to_owned());
            let ours =
                vec![format!("{} {} {}", self.describe(edge.to.0), edge.confidence, edge.provenance.name())];
            accuracy.wrong.push(self.finding(from, edge.line, edge.to.0, ours, theirs));
        }
    }

    /// SCIP has an occurrence at the call: of the name that is called, or of any call on the line where an alias hides it.
    fn speaks(&self, from: u32, edge: &Edge, said: &Said) -> bool {
        let file = self.locate(from).0;
        let target = self.locate(edge.to.0).1;
        let parent = target.parent().filter(|_| self.is_constructor(edge.to.0));
        let owner = parent.map(|parent| self.locate(edge.to.0).2.units[parent].name.hash.0);
        let names = [Some(target.name.hash.0), owner];
        let Some(called) = self.called.get(&(file, edge.line)) else { return false };
        let plain: Vec<u64> = names.into_iter().flatten().filter(|name| called.contains(name)).collect();
        let is_said = |name: &u64| said.places.contains(&(file, edge.line, *name));
        if plain.is_empty() { called.iter().any(is_said) } else { plain.iter().any(is_said) }
    }

    fn recall(&self, from: u32, theirs: &BTreeMap<String, Called>, edges: &[Edge], accuracy: &mut Accuracy) {
        for called in theirs.values() {
            accuracy.calls += 1;
            let is_found = |edge: &Edge| called.targets.iter().any(|target| self.same(edge.to.0, *target));
            if edges.iter().any(is_found) {
                accuracy.found += 1;
                continue;
            }
            let near = edges.iter().filter(|edge| edge.line == called.line);
            let ours = near.map(|edge| format!("{} {}", self.describe(edge.to.0), edge.confidence)).collect();
            let theirs = called.targets.iter().map(|target| self.describe(*target)).collect();
            let Some(target) = called.targets.first() else { continue };
            accuracy.missed.push(self.finding(from, called.line, *target, ours, theirs));
        }
    }

    fn finding(&self, from: u32, line: u32, target: u32, ours: Vec<String>, theirs: Vec<String>) -> Finding {
        let (file, ..) = self.locate(from);
        let text = self.corpus.sources[file].lines().nth(line.saturating_sub(1) as usize).unwrap_or_default();
        let name = format!("{} | {}", self.name_of(target), text.trim());
        Finding { path: self.corpus.paths[file].clone(), line, name, ours, theirs }
    }
}

/// Symbols of one document are numbered in it alone.
fn identity(document: &Document, occurrence: &Occurrence) -> String {
    if occurrence.symbol.starts_with("local ") {
        format!("{} {}", document.relative_path, occurrence.symbol)
    } else {
        occurrence.symbol.clone()
    }
}

/// Characters `start..end` of a line: columns are characters, not bytes.
fn slice(text: &str, start: usize, end: usize) -> Option<&str> {
    if text.is_ascii() {
        return text.get(start..end);
    }
    let mut offsets = text.char_indices().map(|(offset, _)| offset).chain(std::iter::once(text.len()));
    let first = offsets.nth(start)?;
    let last = if end > start { offsets.nth(end - start - 1)? } else { first };
    text.get(first..last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn occurrence(line: i32, start: i32, length: i32, symbol: &str, roles: i32) -> Occurrence {
        let mut occurrence = Occurrence::new();
        occurrence.range = vec![line, start, start + length];
        occurrence.symbol = symbol.to_owned();
        occurrence.symbol_roles = roles;
        occurrence
    }

    fn accuracy_for(called_in_index: &str) -> Accuracy {
        let folder =
            std::env::temp_dir().join(format!("scip-accuracy-{}-{called_in_index}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let source = "def weigh():\n    pass\n\ndef spare():\n    pass\n\ndef run():\n    weigh()\n";
        std::fs::write(folder.join("dock.py"), source).unwrap();
        let mut document = Document::new();
        document.relative_path = "dock.py".into();
        document.occurrences = vec![
            occurrence(0, 4, 5, "x weigh().", 1),
            occurrence(3, 4, 5, "x spare().", 1),
            occurrence(7, 4, 5, called_in_index, 0),
        ];
        document.occurrences.retain(|occurrence| !occurrence.symbol.is_empty());
        let mut index = Index::new();
        index.documents.push(document);
        let path = folder.join("index.scip");
        std::fs::write(&path, index.write_to_bytes().unwrap()).unwrap();
        let accuracy = measure(&path, &folder).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        accuracy
    }

    #[test]
    fn an_edge_that_the_index_has_is_confirmed_and_found() {
        let accuracy = accuracy_for("x weigh().");
        assert_eq!((accuracy.sure, accuracy.confirmed, accuracy.calls, accuracy.found), (1, 1, 1, 1));
    }

    #[test]
    fn an_edge_that_the_index_has_otherwise_is_neither() {
        let accuracy = accuracy_for("x spare().");
        assert_eq!((accuracy.sure, accuracy.confirmed, accuracy.calls, accuracy.found), (1, 0, 1, 0));
        assert_eq!((accuracy.wrong.len(), accuracy.missed.len()), (1, 1));
        assert_eq!((accuracy.contradicted, accuracy.silent), (1, 0));
    }

    #[test]
    fn a_symbol_outside_the_repository_confirms_nothing() {
        let accuracy = accuracy_for("x elsewhere().");
        assert_eq!((accuracy.sure, accuracy.confirmed, accuracy.calls), (1, 0, 0));
        assert_eq!((accuracy.contradicted, accuracy.silent), (1, 0));
    }

    #[test]
    fn where_the_index_has_nothing_it_is_silent() {
        let accuracy = accuracy_for("");
        assert_eq!((accuracy.sure, accuracy.confirmed, accuracy.contradicted), (1, 0, 0));
        assert_eq!((accuracy.silent, accuracy.in_unlinked), (1, 1));
    }
}
