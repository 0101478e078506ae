#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chess_fuzz_targets::run(env!("CARGO_BIN_NAME"), data));
