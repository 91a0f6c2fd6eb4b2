//! The Qdrant client against a real server, which the tests fetch once, start on free ports of loopback, and stop.

#![expect(clippy::unwrap_used, reason = "a test that cannot set up its server has failed")]

mod binary;
mod failing;
mod fusion;
mod generations;
mod proxy;
mod scopes;
mod server;
mod units;
