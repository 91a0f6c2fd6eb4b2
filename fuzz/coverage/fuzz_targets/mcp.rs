//! The target `mcp`, driven by libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| orienteer_fuzz::run("mcp", data));
