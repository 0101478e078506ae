//! Flips every bit of the first 4 KB of ten tables, one at a time, and looks up 1,000 positions in each changed table: an error
//! or some value, and never a panic or an endless walk.
//!
//! `bit-flips [FOLDER] [THREADS]`: with a folder of tables, five endings there, and those that captures lead to; else tables
//! that the program makes.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "run by hand")]

use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, io, thread};

use chess_syzygy::{Position, ReadError, Source, TableKind, Tables};
use chess_testkit::Random;
use chess_testkit::tables::{Ending, Kind, Table};
use chess_types::{Color, Piece, PieceType};

/// Endings whose tables are changed: three different leading pieces, two kings, equal sides, pawns of one side and of both.
const CHANGED: [&str; 5] = ["KQvK", "KRRvK", "KRvKR", "KBPvK", "KPvKP"];

/// The bytes at the start of a file whose bits are flipped.
const BYTES: usize = 4096;

/// The positions that are looked up for each flip.
const POSITIONS: usize = 1000;

/// A table of a file or of the program.
struct File {
    name: String,
    kind: TableKind,
    bytes: Vec<u8>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let folder = arguments.first().filter(|folder| folder.parse::<usize>().is_err());
    let threads = arguments.last().and_then(|threads| threads.parse().ok()).unwrap_or(1);
    let files = match folder {
        Some(folder) => read(Path::new(folder))?,
        None => made(),
    };
    println!("table,size,flips,refused,values,errors,longest_ms,seconds");
    let start = Instant::now();
    let mut all = 0;
    for changed in files.iter().filter(|file| CHANGED.contains(&file.name.as_str())) {
        all += flip_all(changed, &files, threads)?;
    }
    println!("{all} probes in {:.0} s, no panic", start.elapsed().as_secs_f64());
    Ok(())
}

/// Flips the bits of one table. Returns the number of probes.
fn flip_all(changed: &File, files: &[File], threads: usize) -> io::Result<u64> {
    let File { name, kind, bytes } = changed;
    let positions = positions(changed, &Ending::new(name), &mut Random::new(1));
    let (start, next, bits) = (Instant::now(), AtomicUsize::new(0), 8 * bytes.len().min(BYTES));
    // Tables that were refused, probes with a value and without, and the longest time of all probes after one flip.
    let counts = Mutex::new((0_u64, 0_u64, 0_u64, Duration::ZERO));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut tables = whole(files);
                while let bit = next.fetch_add(1, Ordering::Relaxed)
                    && bit < bits
                {
                    let start = Instant::now();
                    let source = Flipped { bytes, bit };
                    let is_refused = tables.insert(name.parse().expect("a name"), *kind, source).is_err();
                    let has_value = |position: &&Position| match kind {
                        TableKind::Wdl => tables.probe_wdl(position).is_ok(),
                        TableKind::Dtz => tables.probe_dtz(position).is_ok(),
                    };
                    let probed = if is_refused { &[] } else { &positions[..] };
                    let values = probed.iter().filter(has_value).count();
                    let mut counts = counts.lock().expect("no thread has panicked");
                    counts.0 += u64::from(is_refused);
                    counts.1 += values as u64;
                    counts.2 += (probed.len() - values) as u64;
                    counts.3 = counts.3.max(start.elapsed());
                }
            });
        }
    });
    let (refused, values, errors, longest) = counts.into_inner().expect("no thread has panicked");
    let (longest, seconds) = (longest.as_secs_f64() * 1e3, start.elapsed().as_secs_f64());
    let (extension, size) = (kind.extension(), bytes.len());
    println!("{name}.{extension},{size},{bits},{refused},{values},{errors},{longest:.1},{seconds:.1}");
    io::stdout().flush()?;
    Ok(values + errors)
}

/// Returns positions of an ending. If a table of distances has one side to move, one position of ten has the other: for these,
/// probes search two moves deep.
fn positions(changed: &File, ending: &Ending, random: &mut Random) -> Vec<Position> {
    let sides_with_pawns =
        Color::ALL.iter().filter(|&&color| ending.count(Piece::new(color, PieceType::Pawn)) > 0);
    let orders = 1 + usize::from(sides_with_pawns.count() == 2);
    let parts = 5 + Table::files(ending) * (orders + ending.len());
    let side = changed.bytes[parts.next_multiple_of(2)] & 1;
    let is_stored = |position: &Position| {
        let (_, is_swapped) = ending.arrange(position).expect("its ending");
        let is_black = (position.side_to_move() == Color::Black) != is_swapped;
        changed.kind == TableKind::Wdl || ending.is_symmetric() || u8::from(is_black) == side
    };
    let mut positions = Vec::new();
    while positions.len() < POSITIONS {
        let position = ending.position(random);
        if is_stored(&position) || positions.len() % 10 == 0 {
            positions.push(position);
        }
    }
    positions
}

/// Bytes with one bit flipped.
struct Flipped<'a> {
    bytes: &'a [u8],
    /// The bit's number from the start of the bytes. There may be no such bit.
    bit: usize,
}

impl Source for Flipped<'_> {
    fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn read<'a>(&'a self, offset: u64, count: usize, room: &'a mut Vec<u8>) -> Result<&'a [u8], ReadError> {
        let mut unused = Vec::new();
        let bytes = self.bytes.read(offset, count, &mut unused)?;
        let Some(at) = (self.bit / 8).checked_sub(offset as usize).filter(|&at| at < count) else {
            return Ok(&self.bytes[offset as usize..][..count]);
        };
        room.clear();
        room.extend_from_slice(bytes);
        room[at] ^= 1 << (self.bit % 8);
        Ok(room)
    }
}

/// Opens all tables without a change.
fn whole(files: &[File]) -> Tables<Flipped<'_>> {
    let mut tables = Tables::new();
    for File { name, kind, bytes } in files {
        let source = Flipped { bytes, bit: usize::MAX };
        tables.insert(name.parse().expect("a name"), *kind, source).unwrap_or_else(|error| panic!("{error}"));
    }
    tables
}

/// The tables of the endings, and of those that captures and promotions lead to.
fn names() -> Vec<String> {
    let three = ["Q", "R", "B", "N", "P"].map(|letter| format!("K{letter}vK"));
    let promoted = ["KQvKP", "KRvKP", "KBvKP", "KNvKP", "KQBvK", "KRBvK", "KBBvK", "KBNvK"];
    let mut names: Vec<_> = three.into_iter().chain(promoted.map(String::from)).collect();
    names.extend(CHANGED.map(String::from));
    names.sort();
    names.dedup();
    names
}

fn read(folder: &Path) -> io::Result<Vec<File>> {
    let mut files = Vec::new();
    for name in names() {
        for kind in TableKind::ALL {
            let path = folder.join(format!("{name}.{}", kind.extension()));
            files.push(File { name: name.clone(), kind, bytes: fs::read(path)? });
        }
    }
    Ok(files)
}

fn made() -> Vec<File> {
    let mut random = Random::new(2026);
    let mut files = Vec::new();
    for name in names() {
        for (kind, made) in [(TableKind::Wdl, Kind::Wdl), (TableKind::Dtz, Kind::Dtz)] {
            let is_changed = CHANGED.contains(&name.as_str());
            // A table of single values has no 4 KB.
            let bytes = loop {
                let bytes = Table::random(&Ending::new(&name), made, &mut random).bytes();
                if !is_changed || bytes.len() > BYTES {
                    break bytes;
                }
            };
            files.push(File { name: name.clone(), kind, bytes });
        }
    }
    files
}
