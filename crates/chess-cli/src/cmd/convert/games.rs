use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;

use chess_data::chunks::{Counted, InputError, InputFault, Part, Pipeline};
use chess_data::columns::Base;
use chess_data::filter::Filter;
use chess_data::input::{Input, Progress};
use chess_data::scores::ScoreView;
use chess_data::training::{Encoded, Fault, ReadError, encode_filtered_games};

use super::conversion::{Conversion, is_std};
use super::summary::Summary;
use crate::error::CliError;

/// Converts the games of PGN on several threads. Pieces of the output are written in the order of the input.
pub(super) fn convert_games(
    conversion: &Conversion<'_>,
    score_view: Option<ScoreView>,
    threads: usize,
    out: impl Write,
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
