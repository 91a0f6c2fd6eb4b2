//! One program for all tests of this crate: linking costs more than running them.

mod cache;
mod concepts;
mod context;
mod fake;
mod history;
mod learning;
mod places;
mod qdrant;
mod search;
mod services;
mod subjects;
mod support;
mod why;
