//! Clocks, with times that the test names.

use std::collections::VecDeque;
use std::time::Duration;

use chess_arena::chess_movegen::Color;
use chess_arena::chess_notation::pgn::GameResult;
use chess_arena::engine::{Limits, MoveTime};
use chess_arena::matches::Rules;

use crate::side::{Say, Script, WALK, game, walk};

const MARGIN: u64 = 100;

const fn ms(time: u64) -> Duration {
    Duration::from_millis(time)
}

/// A side that walks and takes these milliseconds for its moves.
fn side(color: Color, limits: Limits, times: &[u64]) -> Script {
    let mut says: VecDeque<Say> = walk(color, &vec![None; times.len()]);
    for (say, &spent) in says.iter_mut().zip(times) {
        if let Say::Move { time, .. } = say {
            *time = ms(spent);
        }
    }
    Script { limits, says, ..Script::default() }
}

fn clock(text: &str) -> Limits {
    Limits { clock: Some(text.parse().unwrap()), ..Limits::default() }
}

fn rules() -> Rules {
    Rules { margin: ms(MARGIN), ..Rules::default() }
}

#[test]
fn clocks_run_for_the_side_that_moves() {
    let mut sides = [
        side(Color::White, clock("3/10+1"), &[4000, 500, 6000, 1000]),
        side(Color::Black, clock("5+0.25"), &[0, 5250, 100]),
    ];
    assert!(game(&format!("{WALK} w - - 0 1"), &mut sides, &rules()).is_none());
    let asked = sides.map(|side| side.asked.iter().map(|(go, _)| go.to_string()).collect::<Vec<_>>());
    // White has 10 + 1 - 4, + 1 - 0.5, + 1 - 6 and 10 anew; Black's increment comes after the move.
    assert_eq!(
        asked[0],
        [
            "go wtime 10000 btime 5000 winc 1000 binc 1000 movestogo 3",
            "go wtime 7000 btime 5250 winc 1000 binc 1000 movestogo 2",
            "go wtime 7500 btime 250 winc 1000 binc 1000 movestogo 1",
            "go wtime 12500 btime 400 winc 1000 binc 1000 movestogo 3",
        ]
    );
    assert_eq!(
        asked[1],
        [
            "go wtime 7000 btime 5000 winc 250 binc 250",
            "go wtime 7500 btime 5250 winc 250 binc 250",
            "go wtime 12500 btime 250 winc 250 binc 250",
            "go wtime 12500 btime 400 winc 250 binc 250",
        ]
    );
}

/// Each side counts its own moves, whether White or Black moves first.
#[test]
fn moves_to_go_are_those_of_each_side() {
    for first in Color::ALL {
        let sides = [(Color::White, "3/10", 4), (Color::Black, "2/9", 4)];
        let mut sides = sides.map(|(color, control, moves)| side(color, clock(control), &vec![0; moves]));
        let letter = if first == Color::White { 'w' } else { 'b' };
        assert!(game(&format!("{WALK} {letter} - - 0 1"), &mut sides, &rules()).is_none());
        let to_go =
            sides.map(|side| side.asked.iter().filter_map(|(go, _)| go.movestogo).collect::<Vec<_>>());
        // The side that begins is asked once more, and has no answer.
        let expected = [vec![3, 2, 1, 3, 2], vec![2, 1, 2, 1, 2]];
        for (color, to_go) in Color::ALL.into_iter().zip(to_go) {
            assert_eq!(
                to_go,
                expected[color.index()][..4 + usize::from(color == first)],
                "{first:?} {color:?}"
            );
        }
    }
}

#[test]
fn a_flag_falls_after_time_and_margin() {
    for color in Color::ALL {
        let fen = format!("{WALK} {} - - 0 1", if color == Color::White { 'w' } else { 'b' });
        let [time, clocks] = [Limits { move_time: Some(ms(700)), ..Limits::default() }, clock("0.7")];
        let both = Limits { move_time: Some(ms(700)), ..clock("9") };
        let least = Limits { move_time: Some(ms(9000)), ..clock("0.7") };
        for limits in [time, clocks, both, least] {
            for (spent, loses) in [(699, false), (700, false), (700 + MARGIN, false), (701 + MARGIN, true)] {
                let times = [spent];
                let of = |it| if it == color { &times[..] } else { &[] };
                let mut sides = Color::ALL.map(|it| side(it, limits, of(it)));
                let played = game(&fen, &mut sides, &rules());
                assert_eq!(played.is_some(), loses, "{color:?} {limits:?} {spent}");
                assert_eq!(sides[color.index()].asked[0].1, MoveTime::Within(ms(700 + MARGIN)));
                if let Some(played) = played {
                    assert_eq!(played.result, GameResult::win(!color));
                    assert_eq!((played.end.termination(), played.answers.len()), ("time forfeit", 0));
                }
            }
        }
    }
}

/// A margin that was used is not taken from the next move, and a clock does not go below zero.
#[test]
fn an_overstepped_clock_has_its_increment() {
    let mut sides =
        [side(Color::White, clock("1+0.3"), &[1050, 400, 401]), side(Color::Black, clock("1"), &[0, 0, 0])];
    let played = game(&format!("{WALK} w - - 0 1"), &mut sides, &rules()).unwrap();
    let asked: Vec<_> = sides[0].asked.iter().map(|(go, _)| go.wtime.unwrap()).collect();
    assert_eq!(asked, [ms(1000), ms(300), ms(300)]);
    assert_eq!((played.answers.len(), played.result), (4, GameResult::BlackWins));
}

/// Without a limit of time no flag falls.
#[test]
fn nodes_and_depth_have_no_clock() {
    for limits in
        [Limits { nodes: Some(9), ..Limits::default() }, Limits { depth: Some(9), ..Limits::default() }]
    {
        let mut sides = Color::ALL.map(|color| side(color, limits, &[1_000_000, 1_000_000]));
        assert!(game(&format!("{WALK} w - - 0 1"), &mut sides, &rules()).is_none());
        assert_eq!(sides[0].asked.len(), 3);
        assert!(sides[0].asked.iter().all(|(_, time)| *time == MoveTime::WhileTelling));
    }
}
