//! All commands speak one language: an option has one meaning, unit and default, and JSON begins with the same keys.

use std::collections::{BTreeMap, BTreeSet};

use clap::Arg;

use crate::commands::all_commands;
use crate::run::{chess, chess_with_input, file};

/// Options whose value or default depends on the command.
const VARIED: [(&str, &[&str]); 7] = [
    // A search of the engine is deep, and a tree of games is not.
    ("depth", &["N", "N=12"]),
    ("hash", &["MIB=0", "MIB=16"]),
    ("memory", &["MIB=1024", "MIB=128", "MIB=512"]),
    ("out", &["DIR", "FILE", "FILE.bin"]),
    // Games of several files are several tables.
    ("parquet", &["DIR", "FILE"]),
    ("plies", &["K", "N"]),
    // With several threads, the nodes of a search are not a signature.
    ("threads", &["N=0", "N=1"]),
];

/// The value of an option and its default: `FILE`, `N=1`, or nothing for a flag.
fn value(arg: &Arg) -> String {
    if !arg.get_action().takes_values() {
        return String::new();
    }
    let names: Vec<&str> =
        arg.get_value_names().into_iter().flatten().map(clap::builder::Str::as_str).collect();
    let defaults: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    let equals = if defaults.is_empty() { "" } else { "=" };
    format!("{}{equals}{}", names.join(" "), defaults.join(","))
}

#[test]
fn an_option_has_one_value_and_one_default() {
    let mut values: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (_, command) in all_commands() {
        for arg in command.get_arguments() {
            if let Some(name) = arg.get_long() {
                values.entry(name.to_owned()).or_default().insert(value(arg));
            }
        }
    }
    assert!(values.len() > 80, "{}", values.len());
    for (name, values) in values {
        let varied = VARIED.iter().find(|(varied, _)| *varied == name);
        match varied {
            Some((_, varied)) => assert!(values.iter().eq(varied.iter()), "--{name}: {values:?}"),
            None => assert_eq!(values.len(), 1, "--{name}: {values:?}"),
        }
    }
}

#[test]
fn no_option_is_a_letter_but_those_of_every_command() {
    for (words, command) in all_commands() {
        let letters = command.get_arguments().filter_map(Arg::get_short);
        assert!(letters.into_iter().all(|letter| ['h', 'V'].contains(&letter)), "{words:?}");
    }
}

/// A unit is said where it is not in the name of the value.
#[test]
fn help_says_units_and_defaults() {
    let units = [("MS", "milliseconds"), ("S", "seconds"), ("MIB", "MiB")];
    for (words, command) in all_commands() {
        for arg in command.get_opts() {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            let name = value(arg);
            for (short, unit) in units {
                if name.split('=').next() == Some(short) {
                    assert!(help.to_lowercase().contains(&unit.to_lowercase()), "{words:?} {arg}: {help}");
                }
            }
            let is_said =
                !name.contains('=') || !arg.is_hide_default_value_set() || help.contains("[default: ");
            assert!(is_said, "{words:?} {arg}: {help}");
        }
    }
}

