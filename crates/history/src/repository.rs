//! An opened repository: HEAD, and objects by id. Read-only; reads no configuration but the repository's own.

use std::path::{Path, PathBuf};

use gix::objs::{Find as _, FindHeader as _, Kind};

use crate::{
    commit,
    error::HistoryError,
    facts::CommitId,
    locate::{Location, locate},
    trees::{self, TreeCache},
};

/// Pack entries kept decoded per reader, in bytes: bases of delta chains are asked for again and again.
const PACK_CACHE_BYTES: usize = 16 << 20;

/// A repository at the commit that HEAD named when it was opened.
pub struct Repository {
    location: Location,
    shared: gix::ThreadSafeRepository,
    head: Option<CommitId>,
}

impl Repository {
    /// Opens the repository that `path` is in.
    pub fn open(path: &Path) -> Result<Repository, HistoryError> {
        let location = locate(path).ok_or_else(|| HistoryError::NotARepository { path: path.to_owned() })?;
        if location.prefix.is_none() {
            return Err(HistoryError::PathNotText { path: path.to_owned() });
        }
        check_format(&location.common_dir)?;
        let shared = open(&location.git_dir)?;
        let head = head_id(&shared.to_thread_local())?;
        Ok(Repository { location, shared, head })
    }

    pub fn location(&self) -> &Location {
        &self.location
    }

    /// The commit HEAD names; none before the first commit.
    pub fn head_id(&self) -> Option<CommitId> {
        self.head
    }

    /// A reader of the files at HEAD.
    pub fn head(&self) -> HeadFiles {
        match &self.head {
            Some(head) => self.at(head),
            None => HeadFiles { objects: self.objects(), cache: TreeCache::default(), tree: None },
        }
    }

    pub(crate) fn objects(&self) -> Objects {
        Objects { repository: self.shared.to_thread_local() }
    }

    /// Commits whose parents a shallow clone left out, sorted.
    pub(crate) fn shallow_boundary(&self) -> Vec<CommitId> {
        let commits = self.shared.to_thread_local().shallow_commits().ok().flatten();
        let mut boundary: Vec<CommitId> =
            commits.iter().flat_map(|commits| commits.iter()).filter_map(|id| bytes(id)).collect();
        boundary.sort_unstable();
        boundary
    }
}

/// The files at one commit, HEAD or another, by path relative to the folder the repository was opened for.
pub struct HeadFiles {
    pub(crate) objects: Objects,
    pub(crate) cache: TreeCache,
    pub(crate) tree: Option<CommitId>,
}

impl HeadFiles {
    /// The blob id of a regular file.
    pub fn oid(&mut self, path: &str) -> Option<[u8; 20]> {
        trees::blob(&self.objects, &mut self.cache, self.tree?, path)
    }

    /// The content of a regular file.
    pub fn blob(&mut self, path: &str) -> Option<Vec<u8>> {
        let id = self.oid(path)?;
        let mut buffer = Vec::new();
        self.objects.read(&id, Kind::Blob, &mut buffer).then_some(buffer)
    }
}

/// One thread's access to objects, with its own caches.
pub(crate) struct Objects {
    pub(crate) repository: gix::Repository,
}

impl Objects {
    /// Reads an object of a kind into `buffer`; false where it is missing, damaged or of another kind.
    pub(crate) fn read(&self, id: &CommitId, kind: Kind, buffer: &mut Vec<u8>) -> bool {
        let id = gix::ObjectId::from_bytes_or_panic(id);
        matches!(self.repository.objects.try_find(&id, buffer), Ok(Some(data)) if data.kind == kind)
    }

    /// The size of an object, without reading it whole.
    pub(crate) fn size(&self, id: &CommitId) -> Option<u64> {
        let id = gix::ObjectId::from_bytes_or_panic(id);
        Some(self.repository.objects.try_header(&id).ok()??.size)
    }

    pub(crate) fn commit(&self, id: &CommitId) -> Option<commit::Commit> {
        let mut buffer = Vec::new();
        self.read(id, Kind::Commit, &mut buffer).then(|| commit::Commit::parse(&buffer))?
    }
}

pub(crate) fn bytes(id: &gix::oid) -> Option<CommitId> {
    id.as_bytes().try_into().ok()
}

fn open(git_dir: &Path) -> Result<gix::ThreadSafeRepository, HistoryError> {
    // Replacement refs would let objects in that HEAD does not reach.
    let overrides =
        ["core.useReplaceRefs=false".to_owned(), format!("core.deltaBaseCacheLimit={PACK_CACHE_BYTES}")];
    let options = gix::open::Options::isolated().config_overrides(overrides).open_path_as_is(true);
    gix::ThreadSafeRepository::open_opts(git_dir, options)
        .map_err(|error| HistoryError::Open { path: git_dir.to_owned(), source: error.into() })
}

fn head_id(repository: &gix::Repository) -> Result<Option<CommitId>, HistoryError> {
    let head = repository.head().and_then(|head| head.try_into_peeled_id());
    let id = head.map_err(|error| HistoryError::Head { source: error.into() })?;
    Ok(id.and_then(|id| bytes(&id)))
}

/// Says which formats are not understood, before they can be misread.
fn check_format(common_dir: &Path) -> Result<(), HistoryError> {
    let unsupported = |format| HistoryError::UnsupportedFormat { path: PathBuf::from(common_dir), format };
    let path = common_dir.join("config");
    let Ok(config) = gix::config::File::from_path_no_includes(path, gix::config::Source::Local) else {
        return Ok(());
    };
    let is = |key: &str, value: &str| {
        config.string(key).is_some_and(|found| found.eq_ignore_ascii_case(value.as_bytes()))
    };
    if is("extensions.objectFormat", "sha256") {
        return Err(unsupported("SHA-256 object ids"));
    }
    if is("extensions.refStorage", "reftable") {
        return Err(unsupported("the reftable format"));
    }
    Ok(())
}
