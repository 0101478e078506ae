use std::ffi::OsString;
use std::path::Path;
use std::sync::LazyLock;

use chess_data::chunks::{Chunk, Counted};
use chess_training::{Encoded, Format, encode_games};
use clap::{ArgAction, Args};

use crate::cmd::full::shared::data_out::DataOut;
use crate::cmd::full::shared::games::{Ending, Mode, PgnReading, Place};
use crate::cmd::full::shared::summary::{RecordSummary, Summary};
use crate::error::CliError;
use crate::io::output::Output;

/// Takes the names from the library, so that a new format of the library is accepted here at once.
static UNKNOWN_FORMAT: LazyLock<String> = LazyLock::new(|| {
    format!("--training: FORMAT must be one of {}", Format::ALL.map(Format::name).join(", "))
});

#[derive(Args)]
pub(super) struct TrainingArgs {
    /// Write scored positions as training data
    ///
    /// - for stdout.
    #[arg(
        long,
        num_args = 2,
        value_names = ["FORMAT", "FILE"],
        action = ArgAction::Set,
        conflicts_with_all = ["table", "lenient"]
    )]
    training: Option<Vec<OsString>>,
}

impl TrainingArgs {
    /// Checks that the format is known.
    pub(super) fn check(&self) -> Result<(), &'static str> {
        if self.training.is_some() && self.target().is_none() {
            return Err(UNKNOWN_FORMAT.as_str());
        }
        Ok(())
    }

    /// The format and the path of the training file; `None` if none is wanted, or if its format is not known.
    pub(super) fn target(&self) -> Option<(Format, &Path)> {
        let [format, path] = self.training.as_deref()? else { return None };
        Some((format.to_str()?.parse().ok()?, Path::new(path)))
    }
}

/// Writes the positions of games as a training file.
pub(super) struct Training {
    out: DataOut,
    summary: RecordSummary,
}

impl Training {
    pub(super) fn new(path: &Path) -> Result<Self, CliError> {
        Ok(Self { out: DataOut::create(path)?, summary: RecordSummary::default() })
    }
}

impl Mode for Training {
    type Shared = Format;
    type Part = Encoded;

    fn chunk(&format: &Format, reading: &PgnReading, chunk: &Chunk<'_>) -> Counted<Encoded> {
        let value = encode_games(format, chunk.bytes(), &reading.base(chunk), reading.filter());
        let games = value.games + value.rejected;
        Counted { value, games }
    }

    fn add(&mut self, part: Encoded, place: &Place<'_>, _: &mut Output) -> Result<bool, CliError> {
        self.summary.add(&part);
        for fault in part.faults {
            let fault = fault.placed(|error| place.origin.place(error));
            place.suspend(|| self.summary.add_fault(place.path, &fault));
        }
        self.out.write_piece(&part.bytes)
    }

    fn finish(self, ending: Ending) -> (Summary, Result<(), CliError>) {
        (self.summary.summary(), if ending == Ending::Whole { self.out.finish() } else { Ok(()) })
    }
}
