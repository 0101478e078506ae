//! What `chess convert` reads: compressed files, stdin, and what cannot be read.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::run::{chess, chess_with_input, folder, gzip, run, text};

const LINES: &str =
    "4k3/8/8/8/8/8/4P3/4K3 w - - 3 40 | -7 | 0.5\n4k3/8/8/8/8/8/8/4K2R b - - 0 41 | 510 | 1.0\n";

/// Writes a file of positions in this format.
fn write(path: &Path, format: &str, lines: &str) {
    let args = ["convert", "-", text(path), "--from", "plain", "--to", format];
    assert_eq!(chess_with_input(&args, lines).code, Some(0));
}

#[test]
fn a_compressed_file_has_the_format_of_the_name_before() {
    let folder = folder("convert_input/compressed");
    let (whole, compressed) = (folder.join("a.plain"), folder.join("a"));
    for (format, extension) in [("viri", "vf.gz"), ("marlin", "marlin.GZ"), ("binpack", "binpack.gz")] {
        write(&whole, format, LINES);
        let compressed = compressed.with_extension(extension);
        fs::write(&compressed, gzip(&fs::read(&whole).unwrap())).unwrap();
        let run = chess(&["convert", text(&compressed), "-", "--to", "plain"]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(0), LINES), "{format}: {}", run.stderr);
    }
    // Lines are known to be compressed by their first bytes.
    fs::write(&whole, gzip(LINES.as_bytes())).unwrap();
    let run = chess(&["convert", text(&whole), "-", "--to", "plain"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), LINES), "{}", run.stderr);
}

/// The first squares are occupied such that the file begins as a gzip file does.
#[test]
fn positions_are_not_taken_for_a_compressed_file() {
    let marlin = folder("convert_input/first_bytes").join("a.marlin");
    let line = "4k3/8/8/8/8/3P4/PP1P3P/RNBQK3 w - - 0 1 | 3 | 0.5\n";
    write(&marlin, "marlin", line);
    assert!(fs::read(&marlin).unwrap().starts_with(b"\x1f\x8b\x08"));
    let run = chess(&["convert", text(&marlin), "-", "--to", "plain"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), line), "{}", run.stderr);
}

#[test]
fn positions_are_read_from_stdin() {
    let marlin = folder("convert_input/stdin").join("a.marlin");
    write(&marlin, "marlin", LINES);
    let bytes = fs::read(&marlin).unwrap();
    let run = chess_with_input(&["convert", "-", "-", "--from", "marlin", "--to", "plain"], bytes);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), LINES), "{}", run.stderr);
}

#[test]
fn what_stands_before_the_end_of_a_damaged_file_is_used() {
    let folder = folder("convert_input/damaged");
    let (whole, damaged, out) =
        (folder.join("a.marlin"), folder.join("damaged.marlin.gz"), folder.join("out.txt"));
    write(&whole, "marlin", LINES);
    let compressed = gzip(&fs::read(&whole).unwrap());
    // Cut off within the second position, and with a wrong check sum behind both.
    let mut wrong = compressed.clone();
    *wrong.iter_mut().nth_back(4).unwrap() ^= 1;
    let first = LINES.lines().next().unwrap();
    for (bytes, expected) in [(&compressed[..15 + 32 + 20], first), (&wrong, LINES.trim_end())] {
        fs::write(&damaged, bytes).unwrap();
        let run = chess(&["convert", text(&damaged), text(&out)]);
        assert_eq!(run.code, Some(1));
        assert!(run.stderr.starts_with(&format!("broken {}: ", text(&damaged))), "{}", run.stderr);
        assert!(run.stderr.contains(", faults 1\n"), "{}", run.stderr);
        assert_eq!(fs::read_to_string(&out).unwrap().trim_end(), expected);
    }
}

