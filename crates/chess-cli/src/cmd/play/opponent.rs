use std::fs::File;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chess_arena::engine::{self, Client, EngineSpec, Fault, MoveTime, TimeControl};
use chess_movegen::{GameState, PositionExt};
use chess_notation::polyglot::BookFile;
use chess_search::engine::{ClockLimit, EndgameTables, Engine, Finding, Limits, Signals, Strength};
use chess_syzygy::Tables;
use chess_types::{Color, Move};

use chess_uci::Info;

use super::clocks::{Clocks, made};
use crate::endgames::Endgames;
use crate::error::CliError;
use crate::io::diagnostics;

/// The opponent of the person: the engine, another engine, or random moves. The engine gives the hints in any case.
pub(super) struct Player {
    engine: Engine,
    kind: Kind,
    pub(super) pace: Pace,
    book: Option<BookFile<File>>,
    chance: RandomState,
    interrupts: Arc<Interrupts>,
    /// The depth is shown while an engine thinks.
    is_shown: bool,
}

pub(super) enum Kind {
    Engine,
    Random,
    /// Another engine, with its own limits.
    Other(Box<Client>, engine::Limits),
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

/// Tells Ctrl-C to whatever is under way.
#[derive(Debug, Default)]
pub(super) struct Interrupts {
    pub(super) is_set: AtomicBool,
    signals: Mutex<Arc<Signals>>,
}

impl Interrupts {
    /// Ends the search that is under way, and whatever waits.
    pub(super) fn interrupt(&self) {
        self.is_set.store(true, Ordering::Relaxed);
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
        is_shown: bool,
    ) -> Result<Self, CliError> {
        let engine = Engine::new(TABLE_BYTES)?;
        Ok(Self { engine, kind, pace, book: None, chance: RandomState::new(), interrupts, is_shown })
    }

    /// Starts another engine.
    pub(super) fn start(command: &EngineSpec, is_chess960: bool) -> Result<Kind, CliError> {
        let client = Client::start(command, is_chess960, PATIENCE);
        let client = client.map_err(|error| CliError::option("--engine", error))?;
        Ok(Kind::Other(Box::new(client), command.limits))
    }

    /// Gives the opponent an opening book.
    pub(super) fn open_book(&mut self, path: &Path) -> Result<(), CliError> {
        let unreadable = |error| CliError::File { path: path.to_owned(), error };
        let book = File::open(path).and_then(BookFile::new).map_err(unreadable)?;
        self.book = Some(book);
        Ok(())
    }

    /// Gives the engine the endgame tables of these folders.
    pub(super) fn open_tables(&mut self, paths: &[PathBuf]) -> Result<(), CliError> {
        let tables = Tables::open(paths).map_err(|error| CliError::option("--path", error))?;
        let tables: Arc<dyn EndgameTables> = Arc::new(Endgames(tables));
        self.engine.set_endgame_tables(Some(tables));
        Ok(())
    }

    /// The opponent in words, for the greeting.
    pub(super) fn description(&self) -> String {
        let name = match &self.kind {
            Kind::Random => return "random moves".to_owned(),
            Kind::Engine => "the engine",
            Kind::Other(client, limits) if !limits.are_none() => return client.name().to_owned(),
            Kind::Other(client, _) => client.name(),
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
            (Kind::Other(client, _), _) => client.name().to_owned(),
        }
    }

    /// Begins another game.
    pub(super) fn new_game(&mut self) -> Result<(), Fault> {
        self.engine.new_game();
        if let Kind::Other(client, _) = &mut self.kind { client.new_game() } else { Ok(()) }
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
        let random = self.random(game);
        if let Kind::Random = self.kind {
            let moves = game.position().legal_moves();
            let index = random.checked_rem(moves.len() as u64);
            return Ok(index.and_then(|index| moves.get(index as usize).copied()));
        }
        let from_book = self.book.as_mut().and_then(|book| book.moves(game.position()).ok()?.pick(random));
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
        if self.interrupts.is_set() { Err(Fault::Stopped) } else { Ok(best) }
    }

