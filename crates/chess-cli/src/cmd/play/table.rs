use std::io::Stdin;
use std::time::SystemTime;

use chess_movegen::{GameState, PositionExt};
use chess_notation::San;
use chess_notation::pgn::{self, GameResult, NodeId};
use chess_types::{Color, Square};

use super::commands::HELP;
use super::date::pgn_date;
use super::player::Player;
use super::wish::Wish;
use crate::cmd::show;
use crate::error::CliError;
use crate::io::diagnostics;
use crate::io::lines::Lines;
use crate::io::output::Output;

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
        let moves = square.map_or_else(|| position.legal_moves(), |square| position.legal_moves_from(square));
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
