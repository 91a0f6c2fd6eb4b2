//! What a front end knows about its user and the engine never asks for itself: variables of the environment, and the user's own file.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

/// `1` says that what repositories write about services is believed.
pub const TRUST_SERVICES: &str = "ORIENT_TRUST_SERVICES";

/// Nothing by default: then a tree says everything about itself.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct UserSettings {
    /// Those of the variables that the engine knows which are set.
    pub variables: BTreeMap<String, String>,
    /// The user's settings for all repositories; it need not exist.
    pub file: Option<PathBuf>,
}

impl UserSettings {
    pub(crate) fn variable(&self, name: &str) -> Option<String> {
        self.variables.get(name).cloned()
    }
}

/// Some variables are keys: only their names are printed.
impl fmt::Debug for UserSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&String> = self.variables.keys().collect();
        let mut shown = formatter.debug_struct("UserSettings");
        shown.field("variables", &names).field("file", &self.file).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_not_printed() {
        let variables = BTreeMap::from([("ORIENT_DENSE_KEY".to_owned(), "secret".to_owned())]);
        let printed = format!("{:?}", UserSettings { variables, file: None });
        assert!(printed.contains("ORIENT_DENSE_KEY") && !printed.contains("secret"));
    }
}
