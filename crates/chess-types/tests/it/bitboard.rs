use std::collections::BTreeSet;

use chess_testkit::Random;
use chess_types::{Bitboard, Color, Direction, File, Rank, Square, bitboard};

/// The squares of a set, bit by bit.
fn squares(set: Bitboard) -> BTreeSet<Square> {
    Square::ALL.into_iter().filter(|&square| set.contains(square)).collect()
}

/// The image of a set under a map of squares, square by square.
fn mapped(set: Bitboard, map: impl Fn(Square) -> Square) -> Bitboard {
    Square::ALL.into_iter().filter(|&square| set.contains(square)).map(map).collect()
}

fn square_at(file: usize, rank: usize) -> Square {
    Square::new(File::ALL[file], Rank::ALL[rank])
}

/// A fill as one walk from each square of the set.
fn walked(set: Bitboard, direction: Direction) -> Bitboard {
    let mut reached = set;
    for start in set {
        let mut walker = start.step(direction);
        while let Some(square) = walker {
            reached = reached.with(square);
            walker = square.step(direction);
        }
    }
    reached
}

/// Any set of squares.
fn set(random: &mut Random) -> Bitboard {
    Bitboard(random.word())
}

#[test]
fn set_operations_match_sets_of_squares() {
    for mut random in Random::cases(256) {
        let (a, b, square) = (set(&mut random), set(&mut random), random.square());
        let (naive_a, naive_b) = (squares(a), squares(b));
        let collect = |squares: Vec<&Square>| squares.into_iter().copied().collect::<BTreeSet<_>>();

        assert_eq!(squares(a.union(b)), collect(naive_a.union(&naive_b).collect()));
        assert_eq!(squares(a.intersection(b)), collect(naive_a.intersection(&naive_b).collect()));
        assert_eq!(squares(a.difference(b)), collect(naive_a.difference(&naive_b).collect()));
        assert_eq!(squares(a ^ b), &naive_a ^ &naive_b);
        assert_eq!(squares(!a), &BTreeSet::from(Square::ALL) - &naive_a);
        assert_eq!((a | b, a & b, a - b), (a.union(b), a.intersection(b), a.difference(b)));

        let one = BTreeSet::from([square]);
        assert_eq!(squares(a.with(square)), &naive_a | &one);
        assert_eq!(squares(a - square), &naive_a - &one);
        assert_eq!(a | square, a.with(square));
        assert_eq!(squares(a ^ square), &naive_a ^ &one);
        assert_eq!(squares(a & square), &naive_a & &one);
        assert_eq!((square | a, square & a, square ^ a), (a | square, a & square, a ^ square));

        assert_eq!(a.is_subset(b), naive_a.is_subset(&naive_b));
        assert!((a & b).is_subset(a) && a.is_subset(a | b));
        assert_eq!(a.is_disjoint(b), naive_a.is_disjoint(&naive_b));
        assert_eq!(a.intersects(b), !naive_a.is_disjoint(&naive_b));
        // Two random sets almost always have a common square; these have none.
        assert!(a.is_disjoint(b - a) && !a.intersects(b - a));
        assert_eq!(a.count() as usize, naive_a.len());
    }
}

#[test]
fn assigning_operators_do_what_the_others_do() {
    for mut random in Random::cases(256) {
        let (a, b, square) = (set(&mut random), set(&mut random), random.square());
        let assigned = |assign: fn(&mut Bitboard, Bitboard)| {
            let mut set = a;
            assign(&mut set, b);
            set
        };
        assert_eq!(assigned(|set, b| *set |= b), a | b);
        assert_eq!(assigned(|set, b| *set &= b), a & b);
        assert_eq!(assigned(|set, b| *set ^= b), a ^ b);
        assert_eq!(assigned(|set, b| *set -= b), a - b);
        let mut set = a;
        set |= square;
        assert_eq!(set, a.with(square));
        set -= square;
        assert_eq!(set, a - square);
        set ^= square;
        assert_eq!(set, a.with(square));
    }
}

