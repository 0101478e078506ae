use std::sync::atomic::AtomicBool;
use std::time::Duration;

use chess_movegen::GameState;
use chess_movegen::PositionExt;
use chess_types::Move;
use chess_uci::Go;

use super::line::Line;
use super::{Client, Fault, MoveTime, StartError, Wait};

/// A search that an engine is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Search {
    /// The limits, and the moves to choose from.
    pub go: Go,
    /// The number of lines (`MultiPV`), 1 at least.
    pub lines: u32,
    /// The time after which the engine has failed if it has not answered, whatever it sends meanwhile.
    pub timeout: Option<Duration>,
}

/// The answer of an engine to a [`Search`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Found {
    /// The move that the engine chooses; `None` if there is no legal one.
    pub mv: Option<Move>,
    /// The legal reply that it expects.
    pub ponder: Option<Move>,
    /// The latest line of each rank, the best first; empty if the engine reports no score of a legal line.
    pub lines: Vec<Line>,
}

/// The reason why an engine did not search.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// It lacks an option, or its option does not take the value. It can be used further.
    #[error(transparent)]
    Option(#[from] StartError),
    /// It has failed, and should be dropped.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Longer than any search.
const FOREVER: Duration = Duration::from_secs(u32::MAX as u64);

impl Default for Search {
    /// Without limits, for one line.
    fn default() -> Self {
        Self { go: Go::default(), lines: 1, timeout: None }
    }
}

impl Search {
    /// The time that the engine has for a move of the side to move: `stop` is sent after the time for the move, or when the clock has run
    /// out.
    fn time(&self, game: &GameState) -> MoveTime {
        if self.go.infinite {
            // An engine that has nothing more to search waits in silence, and need only be there.
            return MoveTime::Until(FOREVER);
        }
        let clock = self.go.clock(game.position().side_to_move()).map(|clock| clock.remaining);
        self.go.movetime.into_iter().chain(clock).min().map_or(MoveTime::WhileTelling, MoveTime::Until)
    }
}

impl Client {
    /// Sets options, all of which are checked before the first is sent, and waits until the engine is ready. `stop` ends the wait.
    ///
    /// # Errors
    /// The engine lacks an option, or its option does not take the value: then none is set. It has ended or does not answer.
    pub fn configure(&mut self, options: &[(String, String)], stop: &AtomicBool) -> Result<(), SearchError> {
        for (name, value) in options {
            self.check_option(name, value)?;
        }
        for (name, value) in options {
            self.tell(name, value)?;
        }
        Ok(self.ready(stop)?)
    }

    /// Searches the position of a game. `on_line` is called with each line that the engine reports; see [`Line::of`]. `halt` makes the
    /// engine answer at once, and `stop` ends the wait for it.
    ///
    /// The options `MultiPV` and `UCI_Chess960` are set as the search needs them. A position without legal moves is not searched.
    ///
    /// # Errors
    /// The engine lacks an option that the search needs, or there is no legal move from it.
    pub fn search(
        &mut self,
        game: &GameState,
        search: &Search,
        halt: &AtomicBool,
        stop: &AtomicBool,
        mut on_line: impl FnMut(&Line),
    ) -> Result<Found, SearchError> {
        if !game.position().has_legal_move() {
            return Ok(Found::default());
        }
        self.set_lines(search.lines.max(1))?;
        self.set_chess960(game.start().needs_chess960())?;
        let mut lines = Vec::new();
        let wait = Wait { time: search.time(game), timeout: search.timeout, stop, halt };
        let choice = self.choose_within(game, &search.go, &wait, |info| {
            if let Some(line) = Line::of(info, game.position()) {
                on_line(&line);
                line.keep(&mut lines);
            }
        })?;
        Ok(Found { mv: Some(choice.mv), ponder: choice.ponder, lines })
    }

    fn set_lines(&mut self, lines: u32) -> Result<(), SearchError> {
        if self.lines != lines {
            let number = lines.to_string();
            self.check_option("MultiPV", &number)?;
            self.tell("MultiPV", &number)?;
            self.lines = lines;
        }
        Ok(())
    }

    pub(super) fn set_chess960(&mut self, is_chess960: bool) -> Result<(), SearchError> {
        if self.is_chess960 != is_chess960 {
            if self.engine.option("UCI_Chess960").is_none() {
                return Err(StartError::NoChess960(self.name.clone()).into());
            }
            self.tell("UCI_Chess960", if is_chess960 { "true" } else { "false" })?;
            self.is_chess960 = is_chess960;
        }
        Ok(())
    }

    pub(super) fn tell(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        self.engine.set_option(name, value).map_err(|error| self.fault(&error))
    }
}
