//! The clients of HTTP services against small servers on loopback that misbehave in known ways.

#![expect(clippy::unwrap_used, reason = "a test that cannot set up its server has failed")]

mod embedding;
mod failing;
mod fake;
#[cfg(feature = "local-model")]
mod local;
mod ranking;
mod secrets;
mod sparse;
