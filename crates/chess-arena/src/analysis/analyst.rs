use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use chess_board::Position;
use chess_movegen::GameState;
use chess_notation::pgn::Score;
use chess_types::Move;
use chess_uci::{Bound, Go, Info, resolve_uci};

use crate::engine::{EngineSpec, Fault, MoveTime, StartError, Supervisor};

/// An engine that analyses positions.
pub struct Analyst {
    engine: Supervisor,
    go: Go,
    stop: Arc<AtomicBool>,
    /// The fault after which the engine was started again.
    pub(super) restart: Option<Fault>,
}

/// A line of play with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// From White's point of view.
    pub score: Score,
    /// In plies.
    pub depth: u32,
    /// The legal moves of the line, one at least.
    pub moves: Vec<Move>,
    is_exact: bool,
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
            client.choose(game, go, time, stop, |info| note(info, game.position(), lines))
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

/// Keeps the latest line of each rank. One whose score is a bound replaces no other.
fn note(info: &Info, position: &Position, lines: &mut Vec<Line>) {
    let Some(score) = info.score else { return };
    let rank = info.multipv.unwrap_or(1).max(1) as usize - 1;
    let is_exact = score.bound == Bound::Exact;
    if rank > lines.len() || lines.get(rank).is_some_and(|line| line.is_exact && !is_exact) {
        return;
    }
    let score = score.value.seen_by(position.side_to_move());
    let mut last = *position;
    let mut moves = Vec::new();
    for &mv in &info.pv {
        let Some(mv) = resolve_uci(&last, mv).ok().filter(|mv| !mv.is_null()) else { break };
        moves.push(mv);
        last = last.after(mv);
    }
    if moves.is_empty() {
        return;
    }
    let line = Line { score, depth: info.depth.unwrap_or(0), moves, is_exact };
    match lines.get_mut(rank) {
        Some(place) => *place = line,
        None => lines.push(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_line_of_each_rank_is_kept_for_white() {
        let position: Position = "4k3/8/8/8/8/8/4p3/4K2R b K - 0 1".parse().unwrap();
        let mut lines = Vec::new();
        for info in [
            "depth 1 multipv 2 score cp 5 pv e8d8",
            "depth 1 multipv 1 score cp 80 pv e8e7 h1h8",
            "depth 1 multipv 2 score cp -31 pv e8d8 e1h1",
            "depth 2 multipv 1 score mate 3 lowerbound pv e8f7",
            "depth 2 multipv 2 score mate -2 pv e8f8 e1g1 e2e1q",
            "depth 3 multipv 1 score cp 90 pv e8e1",
            "depth 4 nodes 100",
        ] {
            note(&info.parse().unwrap(), &position, &mut lines);
        }
        let found: Vec<_> = lines.iter().map(|line| (line.score, line.depth, line.moves.len())).collect();
        // The castling of the last line passes over an attacked square.
        assert_eq!(found, [(Score::Centipawns(-80), 1, 2), (Score::Mate(2), 2, 1)]);
    }
}
