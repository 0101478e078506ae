use std::io::{self, BufWriter, Read, Write};
use std::ops::ControlFlow;
use std::path::Path;

use chess_data::chunks::{Counted, InputError, InputFault, Part, Pipeline};
use chess_data::columns::Base;
use chess_data::filter::Filter;
use chess_data::input::{Input, Progress};
use chess_data::scores::ScoreView;
use chess_training::{Encoded, Fault, Format, ReadError, Reader, encode_filtered_games};
use indicatif::ProgressBar;

use crate::error::CliError;
use crate::training::Summary;

/// A conversion of one file to another.
pub(super) struct Conversion<'a> {
    pub(super) input: &'a Path,
    pub(super) output: &'a Path,
    pub(super) to: Format,
    /// A fault ends the work.
    pub(super) is_strict: bool,
    pub(super) bar: &'a ProgressBar,
}

impl Conversion<'_> {
    /// Converts the records of a stream.
    pub(super) fn run(
        &self,
        from: Format,
        read: &mut dyn Read,
        out: &mut dyn Write,
    ) -> Result<Summary, CliError> {
        let mut conversion = chess_training::Conversion::new(Reader::new(from, read), self.to, out);
        let mut summary = Summary::default();
        let end = loop {
            match conversion.next_fault() {
                Ok(Some(error)) => self.heed(error, &mut summary)?,
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        (summary.records, summary.games) = (conversion.records(), conversion.games());
        if end.is_ok() {
            // What has arrived at an output that failed is not known.
            (summary.written, summary.losses) = (conversion.written(), conversion.losses());
        }
        self.require_something(&summary)?;
        if let Err(error) = end.and_then(|()| conversion.finish()) {
            self.heed_output(error)?;
        }
        Ok(summary)
    }

    /// Tells a fault and counts it, unless it ends the work.
    fn heed(&self, error: ReadError, summary: &mut Summary) -> Result<(), CliError> {
        match error {
            ReadError { fault: Fault::Io(error), .. } if !is_damage(&error) => {
                return Err(self.unreadable(error));
            }
            error if self.is_strict => return Err(self.unreadable(io::Error::other(error))),
            error => {
                self.bar.suspend(|| summary.add_fault(self.input, &error));
            }
        }
        Ok(())
    }

    /// Refuses an input in which everything is wrong.
    fn require_something(&self, summary: &Summary) -> Result<(), CliError> {
        if summary.records == 0 && summary.faults > 0 {
            return Err(self.unreadable(io::Error::other("nothing could be read")));
        }
        Ok(())
    }

    pub(super) fn unreadable(&self, error: io::Error) -> CliError {
        if is_std(self.input) {
            CliError::Input(error)
        } else {
            CliError::File { path: self.input.to_owned(), error }
        }
    }

    /// The error of the output; a reader of stdout that has gone is none.
    fn heed_output(&self, error: io::Error) -> Result<(), CliError> {
        if !is_std(self.output) {
            return Err(CliError::File { path: self.output.to_owned(), error });
        }
        if error.kind() == io::ErrorKind::BrokenPipe { Ok(()) } else { Err(CliError::Output(error)) }
    }
}

pub(super) fn is_std(path: &Path) -> bool {
    path == Path::new("-")
}

/// Tells if an error is that of a compressed file which is damaged or cut off: what is before can be used.
fn is_damage(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData)
}

/// Converts the games of PGN on several threads. Pieces of the output are written in the order of the input.
pub(super) fn convert_games(
    conversion: &Conversion<'_>,
    score_view: Option<ScoreView>,
    threads: usize,
    out: &mut dyn Write,
) -> Result<Summary, CliError> {
    let input = if is_std(conversion.input) { Input::stdin() } else { Input::file(conversion.input) };
    let base = Base { score_view, ..Base::of_input(&input) };
    let inputs = [input];
    let progress = Progress::default();
    let mut out = BufWriter::new(out);
    let mut summary = Summary::default();
    let end = Pipeline::new(&inputs).threads(threads).progress(&progress).run(
        |chunk| {
            let value = encode_filtered_games(conversion.to, chunk.bytes(), &base, &Filter::ALL);
            let games = value.games;
            Counted { value, games }
        },
        |part| {
            conversion.bar.set_position(progress.bytes());
            let flow = match part {
                Ok(part) => add(conversion, part, &mut out, &mut summary),
                Err(error) => conversion.heed(read_error(error), &mut summary).map(|()| true),
            };
            match flow {
                Ok(true) => ControlFlow::Continue(()),
                Ok(false) => ControlFlow::Break(Ok(())),
                Err(error) => ControlFlow::Break(Err(error)),
            }
        },
    );
    match end {
        ControlFlow::Break(result) => result?,
        ControlFlow::Continue(()) => {
            conversion.require_something(&summary)?;
            out.flush().or_else(|error| conversion.heed_output(error))?;
        }
    }
    Ok(summary)
}

/// Writes a piece; `false` if the reader of the output has gone.
fn add(
    conversion: &Conversion<'_>,
    Part { value, origin }: Part<Encoded>,
    out: &mut impl Write,
    summary: &mut Summary,
) -> Result<bool, CliError> {
    summary.add(&value);
    for fault in value.faults {
        conversion.heed(fault.placed(|error| origin.place(error)), summary)?;
    }
    match out.write_all(&value.bytes) {
        Ok(()) => Ok(true),
        Err(error) => conversion.heed_output(error).map(|()| false),
    }
}

/// The error of an input as that of a training file.
fn read_error(error: InputError) -> ReadError {
    let (offset, text) = (error.offset, error.to_string());
    let fault = match error.fault {
        InputFault::Open(error) | InputFault::Read { error, .. } => Fault::Io(error),
        // The limit is that of the pipeline.
        _ => Fault::Io(io::Error::new(io::ErrorKind::InvalidData, text)),
    };
    ReadError { offset, line: 0, fault }
}
