//! Resolution of facts made by hand: one mechanism per test.

mod again;
mod calls;
mod determinism;
mod scip;
mod structure;
mod support;
