use std::io::Stdin;
use std::time::{SystemTime, UNIX_EPOCH};

use chess_board::Position;
use chess_movegen::{GameState, PositionExt};
use chess_notation::pgn::{self, GameResult, NodeId};
use chess_notation::{San, read_san, read_uci};
use chess_types::{Color, Move, Square};

use super::player::Player;
use super::typo::explain;
use crate::cmd::show;
use crate::io::diagnostics;
use crate::io::lines::Lines;
use crate::io::output::Output;
use crate::outcome::CliError;

/// The columns of a list of moves.
const WIDTH: usize = 78;

/// A game between a person and a player of this program.
pub(super) struct Table<'a> {
    pub(super) game: GameState,
    /// The side of the person.
    pub(super) person: Color,
    pub(super) player: Player,
    pub(super) ascii: bool,
    pub(super) lines: Lines<Stdin>,
    pub(super) output: &'a mut Output,
}

impl Table<'_> {
    /// Plays until the game has ended, or the person leaves.
    pub(super) fn play(&mut self) -> Result<(), CliError> {
        diagnostics::tell(format_args!(
            "You play {} against {}.",
            self.person.name(),
            self.player.description()
        ));
        diagnostics::tell(
            "Type a move, such as e4 or e2e4; help lists what else you can type, and quit leaves.",
        );
        self.show()?;
        loop {
            if let Some((end, result)) = end(&self.game) {
                self.output.line(end)?;
                return self.pgn(result);
            }
            if self.game.position().side_to_move() != self.person {
                let Some(mv) = self.player.choose(&self.game) else { return Ok(()) };
                let san = San::new(self.game.position(), mv);
                self.output.line(format_args!("{} plays {san}", (!self.person).name()))?;
                self.game.try_play(mv).map_err(CliError::command)?;
                self.show()?;
                continue;
            }
            match self.ask()? {
                Wish::Move(mv) => {
                    self.game.try_play(mv).map_err(CliError::command)?;
                    self.show()?;
                }
                Wish::Undo if self.game.moves().len() < 2 => {
                    diagnostics::tell("there is no move of yours to take back");
                }
                Wish::Undo => {
                    self.game.undo();
                    self.game.undo();
                    self.show()?;
                }
                Wish::Hint => {
                    if let Some(mv) = self.player.advise(&self.game) {
                        self.output.line(San::new(self.game.position(), mv))?;
                    }
                }
                Wish::Board => self.show()?,
                Wish::Moves(square) => self.list(square)?,
                Wish::Fen => self.output.line(self.game.position())?,
                Wish::Pgn => self.pgn(GameResult::Unknown)?,
                Wish::Resign => {
                    self.output.line(format_args!("{} resigns", self.person.name()))?;
                    return self.pgn(GameResult::win(!self.person));
                }
                Wish::Quit => return Ok(()),
                Wish::Help => self.output.line(HELP)?,
            }
        }
    }

    fn show(&mut self) -> Result<(), CliError> {
        let last = self.game.moves().last().copied();
        Ok(self.output.line(show::board(self.game.position(), last, self.person, self.ascii))?)
    }

    /// Lists the legal moves, those of one square if it is given, in lines of at most [`WIDTH`] columns.
    fn list(&mut self, square: Option<Square>) -> Result<(), CliError> {
        let position = self.game.position();
        let mut moves = position.legal_moves();
        moves.retain(|mv| square.is_none_or(|square| mv.from() == square));
        let mut sans: Vec<_> = moves.into_iter().map(|mv| San::new(position, mv).to_string()).collect();
        sans.sort_unstable();
        let mut line = String::new();
        for san in sans {
            if line.len() + 1 + san.len() > WIDTH {
                self.output.line(&line)?;
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&san);
        }
        match square {
            Some(square) if line.is_empty() => {
                diagnostics::tell(format_args!("there is no legal move from {square}"));
            }
            _ => self.output.line(line)?,
        }
        Ok(())
    }

    /// Reads lines until one is understood. The end of the input means `quit`.
    fn ask(&mut self) -> Result<Wish, CliError> {
        loop {
            diagnostics::prompt();
            match self.lines.next().map_err(CliError::Input)? {
                None => return Ok(Wish::Quit),
                Some(_) if self.output.is_closed() => return Ok(Wish::Quit),
                Some(Err(error)) => diagnostics::tell(error),
                Some(Ok(line)) => match Wish::read(self.game.position(), &line) {
                    Ok(Some(wish)) => return Ok(wish),
                    Ok(None) => {}
                    Err(answer) => diagnostics::tell(answer),
                },
            }
        }
    }

    fn pgn(&mut self, result: GameResult) -> Result<(), CliError> {
        let mut game = pgn::Game::new(*self.game.start());
        let date = pgn_date(SystemTime::now());
        let names = ["person", self.player.name()];
        let [white, black] = if self.person == Color::White { names } else { [names[1], names[0]] };
        let tags = date.as_deref().map(|date| ("Date", date));
        for (tag, name) in tags.into_iter().chain([("White", white), ("Black", black)]) {
            // Only tags that follow from the start position are refused.
            let _ = game.set_tag(tag, name);
        }
        let mut node = NodeId::ROOT;
        for &mv in self.game.moves() {
            let Ok(next) = game.add_move(node, mv) else { break };
            node = next;
        }
        game.set_result(result);
        Ok(self.output.line(game)?)
    }
}

