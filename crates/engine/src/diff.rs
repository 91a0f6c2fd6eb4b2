//! Which units a change touches: the work tree against a commit, one commit against another, or a patch. One path for whoever
//! asks; nothing here knows what the answer is for.

mod compare;
mod gone;
mod patch;
mod patch_error;
mod renames;
mod sides;

use crate::error::EngineError;
use crate::workspace::Workspace;
use orienteer_model::{UnitId, UnitKind};
use orienteer_storage::Snapshot;
pub use patch_error::PatchError;

/// A change, as it is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The work tree against HEAD.
    WorkTree,
    /// `BASE` is the work tree against that commit; `BASE..OTHER` and `BASE...OTHER` are as git has them.
    Range(String),
    /// A unified diff, which the tree has already or could take.
    Patch(Vec<u8>),
}

/// A declaration that is gone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DeletedUnit {
    /// The file that it was in.
    pub path: String,
    pub name: String,
    pub kind: UnitKind,
    /// Where it stood before.
    pub line: u32,
}

/// A file that has another path and, but for that, is the same.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RenamedFile {
    pub from: String,
    pub to: String,
}

/// What a change touches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff {
    /// Files that differ and could be compared.
    pub files: Vec<String>,
    /// Not among the files: nothing in them changed.
    pub renamed: Vec<RenamedFile>,
    pub deleted: Vec<DeletedUnit>,
    pub(crate) units: Vec<UnitId>,
}

impl Diff {
    /// Nothing in any file is other than before.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}

/// A file that is not the same before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Changed {
    /// After the change; before it where the file is gone.
    path: String,
    /// The path that it had before, where that is another one.
    before: Option<String>,
    old: Option<Vec<u8>>,
    new: Option<Vec<u8>>,
}

impl Workspace {
    /// Refuses a change that cannot be read whatever the index holds, so that nothing has to be indexed to say so.
    pub fn check_change(&self, change: &Change) -> Result<(), EngineError> {
        match change {
            Change::WorkTree => self.sides(None).map(drop),
            Change::Range(range) => self.sides(Some(range)).map(drop),
            Change::Patch(text) => Ok(patch::parse(text).map(drop)?),
        }
    }

    pub(crate) fn diff(&self, snapshot: &Snapshot, change: &Change) -> Result<Diff, EngineError> {
        let changed = match change {
            Change::WorkTree => self.changed_since(snapshot, None)?,
            Change::Range(range) => self.changed_since(snapshot, Some(range))?,
            Change::Patch(text) => self.changed_by_patch(text)?,
        };
        Ok(compare::diff(snapshot, &renames::paired(changed)))
    }
    /// A patch names files from the root of the repository, of which the tree may be a part.
    fn changed_by_patch(&self, text: &[u8]) -> Result<Vec<Changed>, EngineError> {
        let folder = orienteer_history::locate(self.root()).and_then(|git| git.prefix);
        let files = patch::below(patch::parse(text)?, folder.as_deref().unwrap_or_default());
        Ok(patch::changed(self.root(), &files)?)
    }
}
