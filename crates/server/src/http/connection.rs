//! Connections: how many there are, how slow each may be, and how all of them end. Knows no route.

mod patient;

use super::HttpLimits;
use crate::Stop;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use patient::Patient;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How long answers that were begun may take when the server is stopped.
const FAREWELL: Duration = Duration::from_secs(5);
/// After an error of the system, such as too many open files, others may end meanwhile.
const PAUSE: Duration = Duration::from_millis(50);
/// Bytes of the head of a request.
const MOST_HEAD: usize = 64 << 10;

pub(super) async fn accept(listener: TcpListener, router: Router, limits: &HttpLimits, stop: &Stop) {
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(limits.connections));
    loop {
        tokio::select! {
            accepted = next(&listener, &places) => match accepted {
                Some((stream, place)) => serve(stream, place, &router, limits, &graceful),
                None => tokio::time::sleep(PAUSE).await,
            },
            () = stop.token.cancelled() => break,
        }
    }
    drop(listener);
    let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
}

/// The next connection that there is a place for.
async fn next(listener: &TcpListener, places: &Arc<Semaphore>) -> Option<(TcpStream, OwnedSemaphorePermit)> {
    let place = Arc::clone(places).acquire_owned().await.ok()?;
    let (stream, _) = listener.accept().await.ok()?;
    Some((stream, place))
}

fn serve(
    stream: TcpStream,
    place: OwnedSemaphorePermit,
    router: &Router,
    limits: &HttpLimits,
    graceful: &GracefulShutdown,
) {
    // Answers are short and wanted at once.
    let _ = stream.set_nodelay(true);
    let mut protocol = http1::Builder::new();
    protocol.timer(TokioTimer::new()).header_read_timeout(limits.head_time).max_buf_size(MOST_HEAD);
    let stream = TokioIo::new(Patient::new(stream, limits.write_time));
    let connection = protocol.serve_connection(stream, TowerToHyperService::new(router.clone()));
    let watched = graceful.watch(connection);
    tokio::spawn(async move {
        // A connection that breaks off has nobody to tell.
        let _ = watched.await;
        drop(place);
    });
}
