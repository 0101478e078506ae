use alloc::vec::Vec;
use core::fmt;

use chess_board::{KeyHistory, Position};
use chess_types::Move;

use crate::illegal::IllegalMove;
use crate::outcome::{Claim, Outcome, claim_after, outcome_after};
use crate::position_ext::PositionExt;

/// A position together with the moves and positions that led to it.
///
/// It answers everything that one position cannot: repetitions, the outcome of the game, claims of a draw, and undo. Each
/// ply takes 130 bytes. A search that makes and unmakes millions of moves keeps a [`KeyHistory`] instead, which
/// [`key_history`](Self::key_history) starts for it.
///
/// # Examples
/// ```
/// use chess_movegen::{Claim, GameState, Outcome, PositionExt, Square};
///
/// let mut game = GameState::default();
/// for [from, to] in [[Square::F2, Square::F3], [Square::E7, Square::E5], [Square::G2, Square::G4], [Square::D8, Square::H4]] {
///     let mv = game.position().legal_move(from, to, None).expect("a legal move");
///     game.try_play(mv)?;
/// }
/// assert_eq!(game.outcome().unwrap().to_string(), "checkmate, Black wins");
///
/// assert_eq!(game.undo().unwrap().to_string(), "d8h4");
/// assert_eq!((game.outcome(), game.moves().len()), (None, 3));
/// # Ok::<(), chess_movegen::IllegalMove>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct GameState {
    position: Position,
    /// The position before each of the moves.
    before: Vec<Position>,
    moves: Vec<Move>,
}

impl GameState {
    /// Starts a game from `position`, with no moves played.
    pub const fn new(position: Position) -> Self {
        Self { position, before: Vec::new(), moves: Vec::new() }
    }

    /// The position on the board.
    #[inline]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The position before the first move.
    #[inline]
    pub fn start(&self) -> &Position {
        self.before.first().unwrap_or(&self.position)
    }

    /// The moves from the first to the last, null moves included.
    #[inline]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The positions from the start to the present one, one more than there are moves.
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = &Position> {
        self.before.iter().chain([&self.position])
    }

    /// Plays `mv` if it is legal.
    ///
    /// # Errors
    /// The move is not legal; the game stays as it is.
    pub fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let next = self.position.try_after(mv)?;
        self.record(mv, next);
        Ok(())
    }

    /// Plays `mv` without testing it. It must be legal, or the null move where the side to move is not in check.
    ///
    /// An illegal move leaves a position that cannot be relied on, as [`Position::make`] says; nothing panics.
    pub fn play(&mut self, mv: Move) {
        let mut next = self.position;
        next.play_or_pass(mv);
        self.record(mv, next);
    }

    /// Takes back the last move and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<Move> {
        self.position = self.before.pop()?;
        self.moves.pop()
    }

    /// Counts the earlier occurrences of the present position: 2 make a threefold repetition.
    ///
    /// Two positions are the same if their [keys](Position::key) are: same pieces, side to move, castling rights and legal en
    /// passant captures.
    pub fn repetitions(&self) -> usize {
        let key = self.position.key();
        let reach = usize::from(self.position.halfmove_clock());
        self.before.iter().rev().take(reach).filter(|position| position.key() == key).count()
    }

    /// The end of the game by the rules alone, without a claim; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        outcome_after(&self.position, || self.repetitions())
    }

    /// The draw that the side to move may claim with the present position on the board.
    pub fn claim(&self) -> Option<Claim> {
        claim_after(&self.position, || self.repetitions())
    }

    /// The keys of the last `N` positions before the present one, for a search that starts from here.
    pub fn key_history<const N: usize>(&self) -> KeyHistory<N> {
        let mut history = KeyHistory::EMPTY;
        for position in &self.before[self.before.len().saturating_sub(N)..] {
            history.push(position);
        }
        history
    }

    fn record(&mut self, mv: Move, next: Position) {
        self.before.push(core::mem::replace(&mut self.position, next));
        self.moves.push(mv);
    }
}

impl Default for GameState {
    /// A game from the start position of chess.
    fn default() -> Self {
        Self::new(Position::START)
    }
}

impl From<Position> for GameState {
    fn from(position: Position) -> Self {
        Self::new(position)
    }
}

impl fmt::Debug for GameState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameState")
            .field("start", self.start())
            .field("moves", &self.moves)
            .finish_non_exhaustive()
    }
}
