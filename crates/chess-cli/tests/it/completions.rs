//! `chess completions`.

use crate::run::chess;

#[test]
fn every_shell_completes_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = chess(&["completions", shell]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{shell}");
        for word in [
            "perft",
            "suite",
            "inspect",
            "resolve",
            "moves",
            "pgn",
            "book",
            "tables",
            "build",
            "merge",
            "units",
            "emit",
            "show",
            "completions",
            "man",
            "last-move",
            "allow-repeats",
            "strict",
        ] {
            assert!(run.stdout.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn unknown_shell() {
    for args in [&["completions"][..], &["completions", "korn"]] {
        let run = chess(args);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    }
}
