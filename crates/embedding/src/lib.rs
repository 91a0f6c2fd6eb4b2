//! Vectors of units and questions from the static model that `training/` makes: a table of rows, one a term.
//!
//! Nothing here tokenizes, reads a file or knows a unit: terms go in, numbers come out. The same terms give the same bytes on every machine
//! and in any order.

mod built_in;
mod error;
mod heads;
mod layout;
mod model;
mod products;
mod quantize;
mod signs;
mod sum;
mod unit;

pub use built_in::{BuiltIn, built_in};
pub use error::ModelError;
pub use model::StaticModel;
pub use products::{differences, products};
pub use quantize::{dot, quantize, quantize_into};
pub use signs::Signed;
pub use sum::Sum;
pub use unit::UnitRow;
