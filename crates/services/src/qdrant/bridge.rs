//! From synchronous callers to the asynchronous client: a small runtime of its own, bounds of time, and trying again.
//!
//! The future runs on the runtime's thread and the caller waits on a channel, so that it may be called from anywhere, from within
//! another runtime too.

use std::future::Future;
use std::sync::RwLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use qdrant_client::config::QdrantConfig;
use qdrant_client::{Qdrant as Client, QdrantError};
use tokio::runtime::Runtime;

use crate::address::Address;
use crate::failure::{Failure, Kind, Phase, Service};
use crate::patience::{Patience, Refused, with_patience};
use crate::qdrant::classify::{Place, classified, fail};
use crate::settings::{QdrantSettings, index_patience};

/// The client's own bound lies behind ours, which is the one that is typed.
const BEHIND: Duration = Duration::from_secs(30);

pub(super) struct Bridge {
    /// Taken out only to be shut down.
    runtime: Option<Runtime>,
    client: RwLock<Client>,
    config: QdrantConfig,
    place: Place,
    /// Whether the other side ever answered as a Qdrant server does.
    answered: AtomicBool,
    timeout: Duration,
    query_timeout: Duration,
    patience: Patience,
}

impl Bridge {
    pub(super) fn open(settings: &QdrantSettings) -> Result<Bridge, Failure> {
        let address = Address::checked(Service::Qdrant, &settings.url, settings.key.is_some())?;
        let place = Place::of(address.base())?;
        let mut config = QdrantConfig::from_url(address.base());
        config.timeout = settings.timeout() + BEHIND;
        config.connect_timeout = settings.connect_timeout();
        config.api_key = settings.key.as_ref().map(|key| key.reveal().to_owned());
        config.check_compatibility = false;
        config.pool_size = settings.connections;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("qdrant")
            .enable_all()
            .build()
            .map_err(|error| fail(Phase::Configure, Kind::Local, error.to_string()))?;
        Ok(Bridge {
            runtime: Some(runtime),
            client: RwLock::new(connectable(&config)?),
            config,
            place,
            answered: AtomicBool::new(false),
            timeout: settings.timeout(),
            query_timeout: settings.query_timeout(),
            patience: index_patience(settings.retries),
        })
    }

    /// Somebody waits for the answer: once, and not for long.
    pub(super) fn ask<T, F, R>(&self, phase: Phase, request: F) -> Result<T, Failure>
    where
        T: Send + 'static,
        F: Fn(Client) -> R,
        R: Future<Output = Result<T, QdrantError>> + Send + 'static,
    {
        self.attempt(phase, self.query_timeout, &request).map_err(|refused| refused.failure)
    }

    /// Part of a build: tried again while that may help. All requests of ours may be repeated.
    pub(super) fn work<T, F, R>(
        &self,
        phase: Phase,
        cancelled: &dyn Fn() -> bool,
        request: F,
    ) -> Result<T, Failure>
    where
        T: Send + 'static,
        F: Fn(Client) -> R,
        R: Future<Output = Result<T, QdrantError>> + Send + 'static,
    {
        let seed = u64::from(std::process::id());
        with_patience(&self.patience, seed, cancelled, || self.attempt(phase, self.timeout, &request))
    }

    fn attempt<T, F, R>(&self, phase: Phase, timeout: Duration, request: &F) -> Result<T, Refused>
    where
        T: Send + 'static,
        F: Fn(Client) -> R,
        R: Future<Output = Result<T, QdrantError>> + Send + 'static,
    {
        let future = request(self.client());
        let (sender, receiver) = mpsc::channel();
        let Some(runtime) = &self.runtime else { return Err(fail(phase, Kind::Local, "shut down").into()) };
        runtime.spawn(async move {
            // Nobody receives when the caller is gone; then nobody misses it either.
            let _ = sender.send(tokio::time::timeout(timeout, future).await);
        });
        match receiver.recv() {
            Ok(Ok(Ok(value))) => {
                self.answered.store(true, Ordering::Relaxed);
                Ok(value)
            }
            Ok(Ok(Err(error))) => {
                let answered = self.answered.load(Ordering::Relaxed);
                Err(classified(&error, phase, &self.place, self.config.connect_timeout, answered))
            }
            Ok(Err(_)) => {
                self.forget_connections();
                Err(fail(phase, Kind::Timeout, format!("no answer within {} s", timeout.as_secs_f64()))
                    .into())
            }
            Err(_) => Err(fail(phase, Kind::Local, "the request broke off").into()),
        }
    }

    fn client(&self) -> Client {
        self.client.read().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    /// A connection that lost its other side without a word would be waited for again and again.
    fn forget_connections(&self) {
        if let Ok(fresh) = connectable(&self.config) {
            *self.client.write().unwrap_or_else(std::sync::PoisonError::into_inner) = fresh;
        }
    }
}

impl Drop for Bridge {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Connects with the first request.
fn connectable(config: &QdrantConfig) -> Result<Client, Failure> {
    Client::new(config.clone()).map_err(|error| fail(Phase::Configure, Kind::BadAddress, error.to_string()))
}
