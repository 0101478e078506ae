use clap::{Args, Command};
use clap_complete::{Shell, generate};

use crate::error::CliError;
use crate::io::output::Output;
use crate::verdict::Verdict;

/// Print the completion script of this program for a shell
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct CompletionsArgs {
    /// Shell that the script is for
    #[arg(value_enum)]
    shell: Shell,
}

const DETAILS: &str = "\
Examples:
  chess completions bash > ~/.local/share/bash-completion/completions/chess
  chess completions zsh > ~/.zfunc/_chess
  chess completions fish > ~/.config/fish/completions/chess.fish";

pub(crate) fn run(
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
