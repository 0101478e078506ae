//! Boards and positions at random, always the same.

use chess_board::{Board, Position, Setup};
use chess_types::{Color, Piece, PieceType, Square};

/// The numbers of `SplitMix64` from a seed.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e3779b97f4a7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58476d1ce4e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d049bb133111eb);
        z ^ z >> 31
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub(crate) fn square(&mut self) -> Square {
        Square::ALL[self.below(64)]
    }

    /// A board of any pieces on any squares, kings and pawns too.
    pub(crate) fn board(&mut self) -> Board {
        let mut board = Board::EMPTY;
        for _ in 0..self.below(40) {
            board.put(Piece::ALL[self.below(12)], self.square());
        }
        board
    }

    /// A position with two kings, and other pieces where they may stand.
    pub(crate) fn position(&mut self) -> Position {
        loop {
            let mut setup = Setup { side_to_move: Color::ALL[self.below(2)], ..Setup::EMPTY };
            for _ in 0..self.below(24) {
                let piece = Piece::ALL[self.below(12)];
                if piece.piece_type() != PieceType::King {
                    setup.board.put(piece, self.square());
                }
            }
            setup.board.put(Piece::WhiteKing, self.square());
            setup.board.put(Piece::BlackKing, self.square());
            if let Ok(position) = Position::from_setup(&setup) {
                return position;
            }
        }
    }
}