/// The end of the game in words, with its result. A draw that may be claimed is.
fn end(game: &GameState) -> Option<(String, GameResult)> {
    if let Some(outcome) = game.outcome() {
        return Some((outcome.to_string(), outcome.into()));
    }
    game.claim().map(|claim| (format!("{claim}, draw"), GameResult::Draw))
}

/// A line that a person has typed, understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wish {
    Move(Move),
    /// List the legal moves, of one square only if there is one.
    Moves(Option<Square>),
    Board,
    Undo,
    Hint,
    Fen,
    Pgn,
    Resign,
    Quit,
    Help,
}

impl Wish {
    /// Reads a line; `None` if it is blank.
    ///
    /// # Errors
    /// The line is neither a command nor a legal move. The error is a sentence for the person who typed it.
    fn read(position: &Position, line: &str) -> Result<Option<Self>, String> {
        let line = line.trim();
        let mut words = line.split_whitespace();
        let (Some(word), argument, None) = (words.next(), words.next(), words.next()) else {
            return if line.is_empty() { Ok(None) } else { Err(explain(position, line)) };
        };
        match (word.to_ascii_lowercase().as_str(), argument) {
            ("moves", None) => Ok(Some(Self::Moves(None))),
            ("moves", Some(square)) => match square.parse() {
                Ok(square) => Ok(Some(Self::Moves(Some(square)))),
                Err(_) => Err("moves takes a square, such as moves e2".to_owned()),
            },
            ("board", None) => Ok(Some(Self::Board)),
            ("undo", None) => Ok(Some(Self::Undo)),
            ("hint", None) => Ok(Some(Self::Hint)),
            ("fen", None) => Ok(Some(Self::Fen)),
            ("pgn", None) => Ok(Some(Self::Pgn)),
            ("resign", None) => Ok(Some(Self::Resign)),
            ("quit" | "exit", None) => Ok(Some(Self::Quit)),
            ("help" | "?", None) => Ok(Some(Self::Help)),
            _ => match read_uci(position, line).ok().or_else(|| read_san(position, line).ok()) {
                Some(mv) if !mv.is_null() => Ok(Some(Self::Move(mv))),
                _ => Err(explain(position, line)),
            },
        }
    }
}

