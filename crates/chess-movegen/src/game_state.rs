use alloc::vec::Vec;
use core::fmt;

use chess_board::{KeyHistory, Position};
use chess_types::Move;

use crate::illegal::IllegalMove;
use crate::node::PositionExt;
use crate::outcome::{Claim, Outcome, claim, outcome};

/// A position with the moves and positions that led to it.
///
/// It adds features that need the game: repetitions, the outcome of the game, claims of a draw, and undo. Each ply takes 130
/// bytes, and the first that of 32. A search that makes and unmakes millions of moves keeps a [`KeyHistory`] instead; [`key_history`](Self::key_history)
/// creates one from the game.
///
/// # Examples
/// ```
/// use chess_movegen::{Claim, GameState, Outcome, PositionExt, Square};
///
/// let mut game = GameState::default();
/// for [from, to] in [[Square::F2, Square::F3], [Square::E7, Square::E5], [Square::G2, Square::G4], [Square::D8, Square::H4]] {
///     game.play(game.position().find_move(from, to, None)?)?;
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
    /// The position before each move.
    before: Vec<Position>,
    moves: Vec<Move>,
}

impl GameState {
    /// Starts a game from `position`, with no moves played.
    pub const fn new(position: Position) -> Self {
        Self { position, before: Vec::new(), moves: Vec::new() }
    }

    /// Returns the current position.
    #[inline]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the position before the first move.
    #[inline]
    pub fn start(&self) -> &Position {
        self.before.first().unwrap_or(&self.position)
    }

    /// Returns the moves from first to last, null moves included.
    #[inline]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the positions from the start to the current one. There is one more than there are moves.
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = &Position> {
        self.before.iter().chain([&self.position])
    }

    /// Plays `mv` if it is legal.
    ///
    /// # Errors
    /// The move is not legal; the null move never is. The game stays as it is.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let next = self.position.try_after(mv)?;
        self.reserve();
        self.before.push(core::mem::replace(&mut self.position, next));
        self.moves.push(mv);
        Ok(())
    }

    /// Plays a legal move, or a null move, without checking it.
    ///
    /// A null move must not be played in check. After an illegal move the position must not be used, as
    /// [`Position::make`] says.
    ///
    /// # Panics
    /// As [`Position::play_unchecked`], in builds with debug assertions only.
    pub fn play_unchecked(&mut self, mv: Move) {
        self.reserve();
        self.before.push(self.position);
        self.moves.push(mv);
        self.position.play_unchecked(mv);
    }

    /// Allocates for half of a usual game at the first move, since growth from four moves on takes longer than playing them.
    #[inline]
    fn reserve(&mut self) {
        if self.before.capacity() == 0 {
            self.before.reserve(32);
            self.moves.reserve(32);
        }
    }

    /// Takes back the last move and returns it. Returns `None` at the start.
    pub fn undo(&mut self) -> Option<Move> {
        self.position = self.before.pop()?;
        self.moves.pop()
    }

    /// Counts the earlier occurrences of the current position: 2 make a threefold repetition.
    ///
    /// Two positions are the same if their [keys](Position::key) are equal: keys of pieces, side to move, castling rights and
    /// legal en passant captures.
    pub fn repetitions(&self) -> usize {
        let key = self.position.key();
        let reach = usize::from(self.position.halfmove_clock());
        self.before.iter().rev().take(reach).filter(|position| position.key() == key).count()
    }

    /// Returns the end of the game by the rules alone, without a claim, or `None` while the game goes on.
    ///
    /// It depends on the current position: `play` accepts moves after an end, and the game then goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        outcome(&self.position, self.position.has_legal_move(), || self.repetitions())
    }

    /// Returns the draw that the side to move may claim in the current position: by the fifty-move rule, otherwise by
    /// threefold repetition.
    ///
    /// To test a claim with an announced move (FIDE 9.2.1, 9.3.1), play the move and call this again. An end of the game is not
    /// tested: see [`outcome`](Self::outcome).
    pub fn claim(&self) -> Option<Claim> {
        claim(&self.position, || self.repetitions())
    }

    /// Returns the keys of the last `N` positions before the current one, for a search that starts here.
    pub fn key_history<const N: usize>(&self) -> KeyHistory<N> {
        let mut history = KeyHistory::EMPTY;
        for position in &self.before[self.before.len().saturating_sub(N)..] {
            history.push(position);
        }
        history
    }
}

impl Default for GameState {
    /// Starts a game from the start position of chess.
    fn default() -> Self {
        Self::new(Position::START)
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
