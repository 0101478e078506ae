use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_search::score::{MATE, mate_in, mated_in};
use chess_search::{Bound, TableEntry, TranspositionTable};
use chess_testkit::Random;
use chess_types::Move;

use crate::POSITIONS;

const ENTRY: TableEntry =
    TableEntry { mv: Move::NULL, score: 12, evaluation: 7, depth: 5, bound: Bound::Exact, flag: false };

#[test]
fn what_was_stored_is_found_and_nothing_else() {
    let table = TranspositionTable::new(1 << 20).unwrap();
    let key = Position::START.key();
    table.prefetch(key);
    assert_eq!(table.probe(key, 0), None);
    table.store(key, 0, ENTRY);
    table.prefetch(key);
    assert_eq!(table.probe(key, 0), Some(ENTRY));
    assert_eq!(table.probe(key ^ 1, 0), None);
    assert_eq!(table.probe(!key, 0), None);
}

#[test]
fn mates_are_counted_from_the_node() {
    let table = TranspositionTable::new(32).unwrap();
    for (score, elsewhere) in [(mate_in(9), mate_in(12)), (mated_in(8), mated_in(11)), (250, 250)] {
        table.store(7, 4, TableEntry { score, ..ENTRY });
        assert_eq!(table.probe(7, 4).unwrap().score, score);
        assert_eq!(table.probe(7, 7).unwrap().score, elsewhere);
    }
    table.store(7, 0, TableEntry { score: MATE, ..ENTRY });
    assert_eq!(table.probe(7, 0).unwrap().score, MATE);
}

#[test]
fn a_table_has_whole_clusters_and_can_be_cleared() {
    let mut table = TranspositionTable::new(0).unwrap();
    assert_eq!(table.bytes(), 32);
    for bytes in [1, 32, 63, 64, 1000, 1 << 20] {
        table.resize(bytes).unwrap();
        assert_eq!(table.bytes(), (bytes / 32).max(1) * 32);
        table.prefetch(u64::MAX);
        table.store(u64::MAX, 0, ENTRY);
        table.store(0, 0, ENTRY);
        assert_eq!(table.probe(u64::MAX, 0), Some(ENTRY));
        table.clear();
        assert_eq!((table.probe(u64::MAX, 0), table.full()), (None, 0));
    }
    // The old size stays, and nothing is in it.
    table.store(u64::MAX, 0, ENTRY);
    assert!(table.resize(usize::MAX).is_err());
    assert_eq!((table.probe(u64::MAX, 0), table.bytes()), (None, 1 << 20));
    table.store(1, 0, ENTRY);
    assert_eq!(table.probe(1, 0), Some(ENTRY));
}

/// From 4 MiB on, several threads fill and clear a table, if there are several cores.
#[test]
fn large_tables_are_filled_and_cleared_as_small_ones() {
    let mut table = TranspositionTable::new(9 << 20).unwrap();
    for _ in 0..2 {
        let keys = (0..4096).map(|i: u64| i << 52);
        for key in keys.clone() {
            assert_eq!(table.probe(key, 0), None);
            table.store(key, 0, ENTRY);
            assert_eq!(table.probe(key, 0), Some(ENTRY));
        }
        table.clear();
        assert!(keys.clone().all(|key| table.probe(key, 0).is_none()));
        table.resize(7 << 20).unwrap();
    }
}

#[test]
fn it_tells_how_full_it_is_of_the_present_search() {
    let table = TranspositionTable::new(1 << 16).unwrap();
    let mut random = Random::new(1);
    (0..100_000).for_each(|_| table.store(random.word(), 0, ENTRY));
    assert!(table.full() > 990, "{}", table.full());
    table.begin_search();
    assert_eq!(table.full(), 0);
    (0..3000).for_each(|_| table.store(random.word(), 0, ENTRY));
    assert!((300..700).contains(&table.full()), "{}", table.full());
}

/// After 31 searches an entry is older than every other one; after 32 its age is that of the present search again.
#[test]
fn ages_begin_anew_after_thirty_two_searches() {
    let table = TranspositionTable::new(32).unwrap();
    table.store(0, 0, ENTRY);
    for searches in 1..=130 {
        table.begin_search();
        assert_eq!(table.full(), if searches % 32 == 0 { 333 } else { 0 }, "{searches} searches");
    }
}

/// Which of three entries in a table of one cluster goes when a fourth comes. Each has a depth and the number of searches
/// between it and the fourth.
fn replaced(entries: [(u8, u32); 3]) -> usize {
    let table = TranspositionTable::new(32).unwrap();
    for searches in (0..=70).rev() {
        for (i, &(depth, age)) in entries.iter().enumerate() {
            if age == searches {
                table.store(i as u64, 0, TableEntry { depth, ..ENTRY });
            }
        }
        if searches > 0 {
            table.begin_search();
        }
    }
    table.store(3, 0, TableEntry { depth: 0, ..ENTRY });
    assert!(table.probe(3, 0).is_some());
    let gone: Vec<usize> = (0..3).filter(|&i| table.probe(i as u64, 0).is_none()).collect();
    assert_eq!(gone.len(), 1, "{entries:?}");
    gone[0]
}