/// The answer to `help`.
const HELP: &str = "\
MOVE        play a move in SAN or UCI: Nf3 or g1f3; O-O or e1g1 castles, e8=Q or e7e8q promotes
moves       list the legal moves; moves e2 lists those of the piece on e2
board       draw the board
undo        take back your last move and the answer to it
hint        show the move that the engine would play
fen         print the position as FEN
pgn         print the game so far
resign      resign, and print the game
quit        leave without printing the game
help        show this list";

const SECONDS_PER_DAY: u64 = 24 * 60 * 60;

/// The date in UTC as a PGN tag has it, such as `2026.11.22`; `None` if the clock is before 1970.
fn pgn_date(time: SystemTime) -> Option<String> {
    let days = time.duration_since(UNIX_EPOCH).ok()?.as_secs() / SECONDS_PER_DAY;
    let (year, month, day) = civil(days);
    Some(format!("{year:04}.{month:02}.{day:02}"))
}

/// Year, month and day, so many days after 1 January 1970.
///
/// Years are counted from 1 March, so that the leap day comes last. Source: Howard Hinnant, "chrono-Compatible Low-Level Date
/// Algorithms".
fn civil(days: u64) -> (u64, u64, u64) {
    /// Days from 1 March of the year 0 to 1 January 1970.
    const EPOCH: u64 = 719_468;
    /// The days of 400 years.
    const ERA: u64 = 146_097;
    let days = days + EPOCH;
    let (era, day) = (days / ERA, days % ERA);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let (month, following) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (400 * era + year + following, month, day_of_month)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn commands_are_words_and_all_else_is_a_move() {
        let read = |line: &str| Wish::read(&Position::START, line);
        for (line, wish) in [
            ("moves", Wish::Moves(None)),
            (" MOVES\te2 ", Wish::Moves(Some(Square::E2))),
            ("board", Wish::Board),
            ("Undo", Wish::Undo),
            ("hint", Wish::Hint),
            ("fen", Wish::Fen),
            ("pgn", Wish::Pgn),
            ("resign", Wish::Resign),
            ("quit", Wish::Quit),
            ("exit", Wish::Quit),
            ("help", Wish::Help),
            ("?", Wish::Help),
        ] {
            assert_eq!(read(line), Ok(Some(wish)), "{line}");
        }
        for line in ["", "  \t "] {
            assert_eq!(read(line), Ok(None));
        }
        let mv = read_uci(&Position::START, "g1f3").unwrap();
        for line in ["g1f3", "Nf3", " Nf3 "] {
            assert_eq!(read(line), Ok(Some(Wish::Move(mv))), "{line}");
        }
        for line in ["0000", "--", "Nf4", "undo it", "fen fen fen", "moves e2 e4"] {
            assert_eq!(read(line), Err(explain(&Position::START, line)));
        }
        assert_eq!(read("moves all"), Err("moves takes a square, such as moves e2".to_owned()));
    }

    #[test]
    fn dates_of_seconds() {
        for (seconds, date) in [
            (0, "1970.01.01"),
            (86_399, "1970.01.01"),
            (86_400, "1970.01.02"),
            (951_782_400, "2000.02.29"),
            (951_868_800, "2000.03.01"),
            (1_795_305_600, "2026.11.22"),
            (4_107_542_400, "2100.03.01"),
        ] {
            assert_eq!(pgn_date(UNIX_EPOCH + Duration::from_secs(seconds)).unwrap(), date, "{seconds}");
        }
        assert_eq!(pgn_date(UNIX_EPOCH - Duration::from_secs(1)), None);
    }

    /// The days of eight hundred years, counted one by one.
    #[test]
    fn every_day_follows_the_day_before() {
        let mut expected = (1970, 1, 1);
        for days in 0..800 * 366 {
            assert_eq!(civil(days), expected);
            let (year, month, day) = expected;
            let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let length = match month {
                2 => 28 + u64::from(is_leap),
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            expected = match (month, day) {
                (12, 31) => (year + 1, 1, 1),
                _ if day == length => (year, month + 1, 1),
                _ => (year, month, day + 1),
            };
        }
    }
}
