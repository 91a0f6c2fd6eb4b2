//! Everything that can go wrong, with what the user can do about it.

use crate::settings::SettingsError;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    #[error("{} does not exist", path.display())]
    NoSuchFolder { path: PathBuf },
    #[error("{} is a file, not a folder", path.display())]
    NotAFolder { path: PathBuf },
    #[error("{} is a bare repository: it has no files to index", path.display())]
    Bare { path: PathBuf },
    #[error("{} is the root of the file system, not a repository", path.display())]
    WholeSystem { path: PathBuf },
    #[error(transparent)]
    Index(#[from] orienteer_indexing::IndexError),
    #[error(transparent)]
    Storage(#[from] orienteer_storage::Error),
    #[error("this tree has not been indexed")]
    NotIndexed,
    #[error(transparent)]
    History(#[from] orienteer_history::HistoryError),
    #[error(transparent)]
    Search(#[from] orienteer_search::SearchError),
    #[error(transparent)]
    Settings(Box<SettingsError>),
    #[error("there is no language `{name}`")]
    UnknownLanguage { name: String },
    #[error("`{pattern}` is not a pattern of paths: {message}")]
    BadGlob { pattern: String, message: String },
    #[error("{distance} is not a distance")]
    BadDistance { distance: f32 },
    #[error("a budget of 0 tokens has no room for an answer")]
    NoBudget,
    #[error("the budget is too small: {budget} tokens, where the shortest answer has {least}")]
    BudgetTooSmall { budget: usize, least: usize },
    #[error("there is no code here to choose from")]
    NoCode,
    #[error("{path} is not a file of the index")]
    NoSuchFile { path: String },
    #[error("{path} does not exist")]
    MissingFile { path: String },
    #[error("{path} is not inside the tree at {}", root.display())]
    OutsideTree { path: String, root: PathBuf },
    #[error("a change is asked about without a task")]
    TaskOfChange,
    #[error("{path} is a folder, not a file")]
    IsAFolder { path: String },
    #[error(transparent)]
    Patch(#[from] crate::diff::PatchError),
    #[error("there is no answer `{pack}` to speak of")]
    NoSuchPack { pack: String },
    #[error("`{name}` is not in the answer `{pack}`")]
    NotInAnswer { name: String, pack: String },
    #[error("the two sides of `{range}` have no commit in common")]
    NoCommonCommit { range: String },
    #[error("cannot lock {}: {source}", path.display())]
    WatchLock { path: PathBuf, source: std::io::Error },
    #[error("the system does not let this user watch so many folders")]
    TooManyWatches,
    #[error("the system does not let this user run so many watchers")]
    TooManyWatchers,
    #[error("`{name}` cannot be the name of a library")]
    BadLibraryName { name: String },
    #[error("there is no library `{name}`; known: {}", listed(known))]
    UnknownLibrary { name: String, known: Vec<String> },
    #[error("{} is already the library `{name}`", root.display())]
    LibraryTwice { name: String, root: PathBuf },
    #[error("no library `{name}` on this machine; looked for {}", places(looked))]
    NoSuchLibrary { name: String, looked: Vec<PathBuf> },
    #[error("cannot watch for changes: {message}")]
    Watch { message: String },
}

impl From<SettingsError> for EngineError {
    fn from(error: SettingsError) -> EngineError {
        EngineError::Settings(Box::new(error))
    }
}

impl EngineError {
    /// The caller asked to stop; nothing went wrong.
    pub fn is_cancelled(&self) -> bool {
        matches!(self, EngineError::Index(orienteer_indexing::IndexError::Cancelled))
    }

    /// The system did not let the index be written; what was published before is as it was.
    pub(crate) fn is_refused_write(&self) -> bool {
        use orienteer_indexing::IndexError;
        use std::io::ErrorKind;
        let (EngineError::Storage(error) | EngineError::Index(IndexError::Storage(error))) = self else {
            return false;
        };
        let orienteer_storage::Error::Io { source, .. } = error else { return false };
        let is_full = matches!(
            source.kind(),
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge
        );
        is_full || matches!(source.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem)
    }

    /// The way out, where there is one.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            EngineError::NoSuchFolder { .. } | EngineError::MissingFile { .. } => Some("check the path"),
            EngineError::NotAFolder { .. } => Some("give the folder that holds it"),
            EngineError::Bare { .. } => Some("add a worktree (`git worktree add`) and index that"),
            EngineError::WholeSystem { .. } => Some("name the repository with --path, or offer it as a root"),
            EngineError::NotIndexed => Some("run `orient index`"),
            EngineError::Storage(error)
            | EngineError::Index(orienteer_indexing::IndexError::Storage(error)) => storage_hint(error),
            EngineError::History(orienteer_history::HistoryError::UnknownRevision { .. }) => {
                Some("`git branch --all` and `git tag` list what can be named")
            }
            EngineError::History(orienteer_history::HistoryError::NotARepository { .. }) => Some(
                "a change can only be told from a commit: give a patch (--diff -), or ask without --diff",
            ),
            EngineError::Search(error) => search_hint(error),
            EngineError::Settings(_) => Some("`orient doctor --help` shows what this file may hold"),
            EngineError::UnknownLanguage { .. } => {
                Some("`orient status --problems` lists the languages of the index")
            }
            EngineError::BadGlob { .. } => Some("quote it for the shell: --glob 'src/**/*.rs'"),
            EngineError::BadDistance { .. } => Some("a distance is 0 or more; the same text has 0"),
            EngineError::NoBudget | EngineError::BudgetTooSmall { .. } => {
                Some("give more with --budget; 8000 is the default")
            }
            EngineError::NoCode => Some("`orient status` says what was indexed"),
            EngineError::NoSuchFile { .. } => Some("check the path; ignored files are not indexed"),
            EngineError::OutsideTree { .. } => Some("name files of one tree; --path says of which"),
            EngineError::TaskOfChange => Some("leave the task out, or --diff"),
            EngineError::IsAFolder { .. } => Some("name the files in it: --files FOLDER/*"),
            EngineError::Patch(error) => Some(error.hint()),
            EngineError::NoSuchPack { .. } => {
                Some("every answer says its own name; older ones are forgotten")
            }
            EngineError::NotInAnswer { .. } => {
                Some("name units as the answer does: Class.method, or path:line")
            }
            EngineError::TooManyWatches => Some(
                "raise it: `sudo sysctl fs.inotify.max_user_watches=1048576`, or ignore folders in .orientignore",
            ),
            EngineError::TooManyWatchers => {
                Some("raise it: `sudo sysctl fs.inotify.max_user_instances=1024`")
            }
            EngineError::BadLibraryName { .. } => {
                Some("a name has letters, digits and `-_.@/`; give another one with --name")
            }
            EngineError::UnknownLibrary { .. } => Some("add it with `orient library add`"),
            EngineError::LibraryTwice { .. } => {
                Some("it would be found twice; take the other name away first, with `orient library remove`")
            }
            EngineError::NoSuchLibrary { .. } => {
                Some("give its folder, or the Python environment with --environment")
            }
            EngineError::NoCommonCommit { .. } => Some("compare them directly, with two dots"),
            EngineError::WatchLock { .. } => Some("set ORIENT_CACHE_DIR to a folder that you may write to"),
            EngineError::Index(_) | EngineError::History(_) | EngineError::Watch { .. } => None,
        }
    }
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

fn places(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

fn search_hint(error: &orienteer_search::SearchError) -> Option<&'static str> {
    use orienteer_search::SearchError;
    match error {
        SearchError::Empty => Some("say what you look for, in words or as a name"),
        SearchError::NoWords => Some("use a word that says more than `the` or `and`"),
        SearchError::NoVectors => {
            Some("leave --candidates and --max-distance out, or ask with --candidates lexical")
        }
        SearchError::Embedder(_) => Some("ask with --candidates lexical"),
    }
}

fn storage_hint(error: &orienteer_storage::Error) -> Option<&'static str> {
    use orienteer_storage::Error;
    match error {
        Error::Io { source, .. } => match source.kind() {
            std::io::ErrorKind::StorageFull
            | std::io::ErrorKind::QuotaExceeded
            | std::io::ErrorKind::FileTooLarge => {
                Some("free some space, or set ORIENT_CACHE_DIR to another disk")
            }
            std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem => {
                Some("set ORIENT_CACHE_DIR to a folder that you may write to")
            }
            _ => None,
        },
        Error::Format { .. } | Error::Corrupt { .. } => Some("run `orient index --force`"),
        Error::TooMany { .. } | Error::Inconsistent { .. } => None,
    }
}
