use core::ops::ControlFlow;

use chess_board::Position;
use chess_magic::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks};
use chess_types::{Bitboard, CastlingSide, Color, Move, MoveKind, PieceType, Rank, Square, skipped_square};

use crate::king::{KingCover, each_uncastling, was_king_safe};
use crate::material::{Material, TypeSet};
use crate::options::UnMoveOptions;
use crate::unmove::UnMove;

/// Passes every un-move of `position` to `visit`: every move, of the side that is not to move, that can have led to the position.
/// It is the inverse of making a move.
///
/// A move is listed if and only if the position before it, [`UnMove::before`], is a valid [`Position`], the move is legal there,
/// and it leads back to `position`. [`UnMoveOptions`] select un-moves and define what "back" means. No un-move is passed twice.
///
/// # What a position cannot tell
///
/// The halfmove clock before a capture or a pawn move is lost: `before` sets 0, and the caller can give another
/// ([`UnMove::before_with`]). Castling rights that the move itself has cost, and a double push just before it, are unknown:
/// `before` omits them, except the right of a castling and the push before a capture en passant, and
/// [`states_before`](crate::states_before) enumerates them.
///
/// # Un-moves that are left out
///
/// The position before is not one that [`Position`] accepts ([`Reason`](chess_board::Reason)): the side to move now was in check
/// then, although the other side was to move; a side had more than 16 pieces, more than 8 pawns, or more promoted pieces than
/// missing pawns; or a pawn was on the first or the last rank.
///
/// All else that `Position` accepts is listed, even if no game can have reached the position before: it may have a check that no
/// move explains, or pawns on squares that no game brings them to. Of a side with more
/// material than a game can reach, which only [`Position::from_setup_lenient`] accepts, promotions and captures of pieces of which the
/// start position has no more are omitted.
///
/// # Examples
/// ```
/// use chess_unmoves::{Position, UnMoveOptions, each_unmove};
///
/// // White has just moved. The knight came from a square where it did not give check, or took a piece from there; or
/// // the king moved.
/// let after = Position::from_fen("7k/8/6N1/8/8/8/8/K7 b - - 0 1")?;
/// let mut quiet = Vec::new();
/// each_unmove(&after, UnMoveOptions::SAME_KEY.captured(&[]), |unmove| {
///     let before = unmove.before(&after);
///     assert_eq!(before.after(unmove.mv).key(), after.key());
///     quiet.push(unmove.mv.to_string());
/// });
/// quiet.sort();
/// assert_eq!(quiet, ["e5g6", "e7g6", "f4g6", "f8g6", "h4g6"]);
/// # Ok::<(), chess_unmoves::ParsePositionError>(())
/// ```
#[inline]
pub fn each_unmove(position: &Position, options: UnMoveOptions, mut visit: impl FnMut(UnMove)) {
    let _ = try_each_unmove(position, options, |unmove| {
        visit(unmove);
        ControlFlow::Continue(())
    });
}

/// Passes every un-move to `visit`, until it breaks.
#[inline(always)]
pub(crate) fn try_each_unmove(
    position: &Position,
    options: UnMoveOptions,
    visit: impl FnMut(UnMove) -> ControlFlow<()>,
) -> ControlFlow<()> {
    // Each arm is compiled for its colour.
    match position.side_to_move() {
        Color::White => Walk::new(position, Color::Black, options, visit).run(),
        Color::Black => Walk::new(position, Color::White, options, visit).run(),
    }
}

/// The walk over the un-moves of one side, the mover, which is not to move.
struct Walk<'a, F> {
    position: &'a Position,
    mover: Color,
    options: UnMoveOptions,
    visit: F,
    cover: KingCover,
    occupied: Bitboard,
    /// The pieces of the mover that can have moved, if it was neither castling nor en passant.
    movers: Bitboard,
    /// The types of pieces that can be put back, on light squares and on dark ones.
    put_back: [TypeSet; 2],
    /// The un-moves that the counters allow: those that advance the halfmove clock, and those that set it to 0.
    has_reversible: bool,
    has_irreversible: bool,
}

impl<'a, F: FnMut(UnMove) -> ControlFlow<()>> Walk<'a, F> {
    #[inline(always)]
    fn new(position: &'a Position, mover: Color, options: UnMoveOptions, visit: F) -> Self {
        let cover = KingCover::of(position, mover);
        let own = position.by_color(mover);
        let mut still = position.castling_rooks() & own;
        if !still.is_empty() {
            still |= position.king(mover);
        }
        let mut movers = own - still;
        if cover.checkers.has_many() {
            // One of two pieces that give check has moved.
            movers &= cover.checkers;
        }
        let [has_reversible, has_irreversible] = options.reversible_and_irreversible(position);
        let put_back = if options.captured.is_empty() || !has_irreversible {
            [TypeSet::EMPTY; 2]
        } else {
            let material = Material::of(position, mover.opponent());
            Color::ALL.map(|shade| material.could_have_lost(shade).and(options.captured))
        };
        Self {
            position,
            mover,
            options,
            visit,
            cover,
            occupied: position.occupied(),
            movers,
            put_back,
            has_reversible,
            has_irreversible,
        }
    }

