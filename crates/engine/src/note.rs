//! What an answer had to do without, typed: which service, what kind, and the hint that belongs to it. Nobody has to read the text.

use orienteer_services::{Failure, Service};
use std::fmt;

/// Something that was configured and is missing from an answer. The answer stands without it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A repository's file speaks of another machine, a certificate or a folder, which only the user may do.
    Untrusted { service: Service, setting: String },
    /// The service did not do its part.
    Failed { failure: Failure, instead: Instead },
    /// So many units have nothing of this service yet.
    Unembedded { service: Service, missing: usize, of: usize },
}

/// What the answer was made with in place of a service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instead {
    BuiltInVectors,
    NoSparseVectors,
    RankedOrder,
    /// While indexing: what was there before, and whatever came before the failure.
    KnownVectors,
    /// Words and vectors of this machine's own index.
    EmbeddedRecall,
}

impl Instead {
    fn text(self) -> &'static str {
        match self {
            Instead::BuiltInVectors => "answered with the built-in vectors",
            Instead::NoSparseVectors => "answered without sparse vectors",
            Instead::RankedOrder => "the order is as it was ranked",
            Instead::EmbeddedRecall => "answered from the index of this machine",
            Instead::KnownVectors => "the index is published; the next `orient index` goes on",
        }
    }
}

impl Note {
    pub fn service(&self) -> Service {
        match self {
            Note::Untrusted { service, .. } | Note::Unembedded { service, .. } => *service,
            Note::Failed { failure, .. } => failure.service,
        }
    }

    /// A word that stays the same, for machines.
    pub fn kind(&self) -> &'static str {
        match self {
            Note::Untrusted { .. } => "untrusted",
            Note::Failed { failure, .. } => failure.kind.name(),
            Note::Unembedded { .. } => "unembedded",
        }
    }

    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Note::Untrusted { .. } => {
                "write it into your own orient.toml, or set ORIENT_TRUST_SERVICES=1 if you trust this repository"
            }
            Note::Failed { failure, .. } => failure.hint().text(),
            Note::Unembedded { .. } => "run `orient index`; `orient doctor` says whether the service answers",
        }
    }

    /// The same in a word that stays the same, for machines.
    pub fn hint_key(&self) -> &'static str {
        match self {
            Note::Untrusted { .. } => "trust-services",
            Note::Failed { failure, .. } => failure.hint().key(),
            Note::Unembedded { .. } => "index-again",
        }
    }
}

/// One line, without the hint.
impl fmt::Display for Note {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Untrusted { service, setting } => {
                let shown: String = setting.chars().filter(|letter| !letter.is_control()).take(200).collect();
                write!(
                    formatter,
                    "{}: not used: the repository's orient.toml names {shown}, which only you may choose",
                    service.name()
                )
            }
            Note::Failed { failure, instead } => write!(formatter, "{failure}; {}", instead.text()),
            Note::Unembedded { service, missing, of } => {
                write!(formatter, "{}: {missing} of {of} units have no vector yet", service.name())
            }
        }
    }
}
