//! The rules of adjudication, just below and at their limits, for both sides, with White and with Black to move first.

use chess_arena::chess_movegen::Color;
use chess_arena::chess_notation::pgn::{GameResult, Score};
use chess_arena::engine::Fault;
use chess_arena::matches::{Adjudication, End, Rules};
use chess_testkit::Random;

use crate::side::{STEPS, Say, Script, WALK, end, game, walk};

/// The scores of White and Black, move by move.
type Scores = [Vec<Option<Score>>; 2];

/// Plays with these scores from a position in which `first` moves, to the end of the lists. A number of moves in the position must not
/// matter.
fn played(first: Color, scores: &Scores, rules: &Rules) -> Option<(usize, GameResult, String)> {
    let walk_of = |color: Color| Script { says: walk(color, &scores[color.index()]), ..Script::default() };
    let letter = if first == Color::White { 'w' } else { 'b' };
    let ends = ["0 1", "0 150"].map(|counters| {
        let mut sides = Color::ALL.map(walk_of);
        game(&format!("{WALK} {letter} - - {counters}"), &mut sides, rules).as_ref().map(end)
    });
    assert_eq!(ends[0], ends[1], "{first:?} {scores:?}");
    ends.into_iter().next().flatten()
}

/// Scores of each side that do not change.
fn constant(white: Option<i32>, black: Option<i32>, count: usize) -> Scores {
    [white, black].map(|score| vec![score.map(Score::Centipawns); count])
}

fn drawn(rule: &str) -> Rules {
    Rules { draw: Some(rule.parse().unwrap()), ..Rules::default() }
}

fn won(rule: &str) -> Rules {
    Rules { resign: Some(rule.parse().unwrap()), ..Rules::default() }
}

/// White's score, where `winner` has this one.
fn for_side(winner: Color, [winners, losers]: [Option<i32>; 2]) -> [Option<i32>; 2] {
    if winner == Color::White { [winners, losers] } else { [losers, winners] }
}

#[test]
fn max_moves_are_those_of_each_side() {
    for first in Color::ALL {
        for moves in 0..8 {
            let rules = Rules { max_moves: moves, ..Rules::default() };
            let expected = (2 * moves, GameResult::Draw, "too many moves".to_owned());
            assert_eq!(played(first, &constant(None, None, 9), &rules), Some(expected));
            // One move of the second side is missing.
            let mut scores = constant(None, None, moves);
            scores[(!first).index()].truncate(moves.saturating_sub(1));
            assert_eq!(played(first, &scores, &rules).is_some(), moves == 0);
        }
    }
}

#[test]
fn a_draw_needs_small_scores_of_both_sides() {
    let draw = |plies| Some((plies, GameResult::Draw, "adjudicated draw".to_owned()));
    for first in Color::ALL {
        for (white, black, expected) in [
            (Some(10), Some(-10), draw(6)),
            (Some(-10), Some(10), draw(6)),
            (Some(0), Some(0), draw(6)),
            (Some(11), Some(0), None),
            (Some(0), Some(11), None),
            (Some(-11), Some(0), None),
            (Some(0), Some(-11), None),
            (None, Some(0), None),
            (Some(0), None, None),
        ] {
            let scores = constant(white, black, STEPS);
            assert_eq!(played(first, &scores, &drawn("3:10")), expected, "{first:?} {white:?} {black:?}");
        }
        let even = constant(Some(0), Some(0), STEPS);
        for (rule, plies) in [("1:0", 2), ("3:0:2", 6), ("3:0:3", 6), ("3:0:4", 8), ("3:0:9", 18)] {
            assert_eq!(played(first, &even, &drawn(rule)), draw(plies), "{rule}");
        }
        // A greater score in the second move of either side begins the count anew.
        for color in Color::ALL {
            let mut scores = even.clone();
            scores[color.index()][1] = Some(Score::Centipawns(50));
            let plies = if color == first { 9 } else { 10 };
            assert_eq!(played(first, &scores, &drawn("3:10")), draw(plies), "{first:?} {color:?}");
            scores[color.index()][1] = Some(Score::Mate(4));
            assert_eq!(played(first, &scores, &drawn("3:10")), draw(plies), "{first:?} {color:?}");
        }
    }
}

