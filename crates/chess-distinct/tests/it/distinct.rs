use std::collections::HashSet;
use std::error::Error;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

use chess_board::{Position, Setup};
use chess_distinct::{DistinctError, DistinctLimits, DistinctProgress, distinct, distinct_plies};
use chess_movegen::PositionExt;
use chess_movegen::machine::Backend;
use chess_testkit::{Random, chess960, double_chess960, game};

/// Lines of FEN, plies and count, separated by tabs.
const COUNTS: &str = include_str!("../data/distinct.tsv");

/// An empty folder to spill into.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("distinct-{}-{name}", process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// The least memory, with this folder.
    fn limits(&self, threads: usize) -> DistinctLimits {
        DistinctLimits { memory: 0, spill: Some(self.0.clone()), ..limits(threads) }
    }

    /// Removes the folder, which must be empty.
    fn remove(self) {
        fs::remove_dir(&self.0).unwrap();
    }
}

fn limits(threads: usize) -> DistinctLimits {
    DistinctLimits { threads: NonZeroUsize::new(threads).unwrap(), ..DistinctLimits::default() }
}

/// The oracle: sets of positions, without counters and without a skipped square that has no effect.
fn naive(position: &Position, plies: u32) -> u64 {
    let bare = |position: Position| Setup {
        en_passant: position.ep_square(),
        halfmove_clock: 0,
        fullmove_number: 1,
        ..position.to_setup()
    };
    let mut positions = HashSet::from([position.to_setup()]);
    for _ in 0..plies {
        positions = positions
            .iter()
            .map(|setup| Position::from_setup(setup).unwrap())
            .flat_map(|position| position.legal_moves().into_iter().map(move |mv| bare(position.after(mv))))
            .collect();
    }
    positions.len() as u64
}

