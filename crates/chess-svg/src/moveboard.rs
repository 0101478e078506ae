use chess_board::Board;
use chess_magic::attacks;
use chess_types::{Bitboard, Piece, PieceType, Square};

use crate::highlight::{Highlight, Mark};

/// The squares that a piece attacks on a board, by what stands on them. No square is in two of the sets.
///
/// Checks and pins are not considered, and the board needs no kings. A pawn attacks the squares that it captures on.
///
/// # Examples
/// ```
/// use chess_svg::{Moveboard, Piece, Picture, Position, Square};
///
/// let board = Position::START.to_setup().board;
/// let moveboard = Moveboard::new(Piece::WhiteKnight, Square::G1, &board);
/// assert_eq!(moveboard.attacked, Square::F3 | Square::H3);
/// assert_eq!(moveboard.own_pieces, Square::E2.bitboard());
///
/// let highlights = moveboard.highlights();
/// let svg = Picture::new(&board).highlights(&highlights).legend(true).to_string();
/// assert!(svg.contains("attacked: f3 h3"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Moveboard {
    /// The piece.
    pub piece: Piece,
    /// The square of the piece.
    pub square: Square,
    /// The empty squares that it attacks.
    pub attacked: Bitboard,
    /// The pieces of the other side that it attacks. They stop the rays of a slider.
    pub enemy_pieces: Bitboard,
    /// The pieces of its own side that it protects. They stop the rays of a slider, too.
    pub own_pieces: Bitboard,
    /// The squares that a slider would attack in addition if the board were empty.
    pub cut_off: Bitboard,
}

impl Moveboard {
    /// The attacks of a piece on a square. The board may have another piece there, or none.
    pub fn new(piece: Piece, square: Square, board: &Board) -> Self {
        let (piece_type, color) = (piece.piece_type(), piece.color());
        let hit = attacks(piece_type, color, square, board.occupied());
        let rays = attacks(piece_type, color, square, Bitboard::EMPTY);
        Self {
            piece,
            square,
            attacked: hit - board.occupied(),
            enemy_pieces: hit & board.by_color(!color),
            own_pieces: hit & board.by_color(color),
            cut_off: rays - hit,
        }
    }

    /// The sets as highlights with their meaning: the piece, attacked squares, pieces of the other and of the own side,
    /// squares that are cut off. Sets may be empty.
    pub const fn highlights(&self) -> [Highlight<'static>; 5] {
        let piece_type = self.piece.piece_type();
        let (enemy, own) = match piece_type {
            PieceType::Bishop | PieceType::Rook | PieceType::Queen => ("enemy blocker", "own blocker"),
            PieceType::Pawn | PieceType::Knight | PieceType::King => ("enemy piece", "own piece"),
        };
        [
            Highlight::new(Mark::Attacker, piece_type.name(), self.square.bitboard()),
            Highlight::new(Mark::Attacked, "attacked", self.attacked),
            Highlight::new(Mark::EnemyPiece, enemy, self.enemy_pieces),
            Highlight::new(Mark::OwnPiece, own, self.own_pieces),
            Highlight::new(Mark::CutOff, "cut off", self.cut_off),
        ]
    }
}
