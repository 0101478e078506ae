//! The `chess` program.
//!
//! Data goes to stdout, diagnostics and progress go to stderr. The exit code is 0 if all is well, 1 if the input
//! was wrong or a check failed, 2 if the command line was wrong, and 130 if Ctrl-C has ended the work.

#![forbid(unsafe_code)]

mod answers;
mod backend;
mod bench;
mod book;
mod book_build;
mod book_merge;
mod book_out;
mod branches;
mod completions;
mod counter;
mod crew;
mod error;
mod fen_args;
mod fen_fault;
mod hash;
mod inspect;
mod json_lines;
mod lines;
mod man;
mod moves;
mod output;
mod perft;
mod pgn;
mod pgn_files;
mod pgn_game;
mod play;
mod progress;
mod record;
mod resolve;
mod show;
mod spelling;
mod suite;
mod suite_file;
mod threads;
mod uci;
mod unit;
mod units_emit;
mod units_merge;
mod units_run;
mod work;

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};

use crate::bench::BenchArgs;
use crate::book::BookArgs;
use crate::book_build::BookBuildArgs;
use crate::book_merge::BookMergeArgs;
use crate::completions::CompletionsArgs;
use crate::inspect::InspectArgs;
use crate::man::ManArgs;
use crate::moves::MovesArgs;
use crate::output::Output;
use crate::perft::PerftArgs;
use crate::pgn::PgnArgs;
use crate::play::PlayArgs;
use crate::resolve::ResolveArgs;
use crate::show::ShowArgs;
use crate::suite::SuiteArgs;
use crate::uci::UciArgs;

/// Chess from the command line.
#[derive(Parser)]
#[command(name = "chess", version, about, after_help = DETAILS)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const DETAILS: &str = "\
Examples:
  chess perft 6
  chess suite standard.epd
  chess inspect < positions.fen
  chess pgn games.pgn --json
  chess show --attacks Q@d4

Exit codes: 0 done, 1 the input was wrong or a check failed, 2 the command line was wrong,
130 interrupted.";

#[derive(Subcommand)]
enum Command {
    Perft(PerftArgs),
    Suite(SuiteArgs),
    Inspect(InspectArgs),
    Resolve(ResolveArgs),
    Moves(MovesArgs),
    Pgn(PgnArgs),
    Book(BookArgs),
    BookBuild(BookBuildArgs),
    BookMerge(BookMergeArgs),
    Show(ShowArgs),
    Play(PlayArgs),
    Uci(UciArgs),
    Bench(BenchArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// What a command found out, short of an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Passed,
    Failed,
    Interrupted,
}

/// What a shell tells of a program that Ctrl-C has ended: 128 and the number of the signal.
const INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    let cli = Cli::parse();
    if let Command::Perft(args) = &cli.command
        && let Err(complaint) = args.check()
    {
        perft_command().error(ErrorKind::ArgumentConflict, complaint).exit();
    }
    let mut output = Output::stdout();
    let verdict = match &cli.command {
        Command::Perft(args) => perft::run(args, &mut output),
        Command::Suite(args) => suite::run(args, output),
        Command::Inspect(args) => inspect::run(args, &mut output),
        Command::Resolve(args) => resolve::run(args, &mut output),
        Command::Moves(args) => moves::run(args, &mut output),
        Command::Pgn(args) => pgn::run(args, &mut output),
        Command::Book(args) => book::run(args, &mut output),
        Command::BookBuild(args) => book_build::run(args, &mut output),
        Command::BookMerge(args) => book_merge::run(args, &mut output),
        Command::Show(args) => show::run(args, &mut output),
        Command::Play(args) => play::run(args, &mut output),
        Command::Uci(args) => uci::run(args, output),
        Command::Bench(args) => bench::run(args, &mut output),
        Command::Completions(args) => completions::run(args, Cli::command(), &mut output),
        Command::Man(args) => man::run(args, Cli::command(), &mut output),
    };
    match verdict {
        Ok(Verdict::Passed) => ExitCode::SUCCESS,
        Ok(Verdict::Failed) => ExitCode::FAILURE,
        Ok(Verdict::Interrupted) => ExitCode::from(INTERRUPTED),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// `chess perft`, to complain with its usage.
fn perft_command() -> clap::Command {
    let mut command = Cli::command();
    command.build();
    command.find_subcommand("perft").cloned().unwrap_or(command)
}
