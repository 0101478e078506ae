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
use crate::io::record::{ErrorRecord, MoveRecord, Refusal, read_position};

/// Print legal moves, status and hash keys of each FEN on stdin, as JSON
#[derive(Args)]
#[command(after_help = INSPECT_DETAILS)]
pub(crate) struct InspectArgs {}

const INSPECT_DETAILS: &str = "\
Examples:
  chess inspect < positions.fen > positions.jsonl
  echo 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3' | chess inspect

Each line is answered by one line of JSON, whose keys docs/json.md describes: ok, input, fen, shredder (Shredder-FEN), side_to_move, checkers,
legal (each with uci, uci960 and san), status (ongoing, checkmate, stalemate or insufficient_material), key and polyglot. For a line
that is not a legal position, ok is false, error has kind, message and place (the field to look at), and errors lists all of its errors.

The exit code is 1 if a line is not a legal position.";

pub(crate) fn run(InspectArgs {}: &InspectArgs, output: &mut Output) -> Result<Verdict, CliError> {
    answer_lines(output, |line, answers| {
        let too_long = |error| Refusal::new("", ErrorRecord::too_long(error), NoPosition::default());
        let input = match line {
            Ok(input) => input,
            Err(error) => return answers.wrong(&too_long(error)),
        };
        match read_position(input) {
            Ok(position) => answers.right_with(|text| {
                json::push_position(text, input, &position);
                Ok(())
            }),
            Err(error) => {
                let errors = ErrorRecord::all(&error);
                answers.wrong(&Refusal::new(input, ErrorRecord::of_fen(&error), NoPosition { errors }))
            }
        }
    })
}

/// All errors of a line that is not a position.
#[derive(Default, Serialize)]
struct NoPosition {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<ErrorRecord>,
}

/// List the legal moves of a position, one per line
#[derive(Args)]
#[command(after_help = MOVES_DETAILS)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    fen: FenArgs,

    /// Print SAN instead of UCI
    #[arg(long, conflicts_with = "uci960")]
    san: bool,

    /// Print castling as king takes rook (Chess960)
    #[arg(long)]
    uci960: bool,

    /// Print a JSON object per move, in UCI, Chess960 UCI and SAN
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

Moves are sorted by their UCI text in every notation. In Chess960, castling and a king move can have the same UCI text; --uci960
distinguishes them.";

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

/// Convert moves on stdin, lines of FEN, tab, move, to UCI and SAN, as JSON
#[derive(Args)]
#[command(after_help = RESOLVE_DETAILS)]
pub(crate) struct ResolveArgs {
    /// Accept common SAN variants, not only the form of the PGN standard
    #[arg(long)]
    lenient: bool,
}

const RESOLVE_DETAILS: &str = "\
Examples:
  printf '4k3/8/8/8/8/8/8/4K2R w K - 0 1\\tO-O\\n' | chess resolve
  chess resolve --lenient < moves.tsv > moves.jsonl

A move is read as UCI first, with castling in either spelling. A move that is not legal as UCI is read as SAN: as the
standard spells it, or with --lenient as people and programs write it, with -- for the null move, which is 0000 otherwise.

Each line is answered by one line of JSON, whose keys docs/json.md describes: ok, input, uci, uci960, san and fen (after the move). For a
line that is not a legal move, ok is false, error has kind (illegal, ambiguous, invalid, or that of a wrong FEN), message and place, and
candidates are the moves that an ambiguous one can be.

The exit code is 1 if a line is not a legal move.";

pub(crate) fn resolve_lines(args: &ResolveArgs, output: &mut Output) -> Result<Verdict, CliError> {
    answer_lines(output, |line, answers| {
        let input = *line.as_ref().unwrap_or(&"");
        let resolved = line
            .map_err(Unresolved::from)
            .and_then(|line| answers.right_with(|text| resolve(line, !args.lenient, text)));
        resolved.or_else(|error| answers.wrong(&Refusal::new(input, error.record(), error.more())))
    })
}

/// What an ambiguous move can be.
#[derive(Serialize)]
struct NoMove {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    candidates: Vec<UciMove>,
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

impl Unresolved {
    fn record(&self) -> ErrorRecord {
        match self {
            Self::Line(error) => ErrorRecord::too_long(*error),
            Self::Fen(error) => ErrorRecord::of_fen(error),
            Self::NoMove => ErrorRecord::new("missing", self, "move"),
            Self::San(error) => ErrorRecord::new(error.kind(), error, "move"),
        }
    }

    fn more(&self) -> NoMove {
        let candidates = match self {
            Self::San(SanError::Ambiguous(ambiguous)) => ambiguous.candidates().map(Move::uci).collect(),
            _ => Vec::new(),
        };
        NoMove { candidates }
    }
}

/// Appends the answer to a line that names a legal move.
fn resolve(line: &str, is_strict: bool, json: &mut String) -> Result<(), Unresolved> {
    let (fen, text) = line.split_once('\t').map_or((line, None), |(fen, text)| (fen, Some(text)));
    let position = read_position(fen)?;
    let text = text.ok_or(Unresolved::NoMove)?;
    Ok(json::push_move_of_text(json, line, &position, text, is_strict)?)
}
