//! One program for all tests of this crate: linking costs more than running them.

mod damage;
mod lexical;
mod publish;
mod round_trip;
mod support;
