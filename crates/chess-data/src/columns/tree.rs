//! The moves of a game with those of its variations.

use chess_board::Position;
use chess_notation::pgn::{MoveVisit, Next, Text, Visitor, visit_line};
use chess_types::Move;

use super::game::MAX_ITEMS;

/// The moves of a game with those of its variations, in the order of the text.
#[derive(Debug, Default)]
pub(super) struct Tree {
    /// Each move with the index of the move before it, or -1.
    pub(super) moves: Vec<(Move, i32)>,
    /// The index of the last move of the line.
    last: Option<usize>,
    /// The last moves of the lines that open variations interrupt.
    interrupted: Vec<Option<usize>>,
    /// The place after the bracket of the variation of the main line that is open, and the position in which it begins.
    open: Option<(usize, Position)>,
    /// The position before the last move of the main line.
    before: Position,
}

impl Tree {
    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.interrupted.clear();
        (self.last, self.open) = (None, None);
    }

    /// Adds a move of the main line.
    pub(super) fn add_move(&mut self, visit: &MoveVisit<'_>) {
        self.before = *visit.before;
        self.push(visit.mv);
    }

    /// Begins a variation, with its bracket at a place of the text.
    pub(super) fn open(&mut self, place: usize) {
        self.open = Some((place + 1, self.before));
    }

    /// Adds the moves of the open variation, which ends at a place of the text. It is read leniently, so that what is wrong in it does not
    /// concern the game.
    pub(super) fn close(&mut self, text: &[u8], end: usize) {
        let Some((start, before)) = self.open.take() else { return };
        self.start_variation(0);
        visit_line(text.get(start..end).unwrap_or_default(), &before, self);
        self.interrupted.truncate(1);
        self.end_variation(0);
    }

    fn push(&mut self, mv: Move) {
        self.moves.push((mv, self.last.map_or(-1, |index| index as i32)));
        self.last = Some(self.moves.len() - 1);
    }
}

impl Visitor for Tree {
    fn mv(&mut self, visit: MoveVisit<'_>) {
        self.push(visit.mv);
    }

    fn comment(&mut self, _: Text<'_>) {}

    fn start_variation(&mut self, _: u64) -> Next {
        self.interrupted.push(self.last);
        let before = self.last.and_then(|last| self.moves.get(last));
        self.last = before.and_then(|&(_, before)| usize::try_from(before).ok());
        Next::Read
    }

    fn end_variation(&mut self, _: u64) {
        self.last = self.interrupted.pop().flatten();
    }

    fn is_full(&self) -> bool {
        self.moves.len() >= MAX_ITEMS as usize
    }
}
