//! An engine as a player: how it is started, set up and asked for moves.

use std::process::Command as Program;
use std::process::Stdio;
use std::time::{Duration, Instant};

use chess_movegen::{GameState, PositionExt};
use chess_types::{Color, Move, SplitMix64};
use chess_uci::client::{ClientError, EngineProcess};
use chess_uci::{Go, Info, PositionCommand, Value, resolve_uci};

/// The way to start an engine: the program with its arguments, and the options to set.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The name in tables and games.
    pub name: String,
    /// The program and its arguments; the one word [`RANDOM`] stands for no program, but for a player of random moves.
    pub command: Vec<String>,
    /// Names and values of options.
    pub options: Vec<(String, String)>,
    /// Castling is written as in Chess960.
    pub is_chess960: bool,
}

/// The command of the player of random moves. They are the same in each match: position and move number determine them.
pub const RANDOM: &str = "random";

/// The limit of each move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Limit {
    /// Time for each move.
    MoveTime(Duration),
    /// Nodes for each move.
    Nodes(u64),
    /// Plies for each move.
    Depth(u32),
    /// Time for the game, and time added after each move.
    Clock(Duration, Duration),
}

/// The reason why a player lost in another way than by mate.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The engine took too long.
    #[error("time")]
    Time,
    /// The move is not legal, or there is none.
    #[error("illegal move {0}")]
    Illegal(String),
    /// The engine ended or did not answer at all.
    #[error("crash: {0}")]
    Crash(#[from] ClientError),
}

/// A move with its description.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// The move.
    pub mv: Move,
    /// The score for the mover, mates far above all else.
    pub score: Option<i32>,
    /// The depth of the search.
    pub depth: Option<u32>,
    /// The time that the move took.
    pub time: Duration,
}

/// A running engine.
#[derive(Debug)]
pub struct Player {
    setup: Setup,
    engine: Option<EngineProcess>,
}

/// The time that an engine may take for anything but a move, and beyond its time for a move, before it is given up.
const PATIENCE: Duration = Duration::from_secs(20);

/// The score that stands for a mate.
const MATE: i32 = 30_000;

impl Player {
    /// A player whose engine starts with the first game.
    pub fn new(setup: Setup) -> Self {
        Self { setup, engine: None }
    }

    /// The name in tables and games.
    pub fn name(&self) -> &str {
        &self.setup.name
    }

    /// Prepares for a game; an engine that has ended is started again.
    ///
    /// # Errors
    /// The engine cannot be started or does not answer.
    pub fn begin(&mut self) -> Result<(), ClientError> {
        if self.setup.command == [RANDOM] {
            return Ok(());
        }
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => self.start()?,
        };
        engine.new_game(PATIENCE)?;
        self.engine = Some(engine);
        Ok(())
    }

    fn start(&self) -> Result<EngineProcess, ClientError> {
        let (program, arguments) =
            self.setup.command.split_first().map_or(("", &[][..]), |(program, rest)| (program, rest));
        let mut command = Program::new(program);
        command.args(arguments).stderr(Stdio::inherit());
        let mut engine = EngineProcess::start(command, PATIENCE)?;
        if self.setup.is_chess960 {
            engine.set_option("UCI_Chess960", "true")?;
        }
        for (name, value) in &self.setup.options {
            engine.set_option(name, value)?;
        }
        Ok(engine)
    }

    /// Asks for a move in the position on the board. `clocks` are the times left, White's first.
    ///
    /// # Errors
    /// The player has lost. The engine is then started again for the next game.
    pub fn choose(
        &mut self,
        history: &GameState,
        limit: Limit,
        clocks: [Duration; 2],
        margin: Duration,
    ) -> Result<Answer, Fault> {
        if self.setup.command == [RANDOM] {
            return random(history);
        }
        // Only an engine that answered well is kept.
        let mut engine = self.engine.take().ok_or(ClientError::Ended)?;
        let us = history.position().side_to_move();
        let left = clocks[usize::from(us == Color::Black)];
        let (go, allowed) = match limit {
            Limit::MoveTime(time) => (Go { movetime: Some(time), ..Go::default() }, Some(time)),
            Limit::Nodes(nodes) => (Go { nodes: Some(nodes), ..Go::default() }, None),
            Limit::Depth(depth) => (Go { depth: Some(depth), ..Go::default() }, None),
            Limit::Clock(_, increment) => {
                let [wtime, btime] = clocks.map(Some);
                let (winc, binc) = (Some(increment), Some(increment));
                (Go { wtime, btime, winc, binc, ..Go::default() }, Some(left))
            }
        };
        engine.position(&PositionCommand::new(history, self.setup.is_chess960))?;
        let begun = Instant::now();
        let (mut score, mut depth) = (None, None);
        let waits = allowed.map_or(PATIENCE * 30, |time| time + margin + PATIENCE);
        let answer = engine.go(&go, waits, |info| note(info, &mut score, &mut depth));
        let time = begun.elapsed();
        let answer = match answer {
            Err(ClientError::TimeOut { .. }) => return Err(Fault::Time),
            answer => answer?,
        };
        if allowed.is_some_and(|allowed| time > allowed + margin) {
            return Err(Fault::Time);
        }
        let mv =
            answer.best.and_then(|mv| resolve_uci(history.position(), mv).ok()).filter(|mv| !mv.is_null());
        let mv = mv.ok_or_else(|| Fault::Illegal(format!("{answer} in {}", history.position())))?;
        self.engine = Some(engine);
        Ok(Answer { mv, score, depth, time })
    }
}

fn random(history: &GameState) -> Result<Answer, Fault> {
    let moves = history.position().legal_moves();
    let mut chance = SplitMix64::new(history.position().key() ^ history.moves().len() as u64);
    let mv = moves.get((chance.next_u64() % moves.len().max(1) as u64) as usize).copied();
    let mv = mv.ok_or_else(|| Fault::Illegal(format!("none in {}", history.position())))?;
    Ok(Answer { mv, score: None, depth: None, time: Duration::ZERO })
}

/// Keeps score and depth of the best line.
fn note(info: &Info, score: &mut Option<i32>, depth: &mut Option<u32>) {
    if info.multipv.is_some_and(|rank| rank != 1) {
        return;
    }
    if let Some(found) = info.score {
        *score = Some(match found.value {
            Value::Centipawns(value) => value,
            Value::Mate(moves) if moves > 0 => MATE - moves,
            Value::Mate(moves) => -MATE - moves,
            _ => return,
        });
        *depth = info.depth;
    }
}
