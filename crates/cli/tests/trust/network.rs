//! Without configuration nothing needs a network: every question is asked in a namespace that has none.

use crate::project::Project;
use std::process::{Command, Stdio};

/// A process of its own that sees no interface, not even loopback.
fn cut_off(project: &Project, arguments: &[&str]) -> Command {
    let mut command = Command::new("unshare");
    command.args(["--user", "--net", "--map-root-user", env!("CARGO_BIN_EXE_orient")]).args(arguments);
    command.current_dir(project.root()).env("ORIENT_CACHE_DIR", project.cache());
    command.stdin(Stdio::null());
    command
}

fn can_be_cut_off() -> bool {
    let probe = Command::new("unshare").args(["--user", "--net", "--map-root-user", "true"]).output();
    probe.is_ok_and(|output| output.status.success())
}

#[test]
fn everything_is_answered_without_a_network() {
    if !can_be_cut_off() {
        println!("not run: this system lets no user make a namespace");
        return;
    }
    let project = Project::new();
    project.write("brew/kettle.py", "class Kettle:\n    def boil(self):\n        return heat(self)\n\n\ndef heat(kettle):\n    return kettle\n");
    project.write(
        "tests/test_kettle.py",
        "from brew.kettle import Kettle\n\n\ndef test_boil():\n    Kettle().boil()\n",
    );
    for arguments in [
        &["index"][..],
        &["status"],
        &["context", "boil water in the kettle"],
        &["why", "boil water in the kettle", "Kettle.boil"],
        &["search", "boil", "--candidates", "union"],
        &["search", "heat water", "--candidates", "vector"],
        &["symbol", "Kettle"],
        &["similar", "Kettle.boil"],
        &["impact", "heat"],
        &["setup", "claude-code"],
        &["completions", "bash"],
        &["clear"],
    ] {
        let output = cut_off(&project, arguments).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {told}");
        assert!(!told.to_lowercase().contains("network"), "{arguments:?}: {told}");
    }
}
