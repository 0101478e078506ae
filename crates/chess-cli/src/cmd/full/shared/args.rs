//! Arguments that several commands of the full build take.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use chess_arena::engine::Log;
use clap::Args;

use crate::args::number;
use crate::error::CliError;
use crate::io::out_file::is_compressed;

/// The file that words name, unless they are a position: anything that is there, such as a pipe or a folder, and names of games.
pub(crate) fn file_of<T: AsRef<OsStr>>(words: &[T]) -> Option<&Path> {
    let [word] = words else { return None };
    let path = Path::new(word);
    let is_pgn = path.extension().is_some_and(|it| it.eq_ignore_ascii_case("pgn"));
    (is_pgn || is_compressed(path) || path.exists()).then_some(path)
}

/// Engines that work for long.
#[derive(Args)]
pub(crate) struct EngineArgs {
    /// Games played or analysed at once [default: 1]
    ///
    /// Each has its own engines. More games than free cores take time from each other's engines.
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true, value_parser = number(1_u16, 256))]
    pub(crate) concurrency: u16,

    #[command(flatten)]
    pub(crate) timeout: TimeoutArg,
}

/// The file that gets the conversation with engines.
#[derive(Args)]
pub(crate) struct LogArg {
    /// Log the UCI traffic to this file
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    log: Option<PathBuf>,
}

impl LogArg {
    pub(crate) fn open(&self) -> Result<Option<Log>, CliError> {
        self.log.as_deref().map(|path| Log::open(path).map_err(CliError::file(path))).transpose()
    }
}

/// The patience with engines.
#[derive(Args)]
pub(crate) struct TimeoutArg {
    /// Seconds without output after which an engine counts as stalled
    ///
    /// If only nodes or depth limit the search, only new info lines count as output. An engine whose time for a position is over is
    /// sent stop, and counts as stalled if no move follows within this time; in a match it loses on time.
    #[arg(long, value_name = "S", hide_short_help = true, default_value_t = 20.0, value_parser = number(0.1, 86_400.0))]
    timeout: f64,
}

impl TimeoutArg {
    pub(crate) fn patience(&self) -> Duration {
        Duration::from_secs_f64(self.timeout)
    }
}
