//! One program for all tests of this crate: linking costs more than running them.

mod agents;
mod commands;
mod context;
mod context_diff;
mod eval;
mod explore;
mod impact;
mod libraries;
mod mcp;
mod program;
mod scip;
mod search;
mod serve;
mod similar;
mod symbol;
mod watch;
mod why;
