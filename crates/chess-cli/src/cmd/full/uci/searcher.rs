use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{Builder, JoinHandle, sleep};
use std::time::{Duration, Instant};
use std::{io, mem};

use chess_arena::own::{Order, Style};
use chess_movegen::GameState;
use chess_search::Bound;
use chess_search::engine::{Engine, Finding, Progress, Report, Signals, chances};
use chess_search::score::moves_to_mate;
use chess_types::{Move, UciMove};
use chess_uci::{Answer, BestMove, Bound as UciBound, Command, Info, Score, Wdl};

use crate::io::diagnostics::visible;
use crate::io::output::Output;

/// Commands that have been read and not obeyed yet. What waits for a search hears them.
#[derive(Debug, Default)]
pub(super) struct Ahead {
    /// `stop` and `quit`.
    stops: AtomicUsize,
    /// `isready` that have no answer.
    readies: AtomicUsize,
}

impl Ahead {
    /// A line has been read.
    pub(super) fn note(&self, line: &str) {
        match Command::parse_lenient(line, |_| ()) {
            Ok(Command::Stop | Command::Quit) => self.stops.fetch_add(1, Ordering::Relaxed),
            Ok(Command::IsReady) => self.readies.fetch_add(1, Ordering::Relaxed),
            _ => return,
        };
    }
}

/// The engine: at rest, or thinking in a thread of its own.
pub(super) struct Searcher {
    state: State,
    signals: Arc<Signals>,
    /// The present search ends without being told to, once it does not ponder.
    ends: bool,
    /// The present search has ended, and answers.
    is_over: Arc<AtomicBool>,
    /// The error by which a search could not print its lines.
    unwritten: Option<io::Error>,
    ahead: Arc<Ahead>,
    /// The `isready` ahead that have been answered.
    answered: usize,
    output: Output,
}

enum State {
    Resting(Box<Engine>),
    Thinking(JoinHandle<Thought>),
    /// Between the two.
    Changing,
}

impl Searcher {
    /// An engine at rest, whose searches print to `output`.
    pub(super) fn new(engine: Engine, output: Output, ahead: Arc<Ahead>) -> Self {
        let (state, unwritten) = (State::Resting(Box::new(engine)), None);
        let (signals, is_over) = Default::default();
        Self { state, signals, ends: true, is_over, unwritten, ahead, answered: 0, output }
    }

    /// The engine at rest, once a search that ends by itself is over; `None` while another one goes on.
    ///
    /// A `stop` or `quit` that is read meanwhile ends that search, and `isready` is answered.
    pub(super) fn engine(&mut self) -> Option<&mut Engine> {
        if self.ends() || self.is_over.load(Ordering::Acquire) {
            while !self.is_over.load(Ordering::Acquire)
                && matches!(&self.state, State::Thinking(thread) if !thread.is_finished())
            {
                if self.ahead.stops.load(Ordering::Relaxed) > 0 {
                    self.signals.stop();
                }
                for _ in 0..self.ahead.readies.swap(0, Ordering::Relaxed) {
                    self.answered += 1;
                    let written = self.output.line(Answer::ReadyOk);
                    self.unwritten = self.unwritten.take().or(written.err());
                }
                sleep(Duration::from_millis(1));
            }
            self.wait();
        }
        match &mut self.state {
            State::Resting(engine) => Some(engine),
            _ => None,
        }
    }

    /// Begins to search. The engine rests.
    ///
    /// # Errors
    /// The system does not start a thread.
    pub(super) fn start(&mut self, game: &GameState, order: Order, style: Style) -> io::Result<()> {
        self.stop();
        self.ends = order.ends;
        (self.signals, self.is_over) = Default::default();
        let is_over = Arc::clone(&self.is_over);
        let State::Resting(engine) = mem::replace(&mut self.state, State::Changing) else {
            unreachable!("a stopped engine rests")
        };
        let mut thought =
            Thought::new(engine, game.clone(), order, Arc::clone(&self.signals), self.output.clone(), style);
        let thread = Builder::new().stack_size(Engine::STACK).spawn(move || {
            thought.think();
            thought.wait();
            is_over.store(true, Ordering::Release);
            thought.answer();
            thought
        })?;
        self.state = State::Thinking(thread);
        Ok(())
    }

    /// Stops the search, if there is one, and waits until it has answered.
    pub(super) fn stop(&mut self) {
        self.signals.stop();
        self.wait();
    }

    /// Obeys `stop`.
    pub(super) fn obey_stop(&mut self) {
        self.ahead.stops.fetch_sub(1, Ordering::Relaxed);
        self.stop();
    }

