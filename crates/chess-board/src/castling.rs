use chess_types::{Bitboard, CastlingSide, Move, MoveKind, Square};

/// Castling of a king with a rook on its rank, as squares: where the two go, and what they need on the way.
///
/// It is the geometry of chess and Chess960 alike. Whether the right to castle is left and what stands on the squares,
/// a [`Position`](crate::Position) knows.
///
/// # Examples
/// ```
/// use chess_board::Castling;
/// use chess_types::{Square, bitboard};
///
/// let castling = Castling::new(Square::F1, Square::B1);
/// assert_eq!((castling.king_to(), castling.rook_to()), (Square::C1, Square::D1));
/// // King and rook are on their ways, and in nobody's.
/// let empty = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . X X X . . .
/// };
/// assert_eq!(castling.empty(), empty);
/// assert_eq!(castling.safe(), empty | Square::F1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[must_use]
pub struct Castling {
    king: Square,
    rook: Square,
}

impl Castling {
    /// Castling of the king on `king` with the rook on `rook`, another square of the same rank.
    #[inline(always)]
    pub const fn new(king: Square, rook: Square) -> Self {
        Self { king, rook }
    }

    /// What `mv` does if it is castling.
    #[inline]
    pub const fn of(mv: Move) -> Option<Self> {
        if mv.is_castle() { Some(Self::new(mv.from(), mv.to())) } else { None }
    }

    /// The square of the king before castling.
    #[inline(always)]
    pub const fn king(self) -> Square {
        self.king
    }

    /// The square of the rook before castling.
    #[inline(always)]
    pub const fn rook(self) -> Square {
        self.rook
    }

    /// The move.
    #[inline(always)]
    pub const fn to_move(self) -> Move {
        Move::new(self.king, self.rook, MoveKind::castle(self.side()))
    }

    /// The side castled to.
    #[inline(always)]
    pub const fn side(self) -> CastlingSide {
        CastlingSide::of_rook(self.king, self.rook)
    }

    /// Where the king arrives.
    #[inline(always)]
    pub const fn king_to(self) -> Square {
        self.side().king_square(self.king.rank())
    }

    /// Where the rook arrives.
    #[inline(always)]
    pub const fn rook_to(self) -> Square {
        self.side().rook_square(self.king.rank())
    }

    /// The squares that must not be attacked: those the king leaves, passes over and arrives on.
    ///
    /// A rook that has shielded the king along the rank does so no more, which only Chess960 knows: the king's safety
    /// on the last of them is to be asked with [`occupied_after`](Self::occupied_after).
    #[inline(always)]
    pub const fn safe(self) -> Bitboard {
        Self::king_way(self.king, self.side())
    }

    /// The squares that must be empty: those that king or rook pass over or arrive on, but for their own.
    #[inline(always)]
    pub const fn empty(self) -> Bitboard {
        self.safe().union(span(self.rook, self.rook_to())).difference(self.leaves())
    }

    /// What is occupied after castling on a board occupied as `occupied` says.
    #[inline(always)]
    pub const fn occupied_after(self, occupied: Bitboard) -> Bitboard {
        occupied.difference(self.leaves()).with(self.king_to()).with(self.rook_to())
    }

    /// The squares from a king to where castling to `side` takes it, both included, wherever the rook stands.
    #[inline(always)]
    pub const fn king_way(king: Square, side: CastlingSide) -> Bitboard {
        span(king, side.king_square(king.rank()))
    }

    /// The squares that king and rook leave.
    #[inline(always)]
    const fn leaves(self) -> Bitboard {
        self.king.bitboard().with(self.rook)
    }
}

/// Squares with a lower index than the king's for the queen side, a higher one for the king side.
#[inline]
pub(crate) const fn beside_king(king: Square, side: CastlingSide) -> Bitboard {
    let below = (1 << king as u8) - 1;
    Bitboard(match side {
        CastlingSide::Queen => below,
        CastlingSide::King => !below & !king.bitboard().0,
    })
}

/// All squares from `a` to `b`, both included, in the order of their index: on one rank, the way between them.
#[inline(always)]
const fn span(a: Square, b: Square) -> Bitboard {
    let (low, high) = if (a as u8) < b as u8 { (a, b) } else { (b, a) };
    Bitboard((2_u64 << high as u8).wrapping_sub(1 << low as u8))
}
