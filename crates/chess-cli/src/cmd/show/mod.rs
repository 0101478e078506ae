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

/// Draw a board, or the squares that a piece attacks, as text or SVG
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    fen: FenArgs,

    /// Show the squares that a piece attacks, its blockers, and the squares cut off by them
    #[arg(long, short_alias = 'a', value_name = "PIECE@SQUARE")]
    attacks: Option<Attacker>,

    /// Highlight a UCI move, such as e2e4
    #[arg(long, short_alias = 'l', value_name = "MOVE")]
    last_move: Option<UciMove>,

    /// Show the board from Black's side
    #[arg(long, short_alias = 'f')]
    flip: bool,

    /// Use ASCII letters instead of Unicode pieces
    #[arg(long, conflicts_with = "svg")]
    ascii: bool,

    /// Write an SVG image; - for stdout
    #[arg(long, short_alias = 's', value_name = "FILE", value_parser = picture())]
    svg: Option<PathBuf>,

    /// Print the attacks, and each step of a slider's table lookup, as JSON
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

PIECE is a FEN letter or a name; a capital first letter means White: R@d4, n@f6, Queen@a1. It replaces any piece on its square. With
--attacks the position need not be legal (kings may be missing). Pawns attack the squares they capture on.

The board is coloured on a terminal unless NO_COLOR is set. A picture names the command that draws it, with -a, -f, -l and -s for
--attacks, --flip, --last-move and --svg.";

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

/// The command that writes this picture. The long names of the options would end the comment that this is in, for which there are hidden
/// short ones.
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

/// An object of keys and values, which are [`Json`] or become it.
macro_rules! object {
    ($($key:ident: $value:expr),* $(,)?) => { Json::Object(vec![$((stringify!($key), Json::from($value))),*]) };
}

/// The JSON object of a moveboard.
fn report(scene: &Scene, Attacker { piece, square }: Attacker) -> Json {
    let occupancy = scene.board.occupied();
    let Moveboard { attacked, enemy_pieces, own_pieces, cut_off, .. } =
        Moveboard::new(piece, square, &scene.board);
    let attacks = attacks(piece.piece_type(), piece.color(), square, occupancy);
    let [fen, piece_text, square_text] = [scene.fen(), piece.to_string(), square.to_string()].map(Json::Text);
    let lookups = lookups(piece.piece_type(), square, occupancy).map(|steps| lookup(&steps));
    object! {
        fen: fen, piece: piece_text, square: square_text, occupancy: occupancy, attacks: attacks, attacked: attacked,
        enemy_pieces: enemy_pieces, own_pieces: own_pieces, cut_off: cut_off, lookups: Json::List(lookups.collect()),
    }
}

/// The lookup of a slider; a queen has two.
fn lookup(steps: &Steps) -> Json {
    let Steps { classic, magic, pext, .. } = steps;
    let number = |number: usize| Json::Number(number as i64);
    let offset = Json::Number((magic.magic.offset as i32).into());
    object! {
        slider: Json::Text(steps.slider.to_string()), rays: steps.rays, mask: steps.mask, blockers: steps.blockers,
        classic: object! {
            factor: classic.magic.factor, product: classic.product, shift: Json::Number(classic.magic.shift.into()),
            index: number(classic.index), entries: number(1 << steps.mask.count()),
        },
        magic: object! {
            irrelevant: magic.magic.irrelevant, filled: magic.filled, factor: magic.magic.factor, product: magic.product,
            shift: Json::Number(magic.shift.into()), offset: offset, index: number(magic.index),
        },
        pext: object! { extracted: number(pext.extracted), offset: number(pext.offset), index: number(pext.index) },
        hyperbola: Json::List(steps.hyperbola.iter().map(along).collect()), attacks: steps.attacks,
    }
}

fn along(&LineSteps { line, pieces, up, down, attacks, .. }: &LineSteps) -> Json {
    object! { line: line, pieces: pieces, up: up, down: down, attacks: attacks }
}
