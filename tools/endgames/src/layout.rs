use std::ops::Range;

use chess_board::{Board, Position, Setup};
use chess_movegen::{UnMoveOptions, each_unmove};
use chess_types::{Bitboard, Color, Piece, PieceType, Square};

use crate::ending::{Ending, MOST_MEN};

/// The squares of the pieces in the order of the slots of a layout. Those beyond the pieces of the ending are a1.
pub(crate) type Squares = [Square; MOST_MEN as usize];

/// One piece of an ending: a digit of the index.
#[derive(Clone, Copy, Debug)]
struct Slot {
    piece: Piece,
    /// The number of squares that the digit distinguishes.
    digits: usize,
    /// The number by which a step of the digit raises the index.
    stride: usize,
    /// The slot before this one is of the same piece, and has the lower square.
    is_second: bool,
}

/// The numbering of the positions of an ending: a mixed-radix number of the side to move and the squares of the pieces.
///
/// The board is mirrored so that the white king is on the files a to d, and without pawns also on the ranks 1 to 4. No square is
/// its own mirror image, so that every position has exactly two or four forms and all counts of moves hold for the forms that
/// have a number. Two pieces of one kind have their squares in ascending order. Numbers with overlapping pieces, or pieces in the
/// wrong order, are no positions.
///
/// Pawns are the highest digits: all positions with the same squares of pawns are one block.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    slots: Vec<Slot>,
    side_stride: usize,
    has_pawns: bool,
    /// The number of indices, including those without a position.
    pub(crate) len: usize,
}

impl Layout {
    pub(crate) fn new(ending: Ending) -> Self {
        let pawns: u8 = ending.pawns().iter().sum();
        let has_pawns = pawns > 0;
        let king_digits = if has_pawns { 32 } else { 16 };
        let mut pieces = Vec::new();
        for piece_type in PieceType::ALL {
            for color in Color::ALL {
                let piece = Piece::new(color, piece_type);
                for copy in 0..ending.count(piece) {
                    let digits = match (piece_type, color) {
                        (PieceType::Pawn, _) => 48,
                        (PieceType::King, Color::White) => king_digits,
                        _ => 64,
                    };
                    pieces.push((piece, digits, copy == 1));
                }
            }
        }
        let mut stride = 1;
        let mut side_stride = 0;
        let mut slots = Vec::new();
        for (index, &(piece, digits, is_second)) in pieces.iter().enumerate().rev() {
            if index + 1 == usize::from(pawns) {
                side_stride = stride;
                stride *= 2;
            }
            slots.push(Slot { piece, digits, stride, is_second });
            stride *= digits;
        }
        if !has_pawns {
            side_stride = stride;
            stride *= 2;
        }
        slots.reverse();
        Self { slots, side_stride, has_pawns, len: stride }
    }

    /// Counts the forms of a position under mirroring, of which one has a number.
    pub(crate) fn forms(&self) -> u64 {
        if self.has_pawns { 2 } else { 4 }
    }

    /// Lists the blocks in the order in which they can be solved: for each number of steps that the pawns have made,
    /// from the most to the least, the ranges of indices of all blocks with that number.
    pub(crate) fn levels(&self) -> Vec<Vec<Range<usize>>> {
        let block = if self.has_pawns { self.side_stride * 2 } else { self.len };
        let mut levels = vec![Vec::new(); 11];
        for start in (0..self.len).step_by(block) {
            let pawns = self.slots.iter().filter(|slot| slot.piece.piece_type() == PieceType::Pawn);
            let steps: usize = pawns
                .map(|slot| {
                    let rank = start / slot.stride % slot.digits / 8;
                    if slot.piece.color() == Color::White { rank } else { 5 - rank }
                })
                .sum();
            levels[steps].push(start..start + block);
        }
        levels.reverse();
        levels.retain(|level| !level.is_empty());
        levels
    }

