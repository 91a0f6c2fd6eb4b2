//! The bill of materials: every crate that is linked into the program, with version, licence and checksum, as CycloneDX.

use std::collections::HashMap;
use std::process::Command;

use serde_json::{Value, json};

use super::{Release, done, told};
use crate::{Outcome, workspace};

pub(super) fn write(release: &Release) -> Outcome {
    let components = components(release)?;
    let bill = json!({
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": { "component": { "type": "application", "name": "orient", "version": release.version } },
        "components": components,
    });
    let path = release.folder.join(format!("orient-{}-{}.cdx.json", release.version, release.triple));
    std::fs::write(&path, format!("{bill:#}\n")).map_err(told(&path))
}

fn components(release: &Release) -> Result<Vec<Value>, String> {
    let linked = linked(release)?;
    let checksums = checksums()?;
    let metadata = done(
        Command::new("cargo")
            .args(["metadata", "--format-version", "1", "--locked"])
            .current_dir(workspace::root()),
    )?;
    let metadata: Value =
        serde_json::from_slice(&metadata).map_err(|error| format!("cargo metadata: {error}"))?;
    let mut found: Vec<Value> = metadata["packages"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|package| {
            let (name, version) = (package["name"].as_str()?, package["version"].as_str()?);
            let key = format!("{name} {version}");
            linked.contains(&key).then(|| component(name, version, package, checksums.get(&key)))
        })
        .collect();
    found.sort_by_key(|component| component["purl"].as_str().unwrap_or_default().to_owned());
    Ok(found)
}

fn component(name: &str, version: &str, package: &Value, checksum: Option<&String>) -> Value {
    let mut component = json!({
        "type": "library", "name": name, "version": version, "purl": format!("pkg:cargo/{name}@{version}"),
        "licenses": [{ "expression": package["license"].as_str().unwrap_or("NOASSERTION") }],
    });
    if let Some(checksum) = checksum {
        component["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
    }
    component
}

/// As `cargo tree` has them for the system that was built for: `name version`.
fn linked(release: &Release) -> Result<Vec<String>, String> {
    let arguments =
        ["tree", "--locked", "--prefix", "none", "--edges", "normal", "--package", "orienteer", "--target"];
    let text =
        done(Command::new("cargo").args(arguments).arg(&release.triple).current_dir(workspace::root()))?;
    let text = String::from_utf8_lossy(&text).into_owned();
    let name = |line: &str| {
        let mut words = line.split(' ');
        Some(format!("{} {}", words.next()?, words.next()?.trim_start_matches('v')))
    };
    Ok(text.lines().filter_map(name).collect())
}

/// Of the lock file; our own crates have none.
fn checksums() -> Result<HashMap<String, String>, String> {
    let path = workspace::root().join("Cargo.lock");
    let text = std::fs::read_to_string(&path).map_err(told(&path))?;
    let mut found = HashMap::new();
    for package in text.split("[[package]]") {
        let field = |name: &str| {
            let line = package.lines().find_map(|line| line.strip_prefix(&format!("{name} = \"")))?;
            Some(line.trim_end_matches('"').to_owned())
        };
        if let (Some(name), Some(version), Some(checksum)) =
            (field("name"), field("version"), field("checksum"))
        {
            found.insert(format!("{name} {version}"), checksum);
        }
    }
    Ok(found)
}
