//! Parts of inputs, and how their records become rows.

use std::io::{self, BufRead, BufReader, Read};
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use chess_board::Board;
use chess_data::filter::{RecordFacts, RecordFilter};
use chess_data::input::{Compression, Input, Progress};
use chess_notation::pgn::GameResult;
use chess_types::{Color, SplitMix64};

use super::chance::{Purpose, below, random, shuffle};
use super::options::{BatchError, Contents, Options};
use super::row::{Blocks, Row};
use crate::fault::{Fault, ReadError};
use crate::format::{Format, Reader};
use crate::record::{Record, result_number};
use crate::{binpack, bullet, plain, positions};

/// The most bytes of a part of a file that can be cut anywhere, and the fewest. Small files are cut into more parts, for all workers.
const PART: u64 = 1 << 20;
const LEAST_PART: u64 = 1 << 16;

/// The most rows of a segment.
const SEGMENT: usize = 1 << 14;

/// The number of parts that are read at the same time.
pub(super) const OPEN: usize = 16;

/// A part of an input.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) input: usize,
    format: Format,
    /// Its bytes; `None` for a whole input.
    bytes: Option<Range<u64>>,
    /// Its number in the order of the inputs.
    number: u64,
    /// True if each worker reads the part and takes its share of the segments.
    is_shared: bool,
}

/// Everything that batches depend on, and what follows from it.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) inputs: Vec<Input>,
    pub(super) options: Options,
    pub(super) blocks: Blocks,
    /// The number of rows with which a pool is full.
    pub(super) pool: usize,
    segment: usize,
    /// By the number of pieces, what a random number of 32 bits must be below; `None` keeps everything.
    keep: Option<[u64; 33]>,
    /// True when no batch is wanted any more.
    pub(super) is_over: AtomicBool,
    /// The parts of this worker, until they are taken.
    pub(super) parts: Vec<Part>,
}

impl Plan {
    pub(super) fn new(inputs: &[Input], options: Options) -> Result<Self, BatchError> {
        let inputs = inputs.to_vec();
        let parts = parts_of(&inputs, &options)?;
        let size = options.batch_size.max(1);
        let pool = if options.seed.is_some() { options.pool.max(size.saturating_mul(2)) } else { size };
        let blocks = match &options.contents {
            Contents::Inputs { set, .. } => Blocks::new(set),
            _ => Blocks::new(&chess_search::FeatureSet::CHESS768),
        };
        let keep = keep_of(&options);
        let segment = SEGMENT.min((pool / OPEN).max(256));
        let options = Options { batch_size: size, threads: options.threads.max(1), ..options };
        Ok(Self { inputs, options, blocks, pool, segment, keep, is_over: AtomicBool::new(false), parts })
    }

    /// Decides what becomes of a record.
    #[inline]
    fn judge(&self, record: &Record, random: &mut SplitMix64) -> Fate {
        let Options { filter, contents, .. } = &self.options;
        let (position, ply, us) = (&record.position, record.ply, record.position.side_to_move());
        let (Some(score), Some(result)) = (record.score, number(record.result)) else {
            return Fate::Unlabelled;
        };
        if !self.is_drawn(position, random) {
            return Fate::Rejected;
        }
        let (seen_score, seen_result) = match us {
            Color::White => (score, result),
            Color::Black => (score.saturating_neg(), -result),
        };
        let facts = RecordFacts { position, mv: record.mv, ply, score: seen_score, result: seen_result };
        if !filter.accepts(&facts) {
            return Fate::Rejected;
        }
        Fate::Kept(match contents {
            Contents::Positions => Row::packed(record, score, result),
            _ => Row::seen(position, us, ply, seen_score, seen_result),
        })
    }

    /// Tests whether chance keeps a board.
    #[inline]
    fn is_drawn(&self, board: &Board, random: &mut SplitMix64) -> bool {
        let below = self.keep.as_ref().map(|keep| keep[board.occupied().count() as usize % 33]);
        below.is_none_or(|below| random.next_u64() >> 32 < below)
    }
}

/// What becomes of a record.
enum Fate {
    Unlabelled,
    Rejected,
    Kept(Row),
}

