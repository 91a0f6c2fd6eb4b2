//! Variables of the environment that stand above the settings file. Only their names and meaning are here; the caller looks them up.

use std::path::PathBuf;

use crate::key::Key;
use crate::settings::{
    DenseProtocol, DenseSettings, Endpoint, Problem, QdrantSettings, RerankProtocol, RerankSettings,
    ServiceSettings, SettingsProblem, SparseSettings,
};

/// A variable, the setting that it stands for, and what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variable {
    pub name: &'static str,
    pub key: &'static str,
    pub meaning: &'static str,
}

const fn variable(name: &'static str, key: &'static str, meaning: &'static str) -> Variable {
    Variable { name, key, meaning }
}

/// All of them, for documentation and for whoever looks them up.
pub const VARIABLES: [Variable; 19] = [
    variable("ORIENT_DENSE_PROTOCOL", "services.dense.protocol", "openai, tei or local"),
    variable("ORIENT_DENSE_URL", "services.dense.url", "address of the dense embedder"),
    variable("ORIENT_DENSE_MODEL", "services.dense.model", "name of its model"),
    variable("ORIENT_DENSE_FOLDER", "services.dense.folder", "model folder of the protocol local"),
    variable("ORIENT_DENSE_DIMENSION", "services.dense.dimension", "numbers in its vectors"),
    variable("ORIENT_DENSE_QUERY_PREFIX", "services.dense.query_prefix", "text before each question"),
    variable("ORIENT_DENSE_DOCUMENT_PREFIX", "services.dense.document_prefix", "text before each unit"),
    variable("ORIENT_DENSE_KEY", "services.dense.key", "its key; needs ORIENT_DENSE_URL"),
    variable("ORIENT_SPARSE_URL", "services.sparse.url", "address of the sparse embedder"),
    variable("ORIENT_SPARSE_KEY", "services.sparse.key", "its key; needs ORIENT_SPARSE_URL"),
    variable("ORIENT_RERANK_PROTOCOL", "services.rerank.protocol", "tei, infinity or cohere"),
    variable("ORIENT_RERANK_URL", "services.rerank.url", "address of the reranker"),
    variable("ORIENT_RERANK_MODEL", "services.rerank.model", "name of its model"),
    variable("ORIENT_RERANK_KEY", "services.rerank.key", "its key; needs ORIENT_RERANK_URL"),
    variable("ORIENT_QDRANT_URL", "services.qdrant.url", "address of Qdrant, with the port for gRPC"),
    variable("ORIENT_QDRANT_COLLECTION", "services.qdrant.collection", "collection of all projects"),
    variable("ORIENT_QDRANT_PROJECT", "services.qdrant.project", "what the project is called there"),
    variable("ORIENT_QDRANT_KEY", "services.qdrant.key", "its key; needs ORIENT_QDRANT_URL"),
    variable("ORIENT_SERVICES_CACHE_MEGABYTES", "services.cache_megabytes", "bound of the cache of vectors"),
];

/// Answers what a variable says; a blank one says nothing.
struct Lookup<'a>(&'a dyn Fn(&str) -> Option<String>);

impl Lookup<'_> {
    fn text(&self, name: &str) -> Option<String> {
        (self.0)(name).filter(|value| !value.trim().is_empty())
    }

    fn number<T: std::str::FromStr>(&self, name: &'static str) -> Result<Option<T>, SettingsProblem> {
        let Some(text) = self.text(name) else { return Ok(None) };
        text.trim().parse().map(Some).map_err(|_| problem(name, Problem::NotANumber))
    }

    /// A key, and whether the address beside it comes from here as well.
    fn key(&self, name: &'static str, url: &'static str) -> Result<Option<Key>, SettingsProblem> {
        let Some(text) = self.text(name) else { return Ok(None) };
        if self.text(url).is_none() {
            return Err(problem(name, Problem::KeyWithoutAddress { variable: url }));
        }
        Key::new(&text).map(Some).ok_or_else(|| problem(name, Problem::NotAKey))
    }
}

fn problem(name: &str, problem: Problem) -> SettingsProblem {
    SettingsProblem { key: name.to_owned(), problem }
}

