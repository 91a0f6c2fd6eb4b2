//! The tables on disk: little-endian 32-bit numbers and lists of lines.

use std::fs::File;
use std::io::{BufWriter, Result, Write};
use std::path::{Path, PathBuf};

/// Numbers of a unit before the ends of its fields: folder, file, language, kind, flags, first line, last line, first byte, last byte, parent.
pub(crate) const FACTS: usize = 10;
/// Fields of a unit, in the order of [`crate::record::Field`].
pub(crate) const FIELDS: usize = 8;

pub(crate) struct Tables {
    out: PathBuf,
    units: BufWriter<File>,
    tokens: BufWriter<File>,
    titles: BufWriter<File>,
    docs: BufWriter<File>,
    files: BufWriter<File>,
    pub(crate) unit_count: u32,
    pub(crate) token_count: u32,
    pub(crate) file_count: u32,
}

impl Tables {
    pub(crate) fn create(out: &Path) -> Result<Tables> {
        std::fs::create_dir_all(out)?;
        let open = |name: &str| File::create(out.join(name)).map(BufWriter::new);
        Ok(Tables {
            out: out.to_owned(),
            units: open("units.u32")?,
            tokens: open("tokens.u32")?,
            titles: open("titles.txt")?,
            docs: open("docs.txt")?,
            files: open("files.txt")?,
            unit_count: 0,
            token_count: 0,
            file_count: 0,
        })
    }

    pub(crate) fn file(&mut self, path: &str) -> Result<u32> {
        writeln!(self.files, "{}", path.replace(['\n', '\r'], " "))?;
        self.file_count += 1;
        Ok(self.file_count - 1)
    }

    /// The lines that other models read in the place of the terms of a unit's name and signature, and of its documentation; one of each
    /// for every unit, in their order.
    pub(crate) fn told(&mut self, title: &str, documentation: &str) -> Result<()> {
        writeln!(self.titles, "{title}")?;
        writeln!(self.docs, "{documentation}")
    }

    /// Writes a unit: its facts, then the place in the tokens before the first field and after each.
    pub(crate) fn unit(&mut self, facts: [u32; FACTS], tokens: &[u32], ends: [u32; FIELDS]) -> Result<()> {
        let first = self.token_count;
        let places = std::iter::once(first).chain(ends.iter().map(|end| first + end));
        for number in facts.into_iter().chain(places) {
            self.units.write_all(&number.to_le_bytes())?;
        }
        for token in tokens {
            self.tokens.write_all(&token.to_le_bytes())?;
        }
        self.token_count += tokens.len() as u32;
        self.unit_count += 1;
        Ok(())
    }

    pub(crate) fn finish(mut self, terms: &[String]) -> Result<()> {
        self.units.flush()?;
        self.tokens.flush()?;
        self.titles.flush()?;
        self.docs.flush()?;
        self.files.flush()?;
        self.lines("terms.txt", terms.iter().map(String::as_str))?;
        self.lines("languages.txt", orienteer_languages::all().map(|language| language.name.as_str()))
    }

    fn lines<'a>(&self, name: &str, lines: impl Iterator<Item = &'a str>) -> Result<()> {
        let mut file = BufWriter::new(File::create(self.out.join(name))?);
        for line in lines {
            writeln!(file, "{line}")?;
        }
        file.flush()
    }
}
