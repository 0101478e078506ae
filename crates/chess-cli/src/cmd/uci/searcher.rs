use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use chess_movegen::GameState;
use chess_search::engine::{Engine, Finding, Report, Signals};
use chess_search::score::moves_to_mate;
use chess_types::{Move, UciMove};
use chess_uci::{BestMove, Info, Score};

use super::order::Order;
use crate::io::output::Output;

/// The engine: at rest, or thinking in a thread of its own.
pub(super) struct Searcher {
    state: State,
    signals: Arc<Signals>,
    /// The present search ends without being told to.
    ends: bool,
    /// The error by which a search could not print its lines.
    unwritten: Option<io::Error>,
    output: Output,
}

enum State {
    Resting(Box<Engine>),
    Thinking(JoinHandle<(Box<Engine>, io::Result<()>)>),
    /// Between the two.
    Changing,
}

impl Searcher {
    /// An engine at rest, whose searches print to `output`.
    pub(super) fn new(engine: Engine, output: Output) -> Self {
        let state = State::Resting(Box::new(engine));
        Self { state, signals: Arc::default(), ends: true, unwritten: None, output }
    }

    /// The engine at rest; a search that is under way is stopped.
    pub(super) fn engine(&mut self) -> &mut Engine {
        self.stop();
        match &mut self.state {
            State::Resting(engine) => engine,
            State::Thinking(_) | State::Changing => unreachable!("a stopped engine rests"),
        }
    }

    /// Begins to search, after having stopped what was under way.
    pub(super) fn start(&mut self, game: &GameState, order: Order, chess960: bool) {
        self.stop();
        self.ends = order.ends;
        self.signals = Arc::default();
        self.signals.set_ponder(order.ponder);
        let (game, signals) = (game.clone(), Arc::clone(&self.signals));
        let mut output = self.output.another();
        if let State::Resting(mut engine) = std::mem::replace(&mut self.state, State::Changing) {
            self.state = State::Thinking(thread::spawn(move || {
                let printed = think(&mut engine, &game, &order, &signals, chess960, &mut output);
                (engine, printed)
            }));
        }
    }

    /// Stops the search, if there is one, and waits until it has answered.
    pub(super) fn stop(&mut self) {
        self.signals.stop();
        self.wait();
    }

    /// Waits for a search that ends by itself, and stops any other.
    pub(super) fn finish(&mut self) {
        if !self.ends {
            self.signals.stop();
        }
        self.wait();
    }

    /// Fails if a search that is over could not print its lines.
    pub(super) fn printed(&mut self) -> io::Result<()> {
        self.unwritten.take().map_or(Ok(()), Err)
    }

    /// The other side has played the move that was expected: limits of time hold from now on, and what has been spent
    /// counts.
    pub(super) fn ponder_hit(&self) {
        self.signals.set_ponder(false);
    }

    fn wait(&mut self) {
        self.state = match std::mem::replace(&mut self.state, State::Changing) {
            State::Thinking(thread) => {
                let (engine, printed) = thread.join().expect("a search does not panic");
                self.unwritten = self.unwritten.take().or(printed.err());
                State::Resting(engine)
            }
            resting => resting,
        };
    }
}

/// Searches, prints what is found, and at last the best move. It ends as soon as that cannot be printed.
fn think(
    engine: &mut Engine,
    game: &GameState,
    order: &Order,
    signals: &Signals,
    chess960: bool,
    output: &mut Output,
) -> io::Result<()> {
    let mut printed = Ok(());
    let finding = engine.search(game, &order.limits, signals, |report| {
        if printed.is_ok() {
            printed = output.line(info(report, chess960));
        }
        // Whoever does not read what is found will not read the move either.
        if printed.is_err() || output.is_closed() {
            signals.stop();
        }
    });
    // The protocol wants no answer before it has asked for one.
    while (order.infinite || signals.is_pondering()) && !signals.is_stopped() {
        thread::sleep(Duration::from_millis(1));
    }
    printed.and_then(|()| output.line(best_move(&finding, chess960)))
}

fn info(report: &Report<'_>, chess960: bool) -> Info {
    let Report { depth, selective_depth, multi_pv, score, nodes, tb_hits, time, full, line, .. } = *report;
    let speed = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    Info {
        depth: Some(depth.into()),
        seldepth: Some(selective_depth.into()),
        multipv: Some(multi_pv as u32),
        score: Some(moves_to_mate(score).map_or(Score::centipawns(score), Score::mate)),
        nodes: Some(nodes),
        nps: Some(speed as u64),
        hashfull: Some(full),
        tbhits: Some(tb_hits),
        time: Some(time),
        pv: line.iter().map(|&mv| spelt(mv, chess960)).collect(),
        ..Info::default()
    }
}

fn best_move(finding: &Finding, chess960: bool) -> BestMove {
    let spelt = |mv| spelt(mv, chess960);
    BestMove { best: finding.best().map(spelt), ponder: finding.ponder().map(spelt) }
}

fn spelt(mv: Move, chess960: bool) -> UciMove {
    if chess960 { mv.uci960() } else { mv.uci() }
}
