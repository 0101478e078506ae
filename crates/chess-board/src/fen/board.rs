//! The reader of the board field of a FEN, without a branch for each character. Characters are hard to predict, and a
//! mispredicted branch costs more than the work on several of them.

use chess_types::{Bitboard, File, Piece, Square};

use crate::board::Board;
use crate::fen::error::FenRule;
use crate::zobrist::{self, PieceKeys};

/// The greatest length of a board field: eight ranks of eight pieces, and the slashes between them.
const MAX_LEN: usize = 8 * 8 + 7;

/// The effect of a character: its square is added to a set, and the reader advances by a number of squares. The
/// number is 0 for a character that is not allowed in a board.
#[derive(Clone, Copy)]
struct Symbol {
    /// Eight times the colour of a piece plus its type, or [`RUNS`] or [`SLASHES`].
    set: u8,
    squares: u8,
}

/// The index of the set of squares where a digit begins a run of empty squares.
const RUNS: u8 = 6;

/// The index of the set of squares that follow a slash.
const SLASHES: u8 = 7;

/// The advance of a slash. Two times the board leaves the square as it is, and counts the slash.
const SLASH_SQUARES: u8 = 128;

static SYMBOLS: [Symbol; 256] = {
    let mut symbols = [Symbol { set: 0, squares: 0 }; 256];
    let mut i = 0;
    while i < Piece::ALL.len() {
        symbols[Piece::ALL[i].letter() as usize] = Symbol { set: (8 * (i / 6) + i % 6) as u8, squares: 1 };
        i += 1;
    }
    let mut run = 1;
    while run <= 8 {
        symbols[(b'0' + run) as usize] = Symbol { set: RUNS, squares: run };
        run += 1;
    }
    symbols[b'/' as usize] = Symbol { set: SLASHES, squares: SLASH_SQUARES };
    symbols
};

/// Returns the board at the start of `text`, its keys, and the text after it. Returns `None` if a rule is broken.
#[inline(always)]
pub(crate) fn read(text: &[u8]) -> Option<(Board, PieceKeys, &[u8])> {
    let mut sets = [Bitboard::EMPTY; 16];
    let mut numbers = [0; 16];
    // Counted in the order of the text: from a8 to h8, then from a7.
    let mut squares = 0;
    let mut len = 0;
    for &byte in &text[..text.len().min(MAX_LEN)] {
        let symbol = SYMBOLS[byte as usize];
        if symbol.squares == 0 {
            break;
        }
        let set = symbol.set as usize & 15;
        let square = (squares ^ 0o70) & 0o77;
        sets[set].0 |= 1 << square;
        numbers[set] ^= zobrist::of_set(set, square);
        squares += symbol.squares as usize;
        len += 1;
    }
    let (runs, slashes) = (sets[RUNS as usize], sets[SLASHES as usize]);
    let board = Board::from_pieces(&of_pieces(&sets));
    let first_file = File::A.bitboard();
    // With 64 squares and seven slashes, one before each rank but the eighth, each rank has eight squares.
    let ranks_are_right =
        squares == 64 + 7 * SLASH_SQUARES as usize && slashes == first_file - Square::A8.bitboard();
    // No digit may follow a digit: a run of empty squares begins at the edge or after a piece.
    let runs_are_right = runs.is_subset(first_file | Bitboard(board.occupied().0 << 1));
    (ranks_are_right && runs_are_right)
        .then(|| (board, PieceKeys::of_pieces(&of_pieces(&numbers)), &text[len..]))
}

/// Returns the twelve entries that belong to pieces, in the order of their indices.
#[inline(always)]
const fn of_pieces<T: Copy>(&[p, n, b, r, q, k, _, _, bp, bn, bb, br, bq, bk, _, _]: &[T; 16]) -> [T; 12] {
    [p, n, b, r, q, k, bp, bn, bb, br, bq, bk]
}

/// Returns the first rule that an invalid board field breaks, and the byte of the field where it does.
#[cold]
pub(crate) fn first_error(field: &[u8]) -> (usize, FenRule) {
    let (mut rank, mut files) = (8, 0);
    let mut after_digit = false;
    for (i, &byte) in field.iter().enumerate() {
        let is_digit = matches!(byte, b'1'..=b'8');
        if is_digit {
            if after_digit {
                return (i, FenRule::AdjacentDigits);
            }
            files += byte - b'0';
        } else if byte == b'/' {
            if files < 8 {
                return (i, FenRule::RankTooShort);
            }
            if rank == 1 {
                return (i, FenRule::TooManyRanks);
            }
            (rank, files) = (rank - 1, 0);
        } else if Piece::from_letter(byte).is_some() {
            files += 1;
        } else {
            return (i, FenRule::BoardCharacter);
        }
        if files > 8 {
            return (i, FenRule::RankTooLong);
        }
        after_digit = is_digit;
    }
    (field.len(), if files < 8 { FenRule::RankTooShort } else { FenRule::TooFewRanks })
}
