//! Perft with a table, compared with known counts. The tables are so small that entries are replaced all the time.

use std::collections::HashMap;
use std::thread;

use chess_board::{Position, Setup};
use chess_movegen::PositionExt;
use chess_movegen::machine::Backend;
use chess_movegen_perft::{PerftTable, perft};
use chess_testkit::suite::{self, Line};
use chess_testkit::{known, place};

/// The lines of the suites with the counts of up to three million leaves. Larger trees use no other code.
fn lines() -> impl Iterator<Item = Line> {
    suite::lines().map(|mut line| {
        line.counts.retain(|&(_, leaves)| leaves <= 3_000_000);
        line
    })
}

/// Each size of table counts its share of the suites, on two threads, each in its own order.
#[test]
fn suites_with_three_entries_four_kib_and_sixteen_mib() {
    for (number, bytes) in [0, 4096, 16 << 20].into_iter().enumerate() {
        let table = PerftTable::new(bytes).unwrap();
        let suites: Vec<Line> = lines().skip((number + place(3)) % 3).step_by(3).collect();
        let check = |Line { name, position, counts }: &Line| {
            for &(depth, leaves) in counts {
                let counted = table.perft(position, depth, Backend::best());
                assert_eq!(counted, Some(leaves), "{name}, depth {depth}, {bytes} bytes");
            }
        };
        thread::scope(|scope| {
            scope.spawn(|| suites.iter().for_each(check));
            scope.spawn(|| suites.iter().rev().for_each(check));
        });
    }
}

/// Counts from every depth, including those that are not looked up. The second count finds the entries of the first.
#[test]
fn every_backend_counts_with_a_table() {
    let backends: Vec<_> = Backend::ALL.into_iter().filter(|backend| backend.is_available()).collect();
    for (number, &backend) in backends.iter().enumerate() {
        for bytes in [0, 16 << 20] {
            let table = PerftTable::new(bytes).unwrap();
            // Each backend has its share of the lines.
            for Line { name, position, counts } in
                lines().skip((number + place(backends.len())) % backends.len()).step_by(backends.len())
            {
                for (depth, leaves) in [(0, 1)].into_iter().chain(counts.repeat(2)) {
                    let counted = table.perft(&position, depth, backend);
                    assert_eq!(counted, Some(leaves), "{name}, depth {depth}, {backend}, {bytes} bytes");
                }
            }
        }
    }
}

/// Both threads use the same few buckets at the same time, in the same trees.
#[test]
fn two_threads_in_one_tree() {
    let kiwipete = Position::from_fen(known::KIWIPETE).unwrap();
    // The model of AVX-512 is slow.
    let [start, middle] = if cfg!(avx512_model) {
        [(5, 4_865_609), (4, 4_085_603)]
    } else {
        [(6, 119_060_324), (5, 193_690_690)]
    };
    for bytes in [0, 1024, 1 << 20] {
        let table = PerftTable::new(bytes).unwrap();
        thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    assert_eq!(table.perft(&Position::START, start.0, Backend::best()), Some(start.1));
                    assert_eq!(table.perft(&kiwipete, middle.0, Backend::best()), Some(middle.1));
                });
            }
        });
    }
}

/// Equal pieces on equal squares with different numbers of moves. Each is looked up after the other, in a table in
/// which all of them share one bucket.
#[test]
fn side_castling_and_en_passant_tell_positions_apart() {
    let table = PerftTable::new(0).unwrap();
    let board = "r3k2r/8/8/2pP4/8/8/8/R3K2R";
    let mut counts = Vec::new();
    for state in ["w KQkq c6", "w KQkq -", "w KQk -", "w K -", "w - c6", "w - -", "b - -", "b KQkq -"] {
        let position: Position = format!("{board} {state} 0 1").parse().unwrap();
        let counted = table.perft(&position, 3, Backend::best()).unwrap();
        assert_eq!(counted, perft(&position, 3), "{state}");
        assert_eq!(table.perft(&position, 4, Backend::best()).unwrap(), perft(&position, 4), "{state}");
        assert!(!counts.contains(&counted), "{state}");
        counts.push(counted);
    }
}

/// The oracle for depths that no walk reaches: the number of ways to each position, ply after ply.
fn leaves_by_ply(root: &Position, depth: u32) -> Vec<Option<u64>> {
    let mut level = HashMap::from([(bare(root), Some(1u64))]);
    let add = |sum: Option<u64>, more: Option<u64>| sum?.checked_add(more?);
    (0..=depth)
        .map(|_| {
            let leaves = level.values().try_fold(0u64, |sum, &times| sum.checked_add(times?));
            let mut next = HashMap::new();
            for (setup, &times) in &level {
                let position = Position::from_setup(setup).unwrap();
                for mv in position.legal_moves() {
                    let sum = next.entry(bare(&position.after(mv))).or_insert(Some(0));
                    *sum = add(*sum, times);
                }
            }
            level = next;
            leaves
        })
        .collect()
}

fn bare(position: &Position) -> Setup {
    Setup { halfmove_clock: 0, fullmove_number: 1, ..position.to_setup() }
}

/// Without a single hit this would not end. The last depths have counts that no entry can hold, then counts that no
/// `u64` can hold.
#[test]
fn two_kings_as_deep_as_counts_go() {
    let kings: Position = "4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap();
    let table = PerftTable::new(32 << 20).unwrap();
    let leaves = leaves_by_ply(&kings, 26);
    for (&expected, depth) in leaves.iter().zip(0..) {
        assert_eq!(table.perft(&kings, depth, Backend::best()), expected, "depth {depth}");
    }
    assert!(leaves.iter().flatten().any(|leaves| leaves >> 56 != 0));
    assert_eq!(leaves.last(), Some(&None));
}

#[test]
fn a_table_too_large_for_memory_is_an_error() {
    assert!(PerftTable::new(usize::MAX).is_err());
}
