//! What one client was told before, for as long as its connection lasts. Nothing of it outlives the process, and no client sees
//! anything of another's.

use orienteer_engine::{ContextAnswer, SentBodies};
use std::sync::{Mutex, PoisonError};

/// Bodies that are remembered; a client that was sent more has forgotten the first of them too.
const MOST_BODIES: usize = 20_000;

#[derive(Default)]
pub(crate) struct Session {
    sent: Mutex<SentBodies>,
    /// The name of the last context, by which its units can be praised.
    last: Mutex<Option<String>>,
}

impl Session {
    /// The bodies that the client has.
    pub(crate) fn sent(&self) -> SentBodies {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The name of the last context that was given; none before the first.
    pub(crate) fn last(&self) -> Option<String> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn named(&self, context: String) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(context);
    }

    /// Clients show their model one of two forms of an answer: it has what is in both.
    pub(crate) fn remember(&self, text: &ContextAnswer, data: &ContextAnswer) {
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        if sent.len() > MOST_BODIES {
            *sent = SentBodies::default();
        }
        sent.add(&text.bodies.shared(&data.bodies));
    }
}