fn replace<T>(place: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *place = value;
    }
}

impl ServiceSettings {
    /// These settings with what the environment says above them, and checked.
    pub fn with_environment(
        mut self,
        look_up: &dyn Fn(&str) -> Option<String>,
    ) -> Result<ServiceSettings, SettingsProblem> {
        let lookup = Lookup(look_up);
        self.dense = dense(self.dense, &lookup)?;
        self.sparse = sparse(self.sparse, &lookup)?;
        self.rerank = rerank(self.rerank, &lookup)?;
        self.qdrant = qdrant(self.qdrant, &lookup)?;
        self.cache_megabytes = lookup.number("ORIENT_SERVICES_CACHE_MEGABYTES")?.or(self.cache_megabytes);
        self.check()?;
        Ok(self)
    }
}

/// The key belongs to the address of the environment: an address from a file goes without.
fn overlay(endpoint: &mut Endpoint, url: Option<String>, model: Option<String>, key: Option<Key>) {
    replace(&mut endpoint.url, url);
    replace(&mut endpoint.model, model);
    endpoint.key = key;
}

fn dense(held: Option<DenseSettings>, lookup: &Lookup<'_>) -> Result<Option<DenseSettings>, SettingsProblem> {
    let key = lookup.key("ORIENT_DENSE_KEY", "ORIENT_DENSE_URL")?;
    let protocol = lookup.text("ORIENT_DENSE_PROTOCOL").map(|text| dense_protocol(&text)).transpose()?;
    let folder = lookup.text("ORIENT_DENSE_FOLDER").map(PathBuf::from);
    let url = lookup.text("ORIENT_DENSE_URL");
    if held.is_none() && protocol.is_none() && folder.is_none() && url.is_none() {
        return Ok(None);
    }
    let mut settings = held.unwrap_or_default();
    let implied = (folder.is_some() && url.is_none()).then_some(DenseProtocol::Local);
    replace(&mut settings.protocol, protocol.or(implied));
    settings.folder = folder.or(settings.folder);
    settings.dimension = lookup.number("ORIENT_DENSE_DIMENSION")?.or(settings.dimension);
    replace(&mut settings.query_prefix, lookup.text("ORIENT_DENSE_QUERY_PREFIX"));
    replace(&mut settings.document_prefix, lookup.text("ORIENT_DENSE_DOCUMENT_PREFIX"));
    overlay(&mut settings.endpoint, url, lookup.text("ORIENT_DENSE_MODEL"), key);
    Ok(Some(settings))
}

fn dense_protocol(text: &str) -> Result<DenseProtocol, SettingsProblem> {
    match text.trim() {
        "openai" => Ok(DenseProtocol::OpenAi),
        "tei" => Ok(DenseProtocol::Tei),
        "local" => Ok(DenseProtocol::Local),
        _ => Err(problem("ORIENT_DENSE_PROTOCOL", Problem::Unknown { known: "openai, tei, local" })),
    }
}

fn sparse(
    held: Option<SparseSettings>,
    lookup: &Lookup<'_>,
) -> Result<Option<SparseSettings>, SettingsProblem> {
    let key = lookup.key("ORIENT_SPARSE_KEY", "ORIENT_SPARSE_URL")?;
    let url = lookup.text("ORIENT_SPARSE_URL");
    if held.is_none() && url.is_none() {
        return Ok(None);
    }
    let mut settings = held.unwrap_or_default();
    overlay(&mut settings.endpoint, url, None, key);
    Ok(Some(settings))
}

fn rerank(
    held: Option<RerankSettings>,
    lookup: &Lookup<'_>,
) -> Result<Option<RerankSettings>, SettingsProblem> {
    let key = lookup.key("ORIENT_RERANK_KEY", "ORIENT_RERANK_URL")?;
    let url = lookup.text("ORIENT_RERANK_URL");
    if held.is_none() && url.is_none() {
        return Ok(None);
    }
    let mut settings = held.unwrap_or_default();
    let protocol = lookup.text("ORIENT_RERANK_PROTOCOL").map(|text| rerank_protocol(&text)).transpose()?;
    replace(&mut settings.protocol, protocol);
    overlay(&mut settings.endpoint, url, lookup.text("ORIENT_RERANK_MODEL"), key);
    Ok(Some(settings))
}

