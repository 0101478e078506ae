//! Positions and moves of lines in all their spellings, and the legal moves of a position.

use chess_board::ParsePositionError;
use chess_data::input::LineTooLong;
use chess_data::json;
use chess_notation::SanError;
use chess_types::{Move, UciMove};
use clap::Args;
use serde::Serialize;

use crate::args::FenArgs;
use crate::error::{CliError, Verdict};
use crate::io::output::{Output, answer_lines};
use crate::io::record::{ErrorRecord, FenFault, MoveRecord, as_text, read_position};

/// Answer each FEN on stdin with its moves, status and keys, as JSON
#[derive(Args)]
#[command(after_help = INSPECT_DETAILS)]
pub(crate) struct InspectArgs {}

const INSPECT_DETAILS: &str = "\
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
  errors           every error with its kind, its field and a message

The exit code is 1 if a line is not a position.";

pub(crate) fn run(InspectArgs {}: &InspectArgs, output: &mut Output) -> Result<Verdict, CliError> {
    answer_lines(output, |line, answers| {
        let refused = NoPosition::new;
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
struct NoPosition<'a> {
    ok: bool,
    input: &'a str,
    errors: Vec<FenFault>,
    /// The first of them.
    error: Option<ErrorRecord>,
}

impl<'a> NoPosition<'a> {
    fn new(input: &'a str, errors: Vec<FenFault>) -> Self {
        let error = errors.first().map(FenFault::record);
        Self { ok: false, input, errors, error }
    }
}

/// List the legal moves of a position, one on each line
#[derive(Args)]
#[command(after_help = MOVES_DETAILS)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    fen: FenArgs,

    /// Print SAN instead of UCI
    #[arg(long, conflicts_with = "uci960")]
    san: bool,

    /// Spell castling as the king taking its rook
    #[arg(long)]
    uci960: bool,

    /// Print a JSON object for each move, with all three spellings
    #[arg(long, conflicts_with_all = ["san", "uci960"])]
    json: bool,
}

const MOVES_DETAILS: &str = "\
Examples:
  chess moves
  chess moves startpos --san
  chess moves r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1
  chess moves --san --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -'
  chess moves --uci960 'nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w GDgd - 0 1' | wc -l

The moves are sorted by their UCI text, whichever spelling is printed. In Chess960, castling and a step of the king can have
the same UCI text; --uci960 tells them apart.";

pub(crate) fn list(args: &MovesArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let position = args.fen.position()?;
    for mv in json::legal_moves_by_uci(&position) {
        let record = MoveRecord::new(&position, mv);
        if args.json {
            output.json(&record)?;
        } else if args.san {
            output.line(record.san)?;
        } else if args.uci960 {
            output.line(record.uci960)?;
        } else {
            output.line(record.uci)?;
        }
    }
    Ok(Verdict::Passed)
}

/// Answer each FEN, tab and move on stdin with all its spellings, as JSON
#[derive(Args)]
#[command(after_help = RESOLVE_DETAILS)]
pub(crate) struct ResolveArgs {
    /// Accept SAN only in exactly the form of the PGN standard
    #[arg(long)]
    strict: bool,
}

const RESOLVE_DETAILS: &str = "\
Examples:
  printf '4k3/8/8/8/8/8/8/4K2R w K - 0 1\\tO-O\\n' | chess resolve
  chess resolve --strict < moves.tsv > moves.jsonl

A move is read as UCI first, with castling in either spelling. A move that is not UCI, or not legal as UCI, is read as SAN:
as people and programs write it, or with --strict only as the standard spells it. The null move is 0000 or --.

Each line is answered by one line of JSON. For a legal move it has these keys:
  ok               true
  uci, uci960      the move in UCI, castling as the king's two steps and as the king taking its rook
  san              the move in SAN, as the standard spells it
  fen              the position after the move
For any other line it has these:
  ok               false
  kind             invalid (not a move in any notation), illegal, ambiguous, or fen (not a position)
  message          the reason
  candidates       the moves that an ambiguous move can be, in UCI
  error            an object with kind and message, as in the JSON of every command

The exit code is 1 if a line is not a legal move.";

pub(crate) fn resolve_lines(args: &ResolveArgs, output: &mut Output) -> Result<Verdict, CliError> {
    answer_lines(output, |line, answers| {
        let resolved = line
            .map_err(Unresolved::from)
            .and_then(|line| answers.right_with(|text| resolve(line, args.strict, text)));
        resolved.or_else(|error| answers.wrong(&NoMove::new(&error)))
    })
}

/// The JSON object of a line that is not a legal move, its keys in this order.
#[derive(Serialize)]
struct NoMove<'a> {
    ok: bool,
    kind: &'static str,
    #[serde(serialize_with = "as_text")]
    message: &'a Unresolved,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    candidates: Vec<UciMove>,
    error: ErrorRecord,
}

/// The reason why a line is not a legal move.
#[derive(Debug, thiserror::Error)]
enum Unresolved {
    #[error(transparent)]
    Line(#[from] LineTooLong),
    #[error(transparent)]
    Fen(#[from] ParsePositionError),
    #[error("expected FEN, tab, move")]
    NoMove,
    #[error(transparent)]
    San(#[from] SanError),
}

impl<'a> NoMove<'a> {
    fn new(error: &'a Unresolved) -> Self {
        let kind = error.kind();
        let record = ErrorRecord::new(kind, error);
        Self { ok: false, kind, message: error, candidates: error.candidates(), error: record }
    }
}

impl Unresolved {
    fn kind(&self) -> &'static str {
        match self {
            Self::Fen(_) => "fen",
            Self::San(error) => error.kind(),
            Self::Line(_) | Self::NoMove => "invalid",
        }
    }

    fn candidates(&self) -> Vec<UciMove> {
        match self {
            Self::San(SanError::Ambiguous(ambiguous)) => ambiguous.candidates().map(Move::uci).collect(),
            _ => Vec::new(),
        }
    }
}

/// Appends the answer to a line that names a legal move.
fn resolve(line: &str, is_strict: bool, json: &mut String) -> Result<(), Unresolved> {
    let (fen, text) = line.split_once('\t').map_or((line, None), |(fen, text)| (fen, Some(text)));
    let position = read_position(fen)?;
    let text = text.ok_or(Unresolved::NoMove)?;
    Ok(json::push_move_of_text(json, &position, text, is_strict)?)
}
