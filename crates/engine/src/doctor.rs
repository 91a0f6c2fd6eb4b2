//! Looks at everything that an index stands on, and says what is wrong with it. Repairs nothing.

use crate::freshness::Freshness;
use crate::settings::{SETTINGS_FILE, Settings};
use crate::system;
use crate::watch_lock::watching;
use crate::workspace::Workspace;
use orienteer_history::{HistoryError, Repository as Git};
use orienteer_storage::{Error, FORMAT_VERSION, Snapshot};
use std::collections::BTreeMap;
use std::path::Path;

/// Less room than this, in bytes, is soon used up; less than the second is too little for any index.
const LITTLE_ROOM: u64 = 1 << 30;
const NO_ROOM: u64 = 50 << 20;
/// Fewer open files than this are not enough for the parts of a snapshot and the packs beside it.
const FEW_FILES: u64 = 256;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Health {
    Good,
    Warning,
    Failed,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    pub name: &'static str,
    pub health: Health,
    pub detail: String,
    /// The way out, where something is wrong.
    pub hint: Option<&'static str>,
}

impl Check {
    fn good(name: &'static str, detail: impl Into<String>) -> Check {
        Check { name, health: Health::Good, detail: detail.into(), hint: None }
    }

    fn warning(name: &'static str, detail: impl Into<String>, hint: &'static str) -> Check {
        Check { name, health: Health::Warning, detail: detail.into(), hint: Some(hint) }
    }

    fn failed(name: &'static str, detail: impl Into<String>, hint: &'static str) -> Check {
        Check { name, health: Health::Failed, detail: detail.into(), hint: Some(hint) }
    }
}

const REBUILD: &str = "run `orient index --force`";
const OTHER_CACHE: &str = "set ORIENT_CACHE_DIR to a folder that you may write to";

impl Workspace {
    /// Every check, in the order of what stands on what.
    pub fn doctor(&self) -> Vec<Check> {
        let folder = existing(self.index_folder());
        let mut checks = vec![cache(folder), room(folder)];
        let (index, snapshot) = self.check_index();
        checks.push(index);
        if let Some(snapshot) = &snapshot {
            checks.push(snapshot_sums(snapshot));
            checks.push(self.check_packs());
        }
        checks.extend([self.check_settings(), self.check_writer(), self.check_watcher(), self.check_git()]);
        if let Some(snapshot) = &snapshot {
            checks.extend([self.check_freshness(snapshot), problems(snapshot)]);
        }
        checks.extend(self.check_inotify());
        checks.extend(open_files());
        checks
    }

    fn check_index(&self) -> (Check, Option<Snapshot>) {
        const NAME: &str = "index";
        match self.tree.current() {
            Ok(Some(snapshot)) => {
                let detail = format!("snapshot {}, format {FORMAT_VERSION}", snapshot.id());
                (Check::good(NAME, detail), Some(snapshot))
            }
            Ok(None) => (Check::warning(NAME, "there is none yet", "run `orient index`"), None),
            Err(error @ Error::Format { .. }) => {
                (Check::warning(NAME, error.to_string(), "run `orient index`: it is built anew"), None)
            }
            Err(error) => (Check::failed(NAME, error.to_string(), REBUILD), None),
        }
    }

    fn check_packs(&self) -> Check {
        const NAME: &str = "shared facts";
        let facts = self.repository.facts().and_then(|facts| facts.verify().map(|()| facts.disk_bytes()));
        let commits =
            self.repository.commits().and_then(|commits| commits.verify().map(|()| commits.disk_bytes()));
        match (facts, commits) {
            (Ok(facts), Ok(commits)) => {
                Check::good(NAME, format!("{} bytes, checksums agree", facts + commits))
            }
            (Err(error), _) | (_, Err(error)) => {
                Check::failed(NAME, error.to_string(), "run `orient clear` and `orient index`")
            }
        }
    }

    fn check_settings(&self) -> Check {
        const NAME: &str = "settings";
        match self.settings() {
            Ok(settings) if settings == Settings::default() && !self.root().join(SETTINGS_FILE).exists() => {
                Check::good(NAME, format!("no {SETTINGS_FILE}: only what is built in"))
            }
            Ok(settings) => {
                let (concepts, services) = (settings.concepts.len(), settings.service_count());
                let services = if services > 0 { format!(", {services} services") } else { String::new() };
                Check::good(NAME, format!("{SETTINGS_FILE}: {concepts} concepts{services}"))
            }
            Err(error) => {
                Check::failed(NAME, error.to_string(), "`orient doctor --help` shows what this file may hold")
            }
        }
    }

    fn check_writer(&self) -> Check {
        const NAME: &str = "writer";
        if !self.index_folder().is_dir() {
            return Check::good(NAME, "nobody is writing");
        }
        match self.repository.try_lock_writer() {
            Ok(Some(_)) => Check::good(NAME, "nobody is writing"),
            Ok(None) => Check::good(
                NAME,
                match system::lock_holder(&self.index_folder().join("lock")) {
                    Some(process) => format!("process {process} is writing"),
                    None => "another process is writing".to_owned(),
                },
            ),
            Err(error) => Check::failed(NAME, error.to_string(), OTHER_CACHE),
        }
    }

