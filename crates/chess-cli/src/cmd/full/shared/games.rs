//! The files of games that a command line names, read on all threads.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use chess_arena::games_file::GamesFile;
use chess_data::chunks::{Chunk, Counted, InputError, Origin, Part, Pipeline};
use chess_data::columns::Base;
use chess_data::filter::Filter;
use chess_data::input::{self, Input, Progress};
use chess_data::opening_names::OpeningNames;
use chess_data::scores::ScoreView;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::ProgressBar;

use super::paths::is_stream;
use super::summary::{Sink, Summary};
use crate::args::ThreadArgs;
use crate::error::{CliError, Verdict};
use crate::io::diagnostics;
use crate::io::interrupts::stop_on_interrupt;
use crate::io::out_file::require_plain_name;
use crate::io::output::Output;
use crate::io::progress::styled;

#[derive(Args)]
pub(crate) struct PgnFiles {
    /// PGN files, plain or compressed, or folders of them; - for stdin
    ///
    /// Compression is Zstandard, gzip or bzip2.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Recover what can be read of malformed games
    ///
    /// Errors are repaired or skipped.
    #[arg(long)]
    lenient: bool,

    #[command(flatten)]
    threads: ThreadArgs,
}

/// Whose point of view scores have.
#[derive(Args)]
pub(crate) struct ScoreViewArg {
    /// Point of view of scores in comments: white or mover
    ///
    /// Applies to scores such as +0.31/14 and [%eval 31,14]. By default, it is detected for each game.
    #[arg(long, value_name = "VIEW", hide_short_help = true, hide_possible_values = true, value_parser = views())]
    score_view: Option<ScoreView>,
}

impl ScoreViewArg {
    pub(crate) const fn view(&self) -> Option<ScoreView> {
        self.score_view
    }
}

fn views() -> impl TypedValueParser<Value = ScoreView> {
    PossibleValuesParser::new(ScoreView::ALL.map(ScoreView::name)).try_map(|name| name.parse::<ScoreView>())
}

/// A file with names of openings.
#[derive(Args)]
pub(crate) struct OpeningNamesArg {
    /// Name openings as in this table of ECO, name and moves, or PGN
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) opening_names: Option<PathBuf>,
}

impl OpeningNamesArg {
    /// Reads the names; `None` without a file.
    pub(crate) fn read(&self) -> Result<Option<OpeningNames>, CliError> {
        let Some(path) = &self.opening_names else { return Ok(None) };
        let text = Input::file(path).read_text(OpeningNames::MAX_TEXT);
        let names = text.and_then(|text| OpeningNames::read(&text).map_err(io::Error::other));
        let names = names.map_err(CliError::file(path))?;
        if names.unnamed() > 0 {
            let count = names.unnamed();
            diagnostics::tell(format_args!("{}: skipped {count} games without a name", path.display()));
        }
        Ok(Some(names))
    }
}

/// The files of a command line, to be read once.
pub(crate) struct PgnReading {
    inputs: Vec<Input>,
    is_lenient: bool,
    cuts_at_pauses: bool,
    threads: usize,
    progress: Progress,
    bar: ProgressBar,
    /// Is set by Ctrl-C and SIGTERM.
    stop: Arc<AtomicBool>,
    /// Other games are passed over.
    filter: Filter,
}

/// The most bytes of games that are read as a whole.
pub(crate) const MAX_GAMES_TEXT: u64 = 128 << 20;

/// The place where a chunk of games begins.
pub(crate) struct Place<'a> {
    pub(crate) path: &'a Path,
    pub(crate) origin: Origin,
    bar: &'a ProgressBar,
}

impl Place<'_> {
    /// Runs `print` while the progress bar is hidden.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }
}

/// A use of games: threads work on chunks of text, and the results are added up in the order of the files.
pub(crate) trait Mode {
    /// The usual number of bytes of a chunk.
    const CHUNK_SIZE: usize = Pipeline::CHUNK_SIZE;
    /// What the threads know.
    type Shared: Sync;
    /// What a thread makes of a chunk.
    type Part: Send;