fn rerank_protocol(text: &str) -> Result<RerankProtocol, SettingsProblem> {
    match text.trim() {
        "tei" => Ok(RerankProtocol::Tei),
        "infinity" => Ok(RerankProtocol::Infinity),
        "cohere" => Ok(RerankProtocol::Cohere),
        _ => Err(problem("ORIENT_RERANK_PROTOCOL", Problem::Unknown { known: "tei, infinity, cohere" })),
    }
}

fn qdrant(
    held: Option<QdrantSettings>,
    lookup: &Lookup<'_>,
) -> Result<Option<QdrantSettings>, SettingsProblem> {
    let key = lookup.key("ORIENT_QDRANT_KEY", "ORIENT_QDRANT_URL")?;
    let url = lookup.text("ORIENT_QDRANT_URL");
    if held.is_none() && url.is_none() {
        return Ok(None);
    }
    let mut settings = held.unwrap_or_default();
    replace(&mut settings.url, url);
    replace(&mut settings.collection, lookup.text("ORIENT_QDRANT_COLLECTION"));
    settings.project = lookup.text("ORIENT_QDRANT_PROJECT").or(settings.project);
    settings.key = key;
    Ok(Some(settings))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(file: &str, variables: &[(&str, &str)]) -> Result<ServiceSettings, SettingsProblem> {
        let settings: ServiceSettings = toml::from_str(file).unwrap();
        let look_up = |name: &str| {
            assert!(VARIABLES.iter().any(|variable| variable.name == name), "{name} is not listed");
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        settings.with_environment(&look_up)
    }

    #[test]
    fn the_environment_stands_above_the_file() {
        let file = "[dense]\nurl = \"http://localhost:1\"\nmodel = \"a\"\n";
        let settings = with(file, &[("ORIENT_DENSE_MODEL", "b"), ("ORIENT_DENSE_DIMENSION", " 7 ")]).unwrap();
        let dense = settings.dense.unwrap();
        assert_eq!((dense.endpoint.model.as_str(), dense.dimension), ("b", Some(7)));
        assert_eq!(dense.endpoint.url, "http://localhost:1");
        assert_eq!(settings.qdrant, None);
    }

    #[test]
    fn a_service_can_come_from_the_environment_alone() {
        let variables =
            [("ORIENT_DENSE_FOLDER", "models/small"), ("ORIENT_QDRANT_URL", "http://localhost:7")];
        let settings = with("", &variables).unwrap();
        assert_eq!(settings.dense.unwrap().protocol, DenseProtocol::Local);
        assert_eq!(settings.qdrant.unwrap().url, "http://localhost:7");
    }

    #[test]
    fn a_key_does_not_go_where_a_repository_points() {
        let file = "[dense]\nurl = \"https://evil.example\"\nmodel = \"a\"\n";
        let problem = with(file, &[("ORIENT_DENSE_KEY", "secret")]).unwrap_err();
        assert_eq!(problem.key, "ORIENT_DENSE_KEY");
        assert_eq!(problem.problem, Problem::KeyWithoutAddress { variable: "ORIENT_DENSE_URL" });
        let both = [("ORIENT_DENSE_KEY", "secret"), ("ORIENT_DENSE_URL", "https://models.example")];
        let settings = with(file, &both).unwrap().dense.unwrap();
        assert_eq!(settings.endpoint.url, "https://models.example");
        assert!(settings.endpoint.key.is_some());
    }

    #[test]
    fn mistakes_name_the_variable() {
        for (name, value, key) in [
            ("ORIENT_DENSE_PROTOCOL", "other", "ORIENT_DENSE_PROTOCOL"),
            ("ORIENT_SERVICES_CACHE_MEGABYTES", "many", "ORIENT_SERVICES_CACHE_MEGABYTES"),
            ("ORIENT_QDRANT_URL", "nowhere", "services.qdrant.url"),
        ] {
            assert_eq!(with("", &[(name, value)]).unwrap_err().key, key);
        }
    }
}
