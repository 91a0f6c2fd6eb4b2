//! Resolution of facts made by hand: one mechanism per test.

mod calls;
mod determinism;
mod scip;
mod structure;
mod support;
