//! `chess play` against a model of a game: a list of positions with the moves between them, to which random commands are applied.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::thread;

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_notation::{San, pgn, read_san};
use chess_testkit::Random;
use chess_types::{Color, Move};

use crate::run::{chess_in_pipes, folder, run, text};

/// A game as two people would write it down.
#[derive(Clone)]
struct Game {
    positions: Vec<Position>,
    moves: Vec<Move>,
}

impl Game {
    fn new(start: Position) -> Self {
        Self { positions: vec![start], moves: Vec::new() }
    }

    fn last(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    fn play(&mut self, mv: Move) {
        assert!(self.last().legal_moves().contains(&mv), "{mv} in {}", self.last());
        self.positions.push(self.last().after(mv));
        self.moves.push(mv);
    }

    fn cut(&mut self, plies: usize) {
        self.moves.truncate(plies);
        self.positions.truncate(plies + 1);
    }

    /// The result of a game that is over. The third repetition is claimed, the fifty-move rule is not.
    fn result(&self) -> Option<&'static str> {
        let place = |position: &Position| {
            let fen = position.to_string();
            fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
        };
        let (last, moves) = (self.last(), self.last().legal_moves());
        let count = self.positions.iter().filter(|&position| place(position) == place(last)).count();
        match moves.is_empty() {
            true if last.checkers().is_empty() => Some("1/2-1/2"),
            true => Some(["0-1", "1-0"][last.side_to_move() as usize]),
            false if count >= 3 || last.halfmove_clock() >= 150 || last.outcome().is_some() => {
                Some("1/2-1/2")
            }
            false => None,
        }
    }

    /// The moves and the result of a game in PGN.
    fn is(&self, text: &str, result: &str) -> bool {
        let game: pgn::Game = text.parse().unwrap();
        let moves: Vec<Move> = game.mainline().map(|played| played.mv).collect();
        moves == self.moves && game.result().as_str() == result
    }
}

/// A person who types random commands, and what the person knows.
struct Person {
    chance: Random,
    child: Child,
    stdout: BufReader<std::process::ChildStdout>,
    game: Game,
    is_white: bool,
    /// Two people play at one board.
    is_shared: bool,
    /// The games of the file that `save` and `load` name.
    saved: Vec<Game>,
    file: PathBuf,
    typed: Vec<String>,
}

impl Person {
    /// Types a command, and reads all that is printed before the position that follows. `None` if the game has ended.
    fn type_in(&mut self, line: &str) -> Option<(String, Position)> {
        self.typed.push(line.to_owned());
        let _ = write!(self.child.stdin.as_mut().unwrap(), "{line}\nfen\n");
        self.read()
    }

    fn read(&mut self) -> Option<(String, Position)> {
        let mut printed = String::new();
        loop {
            let mut line = String::new();
            if self.stdout.read_line(&mut line).unwrap() == 0 {
                self.end(&printed);
                return None;
            }
            if let Ok(position) = line.trim().parse() {
                return Some((printed, position));
            }
            printed.push_str(&line);
        }
    }

    /// Enters the answers of the opponent that were printed.
    fn enter_answers(&mut self, printed: &str) {
        for line in printed.lines() {
            let Some((_, san)) = line.split_once(" plays ") else { continue };
            assert_ne!(self.is_whites_turn(), self.is_white, "{:?}", self.typed);
            let mv = read_san(self.game.last(), san).unwrap();
            assert_eq!(San::new(self.game.last(), mv).to_string(), san);
            self.game.play(mv);
        }
    }

    fn is_whites_turn(&self) -> bool {
        self.game.last().side_to_move() == Color::White
    }

    /// The side for which lines are typed.
    fn is_own_white(&self) -> bool {
        if self.is_shared { self.is_whites_turn() } else { self.is_white }
    }

    /// The program has ended: the game was over.
    fn end(&mut self, printed: &str) {
        self.enter_answers(printed);
        let result = if printed.contains(" resigns\n") {
            Some(if self.is_own_white() { "0-1" } else { "1-0" })
        } else if self.is_shared && printed.contains("draw agreed\n") {
            Some("1/2-1/2")
        } else {
            self.game.result()
        };
        let text = &printed[printed.rfind("[Event ").expect(printed)..];
        let result = result.unwrap_or_else(|| panic!("{:?}: {printed}", self.typed));
        assert!(self.game.is(text, result), "{:?}: {result} {:?}\n{printed}", self.typed, self.game.moves);
    }

