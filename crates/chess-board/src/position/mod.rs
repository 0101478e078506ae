pub(crate) mod make;
mod plain;
mod queries;
mod special;
pub(crate) mod state;

use core::ops::Deref;

use chess_types::{Bitboard, CastlingRights, CastlingSide, Color, Piece, SplitMix64, Square};
use static_assertions::{assert_eq_size, assert_not_impl_any};

use crate::board::{Board, beside_king};
use crate::position::state::{PieceMasks, State, Turn};
use crate::setup::Setup;
use crate::setup::invalid::InvalidSetup;
use crate::zobrist::{self, PieceKeys};

/// A validated chess position.
///
/// It holds the pieces, the side to move, castling rights, en passant squares, both counters of FEN and all Zobrist
/// keys in 128 bytes, two cache lines. Moves are made and taken back in place ([`make`](Self::make),
/// [`unmake`](Self::unmake)) or made on a copy ([`after`](Self::after)). Chess960 needs no mode, because a castling right is stored as the square of its rook. A position dereferences to its [`Board`], which
/// finds pieces and attackers.
///
/// The generator is in the crate above: `chess_movegen::PositionExt` adds `legal_moves()`, `is_legal(mv)`, `play(mv)` and
/// `try_after(mv)` to this type. These are the calls that make a move:
///
/// | call | checks that the move is legal | on [`Move::NULL`] |
/// |---|---|---|
/// | `play(mv)`, `try_after(mv)` of `chess_movegen::PositionExt` | yes, and returns the rule that it breaks | refuse it |
/// | [`play_unchecked`](Self::play_unchecked) | no | passes the turn |
/// | [`make`](Self::make), [`after`](Self::after), [`key_after`](Self::key_after) | no | must not be called: see [`make_null`](Self::make_null) and [`after_null`](Self::after_null) |
///
/// [`Move::NULL`]: chess_types::Move::NULL
///
/// Equality compares everything, both counters and [`skipped_square`](Self::skipped_square) included: after a double push that no pawn
/// can capture en passant, a position differs from one parsed from its own FEN, which has no such square. A repetition of a position is
/// therefore never equal to it: [`is_repetition_of`](Self::is_repetition_of) compares as the Laws of Chess do. For the same reason a position
/// is not `Hash`: maps and sets of positions have their [`key`](Self::key)s.
///
/// ```
/// use chess_board::Position;
/// use chess_types::{Move, MoveKind, Square};
///
/// let after = Position::START.after(Move::new(Square::E2, Square::E4, MoveKind::DoublePush));
/// let parsed: Position = after.to_string().parse()?;
/// assert_eq!((after.skipped_square(), parsed.skipped_square()), (Some(Square::E3), None));
/// assert_ne!(after, parsed);
/// assert!(after.is_repetition_of(&parsed));
/// assert_eq!(after.key(), parsed.key());
/// # Ok::<(), chess_board::ParsePositionError>(())
/// ```
///
/// [`Reason`](crate::Reason) is the complete list of the setups that are refused.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Position {
    pub(crate) board: Board,
    pub(crate) piece_keys: PieceKeys,
    pub(crate) state: State,
}

assert_eq_size!(Position, [u8; 128]);
assert_not_impl_any!(Position: core::hash::Hash);

impl Position {
    /// The start position of chess.
    pub const START: Self = Self::of_start(&Setup::START);

    /// Returns the Chess960 start position of this number, 0 to 959, in Scharnagl's numbering (518 is the start
    /// position of chess). Returns `None` from 960 on.
    pub const fn chess960(number: u16) -> Option<Self> {
        Self::double_chess960(number, number)
    }

    /// Returns the start position in which each side has its own Chess960 arrangement, by the two numbers. Returns
    /// `None` if one of them is 960 or more.
    pub const fn double_chess960(white: u16, black: u16) -> Option<Self> {
        if white < 960 && black < 960 {
            Some(Self::of_start(&Setup::of_arrangements([white, black])))
        } else {
            None
        }
    }

    const fn of_start(setup: &Setup) -> Self {
        Self::of_valid(setup, PieceKeys::of_board(&setup.board), None)
    }

    /// Validates `setup` and creates its position.
    ///
    /// # Errors
    /// All reasons why the setup is invalid, with the sides and squares concerned.
    pub fn from_setup(setup: &Setup) -> Result<Self, InvalidSetup> {
        setup.validate()?;
        Ok(Self::of_checked(setup))
    }

    /// Creates the position of a setup that is known to be valid, from keys and a legal en passant square that have
    /// been computed already.
    #[inline]
    pub(crate) const fn of_valid(setup: &Setup, piece_keys: PieceKeys, ep_square: Option<Square>) -> Self {
        let Setup { board, side_to_move, castling_rooks, en_passant, halfmove_clock, fullmove_number } =
            *setup;
        let turn = Turn::new(side_to_move, halfmove_clock, fullmove_number, en_passant, ep_square);
        let key = (zobrist::BLACK_TO_MOVE * side_to_move as u64)
            ^ zobrist::of_castling(castling_rooks)
            ^ zobrist::of_ep_number(turn.ep_number());
        Self { board, piece_keys, state: State { key, castling_rooks, turn } }
    }

