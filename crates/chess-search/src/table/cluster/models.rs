use std::sync::Arc;

use chess_models::{Models, thread};
use chess_types::Move;

use super::{Bound, Cluster, TableEntry, folded};

/// The key of the `i`-th position. The words of the entries below fold to numbers that no two keys differ by.
const fn key(i: usize) -> u16 {
    [0x1001, 0x2002, 0x3004, 0x4008, 0x5010][i]
}

/// The entry of the `i`-th position. Deeper ones come first, so that the last of three makes place.
fn entry(i: usize) -> TableEntry {
    let mv = Move::from_raw(0x0fff - i as u16).unwrap_or(Move::NULL);
    let depth = 20 - 5 * i as u8;
    TableEntry {
        mv,
        score: 300 + i as i32,
        evaluation: -7 * i as i32,
        depth,
        bound: Bound::Exact,
        flag: false,
    }
}

/// Asserts that a probe for the `i`-th position has found its entry or nothing, and tells if it has found it.
fn finds(cluster: &Cluster, i: usize) -> bool {
    let found = cluster.find(key(i));
    assert!(found.is_none_or(|found| found == entry(i)), "position {i} has the entry of another: {found:?}");
    found.is_some()
}

fn keep(cluster: &Cluster, i: usize) {
    cluster.keep(key(i), entry(i), 0);
}

/// No key of these models fits the word of another position by chance.
#[test]
fn the_seals_tell_all_positions_apart() {
    for i in 0..5 {
        for j in 0..i {
            let words = [i, j].map(|i| folded(entry(i).word(0)));
            assert_ne!(key(i) ^ key(j), words[0] ^ words[1], "positions {i} and {j}");
        }
    }
}

/// What one thread stores, another finds whole or not at all; afterwards it is there.
fn one_writes_and_one_reads() {
    let cluster = Arc::new(Cluster::default());
    let writer = thread::spawn({
        let cluster = Arc::clone(&cluster);
        move || {
            keep(&cluster, 0);
            keep(&cluster, 1);
        }
    });
    finds(&cluster, 1);
    finds(&cluster, 0);
    writer.join().unwrap();
    assert!(finds(&cluster, 0) && finds(&cluster, 1), "an entry is lost");
}

/// A single writer never takes the other two entries from a reader, which finds them at any time.
fn one_replaces_and_one_reads() {
    let cluster = Arc::new(Cluster::default());
    (0..3).for_each(|i| keep(&cluster, i));
    let writer = thread::spawn({
        let cluster = Arc::clone(&cluster);
        move || keep(&cluster, 3)
    });
    assert!(finds(&cluster, 0) && finds(&cluster, 1), "a writer hides the entry of another position");
    finds(&cluster, 2);
    finds(&cluster, 3);
    writer.join().unwrap();
    assert_eq!([0, 1, 2, 3].map(|i| finds(&cluster, i)), [true, true, false, true]);
}

/// Two writers may lose entries to each other. They never mix them, and leave a cluster in which the next entry is found.
fn two_write_and_one_reads() {
    let cluster = Arc::new(Cluster::default());
    let writers = [0, 1].map(|i| {
        let cluster = Arc::clone(&cluster);
        thread::spawn(move || keep(&cluster, i))
    });
    finds(&cluster, 0);
    finds(&cluster, 1);
    for writer in writers {
        writer.join().unwrap();
    }
    let _ = (finds(&cluster, 0), finds(&cluster, 1));
    keep(&cluster, 2);
    assert!(finds(&cluster, 2), "the entry of the last writer is lost");
}

#[test]
fn models_of_the_cluster() {
    Models::new()
        .scenario("cluster: one writes, one reads", 3, one_writes_and_one_reads)
        .scenario("cluster: one replaces, one reads", 3, one_replaces_and_one_reads)
        .scenario("cluster: two write, one reads", 1, two_write_and_one_reads)
        .prove();
}