/// The records of a part.
enum Records {
    Any(Box<Reader<Box<dyn Read + Send>>>),
    Binpack(Box<binpack::Reader<Box<dyn Read + Send>>>),
    /// Boards of bullet, where nothing is asked of positions.
    Boards(bullet::Reader<Box<dyn Read + Send>>),
}

impl Records {
    fn open(part: &Part, input: &Input, plan: &Plan) -> io::Result<Self> {
        let opened = match &part.bytes {
            Some(bytes) => input.open_part(bytes.clone())?,
            None => Box::new(part.format.open(input)?),
        };
        let Options { contents, filter, score_view, .. } = &plan.options;
        if part.format == Format::Bullet
            && *contents != Contents::Positions
            && *filter == RecordFilter::default()
        {
            return Ok(Self::Boards(bullet::Reader::new(opened)));
        }
        if part.format == Format::Binpack {
            return Ok(Self::Binpack(Box::new(binpack::Reader::new(opened))));
        }
        Ok(Self::Any(Box::new(Reader::new(part.format, opened).score_view(*score_view))))
    }

    #[inline]
    fn next(&mut self, plan: &Plan, random: &mut SplitMix64) -> Option<Result<Fate, ReadError>> {
        match self {
            Self::Any(reader) => Some(reader.next()?.map(|record| plan.judge(&record, random))),
            Self::Binpack(reader) => Some(reader.next_in_place()?.map(|record| plan.judge(record, random))),
            Self::Boards(reader) => {
                Some(reader.next_by(bullet::board)?.map(|(board, score, result)| match number(result) {
                    Some(result) if plan.is_drawn(&board, random) => {
                        Fate::Kept(Row::seen(&board, Color::White, 0, score, result))
                    }
                    Some(_) => Fate::Rejected,
                    None => Fate::Unlabelled,
                }))
            }
        }
    }
}

/// The shares of records that are kept, as numbers of 32 bits.
#[expect(clippy::cast_precision_loss, reason = "a number of 32 bits")]
fn keep_of(options: &Options) -> Option<[u64; 33]> {
    let Options { skip, piece_weights, .. } = options;
    if *skip == 0 && piece_weights.is_none() {
        return None;
    }
    let weights = piece_weights.unwrap_or([1.0; 33]);
    let greatest = weights.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let whole = (1_u64 << 32) as f64 / (f64::from(*skip) + 1.0);
    Some(weights.map(|weight| (weight.max(0.0) / greatest * whole) as u64))
}

/// The parts of all inputs that this worker reads, in its order.
fn parts_of(inputs: &[Input], options: &Options) -> Result<Vec<Part>, BatchError> {
    let (mut parts, words) = (Vec::new(), options.filter.names());
    let lengths = inputs.iter().filter_map(Input::length).sum::<u64>();
    // Whole records of 32 bytes.
    let least = (lengths / 64).clamp(LEAST_PART, PART).next_multiple_of(positions::SIZE as u64);
    for (index, input) in inputs.iter().enumerate() {
        let name = input.name();
        let format = options.format.or_else(|| format_of(name));
        let format = format.ok_or_else(|| BatchError::Format(name.to_owned()))?;
        if let Some(word) = words.iter().find(|word| !tells(format, word)) {
            return Err(BatchError::Filter { name: name.to_owned(), format, word: word.clone() });
        }
        let cut = cut(input, format, least).map_err(|error| BatchError::Open(name.to_owned(), error))?;
        let mut push = |bytes| {
            let number = parts.len() as u64;
            parts.push(Part { input: index, format, bytes, number, is_shared: false });
        };
        match cut {
            None => push(None),
            Some(cuts) => cuts.windows(2).for_each(|ends| push(Some(ends[0]..ends[1]))),
        }
    }
    if let Some(seed) = options.seed {
        shuffle(&mut parts, &mut random(seed, Purpose::Parts, 0));
    }
    let (worker, workers) = options.worker;
    if workers > 1 {
        let (mut cut, mut whole): (Vec<_>, Vec<_>) = parts.into_iter().partition(|part| part.bytes.is_some());
        let are_enough = whole.len() >= workers;
        for part in &mut whole {
            part.is_shared = !are_enough;
        }
        let is_own = |index: usize| index % workers == worker;
        let mut index = 0..;
        whole.retain(|part| part.is_shared || index.next().is_some_and(is_own));
        let mut index = 0..;
        cut.retain(|_| index.next().is_some_and(is_own));
        cut.append(&mut whole);
        parts = cut;
        if let Some(seed) = options.seed {
            shuffle(&mut parts, &mut random(seed, Purpose::Parts, 1));
        } else {
            parts.sort_by_key(|part| part.number);
        }
    }
    Ok(parts)
}