    fn choose_elsewhere(&mut self, game: &GameState, clocks: Option<&Clocks>) -> Result<Move, Fault> {
        let Self { kind, pace, interrupts, is_shown, .. } = self;
        let Kind::Other(client, limits) = kind else { return Err(Fault::Stopped) };
        let mover = game.position().side_to_move();
        let own = pace.limits(None, game);
        let mut limits = *limits;
        if limits.are_none() {
            let (nodes, depth) = (own.nodes, own.depth.map(u32::from));
            limits = engine::Limits { nodes, depth, move_time: own.move_time, clock: None };
        }
        // A clock at the board replaces one of the engine's own.
        let control = clocks.map(|clocks| clocks.control);
        limits.clock = control.or(limits.clock);
        let left = Color::ALL.map(|color| clocks.map_or(Duration::ZERO, |clocks| clocks.left(color)));
        let (go, _) = limits.go(mover, left, made(game));
        let time = clocks.map_or(MoveTime::WhileAlive, |clocks| MoveTime::Within(clocks.left(mover)));
        let tell = |info: &Info| info.depth.iter().for_each(|depth| tell(*is_shown, Some(*depth)));
        let choice = client.choose(game, &go, time, &interrupts.is_set, tell);
        self::tell(*is_shown, None);
        choice.map(|choice| choice.mv)
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
    /// does not see the opponent ahead.
    pub(super) fn accepts_draw(&mut self, game: &GameState) -> bool {
        let limits = Limits { nodes: Some(JUDGED), ..Limits::default() };
        game.moves().len() >= 20 && -self.search(game, &limits).score <= ACCEPTED
    }

    fn search(&mut self, game: &GameState, limits: &Limits) -> Finding {
        let signals = self.interrupts.signals();
        let finding = self
            .engine
            .search(game, limits, &signals, |report| tell(self.is_shown, Some(report.depth.into())));
        tell(self.is_shown, None);
        finding
    }

    /// A number that depends on the position, on the number of moves and on the run of the program.
    fn random(&self, game: &GameState) -> u64 {
        // The hash of the standard library has a key of its own in each run, and needs no other crate.
        let mut hasher = self.chance.build_hasher();
        hasher.write_u64(game.position().key());
        hasher.write_usize(game.moves().len());
        hasher.finish()
    }
}

/// Shows the depth that a search has reached, or takes it away.
fn tell(is_shown: bool, depth: Option<u32>) {
    if is_shown {
        diagnostics::status(&depth.map(|depth| format!("thinking, depth {depth}")).unwrap_or_default());
    }
}

/// Either colour, by chance.
pub(super) fn either() -> Color {
    if RandomState::new().build_hasher().finish() % 2 == 0 { Color::White } else { Color::Black }
}

/// The time in which another engine has to answer anything but `go`.
const PATIENCE: Duration = Duration::from_secs(10);

#[cfg(test)]
mod tests {
    use super::*;

    use chess_board::Position;

    fn player(is_random: bool) -> Player {
        let kind = if is_random { Kind::Random } else { Kind::Engine };
        Player::new(kind, Pace::Seconds(Duration::from_millis(20)), Arc::default(), false).unwrap()
    }

    fn play(game: &mut GameState, moves: &[&str]) {
        for text in moves {
            let mv = chess_notation::read_uci(game.position(), text).unwrap();
            game.try_play(mv).unwrap();
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
    fn chance_depends_on_the_position_and_on_the_number_of_moves() {
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
            let mut player = player(true);
            let found = choices(&mut player, &games);
            assert!(found.iter().all(Option::is_some));
            // The chance that all are equal is 20 to the power of minus 19.
            assert!(found.iter().any(|choice| *choice != found[0]), "{found:?}");
            assert_eq!(choices(&mut player, &games), found);
        }
    }

    #[test]
    fn the_engine_plays_what_it_advises() {
        let mate = GameState::new("7k/8/6K1/8/8/8/8/R7 w - - 0 1".parse().unwrap());
        for _ in 0..8 {
            let mut player = player(false);
            assert_eq!(player.choose(&mate, None).unwrap().map(|mv| mv.to_string()).as_deref(), Some("a1a8"));
        }
    }

    #[test]
    fn without_a_legal_move_none_is_chosen() {
        let stalemate = GameState::new("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1".parse().unwrap());
        for is_random in [false, true] {
            assert_eq!(player(is_random).choose(&stalemate, None), Ok(None));
        }
    }
}