    /// Works on a chunk, on any thread.
    fn chunk(shared: &Self::Shared, reading: &PgnReading, chunk: &Chunk<'_>) -> Counted<Self::Part>;

    /// Takes the result of a chunk. Returns `false` if no more is wanted.
    fn add(&mut self, part: Self::Part, place: &Place<'_>, output: &mut Output) -> Result<bool, CliError>;

    /// Takes the error of an input, which has been reported.
    fn fail(&mut self, _: &InputError) -> Result<(), CliError> {
        Ok(())
    }

    /// Completes what is written, unless the ending forbids it. The summary counts in any case.
    fn finish(self, ending: Ending) -> (Summary, Result<(), CliError>);
}

/// The end of reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// All files have been read.
    Whole,
    /// A file could not be read to its end.
    Unreadable,
    /// Ctrl-C or SIGTERM has stopped the work.
    Interrupted,
}

/// Begins a file to which each game is added when it is done.
pub(crate) fn new_games_file(path: &Path) -> Result<GamesFile, CliError> {
    let advise = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => io::Error::other(format!("{error}; use --resume to continue it")),
        _ => error,
    };
    require_plain_name(path)
        .and_then(|()| GamesFile::create(path).map_err(advise))
        .map_err(CliError::file(path))
}

/// Refuses a filter of games with conditions on moves outside of quantifiers.
pub(crate) fn check_filter(filter: Option<&Filter>) -> Result<(), String> {
    let about = filter.and_then(Filter::condition_on_moves);
    about.map_or(Ok(()), |about| {
        Err(format!("--filter: `{about}` tests moves, not games; write some({about}) or every({about})"))
    })
}

impl PgnFiles {
    /// True if broken games count as far as they could be read.
    pub(crate) fn are_lenient(&self) -> bool {
        self.lenient
    }

    /// The first input that cannot be read twice.
    pub(crate) fn unrepeatable(&self) -> Option<&Path> {
        let is_pipe = |path: &Path| path.metadata().is_ok_and(|it| !it.is_file() && !it.is_dir());
        self.files.iter().map(PathBuf::as_path).find(|path| is_stream(path) || is_pipe(path))
    }

    /// Finds the files, and makes Ctrl-C and SIGTERM stop the reading instead of the program.
    pub(crate) fn open(&self) -> PgnReading {
        let stop = stop_on_interrupt(&Arc::default());
        let inputs = input::find(&self.files, ".pgn").into_iter().map(|input| input.stop_when(&stop));
        let inputs: Vec<_> = inputs.collect();
        let bar = byte_bar(inputs.iter().filter_map(Input::length).sum());
        let threads = self.threads.count().get();
        let is_lenient = self.lenient;
        let (progress, filter) = (Progress::default(), Filter::ALL);
        PgnReading { inputs, is_lenient, cuts_at_pauses: true, threads, progress, bar, stop, filter }
    }
}

impl PgnReading {
    /// Another reading of the same files.
    pub(crate) fn again(&self) -> Self {
        let bar = byte_bar(self.inputs.iter().filter_map(Input::length).sum());
        let (inputs, filter, stop) = (self.inputs.clone(), self.filter.clone(), Arc::clone(&self.stop));
        Self { inputs, progress: Progress::default(), bar, stop, filter, ..*self }
    }

    pub(crate) fn are_many(&self) -> bool {
        self.inputs.len() > 1
    }

    pub(crate) fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// True if broken games are read as far as possible.
    #[cfg(feature = "parquet")]
    pub(crate) const fn is_lenient(&self) -> bool {
        self.is_lenient
    }

    /// Leaves out the inputs that `is_wanted` refuses.
    #[cfg(feature = "parquet")]
    pub(crate) fn retain(&mut self, is_wanted: impl FnMut(&Input) -> bool) {
        self.inputs.retain(is_wanted);
    }

    /// Sets what the caller says about all games.
    pub(crate) fn set(&mut self, set: impl Fn(Input) -> Input) {
        self.inputs = std::mem::take(&mut self.inputs).into_iter().map(set).collect();
    }

    /// Makes chunks of a pipe those of a file, whatever the pace of its writer.
    pub(crate) fn ignore_pauses(&mut self) {
        self.cuts_at_pauses = false;
    }

    /// Passes over games that the filter rejects.
    pub(crate) fn keep(&mut self, filter: &Filter) {
        self.filter = filter.clone();
    }

    pub(crate) const fn filter(&self) -> &Filter {
        &self.filter
    }

