use std::fmt::Display;
use std::io;
use std::mem;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use chess_movegen::GameState;
use chess_search::engine::{Engine, Finding, Report, Signals};
use chess_search::score::moves_to_mate;
use chess_types::{Move, UciMove};
use chess_uci::{Answer, BestMove, Info, Score};

use super::order::Order;
use crate::io::output::Output;
use crate::io::visible::visible;

/// A search from its order to its answer, with the engine that makes it.
pub(super) struct Thought {
    engine: Box<Engine>,
    game: GameState,
    order: Order,
    signals: Arc<Signals>,
    chess960: bool,
    finding: Finding,
    output: Output,
    printed: io::Result<()>,
}

impl Thought {
    pub(super) fn new(
        engine: Box<Engine>,
        game: GameState,
        order: Order,
        signals: Arc<Signals>,
        output: Output,
    ) -> Self {
        signals.set_ponder(order.ponder);
        let (finding, printed) = (Finding::default(), Ok(()));
        Self { engine, game, order, signals, chess960: false, finding, output, printed }
    }

    /// Spells castling by the rook's square, or not.
    pub(super) fn with_chess960(mut self, chess960: bool) -> Self {
        self.chess960 = chess960;
        self
    }

    /// Does the same as [`think`](Self::think) within this time, on the thread that would read the command to stop, because no
    /// other could be started.
    pub(super) fn think_alone(&mut self, longest: Duration, error: &io::Error) {
        self.tell(format_args!(
            "no thread can be started for the search ({error}): nothing stops it, and it takes {} s at most",
            longest.as_secs()
        ));
        let limits = &mut self.order.limits;
        limits.move_time = Some(limits.move_time.unwrap_or(longest).min(longest));
        // Limits of time do not hold in a search that ponders.
        self.signals.set_ponder(false);
        self.think();
        self.signals.set_ponder(self.order.ponder);
    }

    /// Searches and prints what is found. It ends as soon as that cannot be printed.
    pub(super) fn think(&mut self) {
        for note in mem::take(&mut self.order.notes) {
            self.tell(note);
        }
        let wanted = if self.engine.strength().is_some() { 1 } else { self.engine.threads() };
        let Self { engine, game, order, signals, chess960, finding, output, printed } = self;
        let mut is_told = false;
        *finding = engine.search(game, &order.limits, signals, |report| {
            if report.threads < wanted && !is_told {
                is_told = true;
                print(output, printed, few_threads(report.threads, wanted));
            }
            print(output, printed, info(report, *chess960));
            // Whoever does not read what is found will not read the move either.
            if printed.is_err() || output.is_closed() {
                signals.stop();
            }
        });
        let Finding { threads, score, .. } = self.finding;
        if !is_told && (1..wanted).contains(&threads) {
            self.tell_line(few_threads(threads, wanted));
        }
        if self.finding.best().is_none() {
            self.tell_line(Info { depth: Some(0), score: Some(uci_score(score)), ..Info::default() });
        }
    }

    /// Tests whether the protocol wants no answer before another command has asked for it.
    pub(super) fn is_held(&self) -> bool {
        (self.order.infinite || self.signals.is_pondering()) && !self.signals.is_stopped()
    }

    /// Waits as long as the answer is held.
    pub(super) fn wait(&self) {
        while self.is_held() {
            sleep(Duration::from_millis(1));
        }
    }

    /// Prints the best move.
    pub(super) fn answer(&mut self) {
        self.tell_line(Answer::BestMove(best_move(&self.finding, self.chess960)));
    }

    /// The engine, and the error by which something could not be printed.
    pub(super) fn into_engine(self) -> (Box<Engine>, io::Result<()>) {
        (self.engine, self.printed)
    }

    fn tell(&mut self, text: impl Display) {
        self.tell_line(Answer::text(visible(text)));
    }

    fn tell_line(&mut self, line: impl Display) {
        print(&mut self.output, &mut self.printed, line);
    }
}

/// Prints a line, unless one before it could not be printed.
fn print(output: &mut Output, printed: &mut io::Result<()>, line: impl Display) {
    *printed = mem::replace(printed, Ok(())).and_then(|()| output.line(line));
}

fn few_threads(threads: usize, wanted: usize) -> Answer {
    Answer::text(format_args!("only {threads} of {wanted} threads can be started"))
}

fn info(report: &Report<'_>, chess960: bool) -> Info {
    let Report { depth, selective_depth, multi_pv, score, nodes, tb_hits, time, full, line, .. } = *report;
    let speed = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    Info {
        depth: Some(depth.into()),
        seldepth: Some(selective_depth.into()),
        multipv: Some(multi_pv as u32),
        score: Some(uci_score(score)),
        nodes: Some(nodes),
        nps: Some(speed as u64),
        hashfull: Some(full),
        tbhits: Some(tb_hits),
        time: Some(time),
        pv: line.iter().map(|&mv| spelt(mv, chess960)).collect(),
        ..Info::default()
    }
}

fn uci_score(score: i32) -> Score {
    moves_to_mate(score).map_or(Score::centipawns(score), Score::mate)
}

fn best_move(finding: &Finding, chess960: bool) -> BestMove {
    let spelt = |mv| spelt(mv, chess960);
    BestMove { best: finding.best().map(spelt), ponder: finding.ponder().map(spelt) }
}

fn spelt(mv: Move, chess960: bool) -> UciMove {
    if chess960 { mv.uci960() } else { mv.uci() }
}