    /// Returns a position of the other side to move, which is not validated. Each of `pieces` is removed from those of its squares
    /// where it is, and added to the others; the rest of the state is given.
    ///
    /// This is for callers that derive one valid position from another, as `chess_unmoves` does: the keys are computed from those
    /// of this position. [`Setup::validate`] must accept the result. Otherwise the position must not be used, as after
    /// a move that is not legal; nothing panics.
    ///
    /// # Examples
    /// ```
    /// use chess_board::{Piece, Position, Square};
    ///
    /// let start = Position::START;
    /// let pieces = [(Piece::WhiteKnight, Square::G1 | Square::F3)];
    /// let after = start.toggled_unchecked(pieces, start.castling_rooks(), None, 1, 1);
    /// assert_eq!(after.to_string(), "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
    /// ```
    #[inline]
    #[must_use]
    pub fn toggled_unchecked(
        &self,
        pieces: impl IntoIterator<Item = (Piece, Bitboard)>,
        castling_rooks: Bitboard,
        skipped_square: Option<Square>,
        halfmove_clock: u16,
        fullmove_number: u16,
    ) -> Self {
        let Self { mut board, mut piece_keys, .. } = *self;
        for (piece, squares) in pieces {
            let (color, piece_type) = (piece.color(), piece.piece_type() as usize);
            let masks = PieceMasks::of(color, piece_type);
            let numbers = squares.into_iter().map(|square| zobrist::of_piece(color, piece_type, square));
            board = board.toggled(&masks.sets, squares);
            piece_keys = piece_keys.toggled(&masks.keys, numbers.fold(0, |numbers, number| numbers ^ number));
        }
        let us = self.side_to_move().opponent();
        let ep_square = skipped_square.and_then(|skipped| board.legal_ep_square(us, skipped));
        let turn = Turn::new(us, halfmove_clock, fullmove_number, skipped_square, ep_square);
        let key = self.state.key
            ^ zobrist::BLACK_TO_MOVE
            ^ zobrist::of_ep_number(self.state.turn.ep_number())
            ^ zobrist::of_ep_number(turn.ep_number())
            ^ zobrist::of_castling(self.castling_rooks() ^ castling_rooks);
        Self { board, piece_keys, state: State { key, castling_rooks, turn } }
    }

    /// Creates the position of a setup that is known to be valid.
    pub(crate) fn of_checked(setup: &Setup) -> Self {
        Self::of_valid(setup, PieceKeys::of_board(&setup.board), setup.legal_ep_square())
    }

    /// Returns the position as a setup, which can be changed and validated again.
    #[inline]
    pub const fn to_setup(&self) -> Setup {
        Setup {
            board: self.board,
            side_to_move: self.side_to_move(),
            castling_rooks: self.castling_rooks(),
            en_passant: self.skipped_square(),
            halfmove_clock: self.halfmove_clock(),
            fullmove_number: self.fullmove_number(),
        }
    }

