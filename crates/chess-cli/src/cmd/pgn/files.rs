use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use chess_notation::pgn::Replay;
use clap::Args;
use indicatif::ProgressBar;

use crate::cmd::pgn::game::PgnGame;
use crate::error::CliError;
use crate::io::diagnostics;
use crate::io::progress::byte_bar;

#[derive(Args)]
pub(crate) struct PgnFiles {
    /// PGN files; - means stdin
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// A game that was replayed to its end or to its first fault.
pub(crate) struct Replayed<'a> {
    pub(crate) path: &'a Path,
    pub(crate) game: &'a PgnGame,
}

impl PgnFiles {
    pub(crate) fn are_many(&self) -> bool {
        self.files.len() > 1
    }

    /// A progress bar over the bytes of all files, for [`replay`](Self::replay).
    pub(crate) fn bar(&self) -> ProgressBar {
        let length = |path: &PathBuf| path.metadata().map_or(0, |metadata| metadata.len());
        byte_bar(self.files.iter().map(length).sum())
    }

    /// Replays all games and passes each of them to `visit`, until that returns `false`. One game is in memory at a time.
    ///
    /// A file that cannot be read is reported on stderr, and the other files are read; the method then returns `false`.
    pub(crate) fn replay(
        &self,
        bar: &ProgressBar,
        mut visit: impl FnMut(&Replayed<'_>) -> Result<bool, CliError>,
    ) -> Result<bool, CliError> {
        let mut are_readable = true;
        for path in &self.files {
            match replay_file(path, bar, &mut visit) {
                Err(error @ CliError::File { .. }) => {
                    bar.suspend(|| diagnostics::error(&error));
                    are_readable = false;
                }
                result => {
                    if !result? {
                        break;
                    }
                }
            }
        }
        bar.finish_and_clear();
        Ok(are_readable)
    }
}

impl Replayed<'_> {
    /// Returns true if the game came through stdin, whose writer may wait for an answer.
    pub(crate) fn is_from_stdin(&self) -> bool {
        is_stdin(self.path)
    }
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

fn replay_file(
    path: &Path,
    bar: &ProgressBar,
    visit: &mut impl FnMut(&Replayed<'_>) -> Result<bool, CliError>,
) -> Result<bool, CliError> {
    let unreadable = |error| CliError::File { path: path.to_owned(), error };
    let read: Box<dyn Read> = if is_stdin(path) {
        Box::new(io::stdin().lock())
    } else {
        Box::new(bar.wrap_read(File::open(path).map_err(unreadable)?))
    };
    let mut replay = Replay::from_read(read);
    let mut game = PgnGame::default();
    while game.replay(&mut replay).map_err(unreadable)? {
        if !visit(&Replayed { path, game: &game })? {
            return Ok(false);
        }
    }
    Ok(true)
}