#[test]
fn times_are_read_in_one_notation() {
    let random = ["match", "random", "random", "--games", "2", "--max-moves", "1", "--tc"];
    for time in ["5m+3s", "300+3", "40/60+0.6", "5s+3s", "1:30+1"] {
        let run = chess(&[&random[..], &[time]].concat());
        assert_eq!(run.code, Some(0), "{time}: {}", run.stderr);
        let run = chess_with_input(&["play", "--random", "--tc", time], "quit\n");
        assert_eq!(run.code, Some(0), "{time}: {}", run.stderr);
    }
    let run = chess(&["play", "--tc", "5+3"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("5m+3s or 5s+3s"), "{}", run.stderr);
    assert_eq!(chess(&["match", "random", "random", "--tc", "5x"]).code, Some(2));
}

/// The keys of an object in their order.
fn keys(line: &str) -> Vec<String> {
    let mut keys = Vec::new();
    let (mut depth, mut chars) = (0, line.char_indices());
    while let Some((i, c)) = chars.next() {
        match c {
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            '"' => {
                let mut end = i;
                while let Some((at, c)) = chars.next() {
                    match c {
                        '\\' => drop(chars.next()),
                        '"' => {
                            end = at;
                            break;
                        }
                        _ => {}
                    }
                }
                if depth == 1 && line[end + 1..].starts_with(':') {
                    keys.push(line[i + 1..end].to_owned());
                }
            }
            _ => {}
        }
    }
    keys
}

#[test]
fn json_begins_with_the_same_keys() {
    let games = file("language.pgn", "[White \"A\"]\n\n1. e4 e5 1-0\n\n1. e5 *\n");
    let suite = file("language.epd", "startpos ;D1 21\n8/8/8/8/8/8/8/8 w - - 0 1 ;D1 1\n");
    let malformed = file("language_malformed.epd", "startpos ;D1 x\n");
    let plain = file("language.txt", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 5 | 0.5\n");
    let made = file("language.bf", "");
    let book = file("language.bin", "");
    let kept = file("language-kept.pgn", "");
    assert_eq!(chess(&["book", "build", &games, "--lenient", "--out", &book]).code, Some(1));
    let failed = "ok input error";
    for (args, input, begins) in [
        (&["inspect"][..], "startpos\n", &["ok input fen"][..]),
        (&["inspect"], "x\n", &["ok input error errors"]),
        (&["resolve"], "startpos\te4\n", &["ok input uci"]),
        (&["resolve"], "startpos\te5\nstartpos\nx\te4\n", &[failed, failed, failed]),
        (&["tables", "--syzygy", ".", "--json"], "x\nstartpos\n", &[failed, failed]),
        (
            &["suite", &suite, "--json", "--threads", "1"],
            "",
            &["ok input error file line id", "ok input error file line id depth", "type positions"],
        ),
        (&["pgn", &games, "--json"], "", &["game headers", "game headers"]),
        (&["pgn", &games, "--json", "--out", &kept], "", &["type games"]),
        (&["convert", &plain, &made, "--json"], "", &["type records"]),
        (&["tree", &games, "--json"], "", &["ply fen uci"]),
        (&["book", "show", &book, "--json"], "", &["uci uci960 san"]),
        (&["bench", "--depth", "1", "--json"], "", &["name fen", "type depth"]),
        (&["perft", "1", "--json"], "", &["fen depth"]),
        (&["moves", "--json"], "", &["uci uci960 san"]),
        (
            &["suite", &malformed, "--json", "--threads", "1"],
            "",
            &["ok input error file line id", "type positions"],
        ),
        (&["match", "random", "random", "--games", "2", "--json"], "", &["games engines elo margin"]),
        (&["check", "true", "--json"], "", &["rule verdict seen", "type passed failed skipped"]),
    ] {
        let run = chess_with_input(args, input);
        let lines: Vec<Vec<String>> =
            run.stdout.lines().filter(|line| line.starts_with('{')).map(keys).collect();
        let found: Vec<String> = lines.iter().map(|keys| keys.join(" ")).collect();
        let mut found = found.iter().peekable();
        for begin in begins {
            // Objects of the same kind repeat.
            let line = found.find(|line| line.starts_with(begin));
            assert!(line.is_some(), "{args:?}: no {begin}: {}{}", run.stdout, run.stderr);
        }
        let last = lines.last().unwrap().join(" ");
        assert!(last.starts_with(begins.last().unwrap()), "{args:?}: {}", run.stdout);
    }
}

/// The same fault has the same kind wherever a line is answered.
#[test]
fn a_wrong_position_has_one_kind() {
    for (fen, kind, place) in [
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side_to_move", "side_to_move"),
        ("4k3/8/8/8/8/8/9/4K3 w - - 0 1", "board_character", "board"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "no_king", "board"),
        ("", "missing", "board"),
        (&"x".repeat(70_000), "too_long", "line"),
    ] {
        for (args, line) in [
            (&["inspect"][..], fen.to_owned()),
            (&["resolve"], format!("{fen}\te4")),
            (&["tables", "--syzygy", ".", "--json"], fen.to_owned()),
        ] {
            let answer = chess_with_input(args, format!("{line}\n")).json();
            let error = &answer["error"];
            assert_eq!((&error["kind"], &error["place"]), (&kind.into(), &place.into()), "{args:?} {answer}");
            assert!(answer["ok"] == false && answer.get("kind").is_none(), "{answer}");
        }
    }
}