#[test]
#[cfg(unix)]
fn a_folder_of_positions_is_no_damaged_file() {
    let folder = folder("convert_input/no_file");
    let run = chess(&["convert", text(&folder), "-", "--from", "marlin", "--to", "plain"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    assert_eq!(run.stderr, format!("error: {}: Is a directory (os error 21)\n", text(&folder)));
}

#[test]
#[cfg(unix)]
fn games_that_are_not_there_are_no_damaged_file() {
    let none = folder("convert_input/no_games").join("none.pgn");
    let run = chess(&["convert", text(&none), "-", "--to", "plain"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    assert_eq!(run.stderr, format!("error: {}: No such file or directory (os error 2)\n", text(&none)));
}

#[test]
fn stdin_is_named_where_it_cannot_be_used() {
    let args = ["convert", "-", "-", "--from", "plain", "--to", "plain", "--strict"];
    let run = chess_with_input(&args, format!("{LINES}nonsense\n"));
    assert_eq!(run.code, Some(1));
    let place = format!("line 3, byte {}", LINES.len());
    assert_eq!(run.stderr, format!("error: standard input: {place}: a line is FEN | score | result\n"));
}

#[test]
fn games_without_anything_that_can_be_read_leave_no_file() {
    let folder = folder("convert_input/wrong_games");
    let (games, out) = (folder.join("a.pgn"), folder.join("out.bf"));
    fs::write(&games, "1. e5 *\n").unwrap();
    let run = chess(&["convert", text(&games), text(&out)]);
    assert_eq!(run.code, Some(1));
    let name = text(&games);
    assert!(
        run.stderr.starts_with(&format!("broken {name}: game 1, line 1, byte 3, `e5`: ")),
        "{}",
        run.stderr
    );
    assert!(run.stderr.ends_with(&format!("\nerror: {name}: nothing could be read\n")), "{}", run.stderr);
    assert!(!out.exists());
}

/// The numbers of game, line and byte are those of the file, of which the games are read in pieces.
#[test]
fn a_broken_game_has_its_place_in_the_whole_file() {
    let folder = folder("convert_input/place");
    let (games, out) = (folder.join("a.pgn"), folder.join("out"));
    let game = "1. e4 {+0.10/3} e5 {+0.05/3} 1-0\n\n";
    fs::write(&games, game.repeat(30_000) + "1. e5 *\n").unwrap();
    let place = format!("game 30001, line 60001, byte {}, `e5`: ", 30_000 * game.len() + 3);
    let counts = "records 60000, games 30001, written 60000, faults 1";
    for args in [
        &["convert", text(&games), text(&out), "--to", "marlin"][..],
        &["pgn", text(&games), "--training", "marlin", text(&out), "--threads", "1"],
    ] {
        let run = chess(args);
        assert_eq!(run.code, Some(1), "{args:?}");
        assert!(run.stderr.starts_with(&format!("broken {}: {place}", text(&games))), "{}", run.stderr);
        assert!(run.stderr.lines().any(|line| line == counts), "{}", run.stderr);
        assert_eq!(fs::metadata(&out).unwrap().len(), 60_000 * 32);
    }
    // Games that a filter leaves out are counted, too.
    let args = ["--training", "marlin", text(&out), "--filter", "not sound or plies > 2"];
    let run = chess(&[&["pgn", text(&games)], &args[..]].concat());
    assert!(run.stderr.starts_with(&format!("broken {}: {place}", text(&games))), "{}", run.stderr);
}

/// A hole in the file takes no space on the disk.
#[test]
#[cfg(target_os = "linux")]
fn a_game_of_no_end_is_told_and_the_next_one_is_read() {
    use std::io::{Seek, SeekFrom, Write};

    let folder = folder("convert_input/endless");
    let (games, out) = (folder.join("a.pgn"), folder.join("out.txt"));
    let mut file = fs::File::create(&games).unwrap();
    file.write_all(b"1. e4 {").unwrap();
    file.seek(SeekFrom::Start(65 << 20)).unwrap();
    file.write_all(b"} *\n\n[Result \"1-0\"]\n\n1. d4 {+0.10/3} d5 1-0\n").unwrap();
    drop(file);
    let told = format!("{}: game 1, byte 0: the game has more than 67108864 bytes\n", text(&games));
    let run = chess(&["convert", text(&games), text(&out)]);
    assert_eq!(run.code, Some(1));
    assert!(run.stderr.starts_with("broken ") && run.stderr.contains(&told), "{}", run.stderr);
    assert_eq!(fs::read_to_string(&out).unwrap().lines().count(), 1);
    let run = chess(&["pgn", text(&games)]);
    assert_eq!((run.code, run.stderr), (Some(1), format!("error: {told}")));
    assert_eq!(run.stdout, "games 1, plies 2, broken 0\n");
    #[cfg(feature = "parquet")]
    {
        let run = chess(&["pgn", text(&games), "--parquet", text(&folder)]);
        assert_eq!((run.code, run.stderr), (Some(1), format!("error: {told}")));
        assert!(run.stdout.starts_with("rows 1, broken 0, check sum "), "{}", run.stdout);
        assert!(folder.join("a.parquet").exists());
    }
}

/// A file that may grow no further names itself in the error, whatever writes it. With the signal ignored, the system answers
/// writing with an error.
#[test]
#[cfg(unix)]
fn a_file_that_cannot_be_written_is_named() {
    let folder = folder("convert_input/limit");
    let (plain, games) = (folder.join("a.txt"), folder.join("a.pgn"));
    fs::write(&plain, LINES.repeat(20_000)).unwrap();
    fs::write(&games, "1. e4 {+0.10/3} e5 {+0.05/3} 1-0\n\n".repeat(20_000)).unwrap();
    let out = folder.join("out");
    let (plain, games, out) = (text(&plain), text(&games), text(&out));
    let mut commands = vec![
        vec!["convert", plain, out, "--to", "plain"],
        vec!["convert", games, out, "--to", "plain"],
        vec!["pgn", games, "--training", "plain", out],
    ];
    if cfg!(feature = "arrow") {
        commands.push(vec!["pgn", games, "--arrow", out]);
    }
    for args in commands {
        let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"";
        let mut command = Command::new("bash");
        let command = command.args(["-c", script, env!("CARGO_BIN_EXE_chess")]).args(&args);
        let run = run(command.output().unwrap());
        assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{args:?}");
        assert_eq!(run.stderr, format!("error: {out}: File too large (os error 27)\n"), "{args:?}");
        assert!(!Path::new(out).exists(), "{args:?}");
    }
}
