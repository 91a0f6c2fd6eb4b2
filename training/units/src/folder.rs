//! Walks folders in a fixed order and writes every unit of every file. A file that occurs twice is read once.

use crate::comment::remarks;
use crate::record::Record;
use crate::table::{FACTS, Tables};
use crate::terms::Terms;
use orienteer_extraction::Extractor;
use orienteer_languages::Language;
use orienteer_model::{FactsView, UnitFlags};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Result;
use std::path::{Path, PathBuf};

/// Larger files are tables that a tool wrote.
const LARGEST_FILE: u64 = 600_000;
/// Stands for a comment inside a body, beside the numbers of the kinds of units.
const REMARK: u32 = 100;

pub(crate) struct Reader {
    tables: Tables,
    terms: Terms,
    extractor: Extractor,
    seen: HashSet<u64>,
    folders: u32,
}

impl Reader {
    pub(crate) fn new(tables: Tables) -> Reader {
        Reader {
            tables,
            terms: Terms::default(),
            extractor: Extractor::default(),
            seen: HashSet::new(),
            folders: 0,
        }
    }

    pub(crate) fn read(&mut self, folder: &Path) -> Result<()> {
        for path in files(folder)? {
            self.file(folder, &path)?;
        }
        self.folders += 1;
        Ok(())
    }

    pub(crate) fn finish(self) -> Result<()> {
        let Tables { unit_count, token_count, file_count, .. } = self.tables;
        println!("{} folders, {file_count} files, {unit_count} units, {token_count} terms", self.folders);
        self.tables.finish(&self.terms.list)
    }

    fn file(&mut self, folder: &Path, path: &Path) -> Result<()> {
        let bytes = std::fs::read(path)?;
        let relative = path.strip_prefix(folder).unwrap_or(path).to_string_lossy().replace('\\', "/");
        let Some(language) = orienteer_languages::by_path(&relative) else { return Ok(()) };
        let Ok(source) = std::str::from_utf8(&bytes) else { return Ok(()) };
        if orienteer_extraction::is_minified(&bytes) || !self.is_first(source) {
            return Ok(());
        }
        let facts = self.extractor.extract(language, &bytes);
        let file = self.tables.file(&relative)?;
        let view = facts.view();
        for index in 0..view.units.len() {
            self.unit(&view, index, file, &relative, source)?;
        }
        self.remarks(language, file, &relative, source)
    }

    fn is_first(&mut self, source: &str) -> bool {
        let mut hasher = DefaultHasher::new();
        source.hash(&mut hasher);
        self.seen.insert(hasher.finish())
    }

    fn unit(
        &mut self,
        facts: &FactsView<'_>,
        index: usize,
        file: u32,
        path: &str,
        source: &str,
    ) -> Result<()> {
        let unit = &facts.units[index];
        if unit.kind().is_external() || unit.flags.has(UnitFlags::GENERATED) {
            return Ok(());
        }
        let record = Record::of_unit(facts, index, without_extension(path), source);
        let span = unit.span;
        let row = [
            self.folders,
            file,
            facts.language.0.into(),
            unit.kind() as u32,
            unit.flags.0.into(),
            span.start_line,
            span.end_line,
            span.start_byte,
            span.end_byte,
            unit.parent,
        ];
        self.write(row, &record)
    }

    fn remarks(&mut self, language: &Language, file: u32, path: &str, source: &str) -> Result<()> {
        if language.document != orienteer_languages::Document::Code {
            return Ok(());
        }
        for remark in remarks(source) {
            let record = Record {
                path: without_extension(path),
                summary: &remark.comment,
                body: remark.block.as_str().into(),
                ..Record::default()
            };
            let (language, line) = (language.id.0.into(), remark.line);
            self.write([self.folders, file, language, REMARK, 0, line, line, 0, 0, u32::MAX], &record)?;
        }
        Ok(())
    }

    fn write(&mut self, row: [u32; FACTS], record: &Record<'_>) -> Result<()> {
        let mut tokens = Vec::new();
        let ends = record.terms(&mut self.terms, &mut tokens);
        self.tables.told(&record.title(), &record.documentation())?;
        self.tables.unit(row, &tokens, ends)
    }
}

/// Every plain file below a folder, in the order of its path.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let kind = entry.file_type()?;
            let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
            if kind.is_dir() && !is_hidden {
                open.push(entry.path());
            } else if kind.is_file() && entry.metadata()?.len() <= LARGEST_FILE {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    Ok(found)
}

fn without_extension(path: &str) -> &str {
    let name = path.rfind('/').map_or(0, |slash| slash + 1);
    match path.rfind('.') {
        Some(dot) if dot > name => &path[..dot],
        _ => path,
    }
}
