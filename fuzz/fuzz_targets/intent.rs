//! Tasks and bug reports in any words.
#![no_main]

use libfuzzer_sys::fuzz_target;
use orienteer_search::{Params, understand};

fuzz_target!(|task: &str| {
    let intent = understand(task, &Params::default());
    assert_eq!(intent.is_empty(), understand(task, &Params::default()).is_empty());
});
