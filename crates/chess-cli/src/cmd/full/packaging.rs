//! Files that packages install beside the program: completions for shells, and man pages.

use std::fs;
use std::io::{IsTerminal, Write, stdout};
use std::path::PathBuf;
use std::process::{self, Stdio};

use clap::{ArgAction, Args, Command};
use clap_complete::{Shell, generate};
use clap_mangen::Man;
use console::Term;

use crate::error::{CliError, Verdict};
use crate::io::interrupts::{CTRL_C, catch_interrupts, exit_code, exit_interrupted};
use crate::io::out_file::write_file;
use crate::io::output::Output;

/// Generate shell completions
#[derive(Args)]
#[command(after_help = COMPLETIONS_DETAILS)]
pub(crate) struct CompletionsArgs {
    /// Shell
    #[arg(value_enum)]
    shell: Shell,
}

const COMPLETIONS_DETAILS: &str = "\
Examples:
  chess completions bash > ~/.local/share/bash-completion/completions/chess
  chess completions zsh > ~/.zfunc/_chess
  chess completions fish > ~/.config/fish/completions/chess.fish";

pub(crate) fn print_completions(
    args: &CompletionsArgs,
    mut command: Command,
    output: &mut Output,
) -> Result<Verdict, CliError> {
    // `generate` panics if writing fails; writing to a vector does not.
    let mut script = Vec::new();
    let name = command.get_name().to_owned();
    generate(args.shell, &mut command, name, &mut script);
    output.line(String::from_utf8_lossy(&script).trim_end())?;
    Ok(Verdict::Passed)
}

/// Show or write the manual pages
#[derive(Args)]
#[command(after_help = MAN_DETAILS)]
pub(crate) struct ManArgs {
    /// Command to show
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    command: Vec<String>,

    /// Write one page per command to DIR
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

const MAN_DETAILS: &str = "\
Examples:
  chess man play
  chess man | man -l -
  chess man --out ~/.local/share/man/man1";

impl ManArgs {
    /// The command whose page is wanted.
    ///
    /// # Errors
    /// There is no such command.
    pub(crate) fn page<'a>(&self, command: &'a Command) -> Result<&'a Command, String> {
        self.command.iter().try_fold(command, |command, name| {
            let none = || format!("{} has no command {name:?}", command.get_name());
            command.find_subcommand(name).ok_or_else(none)
        })
    }
}

/// Prints pages of `command`, on a terminal as text.
pub(crate) fn print_man(
    args: &ManArgs,
    mut command: Command,
    output: &mut Output,
) -> Result<Verdict, CliError> {
    if args.out.is_none() && stdout().is_terminal() {
        command.build();
        let mut page = args.page(&command).map_err(CliError::command)?.clone();
        let text = page.render_long_help().to_string();
        if text.lines().count() < Term::stdout().size().0.into() || !is_paged(&text) {
            output.line(text)?;
        }
        return Ok(Verdict::Passed);
    }
    let source = format!("{} {}", command.get_name(), command.get_version().unwrap_or_default());
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let page = args.page(&command).map_err(CliError::command)?;
    let commands = if args.command.is_empty() { all(page) } else { vec![page] };
    if let Some(directory) = &args.out {
        fs::create_dir_all(directory).map_err(CliError::file(directory))?;
    }
    for command in commands {
        let page = Man::new(command.clone()).source(&source).manual("Chess");
        let mut text = Vec::new();
        page.render(&mut text)?;
        let text = with_synopsis(&String::from_utf8_lossy(&text), command);
        if let Some(directory) = &args.out {
            let path = directory.join(page.get_filename());
            write_file(&path, |out| out.write_all(text.as_bytes()).map_err(CliError::file(&path)))?;
        } else {
            output.line(text.trim_end())?;
        }
    }
    Ok(Verdict::Passed)
}

/// Replaces the synopsis of a page, which lacks the names of values.
fn with_synopsis(page: &str, command: &Command) -> String {
    const BEGIN: &str = "\n.SH SYNOPSIS\n";
    let Some((before, (_, after))) =
        page.split_once(BEGIN).and_then(|(a, b)| Some((a, b.split_once("\n.SH ")?)))
    else {
        return page.to_owned();
    };
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name());
    let words = command.get_opts().filter(|arg| !arg.is_hide_set() && !arg.is_required_set());
    let words = words.chain(
        command
            .get_arguments()
            .filter(|arg| !arg.is_hide_set() && matches!(arg.get_action(), ArgAction::SetTrue)),
    );
    let optional = words.map(|arg| format!("[{arg}]"));
    let needed = command.get_opts().filter(|arg| arg.is_required_set()).map(ToString::to_string);
    let positionals = command.get_positionals().map(ToString::to_string);
    let below = command.has_subcommands().then(|| "<COMMAND>".to_owned());
    let words: Vec<String> = optional.chain(needed).chain(positionals).chain(below).collect();
    let words = words.join(" ").replace('\\', "\\\\").replace('-', "\\-");
    format!("{before}{BEGIN}\\fB{name}\\fR {words}\n.SH {after}")
}

/// Shows a text by the program of the variable `PAGER`, or else by `less`; `false` if there is none.
fn is_paged(text: &str) -> bool {
    let mut shell = process::Command::new("sh");
    // 127 is the code of a shell that does not find a command. The text of `less` stays on the screen.
    let script = "p=${PAGER:-less}; command -v ${p%% *} >/dev/null || exit 127; LESS=${LESS-FRX} exec $p";
    shell.args(["-c", script]).stdin(Stdio::piped());
    catch_interrupts(|| {
        // Ctrl-C is the pager's.
        if exit_code() != CTRL_C {
            exit_interrupted();
        }
    });
    let Ok(mut pager) = shell.spawn() else { return false };
    // Who leaves the pager reads no further.
    drop(pager.stdin.take().map(|mut stdin| stdin.write_all(text.as_bytes())));
    pager.wait().is_ok_and(|status| status.code() != Some(127))
}

/// A command, and those below it.
fn all(command: &Command) -> Vec<&Command> {
    [command].into_iter().chain(command.get_subcommands().flat_map(all)).collect()
}
