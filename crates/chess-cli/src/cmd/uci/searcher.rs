use std::fmt::Display;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::thread::{JoinHandle, sleep};
use std::time::{Duration, Instant};
use std::{io, mem};

use chess_board::Position;
use chess_movegen::GameState;
use chess_search::Bound;
use chess_search::engine::{Engine, Finding, Progress, Report, Signals, chances};
use chess_search::score::moves_to_mate;
use chess_types::{Move, UciMove};
use chess_uci::{Answer, BestMove, Bound as UciBound, Info, Score, Wdl};

use super::order::Order;
use crate::io::diagnostics::visible;
use crate::io::output::Output;
use crate::threads;

/// The engine: at rest, or thinking in a thread of its own.
pub(super) struct Searcher {
    state: State,
    signals: Arc<Signals>,
    /// The present search ends without being told to.
    ends: bool,
    /// The error by which a search could not print its lines.
    unwritten: Option<io::Error>,
    output: Output,
    start: Start,
}

/// Starts a thread. Tests have a function that does not.
type Start = fn(Work) -> io::Result<JoinHandle<Option<Thought>>>;
type Work = Box<dyn FnOnce() -> Option<Thought> + Send>;

enum State {
    Resting(Box<Engine>),
    Thinking(JoinHandle<Option<Thought>>),
    /// The search is over, and its answer waits for a command.
    Thought(Box<Thought>),
    /// Between two of them.
    Changing,
}

/// The longest search on the thread that reads the commands: no command can stop it.
const LONGEST_ALONE: Duration = Duration::from_secs(1);

impl Searcher {
    /// An engine at rest, whose searches print to `output`.
    pub(super) fn new(engine: Engine, output: Output) -> Self {
        Self::with(engine, output, |work| threads::start(Engine::STACK, work))
    }

    fn with(engine: Engine, output: Output, start: Start) -> Self {
        let state = State::Resting(Box::new(engine));
        Self { state, signals: Arc::default(), ends: true, unwritten: None, output, start }
    }

    /// The engine at rest; a search that is under way is stopped.
    pub(super) fn engine(&mut self) -> &mut Engine {
        self.stop();
        match &mut self.state {
            State::Resting(engine) => engine,
            _ => unreachable!("a stopped engine rests"),
        }
    }

    /// Begins to search, after having stopped what was under way.
    ///
    /// If no thread can be started, the search has taken place when this returns, within a second. What the protocol wants to
    /// come after another command is held back all the same.
    pub(super) fn start(&mut self, game: &GameState, order: Order, style: Style) {
        self.stop();
        self.ends = order.ends;
        self.signals = Arc::default();
        // The thread is given the engine when it runs. What a thread is given that does not start is lost.
        let (sender, receiver) = sync_channel::<Thought>(1);
        let started = (self.start)(Box::new(move || {
            let mut thought = receiver.recv().ok()?;
            thought.think();
            thought.wait();
            thought.answer();
            Some(thought)
        }));
        let State::Resting(engine) = mem::replace(&mut self.state, State::Changing) else {
            unreachable!("a stopped engine rests")
        };
        let mut thought =
            Thought::new(engine, game.clone(), order, Arc::clone(&self.signals), self.output.another())
                .with_style(style);
        match started {
            Ok(thread) => {
                // The thread waits for this.
                drop(sender.send(thought));
                self.state = State::Thinking(thread);
            }
            Err(error) => {
                thought.think_alone(LONGEST_ALONE, &error);
                let is_held = thought.is_held();
                self.state = State::Thought(Box::new(thought));
                if !is_held {
                    self.wait();
                }
            }
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
    pub(super) fn ponder_hit(&mut self) {
        self.signals.set_ponder(false);
        if matches!(&self.state, State::Thought(thought) if !thought.is_held()) {
            self.wait();
        }
    }

    fn wait(&mut self) {
        let thought = match mem::replace(&mut self.state, State::Changing) {
            State::Thinking(thread) => thread.join().ok().flatten().expect("a search does not panic"),
            State::Thought(mut thought) => {
                thought.answer();
                *thought
            }
            resting => {
                self.state = resting;
                return;
            }
        };
        let (engine, printed) = thought.into_engine();
        self.unwritten = self.unwritten.take().or(printed.err());
        self.state = State::Resting(engine);
    }
}

/// The form of reports.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Style {
    /// Castling is spelt by the rook's square.
    pub(super) chess960: bool,
    /// Reports have the chances to win, draw and lose.
    pub(super) shows_wdl: bool,
}

impl Style {
    /// The form of reports on this position, in which all moves have different texts.
    pub(super) fn for_position(self, position: &Position) -> Self {
        Self { chess960: self.chess960 || position.needs_chess960(), ..self }
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
    ) -> Self {
        signals.set_ponder(order.ponder);
        let (finding, printed) = (Finding::default(), Ok(()));
        Self { engine, game, order, signals, style: Style::default(), finding, output, printed }
    }

    fn with_style(mut self, style: Style) -> Self {
        self.style = style;
        self
    }

    /// Does the same as [`think`](Self::think) within this time, on the thread that would read the command to stop, because no
    /// other could be started.
    fn think_alone(&mut self, longest: Duration, error: &io::Error) {
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

    /// Tests whether the protocol wants no answer before another command has asked for it.
    fn is_held(&self) -> bool {
        (self.order.infinite || self.signals.is_pondering()) && !self.signals.is_stopped()
    }

    /// Waits as long as the answer is held.
    fn wait(&self) {
        while self.is_held() {
            sleep(Duration::from_millis(1));
        }
    }

    /// Prints the best move.
    fn answer(&mut self) {
        self.tell_line(Answer::BestMove(best_move(&self.finding, self.style.chess960)));
    }

    /// The engine, and the error by which something could not be printed.
    fn into_engine(self) -> (Box<Engine>, io::Result<()>) {
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

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use chess_uci::Go;

    use super::*;

    fn searcher(text: &Arc<Mutex<Vec<u8>>>) -> Searcher {
        let output = Output::in_memory(Arc::clone(text));
        Searcher::with(Engine::new(1 << 20).unwrap(), output, |_| Err(io::ErrorKind::WouldBlock.into()))
    }

    /// Whether the answer to `go` still waits after the command, and after `ponderhit`.
    fn is_held(go: &str) -> [bool; 2] {
        let (game, go) = (GameState::default(), go.parse::<Go>().unwrap());
        let text = Arc::default();
        let mut searcher = searcher(&text);
        searcher.start(&game, Order::new(&go, game.position()), Style::default());
        let is_held = matches!(searcher.state, State::Thought(_));
        searcher.ponder_hit();
        let held = [is_held, matches!(searcher.state, State::Thought(_))];
        // The engine comes back with its table.
        assert_eq!(searcher.engine().table_bytes(), 1 << 20);
        searcher.printed().unwrap();
        let text = String::from_utf8(text.lock().unwrap().clone()).unwrap();
        let told = "info string no thread can be started for the search (operation would block): nothing stops it, and it \
                    takes 1 s at most\n";
        assert!(text.starts_with(told) && text.lines().last().unwrap().starts_with("bestmove "), "{text}");
        held
    }

    #[test]
    fn without_a_thread_the_engine_searches_on_this_one() {
        assert_eq!(is_held("go depth 2"), [false, false]);
        assert_eq!(is_held("go nodes 100000000000"), [false, false]);
        assert_eq!(is_held("go infinite"), [true, true]);
        assert_eq!(is_held("go"), [true, true]);
        assert_eq!(is_held("go ponder wtime 1000 btime 1000"), [true, false]);
    }
}
