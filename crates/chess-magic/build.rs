//! Chooses the slider lookups and fills the slider tables. Nothing is searched here: the magics are in `src/magics.rs`.

#![allow(clippy::print_stdout, reason = "Cargo reads stdout")]

use std::path::Path;
use std::{env, fs};

use chess_slider::Slider;
use chess_slider::internals::{Pext, TABLE_LEN, all_magics, fill_magic};
use chess_types::{Bitboard, Square};

#[path = "src/magics.rs"]
mod magics;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/magics.rs");
    println!("cargo::rustc-check-cfg=cfg(slider, values(\"pext\", \"magic\", \"hyperbola\"))");
    println!("cargo::rustc-check-cfg=cfg(chess_no_pext)");
    println!("cargo::rustc-cfg=slider=\"{}\"", chosen());

    if let Err(error) = write_tables() {
        println!("cargo::error={error}");
    }
}

/// The way to restore the packed table.
const REPAIR: &str = "line 1 of src/magics.rs is the command that finds it";

/// The module that the crate's own functions use: the fastest one in perft of those that are compiled and that the target
/// can run.
fn chosen() -> &'static str {
    match (cfg!(feature = "tables"), has_fast_pext()) {
        (true, true) => "pext",
        (true, false) => "magic",
        (false, _) => "hyperbola",
    }
}

/// Tests whether the target has BMI2 and is not known to have a slow PEXT.
///
/// AMD's processors before Zen 3 have PEXT in microcode, many times slower than a magic. A build for one of them (`-C
/// target-cpu=znver2`, or `native` there) is recognised by `SSE4a`, which only AMD has, without VAES, which Zen 3 brought. A
/// build for processors of several makers has `--cfg chess_no_pext` in RUSTFLAGS, which only the builder of the program sets.
fn has_fast_pext() -> bool {
    let is_amd_before_zen_3 = target_has("sse4a") && !target_has("vaes");
    is_x86_64()
        && target_has("bmi2")
        && !is_amd_before_zen_3
        && env::var_os("CARGO_CFG_CHESS_NO_PEXT").is_none()
}

/// Tests whether the target of the crate, not this machine, has the instructions.
fn target_has(feature: &str) -> bool {
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    features.split(',').any(|one| one == feature)
}

fn is_x86_64() -> bool {
    env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("x86_64")
}

/// Writes the tables of the modules that are compiled for the feature and the target.
fn write_tables() -> Result<(), String> {
    if cfg!(feature = "tables") {
        write("magic.bin", &magic_table()?);
        if is_x86_64() {
            write("pext.bin", &pext_table()?);
        }
    }
    Ok(())
}

fn magic_table() -> Result<Vec<Bitboard>, String> {
    let mut table = vec![Bitboard::EMPTY; magics::TABLE_LEN];
    for (slider, factors, offsets) in [
        (Slider::Rook, &magics::ROOK_FACTORS, &magics::ROOK_OFFSETS),
        (Slider::Bishop, &magics::BISHOP_FACTORS, &magics::BISHOP_OFFSETS),
    ] {
        let magics = all_magics(slider, factors, offsets);
        for (square, magic) in Square::ALL.into_iter().zip(magics) {
            fill_magic(&magic, slider, square, &mut table).map_err(|error| format!("{error}; {REPAIR}"))?;
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

/// Writes a table in the byte order of the target.
fn write(name: &str, table: &[Bitboard]) {
    let is_big_endian = env::var("CARGO_CFG_TARGET_ENDIAN").is_ok_and(|endian| endian == "big");
    let to_bytes = if is_big_endian { u64::to_be_bytes } else { u64::to_le_bytes };
    let bytes: Vec<u8> = table.iter().flat_map(|attacks| to_bytes(attacks.0)).collect();
    let out_dir = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    let path = Path::new(&out_dir).join(name);
    fs::write(&path, &bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
