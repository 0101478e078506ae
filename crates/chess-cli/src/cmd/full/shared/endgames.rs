//! Folders of endgame tablebases as arguments.

use std::path::PathBuf;

use chess_syzygy::Tables;
use clap::Args;

use crate::error::CliError;

/// Folders of endgame tablebases that an engine or a match may use.
#[derive(Args)]
pub(crate) struct TablePaths {
    /// Folder with Syzygy endgame tablebases; repeatable
    ///
    /// `match` adjudicates games by them; in `play` and `analyse`, the engine probes them.
    #[arg(long = "syzygy", aliases = ["path", "tb"], value_name = "DIR", hide_short_help = true)]
    pub(crate) paths: Vec<PathBuf>,
}

impl TablePaths {
    /// Opens the tables; `None` without a folder.
    pub(crate) fn open(&self) -> Result<Option<Tables>, CliError> {
        let tables = (!self.paths.is_empty()).then(|| Tables::open(&self.paths)).transpose();
        tables.map_err(|error| CliError::option("--syzygy", error))
    }
}
