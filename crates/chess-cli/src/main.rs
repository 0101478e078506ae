//! The `chess` program.
//!
//! Data goes to stdout, diagnostics and progress go to stderr. The exit code is 0 if all is well, 1 if the input
//! was wrong or a check failed, 2 if the command line was wrong, and 130 if Ctrl-C has ended the work.

#![forbid(unsafe_code)]

mod args;
mod cmd;
mod crew;
mod error;
mod io;
mod verdict;

use std::io::ErrorKind::BrokenPipe;
use std::io::{Write, stdout};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};

use self::cmd::bench::{self, BenchArgs};
use self::cmd::book::{self, BookArgs};
use self::cmd::completions::{self, CompletionsArgs};
use self::cmd::inspect::{self, InspectArgs};
use self::cmd::man::{self, ManArgs};
use self::cmd::moves::{self, MovesArgs};
use self::cmd::perft::{self, PerftArgs};
use self::cmd::pgn::{self, PgnArgs};
use self::cmd::play::{self, PlayArgs};
use self::cmd::resolve::{self, ResolveArgs};
use self::cmd::show::{self, ShowArgs};
use self::cmd::suite::{self, SuiteArgs};
use self::cmd::uci::{self, UciArgs};
use self::cmd::units::{self, UnitsArgs, UnitsCommand};
use self::error::CliError;
use self::io::diagnostics;
use self::io::output::Output;
use self::verdict::Verdict;

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
    Units(UnitsArgs),
    Suite(SuiteArgs),
    Inspect(InspectArgs),
    Resolve(ResolveArgs),
    Moves(MovesArgs),
    Pgn(PgnArgs),
    Book(BookArgs),
    Show(ShowArgs),
    Play(PlayArgs),
    Uci(UciArgs),
    Bench(BenchArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

impl Command {
    /// Looks for what the parser has no rule for, and says which command has it and what is wrong with it.
    fn check(&self) -> Result<(), (&'static [&'static str], &'static str)> {
        match self {
            Self::Perft(args) => args.check().map_err(|complaint| (&["perft"][..], complaint)),
            Self::Units(UnitsArgs { command: UnitsCommand::Emit(args) }) => {
                args.check().map_err(|complaint| (&["units", "emit"][..], complaint))
            }
            _ => Ok(()),
        }
    }
}

/// What a shell tells of a program that Ctrl-C has ended: 128 and the number of the signal.
const INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(answer) => return print(&answer),
    };
    if let Err((command, complaint)) = cli.command.check() {
        return print(&find(command).error(ErrorKind::ArgumentConflict, complaint));
    }
    let mut output = Output::stdout();
    let verdict = match &cli.command {
        Command::Perft(args) => perft::run(args, &mut output),
        Command::Units(args) => units::run(args, &mut output),
        Command::Suite(args) => suite::run(args, output),
        Command::Inspect(args) => inspect::run(args, &mut output),
        Command::Resolve(args) => resolve::run(args, &mut output),
        Command::Moves(args) => moves::run(args, &mut output),
        Command::Pgn(args) => pgn::run(args, &mut output),
        Command::Book(args) => book::run(args, &mut output),
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
            diagnostics::error(&error);
            ExitCode::FAILURE
        }
    }
}

/// Prints what the parser has to say: help or the version on stdout, what is wrong with the command line on stderr.
fn print(answer: &clap::Error) -> ExitCode {
    let printed = answer.print().and_then(|()| stdout().flush());
    match printed {
        Err(error) if !answer.use_stderr() && error.kind() != BrokenPipe => {
            diagnostics::error(CliError::Output(error));
            ExitCode::FAILURE
        }
        // Nobody reads on, or there is nobody to tell.
        _ => u8::try_from(answer.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from),
    }
}

/// The command with this name, to complain with its usage.
fn find(names: &[&str]) -> clap::Command {
    let mut command = Cli::command();
    command.build();
    for name in names {
        command = command.find_subcommand(name).cloned().unwrap_or(command);
    }
    command
}
