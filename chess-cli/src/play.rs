mod player;

use std::io::{self, Write};
use std::time::Duration;

use chess_board::Position;
use chess_movegen::{Outcome, claim, outcome};
use chess_notation::pgn::{self, GameResult, NodeId};
use chess_notation::{San, read_san, read_uci};
use chess_search::engine::Game;
use chess_types::{Color, Move};
use clap::Args;

use self::player::Player;
use crate::Verdict;
use crate::error::CliError;
use crate::fen_args::FenArgs;
use crate::output::Output;
use crate::show;

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

A move is written as in SAN or UCI: Nf3 or g1f3, O-O or e1g1. Other words: undo takes back a move of either side, hint
shows what the engine would play, pgn prints the game, quit ends it.";

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
    output: &'a mut Output,
}

/// What a person has written.
enum Wish {
    Move(Move),
    Undo,
    Hint,
    Pgn,
    Quit,
}

impl Table<'_> {
    fn play(&mut self) -> Result<(), CliError> {
        self.show()?;
        loop {
            let game = self.game();
            if let Some(end) = end(&game) {
                self.output.line(end)?;
                return self.pgn();
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
                Wish::Undo => {
                    self.moves.truncate(self.moves.len().saturating_sub(2));
                    self.show()?;
                }
                Wish::Hint => {
                    if let Some(mv) = self.player.advise(&game) {
                        self.output.line(San::new(game.position(), mv))?;
                    }
                }
                Wish::Pgn => self.pgn()?,
                Wish::Quit => return Ok(()),
            }
        }
    }

    /// The game so far.
    fn game(&self) -> Game {
        let mut game = Game::new(self.start);
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
            eprint!("> ");
            drop(io::stderr().flush());
            let mut line = String::new();
            if io::stdin().read_line(&mut line).map_err(CliError::Input)? == 0 || self.output.is_closed() {
                return Ok(Wish::Quit);
            }
            match line.trim() {
                "" => {}
                "undo" => return Ok(Wish::Undo),
                "hint" => return Ok(Wish::Hint),
                "pgn" => return Ok(Wish::Pgn),
                "quit" => return Ok(Wish::Quit),
                text => match read_uci(position, text).or_else(|_| read_san(position, text)) {
                    Ok(mv) if !mv.is_null() => return Ok(Wish::Move(mv)),
                    Ok(_) => eprintln!("nobody may pass"),
                    Err(error) => eprintln!("{error}; a move, undo, hint, pgn or quit?"),
                },
            }
        }
    }

    fn pgn(&mut self) -> Result<(), CliError> {
        let mut game = pgn::Game::new(self.start);
        let mut node = NodeId::ROOT;
        for &mv in &self.moves {
            let Ok(next) = game.add_move(node, mv) else { break };
            node = next;
        }
        game.set_result(result(&self.game()));
        Ok(self.output.line(game)?)
    }
}

/// How the game has ended, in words; draws that may be claimed are.
fn end(game: &Game) -> Option<String> {
    let (position, history) = (game.position(), game.history());
    match (outcome(position, history), claim(position, history)) {
        (Some(Outcome::Checkmate { winner }), _) => Some(format!("checkmate, {winner:?} wins")),
        (Some(Outcome::Stalemate), _) => Some("stalemate, a draw".to_owned()),
        (Some(_), _) => Some("a draw".to_owned()),
        (None, Some(_)) => Some("a draw by repetition or fifty moves".to_owned()),
        (None, None) => None,
    }
}

fn result(game: &Game) -> GameResult {
    match outcome(game.position(), game.history()) {
        Some(Outcome::Checkmate { winner: Color::White }) => GameResult::WhiteWins,
        Some(Outcome::Checkmate { winner: Color::Black }) => GameResult::BlackWins,
        _ if end(game).is_some() => GameResult::Draw,
        _ => GameResult::Unknown,
    }
}
