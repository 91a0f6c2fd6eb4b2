//! The server as it is reached over HTTP: who is let in, how much one may take, and that nobody harms another.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod api;
mod api_errors;
mod api_events;
mod client;
mod description;
mod limits;
mod page;
mod services;
mod sessions;
