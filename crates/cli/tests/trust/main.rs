//! What the index promises when things go wrong: killed writers, crowds, bad files, odd places.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod clock;
mod confined;
mod faults;
mod formats;
mod input;
mod kill;
mod memory;
mod network;
mod place;
mod project;
mod together;
