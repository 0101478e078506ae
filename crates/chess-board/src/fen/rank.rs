//! The writer of a rank as FEN, without a branch for each square.

use chess_types::{Bitboard, Color, PieceType, Rank};

use crate::board::Board;

/// Writes a rank to the first eight bytes of `text` and returns the number of bytes that belong to it, 1 to 8.
#[inline(always)]
pub(crate) fn write(board: &Board, rank: Rank, text: &mut [u8]) -> usize {
    let files = |set: Bitboard| (set.0 >> (8 * rank as u8)) as usize & 0xff;
    // The letters in the order of files. A black letter differs from a white one in one bit.
    let mut letters = SPREAD[files(board.by_color(Color::Black))] * (b'a' - b'A') as u64;
    for piece_type in PieceType::ALL {
        letters |= SPREAD[files(board.by_type(piece_type))] * piece_type.letter().to_ascii_uppercase() as u64;
    }
    let mut characters = *b"........12345678";
    characters[..8].copy_from_slice(&letters.to_le_bytes());
    let layout = &LAYOUTS[files(board.occupied())];
    for (to, from) in text[..8].iter_mut().zip(layout.characters) {
        *to = characters[from as usize & 15];
    }
    layout.len as usize
}

/// The eight bits of a number as eight bytes, each 0 or 1.
static SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut i = 0;
    while i < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[i] |= (i as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        i += 1;
    }
    spread
};

/// The form of a rank with pieces on certain files.
#[derive(Clone, Copy)]
struct Layout {
    /// The source of each character: 0 to 7 is the piece on this file, 8 to 15 is a digit from 1 to 8.
    characters: [u8; 8],
    len: u8,
}

static LAYOUTS: [Layout; 256] = {
    let mut layouts = [Layout { characters: [0; 8], len: 0 }; 256];
    let mut occupied = 0;
    while occupied < 256 {
        let layout = &mut layouts[occupied];
        let mut file = 0;
        while file < 8 {
            let run = (occupied >> file).trailing_zeros();
            let run = if run < 8 - file { run } else { 8 - file };
            layout.characters[layout.len as usize] = if run > 0 { 7 + run as u8 } else { file as u8 };
            layout.len += 1;
            file += if run > 0 { run } else { 1 };
        }
        occupied += 1;
    }
    layouts
};
