//! Tables of five to seven pieces, read by this workspace's prober and by others.
//!
//! The writer of chess-testkit makes the tables, with random layouts, codings and values, and knows the value that it has written for
//! each position. Every prober must find it. The tables of captures are missing, so that only positions without captures are probed.

mod endings;

use std::io::{self, Write};
use std::process::{Command, ExitCode};
use std::time::Instant;
use std::{env, fs};

use chess_board::Position;
use chess_movegen::{captures, has_legal_move};
use chess_probers::answer::Work;
use chess_probers::entrants;
use chess_testkit::Random;
use chess_testkit::tables::{Coding, DtzForm, Ending, Kind, Layout, Lengths, Pairs, Sub, Table};
use chess_types::{MoveList, PieceType};

const HELP: &str = "\
Tables of five to seven pieces, made at random, read by all probers. Every value must be the one that was written.

usage: layouts [ENDINGS POSITIONS]

  ENDINGS    the endings of each number of pieces; without it 40. Five pieces have 110.
  POSITIONS  the positions of each ending; without it 1000
";

#[allow(clippy::print_stderr)]
fn main() -> ExitCode {
    let args: Vec<_> = env::args().skip(1).collect();
    let out = &mut io::stdout().lock();
    let done = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => compare_all(40, 1000, out),
        ["one", name, seed, positions] => match (seed.parse(), positions.parse()) {
            (Ok(seed), Ok(positions)) => compare(&Ending::new(name), positions, &mut Random::new(seed), out),
            _ => Err(io::Error::other(HELP)),
        },
        [endings, positions] => match (endings.parse(), positions.parse()) {
            (Ok(endings), Ok(positions)) => compare_all(endings, positions, out),
            _ => Err(io::Error::other(HELP)),
        },
        _ => Err(io::Error::other(HELP)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Compares each ending in a process of its own, because most libraries can open tables once only.
fn compare_all(endings: usize, positions: usize, out: &mut impl Write) -> io::Result<()> {
    let libraries: Vec<_> = entrants().iter().map(|entrant| entrant.name).collect();
    writeln!(out, "libraries: {}", libraries.join(", "))?;
    let positions = positions.to_string();
    for pieces in 5..=7 {
        let start = Instant::now();
        let names = endings::some(pieces, endings, &mut Random::new(pieces as u64));
        let mut counts = [0u64; 2];
        for (seed, name) in names.iter().enumerate() {
            let one = Command::new(env::current_exe()?)
                .args(["one", name, &seed.to_string(), &positions])
                .output()?;
            let numbers = String::from_utf8_lossy(&one.stdout);
            let mut numbers = numbers.split_whitespace().map(str::parse::<u64>);
            let (Some(Ok(values)), Some(Ok(distances))) = (numbers.next(), numbers.next()) else {
                return Err(io::Error::other(format!("{name}: {}", String::from_utf8_lossy(&one.stderr))));
            };
            counts = [counts[0] + values, counts[1] + distances];
        }
        let ([values, distances], seconds) = (counts, start.elapsed().as_secs());
        writeln!(
            out,
            "{pieces} pieces: {} endings, {values} outcomes, {distances} distances, {seconds} s",
            names.len()
        )?;
    }
    Ok(())
}

/// Writes the tables of an ending and compares what the libraries find in them. Prints the numbers of outcomes and distances.
fn compare(ending: &Ending, count: usize, random: &mut Random, out: &mut impl Write) -> io::Result<()> {
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
    let with_distance: Vec<_> = positions
        .iter()
        .zip(&written)
        .filter_map(|(position, value)| {
            let value = value.filter(|&value| value < 0 || value > 0 && !has_pawn_move(position))?;
            let beyond = dtz.distance(position, value)? as i32;
            let nearest = if value.abs() == 2 { 1 } else { 101 };
            Some((*position, i32::from(value.signum()) * (nearest + beyond)))
        })
        .collect();
    let (probed, expected): (Vec<_>, Vec<_>) = with_distance.into_iter().unzip();
    for entrant in entrants() {
        let library = (entrant.open)(folder.path());
        for ((position, value), found) in positions.iter().zip(&written).zip(library.values(&positions)) {
            assert_eq!(Some(found), *value, "outcome by {} at {position}", entrant.name);
        }
        if (entrant.can)(Work::Dtz) {
            for ((position, plies), found) in probed.iter().zip(&expected).zip(library.distances(&probed)) {
                assert_eq!(found.plies, *plies, "distance by {} at {position}", entrant.name);
            }
        }
    }
    writeln!(out, "{} {}", positions.len(), probed.len())
}

/// Returns a position that has moves, but no capture.
fn quiet(ending: &Ending, random: &mut Random) -> Position {
    loop {
        let position = ending.position(random);
        let mut list = MoveList::new();
        captures(&position, &mut list);
        if list.is_empty() && has_legal_move(&position) {
            return position;
        }
    }
}

/// Tests for pawns of the side to move. A winner's pawn moves are probed in other tables, too.
fn has_pawn_move(position: &Position) -> bool {
    !position.pieces(position.side_to_move(), PieceType::Pawn).is_empty()
}

/// A coding that all libraries read: shakmaty-syzygy knows blocks of up to 1,024 bytes, and symbols in trees of up to 16 levels.
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
