//! Sets `cfg(x86_backends)` where the backends of x86-64 can be compiled. They need safe intrinsics and AVX-512,
//! which Rust has from 1.89 on.

#![allow(clippy::print_stdout, reason = "Cargo is told on stdout")]

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(x86_backends)");
    if env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("x86_64")
        && minor_version().is_none_or(|minor| minor >= 89)
    {
        println!("cargo::rustc-cfg=x86_backends");
    }
}

/// Returns the minor version of the compiler, or `None` if it is unknown.
fn minor_version() -> Option<u32> {
    let output = Command::new(env::var_os("RUSTC")?).arg("--version").output().ok()?;
    let version = String::from_utf8(output.stdout).ok()?;
    version.split('.').nth(1)?.parse().ok()
}