    /// Returns the number of the position with these squares of the pieces, in any form.
    #[inline]
    pub(crate) fn index(&self, squares: Squares, side_to_move: Color) -> usize {
        let mut king = 0;
        for (slot, square) in self.slots.iter().zip(squares) {
            if slot.piece == Piece::WhiteKing {
                king = square.index();
            }
        }
        let files = if king & 0b100 == 0 { 0 } else { 0b111 };
        let ranks = if self.has_pawns || king & 0b100_000 == 0 { 0 } else { 0b111_000 };
        let mirror = files | ranks;
        let mut index = side_to_move.index() * self.side_stride;
        let mut before = 0;
        let mut stride_before = 0;
        for (slot, square) in self.slots.iter().zip(squares) {
            let square = square.index() ^ mirror;
            let digit = match slot.piece.piece_type() {
                PieceType::Pawn => square - 8,
                PieceType::King if slot.piece == Piece::WhiteKing => square & 0b11 | square >> 3 << 2,
                _ => square,
            };
            index += digit * slot.stride;
            if slot.is_second && digit < before {
                // The two squares change places.
                index = index - before * stride_before - digit * slot.stride
                    + digit * stride_before
                    + before * slot.stride;
            }
            before = digit;
            stride_before = slot.stride;
        }
        index
    }

    /// Returns the setup of the position with this number, which may break a rule of positions, and the squares of its pieces.
    /// Returns `None` for overlapping pieces and for equal pieces in the wrong order.
    #[inline]
    pub(crate) fn setup(&self, index: usize) -> Option<(Setup, Squares)> {
        let mut squares = [Square::A1; MOST_MEN as usize];
        let mut sets = [[Bitboard::EMPTY; 6]; 2];
        let mut before = 0;
        for (slot, square) in self.slots.iter().zip(&mut squares) {
            let digit = index / slot.stride % slot.digits;
            if slot.is_second && digit < before {
                return None;
            }
            before = digit;
            let number = match slot.piece.piece_type() {
                PieceType::Pawn => digit + 8,
                PieceType::King if slot.piece == Piece::WhiteKing => digit & 0b11 | digit >> 2 << 3,
                _ => digit,
            };
            *square = Square::from_low_bits(number as u8);
            let set = &mut sets[slot.piece.color().index()][slot.piece.piece_type().index()];
            if set.contains(*square) {
                return None;
            }
            *set |= *square;
        }
        let is_white = (index / self.side_stride).is_multiple_of(2);
        let side_to_move = if is_white { Color::White } else { Color::Black };
        // Overlapping sets make no board.
        Some((Setup { board: Board::from_sets(&sets)?, side_to_move, ..Setup::EMPTY }, squares))
    }

    /// Returns the number of a position that has the pieces of this layout, with the colours swapped if `is_swapped`.
    #[inline]
    pub(crate) fn index_of(&self, position: &Position, is_swapped: bool) -> usize {
        let mut squares = [Square::A1; MOST_MEN as usize];
        let swap = |color: Color| if is_swapped { !color } else { color };
        for (index, slot) in self.slots.iter().enumerate() {
            let mut set = position.pieces(swap(slot.piece.color()), slot.piece.piece_type());
            if slot.is_second {
                set = set.without_first();
            }
            let square = set.first().unwrap_or(Square::A1);
            squares[index] = if is_swapped { square.flip_ranks() } else { square };
        }
        self.index(squares, swap(position.side_to_move()))
    }

    /// Calls `f` with the number of each position from which a quiet move of a piece other than a pawn leads to the one with
    /// these squares.
    #[inline]
    pub(crate) fn each_before(&self, (setup, squares): (Setup, Squares), mut f: impl FnMut(usize)) {
        // A clock of 1 means that the last move was neither a capture nor a pawn move.
        let setup = Setup { halfmove_clock: 1, fullmove_number: 2, ..setup };
        let Ok(position) = Position::from_setup(&setup) else { return };
        let mover = !setup.side_to_move;
        each_unmove(&position, UnMoveOptions::EXACT.castling(None), |unmove| {
            let before =
                squares.map(|square| if square == unmove.mv.to() { unmove.mv.from() } else { square });
            f(self.index(before, mover));
        });
    }
}
