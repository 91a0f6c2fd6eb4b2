//! Makes a table of the built page: every file below `page/`, as it is and compressed, with a tag of its content. Nothing is
//! transformed, and a build needs no other tool.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::fmt::Write as _;
use std::io::{Result, Write as _};
use std::path::{Path, PathBuf};

fn main() -> Result<()> {
    let page = PathBuf::from(variable("CARGO_MANIFEST_DIR")).join("page");
    let out = PathBuf::from(variable("OUT_DIR"));
    println!("cargo::rerun-if-changed={}", page.display());
    let mut files = Vec::new();
    collect(&page, &mut files)?;
    files.sort();
    let mut table = String::from("&[\n");
    for (number, file) in files.iter().enumerate() {
        table.push_str(&entry(&page, &out, number, file)?);
    }
    std::fs::write(out.join("page_files.rs"), table + "]\n")
}

#[expect(clippy::expect_used, reason = "cargo sets it for every build script")]
fn variable(name: &str) -> String {
    std::env::var(name).expect("a variable of cargo")
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { collect(&path, files)? } else { files.push(path) }
    }
    Ok(())
}

/// One row of the table. What compression does not make smaller is not kept twice.
fn entry(page: &Path, out: &Path, number: usize, file: &Path) -> Result<String> {
    println!("cargo::rerun-if-changed={}", file.display());
    let bytes = std::fs::read(file)?;
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&bytes)?;
    let packed = encoder.finish()?;
    let mut row = String::new();
    let name = file.strip_prefix(page).unwrap_or(file).to_string_lossy().replace('\\', "/");
    let tag = &blake3::hash(&bytes).to_hex()[..16];
    let _ = write!(
        row,
        "    PageFile {{ path: {name:?}, tag: \"\\\"{tag}\\\"\", bytes: include_bytes!({file:?}), "
    );
    if packed.len() < bytes.len() {
        let kept = out.join(format!("page_file_{number}.gz"));
        std::fs::write(&kept, packed)?;
        let _ = writeln!(row, "packed: Some(include_bytes!({kept:?})) }},");
    } else {
        row.push_str("packed: None },\n");
    }
    Ok(row)
}
