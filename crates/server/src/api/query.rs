//! The parameters of a question, as its type has them: what is unknown, of another type or out of bounds is refused and said.

use super::problem::Problem;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

/// Characters of a question or a task.
pub(crate) const MOST_WORDS: usize = 8_000;
/// Characters of what names a unit.
pub(crate) const MOST_NAME: usize = 1_000;
/// Characters of a path or a pattern of paths.
pub(crate) const MOST_PATH: usize = 4_096;
/// Values of a parameter that may be repeated.
pub(crate) const MOST_VALUES: usize = 64;

/// Parameters that have bounds.
pub(crate) trait Bounded {
    /// What is out of bounds.
    fn check(&self) -> Result<(), Problem>;
}

/// The parameters of a request.
#[derive(Clone, Debug)]
pub(crate) struct Asked<T>(pub T);

impl<T: DeserializeOwned + Bounded, S: Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Asked<T>, Problem> {
        let query = parts.uri.query().unwrap_or_default();
        let asked: T = serde_html_form::from_str(query).map_err(|error| {
            Problem::bad(&error.to_string()).hint("/api/v1/openapi.json describes all parameters")
        })?;
        asked.check()?;
        Ok(Asked(asked))
    }
}

pub(crate) fn text(name: &str, text: &str, least: usize, most: usize) -> Result<(), Problem> {
    let length = text.chars().take(most + 1).count();
    if length < least {
        return Err(Problem::bad(&format!("`{name}` is empty")));
    }
    if length > most {
        return Err(Problem::bad(&format!("`{name}` is longer than {most} characters")));
    }
    Ok(())
}

pub(crate) fn number(name: &str, number: usize, least: usize, most: usize) -> Result<(), Problem> {
    if (least..=most).contains(&number) {
        return Ok(());
    }
    Err(Problem::bad(&format!("`{name}` is {number}, and has to be between {least} and {most}")))
}

pub(crate) fn list(name: &str, values: &[String]) -> Result<(), Problem> {
    if values.len() > MOST_VALUES {
        return Err(Problem::bad(&format!("`{name}` is given more than {MOST_VALUES} times")));
    }
    values.iter().try_for_each(|value| text(name, value, 1, MOST_PATH))
}

/// The id of a project.
pub(crate) fn project(project: Option<&String>) -> Result<(), Problem> {
    project.map_or(Ok(()), |project| text("project", project, 0, MOST_NAME))
}
