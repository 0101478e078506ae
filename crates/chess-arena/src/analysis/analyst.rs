use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use chess_movegen::GameState;
use chess_search::engine::Signals;
use chess_types::Move;
use chess_uci::Go;

use crate::engine::{EngineSpec, Fault, Line, MoveTime, Search, StartError, Supervisor};
use crate::own::Own;

/// An engine that analyses positions.
pub struct Analyst {
    engine: Kind,
    go: Go,
    /// The fault after which the engine was started again.
    pub(super) restart: Option<Fault>,
}

/// An engine as a process with the flag that ends its work, or the own one with its signals.
enum Kind {
    Process(Box<Supervisor>, Arc<AtomicBool>),
    Own(Box<Own>, Arc<Signals>),
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
        Ok(Self { engine: Kind::Process(Box::new(engine), stop), go, restart: None })
    }

    /// The engine without a process as an analyst. `signals` end a search, and the analysis with it. The threads that analyse should have a
    /// stack of [`Engine::STACK`](chess_search::engine::Engine::STACK) bytes.
    pub fn own(engine: Own, go: Go, signals: Arc<Signals>) -> Self {
        Self { engine: Kind::Own(Box::new(engine), signals), go, restart: None }
    }

    /// The name of the engine.
    pub fn name(&self) -> &str {
        match &self.engine {
            Kind::Process(engine, _) => engine.name(),
            Kind::Own(..) => Own::NAME,
        }
    }

    /// Tells the engine that another game begins.
    ///
    /// # Errors
    /// It has ended or does not answer.
    pub fn new_game(&mut self) -> Result<(), Fault> {
        match &mut self.engine {
            Kind::Process(engine, stop) => {
                let ((), fault) = engine.twice(|client| client.new_game(stop))?;
                self.restart = fault.or(self.restart.take());
            }
            Kind::Own(own, _) => own.new_game(),
        }
        Ok(())
    }

    /// Searches the position of a game that is not over, and puts the best lines into `lines`, the best first: none if the engine reports
    /// no score of a legal line. They are kept if the search is interrupted. An engine that fails is started again for one more attempt.
    ///
    /// # Errors
    /// The engine fails twice in this position.
    pub fn analyse(&mut self, game: &GameState, lines: &mut Vec<Line>) -> Result<(), Fault> {
        let Self { engine, go, restart } = self;
        let (engine, stop) = match engine {
            Kind::Process(engine, stop) => (engine, stop),
            Kind::Own(own, signals) => return search(own, game, go, signals, lines),
        };
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
        choose(lines, choice.mv);
        Ok(())
    }
}

/// The move that is chosen may have come after the last line.
fn choose(lines: &mut [Line], mv: Move) {
    if let [line] = lines
        && line.moves.first() != Some(&mv)
    {
        line.moves = vec![mv];
    }
}

/// Searches by the own engine, and puts the best lines into `lines`.
fn search(
    own: &mut Own,
    game: &GameState,
    go: &Go,
    signals: &Signals,
    lines: &mut Vec<Line>,
) -> Result<(), Fault> {
    let found = own.search(game, &Search { go: go.clone(), ..Search::default() }, signals, |_| ());
    *lines = found.lines;
    if signals.is_stopped() {
        return Err(Fault::Stopped);
    }
    if let Some(mv) = found.mv {
        choose(lines, mv);
    }
    Ok(())
}
