//! Several lines of one search, and searches of limited strength.

use chess_board::Position;
use chess_movegen::{GameState, Outcome, PositionExt};
use chess_search::Bound;
use chess_search::engine::{Engine, Finding, Limits, Progress, Signals, Strength, chances};
use chess_search::score::{mate_in, moves_to_mate};
use chess_testkit::{Random, game as random_game, known::KIWIPETE, sample};
use chess_types::{Color, Move, PvLine};

use crate::POSITIONS;
use crate::engine::{depth, engine, nodes};

fn search(engine: &mut Engine, position: &Position, limits: &Limits) -> Finding {
    engine.search(&GameState::new(*position), limits, &Signals::new(), |_| ())
}

fn assert_is_ranking(finding: &Finding, lines: usize, position: &Position) {
    let legal = position.legal_moves();
    assert_eq!(finding.lines.len(), lines.min(legal.len()), "{position}");
    assert!(finding.lines.is_sorted_by(|a, b| a.score >= b.score), "{position}: {finding:?}");
    let mut firsts: Vec<Move> = finding.lines.iter().map(|line| line.line[0]).collect();
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), finding.lines.len(), "{position}: {finding:?}");
    finding.lines.iter().for_each(|line| assert_is_legal(&line.line, position));
}

fn assert_is_legal(line: &PvLine, position: &Position) {
    let mut end = *position;
    for &mv in line {
        assert!(end.is_legal(mv), "{position}: {line}");
        end.play_unchecked(mv);
    }
}

#[test]
fn multiple_lines_are_sorted_legal_and_begin_differently() {
    let mut engine = engine();
    for (i, position) in sample(POSITIONS.iter(), 29).enumerate() {
        let lines = 1 + i % 5;
        engine.set_lines(lines);
        let limits = nodes(100 + 150 * i as u64 % 4000);
        let mut ranks = Vec::new();
        let finding = engine.search(&GameState::new(*position), &limits, &Signals::new(), |report| {
            assert_is_legal(report.line, position);
            ranks.push((usize::from(report.depth), report.multi_pv));
        });
        assert_is_ranking(&finding, lines, position);
        let expected = finding.lines.len();
        assert!(ranks.iter().enumerate().all(|(i, &rank)| rank == (1 + i / expected, 1 + i % expected)));
        assert_eq!(finding.best(), finding.lines.first().map(|line| line.line[0]));
    }
}

#[test]
fn every_mate_comes_before_every_other_move() {
    // The rooks and the queen mate in one move; no other move does.
    let position: Position = "6k1/5ppp/8/8/8/8/Q7/R2R2K1 w - - 0 1".parse().unwrap();
    let is_mate = |after: Position| after.is_in_check() && !after.has_legal_move();
    let mates = position.legal_moves().iter().filter(|&&mv| is_mate(position.after(mv))).count();
    assert!(mates >= 2);
    let mut engine = engine();
    engine.set_lines(usize::MAX);
    let finding = search(&mut engine, &position, &depth(4));
    assert_is_ranking(&finding, usize::MAX, &position);
    for (i, line) in finding.lines.iter().enumerate() {
        assert_eq!(line.score == mate_in(1), i < mates, "{i}: {line:?}");
    }
}

#[test]
fn a_limited_engine_obeys_nodes_and_repeats_by_seed() {
    let position: Position = KIWIPETE.parse().unwrap();
    let findings = |seed, elo, games| {
        let strength = Strength::with_seed(elo, seed);
        let mut engine = engine();
        engine.set_threads(2);
        engine.set_strength(Some(strength));
        let play = || {
            engine.new_game();
            let mut reports = 0;
            let limits = depth(30);
            let finding = engine.search(&GameState::new(position), &limits, &Signals::new(), |report| {
                assert_eq!(report.multi_pv, 1);
                reports += 1;
            });
            assert!(finding.nodes <= strength.nodes());
            assert_eq!((finding.lines.len(), reports), (1, usize::from(finding.depth)));
            assert!(position.is_legal(finding.best().unwrap()));
            finding.best()
        };
        std::iter::repeat_with(play).take(games).collect::<Vec<_>>()
    };
    assert_eq!(findings(1, 1200, 12), findings(1, 1200, 12));
    assert_ne!(findings(1, 1200, 12), findings(2, 1200, 12));
    // At the highest rating only the nodes are limited.
    assert_eq!(findings(1, 2400, 2), findings(2, 2400, 2));
}

/// The points of the first engine, in halves, from two games for each opening.
fn halves(first: &mut Engine, second: &mut Engine, openings: u32) -> u32 {
    let mut random = Random::new(14);
    let mut halves = 0;
    for _ in 0..openings {
        let opening = loop {
            let positions = random_game(Position::START, 8, 2, &mut random);
            let last = *positions.last().unwrap();
            if last.has_legal_move() {
                break last;
            }
        };
        for first_side in Color::ALL {
            first.new_game();
            second.new_game();
            halves += play(&opening, first_side, first, second);
        }
    }
    halves
}

