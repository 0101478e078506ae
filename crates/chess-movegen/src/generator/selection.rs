use chess_types::{Bitboard, Rank};

/// A subset of the legal moves, to be generated.
///
/// Every move is either noisy (it captures or promotes) or quiet. The captures are the noisy moves that capture. Any selection is
/// narrowed by the squares that moves start on and end on.
///
/// # Examples
/// ```
/// use chess_movegen::{MoveList, PieceType, Position, PositionExt, Selection, Square};
///
/// let position = Position::from_fen("4k3/8/8/3p4/2B1P3/8/8/4K3 w - - 0 1")?;
/// let list = |selection| {
///     let mut moves = MoveList::new();
///     position.generate(selection, &mut moves);
///     moves.sort_unstable_by_key(|mv| mv.uci960());
///     moves.to_string()
/// };
/// assert_eq!(list(Selection::CAPTURES), "c4d5 e4d5");
/// let pawns = position.by_type(PieceType::Pawn);
/// assert_eq!(list(Selection::CAPTURES.only_from(pawns)), "e4d5");
/// assert_eq!(list(Selection::ALL.only_to(Square::E5 | Square::E2)), "e1e2 c4e2 e4e5");
/// # Ok::<(), chess_movegen::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selection {
    /// Squares of the pieces that move.
    pub(crate) from: Bitboard,
    /// Targets of captures.
    pub(crate) captures: Bitboard,
    /// Targets of quiet moves, except those of pawns.
    pub(crate) quiets: Bitboard,
    /// Targets of pawns that are pushed.
    pub(crate) pushes: Bitboard,
}

impl Selection {
    /// All legal moves.
    pub const ALL: Self = Self {
        from: Bitboard::FULL,
        captures: Bitboard::FULL,
        quiets: Bitboard::FULL,
        pushes: Bitboard::FULL,
    };

    /// Moves that capture, en passant included.
    pub const CAPTURES: Self = Self { quiets: Bitboard::EMPTY, pushes: Bitboard::EMPTY, ..Self::ALL };

    /// Moves that capture or promote.
    pub const NOISY: Self = Self { pushes: PROMOTION_RANKS, ..Self::CAPTURES };

    /// Moves that neither capture nor promote.
    pub const QUIETS: Self =
        Self { captures: Bitboard::EMPTY, pushes: Bitboard(!PROMOTION_RANKS.0), ..Self::ALL };

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
            captures: self.captures.intersection(squares),
            quiets: self.quiets.intersection(squares),
            pushes: self.pushes.intersection(squares),
        }
    }
}

const PROMOTION_RANKS: Bitboard = Bitboard(Rank::First.bitboard().0 | Rank::Eighth.bitboard().0);
