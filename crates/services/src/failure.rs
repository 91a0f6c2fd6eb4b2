//! What can go wrong with a service, typed: which service, in which phase, what kind, and the hint that belongs to it.
//!
//! Nobody has to read the text of a failure to know what to do; `detail` is for people alone and never holds a key.

use std::fmt;

/// A part that runs somewhere else, or a model folder that takes its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Service {
    DenseEmbedder,
    SparseEmbedder,
    Reranker,
    Qdrant,
}

impl Service {
    pub fn name(self) -> &'static str {
        match self {
            Service::DenseEmbedder => "dense embedder",
            Service::SparseEmbedder => "sparse embedder",
            Service::Reranker => "reranker",
            Service::Qdrant => "qdrant",
        }
    }
}

/// How far it got.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Before anything was sent: addresses, keys, model folders.
    Configure,
    Connect,
    Request,
    /// The answer arrived and could not be used.
    Answer,
    /// The answer could be read, but its numbers are not what was asked for.
    Check,
    /// The collection and its indexes.
    Collection,
    /// Which generation readers see.
    Manifest,
    Upsert,
    Delete,
    Publish,
    Query,
}

impl Phase {
    pub fn name(self) -> &'static str {
        match self {
            Phase::Configure => "configure",
            Phase::Connect => "connect",
            Phase::Request => "request",
            Phase::Answer => "answer",
            Phase::Check => "check",
            Phase::Collection => "collection",
            Phase::Manifest => "manifest",
            Phase::Upsert => "upsert",
            Phase::Delete => "delete",
            Phase::Publish => "publish",
            Phase::Query => "query",
        }
    }
}

/// What it is that went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The host has no address, or no way leads to it.
    Unreachable,
    /// The host is there and nothing listens on the port.
    Refused,
    Timeout,
    /// The connection ended before the answer did.
    Disconnected,
    Tls,
    RateLimited,
    Unauthorized,
    /// The path or the model does not exist there.
    NotFound,
    /// The service understood the request and does not want it.
    Rejected {
        status: u16,
    },
    /// The service failed by itself.
    ServerError {
        status: u16,
    },
    /// An answer that points elsewhere: followed by nobody, because a key might go with it.
    Redirected,
    /// Over the bound of the service for a request, or ours for an answer.
    TooLarge,
    BadAnswer,
    WrongCount {
        expected: usize,
        found: usize,
    },
    WrongDimension {
        expected: usize,
        found: usize,
    },
    /// A vector of length zero, or with a number that is none.
    BadNorm,
    MissingCollection,
    /// A collection of this name is there, and is not one of ours.
    ForeignCollection,
    /// Nothing of this project was published.
    MissingProject,
    /// Another build of the same project began after this one.
    Overtaken,
    PlainHttpWithKey,
    BadAddress,
    /// The folder has no model that can be read here.
    BadModel,
    Cancelled,
    /// This machine refused a file, a thread or the like.
    Local,
}

impl Kind {
    /// A word that stays the same, for machines.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Unreachable => "unreachable",
            Kind::Refused => "refused",
            Kind::Timeout => "timeout",
            Kind::Disconnected => "disconnected",
            Kind::Tls => "tls",
            Kind::RateLimited => "rate limited",
            Kind::Unauthorized => "unauthorized",
            Kind::NotFound => "not found",
            Kind::Rejected { .. } => "rejected",
            Kind::ServerError { .. } => "server error",
            Kind::Redirected => "redirected",
            Kind::TooLarge => "too large",
            Kind::BadAnswer => "bad answer",
            Kind::WrongCount { .. } => "wrong count",
            Kind::WrongDimension { .. } => "wrong dimension",
            Kind::BadNorm => "bad norm",
            Kind::MissingCollection => "missing collection",
            Kind::ForeignCollection => "foreign collection",
            Kind::MissingProject => "missing project",
            Kind::Overtaken => "overtaken",
            Kind::PlainHttpWithKey => "plain http with key",
            Kind::BadAddress => "bad address",
            Kind::BadModel => "bad model",
            Kind::Cancelled => "cancelled",
            Kind::Local => "local",
        }
    }

    /// Whether the same request may succeed a little later.
    pub(crate) fn may_pass(self) -> bool {
        match self {
            Kind::Unreachable | Kind::Refused | Kind::Timeout | Kind::Disconnected | Kind::RateLimited => {
                true
            }
            Kind::ServerError { status } => status != 501,
            _ => false,
        }
    }
}

/// What somebody can do about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hint {
    CheckAddress,
    StartService,
    RaiseTimeout,
    CheckService,
    CheckCertificate,
    AskLess,
    CheckKey,
    CheckModelName,
    CheckProtocol,
    UseFinalAddress,
    SmallerBatches,
    CheckDimension,
    CheckModel,
    IndexFirst,
    OtherCollection,
    BuildAgain,
    UseHttps,
    CheckModelFolder,
    CheckMachine,
    Nothing,
}

