//! The `chess` program.
//!
//! Data goes to stdout, diagnostics and progress go to stderr. The exit code is 0 after success, 1 if the input was wrong or
//! a check failed, 2 if the command line was wrong, 130 if Ctrl-C has ended the work, and 143 if SIGTERM has.
//!
//! The program itself is `src/bin/chess.rs`, which only calls [`main`]. This library serves that program, the fuzz targets,
//! which call the readers of input on bytes in memory, and the tool that plays out won endings. Nothing in it is a stable interface.

#![forbid(unsafe_code)]

mod args;
mod cmd;
mod counting;
mod error;
mod io;

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::ErrorKind::BrokenPipe;
use std::io::{Write, stdout};
use std::process::ExitCode;

use chess_data::json::controls_display;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

pub use self::cmd::full::fuzzing;
use self::cmd::full::{ABOUT, EXAMPLE, FullCommand, IS_FULL, MISSING, PLAIN};
use self::cmd::inspect::{self, InspectArgs, MovesArgs, ResolveArgs};
use self::cmd::perft::{self, PerftArgs};
use self::cmd::show::{self, ShowArgs};
use self::cmd::suite::{self, SuiteArgs};
use self::cmd::units::{self, UnitsArgs, UnitsCommand};
use self::error::{BUILD_ALL, CliError, Verdict};
use self::io::diagnostics::{self, visible};
use self::io::interrupts::exit_code;
use self::io::output::Output;

/// Chess from the command line.
#[derive(Parser)]
#[command(name = "chess", version, about = ABOUT, after_help = details())]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// The text after the commands.
fn details() -> String {
    format!(
        "Examples:
  chess perft 6
  chess suite standard.epd
  chess inspect < positions.fen
{EXAMPLE}  chess show --attacks Q@d4

Every command that works on a position takes it as --fen FEN; {PLAIN} also accept it as arguments,
quoted or not. Wherever a FEN is read, startpos is the start position. Pages named docs/... are in
the repository.

Exit codes:
  0    done
  1    invalid input (files, stdin, the position), or a check failed
  2    invalid command line
  130  interrupted by Ctrl-C
  143  ended by SIGTERM

Data goes to stdout, diagnostics to stderr. Counts have thousands separators on a terminal only.{MISSING}"
    )
}

#[derive(Subcommand)]
enum Command {
    Perft(PerftArgs),
    Units(UnitsArgs),
    Suite(SuiteArgs),
    Inspect(InspectArgs),
    Resolve(ResolveArgs),
    Moves(MovesArgs),
    Show(ShowArgs),
    #[command(flatten)]
    Full(FullCommand),
}

impl Command {
    /// Checks the rules that the parser cannot express. The error names the command and the rule.
    fn check(&self) -> Result<(), (&'static [&'static str], String)> {
        match self {
            Self::Perft(args) => args.check().map_err(|complaint| (&["perft"][..], complaint.into())),
            Self::Units(UnitsArgs { command: UnitsCommand::Emit(args) }) => {
                args.check().map_err(|complaint| (&["units", "emit"][..], complaint.into()))
            }
            Self::Full(full) => full.check(command),
            _ => Ok(()),
        }
    }
}

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let cli = match parse() {
        Ok(cli) => cli,
        Err(answer) => return print(&answer),
    };
    if let Err((command, complaint)) = cli.command.check() {
        return print(&find(self::command(), command).error(ErrorKind::ArgumentConflict, complaint));
    }
    let mut output = Output::stdout();
    let verdict = match &cli.command {
        Command::Perft(args) => perft::run(args, &mut output),
        Command::Units(args) => units::run(args, &mut output),
        Command::Suite(args) => suite::run(args, output),
        Command::Inspect(args) => inspect::run(args, &mut output),
        Command::Resolve(args) => inspect::resolve_lines(args, &mut output),
        Command::Moves(args) => inspect::list(args, &mut output),
        Command::Show(args) => show::run(args, &mut output),
        Command::Full(full) => full.run(command, output),
    };
    match verdict {
        Ok(Verdict::Passed) => ExitCode::SUCCESS,
        Ok(Verdict::Failed) => ExitCode::FAILURE,
        Ok(Verdict::Interrupted) => ExitCode::from(exit_code()),
        Err(error) => {
            diagnostics::error(&error);
            ExitCode::FAILURE
        }
    }
}

/// The command line that the program understands. `-h` is a screen, `--help` the text of the manual page.
pub fn command() -> clap::Command {
    with_help(Cli::command())
}

/// The answer to `-h` without a command.
const SCREEN: &str =
    "{about}\n{usage-heading} {usage}; run 'chess help <COMMAND>' for details\n{subcommands}";

/// The widest lines of help.
const MAX_WIDTH: usize = 100;

