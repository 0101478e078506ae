//! Proves that the library crates need neither `std` nor `alloc`: this program has a panic handler of its own and no allocator.
//! If any crate below linked `std`, rustc would refuse the second panic handler; if one linked `alloc`, it would require an
//! allocator.
//!
//! It exits with 0 if perft 3 of the start position is right, and a move and a position survive as text and bytes; with 1 if not.
//! As WebAssembly it has no start: `ci/long/processors.sh` calls `main`.

#![no_std]
#![no_main]

use core::ffi::c_int;
use core::fmt::{self, Write};
use core::panic::PanicInfo;

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_notation::{PackedPosition, San, polyglot, read_san, read_uci};
use chess_slider::Slider;
use chess_svg::Picture;
use chess_types::{Bitboard, Square};
use chess_unmoves::{UnMoveOptions, has_unmove};

// The C library has the start of the program and memcpy. This file only calls Rust.
#[cfg(not(target_family = "wasm"))]
#[link(name = "c")]
unsafe extern "C" {}

/// The function that the C library's start code calls.
// SAFETY: there is no other symbol of this name, since the compiler makes none under `no_main`.
#[unsafe(no_mangle)]
extern "C" fn main() -> c_int {
    let slow = Slider::Rook.attacks(Square::A1, Bitboard::EMPTY);
    let is_right = perft(&Position::START, 3) == 8902
        && chess_magic::rook_attacks(Square::A1, Bitboard::EMPTY) == slow
        && !has_unmove(&Position::START, UnMoveOptions::EXACT)
        && is_notation_right(&Position::START)
        && is_picture_right(&Position::START);
    c_int::from(!is_right)
}

fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    position.legal_moves().into_iter().map(|mv| perft(&position.after(mv), depth - 1)).sum()
}

fn is_notation_right(start: &Position) -> bool {
    let knight = read_uci(start, "g1f3");
    knight.is_ok_and(|mv| San::new(start, mv).as_str() == "Nf3" && read_san(start, "Nf3") == Ok(mv))
        && PackedPosition::new(start).unpack().as_ref() == Ok(start)
        && polyglot::key(start) == 0x463b96181691fc9c
}

fn is_picture_right(start: &Position) -> bool {
    /// Counts the written bytes.
    struct Length(usize);

    impl Write for Length {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0 += text.len();
            Ok(())
        }
    }

    let mut length = Length(0);
    Picture::of(start).write(&mut length).is_ok() && length.0 > 1000
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {}
}

/// The function that the unwinding tables of the compiled `core` name. Nothing unwinds here, so it is never called.
// SAFETY: `std` alone defines this symbol otherwise, and it is not linked.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}
