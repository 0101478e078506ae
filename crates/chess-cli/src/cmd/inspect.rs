use chess_data::json;
use clap::Args;
use serde::Serialize;

use crate::error::CliError;
use crate::io::fen::{FenFault, read_position};
use crate::io::output::{Output, answer_lines};
use crate::io::record::ErrorRecord;
use crate::verdict::Verdict;

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
            Ok(position) => answers.right_with(|text| {
                json::push_position(text, input, &position);
                Ok(())
            }),
            Err(error) => answers.wrong(&refused(input, FenFault::all(&error))),
        }
    })
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
