//! Checks among the moves of a set. Each family of moves has a task out of line, since few sets contain any check.

use chess_board::Castling;
use chess_magic::{pawn_attacks, pawn_attacks_setwise};
use chess_movegen::machine::{Machine, Task};
use chess_movegen::{PawnStep, PawnTargets, Sliders};
use chess_types::{Bitboard, Move, MoveKind, PieceType, Square};

use super::counts::CheckKind;
use super::finder::CheckFinder;
use crate::side::Side;

/// The checks of a piece that is not a pawn.
pub(super) struct PieceChecks<'a, 'b, C> {
    pub(super) finder: &'a mut CheckFinder<'b, C>,
    pub(super) piece_type: PieceType,
    pub(super) from: Square,
    pub(super) targets: Bitboard,
    /// The targets from which the piece gives check itself.
    pub(super) direct: Bitboard,
}

/// The checks of pawns that do not promote.
pub(super) struct PawnChecks<'a, 'b, C> {
    pub(super) finder: &'a mut CheckFinder<'b, C>,
    pub(super) targets: PawnTargets,
    /// The targets from which a pawn gives check itself.
    pub(super) direct: Bitboard,
}

/// The checks of pawns that promote.
pub(super) struct PromotionChecks<'a, 'b, C> {
    pub(super) finder: &'a mut CheckFinder<'b, C>,
    pub(super) targets: PawnTargets,
}

/// A capture en passant, if it is a check.
pub(super) struct EnPassantCheck<'a, 'b, C> {
    pub(super) finder: &'a mut CheckFinder<'b, C>,
    pub(super) from: Square,
    pub(super) to: Square,
}

/// A castling, if it is a check.
pub(super) struct CastlingCheck<'a, 'b, C> {
    pub(super) finder: &'a mut CheckFinder<'b, C>,
    pub(super) castling: Castling,
}

impl<C: Side> Task for PieceChecks<'_, '_, C> {
    type Output = ();

    #[inline(always)]
    fn run(self, machine: impl Machine) {
        let Self { finder, piece_type, from, targets, direct } = self;
        let discovered = finder.discovered(from, targets);
        let doubtful = if discovered.is_empty() {
            let doubtful = finder.doubtful(machine.sliders(), piece_type, direct);
            finder.statistics.checks.add(CheckKind::Direct, (direct - doubtful).count().into());
            doubtful
        } else {
            direct | discovered
        };
        let theirs = finder.position.by_color(C::Them::COLOR);
        for to in doubtful {
            if let Some(kind) = CheckKind::of(direct.contains(to), discovered.contains(to).into()) {
                let move_kind = if theirs.contains(to) { MoveKind::Capture } else { MoveKind::Quiet };
                let mv = Move::new(from, to, move_kind);
                finder.count(machine, kind, piece_type, piece_type, mv);
            }
        }
    }
}

impl<C: Side> Task for PawnChecks<'_, '_, C> {
    type Output = ();

    #[inline(always)]
    fn run(self, machine: impl Machine) {
        let Self { finder, targets, direct } = self;
        let blockers = finder.pawn_blockers;
        let squares = if blockers.is_empty() {
            let doubtful = finder.doubtful(machine.sliders(), PieceType::Pawn, direct);
            let others = targets.only(direct - doubtful);
            finder.statistics.checks.add(CheckKind::Direct, others.count().into());
            doubtful
        } else {
            // The squares that blockers could reach if their moves were legal. A line can be opened only by going
            // there.
            let pushed = blockers.push(C::COLOR);
            direct | pushed | pushed.push(C::COLOR) | pawn_attacks_setwise(C::COLOR, blockers)
        };
        if squares.is_empty() {
            return;
        }
        let [west, east, push, double_push] = targets.only(squares).steps(C::COLOR);
        pawn_checks(machine, finder, west);
        pawn_checks(machine, finder, east);
        pawn_checks(machine, finder, push);
        pawn_checks(machine, finder, double_push);
    }
}

#[inline(always)]
fn pawn_checks<C: Side>(machine: impl Machine, finder: &mut CheckFinder<'_, C>, step: PawnStep) {
    for to in step.targets {
        let mv = step.to(to);
        let direct = finder.check_squares(PieceType::Pawn).contains(to);
        let discovered = finder.discovered(mv.from(), to.bitboard()).count();
        if let Some(kind) = CheckKind::of(direct, discovered) {
            finder.count(machine, kind, PieceType::Pawn, PieceType::Pawn, mv);
        }
    }
}

impl<C: Side> Task for PromotionChecks<'_, '_, C> {
    type Output = ();

    #[inline(always)]
    fn run(self, machine: impl Machine) {
        let Self { finder, targets } = self;
        let [west, east, push, _] = targets.steps(C::COLOR);
        promotion_checks(machine, finder, west);
        promotion_checks(machine, finder, east);
        promotion_checks(machine, finder, push);
    }
}

#[inline(always)]
fn promotion_checks<C: Side>(machine: impl Machine, finder: &mut CheckFinder<'_, C>, step: PawnStep) {
    for to in step.targets {
        let from = step.origin(to);
        let discovered = finder.discovered(from, to.bitboard()).count();
        let knight = finder.check_squares(PieceType::Knight).contains(to);
        let (diagonal, orthogonal) = finder.lines_without(from, to);
        if !(knight | diagonal | orthogonal) && discovered == 0 {
            continue;
        }
        for (promoted, direct) in [
            (PieceType::Queen, diagonal | orthogonal),
            (PieceType::Rook, orthogonal),
            (PieceType::Bishop, diagonal),
            (PieceType::Knight, knight),
        ] {
            let move_kind = MoveKind::promotion(promoted, step.kind == MoveKind::Capture);
            if let (Some(kind), Some(move_kind)) = (CheckKind::of(direct, discovered), move_kind) {
                finder.count(machine, kind, PieceType::Pawn, promoted, Move::new(from, to, move_kind));
            }
        }
    }
}

impl<C: Side> Task for EnPassantCheck<'_, '_, C> {
    type Output = ();

    #[inline(always)]
    fn run(self, machine: impl Machine) {
        let Self { finder, from, to } = self;
        let mv = Move::new(from, to, MoveKind::EnPassant);
        let board = finder.position.board();
        // The capture empties two squares, so that the occupancy after it decides.
        let occupied = (board.occupied() - from.bitboard() - mv.capture_square().bitboard()) | to.bitboard();
        let sliders = machine.sliders();
        let discovered = (sliders.bishop_attacks(finder.king, occupied) & board.diagonal_sliders(C::COLOR))
            | (sliders.rook_attacks(finder.king, occupied) & board.orthogonal_sliders(C::COLOR));
        let direct = pawn_attacks(C::COLOR, to).contains(finder.king);
        if let Some(kind) = CheckKind::of(direct, discovered.count()) {
            finder.count_made(machine, kind, PieceType::Pawn, mv);
        }
    }
}

impl<C: Side> Task for CastlingCheck<'_, '_, C> {
    type Output = ();

    /// Only the castling rook can give check. A slider on the back rank that king and rook have shielded is now
    /// shielded by the rook.
    #[inline(always)]
    fn run(self, machine: impl Machine) {
        let Self { finder, castling } = self;
        let occupied = castling.occupied_after(finder.position.occupied());
        if machine.sliders().rook_attacks(castling.rook_to(), occupied).contains(finder.king) {
            finder.count_made(machine, CheckKind::Direct, PieceType::King, castling.to_move());
        }
    }
}
