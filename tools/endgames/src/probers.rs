//! A comparison of probers of endgame tablebases: ours and, with the feature `peers`, that of shakmaty-syzygy.

use std::fs;
use std::hint;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use chess_board::{Position, Setup};
use chess_movegen::PositionExt;
use chess_syzygy::{Dtz, RootRules, Tables};
use chess_testkit::Random;
use chess_testkit::tables::{Ending, Kind, Lengths, Pairs, Table};
use chess_types::PieceType;
use cpu_time::ThreadTime;

#[cfg(feature = "peers")]
use {
    chess_board::{CastlingStyle, EnPassantStyle},
    shakmaty::{CastlingMode, Chess, PositionError, fen::Fen},
    shakmaty_syzygy::{MaybeRounded, Tablebase},
};

use crate::examine::skipped_squares;

/// Shorter measurements are repeated until they have taken this long.
const LEAST: Duration = Duration::from_millis(20);

/// The positions of each set that are compared and measured.
const SIZE: usize = 3000;

/// The kinds of probes: the result with captures resolved, the distance to zeroing, and the best move.
const WORK: [&str; 3] = ["WDL", "DTZ", "root"];

/// A library whose tables are open. The folder has all tables that the positions need: a failing probe is a panic.
trait Prober {
    fn name(&self) -> &'static str;

    /// Returns the value of a position for the side to move, from -2 for a loss to 2 for a win, and the distance on request.
    fn answer(&self, position: &Position, with_dtz: bool) -> (i8, Option<Dtz>);

    /// Returns the nanoseconds of a probe. Positions are converted before.
    fn measure(&self, work: &str, positions: &[Position]) -> f64;
}

/// Probes all positions again and again until the time has passed. Returns the nanoseconds of a probe.
fn time<P, A>(positions: &[P], probe: impl Fn(&P) -> A) -> f64 {
    let (start, mut passes) = (ThreadTime::now(), 0);
    while start.elapsed() < LEAST {
        passes += 1;
        for position in positions {
            hint::black_box(probe(hint::black_box(position)));
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "there are fewer than 2^53 probes")]
    let probes = (passes * positions.len()) as f64;
    start.elapsed().as_secs_f64() * 1e9 / probes
}

impl Prober for Tables {
    fn name(&self) -> &'static str {
        "chess-syzygy"
    }

    fn answer(&self, position: &Position, with_dtz: bool) -> (i8, Option<Dtz>) {
        let dtz = || self.probe_dtz(position).expect("a distance");
        (self.probe_wdl(position).expect("a value").value(), with_dtz.then(dtz))
    }

    fn measure(&self, work: &str, positions: &[Position]) -> f64 {
        match work {
            "WDL" => time(positions, |it| self.probe_wdl(it)),
            "DTZ" => time(positions, |it| self.probe_dtz(it)),
            _ => time(positions, |it| self.probe_root(it, RootRules::default())),
        }
    }
}

#[cfg(feature = "peers")]
impl Prober for Tablebase<Chess> {
    fn name(&self) -> &'static str {
        "shakmaty-syzygy"
    }

    fn answer(&self, position: &Position, with_dtz: bool) -> (i8, Option<Dtz>) {
        let position = convert(position);
        let dtz = || match self.probe_dtz(&position).expect("a distance") {
            MaybeRounded::Precise(dtz) => Dtz::exact(dtz.0 as i16),
            MaybeRounded::Rounded(dtz) => Dtz::rounded(dtz.0 as i16),
        };
        (self.probe_wdl_after_zeroing(&position).expect("a value") as i8, with_dtz.then(dtz))
    }

    fn measure(&self, work: &str, positions: &[Position]) -> f64 {
        let positions: Vec<_> = positions.iter().map(convert).collect();
        match work {
            "WDL" => time(&positions, |it| self.probe_wdl_after_zeroing(it)),
            "DTZ" => time(&positions, |it| self.probe_dtz(it)),
            _ => time(&positions, |it| self.best_move(it)),
        }
    }
}

