mod player;
mod table;
mod typo;

use std::io;
use std::time::Duration;

use chess_movegen::GameState;
use chess_types::Color;
use clap::Args;

use self::player::Player;
use self::table::Table;
use crate::args::FenArgs;
use crate::io::lines::Lines;
use crate::io::output::Output;
use crate::outcome::{CliError, Verdict};

/// Play a game against the engine in the terminal
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    fen: FenArgs,

    /// Play Black
    #[arg(short, long)]
    black: bool,

    /// Play against random moves instead of the engine
    #[arg(long, conflicts_with = "seconds")]
    random: bool,

    /// Seconds that the engine thinks about a move
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
  chess play 8/1P4k1/8/8/8/8/8/K6R w - - 0 1

Type moves in SAN or UCI: Nf3 or g1f3, O-O or e1g1. The commands are moves, board, undo, hint, fen, pgn, resign, quit and
help, which explains them. The prompt and the answers to a typo go to stderr, boards, moves and games go to stdout.";

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.01..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("0.01 to 3600 seconds".to_owned()),
    }
}

pub(crate) fn run(args: &PlayArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let mut table = Table {
        game: GameState::new(args.fen.position()?),
        person: if args.black { Color::Black } else { Color::White },
        player: Player::new(args.random, Duration::from_secs_f64(args.seconds))?,
        ascii: args.ascii,
        lines: Lines::new(io::stdin()),
        output,
    };
    table.play()?;
    Ok(Verdict::Passed)
}
