use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use chess_arena::engine::{self, EngineSpec, Fault, MoveTime, Supervisor, TimeControl};
use chess_arena::own::Endgames;
use chess_movegen::{GameState, PositionExt};
use chess_notation::polyglot::Book;
use chess_search::engine::{ClockLimit, Engine, Finding, Limits, Signals, Strength};
use chess_syzygy::Tables;
use chess_types::{Color, Move};

use super::clocks::{Clocks, made};
use crate::error::CliError;

/// The opponent of the person: the engine, another engine, or random moves. The engine gives the hints in any case.
pub(super) struct Player {
    engine: Engine,
    kind: Kind,
    pub(super) pace: Pace,
    pub(super) book: Option<Book<Vec<u8>>>,
    chance: RandomState,
    interrupts: Arc<Interrupts>,
    /// A person watches on a terminal.
    is_watched: bool,
    /// The depth that the present search has reached.
    pub(super) depth: Arc<AtomicU32>,
    /// The fault after which another engine was started again.
    pub(super) restarted: Option<Fault>,
}

pub(super) enum Kind {
    Engine,
    Random,
    /// Another engine.
    Other(Box<Supervisor>),
    /// Another person at the same board, with this name.
    Person(String),
}

/// The limit of what the opponent thinks about a move.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pace {
    Seconds(Duration),
    /// From 1 to 10, and the longest time. Level 10 has no limit of its own.
    Level(u8, Option<Duration>),
    /// The clock, and nothing else.
    Clock,
}

/// Reports Ctrl-C and SIGTERM to whatever is under way.
#[derive(Debug, Default)]
pub(super) struct Interrupts {
    pub(super) is_set: Arc<AtomicBool>,
    /// The search under way has no use any more.
    is_vain: AtomicBool,
    /// The opponent is to move at once.
    hurry: Arc<AtomicBool>,
    signals: Mutex<Arc<Signals>>,
}

impl Interrupts {
    /// Ends the search that is under way, and whatever waits.
    pub(super) fn interrupt(&self) {
        self.is_set.store(true, Ordering::Relaxed);
        self.give_up();
    }

    /// Ends the search that is under way without a move.
    pub(super) fn give_up(&self) {
        self.is_vain.store(true, Ordering::Relaxed);
        self.hurry();
    }

    /// Makes the opponent move at once.
    pub(super) fn hurry(&self) {
        self.hurry.store(true, Ordering::Relaxed);
        self.signals.lock().unwrap_or_else(PoisonError::into_inner).stop();
    }

    fn is_set(&self) -> bool {
        self.is_set.load(Ordering::Relaxed)
    }

    /// The signals of a search that begins.
    fn signals(&self) -> Arc<Signals> {
        let signals = Arc::new(Signals::new());
        *self.signals.lock().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&signals);
        // What came just before must not be lost.
        if self.is_set() {
            signals.stop();
        }
        signals
    }
}

/// The strength of a level from 1 to 9, whose ratings are equally far apart; `None` for level 10, the full strength.
fn strength(level: u8) -> Option<Strength> {
    (level < 10).then(|| Strength::new(Strength::MIN_ELO + 150 * u16::from(level.max(1) - 1)))
}

const TABLE_BYTES: usize = 16 << 20;

/// The nodes after which the engine judges an offer, and the score up to which it accepts a draw.
const JUDGED: u64 = 100_000;
const ACCEPTED: i32 = 0;

impl Pace {
    /// That of a level. The full strength has a second for each move, unless there are seconds of `--seconds` or a clock.
    pub(super) fn at(level: u8, seconds: Option<Duration>, has_clock: bool) -> Self {
        let second = (level > 9 && !has_clock).then_some(Duration::from_secs(1));
        Self::Level(level, seconds.or(second))
    }

    fn limits(self, clocks: Option<&Clocks>, game: &GameState) -> Limits {
        let mut limits = Limits::default();
        match self {
            Self::Seconds(time) => limits.move_time = Some(time),
            Self::Level(level, time) => {
                limits.nodes = strength(level).map(Strength::nodes);
                limits.move_time = time;
            }
            Self::Clock => {}
        }
        if let Some(clocks) = clocks {
            let TimeControl { moves, increment, .. } = clocks.control;
            let moves_to_go = moves.map(|moves| moves.get() - made(game) % moves.get());
            let remaining = clocks.left(game.position().side_to_move());
            limits.clock = Some(ClockLimit { remaining, increment, moves_to_go });
        }
        limits
    }
}

impl Player {
    pub(super) fn new(
        kind: Kind,
        pace: Pace,
        interrupts: Arc<Interrupts>,
        is_watched: bool,
    ) -> Result<Self, CliError> {
        let engine = Engine::new(TABLE_BYTES)?;
        let (chance, depth) = (RandomState::new(), Arc::default());
        let (book, restarted) = (None, None);
        Ok(Self { engine, kind, pace, book, chance, interrupts, is_watched, depth, restarted })
    }

