//! Tests of the games that are written: they are read again, counted and compared.

use std::collections::HashSet;

use chess_data::columns::{Base, Value, read_chunk};
use chess_data::filter::Filter;
use chess_games::{Damage, Game, Games, Kind};
use chess_notation::pgn::{Event, PgnError, Replay};
use chess_notation::{Color, San};

fn written(mut games: Games, count: usize) -> (Vec<u8>, Vec<Game>) {
    let mut pgn = Vec::new();
    let list = (0..count).map(|_| games.write(&mut pgn)).collect();
    (pgn, list)
}

/// The plies of the main line of each game, and the errors.
fn read(pgn: &[u8]) -> (Vec<usize>, Vec<String>) {
    let mut replay = Replay::new(pgn);
    let (mut plies, mut errors) = (Vec::new(), Vec::new());
    loop {
        match replay.next_event() {
            Ok(None) => return (plies, errors),
            Ok(Some(Event::Movetext)) => plies.push(0),
            Ok(Some(Event::VariationStart)) => replay.skip_variation().unwrap(),
            Ok(Some(Event::Move(_))) => *plies.last_mut().unwrap() += 1,
            Ok(Some(_)) => {}
            Err(PgnError::Game(error)) => errors.push(error.to_string()),
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn games_of_each_kind_are_read_with_all_their_plies() {
    for kind in Kind::ALL {
        let (pgn, games) = written(Games::new(2).kinds(&[kind]).damaged(0), 150);
        let (plies, errors) = read(&pgn);
        assert_eq!(errors, [""; 0], "{kind:?}");
        assert_eq!(plies, games.iter().map(|game| game.plies).collect::<Vec<_>>(), "{kind:?}");
        assert_eq!(pgn.len(), games.iter().map(|game| game.bytes).sum::<usize>());
        assert!(games.iter().all(|game| game.kind == kind && game.damage.is_none()));
    }
}

/// A file that was written elsewhere is reproducible.
#[test]
fn the_same_seed_gives_the_same_text_on_all_machines() {
    let (pgn, _) = written(Games::new(1), 200);
    let sum = pgn.iter().fold(0xcbf2_9ce4_8422_2325, |sum: u64, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    assert_eq!((pgn.len(), sum), (382998, 4261956092746292011));
    assert_eq!(written(Games::new(1), 200).0, pgn);
    assert_ne!(written(Games::new(2), 200).0, pgn);
}

#[test]
fn no_game_comes_twice() {
    let mut seen = HashSet::new();
    for seed in 0..20 {
        let mut games = Games::new(seed);
        for _ in 0..100 {
            let mut pgn = Vec::new();
            let game = games.write(&mut pgn);
            let moves = pgn.windows(2).position(|pair| pair == b"1.").map(|start| pgn[start..].to_vec());
            assert!(game.plies < 20 || seen.insert(moves), "seed {seed}");
        }
    }
}

#[test]
fn all_kinds_of_damage_come_and_the_next_game_is_found() {
    let mut found = HashSet::new();
    let mut damaged = Games::new(3).damaged(1000);
    for _ in 0..400 {
        let mut pgn = Vec::new();
        let game = damaged.write(&mut pgn);
        let damage = game.damage.expect("all are damaged");
        found.insert(damage.name());
        // Closes unclosed comments.
        pgn.extend_from_slice(b"\n}\n\n[Event \"next\"]\n\n1. e4 e5 2. Nf3 *\n");
        let (plies, errors) = read(&pgn);
        assert!(plies.ends_with(&[3]), "{damage:?}: {plies:?}");
        assert!(damage != Damage::IllegalMove || !errors.is_empty(), "{}", String::from_utf8_lossy(&pgn));
    }
    assert_eq!(found.len(), Damage::ALL.len(), "{found:?}");
}

/// The score in a comment as centipawns or moves to mate for White, by the rules of the four forms that are written.
fn score_for_white(comment: &str, is_white: bool) -> (Option<i64>, Option<i64>) {
    let mover = if is_white { 1 } else { -1 };
    let hundredths = |pawns: &str| (pawns.parse::<f64>().unwrap() * 100.0).round() as i64;
    if let Some((_, eval)) = comment.split_once("[%eval ") {
        let eval = eval.split(']').next().unwrap();
        return match (eval.split_once(','), eval.strip_prefix('#')) {
            (Some((centipawns, _)), _) => (Some(mover * centipawns.parse::<i64>().unwrap()), None),
            (None, Some(moves)) => (None, Some(moves.parse().unwrap())),
            (None, None) => (Some(hundredths(eval)), None),
        };
    }
    match comment.split_once('/').filter(|_| comment.ends_with('s') || comment.contains("s,")) {
        Some((score, _)) if score.contains('M') => {
            (None, Some(mover * (score.replace('M', "").parse::<i64>().unwrap() / 2)))
        }
        Some((score, _)) => (Some(mover * hundredths(score)), None),
        None => (None, None),
    }
}

#[test]
fn scores_are_read_as_they_are_written() {
    let kinds = [Kind::Online, Kind::Engine, Kind::Chess960, Kind::FromPosition];
    let (pgn, _) = written(Games::new(8).kinds(&kinds).damaged(0), 600);
    let (mut replay, mut games, mut forms) = (Replay::new(&pgn), Vec::new(), [0; 3]);
    while let Some(event) = replay.next_event().unwrap() {
        match event {
            Event::Movetext => games.push(Vec::new()),
            Event::VariationStart => replay.skip_variation().unwrap(),
            Event::Move(_) => games.last_mut().unwrap().push((None, None)),
            Event::Comment(text) => {
                let comment = text.to_string();
                let is_white = replay.position().side_to_move() == Color::Black;
                let score = score_for_white(&comment, is_white);
                let Some(last) = games.last_mut().unwrap().last_mut() else { continue };
                let form = if comment.contains("[%eval") { usize::from(comment.contains(',')) } else { 2 };
                forms[form] += usize::from(score != (None, None));
                *last = score;
            }
            _ => {}
        }
    }
    let columns = "evals,mates".parse().unwrap();
    let mut expected = games.iter();
    for batch in read_chunk(&pgn, &Base::default(), &columns, &Filter::ALL) {
        for row in 0..batch.rows() {
            let list = |name| batch.get(name, row).and_then(Value::as_list).unwrap();
            let number = |value: Value<'_>| if let Value::Int(number) = value { Some(number) } else { None };
            let found: Vec<_> =
                list("evals").iter().map(number).zip(list("mates").iter().map(number)).collect();
            assert_eq!(Some(&found), expected.next(), "game {}", row + 1);
        }
    }
    assert_eq!(expected.next(), None);
    assert!(forms.iter().all(|&count| count > 500), "{forms:?}");
}

/// One game in a hundred by default.
#[test]
fn the_share_of_damaged_games() {
    let (_, games) = written(Games::new(4), 3000);
    let damaged = games.iter().filter(|game| game.damage.is_some()).count();
    assert!((15..=50).contains(&damaged), "{damaged}");
    assert!(Kind::ALL.iter().all(|kind| games.iter().filter(|game| game.kind == *kind).count() > 80));
}

/// Bounds around the shares in files of games that were played.
#[test]
fn forms_of_san_have_natural_frequencies() {
    let (pgn, _) = written(Games::new(5).kinds(&[Kind::Online, Kind::Master]).damaged(0), 600);
    let mut replay = Replay::new(&pgn);
    let mut before = *replay.position();
    let (mut moves, mut counts) = (0, [0usize; 7]);
    while let Some(event) = replay.next_event().unwrap() {
        if let Event::Move(mv) = event {
            let san = San::new(&before, mv);
            let text = san.as_str();
            let is_piece = text.starts_with(['N', 'B', 'R', 'Q']);
            let squares = text.bytes().filter(|byte| byte.is_ascii_lowercase() && *byte != b'x').count()
                + text.bytes().filter(u8::is_ascii_digit).count();
            let has = [
                text.contains('x'),
                text.contains('+'),
                text.contains('#'),
                text.starts_with("O-O"),
                text.contains('='),
                is_piece && squares > 2,
                text.starts_with(|c: char| c.is_ascii_lowercase()),
            ];
            moves += 1;
            for (count, has) in counts.iter_mut().zip(has) {
                *count += usize::from(has);
            }
        }
        before = *replay.position();
    }
    assert!((60..110).contains(&(moves / 600)), "{moves}");
    let bounds = [(120, 260), (35, 80), (1, 10), (14, 30), (1, 8), (20, 50), (200, 300)];
    for ((count, (least, most)), index) in counts.into_iter().zip(bounds).zip(0..) {
        let per_mille = count * 1000 / moves;
        assert!((least..=most).contains(&per_mille), "{index}: {per_mille} in {counts:?} of {moves}");
    }
}

#[test]
fn positions_are_those_of_games() {
    let mut games = Games::new(6).kinds(&[Kind::Master]).damaged(0);
    let mut pgn = Vec::new();
    let plies = games.write(&mut pgn).plies;
    let positions = Games::new(6).kinds(&[Kind::Master]).damaged(0).positions();
    assert_eq!(positions.len(), plies);
    let mut replay = Replay::new(&pgn);
    while replay.next_event().unwrap().is_some() {}
    assert_eq!(positions.last(), Some(replay.position()));
}
