//! Ranked moves, by the rules of the halfmove clock and of repetitions.

use chess_movegen::PositionExt;
use chess_syzygy::{KeyHistory, Move, Position, RootRules, Wdl};
use chess_testkit::Random;
use chess_testkit::tables::{Coding, Ending, Kind, Sub, Table};
use chess_types::PieceType;

use crate::{Made, single, small_endings};

/// The rank of a win in time.
const WINS: i32 = 1 << 18;

/// Makes tables of all small endings, in which one side wins or has a cursed win, with any distances.
fn made(random: &mut Random) -> Made {
    Made::new(&small_endings(), |ending| {
        let values = random.pick(&[[4, 0], [3, 1], [2, 2]]);
        [single(ending, Kind::Wdl, random, values), Table::random(ending, Kind::Dtz, random)]
    })
}

/// The distance from the root and the outcome after a move, by the definition. `None` if tables made at random contradict each other
/// about the position after it.
fn after(tables: &chess_syzygy::Tables, position: &Position, mv: Move) -> Option<(i32, Wdl)> {
    let after = position.after(mv);
    let wdl = -tables.probe_wdl(&after).unwrap();
    let dtz = -tables.probe_dtz(&after).ok()?.plies();
    let is_zeroing = mv.is_capture() || position.piece_type_at(mv.from()) == Some(PieceType::Pawn);
    let is_mate = after.is_in_check() && !after.has_legal_move();
    let plies = if is_zeroing || is_mate {
        [-1, -101, 0, 101, 1][(wdl.value() + 2) as usize]
    } else {
        dtz + dtz.signum()
    };
    Some((plies, wdl))
}

/// The rank of a move by its distance from the root, as documented.
fn rank(plies: i32, clock: i32, is_repeated: bool, fifty_moves: bool) -> i32 {
    let clock = if fifty_moves { clock } else { -10_000 };
    match plies {
        0 => 0,
        1.. if plies + clock <= 99 && !is_repeated => WINS,
        1.. => WINS - plies - clock.max(0),
        _ if -2 * plies + clock <= 99 => -WINS,
        _ => -WINS - plies + clock,
    }
}

#[test]
fn all_moves_are_ranked_by_distance_and_clock() {
    let mut random = Random::new(1);
    let made = made(&mut random);
    let tables = made.written();
    let (mut ranked_positions, mut ranks) = (0, std::collections::BTreeSet::new());
    for name in small_endings() {
        let ending = Ending::new(&name);
        for _ in 0..60 {
            let mut setup = ending.position(&mut random).to_setup();
            setup.halfmove_clock = random.below(101) as u16;
            let position = Position::from_setup(&setup).unwrap();
            for fifty_moves in [true, false] {
                let rules = RootRules { fifty_moves, ..RootRules::default() };
                let moves = position.legal_moves();
                let expected: Option<Vec<_>> =
                    moves.iter().map(|&mv| after(&tables, &position, mv)).collect();
                let Some(expected) = expected else { continue };
                let ranked = tables.probe_root(&position, rules).unwrap();
                ranked_positions += 1;
                assert_eq!(ranked.len(), moves.len());
                // Among equal ranks, shorter wins and longer losses come first.
                let distance = |mv| moves.iter().zip(&expected).find(|(it, _)| **it == mv).unwrap().1.0;
                assert!(ranked.is_sorted_by_key(|it| (-it.rank, distance(it.mv))), "{position}");
                for (&mv, (plies, wdl)) in moves.iter().zip(expected) {
                    let found = ranked.iter().find(|it| it.mv == mv).unwrap();
                    let clock = i32::from(position.halfmove_clock());
                    assert_eq!(found.wdl, wdl, "{position} {mv:?}");
                    assert_eq!(
                        found.rank,
                        rank(plies, clock, false, fifty_moves),
                        "{position} {mv:?} {plies}"
                    );
                    ranks.insert(found.rank);
                }
            }
        }
    }
    assert!(ranked_positions > 2000 && ranks.len() > 100, "{ranked_positions} {ranks:?}");
    assert!([-WINS, 0, WINS].iter().all(|rank| ranks.contains(rank)));
}

#[test]
fn moves_are_ranked_by_outcome_alone() {
    let mut random = Random::new(2);
    let tables = Made::random(&small_endings(), &mut random).written();
    for name in small_endings() {
        let position = Ending::new(&name).position(&mut random);
        for fifty_moves in [true, false] {
            let rules = RootRules { fifty_moves, ..RootRules::default() };
            let ranked = tables.probe_root_wdl(&position, rules).unwrap();
            assert_eq!(ranked.len(), position.legal_moves().len());
            assert!(ranked.is_sorted_by_key(|it| -it.rank));
            for it in ranked {
                assert_eq!(it.wdl, -tables.probe_wdl(&position.after(it.mv)).unwrap());
                assert_eq!(it.dtz, None);
                let expected = match (it.wdl, fifty_moves) {
                    (Wdl::Draw, _) => 0,
                    (Wdl::Win, _) | (Wdl::CursedWin, false) => WINS,
                    (Wdl::Loss, _) | (Wdl::BlessedLoss, false) => -WINS,
                    (Wdl::CursedWin, true) => WINS - 101,
                    (Wdl::BlessedLoss, true) => 101 - WINS,
                };
                assert_eq!(it.rank, expected, "{position}");
            }
        }
    }
}