    #[inline(always)]
    fn run(&mut self) -> ControlFlow<()> {
        if let Some(passed) = self.options.forced_push(self.position) {
            return self.forced_push(passed);
        }
        if self.has_reversible || self.put_back != [TypeSet::EMPTY; 2] {
            self.pieces()?;
        }
        if self.has_irreversible {
            for to in self.position.pieces(self.mover, PieceType::Pawn) & self.movers {
                self.pawn(to)?;
            }
            self.en_passant()?;
            if self.options.unpromotions {
                self.unpromotions()?;
            }
        }
        self.castling()
    }

    /// Visits the double push over `passed`, which is possible apart from the king's safety, if the king is safe.
    #[inline(never)]
    fn forced_push(&mut self, passed: Square) -> ControlFlow<()> {
        let to = skipped_square(passed);
        let origin = passed.bitboard().push(self.mover.opponent());
        let origins = origin & self.cover.quiet_origins(to) & !self.checking_pawns();
        match origins.first() {
            Some(from) if self.has_irreversible => {
                self.unmove(PieceType::Pawn, from, to, MoveKind::DoublePush, None)
            }
            _ => ControlFlow::Continue(()),
        }
    }

    /// Visits the un-moves of all pieces but pawns, without castling.
    #[inline(always)]
    fn pieces(&mut self) -> ControlFlow<()> {
        let (position, mover, movers) = (self.position, self.mover, self.movers);
        let ours = |piece_type| position.pieces(mover, piece_type) & movers;
        let (king, occupied) = (position.king(mover.opponent()), self.occupied);
        let diagonals = bishop_attacks(king, occupied);
        let orthogonals = rook_attacks(king, occupied);
        for to in ours(PieceType::Knight) {
            let checks = knight_attacks(king);
            self.piece(PieceType::Knight, to, knight_attacks(to), checks, checks)?;
        }
        for to in ours(PieceType::Bishop) {
            self.slider(PieceType::Bishop, to, bishop_attacks, king, diagonals)?;
        }
        for to in ours(PieceType::Rook) {
            self.slider(PieceType::Rook, to, rook_attacks, king, orthogonals)?;
        }
        for to in ours(PieceType::Queen) {
            self.slider(PieceType::Queen, to, queen_attacks, king, diagonals | orthogonals)?;
        }
        for to in ours(PieceType::King) {
            let checks = king_attacks(king);
            self.piece(PieceType::King, to, king_attacks(to), checks, checks)?;
        }
        ControlFlow::Continue(())
    }

    /// Visits the un-moves of a slider. `checks` are the squares from which it attacks the king.
    #[inline(always)]
    fn slider(
        &mut self,
        piece_type: PieceType,
        to: Square,
        reach: impl Fn(Square, Bitboard) -> Bitboard,
        king: Square,
        checks: Bitboard,
    ) -> ControlFlow<()> {
        // A slider that gives check hides the squares behind it, from which it gave check as well if `to` was empty.
        let quiet_checks =
            if checks.contains(to) { reach(king, self.occupied - to.bitboard()) } else { checks };
        self.piece(piece_type, to, reach(to, self.occupied), quiet_checks, checks)
    }

    /// Visits the un-moves of a piece whose moves are reversible. It must not have attacked the king from its origin:
    /// `quiet_checks` are the squares from which it attacks the king if `to` is empty, and `capture_checks` those if a captured
    /// piece is there.
    #[inline(always)]
    fn piece(
        &mut self,
        piece_type: PieceType,
        to: Square,
        reached: Bitboard,
        quiet_checks: Bitboard,
        capture_checks: Bitboard,
    ) -> ControlFlow<()> {
        let origins = reached - self.occupied;
        if self.has_reversible {
            for from in origins & self.cover.quiet_origins(to) & !quiet_checks {
                self.unmove(piece_type, from, to, MoveKind::Quiet, None)?;
            }
        }
        self.captures(piece_type, origins - capture_checks, to, MoveKind::Capture)
    }

