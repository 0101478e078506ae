use std::fmt::{self, Display};

use chess_board::{CastlingStyle, Position};
use chess_notation::polyglot;
use chess_types::{Color, MoveList};
use clap::Args;
use serde::Serialize;

use crate::io::fen::{FenFault, read_position};
use crate::io::output::{JsonText, Output, answer_lines};
use crate::io::record::{ErrorRecord, MoveRecord, comma, sorted_legal_moves};
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
            Ok(position) => {
                answers.right_text(Inspected { input, position: &position });
                Ok(())
            }
            Err(error) => answers.wrong(&refused(input, FenFault::all(&error))),
        }
    })
}

/// The JSON object of a position. It is written without serde, with which `chess inspect` takes 1.8 times the CPU time. Of its texts,
/// only the line can have characters that JSON escapes.
struct Inspected<'a> {
    input: &'a str,
    position: &'a Position,
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

impl Display for Inspected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Self { input, position } = self;
        let moves = sorted_legal_moves(position);
        let (input, fen) = (JsonText(input), position.fen());
        write!(f, r#"{{"ok":true,"input":{input},"fen":"{fen}","#)?;
        let shredder = fen.castling(CastlingStyle::Shredder);
        let side_to_move = match position.side_to_move() {
            Color::White => "white",
            Color::Black => "black",
        };
        write!(f, r#""shredder":"{shredder}","side_to_move":"{side_to_move}","checkers":["#)?;
        for (i, square) in position.checkers().into_iter().enumerate() {
            write!(f, r#"{}"{square}""#, comma(i))?;
        }
        f.write_str(r#"],"legal":["#)?;
        for (i, &mv) in moves.iter().enumerate() {
            let MoveRecord { uci, uci960, san } = MoveRecord::new(position, mv);
            write!(f, r#"{}{{"uci":"{uci}","uci960":"{uci960}","san":"{san}"}}"#, comma(i))?;
        }
        let (status, key, polyglot) = (status(position, &moves), position.key(), polyglot::key(position));
        write!(f, r#"],"status":"{status}","key":"{key:016x}","polyglot":"{polyglot:016x}"}}"#)
    }
}

/// The state of the game, judged by the position alone.
fn status(position: &Position, legal: &MoveList) -> &'static str {
    match (legal.is_empty(), position.is_in_check()) {
        (true, true) => "checkmate",
        (true, false) => "stalemate",
        (false, _) if position.is_insufficient_material() => "insufficient_material",
        (false, _) => "ongoing",
    }
}
