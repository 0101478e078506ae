//! The moves from the start of a game to its place.

use chess_board::Position;
use chess_movegen::GameState;
use chess_types::Move;

/// The moves from the start of a game to its place, with the positions between them once they are needed.
pub(crate) enum Line {
    Whole(GameState),
    /// What is kept of a line: the positions before the last one follow from the moves.
    Last {
        start: Position,
        moves: Vec<Move>,
        position: Position,
    },
}

impl Line {
    pub(crate) fn new(start: Position) -> Self {
        Self::Whole(GameState::new(start))
    }

    /// The position at the place.
    pub(crate) fn position(&self) -> &Position {
        match self {
            Self::Whole(state) => state.position(),
            Self::Last { position, .. } => position,
        }
    }

    /// The position before the first move.
    pub(crate) fn start(&self) -> &Position {
        match self {
            Self::Whole(state) => state.start(),
            Self::Last { start, .. } => start,
        }
    }

    pub(crate) fn moves(&self) -> &[Move] {
        match self {
            Self::Whole(state) => state.moves(),
            Self::Last { moves, .. } => moves,
        }
    }

    /// The line with all its positions.
    pub(crate) fn whole(&mut self) -> &mut GameState {
        if let Self::Last { start, moves, .. } = self {
            *self = Self::Whole(played(*start, moves));
        }
        match self {
            Self::Whole(state) => state,
            Self::Last { .. } => unreachable!("it was made whole"),
        }
    }

    /// The same line without the positions between its ends.
    pub(crate) fn short(&self) -> Self {
        Self::Last { start: *self.start(), moves: self.moves().to_vec(), position: *self.position() }
    }

    /// Goes to the end of other moves from the same start. The first of them that are those of this line are not played again.
    #[cfg(feature = "pgn")]
    pub(crate) fn go(&mut self, moves: &[Move]) {
        let state = self.whole();
        let same = state.moves().iter().zip(moves).take_while(|(known, mv)| known == mv).count();
        while state.moves().len() > same {
            state.undo();
        }
        for &mv in &moves[same..] {
            state.play_unchecked(mv);
        }
    }
}

/// A game with legal moves played.
pub(crate) fn played(start: Position, moves: &[Move]) -> GameState {
    let mut state = GameState::new(start);
    for &mv in moves {
        state.play_unchecked(mv);
    }
    state
}