fn go_on(_: DistinctProgress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[test]
fn known_counts() {
    let mut checked = 0;
    for line in COUNTS.lines().filter(|line| !line.starts_with('#')) {
        let [fen, plies, count] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let (position, plies) = (fen.parse().unwrap(), plies.parse().unwrap());
        let count: u64 = count.parse().unwrap();
        assert_eq!(distinct(&position, plies, &limits(2)).unwrap(), count, "{line}");
        if count < 100_000 {
            assert_eq!(naive(&position, plies), count, "{line}");
        }
        checked += 1;
    }
    assert!(checked >= 20, "{checked}");
}

#[test]
fn every_ply_is_counted() {
    let plies = distinct_plies(&Position::START, 4, &limits(1), &go_on).unwrap();
    assert_eq!(plies, [1, 20, 400, 5362, 72_078]);
    assert_eq!(distinct(&Position::START, 0, &limits(1)).unwrap(), 1);
}

#[test]
fn nothing_comes_after_mate() {
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3".parse().unwrap();
    assert_eq!(distinct(&mated, 1, &limits(1)).unwrap(), 0);
    assert_eq!(distinct_plies(&mated, u32::MAX, &limits(3), &go_on).unwrap(), [1, 0]);
}

/// Positions of random games of all three kinds of chess, with a few plies below each.
#[test]
fn random_positions_as_the_oracle_has_them() {
    let mut random = Random::new(960);
    let folder = Folder::new("random");
    for i in 0..24 {
        let start = match i % 3 {
            0 => Position::START,
            1 => chess960(&mut random),
            _ => double_chess960(&mut random),
        };
        let positions = game(start, 80, 1, &mut random);
        let position = random.pick(&positions);
        let threads = 1 + i % 4;
        let limits = if i % 2 == 0 { folder.limits(threads) } else { limits(threads) };
        for plies in 0..=3 {
            let counted = distinct(&position, plies, &limits).unwrap();
            assert_eq!(counted, naive(&position, plies), "{position}, {plies} plies");
        }
    }
    folder.remove();
}

/// Castling rights and en passant squares distinguish positions with equal pieces.
#[test]
fn castling_and_en_passant_tell_positions_apart() {
    for fen in [
        "r3k2r/8/8/2pP4/8/8/8/R3K2R w KQkq c6 0 1",
        "r3k2r/3p4/8/2P5/5p2/8/4P3/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "rr2k2r/8/8/8/8/8/8/RR2K2R w HBkb - 0 1",
    ] {
        let position = fen.parse().unwrap();
        for plies in 1..=3 {
            assert_eq!(distinct(&position, plies, &limits(1)).unwrap(), naive(&position, plies), "{fen}");
        }
    }
}

/// With so little memory nearly everything is written to disk, in more runs than can be read at the same time.
#[test]
fn little_memory_and_many_threads_change_nothing() {
    let folder = Folder::new("little");
    for threads in [1, 7] {
        let plies = distinct_plies(&Position::START, 5, &folder.limits(threads), &go_on).unwrap();
        assert_eq!(plies, [1, 20, 400, 5362, 72_078, 822_518], "{threads} threads");
    }
    folder.remove();
}

/// With the least memory, the sixth ply of this ending is spilled, and the seventh too.
#[test]
fn plies_beyond_memory_are_counted_when_read_back() {
    let position = "8/8/8/3k4/8/8/8/R3K3 w - - 0 1".parse().unwrap();
    let plies = distinct_plies(&position, 7, &limits(1), &go_on).unwrap();
    assert_eq!(plies, [1, 15, 107, 1043, 2670, 11_801, 18_008, 48_100]);
    let without_folder = DistinctLimits { memory: 0, ..limits(1) };
    let error = distinct_plies(&position, 7, &without_folder, &go_on).unwrap_err();
    assert!(matches!(error, DistinctError::MemoryFull { plies: counted } if counted == plies[..6]));
    let folder = Folder::new("read-back");
    for (threads, depth) in [(1, 5), (1, 6), (2, 7)] {
        let last = AtomicU32::new(0);
        let watch = |progress: DistinctProgress| {
            last.fetch_max(progress.ply, Ordering::Relaxed);
            // The files have no names.
            assert!(!cfg!(unix) || fs::read_dir(&folder.0).unwrap().next().is_none());
            ControlFlow::Continue(())
        };
        let counted = distinct_plies(&position, depth, &folder.limits(threads), &watch).unwrap();
        assert_eq!(counted, plies[..=depth as usize], "{threads} threads");
        // The last ply is read back after all moves have been made.
        assert_eq!(last.into_inner(), depth + u32::from(depth > 5));
    }
    folder.remove();
}

#[test]
fn every_backend_counts_the_same() {
    for backend in Backend::ALL {
        let limits = DistinctLimits { backend, ..limits(2) };
        assert_eq!(distinct(&Position::START, 4, &limits).unwrap(), 72_078, "{backend}");
    }
}

#[test]
fn without_a_folder_full_memory_is_an_error() {
    let limits = DistinctLimits { memory: 1 << 20, ..limits(2) };
    let error = distinct(&Position::START, 5, &limits).unwrap_err();
    let DistinctError::MemoryFull { plies } = &error else { panic!("{error:?}") };
    assert_eq!(plies[..], [1, 20, 400, 5362]);
    assert!(error.to_string().contains("no folder"), "{error}");
    assert!(error.source().is_none());
}

/// Returns the text of the error that these limits must lead to.
fn spill_error(limits: &DistinctLimits, watch: impl Fn() + Sync) -> String {
    let watch = |_| {
        watch();
        ControlFlow::Continue(())
    };
    let error = distinct_plies(&Position::START, 5, limits, &watch).unwrap_err();
    let DistinctError::Spill { folder, .. } = &error else { panic!("{error:?}") };
    assert_eq!(Some(folder), limits.spill.as_ref());
    assert!(error.source().is_some());
    let text = error.to_string();
    assert!(text.starts_with(&folder.display().to_string()), "{text}");
    text
}

#[test]
fn a_folder_that_cannot_be_written_to_is_named() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for folder in [here.join("no such folder"), here.join("Cargo.toml")] {
        let limits = DistinctLimits { spill: Some(folder), ..limits(1) };
        spill_error(&limits, || panic!("the folder is tried before anything is counted"));
    }
}

#[test]
fn a_folder_that_vanishes_is_an_error() {
    for threads in [1, 3] {
        let folder = Folder::new("vanishing");
        spill_error(&folder.limits(threads), || drop(fs::remove_dir(&folder.0)));
        assert!(!folder.0.exists());
    }
}

#[test]
fn whoever_watches_can_break_it_off() {
    for threads in [1, 4] {
        let watch = |progress: DistinctProgress| {
            assert!(progress.done <= progress.total);
            if progress.ply == 4 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let error = distinct_plies(&Position::START, 9, &limits(threads), &watch).unwrap_err();
        let DistinctError::Interrupted { plies } = &error else { panic!("{error:?}") };
        assert_eq!(plies[..], [1, 20, 400, 5362]);
        assert_eq!(error.to_string(), "interrupted after 3 plies");
    }
}
