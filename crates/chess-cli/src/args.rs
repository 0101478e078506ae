//! Arguments that several commands take.

use std::fmt::Display;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::{iter, thread};

use chess_board::{ParsePositionError, Position, Setup};
use chess_data::memory::most_for_table;
use chess_movegen::machine::Backend;
use chess_movegen_perft::{PerftMode, PerftTable};
use clap::Args;
use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::CliError;
use crate::io::diagnostics;
use crate::io::record::{read_position, read_setup};
use crate::io::threads::{ROOM, has_room, startable};

/// A parser of numbers within a range, whose errors name it.
pub(crate) fn number<T>(least: T, most: T) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: Copy + Display + FromStr + PartialOrd,
{
    move |text| {
        let kind = if T::from_str("0.5").is_ok() { "a number" } else { "an integer" };
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| format!("must be {kind} from {least} to {most}"))
    }
}

/// A parser of the name of a picture to write, which refuses those of other kinds of pictures.
pub(crate) fn picture() -> impl TypedValueParser<Value = PathBuf> {
    const OTHERS: [&str; 6] = ["gif", "jpeg", "jpg", "pdf", "png", "webp"];
    PathBufValueParser::new().try_map(|path| {
        let is_other =
            path.extension().is_some_and(|end| OTHERS.iter().any(|it| end.eq_ignore_ascii_case(it)));
        if is_other { Err("unsupported image format: only .svg is written") } else { Ok(path) }
    })
}

/// The position that a command works on, as `--fen FEN`. The start position without it.
#[derive(Args)]
pub(crate) struct FenOption {
    /// FEN, X-FEN or Shredder-FEN of the position [default: startpos]
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Option<String>,
}

/// The position that a command works on, as `--fen FEN` or as plain words, quoted or not.
#[derive(Args)]
pub(crate) struct FenArgs {
    /// The position, like --fen, quoted or not
    #[arg(value_name = "FEN", conflicts_with = "fen")]
    pub(crate) words: Vec<String>,

    #[command(flatten)]
    option: FenOption,
}

impl FenOption {
    /// Reads the position.
    pub(crate) fn position(&self) -> Result<Position, CliError> {
        self.fen.as_deref().map_or(Ok(Position::START), read_position).map_err(|error| refuse("--fen", error))
    }
}

impl FenArgs {
    /// Reads the position.
    pub(crate) fn position(&self) -> Result<Position, CliError> {
        match self.words() {
            Some(fen) => read_position(&fen).map_err(|error| self.refuse(error)),
            None => self.option.position(),
        }
    }

    /// Reads the setup, which need not be a position that can be played on.
    pub(crate) fn setup(&self) -> Result<Setup, CliError> {
        let fen = self.words().or_else(|| self.option.fen.clone());
        fen.map_or(Ok(Position::START.to_setup()), |fen| read_setup(&fen)).map_err(|error| self.refuse(error))
    }

    /// The error of a FEN that was given in this way.
    pub(crate) fn refuse(&self, error: ParsePositionError) -> CliError {
        refuse(if self.option.fen.is_some() { "--fen" } else { "FEN" }, error)
    }

    fn words(&self) -> Option<String> {
        (!self.words.is_empty()).then(|| self.words.join(" "))
    }
}

fn refuse(argument: &'static str, error: ParsePositionError) -> CliError {
    CliError::Fen { argument, error }
}

/// The name of the choice of the fastest backend.
const AUTO: &str = "auto";

#[derive(Args)]
pub(crate) struct BackendArgs {
    /// CPU instruction set to use
    ///
    /// auto is the fastest that this CPU supports.
    #[arg(long, default_value = AUTO, value_parser = parser())]
    pub(crate) backend: Choice,
}

#[derive(Clone, Copy)]
pub(crate) enum Choice {
    Auto,
    Named(Backend),
}

impl BackendArgs {
    /// The backend for perft in this mode, which the processor has.
    pub(crate) fn choose(&self, mode: PerftMode) -> Result<Backend, CliError> {
        self.choose_or(mode.best_backend())
    }

    /// The backend that was named, or `best`. The processor has it.
    pub(crate) fn choose_or(&self, best: Backend) -> Result<Backend, CliError> {
        match self.backend {
            Choice::Auto => Ok(best),
            Choice::Named(backend) => require(backend, backend.is_available()),
        }
    }
}

fn require(backend: Backend, is_available: bool) -> Result<Backend, CliError> {
    if is_available { Ok(backend) } else { Err(CliError::Backend(backend)) }
}

/// Takes the names from the library, so that a new backend of the library is accepted here at once.
fn parser() -> impl TypedValueParser<Value = Choice> {
    let names = Backend::ALL.map(Backend::name);
    PossibleValuesParser::new([AUTO].into_iter().chain(names))
        .map(|name| name.parse().map_or(Choice::Auto, Choice::Named))
}

/// The greatest depth that is accepted. The walk is recursive, and a perft this deep ends only where moves are forced.
pub(crate) const MAX_DEPTH: u32 = 64;

/// The largest table or memory in MiB: 16 TiB.
pub(crate) const MAX_MIB: u32 = 1 << 24;

#[derive(Args)]
pub(crate) struct HashArgs {
    /// Hash table size in MiB (0: no table)
    ///
    /// Counts are exact at any size.
    #[arg(long, value_name = "MIB", default_value_t = 0, value_parser = number(0, MAX_MIB))]
    hash: u32,
}

