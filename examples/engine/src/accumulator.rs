use chess_movegen::{Changes, Color, Piece, PieceType, Position, Square};

/// The material and the places of the pieces as one sum from White's view, in hundredths of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Accumulator(i32);

impl Accumulator {
    /// Adds up all pieces, for the start of a game. It is the oracle of [`after`](Self::after).
    pub(crate) fn new(position: &Position) -> Self {
        Self(position.board().placements().map(|(piece, square)| weight(piece, square)).sum())
    }

    /// Returns the accumulator of the position after a move.
    pub(crate) fn after(self, changes: &Changes) -> Self {
        let sum = |pieces: &[(Piece, Square)]| {
            pieces.iter().map(|&(piece, square)| weight(piece, square)).sum::<i32>()
        };
        Self(self.0 + sum(changes.added()) - sum(changes.removed()))
    }

    /// The sum from the view of one side.
    pub(crate) fn score(self, side: Color) -> i32 {
        match side {
            Color::White => self.0,
            Color::Black => -self.0,
        }
    }
}

/// The value of a piece on a square from White's view: its material, more near the centre, and for pawns more with each rank.
fn weight(piece: Piece, square: Square) -> i32 {
    let (color, piece_type) = (piece.color(), piece.piece_type());
    let square = square.relative_to(color);
    let (file, rank) = (square as i32 % 8, square as i32 / 8);
    let from_centre = (2 * file - 7).abs().max((2 * rank - 7).abs());
    let value = match piece_type {
        PieceType::Pawn => 100 + 4 * rank,
        PieceType::Knight => 320 - 6 * from_centre,
        PieceType::Bishop => 330 - 3 * from_centre,
        PieceType::Rook => 500,
        PieceType::Queen => 950 - from_centre,
        PieceType::King => -10 * rank,
    };
    if color == Color::White { value } else { -value }
}
