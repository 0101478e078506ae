mod player;

use std::io::{self, Stdin};
use std::time::Duration;

use chess_board::Position;
use chess_movegen::{GameState, Outcome};
use chess_notation::pgn::{self, GameResult, NodeId};
use chess_notation::{San, read_san, read_uci};
use chess_types::{Color, Move};
use clap::Args;

use self::player::Player;
use crate::args::fen::FenArgs;
use crate::cmd::show;
use crate::error::CliError;
use crate::io::diagnostics;
use crate::io::lines::Lines;
use crate::io::output::Output;
use crate::verdict::Verdict;

/// Play a game against the engine in the terminal
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    fen: FenArgs,

    /// Play Black
    #[arg(short, long)]
    black: bool,

    /// Play against somebody who moves at random
    #[arg(long, conflicts_with = "seconds")]
    random: bool,

    /// Time that the engine takes for a move
    #[arg(long, value_name = "N", default_value_t = 1.0, value_parser = seconds)]
    seconds: f64,

    /// Show letters instead of chess figures
    #[arg(long)]
    ascii: bool,
}

const DETAILS: &str = "\
Examples:
  chess play
  chess play --black --seconds 5
  chess play --random --ascii

A move is written as in SAN or UCI: Nf3 or g1f3, O-O or e1g1. The other words are undo, hint, pgn, resign, quit, and help,
which tells what they do.";

const HELP: &str = "\
Nf3, g1f3   play a move, as in SAN or UCI; O-O or e1g1 castles, e8=Q or e7e8q promotes
undo        take back a move of either side
hint        show what the engine would play
pgn         print the game
resign      give it up and print it
quit        leave";

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.01..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("0.01 to 3600 seconds".to_owned()),
    }
}

pub(crate) fn run(args: &PlayArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let mut table = Table {
        start: args.fen.position()?,
        moves: Vec::new(),
        person: if args.black { Color::Black } else { Color::White },
        player: Player::new(args.random, Duration::from_secs_f64(args.seconds))?,
        ascii: args.ascii,
        lines: Lines::new(io::stdin()),
        output,
    };
    table.play()?;
    Ok(Verdict::Passed)
}

/// The board, and who sits at it.
struct Table<'a> {
    start: Position,
    moves: Vec<Move>,
    person: Color,
    player: Player,
    ascii: bool,
    lines: Lines<Stdin>,
    output: &'a mut Output,
}

/// What a person has written.
enum Wish {
    Move(Move),
    Undo,
    Hint,
    Pgn,
    Resign,
    Quit,
    Help,
}

impl Table<'_> {
    fn play(&mut self) -> Result<(), CliError> {
        self.show()?;
        loop {
            let game = self.game();
            if let Some(end) = end(&game) {
                self.output.line(end)?;
                return self.pgn(result(&game));
            }
            if game.position().side_to_move() != self.person {
                let Some(mv) = self.player.choose(&game) else { return Ok(()) };
                self.output.line(San::new(game.position(), mv))?;
                self.moves.push(mv);
                self.show()?;
                continue;
            }
            match self.ask(game.position())? {
                Wish::Move(mv) => {
                    self.moves.push(mv);
                    self.show()?;
                }
                Wish::Undo => match self.moves.len().checked_sub(2) {
                    Some(len) => {
                        self.moves.truncate(len);
                        self.show()?;
                    }
                    None => diagnostics::tell("there is nothing to take back"),
                },
                Wish::Hint => {
                    if let Some(mv) = self.player.advise(&game) {
                        self.output.line(San::new(game.position(), mv))?;
                    }
                }
                Wish::Pgn => self.pgn(GameResult::Unknown)?,
                Wish::Resign => {
                    self.output.line(format_args!("{:?} resigns", self.person))?;
                    return self.pgn(win(!self.person));
                }
                Wish::Quit => return Ok(()),
                Wish::Help => self.output.line(HELP)?,
            }
        }
    }

    /// The game so far.
    fn game(&self) -> GameState {
        let mut game = GameState::new(self.start);
        self.moves.iter().for_each(|&mv| game.play(mv));
        game
    }

    fn show(&mut self) -> Result<(), CliError> {
        let game = self.game();
        Ok(self.output.line(show::board(
            game.position(),
            self.moves.last().copied(),
            self.person,
            self.ascii,
        ))?)
    }

    /// Reads lines until one is understood. The end of the input is as good as `quit`.
    fn ask(&mut self, position: &Position) -> Result<Wish, CliError> {
        loop {
            diagnostics::prompt();
            let line = match self.lines.next().map_err(CliError::Input)? {
                Some(Ok(line)) => line,
                Some(Err(error)) => {
                    diagnostics::tell(error);
                    continue;
                }
                None => return Ok(Wish::Quit),
            };
            match line.trim() {
                _ if self.output.is_closed() => return Ok(Wish::Quit),
                "" => {}
                "undo" => return Ok(Wish::Undo),
                "hint" => return Ok(Wish::Hint),
                "pgn" => return Ok(Wish::Pgn),
                "resign" => return Ok(Wish::Resign),
                "quit" => return Ok(Wish::Quit),
                "help" => return Ok(Wish::Help),
                text => match read_uci(position, text).or_else(|_| read_san(position, text)) {
                    Ok(mv) if !mv.is_null() => return Ok(Wish::Move(mv)),
                    Ok(_) => diagnostics::tell("nobody may pass"),
                    Err(error) => diagnostics::tell(format_args!("{error}; help tells what can be written")),
                },
            }
        }
    }

    fn pgn(&mut self, result: GameResult) -> Result<(), CliError> {
        let mut game = pgn::Game::new(self.start);
        let names = ["person", self.player.name()];
        let [white, black] = if self.person == Color::White { names } else { [names[1], names[0]] };
        for (tag, name) in [("White", white), ("Black", black)] {
            // Only tags that follow from the start position are refused.
            let _ = game.set_tag(tag, name);
        }
        let mut node = NodeId::ROOT;
        for &mv in &self.moves {
            let Ok(next) = game.add_move(node, mv) else { break };
            node = next;
        }
        game.set_result(result);
        Ok(self.output.line(game)?)
    }
}

/// How the game has ended, in words; draws that may be claimed are.
fn end(game: &GameState) -> Option<String> {
    match (game.outcome(), game.claim()) {
        (Some(Outcome::Checkmate { winner }), _) => Some(format!("checkmate, {winner:?} wins")),
        (Some(Outcome::Stalemate), _) => Some("stalemate, a draw".to_owned()),
        (Some(_), _) => Some("a draw".to_owned()),
        (None, Some(_)) => Some("a draw by repetition or fifty moves".to_owned()),
        (None, None) => None,
    }
}

fn result(game: &GameState) -> GameResult {
    match game.outcome() {
        Some(Outcome::Checkmate { winner }) => win(winner),
        _ if end(game).is_some() => GameResult::Draw,
        _ => GameResult::Unknown,
    }
}

const fn win(winner: Color) -> GameResult {
    match winner {
        Color::White => GameResult::WhiteWins,
        Color::Black => GameResult::BlackWins,
    }
}
