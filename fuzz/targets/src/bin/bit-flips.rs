//! Flips every bit of the first 4 KB of ten tables, one at a time, and looks up 1,000 positions in each changed table: an error
//! or some value, and never a panic or an endless walk.
//!
//! `bit-flips [FOLDER]`: with a folder of tables, it uses five endings there, and those that captures lead to; otherwise tables
//! that the program makes. It uses all cores, or `RAYON_NUM_THREADS`.

#![allow(clippy::print_stdout, reason = "run by hand")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{env, fs, io};

use chess_fuzz_targets::Copied;
use chess_syzygy::{Position, TableKind, Tables};
use chess_testkit::Random;
use chess_testkit::tables::{Ending, Kind, Table};
use chess_types::{Color, Piece, PieceType};
use rayon::prelude::*;

/// Endings whose tables are changed: three different leading pieces, two kings, equal sides, pawns of one side and of both.
const CHANGED: [&str; 5] = ["KQvK", "KRRvK", "KRvKR", "KBPvK", "KPvKP"];

/// Those that captures and promotions lead to.
const OTHERS: [&str; 12] =
    ["KRvK", "KBvK", "KNvK", "KPvK", "KQvKP", "KRvKP", "KBvKP", "KNvKP", "KQBvK", "KRBvK", "KBBvK", "KBNvK"];

/// The bytes at the start of a file whose bits are flipped.
const BYTES: usize = 4096;

/// The positions that are looked up for each flip.
const POSITIONS: usize = 1000;

/// A table of a file or of the program.
struct File {
    name: &'static str,
    kind: TableKind,
    bytes: Arc<[u8]>,
}

fn main() -> io::Result<()> {
    let files = files(env::args_os().nth(1).map(PathBuf::from).as_deref())?;
    println!("table,size,flips,refused,values,errors,longest_ms,seconds");
    let start = Instant::now();
    let changed = files.iter().filter(|file| CHANGED.contains(&file.name));
    let all: usize = changed.map(|changed| flip_all(changed, &files)).sum();
    println!("{all} probes in {:.0} s, no panic", start.elapsed().as_secs_f64());
    Ok(())
}

fn files(folder: Option<&Path>) -> io::Result<Vec<File>> {
    let mut random = Random::new(2026);
    let mut files = Vec::new();
    for name in CHANGED.into_iter().chain(OTHERS) {
        for (kind, made) in [(TableKind::Wdl, Kind::Wdl), (TableKind::Dtz, Kind::Dtz)] {
            let mut made = || Table::random(&Ending::new(name), made, &mut random).bytes();
            let bytes = match folder {
                Some(folder) => fs::read(folder.join(format!("{name}.{}", kind.extension())))?,
                // A table of single values has no 4 KB.
                None => loop {
                    let bytes = made();
                    if bytes.len() > BYTES || OTHERS.contains(&name) {
                        break bytes;
                    }
                },
            };
            files.push(File { name, kind, bytes: bytes.into() });
        }
    }
    Ok(files)
}

/// Flips the bits of one table. Returns the number of probes.
fn flip_all(changed: &File, files: &[File]) -> usize {
    let File { name, kind, bytes } = changed;
    let positions = positions(changed, &Ending::new(name), &mut Random::new(1));
    let (start, bits) = (Instant::now(), 8 * bytes.len().min(BYTES));
    // The result of one flip: whether the table was refused, the probes with a value and without, and the time of all probes.
    let flip = |tables: &mut Tables, bit| {
        let start = Instant::now();
        let source = Copied { bytes: Arc::clone(bytes), flipped: Some(bit) };
        if tables.insert(name.parse().expect("a name"), *kind, source).is_err() {
            return (1, 0, 0, start.elapsed());
        }
        let has_value = |position: &&Position| match kind {
            TableKind::Wdl => tables.probe_wdl(position).is_ok(),
            TableKind::Dtz => tables.probe_dtz(position).is_ok(),
        };
        let values = positions.iter().filter(has_value).count();
        (0, values, POSITIONS - values, start.elapsed())
    };
    let (refused, values, errors, longest) =
        (0..bits).into_par_iter().map_init(|| whole(files), flip).reduce(
            || (0, 0, 0, Duration::ZERO),
            |one, other| (one.0 + other.0, one.1 + other.1, one.2 + other.2, one.3.max(other.3)),
        );
    let (longest, seconds) = (longest.as_secs_f64() * 1e3, start.elapsed().as_secs_f64());
    let (extension, size) = (kind.extension(), bytes.len());
    println!("{name}.{extension},{size},{bits},{refused},{values},{errors},{longest:.1},{seconds:.1}");
    values + errors
}

/// Opens all tables without a change.
fn whole(files: &[File]) -> Tables {
    let mut tables = Tables::new();
    for File { name, kind, bytes } in files {
        let source = Copied { bytes: Arc::clone(bytes), flipped: None };
        tables.insert(name.parse().expect("a name"), *kind, source).unwrap_or_else(|error| panic!("{error}"));
    }
    tables
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
