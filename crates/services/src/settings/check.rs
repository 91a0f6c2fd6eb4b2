//! Mistakes in settings, each with the key that it stands under.
//!
//! A setting is used as it was written or refused; none is bent into its range.

use crate::address::Address;
use crate::failure::{Kind, Service};
use crate::settings::{DenseProtocol, DenseSettings, Endpoint, QdrantSettings, ServiceSettings};

/// A mistake, and where it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key}: {problem}")]
pub struct SettingsProblem {
    pub key: String,
    pub problem: Problem,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    #[error("is missing")]
    Missing,
    #[error("is no http or https address without user and query")]
    Address,
    #[error("a key is not sent in the clear to a host that is not loopback: use https")]
    PlainHttpWithKey,
    #[error("has to be between {least} and {most}")]
    Range { least: u64, most: u64 },
    #[error("is not one of {known}")]
    Unknown { known: &'static str },
    #[error("is no number")]
    NotANumber,
    #[error("is no key: blank, or with letters that cannot be sent")]
    NotAKey,
    #[error("needs `{variable}` beside it: a key goes only to an address that comes from the same place")]
    KeyWithoutAddress { variable: &'static str },
    #[error("may have letters, digits, `-`, `_` and `.`, 1 to 100 of them")]
    Name,
    #[error("needs `{other}`")]
    Needs { other: &'static str },
}

type Checked = Result<(), SettingsProblem>;

/// The service under its name in the settings, to build keys with.
struct Place {
    table: &'static str,
    service: Service,
}

impl Place {
    fn problem(&self, key: &str, problem: Problem) -> SettingsProblem {
        SettingsProblem { key: format!("services.{}.{key}", self.table), problem }
    }

    fn within(&self, key: &str, value: u64, least: u64, most: u64) -> Checked {
        let fits = (least..=most).contains(&value);
        if fits { Ok(()) } else { Err(self.problem(key, Problem::Range { least, most })) }
    }

    fn seconds(&self, key: &str, value: f64) -> Checked {
        let fits = value > 0.0 && value <= 3_600.0;
        if fits { Ok(()) } else { Err(self.problem(key, Problem::Range { least: 0, most: 3_600 })) }
    }

    fn address(&self, url: &str, with_key: bool) -> Checked {
        if url.is_empty() {
            return Err(self.problem("url", Problem::Missing));
        }
        let wrong =
            |kind| if kind == Kind::PlainHttpWithKey { Problem::PlainHttpWithKey } else { Problem::Address };
        let checked = Address::checked(self.service, url, with_key);
        checked.map(|_| ()).map_err(|failure| self.problem("url", wrong(failure.kind)))
    }
}

const MEGABYTE: u64 = 1024 * 1024;
const LONGEST_PREFIX: u64 = 1_000;

impl ServiceSettings {
    /// The first mistake, if there is one.
    pub fn check(&self) -> Checked {
        if let Some(dense) = &self.dense {
            check_dense(dense)?;
        }
        if let Some(sparse) = &self.sparse {
            check_endpoint(&Place { table: "sparse", service: Service::SparseEmbedder }, &sparse.endpoint)?;
        }
        if let Some(rerank) = &self.rerank {
            let place = Place { table: "rerank", service: Service::Reranker };
            place.within("candidates", rerank.candidates as u64, 1, 1_000)?;
            check_endpoint(&place, &rerank.endpoint)?;
        }
        if let Some(qdrant) = &self.qdrant {
            check_qdrant(qdrant)?;
        }
        match self.cache_megabytes {
            Some(0) | None => Ok(()),
            Some(value) if value <= 1_000_000 => Ok(()),
            Some(_) => Err(SettingsProblem {
                key: "services.cache_megabytes".to_owned(),
                problem: Problem::Range { least: 0, most: 1_000_000 },
            }),
        }
    }
}

fn check_dense(dense: &DenseSettings) -> Checked {
    let place = Place { table: "dense", service: Service::DenseEmbedder };
    if let Some(dimension) = dense.dimension {
        place.within("dimension", dimension as u64, 1, 65_535)?;
    }
    if dense.request_dimension && dense.dimension.is_none() {
        return Err(place.problem("request_dimension", Problem::Needs { other: "dimension" }));
    }
    place.within("query_prefix", dense.query_prefix.len() as u64, 0, LONGEST_PREFIX)?;
    place.within("document_prefix", dense.document_prefix.len() as u64, 0, LONGEST_PREFIX)?;
    match dense.protocol {
        DenseProtocol::Local if dense.folder.is_none() => Err(place.problem("folder", Problem::Missing)),
        DenseProtocol::Local => check_amounts(&place, &dense.endpoint),
        DenseProtocol::OpenAi if dense.endpoint.model.is_empty() => {
            Err(place.problem("model", Problem::Missing))
        }
        DenseProtocol::OpenAi | DenseProtocol::Tei => check_endpoint(&place, &dense.endpoint),
    }
}

fn check_endpoint(place: &Place, endpoint: &Endpoint) -> Checked {
    place.address(&endpoint.url, endpoint.key.is_some())?;
    check_amounts(place, endpoint)
}

fn check_amounts(place: &Place, endpoint: &Endpoint) -> Checked {
    place.within("batch", endpoint.batch as u64, 1, 2_048)?;
    place.within("batch_bytes", endpoint.batch_bytes as u64, 1_024, 16 * MEGABYTE)?;
    place.within("text_bytes", endpoint.text_bytes as u64, 64, MEGABYTE)?;
    place.within("parallel", endpoint.parallel as u64, 1, 64)?;
    place.seconds("timeout_seconds", endpoint.timeout_seconds)?;
    place.seconds("query_timeout_seconds", endpoint.query_timeout_seconds)?;
    place.within("retries", u64::from(endpoint.retries), 0, 20)
}

fn check_qdrant(qdrant: &QdrantSettings) -> Checked {
    let place = Place { table: "qdrant", service: Service::Qdrant };
    place.address(&qdrant.url, qdrant.key.is_some())?;
    if !is_collection_name(&qdrant.collection) {
        return Err(place.problem("collection", Problem::Name));
    }
    if qdrant.project.as_ref().is_some_and(|project| !is_project_name(project)) {
        return Err(place.problem("project", Problem::Name));
    }
    place.within("batch", qdrant.batch as u64, 1, 10_000)?;
    place.within("connections", qdrant.connections as u64, 1, 64)?;
    place.within("retries", u64::from(qdrant.retries), 0, 20)?;
    for (key, value) in [
        ("shards", qdrant.shards),
        ("replicas", qdrant.replicas),
        ("write_consistency", qdrant.write_consistency),
    ] {
        place.within(key, u64::from(value.unwrap_or(1)), 1, 1_000)?;
    }
    place.seconds("timeout_seconds", qdrant.timeout_seconds)?;
    place.seconds("query_timeout_seconds", qdrant.query_timeout_seconds)
}

/// It becomes part of paths on the server.
fn is_collection_name(name: &str) -> bool {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    (1..=100).contains(&name.len()) && name.chars().all(fits) && !name.starts_with('.')
}

/// Names of libraries have a colon in them: no project can take the place of one.
fn is_project_name(name: &str) -> bool {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    (1..=100).contains(&name.len()) && name.chars().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem_of(text: &str) -> Option<(String, Problem)> {
        let settings: ServiceSettings = toml::from_str(text).unwrap();
        settings.check().err().map(|found| (found.key, found.problem))
    }

    #[test]
    fn a_plain_file_is_enough() {
        let text = "[dense]\nurl = \"http://localhost:8080\"\nmodel = \"m\"\n[sparse]\nurl = \"http://localhost:1\"\n\
                    [rerank]\nurl = \"http://localhost:2\"\nprotocol = \"infinity\"\n[qdrant]\nreplicas = 2\n";
        assert_eq!(problem_of(text), None);
        assert_eq!(problem_of(""), None);
    }

    #[test]
    fn a_mistake_names_its_key() {
        let range = |least, most| Problem::Range { least, most };
        for (text, key, problem) in [
            ("[dense]\nmodel = \"m\"", "services.dense.url", Problem::Missing),
            ("[dense]\nurl = \"http://localhost\"", "services.dense.model", Problem::Missing),
            ("[dense]\nprotocol = \"local\"", "services.dense.folder", Problem::Missing),
            (
                "[dense]\nrequest_dimension = true",
                "services.dense.request_dimension",
                Problem::Needs { other: "dimension" },
            ),
            ("[sparse]\nurl = \"localhost:80\"", "services.sparse.url", Problem::Address),
            ("[sparse]\nurl = \"http://a@b\"", "services.sparse.url", Problem::Address),
            ("[rerank]\ncandidates = 0", "services.rerank.candidates", range(1, 1_000)),
            ("[rerank]\nurl = \"http://localhost\"\nbatch = 0", "services.rerank.batch", range(1, 2_048)),
            ("[qdrant]\ncollection = \"a/b\"", "services.qdrant.collection", Problem::Name),
            ("[qdrant]\nproject = \"lib:a\"", "services.qdrant.project", Problem::Name),
            ("[qdrant]\nreplicas = 0", "services.qdrant.replicas", range(1, 1_000)),
            ("[qdrant]\ntimeout_seconds = nan", "services.qdrant.timeout_seconds", range(0, 3_600)),
            ("cache_megabytes = 9000000", "services.cache_megabytes", range(0, 1_000_000)),
        ] {
            assert_eq!(problem_of(text), Some((key.to_owned(), problem)), "{text}");
        }
    }

    #[test]
    fn what_nobody_knows_is_refused_and_no_file_holds_a_key() {
        for text in [
            "[dense]\nurll = \"x\"",
            "[dense]\nkey = \"x\"",
            "[qdrant]\nkey = \"x\"",
            "[sparse]\nprotocol = \"tei\"",
            "[rerank]\nprotocol = \"other\"",
            "[other]",
        ] {
            assert!(toml::from_str::<ServiceSettings>(text).is_err(), "{text}");
        }
    }
}