/// The format that follows from a name, with the ending of a compression or without.
fn format_of(name: &Path) -> Option<Format> {
    Format::of_path(name).or_else(|| Format::of_path(Path::new(name.file_stem()?)))
}

/// Tests whether a record of a format holds what a word of a filter names.
fn tells(format: Format, word: &str) -> bool {
    match word {
        "capture" | "promotion" | "castling" | "gives_check" | "quiet" | "san" | "from" | "to" | "piece"
        | "captured" | "is_sacrifice" | "ply" => {
            !matches!(format, Format::Bullet | Format::Marlin | Format::Plain)
        }
        "side" | "halfmove_clock" => format != Format::Bullet,
        _ => true,
    }
}

/// The ends of the parts of an input, its beginning first; `None` if it is read as a whole.
fn cut(input: &Input, format: Format, least: u64) -> io::Result<Option<Vec<u64>>> {
    let Some(length) = input.length() else { return Ok(None) };
    if matches!(format, Format::Viri | Format::Pgn) {
        return Ok(None);
    }
    // Reading an input that cannot be opened gives the reason in its turn.
    let Ok(opened) = input.open(&Progress::default()) else { return Ok(None) };
    if opened.compression() != Compression::None {
        return Ok(None);
    }
    // Records of several lines are not cut.
    if format == Format::Plain {
        let mut first = Vec::new();
        opened.take(LEAST_PART).read_to_end(&mut first)?;
        if plain::is_of_records(&first) {
            return Ok(None);
        }
    }
    let mut ends = vec![0];
    let mut end = 0;
    while end < length {
        let next = match format {
            Format::Binpack => end_of_chunks(input, end, length, least)?,
            Format::Plain => end_of_line(input, end + least, length)?,
            _ => end + least,
        };
        end = next.min(length);
        ends.push(end);
    }
    Ok(Some(ends))
}

/// The end of the chunks that begin at `start` and have at least `least` bytes; the end of the file if one is not a chunk.
fn end_of_chunks(input: &Input, start: u64, length: u64, least: u64) -> io::Result<u64> {
    let mut end = start;
    while end < length && end - start < least {
        let mut head = [0; 8];
        if length - end < 8 {
            return Ok(length);
        }
        input.open_part(end..end + 8)?.read_exact(&mut head)?;
        let [name0, name1, name2, name3, size @ ..] = head;
        if [name0, name1, name2, name3] != *b"BINP" {
            return Ok(length);
        }
        end += 8 + u64::from(u32::from_le_bytes(size));
    }
    Ok(end)
}

/// The end of the line that has the byte before `place`; the end of the file if it is far too long.
fn end_of_line(input: &Input, place: u64, length: u64) -> io::Result<u64> {
    if place >= length {
        return Ok(length);
    }
    let near = input.open_part(place - 1..length.min(place + LEAST_PART))?;
    let mut rest = Vec::new();
    BufReader::with_capacity(plain::MAX_LINE, near).read_until(b'\n', &mut rest)?;
    Ok(if rest.ends_with(b"\n") { place - 1 + rest.len() as u64 } else { length })
}

/// A part that is read.
pub(super) struct Decoder {
    pub(super) part: Part,
    records: Option<Records>,
    random: SplitMix64,
    segments: usize,
    /// The number of records with labels, and of those that have been left out.
    pub(super) read: u64,
    pub(super) left_out: u64,
    pub(super) is_over: bool,
}

impl Decoder {
    pub(super) fn new(part: Part, plan: &Plan) -> Self {
        let random = random(plan.options.seed.unwrap_or_default(), Purpose::Part, part.number);
        Self { part, records: None, random, segments: 0, read: 0, left_out: 0, is_over: false }
    }

