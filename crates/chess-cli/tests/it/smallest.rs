//! The smallest positions and games, of `chess_testkit::SMALLEST`, as every command that answers them says, and the library, and
//! the slow mailbox.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::ControlFlow;

use chess_board::Position;
use chess_distinct::{DistinctLimits, distinct_plies};
use chess_movegen_perft::{perft, statistics};
use chess_testkit::{Mailbox, SMALLEST};
use serde::Deserialize;
use serde_json::Value;

use crate::run::{Run, chess, chess_with_input, file};

#[derive(Deserialize)]
struct Smallest {
    positions: Vec<Asked>,
    games: Vec<Text>,
}

/// A position and what it answers.
#[derive(Deserialize)]
struct Asked {
    fen: String,
    status: String,
    moves: BTreeSet<String>,
    /// The answers at depth 0, 1 and 2.
    perft: [u64; 3],
    distinct: [u64; 3],
    statistics: [BTreeMap<String, u64>; 3],
}

/// A text of games and what it says.
#[derive(Deserialize)]
struct Text {
    pgn: String,
    games: Vec<Game>,
}

#[derive(Deserialize, PartialEq, Eq, Debug)]
struct Game {
    uci: Vec<String>,
    result: String,
}

fn smallest() -> Smallest {
    serde_json::from_str(SMALLEST).unwrap()
}

/// Runs a command that has nothing to write, and leaves the file as it is.
fn write_nothing(args: &[&str], made: &str) {
    fs::write(made, "old").unwrap();
    let run = chess(args);
    assert_eq!((run.code, fs::read(made).unwrap()), (Some(1), b"old".to_vec()), "{args:?}: {}", run.stderr);
}

/// Runs a command that must pass.
fn ask(args: &[&str], input: &str) -> Run {
    let run = chess_with_input(args, input);
    assert_eq!(
        (run.code, run.stderr.contains("error")),
        (Some(0), false),
        "{args:?} {input:?}: {}",
        run.stderr
    );
    run
}

#[test]
fn every_command_answers_the_smallest_questions() {
    let Smallest { positions, games } = smallest();
    for ask in [ask_perft, ask_units, ask_suite, ask_moves, ask_play, ask_uci] {
        positions.iter().for_each(ask);
    }
    for ask in [ask_pgn, ask_books, ask_analyse] {
        games.iter().for_each(ask);
    }
}

#[test]
fn the_smallest_answers_agree_with_library_and_mailbox() {
    fn leaves(mailbox: &Mailbox, depth: u32) -> u64 {
        let moves = mailbox.legal_moves();
        if depth == 0 { 1 } else { moves.into_iter().map(|mv| leaves(&mailbox.after(mv), depth - 1)).sum() }
    }
    for asked in smallest().positions {
        let position: Position = asked.fen.parse().unwrap();
        let counts = distinct_plies(&position, 2, &DistinctLimits::default(), &|_| ControlFlow::Continue(()));
        // Where no position is left, the counts end.
        let counts = counts.unwrap().into_iter().chain([0, 0]);
        assert!(counts.take(3).eq(asked.distinct), "{}", asked.fen);
        for (depth, expected) in (0..).zip(asked.perft) {
            assert_eq!(perft(&position, depth), expected, "{}", asked.fen);
            assert_eq!(leaves(&Mailbox::new(&position), depth), expected, "{}", asked.fen);
            let counted = statistics(&position, depth);
            let kinds = [
                ("captures", counted.captures),
                ("en_passant", counted.en_passant),
                ("castles", counted.castles),
                ("promotions", counted.promotions),
                ("checks", counted.checks_and_mates()),
                ("checkmates", counted.checkmates()),
            ];
            let kinds = kinds.map(|(name, count)| (name.to_owned(), count)).into();
            assert_eq!(asked.statistics[depth as usize], kinds, "{}, {depth} plies", asked.fen);
        }
    }
}

