//! Connections that outlive a question. A server that failed just now is not waited for again by the next one.

use orienteer_services::{Failure, Kind, Qdrant, QdrantSettings};
use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a failure is believed.
const BELIEVED: Duration = Duration::from_secs(5);

/// The client of the last settings, shared by all clones of a workspace.
#[derive(Default)]
pub(crate) struct Clients {
    open: Mutex<Option<Open>>,
}

struct Open {
    settings: QdrantSettings,
    client: Qdrant,
    failed: Option<(Instant, Failure)>,
}

impl Clients {
    /// For a question; the failure of one that was asked just before.
    pub(crate) fn ask<T>(
        &self,
        settings: &QdrantSettings,
        question: impl FnOnce(&Qdrant) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let client = self.with(settings, |open| match &open.failed {
            Some((at, failure)) if at.elapsed() < BELIEVED => Err(failure.clone()),
            _ => Ok(open.client.clone()),
        })?;
        let answer = question(&client);
        let failed = answer.as_ref().err().filter(|failure| took_long(failure));
        let failed = failed.map(|failure| (Instant::now(), failure.clone()));
        self.with(settings, |open| {
            open.failed = failed;
            Ok(())
        })?;
        answer
    }

    /// For work that is asked for: what failed before is tried again.
    pub(crate) fn fresh(&self, settings: &QdrantSettings) -> Result<Qdrant, Failure> {
        self.with(settings, |open| {
            open.failed = None;
            Ok(open.client.clone())
        })
    }

    fn with<T>(
        &self,
        settings: &QdrantSettings,
        work: impl FnOnce(&mut Open) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        match open.as_mut().filter(|open| open.settings == *settings) {
            Some(open) => work(open),
            None => {
                let client = Qdrant::open(settings)?;
                work(open.insert(Open { settings: settings.clone(), client, failed: None }))
            }
        }
    }
}

/// What failed at once may be asked again at once.
fn took_long(failure: &Failure) -> bool {
    matches!(failure.kind, Kind::Timeout | Kind::Unreachable)
}

impl fmt::Debug for Clients {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Clients")
    }
}
