//! Files that packages install beside the program: completions for shells, and man pages.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Arg, Args, Command};
use clap_complete::{Shell, generate};
use clap_mangen::Man;

use crate::error::{CliError, Verdict};
use crate::io::out_file::write_file;
use crate::io::output::Output;

/// Print the completion script of this program for a shell
#[derive(Args)]
#[command(after_help = COMPLETIONS_DETAILS)]
pub(crate) struct CompletionsArgs {
    /// Shell that the script is for
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

/// Print the manual pages of this program and its commands
#[derive(Args)]
#[command(after_help = MAN_DETAILS)]
pub(crate) struct ManArgs {
    /// Write the pages to files in DIR, one for each command, instead of stdout
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

const MAN_DETAILS: &str = "\
Examples:
  chess man | man -l -
  chess man --out ~/.local/share/man/man1";

pub(crate) fn print_man(args: &ManArgs, command: Command, output: &mut Output) -> Result<Verdict, CliError> {
    let pages = pages(command);
    if let Some(directory) = &args.out {
        let complain = |error| CliError::File { path: directory.clone(), error };
        fs::create_dir_all(directory).map_err(complain)?;
        for page in &pages {
            let path = directory.join(page.man.get_filename());
            write_file(&path, |out| {
                render(page, out).map_err(|error| CliError::File { path: path.clone(), error })
            })?;
        }
    } else {
        for page in &pages {
            let mut text = Vec::new();
            render(page, &mut text)?;
            output.line(String::from_utf8_lossy(&text).trim_end())?;
        }
    }
    Ok(Verdict::Passed)
}

/// The page of a command.
struct Page {
    man: Man,
    command: Command,
}

/// The page of the program and that of each command.
fn pages(command: Command) -> Vec<Page> {
    let source = format!("{} {}", command.get_name(), command.get_version().unwrap_or_default());
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let page = |command: &Command| Page {
        man: Man::new(command.clone()).source(source.as_str()).manual("Chess"),
        command: command.clone(),
    };
    all(&command).into_iter().map(page).collect()
}

/// A command, and those below it.
fn all(command: &Command) -> Vec<&Command> {
    [command].into_iter().chain(command.get_subcommands().flat_map(all)).collect()
}

/// Writes a page as [`Man::render`] does, but for the synopsis, which has the values that options take.
fn render(page: &Page, out: &mut dyn Write) -> io::Result<()> {
    let Page { man, command } = page;
    man.render_title(out)?;
    man.render_name_section(out)?;
    writeln!(out, ".SH SYNOPSIS\n\\fB{}\\fR", plain(command.get_bin_name().unwrap_or(command.get_name())))?;
    for arg in command.get_opts().chain(command.get_arguments().filter(|arg| is_flag(arg))) {
        let name = arg.get_long().map(|long| format!("--{long}"));
        let name = name.or_else(|| arg.get_short().map(|short| format!("-{short}"))).unwrap_or_default();
        let (open, close) = if arg.is_required_set() { ("", "") } else { ("[", "]") };
        let values: Vec<String> = names(arg).iter().map(|name| format!(" \\fI{}\\fR", plain(name))).collect();
        writeln!(out, "{open}\\fB{}\\fR{}{close}", plain(&name), values.concat())?;
    }
    for arg in command.get_positionals() {
        let (open, close) = if arg.is_required_set() { ("", "") } else { ("[", "]") };
        let dots = if arg.get_num_args().is_some_and(|range| range.max_values() > 1) { "..." } else { "" };
        writeln!(out, "{open}\\fI{}\\fR{dots}{close}", plain(&names(arg).join(" ")))?;
    }
    if command.has_subcommands() {
        writeln!(out, "\\fICOMMAND\\fR ...")?;
    }
    man.render_description_section(out)?;
    man.render_options_section(out)?;
    if command.has_subcommands() {
        man.render_subcommands_section(out)?;
    }
    if command.get_after_help().is_some() {
        man.render_extra_section(out)?;
    }
    if command.get_version().is_some() {
        man.render_version_section(out)?;
    }
    Ok(())
}

/// Tests for an option without a value.
fn is_flag(arg: &Arg) -> bool {
    !arg.is_positional() && !arg.get_action().takes_values() && !arg.is_hide_set()
}

/// The names of the values of an argument; none for a flag.
fn names(arg: &Arg) -> Vec<String> {
    if is_flag(arg) {
        return Vec::new();
    }
    let names = arg.get_value_names().map(|names| names.iter().map(ToString::to_string).collect());
    names.unwrap_or_else(|| vec![arg.get_id().as_str().to_uppercase()])
}

/// Text in which a manual page has no sign of its own.
fn plain(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-")
}