    /// Reads all chunks on all threads, and prints the summary, if there is a sink for it.
    ///
    /// A file that cannot be read is reported on stderr, and the other files are read.
    pub(crate) fn run<M: Mode>(
        &self,
        shared: &M::Shared,
        mut mode: M,
        sink: Option<Sink>,
        output: &mut Output,
    ) -> Result<Verdict, CliError> {
        let mut ending = Ending::Whole;
        // Whether an input has games; `None` while it has no text either.
        let found = Mutex::new(vec![None; self.inputs.len()]);
        let work = |chunk: &Chunk<'_>| {
            let counted = M::chunk(shared, self, chunk);
            if counted.games > 0 || !chunk.bytes().trim_ascii().is_empty() {
                let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                let found = &mut found[chunk.input()];
                *found = (*found).max(Some(counted.games > 0));
            }
            counted
        };
        let pipeline = Pipeline::new(&self.inputs)
            .lenient(self.is_lenient)
            .cut_at_pauses(self.cuts_at_pauses)
            .threads(self.threads)
            .chunk_size(M::CHUNK_SIZE)
            .progress(&self.progress)
            .stop_when(&self.stop);
        let flow = pipeline.run(work, |part| {
            self.bar.set_position(self.progress.bytes());
            let added = match part {
                Ok(Part { value, origin }) => {
                    let path = self.inputs.get(origin.input).map_or(Path::new(""), Input::name);
                    mode.add(value, &Place { path, origin, bar: &self.bar }, output)
                }
                Err(error) => {
                    self.bar.suspend(|| diagnostics::error(&error));
                    ending = Ending::Unreadable;
                    found.lock().unwrap_or_else(PoisonError::into_inner)[error.input] = None;
                    mode.fail(&error).map(|()| true)
                }
            };
            match added {
                Ok(true) => ControlFlow::Continue(()),
                Ok(false) => ControlFlow::Break(Ok(())),
                Err(error) => ControlFlow::Break(Err(error)),
            }
        });
        self.bar.finish_and_clear();
        if flow.is_continue() {
            let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
            for (input, _) in self.inputs.iter().zip(found).filter(|(_, found)| *found == Some(false)) {
                let name = input.name().display();
                diagnostics::error(format_args!("{name}: no games found"));
                ending = Ending::Unreadable;
            }
        }
        if let ControlFlow::Break(result) = flow {
            result?;
        } else if self.stop.load(Ordering::Relaxed) {
            ending = Ending::Interrupted;
        }
        let (summary, finished) = mode.finish(ending);
        let summary = summary.incomplete(ending == Ending::Interrupted);
        if let Some(sink) = sink {
            sink.print(&summary, output)?;
        }
        finished?;
        Ok(match ending {
            Ending::Interrupted => Verdict::Interrupted,
            Ending::Whole if summary.is_sound() => Verdict::Passed,
            Ending::Whole | Ending::Unreadable => Verdict::Failed,
        })
    }

    /// The file that a chunk is from.
    pub(crate) fn base(&self, chunk: &Chunk<'_>) -> Base {
        let base = self.inputs.get(chunk.input()).map(Base::of_input).unwrap_or_default();
        Base { is_lenient: chunk.is_lenient(), ..base }
    }
}

/// A bar of this many bytes; a hidden one for 0.
pub(crate) fn byte_bar(bytes: u64) -> ProgressBar {
    let bar = if bytes == 0 { ProgressBar::hidden() } else { ProgressBar::new(bytes) };
    styled(bar, "{bar:20} {bytes}/{total_bytes}  {bytes_per_sec}  {elapsed}, {eta} left")
}

/// The beginning of the game whose first token is at `offset`: that of the line, if nothing else is before it.
pub(crate) fn start_of(bytes: &[u8], offset: usize) -> usize {
    let before = &bytes[..offset.min(bytes.len())];
    let line = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    if before[line..].iter().all(|byte| byte.is_ascii_whitespace() || *byte == b'[') {
        line
    } else {
        before.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_begins_at_its_line_unless_it_is_shared() {
        let text = b"1. e4 *\n\n  [White \"x\"]\n1. d4 * 1. c4 *";
        for (offset, start) in [(12, 9), (11, 9), (23, 23), (31, 31), (99, text.len())] {
            assert_eq!(start_of(text, offset), start, "{offset}");
        }
    }

    #[test]
    fn a_bar_of_no_bytes_is_hidden() {
        assert!(byte_bar(0).is_hidden());
        assert_eq!(byte_bar(5).length(), Some(5));
    }
}
