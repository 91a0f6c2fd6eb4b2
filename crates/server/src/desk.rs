//! One tree that is asked about. Whoever asks gets a snapshot that has taken in what changed before; those who ask at the same time
//! share one look at the files. Nothing here answers a question, and nothing runs when nobody asks.

use crate::blocking::{Failure, blocking};
use crate::gauge::{Gauge, Standing};
use crate::news::News;
use orienteer_engine::{View, Workspace};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// How often whoever waits looks at the gauge.
const TICK: Duration = Duration::from_millis(100);

pub(crate) struct Desk {
    pub workspace: Workspace,
    pub gauge: Gauge,
    /// The last look, and whose turn it is to look.
    last: Mutex<Option<Look>>,
    /// Counts arrivals and looks: a look that began after an arrival serves it.
    clock: AtomicU64,
}

struct Look {
    began: u64,
    view: View,
}

/// What there is to answer from.
pub(crate) enum Ready {
    View(View),
    /// There is no snapshot yet.
    Indexing(Standing),
}

impl Desk {
    pub(crate) fn new(workspace: Workspace) -> Desk {
        let (gauge, last, clock) = (Gauge::default(), Mutex::new(None), AtomicU64::new(0));
        Desk { workspace, gauge, last, clock }
    }

    /// A snapshot that is current, if it can be had in time; else the last one with what changed since. Whoever stops waiting
    /// does not stop the work.
    pub(crate) async fn ready(
        self: &Arc<Self>,
        patience: Duration,
        mut news: News,
    ) -> Result<Ready, Failure> {
        let arrived = self.clock.fetch_add(1, Ordering::SeqCst);
        let mut looking = tokio::spawn(Arc::clone(self).look(arrived));
        let deadline = Instant::now() + patience;
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
        let view = blocking(move || desk.workspace.view(&desk.gauge)).await?;
        *last = Some(Look { began, view: view.clone() });
        Ok(view)
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
