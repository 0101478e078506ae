use std::sync::Arc;

use chess_models::{Models, thread};

use super::{Bucket, Ordering, PerftKey};

/// The key of the `i`-th position: they differ in the last plane that is compared, and have the same tag.
const fn key(i: u64) -> PerftKey {
    PerftKey { planes: [1, 2, 3, 100 + i], tag: 6 }
}

/// The leaves of the `i`-th position. Earlier ones have fewer, and are replaced first.
const fn leaves(i: u64) -> u64 {
    1_000 + i
}

/// Asserts that a lookup of the `i`-th position returns its leaves or nothing, and returns whether it found them.
fn finds(bucket: &Bucket, i: u64) -> bool {
    let found = bucket.find(&key(i));
    assert!(found.is_none_or(|found| found == leaves(i)), "position {i} has {found:?} leaves");
    found.is_some()
}

fn keep(bucket: &Bucket, i: u64) {
    bucket.keep(&key(i), leaves(i));
}

fn full() -> Arc<Bucket> {
    let bucket = Bucket::default();
    (0..3).for_each(|i| keep(&bucket, i));
    Arc::new(bucket)
}

/// A reader finds the leaves of its position or nothing, while a writer replaces them by those of another. Afterwards the written
/// entry and the other entries are there.
fn one_replaces_and_one_reads() {
    let bucket = full();
    let writer = thread::spawn({
        let bucket = Arc::clone(&bucket);
        move || keep(&bucket, 3)
    });
    finds(&bucket, 0);
    finds(&bucket, 3);
    writer.join().unwrap();
    assert_eq!([0, 1, 2, 3].map(|i| finds(&bucket, i)), [false, true, true, true]);
}

/// Of two writers at once one may give up. If none has, both entries are there.
fn two_write() {
    let bucket = Arc::new(Bucket::default());
    let writer = thread::spawn({
        let bucket = Arc::clone(&bucket);
        move || keep(&bucket, 0)
    });
    keep(&bucket, 1);
    writer.join().unwrap();
    let found = [0, 1].map(|i| finds(&bucket, i));
    let writes = bucket.sequence.load(Ordering::Relaxed) / 2;
    assert_eq!(found.map(u64::from).iter().sum::<u64>(), writes, "{found:?} after {writes} writes");
    assert!(writes > 0, "both have given up");
    keep(&bucket, 2);
    assert!(finds(&bucket, 2), "a writer has closed the bucket");
}

/// Two writers replace the same entry, and a reader finds only the leaves of its position.
fn two_replace_and_one_reads() {
    let bucket = full();
    let writers = [3, 4].map(|i| {
        let bucket = Arc::clone(&bucket);
        thread::spawn(move || keep(&bucket, i))
    });
    finds(&bucket, 3);
    for writer in writers {
        writer.join().unwrap();
    }
    let found = [0, 1, 2, 3, 4].map(|i| finds(&bucket, i));
    assert!(found[3] || found[4], "both have given up");
    keep(&bucket, 5);
    assert!(finds(&bucket, 5), "a writer has closed the bucket");
}

#[test]
fn models_of_the_bucket() {
    Models::new()
        .scenario("bucket: two write", 3, two_write)
        .scenario("bucket: one replaces, one reads", 2, one_replaces_and_one_reads)
        .scenario("bucket: two replace, one reads", 1, two_replace_and_one_reads)
        .prove();
}
