//! Facts of all files to edges. Pure: no I/O, no clock, no globals; equal inputs give equal edges on any number of threads.
//!
//! Nothing here knows a language by name: what differs between languages is in their policies.

mod again;
mod alignment;
mod catalogue;
mod edge_key;
mod edges;
mod externals;
mod found;
mod hashing;
mod hints;
mod imports;
mod input;
mod key_table;
mod language;
mod mentions;
mod module_path;
mod modules;
mod names;
mod params;
mod reach;
mod references;
mod resolve;
mod scip;
mod scope;
mod structure;
mod testing;
mod types;
mod values;
mod world;

pub use again::resolve_again;
pub use edges::Edges;
pub use hints::hints_from_manifests;
pub use input::{Alias, Changed, External, FileInput, Hints, Resolution, Resolved, Statistics};
pub use resolve::{resolve, resolve_in};
pub use scip::{ScipError, scip_edges};