/// The points of the first engine in a game, in halves. A game that is won by 10 pawns is not played to its end.
fn play(opening: &Position, first_side: Color, first: &mut Engine, second: &mut Engine) -> u32 {
    let mut game = GameState::new(*opening);
    for _ in 0..300 {
        let position = game.position();
        let is_first = position.side_to_move() == first_side;
        let points = |winner| if winner == first_side { 2 } else { 0 };
        match game.outcome() {
            Some(Outcome::Checkmate { winner }) => return points(winner),
            Some(_) => return 1,
            None => {}
        }
        if game.claim().is_some() {
            return 1;
        }
        let engine = if is_first { &mut *first } else { &mut *second };
        let limits = depth(20);
        let finding = engine.search(&game, &limits, &Signals::new(), |_| ());
        if finding.score > 1000 && moves_to_mate(finding.score).is_none() {
            return points(position.side_to_move());
        }
        game.play_unchecked(finding.best().unwrap());
    }
    1
}

fn of_elo(elo: u16) -> Engine {
    let mut engine = engine();
    engine.set_strength(Some(Strength::with_seed(elo, u64::from(elo))));
    engine
}

#[test]
fn a_lower_rating_plays_worse() {
    let halves = halves(&mut of_elo(1800), &mut of_elo(1000), 8);
    assert!(halves > 22, "{halves} of 32");
}

#[test]
fn a_watched_search_reports_root_moves_bounds_and_its_line() {
    let (mut bounds, mut moves) = ([0; 2], 0);
    for position in sample(POSITIONS.iter().filter(|position| position.has_legal_move()), 163) {
        let limits = nodes(20_000);
        let (mut last, mut depth, mut number) = (None, 0, 0);
        let game = GameState::new(*position);
        let finding = engine().watch(&game, &limits, &Signals::new(), |progress| match progress {
            Progress::Line(line) => {
                (depth, number) = (line.depth, 0);
                last = Some((line.line.clone(), line.score));
            }
            Progress::Bound(line, bound) => {
                assert!(line.depth == depth + 1 && *bound != Bound::Exact, "{position}");
                bounds[usize::from(*bound == Bound::Lower)] += 1;
                number = 0;
            }
            Progress::Last(line) => {
                assert_eq!(line.depth, depth, "{position}");
                last = Some((line.line.clone(), line.score));
            }
            Progress::Move(root) => {
                assert!(root.depth == depth + 1 && position.is_legal(root.mv), "{position}");
                assert_eq!(root.number, number + 1, "{position}");
                (number, moves) = (root.number, moves + 1);
            }
            _ => {}
        });
        let told = last.unwrap_or_default();
        assert_eq!(told, (finding.line, finding.score), "{position}");
    }
    assert!(bounds.iter().all(|&count| count > 0) && moves > 100, "{bounds:?} {moves}");
}

#[test]
fn winning_chances_grow_with_the_score_and_are_symmetric() {
    let all: Vec<[u32; 3]> = sample(-33_000..33_000, 7).map(chances).collect();
    assert!(all.iter().all(|chances| chances.iter().sum::<u32>() == 1000));
    assert!(all.windows(2).all(|pair| pair[0][0] <= pair[1][0] && pair[0][2] >= pair[1][2]));
    for score in [0, 1, 80, 155, 400, 3000, 32_000] {
        let [win, draw, loss] = chances(score);
        assert_eq!(chances(-score), [loss, draw, win]);
    }
    assert_eq!([chances(32_000), chances(0)], [[1000, 0, 0], [268, 464, 268]]);
}

/// The engine against itself, with few nodes and without tables, until the end of the game.
#[test]
fn bishop_and_knight_and_a_pawn_win_against_a_king() {
    for (fen, count) in [
        ("8/8/8/8/8/2k5/8/KBN5 w - - 0 1", 20_000),
        ("7k/8/8/8/3K4/8/8/1NB5 w - - 0 1", 20_000),
        ("8/8/3k4/8/8/2K5/8/2BB4 w - - 0 1", 20_000),
        // The king has to take the opposition.
        ("8/8/8/4k3/8/4K3/4P3/8 b - - 0 1", 3000),
        ("8/1k6/8/8/8/8/6P1/7K w - - 0 1", 3000),
    ] {
        let mut game = GameState::new(fen.parse().unwrap());
        let mut engines = [engine(), engine()];
        let limits = nodes(count);
        while game.outcome().is_none() && game.claim().is_none() {
            let engine = &mut engines[game.position().side_to_move().index()];
            let best = engine.search(&game, &limits, &Signals::new(), |_| ()).best().unwrap();
            game.play_unchecked(best);
        }
        assert_eq!(
            game.outcome(),
            Some(Outcome::Checkmate { winner: Color::White }),
            "{fen} {:?}",
            game.moves()
        );
    }
}
