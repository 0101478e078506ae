use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chess_arena::engine::{Check, EngineSpec, Finding, Verdict as Judged};
use clap::Args;
use serde::Serialize;

use super::shared::args::LogArg;
use super::shared::summary::{Sink, Summary};
use crate::args::number;
use crate::error::{CliError, Verdict};
use crate::io::diagnostics::visible;
use crate::io::interrupts::stop_on_interrupt;
use crate::io::output::Output;

/// Check that an engine keeps to the UCI protocol
#[derive(Args)]
#[command(after_help = DETAILS, after_long_help = MANUAL)]
pub(crate) struct CheckArgs {
    /// UCI engine: 'COMMAND LINE; KEY=VALUE; ...'
    ///
    /// The command line is split as by a shell. Keys: name, dir (working directory); all others are UCI options.
    #[arg(value_name = "ENGINE")]
    engine: EngineSpec,

    /// Seconds in which the engine must answer, unless its search has a time
    #[arg(long, value_name = "S", default_value_t = 20.0, value_parser = number(0.1, 86_400.0))]
    timeout: f64,

    /// Grace period of a search with a time limit, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 100, value_parser = number(0, u32::MAX))]
    margin: u32,

    #[command(flatten)]
    log: LogArg,

    /// Print JSON Lines, the summary last
    #[arg(long)]
    json: bool,
}

const DETAILS: &str = "\
Examples:
  chess check stockfish
  chess check 'new/chess uci; Hash=64' --json

One line is printed for each rule: whether it passed, failed or was skipped, its name, and what the engine did. A rule is skipped \
if the engine lacks what it is about. The exit code is 1 if a rule failed.";

const MANUAL: &str = "\
The rules: the engine introduces itself, its options can be read, have a default in their range and can be set to it, and it \
answers isready, before and in a search. go is answered by one bestmove: with depth or nodes within --timeout, with a time limit \
within that limit and --margin, go infinite after stop, and go ponder after stop or ponderhit, not before. Moves are legal, in positions \
with castling, promotions, en passant, checks and pins, and in Chess960 if the engine has UCI_Chess960; after mate and stalemate there is \
none (bestmove (none) or bestmove 0000). Lines of info can be read, their moves and the ponder moves are legal, and a \
depth has as many lines as MultiPV asks for. The engine skips unknown commands, accepts ucinewgame, and exits on quit.

After a rule that it breaks, the engine is started again. Options without a default are not set, and buttons not pressed.";

/// A rule as a JSON object, its keys in this order.
#[derive(Serialize)]
struct Record<'a> {
    rule: &'a str,
    verdict: &'a str,
    seen: &'a str,
}

pub(crate) fn run(args: &CheckArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let stop = stop_on_interrupt(&Arc::new(AtomicBool::new(false)));
    let mut engine = args.engine.clone();
    engine.log = args.log.open()?;
    let (patience, margin) =
        (Duration::from_secs_f64(args.timeout), Duration::from_millis(args.margin.into()));
    let mut counts = Judged::ALL.map(|verdict| (verdict.name(), 0));
    for Finding { rule, verdict, seen } in Check::new(&engine, patience, margin, Arc::clone(&stop)) {
        counts[verdict as usize].1 += 1;
        if args.json {
            output.json(&Record { rule, verdict: verdict.name(), seen: &seen })?;
        } else {
            output.line(visible(format_args!("{:<7}  {rule:<17}  {seen}", verdict.name())))?;
        }
    }
    let is_stopped = stop.load(Ordering::Relaxed);
    let [_, (_, failed), _] = counts;
    Sink::new(args.json, None).print(&Summary::new(counts).incomplete(is_stopped), output)?;
    Ok(match failed {
        _ if is_stopped => Verdict::Interrupted,
        0 => Verdict::Passed,
        _ => Verdict::Failed,
    })
}
