//! Fills the slider tables. Nothing is searched here: the magics are in `src/magics.rs`.

#![allow(clippy::print_stdout, reason = "Cargo is told on stdout")]

use std::path::Path;
use std::process::Command;
use std::{env, fs};

#[cfg(feature = "fancy")]
use chess_slider::FancyMagic;
#[cfg(feature = "pext-pdep")]
use chess_slider::pext;
use chess_slider::{Magic, Pext, Slider, TABLE_LEN};
use chess_types::{Bitboard, Square};

#[cfg(feature = "fancy")]
#[path = "src/fancy_magics.rs"]
mod fancy_magics;
#[path = "src/magics.rs"]
mod magics;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/magics.rs");
    println!("cargo::rerun-if-changed=src/fancy_magics.rs");
    println!(
        "cargo::rustc-check-cfg=cfg(slider, values(\"hyperbola\", \"vector\", \"pext_pdep\", \"pext\", \"fancy\", \"magic\"))"
    );
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

/// How the packed table is got back.
const REPAIR: &str = "line 1 of src/magics.rs is the command that finds it";

/// The module that the crate's own functions use.
fn chosen(x86_backends: bool) -> &'static str {
    let target_has = |feature| x86_backends && target_has(feature);
    let has_pext = target_has("bmi2") && !cfg!(feature = "no-pext");
    if cfg!(feature = "hyperbola") {
        "hyperbola"
    } else if cfg!(feature = "vector") && ["avx512f", "avx512vl", "avx512cd"].into_iter().all(target_has) {
        "vector"
    } else if cfg!(feature = "pext-pdep") && has_pext {
        "pext_pdep"
    } else if has_pext {
        "pext"
    } else if cfg!(feature = "fancy") {
        "fancy"
    } else {
        "magic"
    }
}

/// Whether the crate is compiled for machines that have the feature, whatever this one has.
fn target_has(feature: &str) -> bool {
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    features.split(',').any(|one| one == feature)
}

/// Whether the backends of x86-64 can be compiled: they take safe intrinsics and AVX-512, which Rust has from 1.89 on.
fn has_x86_backends() -> bool {
    env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("x86_64")
        && minor_version().is_none_or(|minor| minor >= 89)
}

/// The second number of the compiler's version; `None` if it cannot be told.
fn minor_version() -> Option<u32> {
    let output = Command::new(env::var_os("RUSTC")?).arg("--version").output().ok()?;
    let version = String::from_utf8(output.stdout).ok()?;
    version.split('.').nth(1)?.parse().ok()
}

/// Writes what the features and the target ask for.
fn write_tables(x86_backends: bool) -> Result<(), String> {
    write("magic.bin", &words(&magic_table()?));
    #[cfg(feature = "fancy")]
    write("fancy.bin", &words(&fancy_table()?));
    if x86_backends {
        let table = pext_table()?;
        write("pext.bin", &words(&table));
        #[cfg(feature = "pext-pdep")]
        write("pext_pdep.bin", &half_words(&table));
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

#[cfg(feature = "fancy")]
fn fancy_table() -> Result<Vec<Bitboard>, String> {
    let mut table = vec![Bitboard::EMPTY; TABLE_LEN];
    for (slider, factors) in
        [(Slider::Rook, &fancy_magics::ROOK_FACTORS), (Slider::Bishop, &fancy_magics::BISHOP_FACTORS)]
    {
        for (square, magic) in Square::ALL.into_iter().zip(FancyMagic::all(slider, factors)) {
            let filled = magic.fill(slider, square, &mut table);
            filled.map_err(|error| format!("{error}; run cargo xtask gen-magics"))?;
        }
    }
    Ok(table)
}

/// What is left of the rays, as the bits of a PEXT table's entries that stand under them; x86-64 is little-endian.
#[cfg(feature = "pext-pdep")]
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

/// The words in the byte order of the target.
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
