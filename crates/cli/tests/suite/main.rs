//! One program for all tests of this crate: linking costs more than running them.

mod agents;
mod commands;
mod context;
mod context_diff;
mod eval;
mod explore;
#[expect(dead_code, reason = "the tests of the engine ask more of it")]
#[path = "../../../engine/tests/suite/fake.rs"]
mod fake;
mod impact;
mod libraries;
mod mcp;
mod program;
mod scip;
mod search;
mod serve;
mod services;
mod similar;
mod symbol;
mod watch;
mod why;