#[test]
fn iteration_runs_from_both_ends() {
    for mut random in Random::cases(256) {
        let set = set(&mut random);
        let mut naive: std::collections::VecDeque<_> = squares(set).into_iter().collect();
        let mut iterator = set.into_iter();
        for _ in 0..64 {
            assert_eq!(iterator.len(), naive.len());
            assert_eq!(iterator.clone().count(), naive.len());
            if random.below(2) == 0 {
                assert_eq!(iterator.next_back(), naive.pop_back());
            } else {
                assert_eq!(iterator.next(), naive.pop_front());
            }
        }
        assert_eq!((iterator.next(), iterator.next_back()), (None, None));
    }
}

#[test]
fn changes_in_place_match_sets_of_squares() {
    for mut random in Random::cases(256) {
        let mut set = set(&mut random);
        let mut naive = squares(set);
        for _ in 0..random.below(80) {
            let square = random.square();
            match random.below(3) {
                0 => assert_eq!(set.insert(square), naive.insert(square)),
                1 => assert_eq!(set.remove(square), naive.remove(&square)),
                _ => assert_eq!(set.pop_first(), naive.pop_first()),
            }
            assert_eq!(squares(set), naive.clone());
        }
    }
}

#[test]
fn every_way_to_iterate_gives_the_same_squares() {
    for mut random in Random::cases(256) {
        let set = set(&mut random);
        let naive: Vec<Square> = squares(set).into_iter().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), naive);
        assert_eq!(set.iter().collect::<Vec<_>>(), naive);
    }
}

#[test]
fn fills_reach_the_edge() {
    for mut random in Random::cases(256) {
        let set = set(&mut random) & set(&mut random) & set(&mut random) & set(&mut random);
        for direction in Direction::ALL {
            assert_eq!(set.fill(direction), walked(set, direction));
        }
    }
}

#[test]
fn flips_match_maps_of_squares() {
    for mut random in Random::cases(256) {
        let set = set(&mut random);
        let at = |map: fn(usize, usize) -> (usize, usize)| {
            mapped(set, |square| {
                let (file, rank) = map(square.file().index(), square.rank().index());
                square_at(file, rank)
            })
        };
        assert_eq!(set.flip_ranks(), at(|file, rank| (file, 7 - rank)));
        assert_eq!(set.flip_files(), at(|file, rank| (7 - file, rank)));
        assert_eq!(set.flip_diagonal(), at(|file, rank| (rank, file)));
        assert_eq!(set.relative_to(Color::White), set);
        assert_eq!(set.relative_to(Color::Black), at(|file, rank| (file, 7 - rank)));
    }
}

#[test]
fn shifts_move_every_square_by_itself() {
    for mut random in Random::cases(256) {
        let set = set(&mut random);
        for direction in Direction::ALL {
            let naive: Bitboard =
                squares(set).into_iter().filter_map(|square| square.step(direction)).collect();
            assert_eq!(set.shift(direction), naive);
        }
    }
}

#[test]
fn first_last_and_single_are_ends_of_the_set() {
    for mut random in Random::cases(256) {
        let (word, shift) = (random.word(), random.below(64));
        for set in [Bitboard(word >> shift), Bitboard(word << shift)] {
            let naive = squares(set);
            assert_eq!(set.first(), naive.first().copied());
            assert_eq!(set.last(), naive.last().copied());
            assert_eq!(set.single(), if naive.len() == 1 { set.first() } else { None });
            assert_eq!(set.has_many(), naive.len() > 1);
            assert_eq!(squares(set.without_first()), naive.into_iter().skip(1).collect());
        }
    }
}

#[test]
fn subsets_are_complete_and_distinct() {
    for mut random in Random::cases(256) {
        let set: Bitboard = (0..random.below(11)).map(|_| random.square()).collect();
        let mut subsets = set.subsets();
        let expected = 1usize << set.count();
        let mut seen = BTreeSet::new();
        for _ in 0..expected {
            let subset = subsets.next().unwrap();
            assert!(subset.is_subset(set));
            assert!(seen.insert(subset));
        }
        assert_eq!((subsets.next(), subsets.next()), (None, None));
        assert_eq!((seen.first(), seen.last()), (Some(&Bitboard::EMPTY), Some(&set)));
    }
}

#[test]
fn pushes_go_forward_as_each_side_sees_it() {
    assert_eq!(Rank::Second.bitboard().push(Color::White), Rank::Third.bitboard());
    assert_eq!(Rank::Seventh.bitboard().push(Color::Black), Rank::Sixth.bitboard());
    assert_eq!(Rank::First.bitboard().push(Color::Black), Bitboard::EMPTY);
}