    /// Starts another engine.
    pub(super) fn start(spec: EngineSpec, is_chess960: bool, patience: Duration) -> Result<Kind, CliError> {
        let mut engine = Supervisor::new(spec, is_chess960, patience);
        engine.client().map_err(|error| CliError::option("--engine", error))?;
        Ok(Kind::Other(Box::new(engine)))
    }

    /// Gives the engine endgame tablebases, if there are any.
    pub(super) fn set_tables(&mut self, tables: Option<Tables>) {
        self.engine.set_endgame_tables(tables.map(|tables| Arc::new(Endgames(tables)) as _));
    }

    /// Tests whether the opponent is the engine of this program.
    pub(super) fn is_own(&self) -> bool {
        matches!(self.kind, Kind::Engine)
    }

    /// Tests whether two people play at this board.
    pub(super) fn is_person(&self) -> bool {
        matches!(self.kind, Kind::Person(_))
    }

    /// The opponent in words, for the greeting.
    pub(super) fn description(&self) -> String {
        let name = match &self.kind {
            Kind::Random => return "random moves".to_owned(),
            Kind::Person(name) => return name.clone(),
            Kind::Engine => "the engine",
            Kind::Other(engine) if !engine.spec().limits.are_none() => return engine.name().to_owned(),
            Kind::Other(engine) => engine.name(),
        };
        match self.pace {
            Pace::Seconds(time) => format!("{name}, which thinks {} s about a move", time.as_secs_f64()),
            Pace::Level(level, _) => match strength(level) {
                Some(strength) => format!("{name} at level {level} of 10, rated {}", strength.elo()),
                None => format!("{name} at level {level} of 10, its full strength"),
            },
            Pace::Clock => name.to_owned(),
        }
    }

    /// The name in a PGN.
    pub(super) fn name(&self) -> String {
        match (&self.kind, self.pace) {
            (Kind::Random, _) => "random".to_owned(),
            (Kind::Engine, Pace::Level(level, _)) => format!("chess, level {level}"),
            (Kind::Engine, _) => "chess".to_owned(),
            (Kind::Other(engine), _) => engine.name().to_owned(),
            (Kind::Person(name), _) => name.clone(),
        }
    }

    /// The rating of the engine's level; `None` at full strength, and of other players.
    pub(super) fn elo(&self) -> Option<u16> {
        match (&self.kind, self.pace) {
            (Kind::Engine, Pace::Level(level, _)) => strength(level).map(Strength::elo),
            _ => None,
        }
    }

    /// The opponent that has this [name](Self::name) in a PGN: random moves, or the engine with its level. `None` if it is neither.
    pub(super) fn named(name: &str) -> Option<(Kind, Option<u8>)> {
        match name {
            "random" => Some((Kind::Random, None)),
            "chess" => Some((Kind::Engine, None)),
            _ => {
                let level = name.strip_prefix("chess, level ")?.parse().ok();
                level.filter(|level| (1..=10).contains(level)).map(|level| (Kind::Engine, Some(level)))
            }
        }
    }

    /// Begins another game.
    pub(super) fn new_game(&mut self, is_chess960: bool) -> Result<(), Fault> {
        self.engine.new_game();
        if let Kind::Other(engine) = &mut self.kind {
            engine.set_chess960(is_chess960);
            self.restarted = engine.twice(|client| client.new_game(&self.interrupts.is_set))?.1;
        }
        Ok(())
    }

    /// The move it plays; `None` if there is none.
    ///
    /// # Errors
    /// Another engine has ended or has no legal move, or the person has interrupted the game.
    pub(super) fn choose(
        &mut self,
        game: &GameState,
        clocks: Option<&Clocks>,
    ) -> Result<Option<Move>, Fault> {
        let (random, begun) = (self.random(game), Instant::now());
        self.interrupts.hurry.store(false, Ordering::Relaxed);
        // In this order, an interrupt that comes now is not lost.
        self.interrupts.is_vain.store(false, Ordering::Relaxed);
        if self.interrupts.is_set() {
            return Err(Fault::Stopped);
        }
        if let Kind::Random = self.kind {
            let moves = game.position().legal_moves();
            let index = random.checked_rem(moves.len() as u64);
            return Ok(index.and_then(|index| moves.get(index as usize).copied()));
        }
        let from_book = self.book.as_ref().and_then(|book| book.moves(game.position()).pick(random));
        if let Some(found) = from_book {
            return Ok(Some(found.mv));
        }
        if let Kind::Other(..) = self.kind {
            return self.choose_elsewhere(game, clocks).map(Some);
        }
        if let Pace::Level(level, _) = self.pace {
            self.engine.set_strength(strength(level));
        }
        let best = self.search(game, &self.pace.limits(clocks, game)).best();
        self.engine.set_strength(None);
        if self.is_watched && matches!(self.pace, Pace::Level(..=9, _)) {
            self.take_time(begun, random, clocks.map(|clocks| clocks.left(game.position().side_to_move())));
        }
        if self.interrupts.is_set() { Err(Fault::Stopped) } else { Ok(best) }
    }

