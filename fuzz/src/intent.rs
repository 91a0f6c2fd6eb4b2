//! Tasks and bug reports in any words.

use orienteer_search::{Params, understand};

pub(crate) fn run(data: &[u8]) {
    let Ok(task) = std::str::from_utf8(data) else { return };
    let intent = understand(task, &Params::default());
    assert_eq!(intent.is_empty(), understand(task, &Params::default()).is_empty());
}
