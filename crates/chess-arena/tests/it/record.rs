//! The record of a game: what its players told is read by what reads the scores of all programs.

use std::collections::HashMap;
use std::env;
use std::process::Command;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use chess_arena::chess_movegen::Color;
use chess_arena::chess_notation::pgn::{Game, GameResult, Replay, Score};
use chess_arena::date::{game_tags, utc};
use chess_arena::engine::Fault;
use chess_arena::matches::{FaultKind, Finished, Match, Rules, resume};
use chess_data::scores::{Notes, Scores};

use crate::side::{Say, Script, WALK, game, walk};

/// A game of two players with these scores and rules, played with the specifications, and as a reader finds it.
fn recorded(specs: [&str; 2], first: Color, mut sides: [Script; 2], rules: &Rules) -> (Game, String) {
    let contest = Match::new(specs.map(|spec| spec.parse().unwrap()).to_vec(), Some(2));
    let letter = if first == Color::White { 'w' } else { 'b' };
    let played = game(&format!("{WALK} {letter} - - 0 1"), &mut sides, rules).unwrap();
    let finished = Finished { pair: 0, game: 0, players: [0, 1], played };
    let text = contest.pgn(&finished, &["a".to_owned(), "b".to_owned()]).unwrap();
    (Replay::new(text.as_bytes()).next_game().unwrap().unwrap(), text)
}

#[test]
fn scores_of_a_match_are_read_as_they_were_told() {
    let told = [
        Score::Centipawns(0),
        Score::Centipawns(31),
        Score::Centipawns(-5),
        Score::Centipawns(100),
        Score::Centipawns(-12_345),
        Score::Mate(1),
        Score::Mate(2),
        Score::Mate(9),
        Score::Mate(-1),
        Score::Mate(-9),
    ];
    // Mates in plies, the move itself included.
    let written = ["0.00", "+0.31", "-0.05", "+1.00", "-123.45", "+M1", "+M3", "+M17", "-M2", "-M18"];
    let rules = Rules { max_moves: told.len(), ..Rules::default() };
    for first in Color::ALL {
        let sides = Color::ALL.map(|color| {
            let mut scores = told.map(Some);
            if color == Color::Black {
                scores.reverse();
            }
            Script { says: walk(color, &scores), ..Script::default() }
        });
        let (game, text) = recorded(["random"; 2], first, sides, &rules);
        let comments: Vec<String> =
            game.mainline().map(|played| game.node(played.id).comments().join(" ")).collect();
        let notes: Vec<(Color, Notes)> = game
            .mainline()
            .map(|played| {
                let mut notes = Notes::default();
                for comment in game.node(played.id).comments() {
                    notes.read(comment.as_bytes());
                }
                (!game.position(played.id).side_to_move(), notes)
            })
            .collect();
        let moves = notes.iter().map(|(mover, notes)| (*mover, notes));
        let scores = Scores::of_game(None, None, moves, game.result());
        assert_eq!(notes.len(), 2 * told.len());
        for (ply, (mover, notes)) in notes.iter().enumerate() {
            let index = if *mover == Color::White { ply / 2 } else { told.len() - 1 - ply / 2 };
            let own = told[index];
            assert!(comments[ply].starts_with(&format!("{}/0 0.000s", written[index])), "{ply} {text}");
            let white = if *mover == Color::White { own } else { -own };
            assert_eq!(scores.search(notes, *mover), Some(white), "{ply} {text}");
        }
    }
}

#[test]
fn time_controls_are_those_of_both_or_of_each() {
    let none = Rules { max_moves: 0, ..Rules::default() };
    for (specs, tags) in [
        (["random; tc=3/10+1"; 2], [Some("3/10+1"), None, None]),
        (["random; movetime=500"; 2], [Some("0.5/move"), None, None]),
        (["random; nodes=9", "random; depth=9"], [Some("-"), None, None]),
        (["random; tc=10", "random; movetime=500"], [None, Some("10"), Some("0.5/move")]),
    ] {
        let (game, text) = recorded(specs, Color::White, [Script::default(), Script::default()], &none);
        let names = ["TimeControl", "WhiteTimeControl", "BlackTimeControl"];
        assert_eq!(names.map(|name| game.tags().get(name)), tags, "{text}");
    }
}