    /// Waits as long as a person expects of an opponent who is no stronger: about a second, and little of the time that is left.
    fn take_time(&self, begun: Instant, random: u64, left: Option<Duration>) {
        let most = if let Pace::Level(_, Some(most)) = self.pace { most } else { Duration::MAX };
        let wanted = Duration::from_millis(500 + random % 1000).min(most);
        let wanted = left.map_or(wanted, |left| wanted.min(left / 50));
        while begun.elapsed() < wanted && !self.interrupts.hurry.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn choose_elsewhere(&mut self, game: &GameState, clocks: Option<&Clocks>) -> Result<Move, Fault> {
        let Self { kind, pace, interrupts, depth, .. } = self;
        let Kind::Other(engine) = kind else { return Err(Fault::Stopped) };
        let mover = game.position().side_to_move();
        let own = pace.limits(None, game);
        let mut limits = engine.spec().limits;
        if limits.are_none() {
            limits = engine::Limits { nodes: own.nodes, move_time: own.move_time, ..limits };
        }
        // A clock at the board replaces one of the engine's own.
        limits.clock = clocks.map(|clocks| clocks.control).or(limits.clock);
        let (choice, fault) = engine.twice(|client| {
            let left = Color::ALL.map(|color| clocks.map_or(Duration::ZERO, |clocks| clocks.left(color)));
            let (go, allowed) = limits.go(mover, left, made(game));
            let alone = allowed.map_or(MoveTime::WhileTelling, MoveTime::Until);
            let time = clocks.map_or(alone, |clocks| MoveTime::Within(clocks.left(mover)));
            depth.store(0, Ordering::Relaxed);
            client.hurry_by(Arc::clone(&interrupts.hurry));
            client.choose(game, &go, time, &interrupts.is_vain, |info| {
                info.depth.iter().for_each(|&found| depth.store(found, Ordering::Relaxed));
            })
        })?;
        self.restarted = fault;
        Ok(choice.mv)
    }

    /// The move that the engine would play at its full strength; `None` if there is none.
    pub(super) fn advise(&mut self, game: &GameState) -> Option<Move> {
        self.judge(game).best()
    }

    /// What the engine thinks of a position.
    pub(super) fn judge(&mut self, game: &GameState) -> Finding {
        let pace = match self.pace {
            Pace::Seconds(time) | Pace::Level(10, Some(time)) => Pace::Seconds(time),
            Pace::Level(..) | Pace::Clock => Pace::Seconds(Duration::from_secs(1)),
        };
        self.search(game, &pace.limits(None, game))
    }

    /// Tests whether the opponent accepts a draw when it is the person's turn: the game has lasted ten moves, and the engine
    /// does not see the opponent ahead. People agree before they type.
    pub(super) fn accepts_draw(&mut self, game: &GameState) -> bool {
        let limits = Limits { nodes: Some(JUDGED), ..Limits::default() };
        self.is_person() || game.moves().len() >= 20 && -self.search(game, &limits).score <= ACCEPTED
    }

    fn search(&mut self, game: &GameState, limits: &Limits) -> Finding {
        let (signals, depth) = (self.interrupts.signals(), &self.depth);
        depth.store(0, Ordering::Relaxed);
        self.engine
            .search(game, limits, &signals, |report| depth.store(report.depth.into(), Ordering::Relaxed))
    }

    /// A number that depends on the position, on the number of moves and on the run of the program.
    fn random(&self, game: &GameState) -> u64 {
        // The hash of the standard library has a key of its own in each run, and needs no other crate.
        self.chance.hash_one((game.position().key(), game.moves().len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use chess_board::Position;

    fn play(game: &mut GameState, moves: &[&str]) {
        for text in moves {
            let mv = chess_notation::read_uci(game.position(), text).unwrap();
            game.play(mv).unwrap();
        }
    }

    /// The numbers of the moves that a player chooses in some games, in each of which it has as many.
    fn choices(player: &mut Player, games: &[GameState]) -> Vec<Option<usize>> {
        let mut choice = |game: &GameState| {
            let mv = player.choose(game, None).unwrap()?;
            game.position().legal_moves().iter().position(|&other| other == mv)
        };
        games.iter().map(&mut choice).collect()
    }

    #[test]
    fn random_replies_depend_on_position_and_number_of_moves() {
        // Twenty answers are legal after each first move, and in the start position after any number of moves back and forth.
        let firsts = Position::START.legal_moves();
        let positions: Vec<_> = firsts.iter().map(|&mv| GameState::new(Position::START.after(mv))).collect();
        let mut game = GameState::default();
        let mut lengths = Vec::new();
        for _ in 0..20 {
            lengths.push(game.clone());
            play(&mut game, &["g1f3", "g8f6", "f3g1", "f6g8"]);
        }
        for games in [positions, lengths] {
            let mut player = Player::new(Kind::Random, Pace::Clock, Arc::default(), false).unwrap();
            let found = choices(&mut player, &games);
            assert!(found.iter().all(Option::is_some));
            // The chance that all are equal is 20 to the power of minus 19.
            assert!(found.iter().any(|choice| *choice != found[0]), "{found:?}");
            assert_eq!(choices(&mut player, &games), found);
        }
    }
}