#[test]
fn a_win_needs_scores_of_both_sides_that_agree() {
    for (first, winner) in Color::ALL.into_iter().flat_map(|first| Color::ALL.map(|winner| (first, winner))) {
        let win = |plies| Some((plies, GameResult::win(winner), "adjudicated win".to_owned()));
        for (winners, losers, expected) in [
            (Some(500), Some(-500), win(6)),
            (Some(900), Some(-501), win(6)),
            // One side's scores do not suffice.
            (Some(500), Some(-499), None),
            (Some(499), Some(-500), None),
            (Some(500), None, None),
            (None, Some(-500), None),
            (Some(500), Some(0), None),
            (Some(0), Some(-500), None),
            (Some(500), Some(500), None),
            (Some(-500), Some(-500), None),
        ] {
            let [white, black] = for_side(winner, [winners, losers]);
            let found = played(first, &constant(white, black, STEPS), &won("3:500"));
            assert_eq!(found, expected, "{first:?} {winner:?} {winners:?} {losers:?}");
        }
        let [white, black] = for_side(winner, [Some(500), Some(-500)]);
        let clear = constant(white, black, STEPS);
        for (rule, plies) in [("1:500", 2), ("3:500:3", 6), ("3:500:4", 8), ("3:500:9", 18)] {
            assert_eq!(played(first, &clear, &won(rule)), win(plies), "{rule}");
        }
        // A mate is a win as well, and a doubt of either side begins the count anew.
        let mut mates = clear.clone();
        mates[winner.index()] = vec![Some(Score::Mate(7)); STEPS];
        mates[(!winner).index()] = vec![Some(Score::Mate(-7)); STEPS];
        assert_eq!(played(first, &mates, &won("3:9999")), win(6));
        // It is worth 300 pawns, less one hundredth for each move to it, for either side.
        assert_eq!(played(first, &mates, &won("3:29993")), win(6));
        for other in [winner, !winner] {
            let mut scores = mates.clone();
            let score = if other == winner { 40_000 } else { -40_000 };
            scores[other.index()] = vec![Some(Score::Centipawns(score)); STEPS];
            assert_eq!(played(first, &scores, &won("3:29993")), win(6));
            assert_eq!(played(first, &scores, &won("3:29994")), None);
        }
        for color in Color::ALL {
            let mut scores = clear.clone();
            scores[color.index()][1] = None;
            let plies = if color == first { 9 } else { 10 };
            assert_eq!(played(first, &scores, &won("3:500")), win(plies), "{first:?} {winner:?} {color:?}");
        }
    }
}

/// The end by the words of the rules, looked for after each ply.
fn naive(first: Color, scores: &Scores, rules: &Rules) -> Option<(usize, GameResult)> {
    let total = scores.iter().map(Vec::len).min()? * 2;
    for plies in 0..=total {
        let made = |color: Color| if color == first { plies.div_ceil(2) } else { plies / 2 };
        let last = |color: Color, rule: Adjudication| -> Option<Vec<i32>> {
            let moves = &scores[color.index()][..made(color)];
            let has_both = Color::ALL.into_iter().all(|color| made(color) >= rule.moves.max(rule.from));
            if !has_both {
                return None;
            }
            moves[moves.len() - rule.moves..]
                .iter()
                .map(|score| {
                    score.map(|value| match value {
                        Score::Centipawns(value) => value,
                        Score::Mate(_) => unreachable!("no mates here"),
                    })
                })
                .collect()
        };
        if let Some(rule) = rules.draw
            && Color::ALL.into_iter().all(|color| {
                last(color, rule).is_some_and(|scores| scores.iter().all(|score| score.abs() <= rule.limit))
            })
        {
            return Some((plies, GameResult::Draw));
        }
        if let Some(rule) = rules.resign {
            for winner in Color::ALL {
                let agrees = |color: Color| {
                    let is_clear = |&score: &i32| {
                        if color == winner { score >= rule.limit } else { -score >= rule.limit }
                    };
                    last(color, rule).is_some_and(|scores| scores.iter().all(is_clear))
                };
                if agrees(Color::White) && agrees(Color::Black) {
                    return Some((plies, GameResult::win(winner)));
                }
            }
        }
        if Color::ALL.into_iter().all(|color| made(color) >= rules.max_moves) {
            return Some((plies, GameResult::Draw));
        }
    }
    None
}

