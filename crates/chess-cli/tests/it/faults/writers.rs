//! Several programs that add games to one file at once: none is lost, repeated or torn.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

use chess_testkit::Random;

use crate::run::{chess, chess_in_pipes, folder, run, text};

/// A game without an end in which White's king can go to and fro.
const START: &str = "6bk/6pp/8/8/8/8/PP6/1K6 w - - 0 1";

/// The words of a game's movetext and tags, which do not depend on how lines are broken.
fn words(game: &str) -> String {
    game.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The games of a file, each from its first tag on.
fn games(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let (head, games) = text.split_once("[Event ").unwrap_or((&text, ""));
    assert!(head.trim().is_empty(), "{head}");
    let games = games.split("\n[Event ").filter(|game| !game.is_empty());
    games.map(|game| words(&format!("[Event {game}"))).collect()
}

/// Plays a game that is saved after each move, and returns the game as it was printed last.
fn play(path: &Path, number: usize, moves: usize, mut chance: Random) -> String {
    let name = format!("player {number}");
    let mut child =
        chess_in_pipes(&["play", START, "--random", "--ascii", "--name", &name, "--save", text(path)]);
    let mut stdin = child.stdin.take().unwrap();
    for ply in 0..moves {
        // It may have ended by a repetition.
        let _ = writeln!(stdin, "{}", ["Kc1", "Kb1"][ply % 2]);
        thread::sleep(Duration::from_millis(chance.below(20) as u64));
    }
    let _ = writeln!(stdin, "pgn");
    drop(stdin);
    let run = run(child.wait_with_output().unwrap());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    words(&run.stdout[run.stdout.rfind("[Event ").unwrap()..])
}

/// Adds whole games under a lock, as other programs that share files do.
fn append(path: &Path, games: &[String], mut chance: Random) {
    for game in games {
        let mut file = File::options().create(true).append(true).open(path).unwrap();
        file.lock().unwrap();
        write!(file, "\n{game}\n").unwrap();
        file.unlock().unwrap();
        thread::sleep(Duration::from_millis(chance.below(20) as u64));
    }
}

/// The game of another program.
fn other(number: usize) -> String {
    format!("[Event \"other\"]\n[White \"writer {number}\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n")
}

fn players_and_a_writer(round: u64) {
    let path = folder(&format!("writers_{round}")).join("games.pgn");
    let others: Vec<String> = (0..5).map(other).collect();
    let chance = |number| Random::new(1000 * round + number);
    let played: Vec<String> = thread::scope(|scope| {
        let writer = scope.spawn(|| append(&path, &others, chance(0)));
        let players: Vec<_> = (1..=3)
            .map(|number| {
                let path = &path;
                scope.spawn(move || play(path, number, 12, chance(number as u64)))
            })
            .collect();
        writer.join().unwrap();
        players.into_iter().map(|player| player.join().unwrap()).collect()
    });
    let found = games(&path);
    let count = |game: &str| found.iter().filter(|it| **it == game).count();
    for game in played.iter().chain(&others.iter().map(|game| words(game)).collect::<Vec<_>>()) {
        assert_eq!(count(game), 1, "round {round}: {game}\nin {found:#?}");
    }
    // What else is there is a game as it stood when another program wrote behind it.
    let is_earlier = |game: &str| {
        let Some(stem) = game.strip_suffix(" *") else { return false };
        let moves = stem.rsplit_once("] ").map_or("", |(_, moves)| moves);
        played.iter().any(|whole| {
            let player = |game: &str| game.split_once("[White \"").map(|it| it.1[..8].to_owned());
            player(whole) == player(game) && whole.contains(moves)
        })
    };
    for game in &found {
        let is_known = played.contains(game) || others.iter().any(|other| words(other) == *game);
        assert!(is_known || is_earlier(game), "round {round}: {game}");
    }
    assert_eq!(chess(&["pgn", text(&path)]).code, Some(0), "round {round}");
}

/// Each of two matches that begin a file at once writes all its games, or is refused.
fn two_matches(round: u64) {
    let path = folder(&format!("writers_match_{round}")).join("games.pgn");
    let start = |name: &str| {
        let [a, b] = ["a", "b"].map(|side| format!("random; name={name}{side}"));
        chess_in_pipes(&["match", &a, &b, "--games", "20", "--max-moves", "3", "--pgn", text(&path)])
    };
    let matches = ["x", "y"].map(|name| (name, start(name)));
    for (name, child) in matches {
        let run = run(child.wait_with_output().unwrap());
        let found = games(&path).iter().filter(|game| game.contains(&format!("[White \"{name}"))).count();
        match run.code {
            Some(0) => assert_eq!(found, 20, "round {round}"),
            _ => assert!(found == 0 && run.stderr.contains("the file is not empty"), "{}", run.stderr),
        }
    }
    assert_eq!(chess(&["pgn", text(&path)]).code, Some(0), "round {round}");
}

/// One game is in the way of another: the second writer waits for the lock, and says so if it waits too long.
#[test]
fn a_locked_file_is_not_written() {
    let path = folder("writers_locked").join("games.pgn");
    fs::write(&path, "").unwrap();
    let file = File::options().append(true).open(&path).unwrap();
    file.lock().unwrap();
    let run = chess(&["match", "random", "random", "--games", "2", "--max-moves", "1", "--pgn", text(&path)]);
    assert!(
        run.code == Some(1) && run.stderr.contains("the file is locked by another program"),
        "{}",
        run.stderr
    );
    let mut written = String::new();
    File::open(&path).unwrap().read_to_string(&mut written).unwrap();
    assert_eq!(written, "");
}

#[test]
fn writers_of_one_file_lose_no_game() {
    (0..3).for_each(players_and_a_writer);
    (0..3).for_each(two_matches);
}

#[test]
#[ignore = "takes a minute"]
fn writers_of_one_file_lose_no_game_in_many_rounds() {
    (10..60).for_each(players_and_a_writer);
    (10..60).for_each(two_matches);
}
