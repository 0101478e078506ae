mod scene;
mod text;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice};
use chess_board::{ParsePositionError, Position};
use chess_magic::attacks;
use chess_magic::chess_slider::Slider;
use chess_svg::steps::{LineSteps, Steps, lookups};
use chess_svg::{Moveboard, Picture};
use chess_types::{Bitboard, Color, Move, UciMove};
use clap::Args;
use serde::Serialize;

use self::scene::{Attacker, Scene};
use self::text::Style;
use crate::args::FenArgs;
use crate::error::{CliError, Verdict};
use crate::io::out_file::write_file;
use crate::io::output::Output;
use crate::io::record::{Word, as_text};

/// Show a board, or the squares that a piece attacks on it, as text or as a picture
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    fen: FenArgs,

    /// Show the moveboard of a piece: the squares it attacks, the pieces that stop it, and the squares behind them
    #[arg(short, long, value_name = "PIECE@SQUARE")]
    attacks: Option<Attacker>,

    /// Highlight the two squares of a move in UCI, such as e2e4
    #[arg(short, long, value_name = "MOVE")]
    last_move: Option<UciMove>,

    /// Show the board from Black's side
    #[arg(short, long)]
    flip: bool,

    /// Use ASCII only: letters instead of chess figures
    #[arg(long, conflicts_with = "svg")]
    ascii: bool,

    /// Write a picture to FILE, or to stdout if that is -
    #[arg(short, long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Print the moveboard and each step of a slider's lookup as one JSON object
    #[arg(long, requires = "attacks", conflicts_with_all = ["svg", "ascii", "flip", "last_move"])]
    json: bool,
}

const DETAILS: &str = "\
Examples:
  chess show
  chess show 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -' --flip
  chess show 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2' --last-move e7e5
  chess show '8/3r4/8/8/8/8/8/8 w - -' --attacks R@d4 --svg rook.svg
  chess show --attacks Q@d4 --json

The piece of a moveboard is a letter of FEN or a name; a capital at the beginning makes it white: R@d4, n@f6, Queen@a1. It
replaces any piece on its square. With --attacks the board need not be a legal position: kings may be missing. A pawn
attacks the squares that it can capture on, not those that it can move to.

The board is coloured if stdout is a terminal, unless NO_COLOR is set.";

pub(crate) fn run(args: &ShowArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let scene = args.scene()?;
    if let (true, Some(attacker)) = (args.json, args.attacks) {
        output.json(&Report::new(&scene, attacker))?;
        return Ok(Verdict::Passed);
    }
    match args.svg.as_deref() {
        None => output.line(text::draw(&scene, Style { ascii: args.ascii, color: is_colored() }))?,
        Some(path) if path == Path::new("-") => draw(&scene, |picture| output.line(picture))?,
        Some(path) => write_file(path, |out| {
            draw(&scene, |picture| writeln!(out, "{picture}"))
                .map_err(|error| CliError::File { path: path.to_owned(), error })
        })?,
    }
    Ok(Verdict::Passed)
}

/// The board of a position as text and nothing below it, the squares of its last move marked.
pub(crate) fn board(
    position: &Position,
    last_move: Option<Move>,
    targets: Bitboard,
    below: Color,
    ascii: bool,
) -> String {
    let mut scene = Scene::new(position.to_setup(), Ok(*position), None, last_move.map(Move::uci), below);
    scene.mark_targets(targets);
    text::board(&scene, Style { ascii, color: is_colored() })
}

impl ShowArgs {
    fn scene(&self) -> Result<Scene, CliError> {
        let setup = self.fen.setup()?;
        let position = Position::from_setup(&setup);
        if let (None, Err(invalid)) = (self.attacks, position) {
            return Err(self.fen.refuse(ParsePositionError::Invalid(invalid)));
        }
        let below = if self.flip { Color::Black } else { Color::White };
        Ok(Scene::new(setup, position, self.attacks, self.last_move, below))
    }
}

fn is_colored() -> bool {
    let stdout = io::stdout();
    stdout.is_terminal() && AutoStream::choice(&stdout) != ColorChoice::Never
}

