//! What can keep a suite from being run, with the way out.

use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum EvaluationError {
    #[error("{}", unread(path, source))]
    Read { path: PathBuf, source: std::io::Error },
    #[error("cannot write {}: {source}", path.display())]
    Write { path: PathBuf, source: std::io::Error },
    #[error("{}:{line}: not a case: {source}", path.display())]
    Case { path: PathBuf, line: usize, source: serde_json::Error },
    #[error("{} is not the output of an evaluation: {source}", path.display())]
    Output { path: PathBuf, source: serde_json::Error },
    #[error("{} has no case", path.display())]
    EmptySuite { path: PathBuf },
    #[error("no repository of {} has `{only}` in its name; it asks about {known}", suite.display())]
    NoSuchRepository { suite: PathBuf, only: String, known: String },
    #[error("there is no folder {}", path.display())]
    NoClones { path: PathBuf },
    #[error("cannot tell what kind of suite {} is", path.display())]
    UnknownKind { path: PathBuf },
    #[error("suite `lines` scores packs, which `search` does not make")]
    LinesNeedContext,
    #[error("{} lies inside the tree that it asks about: the answers would be found with the questions", path.display())]
    SuiteInsideTree { path: PathBuf },
    #[error("cannot run `git`: {source}")]
    NoGit { source: std::io::Error },
    #[error("git {arguments} failed: {message}")]
    Git { arguments: String, message: String },
    #[error("no case of {} could be run: no repository or commit of it was found in {}", suite.display(), repositories.display())]
    NothingToRun { suite: PathBuf, repositories: PathBuf },
    #[error("{id} of {repo}: {source}")]
    Asked { id: String, repo: String, source: orienteer_engine::EngineError },
    #[error("{note}")]
    Service { note: String },
    #[error(transparent)]
    Engine(#[from] orienteer_engine::EngineError),
    #[error("cannot start {threads} threads: {source}")]
    Threads { threads: usize, source: rayon::ThreadPoolBuildError },
    #[error("the two outputs have no case in common")]
    NothingInCommon,
    #[error("`{name}` is not a parameter")]
    UnknownParameter { name: String },
    #[error("{name} cannot be switched: {source}")]
    Turned { name: &'static str, source: orienteer_engine::ParamsError },
    #[error("`{name}` has no line of its own in {}", path.display())]
    NoParameterLine { name: String, path: PathBuf },
}

impl EvaluationError {
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            EvaluationError::EmptySuite { .. } => {
                Some("a suite has one JSON object a line: id, repo, commit, query and relevant")
            }
            EvaluationError::NoSuchRepository { .. } => Some("give --only a part of one of these names"),
            EvaluationError::NoClones { .. } => {
                Some("give --repos the folder of the clones: OWNER+NAME/repo, OWNER/NAME or NAME in it")
            }
            EvaluationError::Write { .. } => Some("check that the folder exists and may be written to"),
            EvaluationError::UnknownKind { .. } => {
                Some("name it with --kind files|symbols|issues|lines|paraphrases")
            }
            EvaluationError::LinesNeedContext => Some("leave --through out"),
            EvaluationError::SuiteInsideTree { .. } => {
                Some("move the suite out of the folder that is indexed")
            }
            EvaluationError::NoGit { .. } => Some("install git: it checks the trees out"),
            EvaluationError::NothingToRun { .. } => {
                Some("clone into DIR/OWNER/NAME; the commits must be there")
            }
            EvaluationError::Asked { source, .. } | EvaluationError::Engine(source) => source.hint(),
            _ => None,
        }
    }
}

/// What is not there is said in plain words, without the system's number for it.
fn unread(path: &Path, source: &std::io::Error) -> String {
    match source.kind() {
        std::io::ErrorKind::NotFound => format!("{} does not exist", path.display()),
        _ => format!("cannot read {}: {source}", path.display()),
    }
}