impl Hint {
    /// A word that stays the same, for machines and for documentation.
    pub fn key(self) -> &'static str {
        match self {
            Hint::CheckAddress => "check-address",
            Hint::StartService => "start-service",
            Hint::RaiseTimeout => "raise-timeout",
            Hint::CheckService => "check-service",
            Hint::CheckCertificate => "check-certificate",
            Hint::AskLess => "ask-less",
            Hint::CheckKey => "check-key",
            Hint::CheckModelName => "check-model-name",
            Hint::CheckProtocol => "check-protocol",
            Hint::UseFinalAddress => "use-final-address",
            Hint::SmallerBatches => "smaller-batches",
            Hint::CheckDimension => "check-dimension",
            Hint::CheckModel => "check-model",
            Hint::IndexFirst => "index-first",
            Hint::OtherCollection => "other-collection",
            Hint::BuildAgain => "build-again",
            Hint::UseHttps => "use-https",
            Hint::CheckModelFolder => "check-model-folder",
            Hint::CheckMachine => "check-machine",
            Hint::Nothing => "nothing",
        }
    }

    pub fn text(self) -> &'static str {
        match self {
            Hint::CheckAddress => "check the host in `url`: it has no address, or no route leads to it",
            Hint::StartService => "start the service, or correct the port in `url`",
            Hint::RaiseTimeout => {
                "the service is slow: raise `timeout_seconds`, or lower `batch` and `parallel`"
            }
            Hint::CheckService => "look into the log of the service: it ended the request by itself",
            Hint::CheckCertificate => {
                "check that `url` speaks TLS; name the issuer of a private certificate in `ca_file`"
            }
            Hint::AskLess => "the service limits requests: lower `parallel`, or wait",
            Hint::CheckKey => {
                "check the key: it is missing, wrong, or has no right to this model or collection"
            }
            Hint::CheckModelName => "check `url` and `model`: the service knows no such path or model",
            Hint::CheckProtocol => "check `protocol`: the answer is not what this protocol says",
            Hint::UseFinalAddress => "write the address that the service redirects to into `url`",
            Hint::SmallerBatches => "lower `batch` or `batch_bytes`",
            Hint::CheckDimension => {
                "`dimension` and the model differ: correct it, or index again if the model was changed"
            }
            Hint::CheckModel => "the model gives no usable vector for a text: try another model",
            Hint::IndexFirst => "index the project with this engine first",
            Hint::OtherCollection => "choose another `collection`: this one was made by somebody else",
            Hint::BuildAgain => "index again: another build of this project began meanwhile",
            Hint::UseHttps => "use https, or a host that is exactly loopback: a key is not sent in the clear",
            Hint::CheckModelFolder => {
                "the folder needs config.json, tokenizer.json and model.safetensors of a BERT-like model"
            }
            Hint::CheckMachine => "check space and rights on this machine",
            Hint::Nothing => "nothing to do: it was stopped on request",
        }
    }
}

/// One failure of one service.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {}: {}{}", .service.name(), .phase.name(), .kind.name(), Suffix(.detail))]
pub struct Failure {
    pub service: Service,
    pub phase: Phase,
    pub kind: Kind,
    pub detail: String,
}

/// The detail after a colon, if there is one.
struct Suffix<'a>(&'a str);

impl fmt::Display for Suffix<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { Ok(()) } else { write!(formatter, ": {}", self.0) }
    }
}

/// Longer details are cut: an answer may be a whole page.
const LONGEST_DETAIL: usize = 300;

impl Failure {
    pub(crate) fn new(service: Service, phase: Phase, kind: Kind, detail: impl Into<String>) -> Failure {
        Failure { service, phase, kind, detail: shortened(detail.into()) }
    }

    /// Somebody asked to stop; nothing went wrong.
    pub fn is_cancelled(&self) -> bool {
        self.kind == Kind::Cancelled
    }

    /// The hint that belongs to the kind.
    pub fn hint(&self) -> Hint {
        match self.kind {
            Kind::Unreachable | Kind::BadAddress => Hint::CheckAddress,
            Kind::Refused => Hint::StartService,
            Kind::Timeout => Hint::RaiseTimeout,
            Kind::Disconnected | Kind::ServerError { .. } => Hint::CheckService,
            Kind::Tls => Hint::CheckCertificate,
            Kind::RateLimited => Hint::AskLess,
            Kind::Unauthorized => Hint::CheckKey,
            Kind::NotFound => Hint::CheckModelName,
            Kind::Rejected { .. } | Kind::BadAnswer | Kind::WrongCount { .. } => Hint::CheckProtocol,
            Kind::Redirected => Hint::UseFinalAddress,
            Kind::TooLarge => Hint::SmallerBatches,
            Kind::WrongDimension { .. } => Hint::CheckDimension,
            Kind::BadNorm => Hint::CheckModel,
            Kind::MissingCollection | Kind::MissingProject => Hint::IndexFirst,
            Kind::ForeignCollection => Hint::OtherCollection,
            Kind::Overtaken => Hint::BuildAgain,
            Kind::PlainHttpWithKey => Hint::UseHttps,
            Kind::BadModel => Hint::CheckModelFolder,
            Kind::Cancelled => Hint::Nothing,
            Kind::Local => Hint::CheckMachine,
        }
    }
}

/// One line without control characters: it may come from a server that nobody trusts and end in a terminal.
fn shortened(detail: String) -> String {
    let plain = detail.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    let mut text: String = plain.take(LONGEST_DETAIL + 1).collect();
    if text.chars().count() > LONGEST_DETAIL {
        text.pop();
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_detail_is_one_bounded_line() {
        let failure =
            Failure::new(Service::Reranker, Phase::Answer, Kind::BadAnswer, "a\n\u{1b}[31m".repeat(99));
        assert!(!failure.detail.contains(char::is_control));
        assert_eq!(failure.detail.chars().count(), LONGEST_DETAIL + 1);
    }

    #[test]
    fn a_failure_says_service_phase_and_kind() {
        let failure = Failure::new(Service::Qdrant, Phase::Upsert, Kind::Timeout, "");
        assert_eq!(failure.to_string(), "qdrant: upsert: timeout");
        assert_eq!(failure.hint(), Hint::RaiseTimeout);
    }
}
