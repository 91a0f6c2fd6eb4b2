//! The server as a client meets it: lines of the protocol in, lines of the protocol out.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod changes;
mod client;
mod confined;
mod conversation;
mod first_call;
mod freshness;
mod memory;
mod resources;
mod services;