fn ask_perft(asked: &Asked) {
    let perft = |depth: usize, options: &[&str]| {
        let depth = depth.to_string();
        ask(&[&["perft", &depth, "--fen", &asked.fen, "--json"], options].concat(), "").json()
    };
    for depth in 0..3 {
        let nodes = Value::from(asked.perft[depth]);
        let mode = ["list", "make", "copy"][depth];
        for options in [&[][..], &["--mode", mode], &["--hash", "1"]] {
            assert_eq!(perft(depth, options)["nodes"], nodes, "{} {options:?}", asked.fen);
        }
        let divide = perft(depth, &["--divide", "--threads", "4"]);
        assert_eq!(divide["nodes"], nodes);
        let below = divide["divide"].as_object().unwrap();
        if depth > 0 {
            assert!(below.keys().eq(&asked.moves), "{} {below:?}", asked.fen);
            assert_eq!(below.values().filter_map(Value::as_u64).sum::<u64>(), asked.perft[depth]);
        }
        let counted = perft(depth, &["--stats", "--threads", "4"]);
        assert_eq!(counted["nodes"], nodes);
        for (kind, &count) in &asked.statistics[depth] {
            assert_eq!(counted["stats"][kind], count, "{} {depth} plies: {kind}", asked.fen);
        }
        let distinct = perft(depth, &["--distinct", "--threads", "4"]);
        assert_eq!(distinct["distinct"], asked.distinct[depth], "{}", asked.fen);
    }
}

fn ask_units(asked: &Asked) {
    for (depth, plies) in [(0, 0), (1, 0), (2, 1), (2, 2)] {
        let words = [depth, plies].map(|number| number.to_string());
        let emit = ["units", "emit", &words[0], "--plies", &words[1], "--fen", &asked.fen];
        if plies > 0 && asked.moves.is_empty() {
            assert!(chess(&emit).stderr.contains("there are no units and no leaf nodes"));
            continue;
        }
        let units = ask(&emit, "").stdout;
        // The last line need not end.
        let done = ask(&["units", "run"], units.trim_end()).stdout;
        let sum = ask(&["units", "merge", "--json"], done.trim_end()).json();
        assert_eq!(sum["nodes"], asked.perft[depth], "{}, {depth} plies", asked.fen);
    }
}

fn ask_suite(asked: &Asked) {
    let [root, moves, replies] = asked.perft;
    let line = format!("{} ;D0 {root} ;D1 {moves} ;D2 {replies}", asked.fen);
    for (text, counts) in [("", 0), ("\n", 0), ("# a comment", 0), (&line, 3), (&format!("{line}\n"), 3)] {
        let summary = ask(&["suite", &file("smallest.epd", text), "--json", "--threads", "4"], "").json();
        assert_eq!((&summary["counts"], &summary["ok"]), (&counts.into(), &counts.into()), "{text}");
    }
}

fn ask_moves(asked: &Asked) {
    let moves = ask(&["moves", "--fen", &asked.fen], "").stdout;
    assert!(moves.lines().collect::<BTreeSet<_>>().into_iter().eq(&asked.moves), "{} {moves}", asked.fen);
    let answer = ask(&["inspect"], &asked.fen).json();
    let key = if asked.fen.contains('G') { "uci960" } else { "uci" };
    let legal: BTreeSet<_> =
        answer["legal"].as_array().unwrap().iter().map(|mv| mv[key].as_str().unwrap()).collect();
    assert!(answer["status"] == asked.status && legal.into_iter().eq(&asked.moves), "{answer}");
    let lines: Vec<_> = asked.moves.iter().map(|mv| format!("{}\t{mv}", asked.fen)).collect();
    let answers = ask(&["resolve"], &lines.join("\n")).json_lines();
    assert!(answers.iter().map(|answer| answer[key].as_str().unwrap()).eq(&asked.moves), "{answers:?}");
}

