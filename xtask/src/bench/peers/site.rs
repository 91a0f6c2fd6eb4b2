//! One tree as every program gets it: the folder of a commit, without what an earlier program left in it.
//!
//! The clone that it comes from is never written to.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::sample::{Case, Stand, Suite};
use crate::Outcome;
use crate::bench::folder::{self, Scratch};

pub(super) struct Site {
    scratch: Scratch,
    /// Relative to the tree, with forward slashes.
    pub(super) files: Vec<String>,
    root: String,
}

impl Site {
    pub(super) fn make(stand: &Stand, repositories: &Path) -> Result<Site, String> {
        let case = stand.cases.first().ok_or("no case")?;
        let source = clone_of(repositories, &case.repo)?;
        let scratch = Scratch::create("peers")?;
        let site = Site { scratch, files: Vec::new(), root: case.root.trim_matches('/').to_owned() };
        match stand.suite {
            Suite::Files => site.export(&source, case)?,
            Suite::Issues => site.check_out(&source, case)?,
        }
        let files = site.listed();
        Ok(Site { files, ..site })
    }

    pub(super) fn tree(&self) -> PathBuf {
        self.scratch.path().join("tree")
    }

    /// Where a program may keep what it likes.
    pub(super) fn kept(&self) -> PathBuf {
        self.scratch.path().join("kept")
    }

    pub(super) fn report(&self) -> PathBuf {
        self.scratch.path().join("usage.json")
    }

    /// The path as the suite would write it.
    pub(super) fn in_repository(&self, path: &str) -> String {
        if self.root.is_empty() { path.to_owned() } else { format!("{}/{path}", self.root) }
    }

    /// Removes what the last program made.
    pub(super) fn reset(&self) -> Outcome {
        let (tree, kept) = (self.tree(), self.kept());
        let _ = std::fs::remove_dir_all(&kept);
        std::fs::create_dir_all(&kept).map_err(|error| format!("{}: {error}", kept.display()))?;
        if tree.join(".git").exists() {
            return git(&tree, &["clean", "--quiet", "-ffdx"]);
        }
        let is_ours = |path: &Path| {
            let relative = path.strip_prefix(&tree).unwrap_or(path).to_string_lossy().replace('\\', "/");
            self.files.binary_search(&relative).is_ok()
        };
        let strange = folder::files(&tree).into_iter().filter(|path| !is_ours(path));
        strange.for_each(|path| {
            let _ = std::fs::remove_file(path);
        });
        Ok(())
    }

    fn listed(&self) -> Vec<String> {
        let tree = self.tree();
        let relative = |path: PathBuf| {
            let inside = path.strip_prefix(&tree).ok()?.to_string_lossy().replace('\\', "/");
            (!inside.starts_with(".git/")).then_some(inside)
        };
        let mut files: Vec<String> = folder::files(&tree).into_iter().filter_map(relative).collect();
        files.sort();
        files
    }

    /// The folder that is asked about and nothing else: no program sees more of the repository.
    fn export(&self, source: &Path, case: &Case) -> Outcome {
        let (whole, archive) = (self.scratch.path().join("whole"), self.scratch.path().join("archive.tar"));
        std::fs::create_dir_all(&whole).map_err(|error| format!("{}: {error}", whole.display()))?;
        let output = format!("--output={}", archive.display());
        let mut arguments = vec!["archive", "--format=tar", &output, &case.commit];
        if !self.root.is_empty() {
            arguments.push(&self.root);
        }
        git(source, &arguments)?;
        succeed(Command::new("tar").arg("-xf").arg(&archive).arg("-C").arg(&whole))?;
        let tree = self.tree();
        std::fs::rename(whole.join(&self.root), &tree).map_err(|error| format!("{}: {error}", tree.display()))
    }

    /// The whole repository with its history up to the commit, and no way to what came later.
    fn check_out(&self, source: &Path, case: &Case) -> Outcome {
        let mut clone = Command::new("git");
        clone
            .args(["clone", "--quiet", "--shared", "--no-checkout", "--no-tags"])
            .arg(source)
            .arg(self.tree());
        succeed(&mut clone)?;
        git(&self.tree(), &["checkout", "--quiet", "--detach", "--force", &case.commit])?;
        git(&self.tree(), &["remote", "remove", "origin"])
    }
}

fn clone_of(repositories: &Path, name: &str) -> Result<PathBuf, String> {
    let short = name.rsplit('/').next().unwrap_or(name);
    let places = [
        repositories.join(name.replace('/', "+")).join("repo"),
        repositories.join(name),
        repositories.join(short),
    ];
    let found = places.into_iter().find(|place| place.join(".git").exists() || place.join("HEAD").is_file());
    let found = found.ok_or_else(|| format!("no clone of {name}"))?;
    found.canonicalize().map_err(|error| format!("{}: {error}", found.display()))
}

fn git(folder: &Path, arguments: &[&str]) -> Outcome {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(["-c", "core.hooksPath=/dev/null", "-c", "gc.auto=0"]).args(arguments);
    succeed(&mut command)
}

fn succeed(command: &mut Command) -> Outcome {
    for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        command.env_remove(variable);
    }
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{program} could not be started: {error}"))?;
    let words = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    if output.status.success() { Ok(()) } else { Err(format!("{program}: {words}")) }
}

#[cfg(test)]
pub(super) fn site_with(files: &[(&str, &str)], root: &str) -> Site {
    let scratch = Scratch::create("peers-test").unwrap();
    let tree = scratch.path().join("tree");
    for (path, text) in files {
        let place = tree.join(path);
        std::fs::create_dir_all(place.parent().unwrap()).unwrap();
        std::fs::write(place, text).unwrap();
    }
    let site = Site { scratch, files: Vec::new(), root: root.to_owned() };
    let files = site.listed();
    Site { files, ..site }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_left_is_gone_and_the_tree_is_whole() {
        let site = site_with(&[("a.py", "1"), ("deep/b.py", "2")], "src");
        std::fs::create_dir_all(site.tree().join(".index")).unwrap();
        std::fs::write(site.tree().join(".index/data"), "x").unwrap();
        site.reset().unwrap();
        assert_eq!(site.listed(), site.files);
        assert_eq!(site.files, ["a.py", "deep/b.py"]);
        assert_eq!(site.in_repository("a.py"), "src/a.py");
        assert!(site.kept().is_dir());
    }

    #[test]
    fn a_clone_that_is_not_there_is_named() {
        assert_eq!(clone_of(Path::new("no/such"), "owner/name").unwrap_err(), "no clone of owner/name");
    }
}
