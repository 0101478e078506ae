use std::collections::BTreeMap;
use std::ops::Range;

use chess_board::{Board, Position, Setup};
use chess_testkit::tables::Ending;
use chess_types::{Color, Piece, PieceType, Square};
use chess_unmoves::{UnMoveOptions, each_unmove};

/// The numbering of the positions of an ending by a digit for each piece and one for the side to move.
///
/// The board is mirrored so that the white king is on the files a to d. No square is its own mirror image, so that every position
/// has exactly two forms and all counts of moves hold for the form that has a number. Pieces of one kind have their squares in
/// ascending order. Numbers with overlapping pieces, or pieces in the wrong order, are no positions.
///
/// Pawns are the highest digits: all positions with the same squares of pawns are one block.
#[derive(Debug)]
pub(crate) struct Numbering {
    /// All pieces but the white king, pawns first.
    pieces: Vec<Piece>,
    /// The number of indices, including those without a position.
    pub(crate) len: usize,
}

impl Numbering {
    pub(crate) fn new(ending: &Ending) -> Self {
        let mut pieces = ending.pieces();
        pieces.retain(|&piece| piece != Piece::WhiteKing);
        pieces.sort_by_key(|&piece| (piece.piece_type(), piece.color()));
        Self { len: 64 << (6 * pieces.len()), pieces }
    }

    /// Lists the blocks in the order in which they can be solved: for each number of steps that the pawns have before them, from the
    /// least to the most, the ranges of indices of all blocks with that number.
    pub(crate) fn levels(&self) -> impl Iterator<Item = Vec<Range<usize>>> {
        let pawns = self.pieces.iter().filter(|piece| piece.piece_type() == PieceType::Pawn).count();
        let block = self.len >> (6 * pawns);
        let mut levels = BTreeMap::<usize, Vec<_>>::new();
        for (number, start) in (0..self.len).step_by(block).enumerate() {
            // A digit of the number is the square of a pawn.
            let steps = self.pieces[..pawns].iter().rev().enumerate().map(|(place, pawn)| {
                let rank = number >> (6 * place + 3) & 7;
                if pawn.color() == Color::White { 7 - rank } else { rank }
            });
            levels.entry(steps.sum()).or_default().push(start..start + block);
        }
        levels.into_values()
    }

    /// Returns the number of the position with these pieces, in either form.
    pub(crate) fn index(&self, board: &Board, side_to_move: Color) -> usize {
        let king = board.pieces(Color::White, PieceType::King);
        let is_mirrored = king.flip_files().0 < king.0;
        let digits = |piece: Piece| {
            let set = board.pieces(piece.color(), piece.piece_type());
            if is_mirrored { set.flip_files() } else { set }.into_iter().map(Square::index)
        };
        let kinds = self.pieces.chunk_by(|one, other| one == other).map(|kind| kind[0]);
        let index = kinds.flat_map(digits).fold(0, |index, digit| index * 64 + digit);
        let king = digits(Piece::WhiteKing).next().unwrap_or(0);
        index * 64 + (king >> 3 << 2 | king & 3) * 2 + side_to_move.index()
    }

    /// Returns the setup of the position with this number, which may break a rule of positions. Returns `None` for overlapping
    /// pieces and for equal pieces in the wrong order.
    pub(crate) fn setup(&self, index: usize) -> Option<Setup> {
        let (king, mut rest) = (index / 2 % 32, index / 64);
        let mut setup = Setup { side_to_move: Color::ALL[index % 2], ..Setup::EMPTY };
        setup.board.put(Piece::WhiteKing, Square::ALL[king >> 2 << 3 | king & 3]);
        let mut before = None;
        for &piece in self.pieces.iter().rev() {
            let digit = rest % 64;
            rest /= 64;
            let square = Square::ALL[digit];
            if setup.board.occupied().contains(square)
                || before.is_some_and(|(it, last)| it == piece && last < digit)
            {
                return None;
            }
            setup.board.put(piece, square);
            before = Some((piece, digit));
        }
        Some(setup)
    }

    /// Calls `f` with the number of each position from which a quiet move of a piece other than a pawn leads to this one.
    pub(crate) fn each_before(&self, setup: &Setup, mut f: impl FnMut(usize)) {
        // A clock of 1 means that the last move was neither a capture nor a pawn move.
        let setup = Setup { halfmove_clock: 1, fullmove_number: 2, ..*setup };
        let Ok(position) = Position::from_setup(&setup) else { return };
        each_unmove(&position, UnMoveOptions::EXACT.castling(None), |unmove| {
            let mut board = setup.board;
            if let Some(piece) = board.piece_at(unmove.mv.to()) {
                board.clear(unmove.mv.to());
                board.put(piece, unmove.mv.from());
            }
            f(self.index(&board, !setup.side_to_move));
        });
    }
}