    fn check_watcher(&self) -> Check {
        let detail = watching(self)
            .map_or_else(|| "nobody is watching".to_owned(), |id| format!("process {id} watches"));
        Check::good("watcher", detail)
    }

    fn check_git(&self) -> Check {
        const NAME: &str = "git";
        match Git::open(self.root()) {
            Ok(git) => Check::good(
                NAME,
                match git.head_id() {
                    Some(id) => format!(
                        "HEAD is {}",
                        id[..6].iter().map(|byte| format!("{byte:02x}")).collect::<String>()
                    ),
                    None => "no commit yet".to_owned(),
                },
            ),
            Err(HistoryError::NotARepository { .. }) => {
                Check::good(NAME, "not a repository: no history to read")
            }
            Err(error) => Check::warning(NAME, error.to_string(), "everything but the history is indexed"),
        }
    }

    fn check_freshness(&self, snapshot: &Snapshot) -> Check {
        const NAME: &str = "freshness";
        match self.freshness(snapshot) {
            Ok(Freshness::Current) => Check::good(NAME, "the files are as the snapshot has them"),
            Ok(Freshness::Behind(changes)) => {
                let count = changes.added.len() + changes.changed.len() + changes.removed.len();
                Check::good(NAME, format!("{count} files changed since; the next question takes them in"))
            }
            Err(error) => Check::failed(NAME, error.to_string(), "check that the folder can be read"),
        }
    }

    fn check_inotify(&self) -> Option<Check> {
        const NAME: &str = "inotify";
        let watches = system::inotify_limit("max_user_watches")?;
        let instances = system::inotify_limit("max_user_instances")?;
        let folders = orienteer_indexing::folders(self.root()).len() as u64;
        let detail = format!("{folders} folders; {watches} watches and {instances} watchers per user");
        Some(if folders * 5 > watches * 4 {
            Check::warning(
                NAME,
                detail,
                "for `orient watch`: `sudo sysctl fs.inotify.max_user_watches=1048576`",
            )
        } else {
            Check::good(NAME, detail)
        })
    }
}

/// The folder itself, or the nearest one around it that exists.
fn existing(folder: &Path) -> &Path {
    folder.ancestors().find(|folder| folder.is_dir()).unwrap_or(Path::new("/"))
}

fn cache(folder: &Path) -> Check {
    const NAME: &str = "cache folder";
    let probe = folder.join(format!("tmp-probe-{}", std::process::id()));
    let written = std::fs::write(&probe, b"probe").and_then(|()| std::fs::remove_file(&probe));
    match written {
        Ok(()) => Check::good(NAME, format!("{} can be written to", folder.display())),
        Err(error) => {
            Check::failed(NAME, format!("{} cannot be written to: {error}", folder.display()), OTHER_CACHE)
        }
    }
}

fn room(folder: &Path) -> Check {
    const NAME: &str = "free space";
    const HINT: &str = "free some space, or set ORIENT_CACHE_DIR to another disk";
    let Some(free) = system::free_bytes(folder) else { return Check::good(NAME, "unknown") };
    let detail = format!("{} MB", free / 1_000_000);
    match free {
        ..NO_ROOM => Check::failed(NAME, detail, HINT),
        NO_ROOM..LITTLE_ROOM => Check::warning(NAME, detail, HINT),
        _ => Check::good(NAME, detail),
    }
}

fn snapshot_sums(snapshot: &Snapshot) -> Check {
    const NAME: &str = "checksums";
    match snapshot.verify() {
        Ok(()) => Check::good(NAME, format!("all {} bytes of the snapshot agree", snapshot.disk_bytes())),
        Err(error) => Check::failed(NAME, error.to_string(), REBUILD),
    }
}

fn problems(snapshot: &Snapshot) -> Check {
    const NAME: &str = "problems";
    let mut kinds: BTreeMap<&'static str, u64> = BTreeMap::new();
    for problem in snapshot.files().filter_map(|file| file.first_problem()) {
        *kinds.entry(problem.kind().name()).or_default() += 1;
    }
    if kinds.is_empty() {
        return Check::good(NAME, "every file was read whole");
    }
    let counts: Vec<String> = kinds.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
    Check::warning(
        NAME,
        format!("files by problem: {}", counts.join(", ")),
        "`orient status --problems` lists them",
    )
}

fn open_files() -> Option<Check> {
    const NAME: &str = "open files";
    let most = system::open_files()?;
    let detail = format!("{most} per process");
    Some(if most < FEW_FILES {
        Check::warning(NAME, detail, "raise it: `ulimit -n 4096`")
    } else {
        Check::good(NAME, detail)
    })
}
