use std::fs;
use std::path::PathBuf;

use clap::{Args, Command};
use clap_mangen::Man;

use crate::error::CliError;
use crate::io::out_file::write_file;
use crate::io::output::Output;
use crate::verdict::Verdict;

/// Print the manual pages of this program and its commands
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct ManArgs {
    /// Write the pages to files in DIR, one for each command, instead of stdout
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

const DETAILS: &str = "\
Examples:
  chess man | man -l -
  chess man --out ~/.local/share/man/man1";

pub(crate) fn run(args: &ManArgs, command: Command, output: &mut Output) -> Result<Verdict, CliError> {
    let pages = pages(command);
    if let Some(directory) = &args.out {
        let complain = |error| CliError::File { path: directory.clone(), error };
        fs::create_dir_all(directory).map_err(complain)?;
        for page in &pages {
            let path = directory.join(page.get_filename());
            write_file(&path, |out| {
                page.render(out).map_err(|error| CliError::File { path: path.clone(), error })
            })?;
        }
    } else {
        for page in &pages {
            let mut text = Vec::new();
            page.render(&mut text)?;
            output.line(String::from_utf8_lossy(&text).trim_end())?;
        }
    }
    Ok(Verdict::Passed)
}

/// The page of the program and that of each command.
fn pages(command: Command) -> Vec<Man> {
    let source = format!("{} {}", command.get_name(), command.get_version().unwrap_or_default());
    let mut command = command.disable_help_subcommand(true);
    command.build();
    all(&command)
        .into_iter()
        .map(|command| Man::new(command.clone()).source(source.as_str()).manual("Chess"))
        .collect()
}

/// A command, and those below it.
fn all(command: &Command) -> Vec<&Command> {
    [command].into_iter().chain(command.get_subcommands().flat_map(all)).collect()
}
