//! One program for all tests of this crate: linking costs more than running them.

mod concepts;
mod diversity;
mod elsewhere;
mod links;
mod pages;
mod seeds;
mod strategies;
mod support;
