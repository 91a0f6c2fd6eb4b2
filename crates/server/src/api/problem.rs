//! What went wrong, as RFC 9457 has it. Every error below `/api` has this form, also those that were made before or around a
//! route. Nothing of the program's inside is told.

use super::place::Place;
use crate::blocking::Failure;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use orienteer_engine::{EngineError, SearchError};
use serde::Serialize;
use utoipa::{IntoResponses, ToSchema};

const MEDIA_TYPE: &str = "application/problem+json";
/// Bytes of a refusal that others wrote; they are short.
const MOST_BYTES: usize = 4 << 10;
/// Characters of a detail: it may quote what was asked.
const MOST_DETAIL: usize = 500;
/// Seconds after which to ask again.
const SOON: &str = "2";

/// What went wrong (RFC 9457).
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Problem {
    /// Always `about:blank`: the status says what kind of problem it is.
    r#type: &'static str,
    /// The status in words.
    title: &'static str,
    #[schema(minimum = 400, maximum = 599)]
    status: u16,
    /// What is wrong with this question.
    detail: String,
    /// The way out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    hint: Option<String>,
    /// What may have been meant.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    nearest: Vec<Place>,
}

/// The errors of every route.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "they stand in the description")]
pub(crate) enum Problems {
    /// The question cannot be answered.
    #[response(status = "4XX", content_type = "application/problem+json")]
    Refused(Problem),
    /// The index is being made, or the program failed.
    #[response(status = "5XX", content_type = "application/problem+json")]
    Failed(Problem),
}

impl Problem {
    pub(crate) fn new(status: StatusCode, detail: &str) -> Problem {
        Problem {
            r#type: "about:blank",
            title: status.canonical_reason().unwrap_or("Error"),
            status: status.as_u16(),
            detail: detail.chars().take(MOST_DETAIL).collect(),
            hint: None,
            nearest: Vec::new(),
        }
    }

    pub(crate) fn bad(detail: &str) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, detail)
    }

    pub(crate) fn not_found(detail: &str) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, detail)
    }

    /// There is no index to answer from yet.
    pub(crate) fn unready(detail: &str) -> Problem {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, detail).hint("ask again in a few seconds")
    }

    pub(crate) fn hint(self, hint: &str) -> Problem {
        Problem { hint: Some(hint.to_owned()), ..self }
    }

    pub(crate) fn nearest(self, nearest: &[orienteer_engine::Place]) -> Problem {
        Problem { nearest: nearest.iter().map(Place::of).collect(), ..self }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let mut response = (status, [(CONTENT_TYPE, MEDIA_TYPE)], body).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static(SOON));
        }
        response
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Problem {
        match failure {
            Failure::Engine(error) => error.into(),
            Failure::Panicked => Problem::new(StatusCode::INTERNAL_SERVER_ERROR, &failure.to_string()),
        }
    }
}

impl From<EngineError> for Problem {
    fn from(error: EngineError) -> Problem {
        let problem = Problem::new(status(&error), &error.to_string());
        match hint(&error) {
            Some(hint) => problem.hint(hint),
            None => problem,
        }
    }
}

fn status(error: &EngineError) -> StatusCode {
    match error {
        EngineError::UnknownLanguage { .. }
        | EngineError::BadGlob { .. }
        | EngineError::BadDistance { .. }
        | EngineError::NoBudget
        | EngineError::BudgetTooSmall { .. }
        | EngineError::Search(SearchError::Empty | SearchError::NoWords | SearchError::NoVectors) => {
            StatusCode::BAD_REQUEST
        }
        EngineError::NoSuchFile { .. } | EngineError::NoCode | EngineError::NoSuchFolder { .. } => {
            StatusCode::NOT_FOUND
        }
        // What stands in the repository cannot be worked with, whatever is asked.
        EngineError::Settings(_) => StatusCode::CONFLICT,
        error if error.is_cancelled() => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// In the words of this interface, where the engine speaks of the command line.
fn hint(error: &EngineError) -> Option<&'static str> {
    match error {
        EngineError::NoBudget | EngineError::BudgetTooSmall { .. } => Some("raise budget"),
        EngineError::UnknownLanguage { .. } => Some("/api/v1/status lists the languages of the index"),
        EngineError::BadGlob { .. } => Some("a path is like src/**/*.rs, or !tests/** to leave out"),
        EngineError::NoCode => Some("/api/v1/status says what was indexed"),
        error => error.hint(),
    }
}

/// Gives refusals of whoever stands around the routes the form of all others. Their headers stay.
pub(crate) async fn as_problems(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_api = path == "/api" || path.starts_with("/api/");
    let response = next.run(request).await;
    let status = response.status();
    let is_error = status.is_client_error() || status.is_server_error();
    let is_problem = response.headers().get(CONTENT_TYPE).is_some_and(|given| given == MEDIA_TYPE);
    if !is_api || !is_error || is_problem { response } else { rewritten(response).await }
}

async fn rewritten(response: Response) -> Response {
    let (mut head, body) = response.into_parts();
    let text = to_bytes(body, MOST_BYTES).await.unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let detail = match (head.status, text.trim()) {
        (StatusCode::METHOD_NOT_ALLOWED, "") => "only GET is answered here",
        (_, "") => head.status.canonical_reason().unwrap_or("Error"),
        (_, text) => text,
    };
    let problem = Problem::new(head.status, detail);
    head.headers.remove(CONTENT_LENGTH);
    head.headers.insert(CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
    Response::from_parts(head, Body::from(serde_json::to_vec(&problem).unwrap_or_default()))
}
