//! Which services are used: the user's file, the repository's above it, the environment above both.
//!
//! A repository is whatever somebody put there. Its word is not enough to send code to another machine, to trust a certificate or to
//! read a folder: what it says about such a service is left out, with a note, unless the user's environment says otherwise.

use super::SettingsError;
use super::file::SettingsFile;
use crate::note::Note;
use crate::user_settings::{TRUST_SERVICES, UserSettings};
use orienteer_services::{Service, ServiceSettings, SettingsProblem, VARIABLES, is_on_this_machine};
use toml::{Table, Value};

/// The tables of services, and the variable that names the address of each.
const SERVICES: [(&str, Service, &str); 4] = [
    ("dense", Service::DenseEmbedder, "ORIENT_DENSE_URL"),
    ("sparse", Service::SparseEmbedder, "ORIENT_SPARSE_URL"),
    ("rerank", Service::Reranker, "ORIENT_RERANK_URL"),
    ("qdrant", Service::Qdrant, "ORIENT_QDRANT_URL"),
];

/// What may be used, and what was left out.
pub(super) fn merged(
    own: &SettingsFile,
    user: &SettingsFile,
    personal: &UserSettings,
) -> Result<(ServiceSettings, Vec<Note>), SettingsError> {
    let mut base = user.services()?;
    let mut above = own.services()?;
    let notes = if trusts_all(personal) { Vec::new() } else { distrust(&mut above, &base, personal) };
    overlay(&mut base, above);
    let typed: ServiceSettings = base.try_into().map_err(|error: toml::de::Error| {
        SettingsError::Malformed { file: own.name.clone(), line: 1, message: error.message().to_owned() }
    })?;
    let settings = typed.with_environment(&|name| personal.variable(name));
    let settings = settings.map_err(|problem| located(problem, own, user, personal))?;
    Ok((settings, notes))
}

fn trusts_all(personal: &UserSettings) -> bool {
    personal.variable(TRUST_SERVICES).is_some_and(|value| value.trim() == "1")
}

/// Takes out what a repository may not decide.
fn distrust(above: &mut Table, user: &Table, personal: &UserSettings) -> Vec<Note> {
    let mut notes = Vec::new();
    for (name, service, variable) in SERVICES {
        let Some(table) = above.get(name).and_then(Value::as_table) else { continue };
        let known = text(user.get(name).and_then(Value::as_table), "url");
        let is_named = personal.variable(variable).is_some_and(|value| !value.trim().is_empty());
        if let Some(setting) = foreign(table, known, is_named) {
            above.remove(name);
            notes.push(Note::Untrusted { service, setting });
        }
    }
    notes
}

/// The setting that reaches out of the repository. An address that the environment names as well is the environment's.
fn foreign(table: &Table, known: Option<&str>, is_named: bool) -> Option<String> {
    let reaching = ["ca_file", "folder"].into_iter().find_map(|key| text(Some(table), key));
    let elsewhere = || text(Some(table), "url").filter(|url| !is_on_this_machine(url));
    let address = || elsewhere().filter(|url| !is_named && known != Some(*url));
    reaching.or_else(address).map(str::to_owned)
}

fn text<'a>(table: Option<&'a Table>, key: &str) -> Option<&'a str> {
    table?.get(key)?.as_str()
}

/// Key by key: what is not said above stays.
fn overlay(base: &mut Table, above: Table) {
    for (key, value) in above {
        match (base.get_mut(&key), value) {
            (Some(Value::Table(base)), Value::Table(above)) => overlay(base, above),
            (_, value) => {
                base.insert(key, value);
            }
        }
    }
}

/// The place of a mistake: the variable that says it, or the line of the file that speaks of it.
fn located(
    found: SettingsProblem,
    own: &SettingsFile,
    user: &SettingsFile,
    personal: &UserSettings,
) -> SettingsError {
    let SettingsProblem { key, problem } = found;
    let variable = VARIABLES.iter().find(|variable| variable.key == key).map(|variable| variable.name);
    let said = variable.filter(|name| personal.variable(name).is_some());
    let line = [own, user].into_iter().find_map(|file| Some((file, file.line_of(&key)?)));
    match (said, line) {
        (None, Some((file, line))) => SettingsError::Service { file: file.name.clone(), line, key, problem },
        (said, _) => {
            let name = said.or(variable).map_or(key, str::to_owned);
            SettingsError::Variable { name, problem }
        }
    }
}
