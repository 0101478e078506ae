mod attacker;
mod picture;
mod scene;
mod text;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice};
use chess_board::{ParsePositionError, Position, Setup};
use chess_types::{Color, Move, ParseUciMoveError, UciMove};
use clap::Args;

use self::attacker::{Attacker, ParseAttackerError};
use self::scene::Scene;
use self::text::Style;
use crate::args::fen::FenArgs;
use crate::error::CliError;
use crate::io::out_file::write_file;
use crate::io::output::Output;
use crate::verdict::Verdict;

/// Show a board, or what a piece attacks on it, as text or as a picture
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    fen: FenArgs,

    /// Show the moveboard of a piece: what it attacks, what stops it, and what is cut off by that
    #[arg(short, long, value_name = "PIECE@SQUARE")]
    attacks: Option<String>,

    /// Highlight the two squares of a move of UCI, like e2e4
    #[arg(short, long, value_name = "MOVE")]
    last_move: Option<String>,

    /// Show Black's side below
    #[arg(short, long)]
    flip: bool,

    /// Show letters instead of chess figures, and nothing else that is not ASCII
    #[arg(long, conflicts_with = "svg")]
    ascii: bool,

    /// Write a picture to FILE, or to stdout if that is -
    #[arg(short, long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

const DETAILS: &str = "\
Examples:
  chess show
  chess show 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -' --flip
  chess show 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2' --last-move e7e5
  chess show '8/3r4/8/8/8/8/8/8 w - -' --attacks R@d4 --svg rook.svg

The piece of a moveboard is a letter of FEN or a name, white if that begins with a capital: R@d4, n@f6, Queen@a1. It
takes the place of whatever stands on its square. A moveboard needs no position that can be played on: the board may
lack kings. What a pawn attacks are the squares it captures on, not those it is pushed to.

In colour if stdout is a terminal, unless NO_COLOR is set.";

pub(crate) fn run(args: &ShowArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let scene = args.scene()?;
    match args.svg.as_deref() {
        None => output.line(text::draw(&scene, Style { ascii: args.ascii, color: is_colored() }))?,
        Some(path) if path == Path::new("-") => picture::draw(&scene, |picture| output.line(picture))?,
        Some(path) => write_file(path, |out| {
            picture::draw(&scene, |picture| writeln!(out, "{picture}"))
                .map_err(|error| CliError::File { path: path.to_owned(), error })
        })?,
    }
    Ok(Verdict::Passed)
}

/// The board of a position as text and nothing below it, the squares of its last move marked.
pub(crate) fn board(position: &Position, last_move: Option<Move>, below: Color, ascii: bool) -> String {
    let scene = Scene::new(position.to_setup(), Ok(*position), None, last_move.map(Move::uci), below);
    text::board(&scene, Style { ascii, color: is_colored() })
}

impl ShowArgs {
    fn scene(&self) -> Result<Scene, CliError> {
        let setup = match self.fen.text() {
            None => Position::START.to_setup(),
            Some(fen) => Setup::from_fen(&fen).map_err(|error| CliError::PlainFen(error.into()))?,
        };
        let position = Position::from_setup(&setup);
        let attacker: Option<Attacker> = self
            .attacks
            .as_deref()
            .map(str::parse)
            .transpose()
            .map_err(|error: ParseAttackerError| CliError::option("--attacks", error))?;
        if let (None, Err(invalid)) = (attacker, position) {
            return Err(CliError::PlainFen(ParsePositionError::Invalid(invalid)));
        }
        let last_move: Option<UciMove> = self
            .last_move
            .as_deref()
            .map(str::parse)
            .transpose()
            .map_err(|error: ParseUciMoveError| CliError::option("--last-move", error))?;
        let below = if self.flip { Color::Black } else { Color::White };
        Ok(Scene::new(setup, position, attacker, last_move, below))
    }
}

fn is_colored() -> bool {
    let stdout = io::stdout();
    stdout.is_terminal() && AutoStream::choice(&stdout) != ColorChoice::Never
}