/// The games of a file, or of stdin, as `chess pgn` says.
fn games(args: &[&str], input: &str) -> Vec<Game> {
    let lines = ask(&[&["pgn", "--json"], args].concat(), input).stdout;
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn ask_pgn(text: &Text) {
    let name = file("smallest.pgn", &text.pgn);
    for options in [&["--threads", "1"][..], &["--threads", "4"], &["--lenient"], &["--filter", "plies >= 0"]]
    {
        for file in [&name[..], "-"] {
            assert_eq!(
                games(&[&[file], options].concat(), &text.pgn),
                text.games,
                "{:?} {options:?}",
                text.pgn
            );
        }
    }
    for to in ["viri", "marlin", "bullet", "binpack", "plain", "pgn"] {
        let made = file("smallest_made", "");
        let convert = ["convert", &name, &made, "--to", to];
        if to == "pgn" && !text.games.is_empty() {
            ask(&convert, "");
            assert_eq!(games(&[&made], ""), text.games, "{:?}", text.pgn);
        } else {
            // No position has a score.
            write_nothing(&convert, &made);
        }
    }
}

fn ask_books(text: &Text) {
    let name = file("smallest_book.pgn", &text.pgn);
    let [made, merged] = ["smallest_1.bin", "smallest_2.bin"].map(|name| file(name, ""));
    // A move that only loses has no weight.
    let is_won = |game: &&Game| game.result == "1-0" && !game.uci.is_empty();
    let moves = text.games.iter().filter(is_won).count();
    let build = ["book", "build", &name, "--out", &made];
    if moves == 0 {
        write_nothing(&build, &made);
        fs::write(&made, "").unwrap();
        return write_nothing(&["book", "merge", &made, "--out", &merged], &merged);
    }
    ask(&build, "");
    assert_eq!(fs::read(&made).unwrap().len(), 16 * moves, "{:?}", text.pgn);
    ask(&["book", "merge", &made, "--out", &merged], "");
    assert_eq!(fs::read(&made).unwrap(), fs::read(&merged).unwrap());
    assert!(!chess(&["book", "show", &made]).stderr.contains("no move for this position"));
}

fn ask_play(asked: &Asked) {
    let played = ask(&["play", "--fen", &asked.fen, "--seconds", "0.01", "--ascii"], "moves").stdout;
    let end = match &asked.status[..] {
        "checkmate" => "checkmate, White wins",
        "stalemate" => "stalemate, draw",
        "insufficient_material" => "insufficient material, draw",
        _ => return,
    };
    assert!(played.contains(end), "{played}");
}

fn ask_uci(asked: &Asked) {
    let chess960 = asked.fen.contains('G');
    let input = format!(
        "setoption name UCI_Chess960 value {chess960}\nposition fen {}\ngo perft 0\ngo perft 1\ngo perft 2\ngo depth 1",
        asked.fen
    );
    let answers = ask(&["uci"], &input).stdout;
    let searched = answers.lines().filter_map(|line| line.strip_prefix("Nodes searched: "));
    assert!(searched.map(|number| number.parse::<u64>().unwrap()).eq(asked.perft), "{answers}");
    let mut last = answers.lines().rev();
    let best = last.next().and_then(|line| line.strip_prefix("bestmove ")).unwrap();
    let best = best.split(' ').next().unwrap();
    assert!(asked.moves.contains(best) || (asked.moves.is_empty() && best == "0000"), "{answers}");
    assert!(last.next().unwrap().contains(" score "), "{answers}");
}

fn ask_analyse(text: &Text) {
    let run = ask(&["analyse", "-", "--depth", "1", "--json"], &text.pgn);
    let moves = |game: &Value| {
        game["moves"].as_array().unwrap().iter().map(|mv| mv["uci"].as_str().unwrap().to_owned()).collect()
    };
    let found: Vec<Game> = run
        .json_lines()
        .iter()
        .map(|game| Game { uci: moves(game), result: game["result"].as_str().unwrap().to_owned() })
        .collect();
    assert_eq!(found, text.games);
}
