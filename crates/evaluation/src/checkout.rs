//! Finds clones of repositories and checks their commits out. The one place that runs the `git` program; it never writes into
//! a clone that it was given.

use crate::error::EvaluationError;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A clone of a repository and the work tree that is made from it.
#[derive(Debug)]
pub(crate) struct Checkout {
    source: PathBuf,
    work_tree: PathBuf,
    /// Others may evaluate in the same folder: one at a time checks out. Dropped with the process.
    _lock: File,
}

/// `owner/name` in a folder of clones, bare or not.
pub(crate) fn find(repositories: &Path, name: &str) -> Option<PathBuf> {
    let short = name.rsplit('/').next().unwrap_or(name);
    let places = [
        repositories.join(name.replace('/', "+")).join("repo"),
        repositories.join(name),
        repositories.join(short),
    ];
    places.into_iter().find(|place| is_repository(place))
}

fn is_repository(folder: &Path) -> bool {
    folder.join(".git").exists() || (folder.join("HEAD").is_file() && folder.join("objects").is_dir())
}

pub(crate) fn has_commit(source: &Path, commit: &str) -> Result<bool, EvaluationError> {
    let object = format!("{commit}^{{commit}}");
    let output = command(source).args(["cat-file", "-e", &object]).output();
    Ok(output.map_err(|source| EvaluationError::NoGit { source })?.status.success())
}

impl Checkout {
    /// Waits for whoever else checks this repository out in the same work folder.
    pub(crate) fn open(source: &Path, work_tree: &Path) -> Result<Checkout, EvaluationError> {
        let parent = work_tree.parent().unwrap_or(work_tree);
        let failed = |source| EvaluationError::Write { path: parent.to_owned(), source };
        std::fs::create_dir_all(parent).map_err(failed)?;
        let name = work_tree.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let lock = File::create(parent.join(name + ".lock")).map_err(failed)?;
        lock.lock().map_err(failed)?;
        let source = source
            .canonicalize()
            .map_err(|error| EvaluationError::Read { path: source.to_owned(), source: error })?;
        Ok(Checkout { source, work_tree: work_tree.to_owned(), _lock: lock })
    }

    pub(crate) fn work_tree(&self) -> &Path {
        &self.work_tree
    }

    pub(crate) fn source(&self) -> &Path {
        &self.source
    }

    /// Makes the work tree hold exactly the files of a commit, with HEAD at that commit. Returns the files that the clone
    /// lacks, as a partial one may.
    pub(crate) fn switch(&self, commit: &str) -> Result<Vec<String>, EvaluationError> {
        if !self.work_tree.join(".git").exists() {
            self.clone_shared()?;
        }
        let whole =
            run(command(&self.work_tree).args(["checkout", "--quiet", "--detach", "--force", commit]));
        if whole.is_err() {
            run(command(&self.work_tree).args(["update-ref", "--no-deref", "HEAD", commit]))?;
            run(command(&self.work_tree).args(["read-tree", "--reset", "HEAD"]))?;
            // Goes on after a file that it cannot write, and fails in the end; what is missing is asked for below.
            let _ = run(command(&self.work_tree).args(["checkout-index", "--all", "--force", "--quiet"]));
        }
        run(command(&self.work_tree).args(["clean", "--quiet", "-ffdx"]))?;
        if whole.is_ok() { Ok(Vec::new()) } else { self.missing() }
    }

    /// Writes the files of a commit to a folder, once. Files that the clone lacks are left out.
    pub(crate) fn export(&self, commit: &str, folder: &Path) -> Result<(), EvaluationError> {
        let beside = |ending: &str| PathBuf::from(format!("{}.{ending}", folder.display()));
        let (index, done) = (beside("index"), beside("done"));
        if done.is_file() && folder.is_dir() {
            return Ok(());
        }
        let failed = |source| EvaluationError::Write { path: folder.to_owned(), source };
        std::fs::create_dir_all(folder).map_err(failed)?;
        let git_folder = run(command(&self.source).args(["rev-parse", "--absolute-git-dir"]))?;
        let export = |arguments: &[&str]| {
            let mut git = command(folder);
            git.env("GIT_INDEX_FILE", &index).arg("--git-dir").arg(git_folder.trim_end());
            run(git.arg("--work-tree").arg(folder).args(arguments))
        };
        export(&["read-tree", commit])?;
        // Goes on after a file that it cannot write, and fails in the end.
        let _ = export(&["checkout-index", "--all", "--force", "--quiet"]);
        std::fs::remove_file(&index).and_then(|()| std::fs::write(&done, "")).map_err(failed)
    }

    fn missing(&self) -> Result<Vec<String>, EvaluationError> {
        let listed = run(command(&self.work_tree).args(["ls-files", "--deleted", "-z"]))?;
        Ok(listed.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect())
    }

    /// Borrows the objects of the clone instead of copying them.
    fn clone_shared(&self) -> Result<(), EvaluationError> {
        let mut clone = program();
        clone.args(["clone", "--quiet", "--shared", "--no-checkout", "--no-tags"]);
        run(clone.arg(&self.source).arg(&self.work_tree)).map(drop)
    }
}

/// Hooks, filters and settings of this machine must not decide what is indexed.
fn command(folder: &Path) -> Command {
    let mut command = program();
    command.arg("-C").arg(folder);
    for setting in
        ["core.hooksPath=/dev/null", "core.autocrlf=false", "gc.auto=0", "advice.detachedHead=false"]
    {
        command.args(["-c", setting]);
    }
    command
}

/// A repository that the surroundings name, as those of a hook do, is not the one that is meant.
fn program() -> Command {
    let mut git = Command::new("git");
    for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR"] {
        git.env_remove(variable);
    }
    git.env("GIT_LFS_SKIP_SMUDGE", "1").env("GIT_TERMINAL_PROMPT", "0");
    git
}

/// What the program says on standard output.
fn run(command: &mut Command) -> Result<String, EvaluationError> {
    let output = command.output().map_err(|source| EvaluationError::NoGit { source })?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let arguments =
        command.get_args().map(|argument| argument.to_string_lossy()).collect::<Vec<_>>().join(" ");
    let message = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(EvaluationError::Git { arguments, message })
}
