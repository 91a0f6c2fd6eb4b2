//! codebase-memory: the registries carry a loader that fetches its binary from elsewhere. Tried, so that the page can say what came of it.

use std::path::{Path, PathBuf};

use super::answer::Answer;
use super::install;
use super::peer::{Call, Peer};
use super::sample::Suite;
use super::site::Site;
use crate::Outcome;

const PACKAGE: &str = "codebase-memory-mcp@0.11.0";

pub(super) struct CodebaseMemory {
    program: PathBuf,
}

impl CodebaseMemory {
    pub(super) fn at(shelf: &Path) -> CodebaseMemory {
        let package = shelf.join("node_modules").join("codebase-memory-mcp");
        CodebaseMemory { program: package.join("bin").join("codebase-memory-mcp") }
    }

    fn tool(&self, site: &Site, name: &str, arguments: &serde_json::Value) -> Call {
        Call::new(&self.program, &["cli", name, &arguments.to_string()])
            .with("HOME", site.kept().to_string_lossy())
    }
}

impl Peer for CodebaseMemory {
    fn name(&self) -> &'static str {
        "codebase-memory"
    }

    fn version(&self) -> String {
        PACKAGE.to_owned()
    }

    fn commands(&self) -> [&'static str; 2] {
        ["codebase-memory-mcp cli index_repository", "codebase-memory-mcp cli search_graph"]
    }

    fn remark(&self) -> &'static str {
        "the npm and PyPI packages hold a loader that fetches the binary from a host that is no registry"
    }

    fn install(&self, shelf: &Path) -> Outcome {
        install::npm(shelf, PACKAGE, &self.program).map_err(|reason| {
            format!("its package holds a loader, and what it loads is out of reach ({reason})")
        })
    }

    fn index(&self, site: &Site) -> Option<Call> {
        let tree = site.tree().to_string_lossy().into_owned();
        Some(self.tool(site, "index_repository", &serde_json::json!({ "repo_path": tree })))
    }

    fn index_place(&self, site: &Site) -> Option<PathBuf> {
        Some(site.kept())
    }

    fn ask(&self, site: &Site, _: Suite, question: &str) -> Option<Call> {
        Some(self.tool(site, "search_graph", &serde_json::json!({ "query": question, "limit": 30 })))
    }

    /// Every value under `file_path`, in order.
    fn read(&self, site: &Site, _: &str, output: &str) -> Answer {
        let path = |line: &str| {
            let value = line.split_once("\"file_path\"")?.1.split('"').nth(1)?;
            super::answer::known(site, value)
        };
        Answer::from_lines(&output.replace(',', ",\n"), path)
    }
}
