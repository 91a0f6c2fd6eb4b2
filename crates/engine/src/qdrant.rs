//! The engine that a team grows onto: recall on a Qdrant server, everything else on the snapshot as ever.
//!
//! Units go there as points (`push`), a question comes back as units (`ask`). Nothing here ranks, and nothing of an answer depends on the
//! server being there: without it the snapshot recalls by itself, and a note says so.

mod ask;
mod client;
mod point;
mod push;
mod recall;
mod remote;
mod vectors;

pub(crate) use ask::Asked;
pub(crate) use client::Clients;
pub use push::{Pushed, push, push_library, remove_pushed_library};
pub(crate) use recall::Recall;
pub(crate) use remote::Remote;

/// What its channel is called.
pub(crate) const CHANNEL: &str = "qdrant";
/// Libraries are projects with this before their name.
pub(crate) const LIBRARY: &str = "lib:";

/// Who recalls the candidates of a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// The snapshot on this machine.
    #[default]
    Embedded,
    /// A Qdrant server, which has the units of the snapshot as points.
    Qdrant,
}

impl Engine {
    pub const ALL: [Engine; 2] = [Engine::Embedded, Engine::Qdrant];

    pub fn name(self) -> &'static str {
        match self {
            Engine::Embedded => "embedded",
            Engine::Qdrant => "qdrant",
        }
    }

    /// None where there is no engine of this name.
    pub fn of_name(name: &str) -> Option<Engine> {
        Engine::ALL.into_iter().find(|engine| engine.name() == name.trim())
    }
}
