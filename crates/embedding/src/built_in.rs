//! The model that the program carries, if it was built with one.

use crate::model::StaticModel;
use std::sync::OnceLock;

#[cfg(feature = "built-in")]
const BYTES: &[u8] = include_bytes!("../../../training/model/static.bin");
#[cfg(not(feature = "built-in"))]
const BYTES: &[u8] = &[];

/// How the vector of a unit is made of those of its texts. Raise it with every change to `unit.rs`: vectors on disk are only compared
/// with those of the same recipe.
const RECIPE: u64 = 2;

/// A model and what tells it from every other.
#[derive(Clone, Debug)]
pub struct BuiltIn {
    pub model: StaticModel<'static>,
    /// Of its bytes and of how vectors are made with it; never 0.
    pub fingerprint: u64,
}

/// The model of this program; none if it was built without.
pub fn built_in() -> Option<&'static BuiltIn> {
    static MODEL: OnceLock<Option<BuiltIn>> = OnceLock::new();
    MODEL.get_or_init(load).as_ref()
}

fn load() -> Option<BuiltIn> {
    let model = StaticModel::load(BYTES).ok()?;
    let fingerprint = xxhash_rust::xxh3::xxh3_64_with_seed(BYTES, RECIPE).max(1);
    Some(BuiltIn { model, fingerprint })
}
