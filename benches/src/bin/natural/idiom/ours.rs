use std::ops::ControlFlow;

use chess_board::Position;
use chess_movegen::{PawnTargets, Selection, Sink, visit};
use chess_types::{Bitboard, CastlingSide, Move, MoveKind, PieceType, Square};

use super::Idiom;
use crate::libraries::Ours;
use crate::library::{Library, PAWN};
use crate::scored::{Scored, key};

/// A move and the type of what moves.
pub(super) type Entry = (Move, PieceType);

/// The generator's sets, written straight into the lists of the walk: the mover is known, and a capture's victim is
/// looked up.
pub(super) struct Lists<'a> {
    pub(super) position: &'a Position,
    pub(super) theirs: Bitboard,
    pub(super) captures: &'a mut Scored<Entry>,
    pub(super) quiets: &'a mut Scored<Entry>,
}

impl Lists<'_> {
    #[inline(always)]
    fn push(&mut self, piece_type: PieceType, mv: Move) {
        let word = Ours::word(self.position, mv);
        if mv.is_capture() {
            let victim = self.position.board().piece_type_at(mv.to()).map_or(PAWN, |victim| victim as u32);
            self.captures.push(key(word, piece_type as u32, Some(victim)), (mv, piece_type));
        } else {
            self.quiets.push(word, (mv, piece_type));
        }
    }
}

impl Sink for Lists<'_> {
    #[inline(always)]
    fn piece(&mut self, piece_type: PieceType, from: Square, targets: Bitboard) -> ControlFlow<()> {
        for to in targets & self.theirs {
            self.push(piece_type, Move::new(from, to, MoveKind::Capture));
        }
        for to in targets - self.theirs {
            self.push(piece_type, Move::new(from, to, MoveKind::Quiet));
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, targets: PawnTargets) -> ControlFlow<()> {
        targets.for_each(|mv| self.push(PieceType::Pawn, mv));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn promotions(&mut self, targets: PawnTargets) -> ControlFlow<()> {
        targets.for_each_promotion(|mv| self.push(PieceType::Pawn, mv));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) -> ControlFlow<()> {
        self.push(PieceType::Pawn, Move::new(from, to, MoveKind::EnPassant));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn castle(&mut self, king: Square, rook: Square, side: CastlingSide) -> ControlFlow<()> {
        self.push(PieceType::King, Move::new(king, rook, MoveKind::castle(side)));
        ControlFlow::Continue(())
    }
}

#[inline(always)]
fn list(position: &Position, selection: Selection, captures: &mut Scored<Entry>, quiets: &mut Scored<Entry>) {
    let theirs = position.by_color(position.side_to_move().opponent());
    let _ = visit(position, selection, &mut Lists { position, theirs, captures, quiets });
}

impl Idiom for Ours {
    type Entry = Entry;

    #[inline(always)]
    fn first(position: &Position, captures: &mut Scored<Entry>, quiets: &mut Scored<Entry>) {
        list(position, Selection::noisy(position), captures, quiets);
    }

    #[inline(always)]
    fn captures(position: &Position, captures: &mut Scored<Entry>) {
        list(position, Selection::captures(position), captures, &mut Scored::new());
    }

    #[inline(always)]
    fn later(position: &Position, quiets: &mut Scored<Entry>) {
        list(position, Selection::quiets(position), &mut Scored::new(), quiets);
    }

    #[inline(always)]
    fn with_child<R>(position: &Position, (mv, _): Entry, visit: impl FnOnce(&Position) -> R) -> R {
        visit(&position.after(mv))
    }
}
