//! Chooses the slider backend and fills the slider tables. Nothing is searched here: the magics are in `src/magics.rs`.

#![allow(clippy::print_stdout, reason = "Cargo is told on stdout")]

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use chess_slider::{Magic, Pext, Slider, TABLE_LEN, pext};
use chess_types::{Bitboard, Square};

#[path = "src/magics.rs"]
mod magics;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/magics.rs");
    println!(
        "cargo::rustc-check-cfg=cfg(slider, values(\"pext\", \"magic\", \"pext_pdep\", \"vector\", \"hyperbola\"))"
    );
    println!("cargo::rustc-check-cfg=cfg(chess_no_pext)");
    println!("cargo::rustc-check-cfg=cfg(x86_backends)");
    let x86_backends = has_x86_backends();
    if x86_backends {
        println!("cargo::rustc-cfg=x86_backends");
    }
    println!("cargo::rustc-cfg=slider=\"{}\"", chosen(x86_backends));

    if let Err(error) = write_tables(x86_backends) {
        println!("cargo::error={error}");
    }
}

/// The way to restore the packed table.
const REPAIR: &str = "line 1 of src/magics.rs is the command that finds it";

/// The module that the crate's own functions use: the fastest one in perft of those that are compiled and that the target
/// can run. A feature that is added never leads to a slower one.
fn chosen(x86_backends: bool) -> &'static str {
    let has_pext = x86_backends && has_fast_pext();
    if cfg!(feature = "tables") {
        if has_pext { "pext" } else { "magic" }
    } else if cfg!(feature = "pext-pdep") && has_pext {
        "pext_pdep"
    } else if cfg!(feature = "vector")
        && x86_backends
        && ["avx512f", "avx512vl", "avx512cd"].into_iter().all(target_has)
    {
        "vector"
    } else {
        "hyperbola"
    }
}

/// Tests whether the target has BMI2 and is not known to have a slow PEXT.
///
/// AMD's processors before Zen 3 have PEXT in microcode, many times slower than a magic. A build for one of them
/// (`-C target-cpu=znver2`, or `native` there) is recognised by `SSE4a`, which only AMD has, without VAES, which Zen 3
/// brought. A build for several makes of processors says `--cfg chess_no_pext` in RUSTFLAGS, where only the builder of
/// the program can say it.
fn has_fast_pext() -> bool {
    let is_amd_before_zen_3 = target_has("sse4a") && !target_has("vaes");
    target_has("bmi2") && !is_amd_before_zen_3 && env::var_os("CARGO_CFG_CHESS_NO_PEXT").is_none()
}

/// Tests whether the crate is compiled for processors that have the instructions, whatever this machine has.
fn target_has(feature: &str) -> bool {
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    features.split(',').any(|one| one == feature)
}

/// Tests whether the backends of x86-64 can be compiled: they need safe intrinsics and AVX-512, which Rust has from 1.89 on.
fn has_x86_backends() -> bool {
    env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("x86_64")
        && minor_version().is_none_or(|minor| minor >= 89)
}

/// The second number of the compiler's version; `None` if it is unknown.
fn minor_version() -> Option<u32> {
    let output = Command::new(env::var_os("RUSTC")?).arg("--version").output().ok()?;
    let version = String::from_utf8(output.stdout).ok()?;
    version.split('.').nth(1)?.parse().ok()
}

/// Writes the tables of the modules that the features and the target ask for.
fn write_tables(x86_backends: bool) -> Result<(), String> {
    if cfg!(feature = "tables") {
        write("magic.bin", &words(&magic_table()?));
    }
    if x86_backends && cfg!(any(feature = "tables", feature = "pext-pdep")) {
        let table = pext_table()?;
        if cfg!(feature = "tables") {
            write("pext.bin", &words(&table));
        }
        if cfg!(feature = "pext-pdep") {
            write("pext_pdep.bin", &half_words(&table));
        }
    }
    Ok(())
}

fn magic_table() -> Result<Vec<Bitboard>, String> {
    let mut table = vec![Bitboard::EMPTY; magics::TABLE_LEN];
    for (slider, factors, offsets, check_sums) in [
        (Slider::Rook, &magics::ROOK_FACTORS, &magics::ROOK_OFFSETS, &magics::ROOK_CHECK_SUMS),
        (Slider::Bishop, &magics::BISHOP_FACTORS, &magics::BISHOP_OFFSETS, &magics::BISHOP_CHECK_SUMS),
    ] {
        let magics = Magic::all(slider, factors, offsets);
        for ((square, magic), &sum) in Square::ALL.into_iter().zip(magics).zip(check_sums) {
            magic.fill(slider, square, &mut table).map_err(|error| format!("{error}; {REPAIR}"))?;
            if magic.check_sum() != sum {
                return Err(format!(
                    "{slider} magic of {square}: {:#018x} at {} is a magic, but not the one committed; {REPAIR}",
                    magic.factor, magic.offset
                ));
            }
        }
    }
    Ok(table)
}

fn pext_table() -> Result<Vec<Bitboard>, String> {
    let mut table = vec![Bitboard::EMPTY; TABLE_LEN];
    for slider in Slider::ALL {
        for (square, pext) in Square::ALL.into_iter().zip(Pext::all(slider)) {
            pext.fill(slider, square, &mut table).map_err(|error| error.to_string())?;
        }
    }
    Ok(table)
}

/// The entries of a PEXT table in 16 bits each: the bits under the rays of the empty board, gathered. x86-64 is
/// little-endian.
fn half_words(table: &[Bitboard]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(2 * TABLE_LEN);
    for slider in Slider::ALL {
        for (square, index) in Square::ALL.into_iter().zip(Pext::all(slider)) {
            let rays = slider.attacks(square, Bitboard::EMPTY);
            let entries = &table[index.offset as usize..][..index.entries()];
            bytes.extend(entries.iter().flat_map(|attacks| (pext(attacks.0, rays.0) as u16).to_le_bytes()));
        }
    }
    bytes
}

/// The bytes of the words in the byte order of the target.
fn words(table: &[Bitboard]) -> Vec<u8> {
    let is_big_endian = env::var("CARGO_CFG_TARGET_ENDIAN").is_ok_and(|endian| endian == "big");
    let to_bytes = if is_big_endian { u64::to_be_bytes } else { u64::to_le_bytes };
    table.iter().flat_map(|attacks| to_bytes(attacks.0)).collect()
}

fn write(name: &str, bytes: &[u8]) {
    let out_dir = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    let path = Path::new(&out_dir).join(name);
    fs::write(&path, bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