    /// The next rows of this worker, in the memory of others. The last ones may be none.
    pub(super) fn segment(&mut self, plan: &Plan, memory: Vec<Row>) -> Result<Vec<Row>, BatchError> {
        let input = &plan.inputs[self.part.input];
        let result = self.rows(input, plan, memory);
        if result.is_err() {
            self.is_over = true;
        }
        result
    }

    fn rows(&mut self, input: &Input, plan: &Plan, mut rows: Vec<Row>) -> Result<Vec<Row>, BatchError> {
        let name = || input.name().to_owned();
        let mut records = match self.records.take() {
            Some(records) => records,
            None => {
                Records::open(&self.part, input, plan).map_err(|error| BatchError::Open(name(), error))?
            }
        };
        let (worker, workers) = plan.options.worker;
        rows.clear();
        rows.reserve_exact(plan.segment);
        while !plan.is_over.load(Ordering::Relaxed) {
            match records.next(plan, &mut self.random) {
                Some(Ok(Fate::Rejected)) => self.read += 1,
                Some(Ok(Fate::Kept(row))) => {
                    self.read += 1;
                    if plan.options.seed.is_some() {
                        insert(&mut rows, row, &mut self.random);
                    } else {
                        rows.push(row);
                    }
                }
                Some(Err(error)) if !plan.options.is_lenient || matches!(error.fault, Fault::Io(_)) => {
                    return Err(BatchError::Read(name(), self.placed(error)));
                }
                Some(Ok(Fate::Unlabelled) | Err(_)) => self.left_out += 1,
                None => {
                    self.is_over = true;
                    break;
                }
            }
            if rows.len() == plan.segment {
                self.segments += 1;
                if !self.part.is_shared || (self.segments - 1) % workers == worker {
                    self.records = Some(records);
                    return Ok(rows);
                }
                rows.clear();
            }
        }
        self.is_over = true;
        if self.part.is_shared && self.segments % workers != worker {
            rows.clear();
        }
        Ok(rows)
    }

    /// The error with its place in the input. Lines are numbered in the first part alone.
    fn placed(&self, error: ReadError) -> ReadError {
        let start = self.part.bytes.as_ref().map_or(0, |bytes| bytes.start);
        let line = if start == 0 { error.line } else { 0 };
        ReadError { offset: error.offset + start, line, ..error }
    }
}

/// A result from White's point of view as batches have it.
#[inline]
fn number(result: GameResult) -> Option<i8> {
    result_number(result).map(|number| number as i8 - 1)
}

/// Puts a row at a random place among the others.
#[inline]
fn insert(rows: &mut Vec<Row>, row: Row, random: &mut SplitMix64) {
    let last = rows.len();
    rows.push(row);
    rows.swap(below(random, last + 1), last);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A part ends with the first chunk or record after its least length.
    #[test]
    fn parts_end_where_chunks_end() {
        let sizes = [5_u32, 100, 7, 0, 30, 31, 2];
        let chunks = sizes.map(|size| [&b"BINP"[..], &size.to_le_bytes(), &vec![7; size as usize]].concat());
        for least in [1, 8, 9, 20, 40, 100, 1000] {
            let (mut expected, mut end) = (vec![0], 0);
            for chunk in &chunks {
                end += chunk.len() as u64;
                if end - expected[expected.len() - 1] >= least {
                    expected.push(end);
                }
            }
            if expected[expected.len() - 1] < end {
                expected.push(end);
            }
            let input = Input::bytes("a.binpack", chunks.concat());
            assert_eq!(cut(&input, Format::Binpack, least).unwrap(), Some(expected), "{least}");
            // What is no chunk is read to the end, and so is its error.
            let broken = [chunks[0].clone(), b"BIN?1234".to_vec()].concat();
            let ends = if least <= 13 { vec![0, 13, 21] } else { vec![0, 21] };
            let input = Input::bytes("a.binpack", broken);
            assert_eq!(cut(&input, Format::Binpack, least).unwrap(), Some(ends), "{least}");
        }
        let input = Input::bytes("a.bullet", vec![0; 32 * 10]);
        assert_eq!(cut(&input, Format::Bullet, 96).unwrap(), Some(vec![0, 96, 192, 288, 320]));
    }
}
