//! The arguments of the program.

use std::path::PathBuf;

use clap::Parser;

/// Changes a crate in many small ways, all in one build, and counts the changes that its tests notice.
#[derive(Debug, Parser)]
#[command(version)]
pub(crate) struct Args {
    /// The crates, by name.
    #[arg(required = true)]
    pub(crate) crates: Vec<String>,
    /// The manifest of the workspace, if it is not that of the current folder.
    #[arg(long)]
    pub(crate) manifest_path: Option<PathBuf>,
    /// The list of equivalent mutants.
    #[arg(long, default_value = "ci/mutants/equivalent.txt")]
    pub(crate) equivalent: PathBuf,
    /// Run only so many mutants of each crate, chosen at random.
    #[arg(long)]
    pub(crate) sample: Option<usize>,
    /// The seed of the choice.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Run only mutants of files whose path contains this text.
    #[arg(long)]
    pub(crate) only: Option<String>,
    /// Run only the mutant of this number, even if its answer is known.
    #[arg(long)]
    pub(crate) mutant: Option<usize>,
    /// Run the tests of this package too, for mutants that the crate's own tests miss.
    #[arg(long)]
    pub(crate) with: Vec<String>,
    /// Leave out tests that take more seconds of CPU time than this alone, which are named at the end. What only they would catch
    /// counts as missed.
    #[arg(long)]
    pub(crate) longest: Option<u64>,
    /// Test processes at a time.
    #[arg(long, default_value_t = 2)]
    pub(crate) workers: usize,
    /// Forget the answers of earlier runs.
    #[arg(long)]
    pub(crate) fresh: bool,
    /// Print all mutants with their numbers, and build nothing.
    #[arg(long)]
    pub(crate) list: bool,
    /// Write JSON.
    #[arg(long)]
    pub(crate) json: bool,
}
