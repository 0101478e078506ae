use std::boxed::Box;

use chess_board::Position;
use chess_types::{Move, Piece, PieceType};

use crate::continuation::{ContinuationHistory, PieceTo, PieceToHistory};
use crate::correction::CorrectionHistory;
use crate::history::Histories;
use crate::scores::MoveScores;
use crate::stack::Stack;

/// The tables that a thread keeps from one search to the next.
#[derive(Debug, Default)]
pub(super) struct Memory {
    pub(super) histories: Histories,
    pub(super) continuation: ContinuationHistory,
    pub(super) correction: CorrectionHistory,
}

impl Memory {
    pub(super) fn clear(&mut self) {
        self.histories = Histories::new();
        self.continuation.clear();
        self.correction.clear();
    }

    /// The scores of moves after the moves one and two plies back.
    #[inline(always)]
    pub(super) fn scores(&self, earlier: [PieceTo; 2]) -> Scores<'_> {
        let [one, two] = earlier;
        let continuations = [self.continuation.after(one), self.continuation.after(two)];
        Scores { histories: &self.histories, continuations }
    }

    /// Moves the scores of a legal move towards `bonus`.
    #[inline(always)]
    pub(super) fn update(&mut self, position: &Position, earlier: [PieceTo; 2], mv: Move, bonus: i32) {
        self.histories.update(position, mv, bonus);
        if !mv.is_quiet() {
            return;
        }
        if let Some(piece) = position.piece_at(mv.from()) {
            for earlier in earlier {
                self.continuation.after_mut(earlier).update(piece, mv.to(), bonus);
            }
        }
    }
}

/// The histories as they apply to one node.
pub(super) struct Scores<'a> {
    histories: &'a Histories,
    continuations: [&'a PieceToHistory; 2],
}

impl MoveScores for Scores<'_> {
    /// The sum of three scores, at most 24,576.
    #[inline(always)]
    fn quiet(&self, position: &Position, piece_type: PieceType, mv: Move) -> i32 {
        let piece = Piece::new(position.side_to_move(), piece_type);
        let [one, two] = self.continuations;
        self.histories.quiet(position, piece_type, mv) + one.score(piece, mv.to()) + two.score(piece, mv.to())
    }

    #[inline(always)]
    fn noisy(&self, position: &Position, piece_type: PieceType, mv: Move) -> i32 {
        self.histories.noisy(position, piece_type, mv)
    }
}

/// The stack and the tables of a thread.
#[derive(Debug, Default)]
pub(super) struct Worker {
    pub(super) stack: Stack<Ply>,
    pub(super) memory: Box<Memory>,
}

/// The data of a frame.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ply {
    /// The piece and target of the move that is being searched.
    pub(super) moved: PieceTo,
    /// The move that a search of the other moves leaves out.
    pub(super) excluded: Move,
}
