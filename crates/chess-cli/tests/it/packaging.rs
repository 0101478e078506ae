//! `chess completions` and `chess man`.

use std::fs;

use crate::run::{chess, file, folder};

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

fn titles(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.strip_prefix(".TH ")?.split(' ').next()).collect()
}

#[test]
fn one_page_for_each_command() {
    let run = chess(&["man"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let pages = titles(&run.stdout);
    for page in [
        "chess",
        "chess-perft",
        "chess-units",
        "chess-units-emit",
        "chess-units-run",
        "chess-units-merge",
        "chess-suite",
        "chess-inspect",
        "chess-resolve",
        "chess-tables",
        "chess-moves",
        "chess-pgn",
        "chess-convert",
        "chess-book",
        "chess-book-show",
        "chess-book-build",
        "chess-book-merge",
        "chess-show",
        "chess-uci",
        "chess-bench",
        "chess-play",
        "chess-completions",
        "chess-man",
    ] {
        assert_eq!(pages.iter().filter(|&&title| title == page).count(), 1, "{page} of {pages:?}");
    }
    assert!(!pages.iter().any(|page| page.ends_with("-help")), "{pages:?}");
    assert!(run.stdout.contains("\n  chess show\n"), "the examples are in the page");
}

#[test]
fn files_hold_what_stdout_shows() {
    let directory = folder("man").join("new");
    let run = chess(&["man", "--out", directory.to_str().unwrap()]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (Some(0), "", ""));
    let shown = chess(&["man"]).stdout;
    let mut files = 0;
    for entry in fs::read_dir(&directory).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(titles(&text), [path.file_stem().unwrap().to_str().unwrap()]);
        assert!(shown.contains(&text), "{}", path.display());
        files += 1;
    }
    assert_eq!(files, titles(&shown).len());
}

#[test]
fn a_directory_that_cannot_be_made() {
    let run = chess(&["man", "--out", &file("a_file", "")]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    assert!(run.stderr.starts_with("error: ") && run.stderr.contains("a_file"), "{}", run.stderr);
}

#[test]
fn the_synopsis_has_the_values_of_options() {
    let pages = chess(&["man"]).stdout;
    let synopsis = pages.split(".TH chess-perft ").nth(1).unwrap().split(".SH DESCRIPTION").next().unwrap();
    for line in ["[\\fB\\-\\-fen\\fR \\fIFEN\\fR]", "[\\fB\\-\\-divide\\fR]", "\\fIDEPTH\\fR"] {
        assert!(synopsis.lines().any(|it| it == line), "{line}: {synopsis}");
    }
}

#[test]
fn help_is_short_and_whole_and_fits_the_terminal() {
    for command in ["perft", "pgn", "match", "analyse"] {
        let help = |option| {
            let mut command_line = std::process::Command::new(env!("CARGO_BIN_EXE_chess"));
            let output = command_line.args([command, option]).env("COLUMNS", "80").output().unwrap();
            String::from_utf8(output.stdout).unwrap()
        };
        let (short, whole) = (help("-h"), help("--help"));
        assert!(short.lines().count() < 45 && short.lines().count() < whole.lines().count(), "{short}");
        assert!(whole.lines().all(|line| line.chars().count() <= 80), "{whole}");
    }
}