#[test]
fn random_scores_end_a_game_as_the_words_of_the_rules_say() {
    let mut ends = [0; 3];
    for mut random in Random::cases(2000) {
        let first = random.pick(&Color::ALL);
        // The sides agree more often than not.
        let mut scores: Scores = [vec![], vec![]];
        let mut mood = 0;
        for _ in 0..STEPS {
            if random.below(4) == 0 {
                mood = random.pick(&[-100, -10, 0, 10, 100]);
            }
            for (side, sign) in scores.iter_mut().zip([1, -1]) {
                let noise = random.pick(&[0, 0, 0, 0, 1, -1, 30]);
                side.push((random.below(30) > 0).then_some(Score::Centipawns(sign * mood + noise)));
            }
        }
        let mut rule = |limit| {
            let (moves, from) = (1 + random.below(4), random.below(9));
            (random.below(4) > 0).then_some(Adjudication { moves, limit, from })
        };
        let (draw, resign) = (rule(10), rule(100));
        let rules = Rules { draw, resign, max_moves: 4 + random.below(20), ..Rules::default() };
        let expected = naive(first, &scores, &rules);
        let found = played(first, &scores, &rules).map(|(plies, result, _)| (plies, result));
        assert_eq!(found, expected, "{first:?} {scores:?} {draw:?} {resign:?} {}", rules.max_moves);
        if let Some((_, result)) = found {
            ends[match result {
                GameResult::Draw => 0,
                GameResult::WhiteWins => 1,
                _ => 2,
            }] += 1;
        }
    }
    assert!(ends.iter().all(|&count| count > 50), "{ends:?}");
}

#[test]
fn a_fault_loses_unless_the_other_side_cannot_mate() {
    let faults = [
        Fault::crash("out of luck"),
        Fault::Time("late".into()),
        Fault::Hang("silent".into()),
        Fault::Illegal("e2e5".into()),
    ];
    for (fen, winners) in [
        ("4k3/8/8/8/8/8/P7/4K3", [true, false]),
        ("4k3/p7/8/8/8/8/8/4K3", [false, true]),
        ("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3", [false, false]),
        ("4k3/8/8/8/8/8/8/R3K2R", [true, false]),
        (WALK, [true, true]),
    ] {
        for (fault, loser) in faults.iter().flat_map(|fault| Color::ALL.map(|loser| (fault, loser))) {
            let letter = if loser == Color::White { 'w' } else { 'b' };
            let result = if winners[(!loser).index()] { GameResult::win(!loser) } else { GameResult::Draw };
            // In its move, and before the game.
            for is_early in [false, true] {
                let mut sides = [Script::default(), Script::default()];
                let side = &mut sides[loser.index()];
                if is_early {
                    side.false_start = Some(fault.clone());
                } else {
                    side.says.push_back(Say::Fault(fault.clone()));
                }
                let played = game(&format!("{fen} {letter} - - 0 1"), &mut sides, &Rules::default()).unwrap();
                assert_eq!(
                    (played.result, &played.end),
                    (result, &End::Fault(loser, fault.clone())),
                    "{fen}"
                );
                let name = loser.name();
                let verb =
                    if result == GameResult::Draw { "draws (the opponent cannot mate)" } else { "loses" };
                assert_eq!(played.reason(), format!("{name} {verb}: {fault}"));
            }
        }
    }
}

#[test]
fn a_move_that_is_not_legal_loses() {
    use chess_arena::chess_movegen::{Move, MoveKind, Square};

    let mv = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
    let mut sides = [Script::default(), Script::default()];
    sides[0].says.push_back(Say::Any(mv));
    let played = game(&format!("{WALK} w - - 0 1"), &mut sides, &Rules::default()).unwrap();
    assert_eq!((played.result, played.answers.len()), (GameResult::BlackWins, 0));
    assert_eq!(played.reason(), "White loses: illegal move: e2e4");
}

#[test]
fn a_rule_of_scores_is_read_within_its_bounds() {
    let rule = |text: &str| text.parse::<Adjudication>().ok().map(|rule| (rule.moves, rule.limit, rule.from));
    assert_eq!(rule("8:10"), Some((8, 10, 0)));
    assert_eq!(rule("1000:100000:40"), Some((1000, 100_000, 40)));
    assert_eq!(rule("1:0:0"), Some((1, 0, 0)));
    for wrong in ["", "8", "0:10", "1001:10", "8:-1", "8:100001", "8:10:x", "8:10:-1", "8:10:1:2", "8 :10"] {
        assert_eq!(rule(wrong), None, "{wrong}");
    }
}