#[test]
fn a_search_in_between_counts_four_plies() {
    assert_eq!(replaced([(5, 0), (4, 0), (6, 0)]), 1);
    assert_eq!(replaced([(9, 1), (6, 0), (7, 0)]), 0);
    assert_eq!(replaced([(11, 1), (6, 0), (7, 0)]), 1);
    assert_eq!(replaced([(17, 3), (6, 0), (14, 2)]), 0);
    assert_eq!(replaced([(19, 3), (9, 0), (14, 2)]), 2);
    assert_eq!(replaced([(127, 31), (4, 0), (9, 1)]), 0);
    assert_eq!(replaced([(127, 30), (8, 0), (12, 1)]), 0);
    assert_eq!(replaced([(200, 10), (9, 0), (12, 0)]), 1);
}

#[test]
fn an_exact_score_replaces_a_much_deeper_one() {
    let table = TranspositionTable::new(32).unwrap();
    let deep = TableEntry { depth: 12, bound: Bound::Lower, ..ENTRY };
    for (depth, bound, is_kept) in [
        (7, Bound::Lower, false),
        (7, Bound::Upper, false),
        (8, Bound::Upper, true),
        (12, Bound::Lower, true),
        (0, Bound::Exact, true),
    ] {
        table.store(9, 0, deep);
        table.store(9, 0, TableEntry { depth: 12, bound: Bound::Exact, ..deep });
        table.store(9, 0, deep);
        let shallow = TableEntry { depth, bound, score: -5, ..deep };
        table.store(9, 0, shallow);
        assert_eq!(table.probe(9, 0), Some(if is_kept { shallow } else { deep }), "{depth} {bound:?}");
    }
}

/// How often a probe found something, and how often that was what another position had stored.
struct Tally {
    probes: u64,
    found: u64,
    strange: u64,
}

impl Tally {
    /// Asserts that no more is strange than the width of the keys explains. A probe for a position that is not there compares
    /// 16 bits with those of up to three entries, so that at most three in 65,536 probes are strange. Half as
    /// many again are allowed, and a little for chance; keys of 15 bits would have twice as many.
    fn assert_few_strange(&self) {
        let Self { probes, found, strange } = *self;
        let expected = (probes - (found - strange)) * 3 / 65_536;
        let most = expected + expected / 2 + 4 * expected.isqrt() + 8;
        assert!(strange < most, "{strange} of {found}, {expected} expected of {probes} probes");
    }
}

/// Two threads store and load moves of random positions in a table that is far too small, each with so many thousand probes.
/// What is found must not be torn, and the evaluation tells which position stored it: its move is legal if it was this one. What is
/// another's is counted, and `is_legal` must tell whether its move can be played here.
fn hammer(thousands: u64) -> Tally {
    let table = TranspositionTable::new(32 * 64).unwrap();
    let (probes, found, strange) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let work = |seed| {
        let mut random = Random::new(seed);
        for thousand in 0..thousands {
            // Other pairs of the same few positions have keys that agree each time.
            let key = |position: &Position| {
                position.key().wrapping_mul((2 * thousand + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
            };
            probes.fetch_add(1000, Ordering::Relaxed);
            // No entry stays long. One that stayed would be strange to the same positions again and again.
            table.begin_search();
            for _ in 0..1000 {
                let i = random.below(POSITIONS.len());
                let position = &POSITIONS[i];
                if let Some(entry) = table.probe(key(position), 0) {
                    found.fetch_add(1, Ordering::Relaxed);
                    let legal = position.legal_moves();
                    assert_eq!(position.is_legal(entry.mv), legal.contains(&entry.mv));
                    assert_eq!(entry.score, i32::from(entry.mv.raw() as i16) / 2, "a torn word");
                    if POSITIONS[entry.evaluation as usize].key() == position.key() {
                        assert!(legal.contains(&entry.mv), "an entry of this position with another's move");
                    } else {
                        strange.fetch_add(1, Ordering::Relaxed);
                    }
                } else {
                    let moves = position.legal_moves();
                    if moves.is_empty() {
                        continue;
                    }
                    let mv = random.pick(&moves);
                    let score = i32::from(mv.raw() as i16) / 2;
                    let depth = random.below(3) as u8;
                    let entry = TableEntry {
                        mv,
                        score,
                        evaluation: i as i32,
                        depth,
                        bound: Bound::Exact,
                        flag: false,
                    };
                    table.store(key(position), 0, entry);
                }
            }
        }
    };
    thread::scope(|scope| {
        scope.spawn(|| work(1));
        scope.spawn(|| work(2));
    });
    Tally { probes: probes.into_inner(), found: found.into_inner(), strange: strange.into_inner() }
}

/// The probes of a thread, in thousands.
const THOUSANDS: u64 = 300;

#[test]
fn two_threads_never_find_a_torn_entry() {
    let tally = hammer(THOUSANDS);
    assert!(tally.found > 1000, "{}", tally.found);
    tally.assert_few_strange();
}

/// `cargo test --release -p chess-search --test it -- --ignored --nocapture ten_minutes`
#[test]
#[ignore = "takes minutes: ci/long/README.md"]
fn ten_minutes_of_two_threads() {
    let tally = hammer(1000 * THOUSANDS);
    tally.assert_few_strange();
}
