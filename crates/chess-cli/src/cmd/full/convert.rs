//! Training files in other formats.

use std::fs::File;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use chess_data::chunks::{Counted, InputError, InputFault, Part, Pipeline};
use chess_data::columns::Base;
use chess_data::filter::Filter;
use chess_data::input::{Input, Opened, Progress};
use chess_data::scores::ScoreView;
use chess_training::{Encoded, Fault, Format, ReadError, Reader, encode_games};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::ProgressBar;

use crate::args::ThreadArgs;
use crate::cmd::full::shared::data_out::{DataOut, heed};
use crate::cmd::full::shared::games::ScoreViewArg;
use crate::cmd::full::shared::games::byte_bar;
use crate::cmd::full::shared::paths::is_stream;
use crate::cmd::full::shared::summary::{RecordSummary, Sink};
use crate::error::{CliError, Verdict};
use crate::io::out_file::is_compressed;
use crate::io::output::Output;
use crate::io::progress::removed_on_interrupt;

/// Convert training data between formats
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct ConvertArgs {
    /// Input file; - for stdin
    #[arg(value_name = "IN")]
    input: PathBuf,

    /// Output file; - for stdout
    #[arg(value_name = "OUT")]
    output: PathBuf,

    /// Input format (default: from the extension)
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    from: Option<Format>,

    /// Output format (default: from the extension)
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    to: Option<Format>,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    score_view: ScoreViewArg,

    /// Fail on the first unreadable record and write nothing
    #[arg(long)]
    fail_fast: bool,

    /// Print the summary as a JSON object
    #[arg(long)]
    json: bool,
}

const DETAILS: &str = "\
Examples:
  chess convert games.vf positions.bf
  chess convert games.pgn games.binpack
  chess convert data.binpack.zst - --to plain | head

Formats, with the extensions that stand for them:
  viri     viriformat, games: .vf .viri .viriformat
  marlin   marlinformat, positions: .marlin .marlinformat
  bullet   bulletformat, positions seen from the side to move: .bf .bullet .bulletformat
  binpack  Stockfish's games in chunks: .binpack
  plain    bullet's text, lines of FEN | score | result: .plain .txt
  pgn      games with scores in comments, as [%eval 0.31] or +0.31/14: .pgn

The point of view of a score such as +0.31/14 is detected per game (docs/scores.md) or set by --score-view; scores whose point of view is
unknown are dropped and counted.

IN may be compressed (Zstandard, gzip, bzip2); for viri, marlin and bullet its name must then end in .zst, .gz or .bz2.

Positions without a score or result are dropped, except in PGN. The summary counts records read and written, and what OUT cannot
represent. It goes to stdout, or to stderr if OUT is -.

An error in IN is reported, and conversion continues with the next record, line, game or chunk, unless --fail-fast is given. OUT
appears when it is complete; writing nothing is an error and keeps an existing file. The exit code is 1 after an error.";

pub(crate) fn run(args: &ConvertArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let (Some(from), Some(to)) = (args.from(), args.to()) else { return Ok(Verdict::Failed) };
    let bar = removed_on_interrupt(byte_bar(args.input.metadata().map_or(0, |metadata| metadata.len())));
    let conversion =
        Conversion { input: &args.input, output: &args.output, to, fails_fast: args.fail_fast, bar: &bar };
    let mut out = DataOut::create(&args.output)?;
    let converted = if from == Format::Pgn {
        let threads = args.threads.count().get();
        convert_games(&conversion, args.score_view.view(), threads, &mut out)
    } else {
        open(&args.input, from, &bar).and_then(|mut read| conversion.run(from, &mut *read, &mut out))
    };
    bar.finish_and_clear();
    let summary = converted?;
    let finished = out.finish();
    Sink::new(args.json, Some(&args.output)).print(&summary.summary(), output)?;
    finished?;
    Ok(if summary.faults.count() == 0 { Verdict::Passed } else { Verdict::Failed })
}

impl ConvertArgs {
    /// Checks that both formats are known.
    pub(crate) fn check(&self) -> Result<(), &'static str> {
        if self.from().is_none() {
            return Err("unknown extension of IN; use --from FORMAT");
        }
        if self.to().is_none() {
            return Err("unknown extension of OUT; use --to FORMAT");
        }
        Ok(())
    }

    fn from(&self) -> Option<Format> {
        let name =
            if is_compressed(&self.input) { self.input.with_extension("") } else { self.input.clone() };
        self.from.or_else(|| Format::of_path(&name))
    }

    fn to(&self) -> Option<Format> {
        self.to.or_else(|| Format::of_path(&self.output))
    }
}

