//! A filter that decides about games for a caller of its own.

use chess_board::Position;
use chess_notation::pgn::{GameEnd, GameError, GameResult, MoveVisit, Next, TagValue, Text, Visitor};

use super::choice::Base;
use super::game::Game;
use crate::filter::Filter;

/// A filter that decides about games and moves while they are read: a [`Visitor`], to which a visitor that writes something hands
/// all that it gets.
///
/// Games that fail by their tags are skipped. What is written about others is held back until the game has ended.
///
/// # Examples
/// ```
/// use chess_data::chess_notation::pgn::Replay;
/// use chess_data::columns::{Base, GameFilter};
///
/// let pgn = "[WhiteElo \"2600\"]\n\n1. e4 d5 2. exd5 *\n\n[WhiteElo \"1500\"]\n\n1. d4 *\n";
/// let mut filter = GameFilter::new(&"white_elo >= 2000 and capture".parse()?, &Base::default());
/// let mut replay = Replay::new(pgn);
/// assert!(replay.visit_game(&mut filter)? && filter.keeps_game());
/// assert!(filter.keeps_move(2) && !filter.keeps_move(0));
/// assert!(replay.visit_game(&mut filter)? && !filter.keeps_game());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameFilter {
    game: Game,
    keeps_game: bool,
    /// Whether each move is kept; those after the last one are not.
    moves: Vec<bool>,
    has_moves: bool,
}

impl GameFilter {
    /// The filter at work on the games of an input.
    pub fn new(filter: &Filter, base: &Base) -> Self {
        let (game, has_moves) = (Game::new(filter, base), filter.has_moves());
        let mut new = Self { game, keeps_game: false, moves: Vec::new(), has_moves };
        new.game.needs.held &= has_moves || filter.asks_at_end();
        new
    }

    /// Makes the filter decide about games alone.
    #[must_use]
    pub fn without_moves(mut self) -> Self {
        self.has_moves = false;
        self.game.drop_moves();
        self
    }

    /// Tests whether the last game is kept.
    pub const fn keeps_game(&self) -> bool {
        self.keeps_game
    }

    /// Tests whether the move of the last game after this number of plies is kept, if the game is. Without conditions on moves, all are.
    pub fn keeps_move(&self, ply: usize) -> bool {
        !self.has_moves || self.moves.get(ply) == Some(&true)
    }

    /// Decides about the held moves.
    fn release(&mut self, end: Option<GameResult>) {
        let Self { game, moves, .. } = self;
        game.release(end, |element| {
            moves.resize(element.ply as usize, false);
            moves.push(true);
        });
    }
}

impl Visitor for GameFilter {
    #[inline]
    fn tag(&mut self, name: &str, value: TagValue<'_>) {
        self.game.tag(name, value);
    }

    fn start(&mut self, position: &Position) -> Next {
        self.moves.clear();
        self.game.start(position)
    }

    #[inline]
    fn mv(&mut self, visit: MoveVisit<'_>) {
        self.game.plies += 1;
        self.game.pass(visit.before, visit.mv, visit.ply);
        if self.game.needs.held {
            if self.game.is_decided_by_move() {
                self.release(None);
            }
            self.game.hold(visit.before, visit.mv, visit.ply);
        }
    }

    #[inline]
    fn comment(&mut self, text: Text<'_>) {
        if self.game.needs.notes {
            self.game.comment(text);
        }
    }

    fn error(&mut self, _: &GameError) {
        self.game.is_sound = false;
    }

    fn end(&mut self, end: &GameEnd<'_>) {
        if !self.game.has_started() {
            self.moves.clear();
        }
        self.game.name_opening(end.position);
        self.keeps_game = self.game.is_kept(end);
        if self.keeps_game {
            self.release(end.result);
        }
        self.game.clear();
    }
}
