//! The parameters of a question, as its type has them: what is unknown, of another type or out of bounds is refused and said.

use super::problem::Problem;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

/// Characters of a question or a task. A longer one may not fit into the head of a request.
pub(crate) const MOST_WORDS: usize = 4_000;
/// Characters of what names a unit.
pub(crate) const MOST_NAME: usize = 1_000;
/// Characters of a path or a pattern of paths.
pub(crate) const MOST_PATH: usize = 1_000;
/// Values of a parameter that may be repeated.
pub(crate) const MOST_VALUES: usize = 32;
/// Parameters of a question that nobody could read that are looked at one by one.
const MOST_PAIRS: usize = 64;

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
            let said = match culprit::<T>(query) {
                Some(name) => format!("`{name}`: {error}"),
                None => error.to_string(),
            };
            Problem::bad(&said).hint("/api/v1/openapi.json describes all parameters")
        })?;
        asked.check()?;
        Ok(Asked(asked))
    }
}

/// The parameter without which, or given once, the question could be read: the error itself does not say which it was.
fn culprit<T: DeserializeOwned>(query: &str) -> Option<String> {
    let pairs: Vec<(&str, &str)> = query
        .split('&')
        .map(|pair| (pair.split('=').next().unwrap_or(pair), pair))
        .take(MOST_PAIRS)
        .collect();
    let reads = |kept: Vec<&str>| serde_html_form::from_str::<T>(&kept.join("&")).is_ok();
    let others =
        |name: &str| pairs.iter().filter(|(other, _)| *other != name).map(|(_, pair)| *pair).collect();
    let first = |name: &str| pairs.iter().find(|(other, _)| *other == name).map(|(_, pair)| *pair);
    let is_it = |name: &str| {
        let others: Vec<&str> = others(name);
        reads(others.clone()) || reads(others.into_iter().chain(first(name)).collect())
    };
    let found = pairs.iter().map(|(name, _)| *name).find(|name| is_it(name))?;
    Some(found.chars().filter(|letter| letter.is_ascii_graphic()).take(64).collect())
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only whether it can be read is asked")]
    struct Parameters {
        q: String,
        limit: Option<usize>,
    }

    #[test]
    fn whichever_parameter_is_wrong_is_named() {
        assert_eq!(culprit::<Parameters>("q=a&limit=abc").as_deref(), Some("limit"));
        assert_eq!(culprit::<Parameters>("q=a&colour=red").as_deref(), Some("colour"));
        assert_eq!(culprit::<Parameters>("q=a&q=b").as_deref(), Some("q"));
        assert_eq!(culprit::<Parameters>("limit=3"), None);
    }
}
