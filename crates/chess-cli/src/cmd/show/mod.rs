pub(crate) mod scene;
pub(crate) mod text;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice};
use chess_board::{ParsePositionError, Position};
use chess_magic::attacks;
use chess_svg::steps::{LineSteps, Steps, lookups};
use chess_svg::{Moveboard, Picture};
use chess_types::{Bitboard, Color, UciMove};
use clap::Args;
use serde::{Serialize, Serializer};

use self::scene::{Attacker, Scene};
use self::text::Style;
use crate::args::{FenArgs, picture};
use crate::error::{CliError, Verdict};
use crate::io::out_file::write_file;
use crate::io::output::Output;

/// Show a board, or the squares that a piece attacks, as text or SVG
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
    #[arg(short, long, value_name = "FILE", value_parser = picture())]
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
        output.json(&report(&scene, attacker))?;
        return Ok(Verdict::Passed);
    }
    match args.svg.as_deref() {
        None => output.line(text::draw(&scene, Style { ascii: args.ascii, color: is_colored(), size: 1 }))?,
        Some(path) if path == Path::new("-") => draw(&scene, |picture| output.line(picture))?,
        Some(path) => write_file(path, |out| {
            draw(&scene, |picture| writeln!(out, "{picture}")).map_err(CliError::file(path))
        })?,
    }
    Ok(Verdict::Passed)
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

pub(crate) fn is_colored() -> bool {
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

/// A value of JSON whose keys stay in their order. Sets of squares are 16 hexadecimal digits: bit 0 is a1, bit 63 is h8.
enum Json {
    Text(String),
    Number(i64),
    List(Vec<Self>),
    Object(Vec<(&'static str, Self)>),
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Number(number) => serializer.serialize_i64(*number),
            Self::List(values) => serializer.collect_seq(values),
            Self::Object(fields) => serializer.collect_map(fields.iter().map(|(key, value)| (key, value))),
        }
    }
}

impl From<u64> for Json {
    fn from(word: u64) -> Self {
        Self::Text(format!("{word:016x}"))
    }
}

impl From<Bitboard> for Json {
    fn from(squares: Bitboard) -> Self {
        squares.0.into()
    }
}

/// The JSON object of a moveboard.
fn report(scene: &Scene, Attacker { piece, square }: Attacker) -> Json {
    let occupancy = scene.board.occupied();
    let moveboard = Moveboard::new(piece, square, &scene.board);
    let steps = lookups(piece.piece_type(), square, occupancy);
    Json::Object(vec![
        ("fen", Json::Text(scene.fen())),
        ("piece", Json::Text(piece.to_string())),
        ("square", Json::Text(square.to_string())),
        ("occupancy", occupancy.into()),
        ("attacks", attacks(piece.piece_type(), piece.color(), square, occupancy).into()),
        ("attacked", moveboard.attacked.into()),
        ("enemy_pieces", moveboard.enemy_pieces.into()),
        ("own_pieces", moveboard.own_pieces.into()),
        ("cut_off", moveboard.cut_off.into()),
        ("lookups", Json::List(steps.map(|steps| lookup(&steps)).collect())),
    ])
}

/// The lookup of a slider; a queen has two.
fn lookup(steps: &Steps) -> Json {
    let Steps { classic, magic, pext, .. } = steps;
    let index = |index: usize| Json::Number(index as i64);
    Json::Object(vec![
        ("slider", Json::Text(steps.slider.to_string())),
        ("rays", steps.rays.into()),
        ("mask", steps.mask.into()),
        ("blockers", steps.blockers.into()),
        (
            "classic",
            Json::Object(vec![
                ("factor", classic.magic.factor.into()),
                ("product", classic.product.into()),
                ("shift", Json::Number(classic.magic.shift.into())),
                ("index", index(classic.index)),
                ("entries", index(1 << steps.mask.count())),
            ]),
        ),
        (
            "magic",
            Json::Object(vec![
                ("irrelevant", magic.magic.irrelevant.into()),
                ("filled", magic.filled.into()),
                ("factor", magic.magic.factor.into()),
                ("product", magic.product.into()),
                ("shift", Json::Number(magic.shift.into())),
                ("offset", Json::Number((magic.magic.offset as i32).into())),
                ("index", index(magic.index)),
            ]),
        ),
        (
            "pext",
            Json::Object(vec![
                ("extracted", index(pext.extracted)),
                ("offset", index(pext.offset)),
                ("index", index(pext.index)),
            ]),
        ),
        ("hyperbola", Json::List(steps.hyperbola.iter().map(along).collect())),
        ("attacks", steps.attacks.into()),
    ])
}

fn along(steps: &LineSteps) -> Json {
    Json::Object(vec![
        ("line", steps.line.into()),
        ("pieces", steps.pieces.into()),
        ("up", steps.up.into()),
        ("down", steps.down.into()),
        ("attacks", steps.attacks.into()),
    ])
}
