//! What reads input that others wrote, each as one function of bytes: nothing happens, or it panics.
//!
//! Nothing here chooses the bytes. `fuzz/coverage` lets libFuzzer do that for as long as somebody likes, and
//! `fuzz/tests/smoke.rs` changes known ones at random for some seconds with any compiler.
#![expect(clippy::expect_used, reason = "ground that cannot be laid is a finding too")]

mod agents;
mod extraction;
mod http;
mod intent;
mod mcp;
mod mutation;
mod patch;
mod scip;
mod settings;
mod snapshot;
mod text;

pub use mutation::Mutations;

/// Something that reads input.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Also that of its program in `fuzz/coverage/fuzz_targets`.
    pub name: &'static str,
    pub run: fn(&[u8]),
}

pub const TARGETS: [Target; 10] = [
    Target { name: "agents", run: agents::run },
    Target { name: "extraction", run: extraction::run },
    Target { name: "http", run: http::run },
    Target { name: "intent", run: intent::run },
    Target { name: "mcp", run: mcp::run },
    Target { name: "patch", run: patch::run },
    Target { name: "scip", run: scip::run },
    Target { name: "settings", run: settings::run },
    Target { name: "snapshot", run: snapshot::run },
    Target { name: "text", run: text::run },
];

/// None for a name that no target has.
pub fn target(name: &str) -> Option<Target> {
    TARGETS.into_iter().find(|target| target.name == name)
}

/// Has the target of that name read the bytes. An unknown name is a mistake in a program, not in its input.
pub fn run(name: &str, data: &[u8]) {
    let target = target(name).expect("a target of that name");
    (target.run)(data);
}