impl HashArgs {
    pub(crate) fn mib(&self) -> u32 {
        self.hash
    }

    /// Allocates the table; `None` for 0 MiB. Returns its size in MiB too.
    pub(crate) fn table(&self) -> (u32, Option<PerftTable>) {
        allocate(self.hash, |bytes| PerftTable::new(bytes).ok().filter(|_| has_room(ROOM)))
    }
}

/// Allocates a table of `mib` MiB, or of as many as may be taken, or of the first that fits of the half, the quarter and so on. It says so
/// on stderr if the table is smaller than wanted. Returns the size in MiB and the table.
pub(crate) fn allocate<T>(mib: u32, mut allocate: impl FnMut(usize) -> Option<T>) -> (u32, Option<T>) {
    let most = u32::try_from(most_for_table(0) >> 20).unwrap_or(u32::MAX);
    let mut sizes = iter::successors(Some(mib.min(most)), |mib| Some(mib / 2)).take_while(|&mib| mib > 0);
    let found = sizes.find_map(|mib| allocate(bytes_of_mib(mib.into())).map(|table| (mib, table)));
    let (size, table) = found.map_or((0, None), |(size, table)| (size, Some(table)));
    if size < mib {
        diagnostics::tell(format_args!("warning: --hash: only {size} of {mib} MiB could be allocated"));
    }
    (size, table)
}

/// Returns the bytes of `mib` MiB. Memory that cannot be addressed cannot be allocated either: it becomes the largest
/// number of bytes that there is.
pub(crate) fn bytes_of_mib(mib: u64) -> usize {
    mib.checked_mul(1 << 20).and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(usize::MAX)
}

/// The largest number of threads.
pub(crate) const MAX_THREADS: u16 = 1024;

#[derive(Args)]
pub(crate) struct ThreadArgs {
    /// Number of threads [default: one for each core]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = number(0, MAX_THREADS))]
    threads: u16,
}

impl ThreadArgs {
    /// The number of threads to use, the caller's among them.
    pub(crate) fn count(&self) -> NonZeroUsize {
        working_threads(self.threads.into())
    }

    /// Starts the threads. A single thread is a pool of one, so that all counts are made in the same way.
    ///
    /// # Errors
    /// The system starts none.
    pub(crate) fn pool(&self) -> Result<ThreadPool, CliError> {
        thread_pool(self.threads.into())
    }
}

/// Starts threads that work while the main thread waits for them: `wanted`, where 0 means one for each core, or as many as the system
/// starts.
///
/// # Errors
/// The system starts none.
pub(crate) fn thread_pool(wanted: usize) -> Result<ThreadPool, CliError> {
    let threads = startable(or_cores(wanted).get()).max(1);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| CliError::option("--threads", error))
}

/// The number of threads that can work at once, the caller's among them: `wanted`, where 0 means one for each core, or as many as
/// the system starts.
pub(crate) fn working_threads(wanted: usize) -> NonZeroUsize {
    NonZeroUsize::MIN.saturating_add(startable(or_cores(wanted).get() - 1))
}

fn or_cores(wanted: usize) -> NonZeroUsize {
    NonZeroUsize::new(wanted).unwrap_or_else(|| thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backend_that_the_processor_lacks_is_refused_by_name() {
        for backend in Backend::ALL {
            assert!(matches!(require(backend, true), Ok(chosen) if chosen == backend));
            let error = require(backend, false).unwrap_err().to_string();
            assert!(error.contains(backend.name()) && error.contains("CPU"), "{error}");
        }
    }

    #[test]
    fn a_table_that_does_not_fit_is_halved() {
        let table = |most: usize| allocate(100, |bytes| (bytes <= most << 20).then_some(bytes >> 20));
        for (most, size) in [(100, 100), (99, 50), (50, 50), (12, 12), (1, 1), (0, 0)] {
            assert_eq!(table(most), (size, Some(size as usize).filter(|&size| size > 0)), "{most}");
        }
    }

    /// Nothing is allocated here.
    #[test]
    fn no_table_is_larger_than_seven_eighths_of_the_free_memory() {
        let most = || most_for_table(0) >> 20;
        let before = most();
        let (size, table) = allocate(MAX_MIB, Some);
        // Other programs may have taken or given back some memory in between.
        let range = before.min(most()) * 7 / 8..=before.max(most()).min(MAX_MIB as usize) + 256;
        assert!(range.contains(&(size as usize)), "{size} {range:?}");
        assert_eq!(table, Some((size as usize) << 20));
        if let Ok(memory) = std::fs::read_to_string("/proc/meminfo") {
            let number = |line: &str| line.split_whitespace().nth(1)?.parse::<usize>().ok();
            let total = memory.lines().find(|line| line.starts_with("MemTotal:")).and_then(number);
            assert!((size as usize) << 10 <= total.unwrap() / 8 * 7);
        }
    }

    #[test]
    fn mebibytes_are_bytes_as_far_as_there_are_addresses() {
        assert_eq!([0, 1, 16].map(bytes_of_mib), [0, 1 << 20, 16 << 20]);
        let all = usize::MAX >> 20;
        assert_eq!(bytes_of_mib(all as u64), all << 20);
        for too_many in [all as u64 + 1, all as u64 + 2, u64::MAX] {
            assert_eq!(bytes_of_mib(too_many), usize::MAX);
        }
    }
}
