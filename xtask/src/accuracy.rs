//! `cargo xtask accuracy ctags`: which declarations of real sources we find, with universal-ctags as the reference; beside it
//! `accuracy scip`, the same for calls.
//!
//! Nothing here decides what a declaration is: that is said by the tables of the languages and by ctags.

use std::path::PathBuf;

use rayon::prelude::*;

use crate::{Outcome, workspace};

mod comparison;
mod ctags;
mod kinds;
mod names;
mod pinned;
mod regions;
mod report;
pub(crate) mod scip;
mod sources;
mod tally;

use kinds::{SUBJECTS, Subject};
use sources::Source;
use tally::Tally;

/// Files that one ctags process reads; small enough that their names fit into a pipe at once.
const FILES_PER_PROCESS: usize = 64;

#[derive(Debug, Default, PartialEq)]
struct Options {
    corpora: Option<PathBuf>,
    language: Option<String>,
    misses: usize,
    write: bool,
}

impl Options {
    fn parse(arguments: &[&str]) -> Result<Self, String> {
        let mut options = Options::default();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut value = || rest.next().copied().ok_or(format!("{argument} needs a value"));
            match *argument {
                "--corpora" => options.corpora = Some(PathBuf::from(value()?)),
                "--language" => options.language = Some(value()?.to_owned()),
                "--misses" => options.misses = value()?.parse().map_err(|_| "--misses needs a number")?,
                "--write" => options.write = true,
                other => return Err(format!("unknown option {other}")),
            }
        }
        if options.write && (options.language.is_some() || options.corpora.is_some()) {
            let told = "--write keeps the result of all languages on the pinned packages";
            return Err(format!("{told}: leave --language and --corpora out"));
        }
        Ok(options)
    }

    fn subjects(&self) -> Result<Vec<&'static Subject>, String> {
        let chosen = SUBJECTS.iter().filter(|subject| match &self.language {
            Some(name) => subject.answers_to(name),
            None => true,
        });
        let chosen: Vec<&Subject> = chosen.collect();
        let titles: Vec<&str> = SUBJECTS.iter().map(|subject| subject.title).collect();
        if chosen.is_empty() {
            Err(format!("--language is one of {}", titles.join(", ")))
        } else {
            Ok(chosen)
        }
    }
}

pub(crate) fn run(arguments: &[&str]) -> Outcome {
    let options = Options::parse(arguments)?;
    let subjects = options.subjects()?;
    let version = ctags::version()?;
    let corpora = match &options.corpora {
        Some(shelf) => sources::on_shelf(shelf)?,
        None => sources::pinned(&pinned::read(&workspace::root())?.sources()?)?,
    };
    let mut tallies = Vec::new();
    for subject in subjects {
        let files = sources::of_subject(&corpora, subject);
        eprintln!("{}: {} files ...", subject.title, files.len());
        tallies.push(tally_of(subject, &files)?);
    }
    let table = report::table(&tallies);
    print!("{table}{}", report::misses(&tallies, options.misses));
    if options.write { report::write(&workspace::root(), &version, &table, &tallies) } else { Ok(()) }
}

fn tally_of(subject: &'static Subject, files: &[Source]) -> Result<Tally, String> {
    let parts: Result<Vec<Tally>, String> =
        files.par_chunks(FILES_PER_PROCESS).map(|part| tally_of_part(subject, part)).collect();
    Ok(parts?.into_iter().fold(Tally::new(subject), Tally::merge))
}

fn tally_of_part(subject: &'static Subject, files: &[Source]) -> Result<Tally, String> {
    let tags = ctags::tags_of(subject, files)?;
    let mut extractor = orienteer_extraction::Extractor::default();
    let mut tally = Tally::new(subject);
    for (file, tags) in files.iter().zip(tags) {
        if let Some(seen) = comparison::read(&mut extractor, file) {
            tally.add(file, &comparison::compare(&tags, &seen), &tags, &seen);
        }
    }
    Ok(tally)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let options = Options::parse(&["--corpora", "shelf", "--language", "go", "--misses", "7"]).unwrap();
        let corpora = Some(PathBuf::from("shelf"));
        assert_eq!(options, Options { corpora, language: Some("go".to_owned()), misses: 7, write: false });
        assert_eq!(options.subjects().unwrap().len(), 1);
    }

    #[test]
    fn a_partial_result_is_never_kept() {
        assert!(Options::parse(&["--write", "--language", "go"]).is_err());
        assert!(Options::parse(&["--write", "--corpora", "shelf"]).is_err());
        assert!(Options::parse(&["--write"]).unwrap().write);
    }

    #[test]
    fn an_unknown_language_is_told_the_known_ones() {
        let options = Options::parse(&["--language", "klingon"]).unwrap();
        assert!(options.subjects().unwrap_err().contains("C++"));
    }
}
