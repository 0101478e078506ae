use chess_board::{CastlingStyle, Fen, Position};
use chess_notation::polyglot;
use chess_types::{Bitboard, Color, MoveList};
use clap::Args;
use serde::{Serialize, Serializer};

use crate::io::fen::{FenFault, read_position};
use crate::io::output::{Output, answer_lines};
use crate::io::record::{ErrorRecord, MoveRecord, Word, as_text, sorted_legal_moves};
use crate::outcome::{CliError, Verdict};

/// Read a FEN from each line of stdin, and print its legal moves, status and keys, or its errors, as JSON
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct InspectArgs {}

const DETAILS: &str = "\
Examples:
  chess inspect < positions.fen > positions.jsonl
  echo 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3' | chess inspect

Each line is answered by one line of JSON. For a position it has these keys:
  ok, input        true, and the line
  fen, shredder    the position as FEN and as Shredder-FEN, with the en passant square only if that capture is legal
  side_to_move     white or black
  checkers         the squares of the pieces that give check
  legal            the legal moves, each with uci, uci960 and san, sorted by uci
  status           ongoing, checkmate, stalemate or insufficient_material
  key, polyglot    the Zobrist keys of this program and of Polyglot books, in hexadecimal
For any other line it has these:
  ok, input        false, and the line
  errors           every fault with its kind, its field and a message

The exit code is 1 if a line is not a position.";

pub(crate) fn run(InspectArgs {}: &InspectArgs, output: &mut Output) -> Result<Verdict, CliError> {
    answer_lines(output, |line, answers| {
        let refused = Refused::new;
        let input = match line {
            Ok(input) => input,
            Err(error) => return answers.wrong(&refused("", vec![FenFault::of_line("too_long", &error)])),
        };
        match read_position(input) {
            Ok(position) => answers.right(&Inspected::new(input, &position)),
            Err(error) => answers.wrong(&refused(input, FenFault::all(&error))),
        }
    })
}

/// The JSON object of a position, its keys in this order.
#[derive(Serialize)]
struct Inspected<'a> {
    ok: bool,
    input: &'a str,
    #[serde(serialize_with = "as_text")]
    fen: Fen<'a>,
    #[serde(serialize_with = "as_text")]
    shredder: Fen<'a>,
    side_to_move: &'static str,
    checkers: Squares,
    legal: Legal<'a>,
    status: Status,
    key: Word,
    polyglot: Word,
}

/// The JSON object of a line that is not a position, its keys in this order.
#[derive(Serialize)]
struct Refused<'a> {
    ok: bool,
    input: &'a str,
    errors: Vec<FenFault>,
    /// The first of them.
    error: Option<ErrorRecord>,
}

impl<'a> Refused<'a> {
    fn new(input: &'a str, errors: Vec<FenFault>) -> Self {
        let error = errors.first().map(FenFault::record);
        Self { ok: false, input, errors, error }
    }
}

/// The state of the game, judged by the position alone.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Status {
    Ongoing,
    Checkmate,
    Stalemate,
    InsufficientMaterial,
}

/// Squares, from a1 to h8.
struct Squares(Bitboard);

/// The legal moves, sorted.
struct Legal<'a> {
    position: &'a Position,
    moves: MoveList,
}

impl<'a> Inspected<'a> {
    fn new(input: &'a str, position: &'a Position) -> Self {
        let moves = sorted_legal_moves(position);
        Self {
            ok: true,
            input,
            fen: position.fen(),
            shredder: position.fen().castling(CastlingStyle::Shredder),
            side_to_move: match position.side_to_move() {
                Color::White => "white",
                Color::Black => "black",
            },
            checkers: Squares(position.checkers()),
            status: Status::new(position, &moves),
            legal: Legal { position, moves },
            key: Word(position.key()),
            polyglot: Word(polyglot::key(position)),
        }
    }
}

impl Status {
    fn new(position: &Position, legal: &MoveList) -> Self {
        match (legal.is_empty(), position.is_in_check()) {
            (true, true) => Self::Checkmate,
            (true, false) => Self::Stalemate,
            (false, _) if position.is_insufficient_material() => Self::InsufficientMaterial,
            (false, _) => Self::Ongoing,
        }
    }
}

impl Serialize for Legal<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.moves.iter().map(|&mv| MoveRecord::new(self.position, mv)))
    }
}

impl Serialize for Squares {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0)
    }
}