/// The winner is the side without the fault; where the game is drawn, the fault is that of the side to move.
#[test]
fn a_fault_in_the_file_is_that_of_its_side() {
    for (loser, moves) in Color::ALL.into_iter().flat_map(|loser| [(loser, 0), (loser, 1), (loser, 2)]) {
        for is_drawn in [false, true] {
            let mut sides = Color::ALL.map(|color| {
                let says = walk(color, &vec![None; if color == loser { moves } else { 9 }]);
                Script { says, ..Script::default() }
            });
            sides[loser.index()].says.push_back(Say::Fault(Fault::Time("late".into())));
            let contest = Match::new(["random"; 2].map(|it| it.parse().unwrap()).to_vec(), Some(2));
            let names = ["a".to_owned(), "b".to_owned()];
            // Blocked pawns, which nobody can pass, are a draw.
            let board = if is_drawn { "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3" } else { WALK };
            let played = game(&format!("{board} w - - 0 1"), &mut sides, &Rules::default()).unwrap();
            let result = if is_drawn { GameResult::Draw } else { GameResult::win(!loser) };
            assert_eq!(played.result, result);
            let finished = Finished { pair: 0, game: 0, players: [0, 1], played };
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("games.pgn");
            std::fs::write(&path, contest.pgn(&finished, &names).unwrap()).unwrap();
            let mut found = Vec::new();
            resume(&path, &contest, &names, |score| found.push(score)).unwrap();
            let score = finished.score();
            assert_eq!(found.len(), 1);
            assert_eq!((found[0].result, found[0].fault), (score.result, score.fault));
            assert_eq!(score.fault, Some((loser.index(), FaultKind::Time)));
        }
    }
}

/// Its day is that of a zone, 14 hours from UTC at most.
#[test]
fn a_game_has_the_day_and_the_time_of_its_beginning() {
    for seconds in [0, 951_786_061, 1_795_305_599, 4_102_444_800] {
        let begun = UNIX_EPOCH + Duration::from_secs(seconds) + Duration::from_millis(999);
        let tags: HashMap<_, _> = game_tags(begun).into_iter().collect();
        let (date, time) = utc(begun).unwrap();
        assert_eq!((&tags["UTCDate"], &tags["UTCTime"]), (&date.to_string(), &time));
        let zones = (-14..=14).map(|hours: i64| {
            begun.checked_add(Duration::from_secs(14 * 3600)).unwrap()
                - Duration::from_secs(((14 - hours) * 3600) as u64)
        });
        let days: Vec<String> = zones.filter_map(|it| Some(utc(it)?.0.to_string())).collect();
        assert!(days.contains(&tags["Date"]) || seconds == 0, "{tags:?}");
        assert_eq!(tags.len(), 3);
    }
    let (game, _) = recorded(
        ["random"; 2],
        Color::White,
        Default::default(),
        &Rules { max_moves: 0, ..Rules::default() },
    );
    let [today, tomorrow] =
        [0, 86_400].map(|later| utc(SystemTime::now() + Duration::from_secs(later)).unwrap().0);
    let found = game.tags().get("UTCDate").unwrap();
    assert!(
        [today, tomorrow].iter().any(|day| day.to_string() == found) && game.tags().get("Date").is_some()
    );
}

/// This test runs itself in zones on both sides of UTC.
#[test]
fn the_day_of_a_game_is_that_of_the_zone() {
    const EXPECTED: &str = "CHESS_EXPECTED_DAY";
    if let Ok(day) = env::var(EXPECTED) {
        let tags = game_tags(UNIX_EPOCH + Duration::from_secs(12 * 3600));
        assert_eq!(tags[0], ("Date", day));
        return;
    }
    // In POSIX's names, east is negative.
    for (zone, day) in
        [("A-13", "1970.01.02"), ("A-11", "1970.01.01"), ("UTC0", "1970.01.01"), ("A13", "1969.12.31")]
    {
        let mut test = Command::new(env::current_exe().unwrap());
        test.args(["--exact", "record::the_day_of_a_game_is_that_of_the_zone"])
            .env("TZ", zone)
            .env(EXPECTED, day);
        let run = test.output().unwrap();
        assert!(run.status.success(), "{zone} {}", String::from_utf8_lossy(&run.stdout));
    }
}