#[test]
fn constants_hold_the_squares_they_are_named_after() {
    let of = |rule: fn(Square) -> bool| -> Bitboard {
        Square::ALL.into_iter().filter(|&square| rule(square)).collect()
    };
    let at_edge = |index: usize| index == 0 || index == 7;
    assert_eq!(
        Bitboard::EDGES,
        Square::ALL
            .into_iter()
            .filter(|it| at_edge(it.file().index()) || at_edge(it.rank().index()))
            .collect()
    );
    assert_eq!(Bitboard::CORNERS, [Square::A1, Square::A8, Square::H1, Square::H8].into_iter().collect());
    assert_eq!(Bitboard::LIGHT_SQUARES, of(|square| square.shade() == Color::White));
    assert_eq!(Bitboard::DARK_SQUARES, of(|square| (square.file().index() + square.rank().index()) % 2 == 0));
    assert_eq!(File::C.bitboard(), of(|square| square.file() == File::C));
    assert_eq!(Rank::Sixth.bitboard(), of(|square| square.rank() == Rank::Sixth));
    assert_eq!(Bitboard::FULL.count(), 64);
    assert_eq!(Bitboard::default(), Bitboard::EMPTY);
}

#[test]
fn files_know_their_neighbours() {
    for file in File::ALL {
        let naive: Bitboard =
            Square::ALL.into_iter().filter(|it| it.file().index().abs_diff(file.index()) == 1).collect();
        assert_eq!(file.neighbours(), naive);
    }
}

#[test]
fn pictures_are_drawn_as_white_sees_the_board() {
    let set = bitboard! {
        X . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . X
        . . . X . . . .
        . . . . . . . .
        . . . . . . . .
        . X . . . . . .
    };
    assert_eq!(set, [Square::A8, Square::H5, Square::D4, Square::B1].into_iter().collect());
    let picture = "\
X . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . X
. . . X . . . .
. . . . . . . .
. . . . . . . .
. X . . . . . .
";
    assert_eq!(set.to_string(), picture);
    assert_eq!(format!("{set:?}"), "Bitboard(0x0100008008000002)");
    assert_eq!(format!("{set:#?}"), format!("Bitboard(0x0100008008000002)\n{picture}"));
}

#[test]
fn every_square_of_a_picture_is_where_it_is_drawn() {
    for square in Square::ALL {
        let mut picture = [false; 64];
        picture[8 * (7 - square.rank().index()) + square.file().index()] = true;
        assert_eq!(Bitboard::from_picture(picture), square.bitboard());
    }
}

#[test]
fn collecting_and_extending_keep_every_square() {
    let mut set: Bitboard = [Square::A1, Square::H8, Square::A1].into_iter().collect();
    assert_eq!(set, Square::A1 | Square::H8);
    set.extend([Square::C3]);
    assert_eq!(set.count(), 3);
    assert_eq!(Bitboard::from([Square::H8, Square::C3, Square::A1, Square::C3]), set);
    assert_eq!(Bitboard::from([]), Bitboard::EMPTY);
    assert_eq!(
        (Bitboard::from(Square::C3), Bitboard::from(File::A)),
        (Square::C3.bitboard(), File::A.bitboard())
    );
    assert_eq!(Bitboard::from(Rank::Eighth), Rank::Eighth.bitboard());
}

#[test]
fn sets_are_united_borrowed_and_written_as_words() {
    let mut random = Random::new(11);
    for _ in 0..100 {
        let words: [u64; 3] = std::array::from_fn(|_| random.word() & random.word());
        let sets = words.map(Bitboard::from);
        assert_eq!(sets.map(|set| set.0), words);
        assert_eq!(
            sets.into_iter().collect::<Bitboard>().0,
            words.into_iter().fold(0, |all, word| all | word)
        );
        let mut squares = Vec::new();
        for square in &sets[0] {
            squares.push(square);
        }
        assert_eq!(squares.into_iter().collect::<Bitboard>(), sets[0]);
        assert_eq!(format!("{:x} {:#018x}", sets[1], sets[2]), format!("{:x} {:#018x}", words[1], words[2]));
    }
    assert_eq!(std::iter::empty::<Bitboard>().collect::<Bitboard>(), Bitboard::EMPTY);
}
