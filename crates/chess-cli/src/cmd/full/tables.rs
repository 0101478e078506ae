//! `chess tables`: positions and their moves by endgame tables.

use std::fmt::{self, Display, Write};
use std::io;
use std::path::PathBuf;

use chess_board::{ParsePositionError, Position};
use chess_data::input::LineTooLong;
use chess_notation::San;
use chess_syzygy::{Dtz, ProbeError, RankedMove, RootRules, TableKind, Tables, Wdl};
use chess_types::UciMove;
use clap::Args;
use serde::Serialize;

use crate::error::{CliError, Verdict};
use crate::io::diagnostics::{self, visible};
use crate::io::output::{Answers, Output, answer_lines};
use crate::io::record::{as_text, read_position};

/// Look up positions in Syzygy endgame tables, and rank their moves
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct TablesArgs {
    /// Folder with tables, files named as KRPvKR.rtbw and KRPvKR.rtbz; may be repeated
    #[arg(long = "path", aliases = ["syzygy", "tb"], value_name = "DIR", required = true)]
    paths: Vec<PathBuf>,

    /// The position as FEN, X-FEN or Shredder-FEN; without it, FENs are read from stdin, one on each line
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// Print a JSON object for each position
    #[arg(long)]
    json: bool,
}

const DETAILS: &str = "\
Examples:
  chess tables --path syzygy --fen '8/8/8/8/8/2k5/8/KBN5 w - - 0 1'
  chess tables --path 3-4-5 --path 6 --json < positions.fen > values.jsonl

A result is win, cursed win, draw, blessed loss or loss. A cursed win is one that the fifty-move rule makes a draw, and so is a
blessed loss. The number after it is the distance to zeroing (DTZ): the plies until the next capture, pawn move or mate. Tables
may keep it in whole moves; it is then printed as two numbers, one of which is right.

With --fen, the result of the position is followed by a line for each move, the best first: the move in SAN and in UCI, the
result after it for the side that makes it, and the distance from there. Moves that win in time are equally good; among them,
those with shorter distances come first. From stdin, each line is answered by one: the result, and the best move.

If tables of distances (.rtbz) are missing, results and moves come from those of results (.rtbw), without distances.

Results are those of a halfmove clock of 0. The order of the moves takes the halfmove clock of the FEN into account.

JSON objects have these keys:
  fen              the position
  wdl              -2 (loss), -1 (blessed loss), 0 (draw), 1 (cursed win) or 2 (win) for the side to move
  dtz              the distance, with the sign of wdl, and 0 for a draw; the smaller number if there are two; null without its table
  moves            the moves, the best first, each with uci, san, and wdl and dtz for the side that makes it
For a line without an answer, they have fen (the line) and error, which has these keys:
  kind             fen, too_long, castling, too_many_pieces, missing_table, broken_table or unreadable_table
  message          the reason

The exit code is 1 if a position has no answer.";

pub(crate) fn run(args: &TablesArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let tables = Tables::open(&args.paths).map_err(|error| CliError::option("--path", error))?;
    if tables.is_empty() {
        let folders: Vec<String> = args.paths.iter().map(|path| path.display().to_string()).collect();
        diagnostics::tell(format_args!("no endgame table in {}", folders.join(", ")));
    }
    match &args.fen {
        Some(fen) => answer_one(&tables, fen, args.json, output),
        None => answer_lines(output, |line, answers| match line {
            Ok(line) => answer(&tables, line, args.json, answers),
            Err(error) => refuse("", &Fault::Line(error), args.json, answers),
        }),
    }
}

/// Looks up the position of `--fen`.
fn answer_one(tables: &Tables, fen: &str, json: bool, output: &mut Output) -> Result<Verdict, CliError> {
    let position = read_position(fen).map_err(Fault::Fen);
    let probed = position.and_then(|position| Probed::new(tables, position));
    match probed {
        Ok(probed) if json => output.line(probed.json())?,
        Ok(probed) => {
            output.line(probed.result())?;
            for mv in &probed.moves {
                output.line(mv)?;
            }
        }
        Err(fault) if json => {
            output.json(&Failed::new(fen, &fault))?;
            return Ok(Verdict::Failed);
        }
        Err(Fault::Fen(error)) => return Err(CliError::Fen { argument: "--fen", error }),
        Err(fault) => return Err(CliError::command(fault)),
    }
    Ok(Verdict::Passed)
}

/// Answers a line of stdin.
fn answer(tables: &Tables, line: &str, json: bool, answers: &mut Answers) -> io::Result<()> {
    let probed = read_position(line).map_err(Fault::Fen).and_then(|position| Probed::new(tables, position));
    match probed {
        Ok(probed) if json => {
            answers.right_with(|text| write!(text, "{}", probed.json())).map_err(io::Error::other)
        }
        Ok(probed) => {
            answers.right_with(|text| write!(text, "{}", probed.summary())).map_err(io::Error::other)
        }
        Err(fault) => refuse(line, &fault, json, answers),
    }
}

