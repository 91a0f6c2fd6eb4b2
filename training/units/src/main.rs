//! Reads folders with the product's own extraction and tokenizer and writes tables that training maps into memory.
//!
//! `orienteer-training-units OUT < FOLDERS`: one folder a line. Without OUT every line is a text, answered by its terms. Units and terms are what the index would hold, so that training and use cannot
//! disagree about what a word is. Nothing here knows what the tables are used for.

mod comment;
mod document;
mod folder;
mod record;
mod table;
mod terms;

use std::io::{BufRead, Result, stdin};
use std::path::Path;

fn main() -> Result<()> {
    match std::env::args().nth(1) {
        Some(out) => read_folders(Path::new(&out)),
        None => print_terms(),
    }
}

fn read_folders(out: &Path) -> Result<()> {
    let mut reader = folder::Reader::new(table::Tables::create(out)?);
    for line in stdin().lock().lines() {
        reader.read(Path::new(&line?))?;
    }
    reader.finish()
}

fn print_terms() -> Result<()> {
    let mut tokenizer = orienteer_text::Tokenizer::new();
    for line in stdin().lock().lines() {
        let mut terms = Vec::new();
        tokenizer.terms(&line?, &mut |term| terms.push(term.to_owned()));
        println!("{}", terms.join(" "));
    }
    Ok(())
}
