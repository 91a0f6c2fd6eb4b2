//! `/events`: how far indexing is, and every new snapshot, for as long as somebody listens. Files are looked at now and then
//! meanwhile, once for all who listen.

use super::Api;
use super::origin::shortened;
use super::problem::{Problem, Problems};
use super::query::Asked;
use super::stand::desk;
use super::status::{Indexing, ProjectParameters};
use crate::Stop;
use crate::desk::Desk;
use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::{self, Sender};
use tokio_stream::wrappers::ReceiverStream;
use utoipa::ToSchema;

/// How often the gauge is read.
const TICK: Duration = Duration::from_millis(150);
/// A comment says so often that the server is still there.
const ALIVE: Duration = Duration::from_secs(15);
/// Files are looked at when that was so long ago.
const LOOK: Duration = Duration::from_secs(5);
/// Events that wait for a slow listener.
const WAITING: usize = 16;

/// There is a snapshot to ask.
#[derive(Serialize, ToSchema)]
pub(crate) struct Ready {
    /// The beginning of its id.
    snapshot: String,
}

type Listener = Sender<Result<Event, Infallible>>;

/// Server-sent events: `progress` with how far indexing is (as `indexing` of the status), `ready` with the snapshot.
#[utoipa::path(get, path = "/events", params(ProjectParameters), responses((status = 200, body = String, content_type = "text/event-stream"), Problems))]
pub(crate) async fn events(
    State(api): State<Api>,
    Asked(asked): Asked<ProjectParameters>,
) -> Result<Response, Problem> {
    let desk = desk(&api, asked.project).await?;
    let (listener, stream) = mpsc::channel(WAITING);
    tokio::spawn(tell(desk, listener, api.stop));
    let alive = KeepAlive::new().interval(ALIVE).text("here");
    Ok(Sse::new(ReceiverStream::new(stream)).keep_alive(alive).into_response())
}

/// Until the listener hangs up or the server stops.
async fn tell(desk: Arc<Desk>, listener: Listener, stop: Stop) {
    let mut told = Told::default();
    loop {
        desk.look_within(LOOK);
        tokio::select! {
            () = stop.token.cancelled() => return,
            () = listener.closed() => return,
            () = tokio::time::sleep(TICK) => {}
        }
        if !told.news(&desk, &listener).await {
            return;
        }
    }
}

/// What a listener has heard.
#[derive(Default)]
struct Told {
    progress: Option<Indexing>,
    snapshot: Option<String>,
}

impl Told {
    /// False where nobody listens any more.
    async fn news(&mut self, desk: &Desk, listener: &Listener) -> bool {
        let progress = Indexing::of(desk.indexing());
        if progress != self.progress {
            self.progress = progress;
            if let Some(progress) = &self.progress
                && !send(listener, "progress", progress).await
            {
                return false;
            }
        }
        let snapshot = desk.latest();
        if snapshot == self.snapshot {
            return true;
        }
        self.snapshot = snapshot;
        let ready = Ready { snapshot: shortened(self.snapshot.as_deref().unwrap_or_default()) };
        send(listener, "ready", &ready).await
    }
}

async fn send(listener: &Listener, name: &str, data: &impl Serialize) -> bool {
    let data = serde_json::to_string(data).unwrap_or_default();
    listener.send(Ok(Event::default().event(name).data(data))).await.is_ok()
}
