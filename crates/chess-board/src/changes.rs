use chess_types::{Castling, Color, Move, Piece, PieceType, Square};

/// The pieces that a move removes from the board and the pieces that it adds, each with its square.
///
/// They are all that an accumulator of a neural network, a piece-square sum or a GUI needs to follow a game; `apply_changes` of
/// `chess-search` updates an accumulator in one pass. The moving piece comes first in both lists. A captured piece is removed from its
/// own square, which differs from the target en passant. A promotion removes a pawn and adds another piece. Castling moves the king and
/// then the rook; in Chess960 one of them can stay where it is, and then only the other one is in the lists. To follow a move that is
/// taken back, swap the two lists.
///
/// # Examples
/// ```
/// use chess_board::{Move, MoveKind, Piece, Position, Square};
///
/// let position = Position::from_fen("4k2r/6P1/8/8/8/8/8/4K3 w k - 0 1")?;
/// let mv = Move::new(Square::G7, Square::H8, MoveKind::QueenCapturePromotion);
/// let changes = position.changes(mv);
/// assert_eq!(changes.removed(), [(Piece::WhitePawn, Square::G7), (Piece::BlackRook, Square::H8)]);
/// assert_eq!(changes.added(), [(Piece::WhiteQueen, Square::H8)]);
/// # Ok::<(), chess_board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Changes {
    removed: [(Piece, Square); 2],
    added: [(Piece, Square); 2],
    removed_len: u8,
    added_len: u8,
}

impl Changes {
    /// Returns the removed pieces: the moving piece or, in castling, the king if it moves; then the captured piece or the castling rook.
    /// There are at most 2, and none for a null move.
    #[inline]
    pub fn removed(&self) -> &[(Piece, Square)] {
        &self.removed[..usize::from(self.removed_len & 3)]
    }

    /// Returns the added pieces: the moving piece or the piece it promotes to; in castling the king if it moves, then the rook. There are at
    /// most 2, and none for a null move.
    #[inline]
    pub fn added(&self) -> &[(Piece, Square)] {
        &self.added[..usize::from(self.added_len & 3)]
    }

    #[inline(always)]
    pub(crate) fn of(us: Color, mv: Move, piece_type: PieceType, captured: Option<PieceType>) -> Self {
        if let Some(castling) = mv.castling() {
            return Self::of_castling(us, castling);
        }
        let mover = Piece::new(us, piece_type);
        let arrived = Piece::new(us, mv.promotion().unwrap_or(piece_type));
        let victim = Piece::new(us.opponent(), captured.unwrap_or(PieceType::Pawn));
        let moves = u8::from(!mv.is_null());
        Self {
            removed: [(mover, mv.from()), (victim, mv.capture_square())],
            added: [(arrived, mv.to()); 2],
            removed_len: moves + u8::from(captured.is_some()),
            added_len: moves,
        }
    }

    #[inline(never)]
    fn of_castling(us: Color, castling: Castling) -> Self {
        let (king, rook) = (Piece::new(us, PieceType::King), Piece::new(us, PieceType::Rook));
        let mut removed = [(king, castling.king), (rook, castling.rook)];
        let mut added = [(king, castling.king_to()), (rook, castling.rook_to())];
        // One of both can stay where it is. It comes last, and is left out.
        if removed[0] == added[0] {
            removed.swap(0, 1);
            added.swap(0, 1);
        }
        let len = if removed[1] == added[1] { 1 } else { 2 };
        Self { removed, added, removed_len: len, added_len: len }
    }
}
