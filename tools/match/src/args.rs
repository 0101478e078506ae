use std::path::PathBuf;
use std::time::Duration;

use chess_match::opening::Variant;
use chess_match::player::{Limit, Setup};
use clap::{ArgGroup, Parser, ValueEnum};

/// Plays two UCI engines against each other
///
/// Each opening is played twice, with either colour. All results are those of the first engine. The exit code is 1 if an engine
/// played an illegal move or ended too early.
#[derive(Parser)]
#[command(group = ArgGroup::new("limit").required(true), after_help = DETAILS)]
pub(crate) struct Args {
    /// The first engine: a program with its arguments, such as "target/release/chess uci", or "random" for random moves
    pub(crate) first: String,
    /// The second engine
    pub(crate) second: String,
    /// The name of the first engine in tables and games
    #[arg(long, default_value = "first")]
    pub(crate) first_name: String,
    /// The name of the second engine in tables and games
    #[arg(long, default_value = "second")]
    pub(crate) second_name: String,
    /// An option of the first engine, as NAME=VALUE
    #[arg(long, value_name = "NAME=VALUE", value_parser = option)]
    pub(crate) first_option: Vec<(String, String)>,
    /// An option of the second engine, as NAME=VALUE
    #[arg(long, value_name = "NAME=VALUE", value_parser = option)]
    pub(crate) second_option: Vec<(String, String)>,
    /// An option of both engines, as NAME=VALUE
    #[arg(long, value_name = "NAME=VALUE", value_parser = option)]
    pub(crate) option: Vec<(String, String)>,
    /// Milliseconds for each move
    #[arg(long, value_name = "MS", group = "limit")]
    pub(crate) move_time: Option<u64>,
    /// Nodes for each move
    #[arg(long, group = "limit")]
    pub(crate) nodes: Option<u64>,
    /// Plies for each move
    #[arg(long, group = "limit")]
    pub(crate) depth: Option<u32>,
    /// Seconds for the game, and seconds added after each move, such as 8+0.08
    #[arg(long, value_name = "BASE+INC", group = "limit", value_parser = clock)]
    pub(crate) clock: Option<(Duration, Duration)>,
    /// Milliseconds by which a limit of time may be passed
    #[arg(long, value_name = "MS", default_value_t = 500)]
    pub(crate) margin: u64,
    /// The rules
    #[arg(long, value_enum, default_value_t = Rules::Standard)]
    pub(crate) variant: Rules,
    /// Pairs of games to play at most
    #[arg(long, default_value_t = 100)]
    pub(crate) pairs: u64,
    /// Random plies of an opening
    #[arg(long, default_value_t = 8)]
    pub(crate) plies: usize,
    /// The number that openings are chosen by
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Games at once; no more than there are idle cores, or limits of time mean little
    #[arg(long, default_value_t = 1)]
    pub(crate) concurrency: usize,
    /// Stop when a sequential test decides between two differences in Elo, with errors of 5 %
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    pub(crate) sprt: Option<Vec<f64>>,
    /// A draw once no score was beyond CP hundredths of a pawn in MOVES moves of each player
    #[arg(long, value_name = "MOVES:CP", value_parser = adjudication)]
    pub(crate) draw: Option<(u32, i32)>,
    /// A loss once the players agreed for MOVES moves of each that it is lost by CP hundredths of a pawn
    #[arg(long, value_name = "MOVES:CP", value_parser = adjudication)]
    pub(crate) resign: Option<(u32, i32)>,
    /// Moves after which a game is a draw
    #[arg(long, value_name = "MOVES", default_value_t = 300)]
    pub(crate) max_moves: usize,
    /// Write the games to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,
}

const DETAILS: &str = "\
Examples:
  chess-match \"new/chess uci\" \"old/chess uci\" --move-time 100 --concurrency 2 --sprt 0 10 --pairs 10000
  chess-match \"target/release/chess uci\" stockfish --clock 8+0.08 --second-option \"Skill Level=3\" --pgn games.pgn";

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Rules {
    Standard,
    Chess960,
}

impl Args {
    pub(crate) fn variant(&self) -> Variant {
        match self.variant {
            Rules::Standard => Variant::Standard,
            Rules::Chess960 => Variant::Chess960,
        }
    }

    /// Both engines.
    pub(crate) fn setups(&self) -> [Setup; 2] {
        let setup = |name: &String, command: &str, own: &[(String, String)]| Setup {
            name: name.clone(),
            command: command.split_whitespace().map(str::to_owned).collect(),
            options: self.option.iter().chain(own).cloned().collect(),
            is_chess960: self.variant == Rules::Chess960,
        };
        [
            setup(&self.first_name, &self.first, &self.first_option),
            setup(&self.second_name, &self.second, &self.second_option),
        ]
    }

    pub(crate) fn limit(&self) -> Limit {
        match *self {
            Self { move_time: Some(time), .. } => Limit::MoveTime(Duration::from_millis(time)),
            Self { nodes: Some(nodes), .. } => Limit::Nodes(nodes),
            Self { clock: Some((base, increment)), .. } => Limit::Clock(base, increment),
            Self { depth, .. } => Limit::Depth(depth.unwrap_or(1)),
        }
    }

    /// The limit as PGN writes it.
    pub(crate) fn time_control(&self) -> String {
        match self.limit() {
            Limit::MoveTime(time) => format!("{}/move", time.as_secs_f64()),
            Limit::Clock(base, increment) => format!("{}+{}", base.as_secs_f64(), increment.as_secs_f64()),
            Limit::Nodes(_) | Limit::Depth(_) => "-".to_owned(),
        }
    }
}

fn option(text: &str) -> Result<(String, String), &'static str> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

fn clock(text: &str) -> Result<(Duration, Duration), &'static str> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let seconds =
        |text: &str| text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds(base).zip(seconds(increment)).ok_or("expected BASE+INC in seconds")
}

fn adjudication(text: &str) -> Result<(u32, i32), &'static str> {
    let numbers = text.split_once(':').and_then(|(moves, cp)| moves.parse().ok().zip(cp.parse().ok()));
    numbers.ok_or("expected MOVES:CP")
}