    /// Visits the captures on `to` from `origins` that hide no check, with each type of piece that can be put back.
    #[inline(always)]
    fn captures(
        &mut self,
        piece_type: PieceType,
        origins: Bitboard,
        to: Square,
        kind: MoveKind,
    ) -> ControlFlow<()> {
        let types = self.put_back_on(to);
        if !types.is_empty() {
            for from in origins & self.cover.capture_origins(to) {
                for captured in types.iter() {
                    self.unmove(piece_type, from, to, kind, Some(captured))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits the un-moves of the pawn on `to`, without en passant.
    #[inline(always)]
    fn pawn(&mut self, to: Square) -> ControlFlow<()> {
        let allowed = !(self.checking_pawns() | self.mover.back_rank().bitboard());
        let quiet = self.cover.quiet_origins(to) & allowed;
        let pushed = to.bitboard().push(self.mover.opponent()) - self.occupied;
        if let Some(from) = (pushed & quiet).first() {
            self.unmove(PieceType::Pawn, from, to, MoveKind::Quiet, None)?;
        }
        if to.relative_to(self.mover).rank() == Rank::Fourth {
            let pushed_twice = pushed.push(self.mover.opponent()) - self.occupied;
            if let Some(from) = (pushed_twice & quiet).first() {
                if self.could_be_omitted(pushed) {
                    self.unmove(PieceType::Pawn, from, to, MoveKind::DoublePush, None)?;
                }
            }
        }
        let origins = (pawn_attacks(self.mover.opponent(), to) & allowed) - self.occupied;
        self.captures(PieceType::Pawn, origins, to, MoveKind::Capture)
    }

    /// Tests whether a double push over `passed` is possible although the position has no skipped square: no capture there would
    /// be legal.
    #[inline(always)]
    fn could_be_omitted(&self, passed: Bitboard) -> bool {
        !self.options.skipped_square
            && passed.into_iter().all(|passed| {
                let pawns = self.position.pieces(self.mover.opponent(), PieceType::Pawn);
                let capturers = pawn_attacks(self.mover, passed) & pawns;
                !capturers
                    .into_iter()
                    .any(|from| self.position.is_ep_capture_legal(self.position.side_to_move(), from, passed))
            })
    }

    /// Visits the captures en passant.
    #[inline(always)]
    fn en_passant(&mut self) -> ControlFlow<()> {
        let pawns = self.position.pieces(self.mover, PieceType::Pawn);
        for to in pawns & Rank::Sixth.relative_to(self.mover).bitboard() {
            if !self.put_back_on(to).contains(PieceType::Pawn) {
                continue;
            }
            let victim = skipped_square(to);
            // The pawn that is put back has passed over `to`, and come from the square behind it.
            if self.occupied.intersects(victim | to.bitboard().push(self.mover)) {
                continue;
            }
            for from in pawn_attacks(self.mover.opponent(), to) - self.occupied {
                let mv = Move::new(from, to, MoveKind::EnPassant);
                let unmove = UnMove { mv, piece_type: PieceType::Pawn, captured: Some(PieceType::Pawn) };
                // A capture en passant changes the occupancy of three squares.
                if was_king_safe(self.position, self.mover, unmove) {
                    (self.visit)(unmove)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits the promotions.
    #[inline(always)]
    fn unpromotions(&mut self) -> ControlFlow<()> {
        let promoted =
            self.movers & self.mover.promotion_rank().bitboard() & !self.position.by_type(PieceType::King);
        if promoted.is_empty() {
            return ControlFlow::Continue(());
        }
        let material = Material::of(self.position, self.mover);
        for to in promoted {
            if let Some(piece_type) = self.position.piece_type_at(to) {
                if material.could_have_promoted(piece_type, to.shade()) {
                    self.unpromotion(piece_type, to)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits the promotions to the piece on `to`.
    fn unpromotion(&mut self, piece_type: PieceType, to: Square) -> ControlFlow<()> {
        let allowed = !(self.occupied | self.checking_pawns());
        let origins = to.bitboard().push(self.mover.opponent()) & self.cover.quiet_origins(to) & allowed;
        if let (Some(from), Some(kind)) = (origins.first(), MoveKind::promotion(piece_type, false)) {
            self.unmove(PieceType::Pawn, from, to, kind, None)?;
        }
        let origins = pawn_attacks(self.mover.opponent(), to) & allowed;
        match MoveKind::promotion(piece_type, true) {
            Some(kind) => self.captures(PieceType::Pawn, origins, to, kind),
            None => ControlFlow::Continue(()),
        }
    }

    #[inline(always)]
    fn castling(&mut self) -> ControlFlow<()> {
        let Some(rules) = self.options.castling else { return ControlFlow::Continue(()) };
        let (king, rights) = (self.position.king(self.mover), self.position.castling_rooks());
        let rank = self.mover.back_rank();
        let has_castled = self.has_reversible
            && rights.is_disjoint(rank.bitboard())
            && CastlingSide::ALL.into_iter().any(|side| king == side.king_square(rank));
        if has_castled {
            each_uncastling(self.position, self.mover, rules, &mut self.visit)
        } else {
            ControlFlow::Continue(())
        }
    }

    #[inline(always)]
    fn unmove(
        &mut self,
        piece_type: PieceType,
        from: Square,
        to: Square,
        kind: MoveKind,
        captured: Option<PieceType>,
    ) -> ControlFlow<()> {
        (self.visit)(UnMove { mv: Move::new(from, to, kind), piece_type, captured })
    }

    /// Returns the squares from which a pawn of the mover attacks the king.
    #[inline(always)]
    fn checking_pawns(&self) -> Bitboard {
        pawn_attacks(self.mover.opponent(), self.position.king(self.mover.opponent()))
    }

    /// Returns the types of pieces that can be put back on `square`.
    #[inline(always)]
    fn put_back_on(&self, square: Square) -> TypeSet {
        let types = self.put_back[square.shade() as usize];
        if BACK_RANKS.contains(square) { types.without(PieceType::Pawn) } else { types }
    }
}

const BACK_RANKS: Bitboard = Rank::First.bitboard().union(Rank::Eighth.bitboard());
