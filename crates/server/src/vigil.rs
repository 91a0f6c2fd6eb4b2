//! The last look at the files of a tree, kept for as long as the kernel says that nothing changed. Nothing here waits or runs by itself.

use orienteer_engine::{EngineError, Freshness, Lookout, Progress, Stir, View, Workspace};
use std::time::{Duration, Instant};

/// Whoever asks again so soon will ask more: from then on changes are watched for.
const SOON: Duration = Duration::from_secs(60);
/// After this the files are looked at all the same: a write through a mapped file is told to nobody.
const LONGEST: Duration = Duration::from_secs(60);

/// Bounded by construction: one lookout, one view.
pub(crate) struct Vigil {
    /// Whether changes may be watched for at all.
    watches: bool,
    lookout: Option<Lookout>,
    last: Option<Look>,
    /// When no lookout could be had; it is not asked for again at once.
    refused: Option<Instant>,
}

struct Look {
    at: Instant,
    view: View,
}

impl Vigil {
    pub(crate) fn new(watches: bool) -> Vigil {
        Vigil { watches, lookout: None, last: None, refused: None }
    }

    /// A view that has taken in what changed before now.
    pub(crate) fn view(
        &mut self,
        workspace: &Workspace,
        progress: &dyn Progress,
    ) -> Result<View, EngineError> {
        if let Some(view) = self.undisturbed(workspace)? {
            return Ok(view);
        }
        self.watch(workspace);
        let at = Instant::now();
        let view = workspace.view(progress)?;
        self.last = Some(Look { at, view: view.clone() });
        Ok(view)
    }

    /// The last view, if nothing can have changed since.
    fn undisturbed(&mut self, workspace: &Workspace) -> Result<Option<View>, EngineError> {
        let Some(lookout) = self.lookout.as_mut() else { return Ok(None) };
        let stir = lookout.stir();
        if stir == Stir::Folders {
            self.lookout = None;
        }
        let Some(Look { at, view }) = self.last.as_ref() else { return Ok(None) };
        let holds = at.elapsed() < LONGEST && view.freshness == Freshness::Current;
        let is_same = match stir {
            Stir::Nothing => true,
            // Perhaps it was us.
            Stir::Index => workspace.snapshot()?.is_some_and(|current| current.id() == view.snapshot.id()),
            Stir::Files | Stir::Folders => false,
        };
        Ok((holds && is_same).then(|| view.clone()))
    }

    /// Before the files are looked at, so that nothing falls in between.
    fn watch(&mut self, workspace: &Workspace) {
        let is_asked = self.last.as_ref().is_some_and(|last| last.at.elapsed() < SOON);
        let was_refused = self.refused.is_some_and(|refused| refused.elapsed() < LONGEST);
        if self.watches && self.lookout.is_none() && is_asked && !was_refused {
            self.lookout = workspace.lookout();
            self.refused = self.lookout.is_none().then(Instant::now);
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use orienteer_engine::{Location, Silent};
    use std::fs;

    fn names(view: &View) -> Vec<String> {
        let mut names: Vec<String> = view.snapshot.files().map(|file| file.path().to_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_view_stays_until_something_changes() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("tree");
        fs::create_dir_all(root.join("src")).unwrap();
        fs::write(root.join("src/a.py"), "def a(): pass\n").unwrap();
        let workspace = Workspace::new(Location::exact(&root).unwrap(), &folder.path().join("cache"));
        let mut vigil = Vigil::new(true);
        let first = vigil.view(&workspace, &Silent).unwrap();
        assert!(vigil.lookout.is_none(), "one question is no conversation");
        vigil.view(&workspace, &Silent).unwrap();
        assert!(vigil.lookout.is_some());
        let looked = vigil.last.as_ref().map(|last| last.at);
        vigil.view(&workspace, &Silent).unwrap();
        assert_eq!(vigil.last.as_ref().map(|last| last.at), looked, "no second look");

        fs::write(root.join("src/b.py"), "def b(): pass\n").unwrap();
        let second = vigil.view(&workspace, &Silent).unwrap();
        assert_eq!(names(&second), ["src/a.py", "src/b.py"]);
        assert_ne!(second.snapshot.id(), first.snapshot.id());
        let looked = vigil.last.as_ref().map(|last| last.at);
        vigil.view(&workspace, &Silent).unwrap();
        assert_eq!(vigil.last.as_ref().map(|last| last.at), looked, "its own publication is no news");

        fs::create_dir(root.join("src/deep")).unwrap();
        fs::write(root.join("src/deep/c.py"), "def c(): pass\n").unwrap();
        assert_eq!(names(&vigil.view(&workspace, &Silent).unwrap()).len(), 3);
        fs::write(root.join("src/deep/d.py"), "def d(): pass\n").unwrap();
        assert_eq!(names(&vigil.view(&workspace, &Silent).unwrap()).len(), 4, "the new folder is watched");
    }

    #[test]
    fn where_nobody_stays_every_question_looks() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("tree");
        fs::create_dir_all(&root).unwrap();
        let workspace = Workspace::new(Location::exact(&root).unwrap(), &folder.path().join("cache"));
        let mut vigil = Vigil::new(false);
        for _ in 0..3 {
            vigil.view(&workspace, &Silent).unwrap();
        }
        assert!(vigil.lookout.is_none());
    }
}
