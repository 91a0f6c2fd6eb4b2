//! The server as it is reached over HTTP: who is let in, how much one may take, and that nobody harms another.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod client;
mod limits;
mod sessions;
