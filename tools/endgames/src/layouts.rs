//! Tables of five to seven pieces, read by this workspace's prober and by others.
//!
//! The writer of chess-testkit makes the tables, with random layouts, codings and values, and records the value of each position.
//! Every prober must find it. The tables of captures are missing, so that only positions without captures are probed.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::time::Instant;

use chess_board::Position;
use chess_movegen::{PositionExt, Selection, generate};
use chess_testkit::Random;
use chess_testkit::tables::{Coding, DtzForm, Ending as Made, Kind, Layout, Lengths, Pairs, Sub, Table};
use chess_types::{MoveList, PieceType};

use crate::ending::Ending;
use crate::probers::{entrants, run_again, shuffled};

/// Makes tables of `count` endings of each number of pieces, and compares the values of `positions` positions of each. An ending
/// has its own process, because most libraries can open tables only once.
///
/// # Errors
/// A process fails, since a value is not the one that was written, or the text cannot be written.
pub fn compare_all(count: usize, positions: usize, out: &mut impl Write) -> io::Result<()> {
    let libraries: Vec<_> = entrants().iter().map(|entrant| entrant.name).collect();
    writeln!(out, "libraries: {}", libraries.join(", "))?;
    for pieces in 5..=7 {
        let start = Instant::now();
        let endings = some(pieces, count, &mut Random::new(pieces.into()));
        let (mut values, mut distances) = (0.0, 0.0);
        for (seed, ending) in endings.iter().enumerate() {
            let [first, second] =
                run_again(&["layout", &ending.to_string(), &seed.to_string(), &positions.to_string()])?;
            values += first;
            distances += second;
        }
        let (endings, seconds) = (endings.len(), start.elapsed().as_secs());
        writeln!(
            out,
            "{pieces} pieces: {endings} endings, {values} outcomes, {distances} distances, {seconds} s"
        )?;
    }
    Ok(())
}

/// Returns some endings of this number of pieces, in random order. All kinds of layouts are among them: all numbers of pawns on
/// each side are equally frequent.
fn some(pieces: u32, count: usize, random: &mut Random) -> Vec<Ending> {
    let mut left = BTreeMap::<_, Vec<_>>::new();
    for ending in shuffled(&Ending::all(pieces), random) {
        left.entry(ending.pawns()).or_default().push(ending);
    }
    let mut endings = Vec::new();
    while endings.len() < count && left.values().any(|endings| !endings.is_empty()) {
        endings.extend(left.values_mut().filter_map(Vec::pop));
    }
    endings.truncate(count);
    endings
}

/// Writes the tables of an ending and compares the libraries' answers. Returns the numbers of outcomes and distances.
///
/// # Errors
/// The tables cannot be written.
pub fn compare(name: &str, seed: u64, count: usize) -> io::Result<[usize; 2]> {
    let (ending, random) = (&Made::new(name), &mut Random::new(seed));
    let folder = tempfile::tempdir()?;
    let wdl = Table::new(ending, Kind::Wdl, random, |layout, random| {
        Sub::of_runs(layout, coding(random), &[0, 1, 2, 3, 4], random)
    });
    let is_symmetric = ending.is_symmetric();
    let dtz = Table::new(ending, Kind::Dtz, random, |layout, random| distances(layout, is_symmetric, random));
    fs::write(folder.path().join(format!("{ending}.rtbw")), wdl.bytes())?;
    fs::write(folder.path().join(format!("{ending}.rtbz")), dtz.bytes())?;

    let positions: Vec<_> = (0..count).map(|_| quiet(ending, random)).collect();
    let written: Vec<_> =
        positions.iter().map(|position| wdl.stored(position).map(|value| value as i8 - 2)).collect();
    let with_distance = positions.iter().zip(&written).filter_map(|(position, value)| {
        let value = value.filter(|&value| value < 0 || value > 0 && !has_pawn_move(position))?;
        let beyond = dtz.distance(position, value)? as i32;
        let nearest = if value.abs() == 2 { 1 } else { 101 };
        Some((*position, i32::from(value.signum()) * (nearest + beyond)))
    });
    let (probed, expected): (Vec<_>, Vec<_>) = with_distance.unzip();
    for entrant in entrants() {
        let mut library = (entrant.open)(folder.path());
        for ((position, value), found) in positions.iter().zip(&written).zip(library.values(&positions)) {
            assert_eq!(Some(found), *value, "outcome by {} at {position}", entrant.name);
        }
        if entrant.has_dtz {
            for ((position, plies), found) in probed.iter().zip(&expected).zip(library.distances(&probed)) {
                assert_eq!(found.plies(), *plies, "distance by {} at {position}", entrant.name);
            }
        }
    }
    Ok([positions.len(), probed.len()])
}

/// Returns a position that has moves, but no capture.
fn quiet(ending: &Made, random: &mut Random) -> Position {
    loop {
        let position = ending.position(random);
        let mut list = MoveList::new();
        generate(&position, Selection::captures(&position), &mut list);
        if list.is_empty() && position.has_legal_move() {
            return position;
        }
    }
}

/// Tests for pawns of the side to move. A winner's pawn moves are probed in other tables, too.
fn has_pawn_move(position: &Position) -> bool {
    !position.pieces(position.side_to_move(), PieceType::Pawn).is_empty()
}

/// A coding that all libraries read: shakmaty-syzygy supports blocks of up to 1,024 bytes, and symbols in trees of up to 16
/// levels.
fn coding(random: &mut Random) -> Coding {
    Coding {
        block: random.pick(&[5, 6, 8, 10]),
        span: random.pick(&[8, 10, 13, 16]),
        pairs: random.pick(&[Pairs::None, Pairs::Frequent(12), Pairs::Frequent(16)]),
        lengths: random.pick(&[Lengths::Huffman, Lengths::Equal]),
        spare: random.below(3),
    }
}

/// Distances as plies or moves, with a map or without.
fn distances(layout: Layout, is_symmetric: bool, random: &mut Random) -> Sub {
    let count = 16 + random.below(50);
    let list = |random: &mut Random| (0..count).map(|_| random.below(200) as u16).collect::<Vec<_>>();
    let map = (random.below(2) == 0).then(|| [(); 4].map(|()| list(random)));
    let values = if map.is_some() { (0..count as u16).collect() } else { list(random) };
    let form = DtzForm {
        side: if is_symmetric { 0 } else { random.below(2) as u8 },
        win_plies: random.below(2) == 0,
        loss_plies: random.below(2) == 0,
        is_wide: map.is_some() && random.below(2) == 0,
        map,
    };
    Sub { form, ..Sub::of_runs(layout, coding(random), &values, random) }
}
