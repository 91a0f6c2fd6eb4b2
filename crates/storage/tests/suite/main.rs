//! One program for all tests of this crate: linking costs more than running them.

mod damage;
mod formats;
mod lexical;
mod publish;
mod round_trip;
mod support;