    /// Returns the board.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the side to move.
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        self.state.turn.side_to_move()
    }

    /// Returns the number of moves of either side since the last capture or pawn move, in plies. It stays at 65,535.
    #[inline]
    pub const fn halfmove_clock(&self) -> u16 {
        self.state.turn.halfmove_clock()
    }

    /// Returns the move number: 1 at the start of a game, and one more after each move of Black. It stays at 65,535.
    #[inline]
    pub const fn fullmove_number(&self) -> u16 {
        self.state.turn.fullmove_number()
    }

    /// Returns the number of plies since the start of the game, computed from the move number and the side to move: 0
    /// in the start position.
    #[inline]
    pub const fn ply(&self) -> u32 {
        2 * (self.fullmove_number() as u32 - 1) + self.side_to_move() as u32
    }

    /// Returns the square of the king of `color`.
    #[inline]
    pub const fn king(&self, color: Color) -> Square {
        self.board.king(color)
    }

    /// Returns the rooks of both colours that still have the right to castle.
    #[inline]
    pub const fn castling_rooks(&self) -> Bitboard {
        self.state.castling_rooks
    }

    /// Returns the square of the rook with which `color` still has the right to castle on `side`.
    #[inline]
    pub const fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let own = self.state.castling_rooks.0 & color.back_rank().bitboard().0;
        Bitboard(own & beside_king(self.king(color), side).0).first()
    }

    /// Returns the castling rights that are left. Castling need not be legal now.
    #[inline]
    pub const fn castling_rights(&self) -> CastlingRights {
        let mut rights = CastlingRights::EMPTY;
        let mut i = 0;
        while i < 4 {
            let (color, side) = (Color::ALL[i / 2], CastlingSide::ALL[i % 2]);
            if self.castling_rook(color, side).is_some() {
                rights = rights.union(CastlingRights::new(color, side));
            }
            i += 1;
        }
        rights
    }

    /// Tests whether there are castling rights that only Chess960 has: a king that may castle is off the e-file, or its rook
    /// is off the corner.
    ///
    /// If so, only [`Move::uci960`](chess_types::Move::uci960) gives each move of the game a spelling of its own.
    pub fn needs_chess960(&self) -> bool {
        !self.castling_rooks().is_subset(self.board.orthodox_rooks())
    }

    /// Returns the target square of a legal capture en passant, or `None` if no such capture is legal.
    #[inline]
    pub const fn ep_square(&self) -> Option<Square> {
        self.state.turn.ep_square()
    }

    /// Returns the square that a pawn has passed over in a double push by the last move. The capture there need not be legal, and
    /// there need not be a pawn to make it.
    #[inline]
    pub const fn skipped_square(&self) -> Option<Square> {
        self.state.turn.skipped_square()
    }

    /// Returns the Zobrist key of the pieces, the side to move, the castling rights, and the file of a legal capture
    /// en passant. It is the key of maps and sets of positions: those that repeat one another share it.
    ///
    /// # Examples
    /// ```
    /// use std::collections::HashMap;
    ///
    /// use chess_board::Position;
    ///
    /// let mut seen = HashMap::new();
    /// for fen in ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 4 3"] {
    ///     *seen.entry(Position::from_fen(fen)?.key()).or_insert(0) += 1;
    /// }
    /// assert_eq!(seen.into_values().collect::<Vec<_>>(), [2]);
    /// # Ok::<(), chess_board::ParsePositionError>(())
    /// ```
    #[inline]
    pub const fn key(&self) -> u64 {
        self.piece_keys.all() ^ self.state.key
    }

    /// Tests whether the positions are the same by the Laws of Chess (FIDE, article 9.2.3), as for a threefold repetition: the same pieces on
    /// the same squares, the same side to move, the same castling rights, and the same legal capture en passant, if there is one. The
    /// counters are not compared.
    ///
    /// Such positions have equal [`key`](Self::key)s, which `KeyHistory` and `GameState::repetitions` compare instead.
    ///
    /// # Examples
    /// ```
    /// use chess_board::{Move, MoveKind, Position, Square};
    ///
    /// let mut position = Position::START;
    /// for (from, to) in [(Square::G1, Square::F3), (Square::G8, Square::F6), (Square::F3, Square::G1), (Square::F6, Square::G8)] {
    ///     position = position.after(Move::new(from, to, MoveKind::Quiet));
    /// }
    /// assert_ne!(position, Position::START);
    /// assert!(position.is_repetition_of(&Position::START));
    /// ```
    #[inline]
    #[must_use]
    pub fn is_repetition_of(&self, other: &Self) -> bool {
        self.board == other.board
            && self.side_to_move() == other.side_to_move()
            && self.castling_rooks() == other.castling_rooks()
            && self.ep_square() == other.ep_square()
    }

    /// Returns the [`key`](Self::key) with the halfmove clock mixed in, in steps of eight from 14 on; below 14 it is the key. With it a
    /// transposition table keeps scores near the fifty-move rule apart from those of the same position with an earlier clock.
    ///
    /// Source: `adjust_key50` of Stockfish.
    #[inline]
    pub const fn key_with_clock(&self) -> u64 {
        match self.halfmove_clock() {
            0..14 => self.key(),
            clock => self.key() ^ SplitMix64::new((clock as u64 - 14) / 8).next_u64(),
        }
    }

    /// Returns the key of the pawns of both colours.
    #[inline]
    pub const fn pawn_key(&self) -> u64 {
        self.piece_keys.pawns()
    }

    /// Returns the key of the knights and bishops of both colours. That of the rooks, queens and kings is this one combined by exclusive
    /// or with the two of [`non_pawn_key`](Self::non_pawn_key).
    #[inline]
    pub const fn minor_key(&self) -> u64 {
        self.piece_keys.minors(Color::White) ^ self.piece_keys.minors(Color::Black)
    }

    /// Returns the key of all pieces of `color` except its pawns.
    #[inline]
    pub const fn non_pawn_key(&self, color: Color) -> u64 {
        self.piece_keys.minors(color) ^ self.piece_keys.majors(color)
    }
}

impl Deref for Position {
    type Target = Board;

    /// Returns the board, so that its methods are those of the position as well.
    #[inline]
    fn deref(&self) -> &Board {
        &self.board
    }
}

impl Default for Position {
    /// Returns the start position of chess.
    fn default() -> Self {
        Self::START
    }
}
