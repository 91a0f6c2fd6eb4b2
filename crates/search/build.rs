//! Turns the classes of `concepts/*.toml` into a table of the program, so that no question pays for reading them. Decides nothing
//! about them: what a class may hold is checked by a test.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

const FOLDER: &str = "concepts";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={FOLDER}");
    let mut table = String::from("&[\n");
    for path in files(Path::new(FOLDER))? {
        let text = std::fs::read_to_string(&path)?;
        classes(&text, &mut table).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    table.push_str("]\n");
    let folder = std::env::var_os("OUT_DIR").ok_or("cargo says where to write")?;
    std::fs::write(Path::new(&folder).join("concepts.rs"), table)?;
    Ok(())
}

/// In the order of their names, on every machine.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let entries: Result<Vec<_>, _> = std::fs::read_dir(folder)?.collect();
    let paths = entries?.into_iter().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|ending| ending == "toml")).collect();
    paths.sort();
    Ok(paths)
}

fn classes(text: &str, table: &mut String) -> Result<(), Box<dyn Error>> {
    let file: Table = text.parse()?;
    let endings = match file.get("endings") {
        Some(_) => strings(&file, "endings")?,
        None => Vec::new(),
    };
    let list = file.get("concept").and_then(Value::as_array).ok_or("it has no [[concept]]")?;
    for class in list {
        let class = class.as_table().ok_or("a concept is a table")?;
        let id = class.get("id").and_then(Value::as_str).ok_or("a concept has an id")?;
        let weight = class.get("weight").and_then(Value::as_float).ok_or(format!("{id}: weight"))?;
        let phrases = strings(class, "phrases").map_err(|error| format!("{id}: {error}"))?;
        let targets = strings(class, "targets").map_err(|error| format!("{id}: {error}"))?;
        writeln!(
            table,
            "    BuiltIn {{ id: {id:?}, phrases: &{phrases:?}, targets: &{targets:?}, weight: {weight:?}, endings: &{endings:?} }},"
        )?;
    }
    Ok(())
}

fn strings<'a>(table: &'a Table, key: &str) -> Result<Vec<&'a str>, Box<dyn Error>> {
    let list = table.get(key).and_then(Value::as_array).ok_or(format!("{key} is a list"))?;
    let strings: Option<Vec<&str>> = list.iter().map(Value::as_str).collect();
    Ok(strings.ok_or(format!("{key} are strings"))?)
}