#[cfg(feature = "peers")]
fn convert(position: &Position) -> Chess {
    let fen = position.fen(CastlingStyle::XFen, EnPassantStyle::Always);
    let position = Fen::from_ascii(fen.as_bytes()).expect("a FEN").into_position(CastlingMode::Standard);
    position.or_else(PositionError::ignore_impossible_check).expect("a position")
}

/// Opens a folder with the libraries that are compiled, each in its fastest way, ours first.
fn open(folder: &Path) -> Vec<Box<dyn Prober>> {
    let ours = Tables::open([folder]).expect("a folder of tables");
    #[cfg_attr(not(feature = "peers"), allow(unused_mut))]
    let mut probers: Vec<Box<dyn Prober>> = vec![Box::new(ours)];
    #[cfg(feature = "peers")]
    {
        // SAFETY: the tables are not written to while they are measured. Positioned reads, which need no such promise, took four
        // times as long.
        #[allow(unsafe_code)]
        let mut theirs: Tablebase<Chess> = unsafe { Tablebase::with_mmap_filesystem() };
        theirs.add_directory(folder).expect("a folder of tables");
        probers.push(Box::new(theirs));
    }
    probers
}

/// Compares the answers of all libraries, then measures them in rounds. The tables of all endings of three and four pieces are in
/// `folder`. Medians of the rounds are written as tables.
///
/// # Errors
/// The text cannot be written.
pub fn compare_and_measure(folder: &Path, rounds: usize, out: &mut impl Write) -> io::Result<()> {
    let probers = open(folder);
    let mut random = Random::new(16);
    let sets = [("3 pieces", 3, false), ("4 pieces, no pawns", 4, false), ("4 pieces, pawns", 4, true)];
    let sets = sets.map(|(name, men, pawns)| {
        let endings: Vec<_> =
            Ending::all(men).into_iter().filter(|it| men == 3 || pawns == it.has_pawns()).collect();
        let positions = (0..SIZE).map(|index| random_position(&endings[index % endings.len()], &mut random));
        (name, positions.collect::<Vec<_>>())
    });
    let all: Vec<_> = sets.iter().flat_map(|(_, set)| set).copied().collect();
    for position in &all {
        let (value, ours) = probers[0].answer(position, true);
        for prober in &probers[1..] {
            let (other, theirs) = prober.answer(position, true);
            assert!(value == other && agree(ours, theirs), "{position}: {ours:?} and {theirs:?}");
        }
    }
    writeln!(out, "All libraries returned the same outcomes and distances of {} positions.", all.len())?;
    for work in WORK.into_iter().filter(|_| rounds > 0) {
        let mut figures = vec![[const { Vec::new() }; 3]; probers.len()];
        for _ in 0..rounds {
            for (set, (_, positions)) in sets.iter().enumerate() {
                let mut order = positions.clone();
                order.rotate_left(random.below(SIZE));
                for (prober, figures) in probers.iter().zip(&mut figures) {
                    figures[set].push(prober.measure(work, &order));
                }
            }
        }
        let heading = sets.each_ref().map(|(name, _)| *name).join(" | ");
        writeln!(
            out,
            "\n### {work}: nanoseconds a probe\n\n| library | {heading} | mean | times ours |\n|---|---:|---:|---:|---:|---:|"
        )?;
        let mut of_ours = None;
        for (prober, figures) in probers.iter().zip(&mut figures) {
            let medians = figures.each_mut().map(|figures| {
                figures.sort_by(f64::total_cmp);
                figures[figures.len() / 2]
            });
            let mean = medians.iter().sum::<f64>() / 3.0;
            let cells = medians.map(|figure| format!("{figure:.0}")).join(" | ");
            let times = mean / *of_ours.get_or_insert(mean);
            writeln!(out, "| {} | {cells} | **{mean:.0}** | {times:.2} |", prober.name())?;
        }
    }
    Ok(())
}

