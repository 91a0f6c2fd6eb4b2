//! The target `settings`, driven by libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| orienteer_fuzz::run("settings", data));
