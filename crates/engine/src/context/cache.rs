//! Answers that were given before, on disk for the next process and in memory for a server. Wraps the pipeline: it knows nothing
//! of this, and an answer is the same with and without.
//!
//! The key is all that an answer depends on: the program, the snapshot, the request with all its numbers, and the change that it
//! is about. Files are looked at again before they are quoted again. An answer that did without something is not kept.

use super::record::{decode, encode};
use super::{ContextAnswer, ContextRequest, Subject};
use crate::diff::Diff;
use crate::error::EngineError;
use crate::freshness::{Freshness, View};
use crate::qdrant::Engine;
use crate::workspace::Workspace;
use orienteer_storage::{AnswerLimits, Answers, Snapshot};
use std::collections::{BTreeSet, VecDeque};
use std::sync::{Mutex, PoisonError};

type Key = [u8; 32];

/// Where answers are kept.
#[derive(Debug, Default)]
pub struct PackCache {
    /// Whatever tells this program from others that could have written an answer.
    program: String,
    disk: Option<Answers>,
    /// The last ones, the latest first.
    memory: Mutex<VecDeque<(Key, ContextAnswer)>>,
    most_in_memory: usize,
}

impl PackCache {
    /// Keeps nothing yet. `program` is part of every key: another version answers anew.
    pub fn new(program: impl Into<String>) -> PackCache {
        PackCache { program: program.into(), ..PackCache::default() }
    }

    /// Keeps answers beside the index, for whichever process comes next.
    pub fn on_disk(self, workspace: &Workspace) -> PackCache {
        PackCache { disk: Some(workspace.repository.answers(AnswerLimits::default())), ..self }
    }

    /// Keeps the last `most` answers while the process runs.
    pub fn in_memory(self, most: usize) -> PackCache {
        PackCache { most_in_memory: most, ..self }
    }

    /// How many answers are in memory.
    pub fn kept_in_memory(&self) -> usize {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    fn get(&self, key: &Key) -> Option<ContextAnswer> {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = memory.iter().position(|(known, _)| known == key)
            && let Some(entry) = memory.remove(found)
        {
            let answer = entry.1.clone();
            memory.push_front(entry);
            return Some(answer);
        }
        drop(memory);
        let answer = decode(&self.disk.as_ref()?.get(key)?)?;
        self.remember(key, &answer);
        Some(answer)
    }

    /// What cannot be written is not kept; the answer stands.
    fn put(&self, key: &Key, answer: &ContextAnswer) {
        self.remember(key, answer);
        if let Some(disk) = &self.disk {
            let bytes = encode(answer);
            debug_assert!(decode(&bytes).is_some(), "a name that the record does not know");
            let _ = disk.put(key, &bytes);
        }
    }

    fn remember(&self, key: &Key, answer: &ContextAnswer) {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        memory.retain(|(known, _)| known != key);
        memory.push_front((*key, ContextAnswer { diff: None, ..answer.clone() }));
        memory.truncate(self.most_in_memory);
    }

    fn key(&self, snapshot: &Snapshot, request: &ContextRequest, diff: Option<&Diff>) -> Key {
        let mut hasher = blake3::Hasher::new();
        let mut add = |part: &[u8]| {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        };
        let ContextRequest { task, subject, budget, format, filter, sent, settings, memory, params } =
            request;
        add(self.program.as_bytes());
        add(snapshot.id().to_string().as_bytes());
        add(task.as_bytes());
        add(format!(
            "{budget} {format:?} {filter:?} {sent:?} {:x} {:x} {:x}",
            params.fingerprint(),
            settings.fingerprint(),
            memory.fingerprint()
        )
        .as_bytes());
        add(settings.companions().map(|companions| companions.state()).unwrap_or_default().as_bytes());
        match subject {
            Subject::Task => add(b"task"),
            Subject::Files(paths) => add(format!("files {paths:?}").as_bytes()),
            // Names of commits come to mean others, and work trees change: what counts is what was found to be changed.
            Subject::Change(_) => add(format!("change {diff:?}").as_bytes()),
        }
        *hasher.finalize().as_bytes()
    }
}

impl Workspace {
    /// As [`Workspace::context`], from the cache where it has the answer. Only while the tree is as the snapshot has it.
    pub fn cached_context(
        &self,
        view: &View,
        request: &ContextRequest,
        cache: &PackCache,
    ) -> Result<ContextAnswer, EngineError> {
        let diff = self.change_of(view, request)?;
        // What a server recalls may change while nothing changes here.
        if view.freshness != Freshness::Current || request.settings.engine != Engine::Embedded {
            return self.answered(view, request, diff, None).map(|(answer, _)| answer);
        }
        let key = cache.key(&view.snapshot, request, diff.as_ref());
        if let Some(answer) = cache.get(&key).filter(|answer| self.is_as_quoted(&view.snapshot, answer)) {
            return Ok(ContextAnswer { diff, ..answer });
        }
        let (answer, is_whole) = self.answered(view, request, diff, None)?;
        if is_whole && answer.notes.is_empty() {
            cache.put(&key, &answer);
        }
        Ok(answer)
    }

    /// Whether the cache has an answer, if nothing changed since the snapshot. Says whether it is worth while to load what only a
    /// new answer needs, not what the answer will be.
    pub fn is_likely_cached(&self, request: &ContextRequest, cache: &PackCache) -> bool {
        if matches!(request.subject, Subject::Change(_)) || request.settings.engine != Engine::Embedded {
            return false;
        }
        let snapshot = self.snapshot().ok().flatten();
        snapshot.is_some_and(|snapshot| cache.get(&cache.key(&snapshot, request, None)).is_some())
    }

    /// Whether every file that the answer quotes is still what the snapshot was made from.
    fn is_as_quoted(&self, snapshot: &Snapshot, answer: &ContextAnswer) -> bool {
        let quoted = answer.items.iter().filter(|item| !item.lines.is_empty());
        let paths: BTreeSet<&str> = quoted.map(|item| item.hit.place.path.as_str()).collect();
        paths.into_iter().all(|path| {
            let source = orienteer_indexing::read_source(self.root(), path).ok().flatten();
            let key = snapshot.file_by_path(path).map(|file| file.key());
            source.is_some_and(|source| Some(source.key) == key)
        })
    }
}