/// Opens the input. A compressed one is decompressed, but positions of 32 bytes are only if the name says that they are
/// compressed: their first bytes can be any.
fn open(path: &Path, format: Format, bar: &ProgressBar) -> Result<Box<dyn Read>, CliError> {
    let unreadable = CliError::file(path);
    let is_any = matches!(format, Format::Viri | Format::Marlin | Format::Bullet);
    if is_any && !is_compressed(path) {
        if is_stream(path) {
            return Ok(Box::new(io::stdin().lock()));
        }
        return Ok(Box::new(bar.wrap_read(File::open(path).map_err(unreadable)?)));
    }
    let opened = format.open(&Input::named(path)).map_err(unreadable)?;
    Ok(Box::new(Watched { opened, bar: bar.clone() }))
}

/// A source that shows how much of the file has been read.
struct Watched {
    opened: Opened,
    bar: ProgressBar,
}

impl Read for Watched {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.opened.read(bytes)?;
        self.bar.set_position(self.opened.bytes_read());
        Ok(count)
    }
}

/// Takes the names from the library, so that a new format of the library is accepted here at once.
fn formats() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::name)).try_map(|name| name.parse::<Format>())
}

/// A conversion of one file to another.
struct Conversion<'a> {
    input: &'a Path,
    output: &'a Path,
    to: Format,
    /// A fault ends the work.
    fails_fast: bool,
    bar: &'a ProgressBar,
}

impl Conversion<'_> {
    /// Converts the records of a stream.
    fn run(&self, from: Format, read: &mut dyn Read, out: &mut dyn Write) -> Result<RecordSummary, CliError> {
        let mut conversion = chess_training::Conversion::new(Reader::new(from, read), self.to, out);
        let mut summary = RecordSummary::default();
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
        heed(self.output, end.and_then(|()| conversion.finish()))?;
        Ok(summary)
    }

    /// Tells a fault and counts it, unless it ends the work.
    fn heed(&self, error: ReadError, summary: &mut RecordSummary) -> Result<(), CliError> {
        match error {
            ReadError { fault: Fault::Io(error), .. } if !is_damage(&error) => {
                return Err(self.unreadable(error));
            }
            error if self.fails_fast => return Err(self.unreadable(io::Error::other(error))),
            error => {
                self.bar.suspend(|| summary.add_fault(self.input, &error));
            }
        }
        Ok(())
    }

    /// Refuses an input in which everything is wrong.
    fn require_something(&self, summary: &RecordSummary) -> Result<(), CliError> {
        if summary.records == 0 && summary.faults.count() > 0 {
            return Err(self.unreadable(io::Error::other("no records could be read")));
        }
        Ok(())
    }

    fn unreadable(&self, error: io::Error) -> CliError {
        if is_stream(self.input) {
            CliError::Input(error)
        } else {
            CliError::File { path: self.input.to_owned(), error }
        }
    }
}

/// Tells if an error is that of a compressed file which is damaged or cut off: what is before can be used.
fn is_damage(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData)
}

/// Converts the games of PGN on several threads. Pieces of the output are written in the order of the input.
fn convert_games(
    conversion: &Conversion<'_>,
    score_view: Option<ScoreView>,
    threads: usize,
    out: &mut DataOut,
) -> Result<RecordSummary, CliError> {
    let input = Input::named(conversion.input);
    let base = Base { score_view, ..Base::of_input(&input) };
    let inputs = [input];
    let progress = Progress::default();
    let mut summary = RecordSummary::default();
    // Each chunk of games becomes a chunk of a binpack file, whatever the pace of a pipe's writer.
    let end = Pipeline::new(&inputs).cut_at_pauses(false).threads(threads).progress(&progress).run(
        |chunk| {
            let value = encode_games(conversion.to, chunk.bytes(), &base, &Filter::ALL);
            let games = value.games;
            Counted { value, games }
        },
        |part| {
            conversion.bar.set_position(progress.bytes());
            let flow = match part {
                Ok(part) => add(conversion, part, out, &mut summary),
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
        ControlFlow::Continue(()) => conversion.require_something(&summary)?,
    }
    Ok(summary)
}

/// Writes a piece; `false` if the reader of the output has gone.
fn add(
    conversion: &Conversion<'_>,
    Part { value, origin }: Part<Encoded>,
    out: &mut DataOut,
    summary: &mut RecordSummary,
) -> Result<bool, CliError> {
    summary.add(&value);
    for fault in value.faults {
        conversion.heed(fault.placed(|error| origin.place(error)), summary)?;
    }
    out.write_piece(&value.bytes)
}

/// The error of an input as that of a training file.
fn read_error(error: InputError) -> ReadError {
    let (offset, text) = (error.offset, error.to_string());
    // The caller names the file.
    let text = text.strip_prefix(&format!("{}: ", error.name.display())).unwrap_or(&text).to_owned();
    let fault = match error.fault {
        InputFault::Open(error) | InputFault::Read { error, .. } => Fault::Io(error),
        // The limit is that of the pipeline.
        _ => Fault::Io(io::Error::new(io::ErrorKind::InvalidData, text)),
    };
    ReadError { offset, line: 0, fault }
}
