//! Tests of the games that are written: they are read again, counted and compared.

use std::collections::HashSet;

use chess_games::{Damage, Games, Kind};
use chess_notation::pgn::{Event, PgnError, Replay};
use clap::ValueEnum;

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
fn games_of_each_kind_differ_and_replay_whole() {
    for &kind in Kind::value_variants() {
        let (mut games, mut pgn, mut seen) = (Games::new(2), Vec::new(), HashSet::new());
        (games.kinds, games.damaged) = (vec![kind], 0);
        let write = |_| {
            let begin = pgn.len();
            let (plies, damage) = games.write(&mut pgn);
            let text = String::from_utf8_lossy(&pgn[begin..]);
            let moves = text.split_once("\n\n").or(text.split_once("\r\n\r\n")).unwrap().1;
            assert!(damage.is_none() && (seen.insert(moves.to_owned()) || plies < 20), "{moves}");
            plies
        };
        let written: Vec<_> = (0..100).map(write).collect();
        assert_eq!(read(&pgn), (written.clone(), vec![]), "{kind:?}");
        assert!((50..120).contains(&(written.iter().sum::<usize>() / 100)), "{kind:?}: {written:?}");
    }
}

/// A file that was written elsewhere is reproducible.
#[test]
fn the_same_seed_gives_the_same_text_on_all_machines() {
    let (mut games, mut pgn) = (Games::new(1), Vec::new());
    let damaged = (0..200).filter(|_| games.write(&mut pgn).1.is_some()).count();
    let sum = pgn.iter().fold(0xcbf2_9ce4_8422_2325, |sum: u64, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    assert_eq!((pgn.len(), damaged, sum), (478926, 2, 8394739697706751443));
}

#[test]
fn games_follow_every_kind_of_damage() {
    let mut found = HashSet::new();
    let mut games = Games::new(3);
    games.damaged = 1000;
    for _ in 0..200 {
        let mut pgn = Vec::new();
        let damage = games.write(&mut pgn).1.expect("all are damaged");
        found.insert(damage as usize);
        // Closes unclosed comments.
        pgn.extend_from_slice(b"\n}\n\n[Event \"next\"]\n\n1. e4 e5 2. Nf3 *\n");
        let (plies, errors) = read(&pgn);
        assert!(plies.ends_with(&[3]), "{damage:?}: {plies:?}");
        assert!(damage != Damage::IllegalMove || !errors.is_empty(), "{}", String::from_utf8_lossy(&pgn));
    }
    assert_eq!(found.len(), Damage::value_variants().len());
}
