use chess_board::{ParsePositionError, Position};
use chess_notation::{SanError, read_san, read_san_strict, read_uci};
use chess_types::{Move, UciMove};
use clap::Args;
use serde::Serialize;

use crate::error::CliError;
use crate::io::answers::answer_lines;
use crate::io::lines::LineTooLong;
use crate::io::output::Output;
use crate::io::record::{MoveRecord, as_text};
use crate::verdict::Verdict;

/// Resolve the moves on stdin, each line FEN, a tab, and SAN or UCI, to legal ones, as JSON
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct ResolveArgs {
    /// Take SAN in exactly the standard's form only
    #[arg(long)]
    strict: bool,
}

const DETAILS: &str = "\
Examples:
  printf '4k3/8/8/8/8/8/8/4K2R w K - 0 1\\tO-O\\n' | chess resolve
  chess resolve --strict < moves.tsv > moves.jsonl

What can be read as UCI is, castling in either spelling; what is not a legal move then, or no UCI, is read as SAN,
with more or less than the standard asks for unless --strict is given. The null move is 0000 or --.

Every line is answered by one line of JSON, with these keys for a legal move:
  ok               true
  uci, uci960      the move as in UCI, castling as the king's two steps and as the king taking its rook
  san              the move as the standard spells it
  fen              the position after the move
and these for any other line:
  ok               false
  kind             invalid (no notation), illegal, ambiguous, or fen (no position)
  message          why
  candidates       the moves that an ambiguous one can be, as in UCI

The exit code is 1 if a line was no legal move.";

pub(crate) fn run(args: &ResolveArgs, output: &mut Output) -> Result<Verdict, CliError> {
    answer_lines(output, |line, answers| {
        match line.map_err(Unresolved::from).and_then(|line| resolve(line, args.strict)) {
            Ok((position, mv)) => answers.right(&Resolved::new(&position, mv)),
            Err(error) => answers.wrong(&Refused::new(&error)),
        }
    })
}

/// The JSON object of a legal move, its keys in this order.
#[derive(Serialize)]
struct Resolved {
    ok: bool,
    #[serde(flatten)]
    mv: MoveRecord,
    #[serde(serialize_with = "as_text")]
    fen: Position,
}

/// The JSON object of a line that is no legal move, its keys in this order.
#[derive(Serialize)]
struct Refused<'a> {
    ok: bool,
    kind: &'static str,
    #[serde(serialize_with = "as_text")]
    message: &'a Unresolved,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    candidates: Vec<UciMove>,
}

/// Why a line is no legal move.
#[derive(Debug, thiserror::Error)]
enum Unresolved {
    #[error(transparent)]
    Line(#[from] LineTooLong),
    #[error(transparent)]
    Fen(#[from] ParsePositionError),
    #[error("there is no tab with a move behind it")]
    NoMove,
    #[error(transparent)]
    San(#[from] SanError),
}

impl Resolved {
    fn new(position: &Position, mv: Move) -> Self {
        Self { ok: true, mv: MoveRecord::new(position, mv), fen: after(position, mv) }
    }
}

impl<'a> Refused<'a> {
    fn new(error: &'a Unresolved) -> Self {
        Self { ok: false, kind: error.kind(), message: error, candidates: error.candidates() }
    }
}

impl Unresolved {
    fn kind(&self) -> &'static str {
        match self {
            Self::Fen(_) => "fen",
            Self::San(SanError::Illegal) => "illegal",
            Self::San(SanError::Ambiguous(_)) => "ambiguous",
            Self::Line(_) | Self::NoMove | Self::San(_) => "invalid",
        }
    }

    fn candidates(&self) -> Vec<UciMove> {
        match self {
            Self::San(SanError::Ambiguous(ambiguous)) => ambiguous.candidates().map(Move::uci).collect(),
            _ => Vec::new(),
        }
    }
}

fn resolve(line: &str, is_strict: bool) -> Result<(Position, Move), Unresolved> {
    let (fen, text) = line.split_once('\t').map_or((line, None), |(fen, text)| (fen, Some(text)));
    let position = Position::from_fen(fen)?;
    let text = text.ok_or(Unresolved::NoMove)?;
    if let Ok(mv) = read_uci(&position, text) {
        return Ok((position, mv));
    }
    let mv = if is_strict { read_san_strict(&position, text)? } else { read_san(&position, text)? };
    Ok((position, mv))
}

fn after(position: &Position, mv: Move) -> Position {
    let mut position = *position;
    position.play_or_pass(mv);
    position
}
