use std::path::PathBuf;

use chess_endgames::Ending;
use clap::{Args, Parser, Subcommand};

/// Solves every ending of three and four men from scratch, and compares the values with those of Syzygy tables.
#[derive(Parser)]
#[command(name = "chess-endgames")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Solve endings and print their counts
    Solve(SolveArgs),
    /// Solve endings, compare every position with the Syzygy tables, and print counts and all that differs
    Compare(CompareArgs),
    /// Compare the solver's values, and those of tables, with files of positions with their values
    Samples(SamplesArgs),
    /// Print every position of an ending with its result and distance, separated by tabs; mirror images once
    Values(ValuesArgs),
}

#[derive(Args)]
pub(crate) struct Selection {
    /// Endings such as `KQvKR`; all of three and four men if none is given
    #[arg(long, value_name = "NAME", num_args = 1..)]
    ending: Vec<Ending>,
    /// Number of threads; 0 means one for each core
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) threads: usize,
    /// Print JSON Lines
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) selection: Selection,
    /// Check each position's value by those that its moves lead to
    #[arg(long)]
    pub(crate) check: bool,
}

#[derive(Args)]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) selection: Selection,
    /// A folder of tables; may be repeated
    #[arg(long, value_name = "DIR", required = true)]
    pub(crate) path: Vec<PathBuf>,
    /// Probe all mirror images of each position, with both colours, in place of one of them
    #[arg(long)]
    pub(crate) all_images: bool,
    /// Probe one position out of so many
    #[arg(long, value_name = "N", conflicts_with = "all_images", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) sample: Option<u32>,
}

#[derive(Args)]
pub(crate) struct SamplesArgs {
    /// Files with lines of FEN, result from -2 to 2, and distance to zeroing, separated by tabs or commas
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// A folder of tables, which are probed as well; may be repeated
    #[arg(long, value_name = "DIR")]
    pub(crate) path: Vec<PathBuf>,
    /// Number of threads; 0 means one for each core
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) threads: usize,
}

#[derive(Args)]
pub(crate) struct ValuesArgs {
    /// The ending, such as `KRvKB`
    #[arg(long, value_name = "NAME")]
    pub(crate) ending: Ending,
    /// Number of threads; 0 means one for each core
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) threads: usize,
}

impl Selection {
    /// Lists the endings.
    pub(crate) fn endings(&self) -> Vec<Ending> {
        if self.ending.is_empty() { [Ending::all(3), Ending::all(4)].concat() } else { self.ending.clone() }
    }
}
