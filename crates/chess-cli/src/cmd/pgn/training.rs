use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::LazyLock;

use chess_data::chunks::{Chunk, Counted, Part, Pipeline};
use chess_data::filter::Filter;
use chess_data::input::Input;
use chess_training::{Encoded, Format, encode_games};
use clap::{ArgAction, Args};

use crate::error::{CliError, Verdict};
use crate::games::{Ending, PgnReading};
use crate::io::diagnostics;
use crate::io::out_file::OutFile;
use crate::summary::RecordSummary;

/// Takes the names from the library, so that a new format of the library is accepted here at once.
static UNKNOWN_FORMAT: LazyLock<String> =
    LazyLock::new(|| format!("--training: FORMAT is one of {}", Format::ALL.map(Format::name).join(", ")));

#[derive(Args)]
pub(super) struct TrainingArgs {
    /// Write the scored positions as a training file
    ///
    /// - means stdout.
    #[arg(
        long,
        num_args = 2,
        value_names = ["FORMAT", "FILE"],
        action = ArgAction::Set,
        conflicts_with_all = ["table", "lenient"]
    )]
    training: Option<Vec<OsString>>,
}

/// The training file that is written.
pub(super) struct Target<'a> {
    format: Format,
    path: &'a Path,
}

impl TrainingArgs {
    /// Checks that the format is known.
    pub(super) fn check(&self) -> Result<(), &'static str> {
        if self.training.is_some() && self.target().is_none() {
            return Err(UNKNOWN_FORMAT.as_str());
        }
        Ok(())
    }

    /// The training file; `None` if none is wanted, or if its format is not known.
    pub(super) fn target(&self) -> Option<Target<'_>> {
        let [format, path] = self.training.as_deref()? else { return None };
        Some(Target { format: format.to_str()?.parse().ok()?, path: Path::new(path) })
    }
}

impl Target<'_> {
    /// Writes the games that the filter keeps, on all threads and in the order of the files. The summary goes to stderr.
    pub(super) fn write(
        &self,
        reading: &PgnReading,
        filter: &Filter,
        as_json: bool,
    ) -> Result<Verdict, CliError> {
        let mut summary = RecordSummary::default();
        let ending = if self.path == Path::new("-") {
            let mut out = BufWriter::new(io::stdout().lock());
            let result = self
                .read(reading, filter, &mut out, &mut summary)
                .and_then(|ending| out.flush().map(|()| ending).map_err(CliError::Output));
            match result {
                // The reader has gone.
                Err(CliError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ending::Whole,
                result => result?,
            }
        } else {
            let unwritable = CliError::file(self.path);
            let mut out = OutFile::create(self.path).map_err(unwritable)?;
            let ending = self.read(reading, filter, &mut out, &mut summary)?;
            if ending == Ending::Whole {
                out.finish().map_err(unwritable).inspect_err(|_| summary.tell(as_json))?;
            }
            ending
        };
        if ending == Ending::Interrupted {
            diagnostics::tell("incomplete");
        }
        summary.tell(as_json);
        Ok(ending.verdict(summary.faults))
    }

    fn read(
        &self,
        reading: &PgnReading,
        filter: &Filter,
        out: &mut impl Write,
        summary: &mut RecordSummary,
    ) -> Result<Ending, CliError> {
        let work = |(): &mut (), chunk: &Chunk<'_>| -> Counted<Encoded> {
            let value = encode_games(self.format, chunk.bytes(), &reading.base(chunk), filter);
            let games = value.games + value.rejected;
            Counted { value, games }
        };
        reading.run(
            Pipeline::CHUNK_SIZE,
            || (),
            work,
            |part| {
                // Reading errors have been reported.
                let Ok(Part { value, origin }) = part else { return Ok(true) };
                summary.add(&value);
                let path = reading.inputs().get(origin.input).map_or(Path::new(""), Input::name);
                for fault in value.faults {
                    let fault = fault.placed(|error| origin.place(error));
                    reading.suspend(|| summary.add_fault(path, &fault));
                }
                out.write_all(&value.bytes).map_err(|error| self.unwritable(error))?;
                Ok(true)
            },
        )
    }

    fn unwritable(&self, error: io::Error) -> CliError {
        if self.path == Path::new("-") {
            CliError::Output(error)
        } else {
            CliError::File { path: self.path.to_owned(), error }
        }
    }
}
