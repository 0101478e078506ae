pub(crate) mod after;
mod attackers;
mod captures;
mod key_after;
mod make;
mod masks;
mod material;
mod special;
mod starts;
pub(crate) mod state;
pub(crate) mod undo;

use chess_types::{Bitboard, CastlingRights, CastlingSide, Color, File, Piece, PieceType, Square};
use static_assertions::assert_eq_size;

use crate::board::Board;
use crate::castling::beside_king;
use crate::position::state::{State, Turn};
use crate::setup::Setup;
use crate::setup::invalid::InvalidSetup;
use crate::zobrist::{self, PieceKeys};

/// A validated chess position.
///
/// It is made and unmade in place ([`make`](Self::make), [`unmake`](Self::unmake)), or copied and made
/// ([`after`](Self::after)): the whole position is 128 bytes, two cache lines. There is no mode for Chess960: a
/// castling right is the square of its rook.
///
/// What is accepted: see [`Reason`](crate::Reason), the complete list of what is not.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C, align(64))]
pub struct Position {
    pub(crate) board: Board,
    pub(crate) piece_keys: PieceKeys,
    pub(crate) state: State,
}

assert_eq_size!(Position, [u8; 128]);

impl Position {
    /// Validates `setup`.
    ///
    /// # Errors
    /// All reasons why this is not a position, each with the squares it is about.
    pub fn from_setup(setup: &Setup) -> Result<Self, InvalidSetup> {
        setup.validate()?;
        Ok(Self::of_valid(setup, PieceKeys::of_board(&setup.board), setup.legal_ep_square()))
    }

    /// The position of a setup that is known to be valid, with what has been worked out about it already.
    #[inline]
    pub(crate) const fn of_valid(setup: &Setup, piece_keys: PieceKeys, ep_square: Option<Square>) -> Self {
        Self {
            board: setup.board,
            piece_keys,
            state: State {
                key: zobrist::of_side(setup.side_to_move)
                    ^ zobrist::of_castling(setup.castling_rooks)
                    ^ zobrist::of_en_passant(ep_square),
                castling_rooks: setup.castling_rooks,
                turn: Turn::new(
                    setup.side_to_move,
                    setup.halfmove_clock,
                    setup.fullmove_number,
                    setup.en_passant,
                    ep_square,
                ),
            },
        }
    }

    /// The same position as a setup, to be changed and validated again.
    #[inline]
    pub const fn to_setup(&self) -> Setup {
        Setup {
            board: self.board,
            side_to_move: self.side_to_move(),
            castling_rooks: self.castling_rooks(),
            en_passant: self.passed_square(),
            halfmove_clock: self.halfmove_clock(),
            fullmove_number: self.fullmove_number(),
        }
    }

    /// The pieces.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Who moves next.
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        self.state.turn.side_to_move()
    }

    /// Moves of either side since the last capture or pawn move.
    #[inline]
    pub const fn halfmove_clock(&self) -> u16 {
        self.state.turn.halfmove_clock()
    }

    /// 1 in the beginning, one more after each move of Black; it stays at 65,535.
    #[inline]
    pub const fn fullmove_number(&self) -> u16 {
        self.state.turn.fullmove_number()
    }

    /// Moves of either side since the beginning, as told by the move number: 0 at the start.
    #[inline]
    pub const fn ply(&self) -> u32 {
        2 * (self.fullmove_number() as u32 - 1) + self.side_to_move() as u32
    }

    /// All pieces of both colours.
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        self.board.occupied()
    }

    /// All pieces of `color`.
    #[inline]
    pub const fn by_color(&self, color: Color) -> Bitboard {
        self.board.by_color(color)
    }

    /// All pieces of this type, of both colours.
    #[inline]
    pub const fn by_type(&self, piece_type: PieceType) -> Bitboard {
        self.board.by_type(piece_type)
    }

    /// All pieces of this colour and type.
    #[inline]
    pub const fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.board.pieces(color, piece_type)
    }

    /// The piece on `square`.
    #[inline]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// What stands on `square`, whoever owns it.
    #[inline]
    pub const fn piece_type_at(&self, square: Square) -> Option<PieceType> {
        self.board.piece_type_at(square)
    }

    /// Who owns the piece on `square`.
    #[inline]
    pub const fn color_at(&self, square: Square) -> Option<Color> {
        self.board.color_at(square)
    }

    /// The square of the king of `color`.
    #[inline]
    pub const fn king(&self, color: Color) -> Square {
        self.board.king(color)
    }

    /// The rooks that castling may still be done with, of both colours.
    #[inline]
    pub const fn castling_rooks(&self) -> Bitboard {
        self.state.castling_rooks
    }

    /// The rook `color` may still castle with on `side`.
    #[inline]
    pub const fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let own = self.state.castling_rooks.0 & color.back_rank().bitboard().0;
        Bitboard(own & beside_king(self.king(color), side).0).first()
    }

    /// The castlings that are still to be had.
    #[inline]
    pub const fn castling_rights(&self) -> CastlingRights {
        let mut rights = CastlingRights::empty();
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

    /// Whether castling here is, or may still become, other than that of chess: a king that may castle is off the
    /// e-file, or its rook off the corner.
    ///
    /// Then a game that goes on from here is one of Chess960, and only [`Move::uci960`](chess_types::Move::uci960) tells
    /// all its moves apart.
    pub fn needs_chess960(&self) -> bool {
        Color::ALL.into_iter().any(|color| {
            CastlingSide::ALL.into_iter().any(|side| {
                self.castling_rook(color, side).is_some_and(|rook| {
                    self.king(color).file() != File::E || rook.file() != side.corner_file()
                })
            })
        })
    }

    /// The square where a pawn can be taken en passant, by a capture that is legal.
    #[inline]
    pub const fn ep_square(&self) -> Option<Square> {
        self.state.turn.ep_square()
    }

    /// The square the last move's pawn passed over, if it went two squares, whether or not it can be taken.
    #[inline]
    pub const fn passed_square(&self) -> Option<Square> {
        self.state.turn.passed_square()
    }

    /// The Zobrist key: pieces, side to move, castling rights, and the file of a legal capture en passant.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.piece_keys.all() ^ self.state.key
    }

    /// The key of all pawns.
    #[inline]
    pub const fn pawn_key(&self) -> u64 {
        self.piece_keys.pawns()
    }

    /// The key of the knights and bishops of both colours.
    #[inline]
    pub const fn minor_key(&self) -> u64 {
        self.piece_keys.minors(Color::White) ^ self.piece_keys.minors(Color::Black)
    }

    /// The key of the rooks, queens and kings of both colours.
    #[inline]
    pub const fn major_key(&self) -> u64 {
        self.piece_keys.majors(Color::White) ^ self.piece_keys.majors(Color::Black)
    }

    /// The key of all pieces of `color` but its pawns.
    #[inline]
    pub const fn non_pawn_key(&self, color: Color) -> u64 {
        self.piece_keys.minors(color) ^ self.piece_keys.majors(color)
    }

    /// The same position with every key worked out anew: the slow twin that the keys kept by
    /// [`make`](Self::make) and [`unmake`](Self::unmake) are tested against.
    #[must_use]
    pub const fn with_keys_from_scratch(&self) -> Self {
        Self::of_valid(&self.to_setup(), PieceKeys::of_board(&self.board), self.ep_square())
    }
}

impl TryFrom<&Setup> for Position {
    type Error = InvalidSetup;

    fn try_from(setup: &Setup) -> Result<Self, InvalidSetup> {
        Self::from_setup(setup)
    }
}