fn refuse(line: &str, fault: &Fault, json: bool, answers: &mut Answers) -> io::Result<()> {
    if json {
        return answers.wrong(&Failed::new(line, fault));
    }
    answers.wrong_text(format_args!("error: {}", visible(fault)))
}

/// A position that the tables know.
struct Probed {
    fen: Position,
    wdl: Wdl,
    /// `None` if its table is missing.
    dtz: Option<Dtz>,
    moves: Vec<ProbedMove>,
}

/// A move with its values after it.
struct ProbedMove {
    uci: UciMove,
    san: San,
    wdl: Wdl,
    dtz: Option<Dtz>,
}

/// A line without an answer, as a JSON object with the keys in this order.
#[derive(Serialize)]
struct Failed<'a> {
    fen: &'a str,
    error: Reason<'a>,
}

#[derive(Serialize)]
struct Reason<'a> {
    kind: &'static str,
    #[serde(serialize_with = "as_text")]
    message: &'a Fault,
}

/// The reason why a line has no answer.
#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error(transparent)]
    Line(#[from] LineTooLong),
    #[error(transparent)]
    Fen(#[from] ParsePositionError),
    #[error(transparent)]
    Probe(#[from] ProbeError),
}

impl Probed {
    /// Looks up a position and all of its moves.
    fn new(tables: &Tables, position: Position) -> Result<Self, Fault> {
        let is_missing =
            |error: &ProbeError| matches!(error, ProbeError::MissingTable { kind: TableKind::Dtz, .. });
        let (wdl, dtz) = match tables.probe(&position) {
            Err(error) if is_missing(&error) => (tables.probe_wdl(&position)?, None),
            probed => probed.map(|(wdl, dtz)| (wdl, Some(dtz)))?,
        };
        let rules = RootRules::default();
        let ranked = match tables.probe_root(&position, rules) {
            Err(error) if is_missing(&error) => tables.probe_root_wdl(&position, rules)?,
            ranked => ranked?,
        };
        let probed = |RankedMove { mv, wdl, dtz, .. }| ProbedMove {
            uci: mv.uci(),
            san: San::new(&position, mv),
            wdl,
            dtz,
        };
        let moves = ranked.into_iter().map(probed).collect();
        Ok(Self { fen: position, wdl, dtz, moves })
    }

    /// The value of the position in words.
    fn result(&self) -> impl Display {
        Valued(self.wdl, self.dtz)
    }

    /// The JSON object. It is written without serde, with which `chess tables --json` takes 1.2 times the CPU time.
    fn json(&self) -> String {
        let Self { fen, wdl, dtz, moves } = self;
        let moves: Vec<String> = moves.iter().map(ProbedMove::json).collect();
        let (wdl, dtz, moves) = (wdl.value(), json_of(*dtz), moves.join(","));
        format!(r#"{{"fen":"{fen}","wdl":{wdl},"dtz":{dtz},"moves":[{moves}]}}"#)
    }

    /// The value of the position and the best move, in one line.
    fn summary(&self) -> impl Display {
        fmt::from_fn(|f| {
            write!(f, "{}", self.result())?;
            self.moves.first().map_or(Ok(()), |mv| write!(f, ", best {}", mv.san))
        })
    }
}

impl ProbedMove {
    fn json(&self) -> String {
        let Self { uci, san, wdl, dtz } = self;
        let (wdl, dtz) = (wdl.value(), json_of(*dtz));
        format!(r#"{{"uci":"{uci}","san":"{san}","wdl":{wdl},"dtz":{dtz}}}"#)
    }
}

impl Display for ProbedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { uci, san, wdl, dtz } = self;
        write!(f, "{san:<7} {uci:<5} ")?;
        match dtz {
            Some(dtz) if *wdl != Wdl::Draw => write!(f, "{wdl:<12} {:>8}", dtz.to_string()),
            _ => write!(f, "{wdl}"),
        }
    }
}

/// A distance in JSON.
fn json_of(dtz: Option<Dtz>) -> String {
    dtz.map_or_else(|| "null".to_owned(), |dtz| dtz.plies().to_string())
}

/// A value in words, with the distance unless it is a draw or not known.
struct Valued(Wdl, Option<Dtz>);

impl Display for Valued {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(wdl, dtz) = self;
        match dtz {
            Some(dtz) if *wdl != Wdl::Draw => write!(f, "{wdl}, DTZ {dtz}"),
            _ => write!(f, "{wdl}"),
        }
    }
}

impl<'a> Failed<'a> {
    fn new(fen: &'a str, fault: &'a Fault) -> Self {
        Self { fen, error: Reason { kind: fault.kind(), message: fault } }
    }
}

impl Fault {
    fn kind(&self) -> &'static str {
        match self {
            Self::Line(_) => "too_long",
            Self::Fen(_) => "fen",
            Self::Probe(error) => error.name(),
        }
    }
}
