#![no_main]
#[allow(dead_code)]
#[path = "../../tests/files/laws.rs"]
mod laws;
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::settings(bytes));