/// Tests whether distances are equal, or differ by a ply where both are rounded.
fn agree(one: Option<Dtz>, other: Option<Dtz>) -> bool {
    let (Some(one), Some(other)) = (one, other) else { return false };
    let is_rounded = !one.is_exact() && !other.is_exact() && one.wdl() == other.wdl();
    one.plies().abs_diff(other.plies()) <= u32::from(is_rounded)
}

/// Makes tables of five to seven pieces by the writer of chess-testkit, of `count` endings of each number of pieces, and compares the
/// values of `size` positions of each with the written ones. The tables of captures are missing, so that only positions without
/// captures are probed.
///
/// # Errors
/// The tables cannot be written.
pub fn compare_layouts(count: usize, size: usize, out: &mut impl Write) -> io::Result<()> {
    for pieces in 5..=7 {
        let mut random = Random::new(pieces as u64);
        let endings = Ending::all(pieces);
        let (mut values, mut distances) = (0, 0);
        for _ in 0..count {
            let [first, second] = compare_layout(&random.pick(&endings), size, &mut random)?;
            values += first;
            distances += second;
        }
        writeln!(out, "{pieces} pieces: {count} endings, {values} outcomes, {distances} distances")?;
    }
    Ok(())
}

/// Compares the libraries' answers in the tables of an ending. Returns the numbers of outcomes and distances.
fn compare_layout(ending: &Ending, size: usize, random: &mut Random) -> io::Result<[usize; 2]> {
    let folder = tempfile::tempdir()?;
    let [wdl, dtz] = [Kind::Wdl, Kind::Dtz].map(|kind| {
        let mut table = Table::random(ending, kind, random);
        for sub in &mut table.subs {
            // shakmaty-syzygy supports symbols in trees of up to 16 levels.
            sub.coding.pairs = random.pick(&[Pairs::None, Pairs::Frequent(12), Pairs::Frequent(16)]);
            sub.coding.lengths = random.pick(&[Lengths::Huffman, Lengths::Equal]);
        }
        table
    });
    fs::write(folder.path().join(format!("{ending}.rtbw")), wdl.bytes())?;
    fs::write(folder.path().join(format!("{ending}.rtbz")), dtz.bytes())?;
    let probers = open(folder.path());
    let (mut values, mut distances) = (0, 0);
    while values < size {
        let position = ending.position(random);
        if position.legal_moves().is_empty() || position.legal_moves().iter().any(|mv| mv.is_capture()) {
            continue;
        }
        values += 1;
        // Pawn moves of a winner are probed in other tables, too.
        let pawns = position.pieces(position.side_to_move(), PieceType::Pawn);
        let value = wdl.stored(&position).expect("a value") as i8 - 2;
        let is_own = value < 0 || value > 0 && pawns.is_empty();
        let beyond = dtz.distance(&position, value).filter(|_| is_own);
        let nearest = if value.abs() == 2 { 1 } else { 101 };
        let plies = beyond.map(|beyond| i32::from(value.signum()) * (nearest + beyond as i32));
        distances += usize::from(plies.is_some());
        for prober in &probers {
            let (found, dtz) = prober.answer(&position, plies.is_some());
            assert_eq!((found, dtz.map(Dtz::plies)), (value, plies), "{position} by {}", prober.name());
        }
    }
    Ok([values, distances])
}

/// Returns a random position of the ending that has a legal move. In half of the positions where a pawn may have just made a double
/// push, it has.
pub fn random_position(ending: &Ending, random: &mut Random) -> Position {
    loop {
        let mut position = ending.position(random);
        let setup = position.to_setup();
        if let Some(square) = skipped_squares(&setup).next().filter(|_| random.below(2) == 0) {
            let pushed = Position::from_setup(&Setup { en_passant: Some(square), ..setup });
            position = pushed.unwrap_or(position);
        }
        if position.has_legal_move() {
            return position;
        }
    }
}
