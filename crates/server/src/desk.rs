//! One tree that is asked about. Whoever asks gets a snapshot that has taken in what changed before; those who ask at the same time
//! share one look at the files. Nothing here answers a question, and nothing runs when nobody asks.

use crate::ServeOptions;
use crate::blocking::{Failure, blocking};
use crate::gauge::{Gauge, Standing};
use crate::news::News;
use crate::vigil::Vigil;
use orienteer_engine::{PackCache, View, Workspace};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// How often whoever waits looks at the gauge.
const TICK: Duration = Duration::from_millis(100);
/// Contexts that are kept for whoever asks the same again.
const KEPT: usize = 32;

pub(crate) struct Desk {
    pub workspace: Workspace,
    /// The folder of all indexes.
    pub cache: PathBuf,
    pub packs: PackCache,
    pub gauge: Gauge,
    vigil: std::sync::Mutex<Vigil>,
    /// The last look, and whose turn it is to look.
    last: Mutex<Option<Look>>,
    /// There was a snapshot once.
    is_known: AtomicBool,
    /// Counts arrivals and looks: a look that began after an arrival serves it.
    clock: AtomicU64,
    latest: std::sync::Mutex<Latest>,
}

struct Look {
    began: u64,
    view: View,
}

/// What listeners are told without waiting for a look.
#[derive(Default)]
struct Latest {
    snapshot: Option<String>,
    looked: Option<Instant>,
}

/// What a glimpse may take of the time that a call has: small trees are indexed in the rest.
pub(crate) fn glimpse_time(patience: Duration) -> Duration {
    patience * 2 / 3
}

/// What there is to answer from.
pub(crate) enum Ready {
    View(View),
    /// There is no snapshot yet.
    Indexing(Standing),
}

impl Desk {
    pub(crate) fn new(workspace: Workspace, options: &ServeOptions) -> Desk {
        Desk {
            packs: PackCache::new(options.program.clone()).in_memory(KEPT),
            cache: options.cache.clone(),
            workspace,
            gauge: Gauge::default(),
            vigil: std::sync::Mutex::new(Vigil::new(options.stays)),
            last: Mutex::new(None),
            is_known: AtomicBool::new(false),
            clock: AtomicU64::new(0),
            latest: std::sync::Mutex::default(),
        }
    }

    /// How far the run is that is under way; none where nothing runs.
    pub(crate) fn indexing(&self) -> Option<Standing> {
        self.last.try_lock().is_err().then(|| self.gauge.standing())
    }

    /// The snapshot that was seen last.
    pub(crate) fn latest(&self) -> Option<String> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner).snapshot.clone()
    }

    /// Looks at the files if nobody did for so long. Does not wait for it, and what goes wrong is told to whoever asks.
    pub(crate) fn look_within(self: &Arc<Self>, time: Duration) {
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        if self.last.try_lock().is_err() || latest.looked.is_some_and(|looked| looked.elapsed() < time) {
            return;
        }
        latest.looked = Some(Instant::now());
        drop(latest);
        let arrived = self.clock.fetch_add(1, Ordering::SeqCst);
        tokio::spawn(Arc::clone(self).look(arrived));
    }

    /// A snapshot that is current, if it can be had in time; else the last one with what changed since. Where there is none most
    /// of the time is left for a glimpse. Whoever stops waiting does not stop the work.
    pub(crate) async fn ready(
        self: &Arc<Self>,
        patience: Duration,
        mut news: News,
    ) -> Result<Ready, Failure> {
        let arrived = self.clock.fetch_add(1, Ordering::SeqCst);
        let mut looking = tokio::spawn(Arc::clone(self).look(arrived));
        let began = Instant::now();
        let patience = if self.is_known().await? { patience } else { patience - glimpse_time(patience) };
        let deadline = began + patience;
        loop {
            tokio::select! {
                biased;
                view = &mut looking => return view.unwrap_or(Err(Failure::Panicked)).map(Ready::View),
                () = tokio::time::sleep_until(deadline) => return self.before().await,
                () = tokio::time::sleep(TICK) => news.tell(self.gauge.standing()).await,
            }
        }
    }

    async fn look(self: Arc<Self>, arrived: u64) -> Result<View, Failure> {
        let mut last = self.last.lock().await;
        if let Some(look) = last.as_ref().filter(|look| look.began > arrived) {
            return Ok(look.view.clone());
        }
        let began = self.clock.fetch_add(1, Ordering::SeqCst);
        let desk = Arc::clone(&self);
        desk.gauge.reset();
        let look = move || {
            let mut vigil = desk.vigil.lock().unwrap_or_else(PoisonError::into_inner);
            vigil.view(&desk.workspace, &desk.gauge)
        };
        let view = blocking(look).await?;
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        *latest = Latest { snapshot: Some(view.snapshot.id().to_string()), looked: Some(Instant::now()) };
        drop(latest);
        *last = Some(Look { began, view: view.clone() });
        Ok(view)
    }

    /// Whether there is any snapshot.
    async fn is_known(self: &Arc<Self>) -> Result<bool, Failure> {
        if !self.is_known.load(Ordering::Relaxed) {
            let desk = Arc::clone(self);
            let is_known = blocking(move || Ok(desk.workspace.snapshot()?.is_some())).await?;
            self.is_known.store(is_known, Ordering::Relaxed);
        }
        Ok(self.is_known.load(Ordering::Relaxed))
    }

    /// What was published before.
    async fn before(self: &Arc<Self>) -> Result<Ready, Failure> {
        let desk = Arc::clone(self);
        let view = move || {
            let Some(snapshot) = desk.workspace.snapshot()? else { return Ok(None) };
            Ok(Some(View { freshness: desk.workspace.freshness(&snapshot)?, snapshot }))
        };
        let standing = self.gauge.standing();
        Ok(blocking(view).await?.map_or(Ready::Indexing(standing), Ready::View))
    }
}
