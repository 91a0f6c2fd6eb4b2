//! Asks universal-ctags what a list of files declares.
//!
//! The user's own ctags settings are never read: the result depends on the files and the program's version alone.

use std::collections::HashMap;
use std::io::Write as _;
use std::process::{Command, Stdio};

use serde::Deserialize;

use super::kinds::{Family, Subject};
use super::names;
use super::sources::Source;

const INSTALL: &str = "\
universal-ctags is needed as the reference, and `ctags` is not that program or is not installed.
  Debian, Ubuntu   apt-get install universal-ctags
  Fedora           dnf install ctags
  macOS            brew install universal-ctags";

/// A declaration as ctags sees it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tag {
    /// Last part, see [`names::comparable`].
    pub(super) name: String,
    pub(super) line: u32,
    pub(super) kind: String,
    /// `None` where it is not expected of us.
    pub(super) family: Option<Family>,
}

#[derive(Deserialize)]
struct Row {
    #[serde(default)]
    name: String,
    #[serde(default)]
    path: String,
    /// A part of the line, as a search pattern.
    #[serde(default)]
    pattern: String,
    #[serde(default)]
    line: u32,
    #[serde(default)]
    kind: String,
    #[serde(default)]
    language: String,
    #[serde(default)]
    extras: String,
}

/// First line of what the program says about itself; without the JSON output it cannot be used.
pub(super) fn version() -> Result<String, String> {
    let output = Command::new("ctags").arg("--version").output().map_err(|_| INSTALL.to_owned())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let usable = text.starts_with("Universal Ctags") && text.contains("+json");
    let name = text.split(',').next().unwrap_or_default().to_owned();
    if usable { Ok(name) } else { Err(INSTALL.to_owned()) }
}

/// The tags of each file, in the order of the files and of their lines.
pub(super) fn tags_of(subject: &Subject, files: &[Source]) -> Result<Vec<Vec<Tag>>, String> {
    let output = output_of(subject, files)?;
    let positions: HashMap<&str, usize> =
        files.iter().enumerate().map(|(at, file)| (file.path.as_str(), at)).collect();
    let mut tags = vec![Vec::new(); files.len()];
    for line in output.split(|byte| *byte == b'\n') {
        let text = String::from_utf8_lossy(line);
        let Ok(row) = serde_json::from_str::<Row>(&text) else { continue };
        if let (Some(at), Some(tag)) = (positions.get(row.path.as_str()), tag_of(subject, &row)) {
            tags[*at].push(tag);
        }
    }
    for tags in &mut tags {
        tags.sort_by(|a, b| {
            (a.line, &a.name, a.family.is_none()).cmp(&(b.line, &b.name, b.family.is_none()))
        });
        tags.dedup_by(|later, first| later.line == first.line && later.name == first.name);
    }
    Ok(tags)
}

fn output_of(subject: &Subject, files: &[Source]) -> Result<Vec<u8>, String> {
    let mut command = Command::new("ctags");
    command.args(["--options=NONE", "--quiet", "--sort=no", "--output-format=json", "--fields=+neKZEl"]);
    command.arg(format!("--language-force={}", subject.ctags));
    if !subject.more_kinds.is_empty() {
        command.arg(format!("--kinds-{}=+{}", subject.ctags, subject.more_kinds));
    }
    command.args(["-L", "-", "-f", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|_| INSTALL.to_owned())?;
    let names: String = files.iter().map(|file| format!("{}\n", file.path)).collect();
    if let Some(mut input) = child.stdin.take() {
        input.write_all(names.as_bytes()).map_err(|error| format!("ctags: {error}"))?;
    }
    let output = child.wait_with_output().map_err(|error| format!("ctags: {error}"))?;
    if output.status.success() { Ok(output.stdout) } else { Err(format!("ctags: {}", output.status)) }
}

/// `None` for what does not stand in the source under this name and in this language.
fn tag_of(subject: &Subject, row: &Row) -> Option<Tag> {
    let real = row.extras.split(',').all(|extra| extra.is_empty() || extra == "fileScope");
    if !real || row.language != subject.ctags || names::is_made_up(&row.name) {
        return None;
    }
    let name = names::comparable(&row.name);
    let family = subject.family(&row.kind, &row.pattern);
    Some(Tag { name, line: row.line, kind: row.kind.clone(), family })
}

#[cfg(test)]
mod tests {
    use super::super::kinds::SUBJECTS;
    use super::*;

    fn tag(text: &str) -> Option<Tag> {
        let python = SUBJECTS.iter().find(|subject| subject.title == "Python").unwrap();
        tag_of(python, &serde_json::from_str(text).unwrap())
    }

    #[test]
    fn a_declaration_is_taken() {
        let row = r#"{"_type": "tag", "name": "close", "path": "a.py", "line": 7, "language": "Python", "kind": "member", "end": 9}"#;
        let family = Some(Family::Callable);
        assert_eq!(
            tag(row),
            Some(Tag { name: "close".to_owned(), line: 7, kind: "member".to_owned(), family })
        );
    }

    #[test]
    fn what_has_no_name_of_its_own_is_left_out() {
        let anonymous = r#"{"name": "x", "line": 1, "language": "Python", "kind": "class", "extras": "fileScope,anonymous"}"#;
        let guest = r#"{"name": "x", "line": 1, "language": "SQL", "kind": "function"}"#;
        let scoped =
            r#"{"name": "x", "line": 1, "language": "Python", "kind": "class", "extras": "fileScope"}"#;
        assert_eq!(tag(anonymous), None);
        assert_eq!(tag(guest), None);
        assert!(tag(scoped).is_some());
    }
}
