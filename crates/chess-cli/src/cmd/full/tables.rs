//! `chess tables`: positions and their moves by endgame tablebases.

use std::fmt::{self, Display};
use std::io;
use std::path::PathBuf;

use chess_board::{ParsePositionError, Position};
use chess_data::input::LineTooLong;
use chess_data::json;
use chess_notation::San;
use chess_syzygy::{Dtz, ProbeError, RankedMove, RootRules, TableKind, Tables, Wdl};
use chess_types::UciMove;
use clap::Args;

use crate::error::{CliError, Verdict};
use crate::io::diagnostics::{self, visible};
use crate::io::output::{Answers, Output, answer_lines};
use crate::io::record::{ErrorRecord, Refusal, read_position};

/// Probe Syzygy endgame tablebases and rank the moves
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct TablesArgs {
    /// Folder with Syzygy tables (KRPvKR.rtbw, KRPvKR.rtbz); repeatable
    #[arg(long = "syzygy", aliases = ["path", "tb"], value_name = "DIR", required = true)]
    paths: Vec<PathBuf>,

    /// FEN, X-FEN or Shredder-FEN [default: one per line from stdin]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// Print a JSON object per position
    #[arg(long)]
    json: bool,
}

const DETAILS: &str = "\
Examples:
  chess tables --syzygy syzygy --fen '8/8/8/8/8/2k5/8/KBN5 w - - 0 1'
  chess tables --syzygy 3-4-5 --syzygy 6 --json < positions.fen > values.jsonl

A result is win, cursed win, draw, blessed loss or loss; the fifty-move rule turns cursed wins and blessed losses into draws. DTZ is the
distance to zeroing: plies to the next capture, pawn move or mate. Some tables store full moves; two numbers are then printed, one
of which is exact.

With --fen, a line per move follows, best first: SAN, UCI, the result for the moving side, and the DTZ after the move. From stdin, each
line is answered by one with the result and the best move. Without DTZ tables (.rtbz), WDL tables (.rtbw) give results alone.

Results assume a halfmove clock of 0; the move order uses the halfmove clock of the FEN.

JSON objects, which docs/json.md describes, have ok, input, fen, wdl (-2 loss, -1 blessed loss, 0 draw, 1 cursed win, 2 win), dtz (the
smaller number if there are two; null without its table) and moves, each with uci, san, wdl and dtz for the side that makes it. For a
line without an answer, ok is false, and error has kind, message and place.

The exit code is 1 if a position has no answer.";

pub(crate) fn run(args: &TablesArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let tables = Tables::open(&args.paths).map_err(|error| CliError::option("--syzygy", error))?;
    if tables.is_empty() {
        let folders: Vec<String> = args.paths.iter().map(|path| path.display().to_string()).collect();
        diagnostics::tell(format_args!("no Syzygy tables found in {}", folders.join(", ")));
    }
    match &args.fen {
        Some(fen) => answer_one(&tables, fen, args.json, output),
        None => answer_lines(output, |line, answers| answer(&tables, line, args.json, answers)),
    }
}

/// Looks up the position of `--fen`.
fn answer_one(tables: &Tables, fen: &str, json: bool, output: &mut Output) -> Result<Verdict, CliError> {
    let position = read_position(fen).map_err(Fault::Fen);
    let probed = position.and_then(|position| Probed::new(tables, position));
    match probed {
        Ok(probed) if json => output.line(probed.json(fen))?,
        Ok(probed) => {
            output.line(probed.result())?;
            for mv in &probed.moves {
                output.line(mv)?;
            }
        }
        Err(fault) if json => {
            output.json(&Refusal::new(fen, fault.record(), ()))?;
            return Ok(Verdict::Failed);
        }
        Err(Fault::Fen(error)) => return Err(CliError::Fen { argument: "--fen", error }),
        Err(fault) => return Err(CliError::command(fault)),
    }
    Ok(Verdict::Passed)
}

/// Answers a line of stdin.
fn answer(
    tables: &Tables,
    line: Result<&str, LineTooLong>,
    json: bool,
    answers: &mut Answers,
) -> io::Result<()> {
    let input = *line.as_ref().unwrap_or(&"");
    let position = line.map_err(Fault::Line).and_then(|line| Ok(read_position(line)?));
    match position.and_then(|position| Probed::new(tables, position)) {
        Ok(probed) => answers.right_with(|text| {
            text.push_str(&if json { probed.json(input) } else { probed.summary().to_string() });
            Ok(())
        }),
        Err(fault) if json => answers.wrong(&Refusal::new(input, fault.record(), ())),
        Err(fault) => {
            answers.wrong_text(&format!("error: {}", visible(fault)));
            Ok(())
        }
    }
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
    fn json(&self, input: &str) -> String {
        let Self { fen, wdl, dtz, moves } = self;
        let moves: Vec<String> = moves.iter().map(ProbedMove::json).collect();
        let (wdl, dtz, moves) = (wdl.value(), json_of(*dtz), moves.join(","));
        let mut json = r#"{"ok":true,"input":"#.to_owned();
        json::push_str(&mut json, input);
        json + &format!(r#","fen":"{fen}","wdl":{wdl},"dtz":{dtz},"moves":[{moves}]}}"#)
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

impl Fault {
    fn record(&self) -> ErrorRecord {
        match self {
            Self::Line(error) => ErrorRecord::too_long(*error),
            Self::Fen(error) => ErrorRecord::of_fen(error),
            Self::Probe(error) => ErrorRecord::new(error.name(), error, "position"),
        }
    }
}
