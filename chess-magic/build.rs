//! Fills the slider tables. Nothing is searched here: the magics are in `src/magics.rs`.

use std::path::Path;
use std::{env, fs};

use chess_slider::{Magic, Pext, Slider, TABLE_LEN};
use chess_types::{Bitboard, Square};

#[path = "src/magics.rs"]
mod magics;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/magics.rs");
    println!("cargo::rustc-check-cfg=cfg(pext)");

    let target_is_x86_64 = env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "x86_64");
    write("magic.bin", magic_table());
    if target_is_x86_64 {
        write("pext.bin", pext_table());
        if target_has_bmi2() && env::var_os("CARGO_FEATURE_NO_PEXT").is_none() {
            println!("cargo::rustc-cfg=pext");
        }
    }
}

/// Whether the crate is compiled for machines that have the instruction, whatever this one has.
fn target_has_bmi2() -> bool {
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    features.split(',').any(|feature| feature == "bmi2")
}

fn magic_table() -> Result<Vec<Bitboard>, String> {
    let mut table = vec![Bitboard::EMPTY; magics::TABLE_LEN];
    for (slider, factors, offsets, check_sums) in [
        (Slider::Rook, &magics::ROOK_FACTORS, &magics::ROOK_OFFSETS, &magics::ROOK_CHECK_SUMS),
        (Slider::Bishop, &magics::BISHOP_FACTORS, &magics::BISHOP_OFFSETS, &magics::BISHOP_CHECK_SUMS),
    ] {
        let magics = Magic::all(slider, factors, offsets);
        for ((square, magic), &sum) in Square::ALL.into_iter().zip(magics).zip(check_sums) {
            magic.fill(slider, square, &mut table).map_err(|error| error.to_string())?;
            if magic.check_sum() != sum {
                return Err(format!(
                    "{slider} magic of {square}: {:#018x} at {} is a magic, but not the one committed",
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

/// Writes the words in the byte order of the target.
fn write(name: &str, table: Result<Vec<Bitboard>, String>) {
    let table = match table {
        Ok(table) => table,
        Err(error) => return println!("cargo::error={error}; run cargo xtask gen-magics"),
    };
    let is_big_endian = env::var("CARGO_CFG_TARGET_ENDIAN").is_ok_and(|endian| endian == "big");
    let to_bytes = if is_big_endian { u64::to_be_bytes } else { u64::to_le_bytes };
    let bytes: Vec<u8> = table.iter().flat_map(|attacks| to_bytes(attacks.0)).collect();
    let out_dir = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    let path = Path::new(&out_dir).join(name);
    fs::write(&path, bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
