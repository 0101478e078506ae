pub(crate) mod files;
pub(crate) mod game;
mod headers;

use std::io;

use clap::Args;

use self::files::{PgnFiles, Replayed};
use crate::error::CliError;
use crate::io::json_lines::JsonLines;
use crate::io::output::Output;
use crate::io::visible::visible;
use crate::verdict::Verdict;

/// Replay every game of PGN files, and report the broken ones
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct PgnArgs {
    #[command(flatten)]
    files: PgnFiles,

    /// Print a JSON object for each game instead of a line for each broken game
    #[arg(long)]
    json: bool,
}

const DETAILS: &str = "\
Examples:
  chess pgn games.pgn
  chess pgn games.pgn --json > games.jsonl
  zstdcat lichess_db_standard_rated_2013-01.pgn.zst | chess pgn -

The command replays the main line and skips comments, annotations and variations. It reports a broken game and goes on with
the next one. The last line has the numbers of games, plies and broken games.

With --json, every game is an object with these keys:
  file             the file that the game is from, if there are several files
  game             its number in the file, from 1
  headers          its tags; if a name occurs more than once, the last value
  result           1-0, 0-1, 1/2-1/2 or *, from the tag, or else from the movetext
  plies            the number of legal moves
  final_fen        the position after the last legal move; null if the tags do not give a start position
  uci              the legal moves; if the start position needs Chess960, castling is the king taking its rook
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
            bar.suspend(|| output.line(visible(format_args!("broken {path}: {fault}"))))?;
        }
        Ok(!output.is_closed())
    })?;
    lines.write(output)?;
    let Totals { games, plies, broken } = totals;
    if !args.json {
        let [games, plies, broken] = [games, plies, broken].map(|count| output.grouping().of(count));
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
