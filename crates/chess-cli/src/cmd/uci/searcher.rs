use std::io;
use std::mem;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::thread::JoinHandle;
use std::time::Duration;

use chess_movegen::GameState;
use chess_search::engine::{Engine, Signals};

use super::order::Order;
use super::thought::Thought;
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
    pub(super) fn start(&mut self, game: &GameState, order: Order, chess960: bool) {
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
                .with_chess960(chess960);
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
        searcher.start(&game, Order::new(&go, game.position()).unwrap(), false);
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
