//! The random numbers behind the keys, taken as a whole: distances, linear independence, and how far a change spreads.

use std::collections::{BTreeMap, HashSet};

use chess_testkit::{Mailbox, POSITIONS};

use crate::keys::random_numbers;

/// Calls `visit` with all pairs of different numbers.
fn pairs(numbers: &[u64], mut visit: impl FnMut(u64, u64)) {
    for (i, &one) in numbers.iter().enumerate() {
        numbers[..i].iter().for_each(|&other| visit(one, other));
    }
}

/// The rank of the numbers as vectors of 64 bits over the field of two elements.
fn rank(numbers: &[u64]) -> usize {
    // For each highest bit a number that has it.
    let mut basis = [0; 64];
    for &number in numbers {
        let mut rest: u64 = number;
        while rest != 0 {
            let highest = rest.ilog2() as usize;
            if basis[highest] == 0 {
                basis[highest] = rest;
                break;
            }
            rest ^= basis[highest];
        }
    }
    basis.iter().filter(|&&number| number != 0).count()
}

/// A pair of random words of 64 bits has a distance below 10 in two of a thousand million cases, and there are 289,180 pairs.
#[test]
fn any_two_numbers_differ_in_many_bits() {
    let numbers = random_numbers();
    let (mut count, mut sum, mut least) = (0_u64, 0_u64, 64);
    pairs(&numbers, |one, other| {
        let distance = (one ^ other).count_ones();
        (count, sum, least) = (count + 1, sum + u64::from(distance), least.min(distance));
        assert!((10..=54).contains(&distance), "{one:016x} {other:016x}");
    });
    assert_eq!(count, 289_180);
    // The mean is 32, to a tenth.
    assert!((319 * count..=321 * count).contains(&(10 * sum)), "{sum} of {count} pairs");
    assert!(numbers.iter().all(|number| (12..=52).contains(&number.count_ones())));
    assert_eq!(least, 14);
}

/// Two positions have the same key if the numbers in which they differ give zero together. A move changes three or four
/// numbers, a capture or a promotion the same, castling five. No five numbers or less give zero.
#[test]
fn up_to_five_numbers_are_linearly_independent() {
    let numbers = random_numbers();
    let singles: HashSet<u64> = numbers.iter().copied().collect();
    let mut sums = HashSet::new();
    pairs(&numbers, |one, other| {
        let sum = one ^ other;
        assert!(sum != 0 && !singles.contains(&sum), "two or three numbers give zero");
        assert!(sums.insert(sum), "four numbers give zero");
    });
    // Sets of three are looked up among the pairs, with a filter before it that most do not pass.
    let mut filter = vec![0_u64; 1 << 20];
    let place = |sum: u64| ((sum >> 44) as usize, 1_u64 << (sum & 63));
    for &sum in &sums {
        let (word, bit) = place(sum);
        filter[word] |= bit;
    }
    let mut triples = 0_u64;
    for (i, &third) in numbers.iter().enumerate() {
        pairs(&numbers[..i], |one, other| {
            let sum = one ^ other ^ third;
            let (word, bit) = place(sum);
            triples += 1;
            assert!(filter[word] & bit == 0 || !sums.contains(&sum), "five numbers give zero");
        });
    }
    assert_eq!(triples, 73_162_540);
}

/// The numbers of a piece, in the order of squares, span nearly the whole space, as random ones do: 64 random vectors have a
/// rank below 60 in less than one of ten million cases.
#[test]
fn the_numbers_of_each_piece_span_the_space() {
    let numbers = random_numbers();
    assert_eq!(rank(&numbers), 64);
    for (i, chunk) in numbers.chunks_exact(64).enumerate() {
        assert!(rank(chunk) >= 60, "numbers from the {}th on: rank {}", 64 * i, rank(chunk));
    }
    assert_eq!(rank(&[3, 5, 6]), 2);
    assert_eq!(rank(&[0, 1, 1, 1 << 63]), 2);
}

/// Tables take the upper bits of a key for the place and the lowest 16 for the test. In each of these parts alone the numbers
/// must be random: of 289,180 pairs four or five are expected to agree in 16 bits.
#[test]
fn each_part_of_the_numbers_is_random_alone() {
    let numbers = random_numbers();
    for shift in [0, 16, 32, 48] {
        let mut counts: BTreeMap<u16, usize> = BTreeMap::new();
        for number in &numbers {
            *counts.entry((number >> shift) as u16).or_default() += 1;
        }
        let equal: usize = counts.values().map(|count| count * (count - 1) / 2).sum();
        assert!(equal < 16, "{equal} pairs agree in the 16 bits from bit {shift} on");
    }
}

/// Each move flips each bit of the key in about half of all cases (the avalanche criterion), and the bits do so independently.
#[test]
fn a_move_flips_each_bit_of_the_key_half_of_the_time() {
    let mut flips = [0_u32; 64];
    let mut together = [0_u32; 64];
    let mut changes = HashSet::new();
    for position in POSITIONS.iter().step_by(5) {
        for mv in Mailbox::new(position).legal_moves() {
            changes.insert(position.key() ^ position.after(mv).key());
        }
    }
    for change in &changes {
        for bit in 0..64 {
            flips[bit] += (change >> bit & 1) as u32;
            together[bit] += (change >> bit & change >> ((bit + 1) % 64) & 1) as u32;
        }
    }
    let total = changes.len() as u32;
    assert!(total > 500, "{total}");
    for bit in 0..64 {
        let (alone, both) = (1000 * flips[bit] / total, 1000 * together[bit] / total);
        assert!((400..600).contains(&alone), "bit {bit} flips in {alone} of 1000 changes");
        assert!((150..350).contains(&both), "bit {bit} and the next flip together in {both} of 1000");
    }
}
