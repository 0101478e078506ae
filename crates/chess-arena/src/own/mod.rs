//! The engine of `chess-search` without a process, with the options and limits of UCI: those of the command `chess uci`.

mod endgames;
mod options;
mod order;

use std::collections::TryReserveError;

use chess_movegen::{GameState, PositionExt};
use chess_notation::pgn::Score;
use chess_search::Bound as SearchBound;
use chess_search::engine::{Engine, Progress, Report, Signals, chances};
use chess_search::score::moves_to_mate;
use chess_types::Color;
use chess_uci::{Bound, EngineOption, SetOption, Wdl};

pub use self::endgames::Endgames;
pub use self::options::{DEFAULT_HASH, OptionError, Options, Style, declared};
pub use self::order::{MOST_MOVES, Order, lacks_an_end};
use crate::engine::{Found, Line, Search, StartError, chances_seen_by, check_option, seen_by};

/// The engine, which searches on the thread that asks. That thread should have a stack of [`Engine::STACK`] bytes.
#[derive(Debug)]
pub struct Own {
    engine: Engine,
    options: Options,
    declared: Vec<EngineOption>,
}

impl Own {
    /// The name of the engine.
    pub const NAME: &str = concat!("chess ", env!("CARGO_PKG_VERSION"));

    /// The authors of the engine.
    pub const AUTHOR: &str = "the authors of the chess crates";

    /// The engine with its usual options.
    ///
    /// # Errors
    /// The memory of its table cannot be allocated.
    pub fn new() -> Result<Self, TryReserveError> {
        let engine = Engine::new(DEFAULT_HASH << 20)?;
        Ok(Self { engine, options: Options::default(), declared: declared().into() })
    }

    /// The options that the engine has.
    pub fn options(&self) -> &[EngineOption] {
        &self.declared
    }

    /// Sets options, all of which are checked before the first is set, and returns lines to tell the user.
    ///
    /// # Errors
    /// [`StartError::NoOption`] and [`StartError::Value`]: then none is set.
    pub fn configure(&mut self, options: &[(String, String)]) -> Result<Vec<String>, StartError> {
        for (name, value) in options {
            check_option(Self::NAME, &self.declared, name, value)?;
        }
        let mut told = Vec::new();
        for (name, value) in options {
            let command = SetOption { name: name.clone(), value: Some(value.clone()) };
            match self.options.set(&command, &mut self.engine) {
                Ok(lines) => told.extend(lines),
                Err(error) => told.push(error.to_string()),
            }
        }
        Ok(told)
    }

    /// Forgets all that was searched.
    pub fn new_game(&mut self) {
        self.engine.new_game();
    }

    /// Searches the position of a game until a limit is reached or `signals` end it, with the arguments and the value of
    /// [`Client::search`](crate::engine::Client::search). The caller sees to the time-out.
    pub fn search(
        &mut self,
        game: &GameState,
        search: &Search,
        signals: &Signals,
        mut on_line: impl FnMut(&Line),
    ) -> Found {
        if !game.position().has_legal_move() {
            return Found::default();
        }
        let side = game.position().side_to_move();
        let shows_wdl = self.options.style.shows_wdl;
        self.engine.set_lines(search.lines.max(1) as usize);
        let order = Order::new(&search.go, game.position());
        let mut lines = Vec::new();
        let found = self.engine.watch(game, &order.limits, signals, |progress| {
            let line = match progress {
                Progress::Line(report) | Progress::Last(report) => {
                    line(report, Bound::Exact, side, shows_wdl)
                }
                Progress::Bound(report, SearchBound::Lower) => line(report, Bound::Lower, side, shows_wdl),
                Progress::Bound(report, _) => line(report, Bound::Upper, side, shows_wdl),
                _ => return,
            };
            // A position whose moves endgame tablebases rank may have a report without a move.
            if !line.moves.is_empty() {
                on_line(&line);
                line.keep(&mut lines);
            }
        });
        Found { mv: found.best(), ponder: found.ponder(), lines }
    }
}

/// The line of a report. `side` is to move.
fn line(report: &Report<'_>, bound: Bound, side: Color, shows_wdl: bool) -> Line {
    let Report { depth, selective_depth, multi_pv, score, nodes, tb_hits, time, full, line, .. } = *report;
    let speed = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    let [win, draw, loss] = chances(score);
    Line {
        rank: multi_pv as u32,
        score: moves_to_mate(score).map_or(Score::Centipawns(score), Score::Mate).seen_by(side),
        bound: seen_by(bound, side),
        wdl: shows_wdl.then(|| chances_seen_by(Wdl { win, draw, loss }, side)),
        depth: depth.into(),
        seldepth: Some(selective_depth.into()),
        nodes: Some(nodes),
        nps: Some(speed as u64),
        time: Some(time),
        hashfull: Some(full),
        tbhits: Some(tb_hits),
        moves: line.to_vec(),
    }
}