    /// Types one command and compares; `false` if the game has ended.
    fn go_on(&mut self) -> bool {
        let file = text(&self.file).to_owned();
        let kind = self.chance.below(100);
        let odd = [
            "level 3", "restart", "flip", "board", "moves", "moves e2", "", "Ke9", "e1e8", "hello", "undo 0",
            "help",
        ];
        let line = match kind {
            0..60 => {
                let moves = self.game.last().legal_moves();
                let mv = moves[self.chance.below(moves.len())];
                let san = San::new(self.game.last(), mv).to_string();
                let line = if kind % 2 == 0 { san } else { mv.to_string() };
                self.game.play(mv);
                line
            }
            60..72 => {
                let number = 1 + self.chance.below(4);
                // A pair is a move of the person and the answer to it.
                let step = if self.is_shared { 1 } else { 2 };
                let steps = (self.game.moves.len() / step).min(number);
                self.game.cut(self.game.moves.len() - step * steps);
                if number == 1 { "undo".to_owned() } else { format!("undo {number}") }
            }
            72..76 => {
                self.is_white = !self.is_white;
                "switch".to_owned()
            }
            76..79 => {
                self.game.cut(0);
                "new".to_owned()
            }
            79..84 => {
                self.saved.push(self.game.clone());
                format!("save {file}")
            }
            84..88 if !self.saved.is_empty() => {
                let number = self.chance.below(self.saved.len());
                self.game = self.saved[number].clone();
                let plies = self.chance.below(self.game.moves.len() + 1);
                self.game.cut(plies);
                self.is_white = self.is_whites_turn();
                format!("load {file} {} {plies}", number + 1)
            }
            88 if self.chance.below(5) == 0 => "resign".to_owned(),
            89 if self.is_shared && self.chance.below(5) == 0 => "draw".to_owned(),
            _ => self.chance.pick(&odd).to_owned(),
        };
        let Some((printed, found)) = self.type_in(&line) else { return false };
        self.enter_answers(&printed);
        assert_eq!(found.to_string(), self.game.last().to_string(), "{:?}: {printed}", self.typed);
        assert_eq!(self.game.result(), None, "{:?}", self.typed);
        assert_eq!(self.is_whites_turn(), self.is_own_white(), "{:?}", self.typed);
        true
    }
}

/// One sitting after the other, until so many commands were typed.
fn sit(number: u64, commands: usize, folder: &Path) {
    let mut chance = Random::new(number);
    let mut typed = 0;
    while typed < commands {
        let [file, kept] = ["saved", "kept"].map(|name| folder.join(format!("{name}-{number}-{typed}.pgn")));
        let (is_white, is_shared) = (chance.below(3) > 0, chance.below(3) == 0);
        let clock = chance.pick(&[&[][..], &["--tc", "600m+5"]]);
        let color = if is_white { "white" } else { "black" };
        let both = ["--both", "--name", "Ada", "--opponent", "Ben"];
        let sides = if is_shared { &both } else { &["--random", "--side", color][..] };
        let mut child = chess_in_pipes(&[&["play", "--ascii", "--save", text(&kept)], sides, clock].concat());
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let game = Game::new(Position::START);
        let chance = Random::fixed(chance.word());
        let mut person = Person {
            chance,
            child,
            stdout,
            game,
            is_white,
            is_shared,
            saved: Vec::new(),
            file,
            typed: Vec::new(),
        };
        let (printed, found) = person.type_in("flip").unwrap();
        person.enter_answers(&printed);
        assert_eq!(found.to_string(), person.game.last().to_string());
        let is_open = (0..60).all(|_| person.go_on());
        typed += person.typed.len();
        drop(person.child.stdin.take());
        let ended = run(person.child.wait_with_output().unwrap());
        assert_eq!(ended.code, Some(0), "{:?}: {}", person.typed, ended.stderr);
        let games = fs::read_to_string(&kept).unwrap_or_default();
        assert_eq!(
            games.matches("[White \"Ada\"]\n[Black \"Ben\"]\n").count() > 0,
            is_shared && !games.is_empty(),
            "{:?}: {games}",
            person.typed
        );
        let games: Vec<&str> = games.split_inclusive("\n\n[Event ").collect();
        if is_open && !person.game.moves.is_empty() {
            let last = games[games.len() - 1].trim_end_matches("[Event ");
            let last = if games.len() > 1 { format!("[Event {last}") } else { last.to_owned() };
            assert!(person.game.is(&last, "*"), "{:?}: {last}", person.typed);
        }
    }
}

/// Moves, `undo`, `switch`, `new`, `save`, `load`, `resign` and words without an effect, in any order, with clocks and without, against
/// random moves and by two people.
#[test]
fn a_sitting_is_a_list_of_positions() {
    let folder = folder("sittings");
    thread::scope(|scope| {
        for number in 0..8 {
            let folder = &folder;
            scope.spawn(move || sit(number, 250, folder));
        }
    });
}