/// The kings step to and fro. The move back to a position that has occurred twice draws; and as positions have been repeated,
/// shorter wins rank higher.
#[test]
fn a_move_to_a_position_for_the_third_time_draws() {
    let mut random = Random::new(3);
    let names = ["KQvK".to_owned()];
    let made = Made::new(&names, |ending| {
        let wdl = single(ending, Kind::Wdl, &mut random, [4, 0]);
        let dtz = Table::new(ending, Kind::Dtz, &mut random, |layout, random| {
            let mut sub = Sub::of_runs(layout, Coding::default(), &[3, 5, 9, 20], random);
            sub.form.side = 1;
            sub
        });
        [wdl, dtz]
    });
    let tables = made.written();
    let mut position: Position = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1".parse().unwrap();
    let mut history = KeyHistory::new();
    let mut occurred = vec![position.key()];
    let mut thirds = 0;
    for text in ["a1a2", "d5d6", "a2a1", "d6d5", "a1a2", "d5d6", "a2a1", "d6d5"] {
        let mv =
            *position.legal_moves().iter().find(|mv| format!("{}{}", mv.from(), mv.to()) == text).unwrap();
        history.push(&position);
        position.play_unchecked(mv);
        // A second occurrence draws no more than a first.
        let rules = RootRules { history: Some(&history), ..RootRules::default() };
        let [by_distance, by_outcome] =
            [tables.probe_root(&position, rules), tables.probe_root_wdl(&position, rules)]
                .map(Result::unwrap);
        for it in by_distance.iter().chain(&by_outcome) {
            let key = position.after(it.mv).key();
            let is_third = occurred.iter().filter(|earlier| **earlier == key).count() == 2;
            // In `KQvK`, any other move wins or loses, unless the king takes the queen.
            assert_eq!(it.rank == 0, is_third || it.wdl == Wdl::Draw, "{position} {:?}", it.mv);
            thirds += usize::from(is_third);
        }
        occurred.push(position.key());
        if history.len() == 2 {
            // Without a repetition, the positions before do not matter.
            let rules = RootRules { history: Some(&history), ..RootRules::default() };
            let expected = tables.probe_root(&position, RootRules::default());
            assert_eq!(tables.probe_root(&position, rules), expected);
        }
        if [4, 6, 8].contains(&history.len()) {
            // First the position itself has been repeated, later others with positions between them.
            let rules = RootRules { history: Some(&history), ..RootRules::default() };
            let ranked = tables.probe_root(&position, rules).unwrap();
            assert!(ranked.iter().all(|it| it.rank < WINS) && ranked.iter().any(|it| it.rank > 0));
        }
    }
    // After the seventh and the eighth move, one move repeats for the third time, in both rankings.
    assert_eq!(thirds, 4);
    let history_rules = RootRules { history: Some(&history), ..RootRules::default() };
    let with = tables.probe_root(&position, history_rules).unwrap();
    let without = tables.probe_root(&position, RootRules::default()).unwrap();
    let of = |moves: &[chess_syzygy::RankedMove], text: &str| {
        *moves.iter().find(|it| format!("{}{}", it.mv.from(), it.mv.to()) == text).unwrap()
    };
    assert_eq!(of(&with, "a1a2").rank, 0);
    assert_eq!(of(&without, "a1a2").rank, WINS);
    let wins: Vec<_> = with.iter().filter(|it| it.rank > 0).collect();
    assert!(wins.len() > 5 && wins.iter().all(|it| it.rank < WINS));
    for it in &wins {
        assert_eq!(it.rank, WINS - (it.dtz.unwrap().plies() + 1) - i32::from(position.halfmove_clock()));
    }
    let by_outcome = tables.probe_root_wdl(&position, history_rules).unwrap();
    assert_eq!((of(&by_outcome, "a1a2").rank, of(&by_outcome, "a1a2").wdl), (0, Wdl::Win));

    let no_clock = RootRules { fifty_moves: false, ..history_rules };
    for it in tables.probe_root(&position, no_clock).unwrap().iter().filter(|it| it.rank > 0) {
        assert_eq!(it.rank, WINS - (it.dtz.unwrap().plies() + 1));
    }
}