/// Gives `write` a picture of the scene, which names the command that writes it to stdout.
fn draw<T>(scene: &Scene, write: impl FnOnce(Picture<'_>) -> T) -> T {
    let (comment, title, description) =
        (format!("Written by: {}", command(scene)), title(scene), scene.fen());
    let picture = Picture::new(&scene.board)
        .bottom(scene.below)
        .highlights(&scene.highlights)
        .legend(scene.attacker.is_some())
        .title(&title)
        .description(&description)
        .comment(&comment);
    write(picture)
}

/// The command that writes this picture. The long names of the options would end the comment that this is in.
fn command(scene: &Scene) -> String {
    let attacks = scene.attacker.map(|attacker| format!(" -a {attacker}")).unwrap_or_default();
    let last_move = scene.last_move.map(|mv| format!(" -l {mv}")).unwrap_or_default();
    let flip = if scene.below == Color::Black { " -f" } else { "" };
    format!("chess show '{}'{attacks}{last_move}{flip} -s -", scene.fen())
}

fn title(scene: &Scene) -> String {
    match scene.attacker {
        Some(attacker) => {
            format!("What a {} on {} attacks", attacker.piece.piece_type().name(), attacker.square)
        }
        None => format!("Chess position, {} to move", scene.side_to_move()),
    }
}

/// The JSON object of a moveboard, its keys in this order. Sets of squares are 16 hexadecimal digits: bit 0 is a1, bit 63 is h8.
#[derive(Serialize)]
struct Report {
    fen: String,
    piece: String,
    square: String,
    occupancy: Word,
    attacks: Word,
    attacked: Word,
    enemy_pieces: Word,
    own_pieces: Word,
    cut_off: Word,
    lookups: Vec<Lookup>,
}

/// The lookup of a slider; a queen has two.
#[derive(Serialize)]
struct Lookup {
    #[serde(serialize_with = "as_text")]
    slider: Slider,
    rays: Word,
    mask: Word,
    blockers: Word,
    classic: Classic,
    magic: Magic,
    pext: Pext,
    hyperbola: [Along; 2],
    attacks: Word,
}

#[derive(Serialize)]
struct Classic {
    factor: Word,
    product: Word,
    shift: u32,
    index: usize,
    entries: usize,
}

#[derive(Serialize)]
struct Magic {
    irrelevant: Word,
    filled: Word,
    factor: Word,
    product: Word,
    shift: u32,
    offset: i32,
    index: usize,
}

#[derive(Serialize)]
struct Pext {
    extracted: usize,
    offset: u32,
    index: usize,
}

#[derive(Serialize)]
struct Along {
    line: Word,
    pieces: Word,
    up: Word,
    down: Word,
    attacks: Word,
}

impl Report {
    fn new(scene: &Scene, attacker: Attacker) -> Self {
        let Attacker { piece, square } = attacker;
        let occupancy = scene.board.occupied();
        let moveboard = Moveboard::new(piece, square, &scene.board);
        Self {
            fen: scene.fen(),
            piece: piece.to_string(),
            square: square.to_string(),
            occupancy: occupancy.into(),
            attacks: attacks(piece.piece_type(), piece.color(), square, occupancy).into(),
            attacked: moveboard.attacked.into(),
            enemy_pieces: moveboard.enemy_pieces.into(),
            own_pieces: moveboard.own_pieces.into(),
            cut_off: moveboard.cut_off.into(),
            lookups: lookups(piece.piece_type(), square, occupancy).map(Lookup::from).collect(),
        }
    }
}

impl From<Steps> for Lookup {
    fn from(steps: Steps) -> Self {
        let Steps { classic, magic, pext, .. } = steps;
        Self {
            slider: steps.slider,
            rays: steps.rays.into(),
            mask: steps.mask.into(),
            blockers: steps.blockers.into(),
            classic: Classic {
                factor: Word(classic.magic.factor),
                product: Word(classic.product),
                shift: classic.magic.shift,
                index: classic.index,
                entries: steps.pext.pext.entries(),
            },
            magic: Magic {
                irrelevant: magic.magic.irrelevant.into(),
                filled: magic.filled.into(),
                factor: Word(magic.magic.factor),
                product: Word(magic.product),
                shift: magic.shift,
                offset: magic.magic.offset as i32,
                index: magic.index,
            },
            pext: Pext {
                extracted: pext.extracted,
                offset: pext.pext.offset,
                index: pext.pext.index(steps.occupancy),
            },
            hyperbola: steps.hyperbola.map(Along::from),
            attacks: steps.attacks.into(),
        }
    }
}

impl From<LineSteps> for Along {
    fn from(steps: LineSteps) -> Self {
        Self {
            line: steps.line.into(),
            pieces: steps.pieces.into(),
            up: Word(steps.up),
            down: Word(steps.down),
            attacks: steps.attacks.into(),
        }
    }
}
