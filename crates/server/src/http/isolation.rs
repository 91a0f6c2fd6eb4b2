//! Keeps a request from harming others: one that panics is answered with an error, one that takes too long is given up.

use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::time::Duration;
use tokio::task::JoinSet;

/// The time is for all that happens before the answer begins, the reading of the body among it. Whoever hangs up ends the work.
pub(super) async fn isolated(State(time): State<Duration>, request: Request, next: Next) -> Response {
    let mut work = JoinSet::new();
    work.spawn(next.run(request));
    match tokio::time::timeout(time, work.join_next()).await {
        Ok(Some(Ok(response))) => response,
        Ok(_) => (StatusCode::INTERNAL_SERVER_ERROR, "this request made the program fail\n").into_response(),
        Err(_) => (StatusCode::REQUEST_TIMEOUT, "the request took too long\n").into_response(),
    }
}

/// Source does not belong into caches, and is nothing that a browser should guess at.
pub(super) async fn unkept(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Router;
    use axum::body::Body;
    use axum::http::Request;
    use axum::middleware::from_fn_with_state;
    use axum::routing::get;

    async fn status(path: &str) -> u16 {
        let router = Router::new()
            .route("/panic", get(async || -> &'static str { panic!("on purpose") }))
            .route("/sleep", get(async || tokio::time::sleep(Duration::from_secs(600)).await))
            .route("/well", get(async || "well"))
            .layer(from_fn_with_state(Duration::from_millis(50), isolated));
        let request = Request::builder().uri(path).body(Body::empty()).unwrap();
        let service = hyper_util::service::TowerToHyperService::new(router);
        let answer = hyper::service::Service::call(&service, request);
        answer.await.unwrap().status().as_u16()
    }

    #[tokio::test]
    async fn what_goes_wrong_stays_there() {
        assert_eq!(status("/panic").await, 500);
        assert_eq!(status("/sleep").await, 408);
        assert_eq!(status("/well").await, 200);
    }
}
