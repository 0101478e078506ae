use chess_board::Position;
use chess_types::{Bitboard, Rank};

/// A subset of the legal moves, to be generated.
///
/// Every move is either noisy (it captures or promotes) or quiet. The captures are the noisy moves that capture. Any selection is
/// narrowed by the squares that moves start on and end on.
///
/// # Examples
/// ```
/// use chess_movegen::{MoveList, PieceType, Position, Selection, Square, generate};
///
/// let position = Position::from_fen("4k3/8/8/3p4/2B1P3/8/8/4K3 w - - 0 1")?;
/// let list = |selection| {
///     let mut moves = MoveList::new();
///     generate(&position, selection, &mut moves);
///     moves.sort_unstable_by_key(|mv| mv.uci960());
///     moves.to_string()
/// };
/// let captures = Selection::captures(&position);
/// assert_eq!(list(captures), "c4d5 e4d5");
/// assert_eq!(list(captures.only_from(position.by_type(PieceType::Pawn))), "e4d5");
/// assert_eq!(list(Selection::ALL.only_to(Square::E5 | Square::E2)), "e1e2 c4e2 e4e5");
/// # Ok::<(), chess_movegen::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selection {
    /// Squares of the pieces that move.
    pub(crate) from: Bitboard,
    /// Targets of pieces, and of pawns that capture.
    pub(crate) targets: Bitboard,
    /// Targets of pawn pushes.
    pub(crate) pushes: Bitboard,
    /// Targets of the king in castling.
    pub(crate) castling: Bitboard,
    /// Targets of captures en passant.
    pub(crate) en_passant: Bitboard,
}

impl Selection {
    /// All legal moves.
    pub const ALL: Self = Self {
        from: Bitboard::FULL,
        targets: Bitboard::FULL,
        pushes: Bitboard::FULL,
        castling: Bitboard::FULL,
        en_passant: Bitboard::FULL,
    };

    /// Keeps the moves of the pieces on `squares`. Castling is a move of the king.
    #[inline]
    #[must_use]
    pub const fn only_from(self, squares: Bitboard) -> Self {
        Self { from: self.from.intersection(squares), ..self }
    }

    /// Keeps the moves that end on one of `squares`. Castling ends on the king's destination, en passant on the
    /// capturing pawn's.
    #[inline]
    #[must_use]
    pub const fn only_to(self, squares: Bitboard) -> Self {
        Self {
            from: self.from,
            targets: self.targets.intersection(squares),
            pushes: self.pushes.intersection(squares),
            castling: self.castling.intersection(squares),
            en_passant: self.en_passant.intersection(squares),
        }
    }

    /// Selects moves that capture, en passant included.
    #[inline]
    pub const fn captures(position: &Position) -> Self {
        Self {
            targets: position.board().by_color(position.side_to_move().opponent()),
            pushes: Bitboard::EMPTY,
            castling: Bitboard::EMPTY,
            ..Self::ALL
        }
    }

    /// Selects all moves if the side to move is in check, and none otherwise.
    #[inline]
    pub fn evasions(position: &Position) -> Self {
        if position.is_in_check() { Self::ALL } else { Self::ALL.only_to(Bitboard::EMPTY) }
    }

    /// Selects captures and promotions.
    #[inline]
    pub const fn noisy(position: &Position) -> Self {
        Self { pushes: PROMOTION_RANKS, ..Self::captures(position) }
    }

    /// Selects moves that neither capture nor promote.
    #[inline]
    pub const fn quiets(position: &Position) -> Self {
        Self {
            targets: Bitboard(!position.board().occupied().0),
            pushes: Bitboard(!PROMOTION_RANKS.0),
            en_passant: Bitboard::EMPTY,
            ..Self::ALL
        }
    }
}

const PROMOTION_RANKS: Bitboard = Bitboard(Rank::First.bitboard().0 | Rank::Eighth.bitboard().0);
