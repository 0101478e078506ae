//! Attackers, capturers en passant and material of a position.

use chess_types::{Bitboard, Color, Move, PieceType, Square};

use crate::changes::Changes;
use crate::position::Position;

impl Position {
    /// Tests whether a piece of `by` attacks `square`.
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.attackers_to(square, self.occupied()).intersects(self.by_color(by))
    }

    /// Returns the pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.board.checkers(self.side_to_move())
    }

    /// Tests whether the side to move is in check.
    #[inline]
    pub fn is_in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Returns the pieces of `color` that are pinned to their own king.
    #[inline]
    pub fn pinned(&self, color: Color) -> Bitboard {
        self.board.blockers(self.king(color), !color) & self.by_color(color)
    }

    /// Returns the type of the piece that `mv` captures, or `None` if it is not a capture. `mv` must be a move of this
    /// position.
    #[inline]
    pub fn captured(&self, mv: Move) -> Option<PieceType> {
        if mv.is_capture() { self.board.piece_type_at(mv.capture_square()) } else { None }
    }

    /// Tests whether no earlier position of the game can occur again after the legal move `mv`: it is a capture or a pawn move, or it gives up
    /// a castling right.
    ///
    /// # Examples
    /// ```
    /// use chess_board::{Move, MoveKind, Position, Square};
    ///
    /// let position = Position::from_fen("r3k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1")?;
    /// let is_irreversible = |from, to, kind| position.is_irreversible(Move::new(from, to, kind));
    /// assert!(is_irreversible(Square::E2, Square::E3, MoveKind::Quiet));
    /// assert!(is_irreversible(Square::H1, Square::H2, MoveKind::Quiet));
    /// assert!(is_irreversible(Square::A1, Square::A8, MoveKind::Capture));
    /// let after = position.after(Move::new(Square::E1, Square::D1, MoveKind::Quiet)).after_null();
    /// assert!(!after.is_irreversible(Move::new(Square::H1, Square::H2, MoveKind::Quiet)));
    /// # Ok::<(), chess_board::ParsePositionError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn is_irreversible(&self, mv: Move) -> bool {
        let us = self.side_to_move();
        let rooks = self.castling_rooks() & self.by_color(us);
        mv.is_capture()
            || self.by_type(PieceType::Pawn).contains(mv.from())
            || rooks.contains(mv.from())
            || mv.from() == self.king(us) && !rooks.is_empty()
    }

    /// Returns the pieces that `mv` would remove from the board and add to it. The move is not made.
    ///
    /// `mv` must be legal here, or the null move. It is not checked: for another word the result has no meaning, but
    /// nothing panics.
    #[inline]
    pub fn changes(&self, mv: Move) -> Changes {
        let piece_type = self.board.piece_type_at(mv.from()).unwrap_or(PieceType::Pawn);
        Changes::of(self.side_to_move(), mv, piece_type, self.captured(mv))
    }

    /// Returns the pawns of the side to move that are next to a pawn which has just made a double push. The capture need not be
    /// legal: this is the rule of Polyglot's keys.
    #[inline]
    pub fn ep_capturers(&self) -> Bitboard {
        match self.skipped_square() {
            Some(to) => self.board.ep_capturers(self.side_to_move(), to),
            None => Bitboard::EMPTY,
        }
    }

    /// Tests whether `color` has a piece besides its king and pawns. Without one, zugzwang is common, and searches do not try a
    /// null move.
    #[inline]
    pub fn has_non_pawn_material(&self, color: Color) -> bool {
        let plain = self.by_type(PieceType::Pawn) | self.by_type(PieceType::King);
        !(self.by_color(color) - plain).is_empty()
    }

    /// Tests whether neither side has the material ever to give mate: bare kings, a single minor piece, or bishops that all
    /// are on squares of one shade.
    #[inline]
    pub fn is_insufficient_material(&self) -> bool {
        let enough = [PieceType::Pawn, PieceType::Rook, PieceType::Queen];
        enough.iter().all(|&piece_type| self.by_type(piece_type).is_empty())
            && Color::ALL.iter().all(|&color| self.has_insufficient_material(color))
    }

    /// Tests whether `color` has no material with which it could give mate, however badly the other side plays.
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        let own = |piece_type| self.pieces(color, piece_type);
        if !(own(PieceType::Pawn) | own(PieceType::Rook) | own(PieceType::Queen)).is_empty() {
            return false;
        }
        if !own(PieceType::Knight).is_empty() {
            // A lone knight mates only where a pawn, knight, bishop or rook of the other side takes a square from its
            // own king. A queen in that place could always capture the knight or interpose.
            let theirs = self.by_color(!color);
            let harmless = self.by_type(PieceType::King) | self.by_type(PieceType::Queen);
            return self.by_color(color).count() <= 2 && (theirs - harmless).is_empty();
        }
        if !own(PieceType::Bishop).is_empty() {
            let bishops = self.by_type(PieceType::Bishop);
            let one_shade =
                bishops.is_disjoint(Bitboard::DARK_SQUARES) || bishops.is_disjoint(Bitboard::LIGHT_SQUARES);
            let others = self.by_type(PieceType::Pawn) | self.by_type(PieceType::Knight);
            return one_shade && others.is_empty();
        }
        true
    }

    /// Tests whether the halfmove clock is 100 or more: fifty moves of each side without a capture or a pawn move, a draw
    /// that a player may claim.
    #[inline]
    pub const fn is_fifty_move_draw(&self) -> bool {
        self.halfmove_clock() >= 100
    }
}
