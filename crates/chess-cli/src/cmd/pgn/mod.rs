pub(crate) mod files;
pub(crate) mod game;
mod headers;

use std::io;

use clap::Args;

use self::files::{PgnFiles, Replayed};
use crate::error::CliError;
use crate::io::json_lines::JsonLines;
use crate::io::output::Output;
use crate::verdict::Verdict;

/// Replay every game of PGN files, and tell which are broken
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct PgnArgs {
    #[command(flatten)]
    files: PgnFiles,

    /// Print a JSON object for each game, instead of a line for each that is broken
    #[arg(long)]
    json: bool,
}

const DETAILS: &str = "\
Examples:
  chess pgn games.pgn
  chess pgn games.pgn --json > games.jsonl
  zstdcat lichess_db_standard_rated_2013-01.pgn.zst | chess pgn -

The main line is replayed; comments, annotations and variations are passed over. A broken game is told, and the next
one is read. The last line says how many games, plies and broken games there were.

With --json, every game is an object with these keys:
  file             if several files are read, the one it is from
  game             its number in the file
  headers          its tags; of several with the same name, the last
  result           1-0, 0-1, 1/2-1/2 or *, of the tag, or else of the movetext
  plies            how many moves were legal
  final_fen        the position after the last of them, null if there was none to begin with
  uci              these moves; if the start position needs Chess960, castling is the king taking its rook
  error            null, or line, offset, token and message of the first fault

The exit code is 1 if a game is broken or a file cannot be read.";

pub(crate) fn run(args: &PgnArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let bar = args.files.bar();
    let mut lines = JsonLines::default();
    let mut totals = Totals::default();
    let are_readable = args.files.replay(&bar, |replayed| {
        totals.add(replayed);
        if args.json {
            add_record(replayed, args.files.are_many(), &mut lines)?;
            if lines.are_enough() || replayed.is_from_stdin() {
                bar.suspend(|| lines.write(output))?;
            }
        } else if let Some(fault) = replayed.game.fault() {
            let path = replayed.path.display();
            bar.suspend(|| output.line(format_args!("broken {path}: {fault}")))?;
        }
        Ok(!output.is_closed())
    })?;
    lines.write(output)?;
    let Totals { games, plies, broken } = totals;
    if !args.json {
        output.line(format_args!("games {games}, plies {plies}, broken {broken}"))?;
    }
    Ok(if are_readable && broken == 0 { Verdict::Passed } else { Verdict::Failed })
}

#[derive(Default)]
struct Totals {
    games: u64,
    plies: u64,
    broken: u64,
}

impl Totals {
    fn add(&mut self, replayed: &Replayed<'_>) {
        self.games += 1;
        self.plies += replayed.game.moves().len() as u64;
        self.broken += u64::from(replayed.game.fault().is_some());
    }
}

fn add_record(replayed: &Replayed<'_>, with_file: bool, lines: &mut JsonLines) -> io::Result<()> {
    let file = with_file.then(|| replayed.path.to_string_lossy());
    lines.add(&replayed.game.record(file.as_deref()))
}
