//! What came of a measurement: figures, or the reason why there are none. Knows no figure.

use serde::Serialize;

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Verdict<Figures> {
    Measured(Figures),
    NotRun(String),
}

impl<Figures> Verdict<Figures> {
    pub(super) fn measured(&self) -> Option<&Figures> {
        match self {
            Verdict::Measured(figures) => Some(figures),
            Verdict::NotRun(_) => None,
        }
    }
}