    /// Tests whether an `isready` that is to be obeyed has no answer yet.
    pub(super) fn owes_ready(&mut self) -> bool {
        if let Some(answered) = self.answered.checked_sub(1) {
            self.answered = answered;
            return false;
        }
        self.ahead.readies.fetch_sub(1, Ordering::Relaxed);
        true
    }

    fn ends(&self) -> bool {
        self.ends && !self.signals.is_pondering()
    }

    /// Waits for a search that ends by itself, and stops any other.
    pub(super) fn finish(&mut self) {
        if !self.ends() {
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
    pub(super) fn ponder_hit(&mut self) {
        self.signals.set_ponder(false);
    }

    fn wait(&mut self) {
        match mem::replace(&mut self.state, State::Changing) {
            State::Thinking(thread) => {
                let Thought { engine, printed, .. } = thread.join().expect("a search does not panic");
                self.unwritten = self.unwritten.take().or(printed.err());
                self.state = State::Resting(engine);
            }
            resting => self.state = resting,
        }
    }
}

/// A search from its order to its answer, with the engine that makes it.
struct Thought {
    engine: Box<Engine>,
    game: GameState,
    order: Order,
    signals: Arc<Signals>,
    style: Style,
    finding: Finding,
    output: Output,
    printed: io::Result<()>,
}

impl Thought {
    fn new(
        engine: Box<Engine>,
        game: GameState,
        order: Order,
        signals: Arc<Signals>,
        output: Output,
        style: Style,
    ) -> Self {
        signals.set_ponder(order.ponder);
        let (finding, printed) = (Finding::default(), Ok(()));
        Self { engine, game, order, signals, style, finding, output, printed }
    }

    /// Searches and prints what is found. It ends as soon as that cannot be printed.
    fn think(&mut self) {
        for note in mem::take(&mut self.order.notes) {
            self.tell(note);
        }
        let wanted = if self.engine.strength().is_some() { 1 } else { self.engine.threads() };
        let Self { engine, game, order, signals, style, finding, output, printed } = self;
        let (mut is_told, begun) = (false, Instant::now());
        *finding = engine.watch(game, &order.limits, signals, |progress| {
            if let Progress::Line(report) | Progress::Last(report) = progress {
                if report.threads < wanted && !is_told {
                    is_told = true;
                    print(output, printed, few_threads(report.threads, wanted));
                }
            }
            if let Some(info) = info(progress, begun, *style) {
                print(output, printed, info);
            }
            // A reader that ignores the reports ignores the move as well.
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

    /// Waits as long as the protocol wants no answer before another command has asked for it.
    fn wait(&self) {
        while (self.order.infinite || self.signals.is_pondering()) && !self.signals.is_stopped() {
            sleep(Duration::from_millis(1));
        }
    }

    /// Prints the best move.
    fn answer(&mut self) {
        self.tell_line(Answer::BestMove(best_move(&self.finding, self.style.chess960)));
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

/// The time after which reports include bounds and root moves. Earlier ones would only flicker in a GUI.
const BUSY: Duration = Duration::from_secs(1);

fn info(progress: &Progress<'_>, begun: Instant, style: Style) -> Option<Info> {
    match progress {
        Progress::Line(report) | Progress::Last(report) => Some(line(report, UciBound::Exact, style)),
        Progress::Bound(report, bound) if report.time >= BUSY => {
            let bound = if *bound == Bound::Lower { UciBound::Lower } else { UciBound::Upper };
            Some(line(report, bound, style))
        }
        Progress::Move(root) if begun.elapsed() >= BUSY => Some(Info {
            depth: Some(root.depth.into()),
            currmove: Some(spelt(root.mv, style.chess960)),
            currmovenumber: Some(root.number as u32),
            ..Info::default()
        }),
        _ => None,
    }
}

fn line(report: &Report<'_>, bound: UciBound, style: Style) -> Info {
    let Report { depth, selective_depth, multi_pv, score, nodes, tb_hits, time, full, line, .. } = *report;
    let speed = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    let [win, draw, loss] = chances(score);
    Info {
        depth: Some(depth.into()),
        seldepth: Some(selective_depth.into()),
        multipv: Some(multi_pv as u32),
        score: Some(Score { bound, ..uci_score(score) }),
        wdl: style.shows_wdl.then_some(Wdl { win, draw, loss }),
        nodes: Some(nodes),
        nps: Some(speed as u64),
        hashfull: Some(full),
        tbhits: Some(tb_hits),
        time: Some(time),
        pv: line.iter().map(|&mv| spelt(mv, style.chess960)).collect(),
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
