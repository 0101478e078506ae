use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use chess_movegen::GameState;
use chess_uci::Go;

use crate::engine::{EngineSpec, Fault, Line, MoveTime, StartError, Supervisor};

/// An engine that analyses positions.
pub struct Analyst {
    engine: Supervisor,
    go: Go,
    stop: Arc<AtomicBool>,
    /// The fault after which the engine was started again.
    pub(super) restart: Option<Fault>,
}

impl Analyst {
    /// Starts an engine, which searches each position within the limits of `go`. It counts as stalled when it does not report or
    /// answer within `patience`. `stop` ends a search.
    ///
    /// # Errors
    /// The engine does not start, or lacks an option.
    pub fn start(
        spec: &EngineSpec,
        go: Go,
        patience: Duration,
        stop: Arc<AtomicBool>,
    ) -> Result<Self, StartError> {
        let mut engine = Supervisor::new(spec.clone(), true, patience);
        // Castling is spelled so that each move has one name, where the engine can.
        if let Err(StartError::NoChess960(_)) = engine.client().map(drop) {
            engine.set_chess960(false);
        }
        engine.client()?;
        Ok(Self { engine, go, stop, restart: None })
    }

    /// The name of the engine.
    pub fn name(&self) -> &str {
        self.engine.name()
    }

    /// Tells the engine that another game begins.
    ///
    /// # Errors
    /// It has ended or does not answer.
    pub fn new_game(&mut self) -> Result<(), Fault> {
        let ((), fault) = self.engine.twice(|client| client.new_game(&self.stop))?;
        self.restart = fault.or(self.restart.take());
        Ok(())
    }

    /// Searches the position of a game that is not over, and puts the best lines into `lines`, the best first: none if the engine reports
    /// no score of a legal line. They are kept if the search is interrupted. An engine that fails is started again for one more attempt.
    ///
    /// # Errors
    /// The engine fails twice in this position.
    pub fn analyse(&mut self, game: &GameState, lines: &mut Vec<Line>) -> Result<(), Fault> {
        let Self { engine, go, stop, restart } = self;
        let time = go.movetime.map_or(MoveTime::WhileTelling, MoveTime::Until);
        let (choice, fault) = engine.twice(|client| {
            lines.clear();
            client.choose(game, go, time, stop, |info| {
                if let Some(line) = Line::of(info, game.position()) {
                    line.keep(lines);
                }
            })
        })?;
        *restart = fault.or(restart.take());
        // The move that is chosen may have come after the last line.
        if let [line] = &mut lines[..]
            && line.moves.first() != Some(&choice.mv)
        {
            line.moves = vec![choice.mv];
        }
        Ok(())
    }
}
