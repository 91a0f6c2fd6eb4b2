//! Real files to begin with: sources, documents, settings and patches of this workspace. What a run adds is kept beside them.

use std::path::Path;
use std::process::Command;

use crate::workspace;

/// More than this is cut: an input that is read in no time is changed more often.
const MOST_BYTES: usize = 8_192;
/// Files of one language, beside the fixtures.
const MOST_FILES: usize = 12;

/// Files of a snapshot that damage is begun in.
const PARTS: u8 = 16;

pub(super) fn fill(target: &str, folder: &Path) -> Result<(), String> {
    let seeds: Vec<Vec<u8>> = match target {
        "extraction" => sources()?,
        "text" | "intent" => documents()?,
        "patch" => patches(),
        "mcp" => CALLS.iter().map(|call| call.as_bytes().to_vec()).collect(),
        "http" => REQUESTS.iter().map(|request| request.as_bytes().to_vec()).collect(),
        "agents" => {
            (0..8).flat_map(|agent| CONFIGURATIONS.map(|text| [&[agent], text.as_bytes()].concat())).collect()
        }
        "snapshot" => (0..2 * PARTS).flat_map(|part| DAMAGE.map(|bytes| [&[part], bytes].concat())).collect(),
        _ => Vec::new(),
    };
    let seeds = seeds.into_iter().chain(committed(target));
    for (at, seed) in seeds.enumerate() {
        let path = folder.join(format!("seed-{at}"));
        std::fs::write(&path, &seed).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

/// Small ones that were made for a target, and what was found with it.
fn committed(target: &str) -> Vec<Vec<u8>> {
    let folder = workspace::root().join("fuzz/seeds").join(target);
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| std::fs::read(entry.path()).ok()).collect()
}

/// Some files of every extension, the first byte being the number of their language.
fn sources() -> Result<Vec<Vec<u8>>, String> {
    let mut counts = std::collections::BTreeMap::new();
    let mut found = Vec::new();
    for file in workspace::text_files(&workspace::root())? {
        let Some(language) = orienteer_languages::by_path(&file.path) else { continue };
        let count = counts.entry(language.id.0).or_insert(0);
        *count += 1;
        if *count <= MOST_FILES || file.path.contains("/test_data/") {
            found.push([&[language.id.0 as u8], cut(file.text.as_bytes()).as_slice()].concat());
        }
    }
    Ok(found)
}

fn documents() -> Result<Vec<Vec<u8>>, String> {
    let files = workspace::text_files(&workspace::root())?;
    let documents = files.iter().filter(|file| file.path.ends_with(".md"));
    let paragraphs = documents.flat_map(|file| file.text.split("\n\n")).take(400);
    Ok(paragraphs.map(|text| cut(text.as_bytes())).collect())
}

/// Of the last commits; without git there are none.
fn patches() -> Vec<Vec<u8>> {
    let mut found = vec![PATCH.as_bytes().to_vec()];
    for back in 0..8 {
        let revision = format!("HEAD~{back}");
        let shown = Command::new("git")
            .args(["show", "--format=", &revision])
            .current_dir(workspace::root())
            .output();
        found.extend(shown.ok().filter(|shown| shown.status.success()).map(|shown| cut(&shown.stdout)));
    }
    found
}

fn cut(bytes: &[u8]) -> Vec<u8> {
    bytes[..bytes.len().min(MOST_BYTES)].to_vec()
}

/// Where other bytes go, and which ones.
const DAMAGE: [&[u8]; 4] =
    [&[1, 0, 255], &[16, 0, 0, 40, 0, 200], &[8, 0, 127, 9, 0, 127, 80, 1, 1], &[0, 4, 255]];

const PATCH: &str = "--- a/kettle.py\n+++ b/kettle.py\n@@ -1,2 +1,3 @@\n def boil(water):\n-    return heat(water)\n+    water = heat(water)\n+    return water\n";

const CALLS: [&str; 5] = [
    r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
    r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"search","arguments":{"query":"boil"}}}"#,
    r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"context","arguments":{"task":"boil water","max_tokens":500}}}"#,
    r#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"symbol","arguments":{"name":"boil"}}}"#,
    r#"{"jsonrpc":"2.0","id":5,"method":"resources/list"}"#,
];

const REQUESTS: [&str; 5] = [
    "\u{1}q=boil&limit=3",
    "\u{3}task=boil+water&budget=500",
    "\u{b}path=kettle.py",
    "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
];

const CONFIGURATIONS: [&str; 4] = [
    "{\n  // kept\n  \"mcpServers\": { \"other\": { \"command\": \"x\" } },\n}\n",
    "[mcp_servers.other]\ncommand = \"x\"\n",
    "",
    "{\"a\": [1, 2,], /* */ \"mcp\": {}}",
];
