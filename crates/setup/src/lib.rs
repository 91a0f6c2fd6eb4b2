//! Entries in the configuration files of agents: what setting up or taking away would change, shown before it is written.
//!
//! Files are edited where the entry stands; what others wrote, comments and layout included, is never written anew. Nothing here
//! prints, reads the environment or knows the index.

mod agent;
mod change;
mod diff;
mod error;
mod install;
mod json;
mod places;
mod table;

pub use agent::{Agent, Scope};
pub use change::FileChange;
pub use error::SetupError;
pub use install::{Wish, install, remove};
pub use places::Places;
