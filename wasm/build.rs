//! The stack of the module. A linker gives it 1 MiB; a search needs what `Engine::STACK` says.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let has = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    if has("CARGO_CFG_TARGET_FAMILY", "wasm") && has("CARGO_FEATURE_ENGINE", "1") {
        println!("cargo::rustc-cdylib-link-arg=-zstack-size={}", 4 << 20);
    }
}