/// The examples in the help that is a screen.
const EXAMPLES: usize = 2;

/// Gives a command and its subcommands their helps, wrapped to the terminal: `-h` has the first examples only, `--help` has all of the text.
fn with_help(command: clap::Command) -> clap::Command {
    let command = command.max_term_width(MAX_WIDTH).mut_subcommands(with_help);
    let text = |text: Option<&StyledStr>| text.map(|text| unbroken(&text.to_string()));
    let (text, more) = (text(command.get_after_help()), text(command.get_after_long_help()));
    let Some(text) = text else { return command };
    let whole = [&text].into_iter().chain(&more).map(String::as_str).collect::<Vec<_>>().join("\n\n");
    let command = command.after_help(short(&text)).after_long_help(whole);
    // A manual page has nothing else of an option that the screen hides.
    command.mut_args(|arg| match (arg.get_long_help(), arg.get_help().cloned()) {
        (None, Some(help)) => arg.long_help(help),
        _ => arg,
    })
}

/// The first examples of a text.
fn short(text: &str) -> String {
    let examples = text.lines().take_while(|line| !line.is_empty()).take(1 + EXAMPLES);
    examples.collect::<Vec<_>>().join("\n")
}

/// Joins the lines of each paragraph, so that they can be wrapped anew. Lines that are indented stay.
fn unbroken(text: &str) -> String {
    let mut joined = String::new();
    let mut goes_on = false;
    for line in text.lines() {
        let is_text = !line.is_empty() && !line.starts_with(' ');
        if !joined.is_empty() {
            joined.push(if goes_on && is_text { ' ' } else { '\n' });
        }
        joined.push_str(line);
        goes_on = is_text;
    }
    joined
}

/// Parses the command line. Its errors quote arguments, in which control characters are escaped.
///
/// The helps, which take most of the time of a start, are made for an error alone, which may ask for one.
fn parse() -> Result<Cli, clap::Error> {
    let parse = |command: clap::Command, args: &mut dyn Iterator<Item = OsString>| {
        command.try_get_matches_from(args).and_then(|matches| Cli::from_arg_matches(&matches))
    };
    parse(Cli::command(), &mut env::args_os()).map_err(|error| {
        let mut escaped = env::args_os().map(|arg| visible(arg.to_string_lossy()).to_string().into());
        // The arguments that are wrong stay wrong, but for bytes that are not UTF-8, which are not quoted.
        let is_page = env::args_os().any(|arg| arg == "--help" || arg == "help");
        // The screen names the command help in its usage.
        let screen = || command().help_template(SCREEN).disable_help_subcommand(true);
        let command = if is_page { command() } else { screen() };
        with_whole_usage(parse(command, &mut escaped).err().unwrap_or(error))
    })
}

/// Replaces the usage line of an error, which repeats the arguments that were given, by that of the command.
fn with_whole_usage(mut error: clap::Error) -> clap::Error {
    if !IS_FULL && error.kind() == ErrorKind::InvalidSubcommand {
        let tip = format!("not in this small build; for all commands, {BUILD_ALL}");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    if error.get(ContextKind::Usage).is_some() {
        let usage = find(command(), env::args_os().skip(1)).render_usage();
        error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
    }
    error
}

/// Prints the answer of the parser: help or the version on stdout, an error in the command line on stderr.
fn print(answer: &clap::Error) -> ExitCode {
    let text = answer.to_string();
    // A quoted argument that parsing again did not escape. Such an answer is printed without colours.
    if answer.use_stderr() && text.chars().any(|c| c != '\n' && controls_display(c)) {
        text.lines().for_each(diagnostics::tell);
        return u8::try_from(answer.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from);
    }
    match answer.print().and_then(|()| stdout().flush()) {
        Err(error) if !answer.use_stderr() && error.kind() != BrokenPipe => {
            diagnostics::error(CliError::Output(error));
            ExitCode::FAILURE
        }
        // The reader has gone, or stderr cannot be written.
        _ => u8::try_from(answer.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from),
    }
}

/// Finds the command that these words begin with, whose usage or help is shown.
fn find(mut command: clap::Command, words: impl IntoIterator<Item: AsRef<OsStr>>) -> clap::Command {
    command.build();
    for word in words {
        let Some(found) = command.find_subcommand(word).cloned() else { break };
        command = found;
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_joined_and_lists_stay() {
        let text = "Examples:\n  chess a\n  chess b\n  chess c\n  chess d\n\nOne line\ngoes on.\n\nKeys:\n  a  b\nThe\nend.";
        assert_eq!(
            unbroken(text),
            "Examples:\n  chess a\n  chess b\n  chess c\n  chess d\n\nOne line goes on.\n\nKeys:\n  a  b\nThe end."
        );
        assert_eq!(short(text), "Examples:\n  chess a\n  chess b");
    }
}
