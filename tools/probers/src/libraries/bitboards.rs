use chess_board::Position;
use chess_types::{Color, PieceType};

/// The arguments that probers of Fathom's descent take.
pub(crate) struct Bitboards {
    pub(crate) white: u64,
    pub(crate) black: u64,
    /// By the order of [`PieceType`]: pawns, knights, bishops, rooks, queens, kings.
    pub(crate) types: [u64; 6],
    /// The square that a pawn passed over, 0 for none.
    pub(crate) ep: u32,
    pub(crate) is_white: bool,
}

impl Bitboards {
    pub(crate) fn new(position: &Position) -> Self {
        Self {
            white: position.by_color(Color::White).0,
            black: position.by_color(Color::Black).0,
            types: PieceType::ALL.map(|piece_type| position.by_type(piece_type).0),
            ep: position.ep_square().map_or(0, |square| square as u32),
            is_white: position.side_to_move() == Color::White,
        }
    }
}
