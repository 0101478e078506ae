//! `chess play`, as somebody who types ahead.

use std::fs;
use std::io::Write;
#[cfg(unix)]
use std::io::{BufRead, BufReader, Read};
#[cfg(unix)]
use std::process::Command;
#[cfg(unix)]
use std::thread::sleep;
use std::time::SystemTime;
#[cfg(unix)]
use std::time::{Duration, Instant};

use chess_arena::date::game_tags;
use chess_board::Position;
use chess_notation::pgn;

#[cfg(unix)]
use crate::matches::script;
use crate::run::{Run, chess, chess_in_pipes, chess_with_input, folder, run};
#[cfg(unix)]
use crate::run::{chess_in_shell, file, text};

#[test]
fn a_game_is_played_shown_taken_back_and_printed() {
    let input = "Nf3\nundo\ne2e4\nhint\nKe4\nhello\n\n0000\npgn\nquit\n";
    let run = chess_with_input(&["play", "--seconds", "0.02", "--ascii"], input);
    assert_eq!(run.code, Some(0));
    assert!(run.stdout.contains("4 |   |   |   |   |[P]|"), "{}", run.stdout);
    let (_, text) = run.stdout.split_once("[Event").unwrap();
    let game: pgn::Game = format!("[Event{text}").parse().unwrap();
    let moves: Vec<String> = game.mainline().map(|played| played.mv.to_string()).collect();
    assert_eq!((moves.len(), moves[0].as_str()), (2, "e2e4"));
    assert_eq!(
        run.stderr.matches("Ke4: the white king cannot move to e4. Legal king moves: Ke2\n").count(),
        1
    );
    assert_eq!(run.stderr.matches("hello is neither a move nor a command").count(), 1);
    assert!(run.stderr.contains("passing is not allowed"));
}

#[test]
fn the_greeting_names_help_and_the_game_has_a_date() {
    let before = SystemTime::now();
    let run = chess_with_input(&["play", "--random", "--black"], "pgn\n");
    assert!(run.stderr.starts_with("You play Black against random moves.\nType a move"), "{}", run.stderr);
    assert!(run.stderr.contains("help for all commands"), "{}", run.stderr);
    let value = |name: &str| {
        let (_, value) = run.stdout.split_once(&format!("[{name} \"")).unwrap();
        value.split('"').next().unwrap_or_default().to_owned()
    };
    let [before, after] = [before, SystemTime::now()].map(game_tags);
    for ((name, before), (_, after)) in before.into_iter().zip(after) {
        // A day may end between, and with it the time begin anew.
        let is_between = (&before..=&after).contains(&&value(name));
        assert!(is_between || before > after, "{name}: {before} {} {after}", value(name));
    }
    let run = chess_with_input(&["play"], "level 10\npgn\n");
    assert!(run.stdout.contains("[Black \"chess, level 10\"]"), "{}", run.stdout);
    assert!(run.stderr.contains("For a first game type level 3"), "{}", run.stderr);
    let run = chess_with_input(&["play", "--seconds", "0.5"], "");
    assert!(run.stderr.starts_with("You play White against the engine, which thinks 0.5 s about a move.\n"));
    assert_eq!(run.code, Some(0));
}

#[test]
fn the_board_is_shown_after_each_move_and_undo() {
    let run = chess_with_input(&["play", "--random", "--ascii"], "e4\nboard\nundo\nquit\n");
    assert_eq!(run.code, Some(0));
    // The first one, after the move and its answer, on demand, and after taking both back.
    assert_eq!(run.stdout.matches("      a   b   c   d   e   f   g   h\n").count(), 5, "{}", run.stdout);
    let line = |rank| run.stdout.lines().filter(|line| line.starts_with(rank)).collect::<Vec<_>>();
    let fourth = line("  4 ");
    assert_eq!(
        fourth.iter().map(|rank| rank.contains('P')).collect::<Vec<_>>(),
        [false, true, true, true, false]
    );
    // Each line that is asked for has a prompt.
    assert_eq!(run.stderr.matches("> ").count(), 4, "{}", run.stderr);
}

/// The moves of the last game in a text.
fn last_game(text: &str) -> Vec<String> {
    let at = text.rfind("[Event").unwrap();
    // Boards that are printed after the game are no part of it.
    let game = pgn::Replay::new(&text[at..]).next_partial_game().unwrap().unwrap().game;
    game.mainline().map(|played| played.mv.to_string()).collect()
}

#[test]
fn a_game_is_saved_after_each_move_and_loadable_anywhere() {
    let file = folder("kept").join("my games.pgn");
    let name = file.display().to_string();
    fs::write(&file, "1. d4 d5 2. c4 *").unwrap();
    let run = chess_with_input(&["play", "--random", "--save", &name], "e4\nh4\nnew\nd4\n");
    assert_eq!(run.code, Some(0));
    assert!(run.stderr.contains(&format!("The game is saved to {name}.\n")), "{}", run.stderr);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("1. d4 d5 2. c4 *\n\n[Event") && text.matches("[Event").count() == 2, "{text}");
    assert_eq!(last_game(&text).len(), 2);
    let load = |numbers: &str| {
        let run = chess_with_input(&["play", "--random"], format!("load {name}{numbers}\npgn\n"));
        (if run.stdout.contains("[Event") { last_game(&run.stdout) } else { Vec::new() }, run.stderr)
    };
    // The person has the side to move; elsewhere the opponent would have moved.
    assert_eq!(load("").0, ["d2d4", "d7d5", "c2c4"]);
    assert_eq!(load(" 1 1").0, ["d2d4"]);
    assert_eq!(load(" 2").0.len(), 4);
    assert!(load(" 4").1.contains("my games.pgn: game 4 not found: the file has 3"));
    assert!(load(" 0").1.contains("my games.pgn: game numbers start at 1"));
    assert!(load(" 1 4").1.contains("my games.pgn: game 1 has only 3 plies"));
    let copy = folder("kept-copy").join("copy.pgn");
    for games in 1..3 {
        let run = chess_with_input(&["play", "--random"], format!("e4\nsave {}\nquit\n", copy.display()));
        assert!(run.stderr.contains("The game is saved to "), "{}", run.stderr);
        assert_eq!(fs::read_to_string(&copy).unwrap().matches("[Event").count(), games);
    }
}

/// A game goes on from its file: its clocks, the side with the person's name, and what was taken.
#[test]
fn a_game_of_a_file_goes_on_with_its_clocks() {
    let folder = folder("play-file");
    let [first, second] = ["first.pgn", "second.pgn"].map(|name| folder.join(name).display().to_string());
    let game = "[White \"random\"]\n[Black \"Ada\"]\n[TimeControl \"300+2\"]\n\n\
                1. e4 {[%clk 0:04:00]} d5 {[%clk 0:03:00]} 2. exd5 {[%clk 0:02:00]} *\n";
    fs::write(&first, format!("1. d4 *\n\n{game}")).unwrap();
    let names = folder.join("names.tsv").display().to_string();
    fs::write(&names, "B01\tScandinavian Defense\t1. e4 d5\n").unwrap();
    let args = [
        "play",
        &first,
        "--random",
        "--ascii",
        "--name",
        "Ada",
        "--opening-names",
        &names,
        "--save",
        &second,
    ];
    let run = chess_with_input(&args, "takeback\n2... Qxd5\nundo\nQxd5\nquit\n");
    assert!(
        run.stderr.contains("You play Black against random moves.")
            && run.stderr.contains("Did you mean undo?")
    );
    let below = "\n  B01 Scandinavian Defense\n  White has taken p; White is 1 ahead\n  White 2:00.0  Black ";
    assert!(run.stdout.contains(below), "{}", run.stdout);
    let text = fs::read_to_string(&second).unwrap();
    assert_eq!(last_game(&text)[..4], ["e2e4", "d7d5", "e4d5", "d8d5"]);
    for part in
        ["[ECO \"B01\"]", "[Black \"Ada\"]", "[TimeControl \"300+2\"]", "{[%clk 0:02:00]}", "{[%clk 0:03:0"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    // A person sees tenths of a second.
    let mut clocks = text.split("[%clk ").skip(1).filter_map(|rest| rest.split(']').next());
    assert!(clocks.all(|clock| clock.split_once('.').is_none_or(|(_, tenths)| tenths.len() == 1)), "{text}");
    let none = chess(&["play", "no-such.pgn"]);
    assert!(none.code == Some(1) && none.stderr.starts_with("error: no-such.pgn: "), "{}", none.stderr);
}

/// Two games are kept in one file while another program adds to it: each game is there as it ended, and all text of others.
#[test]
fn games_that_are_saved_at_once_lose_nothing() {
    let file = folder("saved-at-once").join("games.pgn");
    // Latin-1, and without a line break at its end.
    let old = b"[White \"M\xfcller\"]\n\n1. a3 *";
    fs::write(&file, old).unwrap();
    let name = file.display().to_string();
    let mut players: Vec<_> = (0..2)
        .map(|_| {
            let mut player = chess_in_pipes(&["play", "--random", "--save", &name]);
            let stdout = BufReader::new(player.stdout.take().unwrap());
            (player, stdout)
        })
        .collect();
    let mut texts = Vec::new();
    // No answers make one of these moves illegal.
    for mv in ["a4", "h4", "b3"] {
        for (player, stdout) in &mut players {
            // The position is printed once the answer is kept, too.
            writeln!(player.stdin.as_mut().unwrap(), "{mv}\nfen").unwrap();
            stdout
                .by_ref()
                .lines()
                .find(|line| line.as_ref().unwrap().parse::<Position>().is_ok())
                .unwrap()
                .unwrap();
        }
        let mut other = fs::OpenOptions::new().append(true).open(&file).unwrap();
        texts.push(format!("[Event \"{mv}\"]\n\n1. {mv} *\n\n"));
        other.write_all(texts[texts.len() - 1].as_bytes()).unwrap();
    }
    for (mut player, mut stdout) in players {
        drop(player.stdin.take());
        stdout.read_to_string(&mut String::new()).unwrap();
        let run = run(player.wait_with_output().unwrap());
        assert_eq!(run.code, Some(0), "{}", run.stderr);
    }
    let text = fs::read(&file).unwrap();
    assert!(text.starts_with(old));
    let text = String::from_utf8_lossy(&text).into_owned();
    assert!(texts.iter().all(|other| text.contains(other.as_str())), "{text}");
    let mut replay = pgn::Replay::new(&text);
    let games: Vec<_> = std::iter::from_fn(|| replay.next_game().unwrap()).collect();
    let whole = |game: &&pgn::Game| game.mainline().count() == 6 && game.tags().black() == "random";
    assert_eq!(games.iter().filter(whole).count(), 2, "{text}");
}

/// A sparse file of a gibibyte: reading or writing it would take seconds.
#[cfg(target_os = "linux")]
#[test]
fn a_saved_game_neither_reads_nor_writes_the_games_before_it() {
    let file = folder("saved-large").join("games.pgn");
    let length = 1 << 30;
    fs::File::create(&file).unwrap().set_len(length).unwrap();
    let begun = Instant::now();
    let name = file.display().to_string();
    let run = chess_with_input(&["play", "--random", "--save", &name], "e4\nh4\na4\nnew\nd4\n");
    assert!(run.code == Some(0) && begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    let mut text = String::new();
    let mut file = fs::File::open(&file).unwrap();
    std::io::Seek::seek(&mut file, std::io::SeekFrom::Start(length)).unwrap();
    file.read_to_string(&mut text).unwrap();
    assert!(text.starts_with("\n\n[Event ") && text.matches("[Event").count() == 2, "{text}");
    for (text, reason) in [(&b"\x1f\x8b\x08\0"[..], "compressed"), (b"\xff\xfe[\0", "UTF-16")] {
        fs::write(&name, text).unwrap();
        let run = chess_with_input(&["play", "--random", "--save", &name], "e4\n");
        assert!(run.code == Some(1) && run.stderr.contains(reason), "{}", run.stderr);
        assert_eq!(fs::read(&name).unwrap(), text);
    }
}

/// A disk that is full leaves the game as it was written last, and what is before it.
#[cfg(unix)]
#[test]
fn a_game_that_does_not_fit_stays_as_it_was() {
    let file = folder("play-full").join("games.pgn");
    let play = |limit: &str, moves: &str| {
        let run = "trap \"\" XFSZ; ulimit -f $2; exec \"$0\" play --random --save \"$1\"";
        let line = format!("printf '%s\\n' $2 | bash -c '{run}' \"$0\" \"$1\" \"$3\"");
        chess_in_shell(&line, &[text(&file), moves, limit])
    };
    play("unlimited", "a3");
    let length = fs::metadata(&file).unwrap().len() as usize;
    // A kibibyte has room for a few moves more.
    let before = format!("1. e4 {{{}}} *\n\n", "x".repeat(1024 - 60 - length));
    fs::write(&file, &before).unwrap();
    let run = play("1", "a3 b3 c3 d3 e3 f3 g3 h3 a4 b4 c4 d4 e4 f4 g4 h4");
    assert!(run.stderr.contains("warning: the game was not saved: "), "{}", run.stderr);
    let kept = fs::read_to_string(&file).unwrap();
    let game = kept.strip_prefix(&before).unwrap();
    assert!(game.ends_with(" *\n") && last_game(game).len() >= 2, "{game}");
}

/// No game is put into a compressed file, nor in the place of its last one.
#[cfg(unix)]
#[test]
fn a_compressed_file_stays_as_it_is() {
    let name = file("play-compressed/game.pgn", "1. e4 *\n");
    let packed = format!("{name}.gz");
    assert!(Command::new("gzip").args(["-f", &name]).status().unwrap().success());
    let before = fs::read(&packed).unwrap();
    fs::copy(&packed, &name).unwrap();
    for (file, code, error) in
        [(&packed, 2, "compressed output is not supported"), (&name, 1, "cannot append to a compressed file")]
    {
        let run = chess_with_input(&["play", file, "--random", "--save", file], "e5\n");
        assert!(run.code == Some(code) && run.stderr.contains(error), "{}", run.stderr);
        assert_eq!(fs::read(file).unwrap(), before);
    }
}

/// The game that goes on has its sides, its level, and what was written about its moves; it is replaced in its own file if it is
/// unfinished, and no other text changes.
#[test]
fn a_game_of_a_file_goes_on_as_it_was() {
    let file = folder("play-on").join("games.pgn");
    let name = file.display().to_string();
    let before = "1. d4 {a} *\n\n\n% notes\n[White \"x\"]\n\n1. c4 1-0\n\n";
    let game = "[Event \"Lesson\"]\n[White \"chess, level 3\"]\n[Black \"Ada\"]\n\n1. e4 {good} e5 (1... c5) 2. Nf3 RESULT\n";
    for (result, place) in [("*", before.len()), ("1-0", before.len() + game.len() - 3)] {
        let whole = format!("{before}{}", game.replace("RESULT", result));
        fs::write(&file, &whole).unwrap();
        let play = |input: &str| chess_with_input(&["play", &name, "--ascii", "--save", &name], input);
        let run = play("fen\nquit\n");
        assert!(run.stderr.contains("You play Black against the engine at level 3 of 10"), "{}", run.stderr);
        assert_eq!(fs::read_to_string(&file).unwrap(), whole);
        play("Nc6\nquit\n");
        let text = fs::read_to_string(&file).unwrap();
        let (kept, text) = text.split_at(place.min(text.len()));
        assert!(whole.starts_with(kept) && text.trim_start().starts_with("[Event \"Lesson\"]"), "{text}");
        for part in
            ["[White \"chess, level 3\"]\n[Black \"Ada\"]", "1. e4 {good} 1... e5 (1... c5) 2. Nf3 Nc6 3. "]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert_eq!(text.matches("[Event").count(), 1, "{text}");
    }
    let other = folder("play-on-pipe").join("game.pgn");
    fs::write(&other, "[Black \"random\"]\n\n1. e4 e5 *\n").unwrap();
    let run = chess_with_input(&["play", other.to_str().unwrap()], "d4\nundo 2\nc4\npgn\n");
    assert!(run.stderr.contains("You play White against random moves."), "{}", run.stderr);
    assert_eq!(last_game(&run.stdout)[0], "c2c4");
    // In a pipe, nothing is kept that nobody asked for.
    assert!(fs::read_to_string(&other).unwrap().ends_with("1. e4 e5 *\n"));
}

/// It is that of the person's name, or that against an opponent of this program, or else the side to move.
#[test]
fn the_names_of_a_game_tell_the_side_of_the_person() {
    let file = folder("play-sides").join("game.pgn").display().to_string();
    for (names, options, side) in [
        (["Ada", "Ben"], &["--name", "Ben"][..], "Black"),
        (["Ben", "Ada"], &["--name", "Ben"], "White"),
        (["person", "Ada"], &[], "White"),
        (["Ada", "person"], &[], "Black"),
        (["random", "Ada"], &[], "Black"),
        (["Ada", "chess"], &[], "White"),
        (["Ben", "chess, level 2"], &["--name", "Ben", "--black"], "Black"),
        (["Ada", "Cid"], &["--name", "Ben"], "MOVER"),
    ] {
        for (moves, mover) in [("1. e4", "Black"), ("1. e4 e5", "White")] {
            let [white, black] = names;
            fs::write(&file, format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n{moves} *\n")).unwrap();
            let run =
                chess_with_input(&[&["play", &file], options, &["--seconds", "0.02"]].concat(), "quit\n");
            let told = format!("You play {} against", side.replace("MOVER", mover));
            assert!(run.code == Some(0) && run.stderr.contains(&told), "{names:?} {moves}: {}", run.stderr);
        }
    }
}

/// The names of a game that goes on are written in UTF-8, and those of other games stay as they are.
#[test]
fn a_file_in_latin_1_takes_games() {
    let file = folder("play-latin-1").join("games.pgn");
    let (name, other, game) = (
        file.display().to_string(),
        &b"[White \"B\xf6hm\"]\n\n1. c4 {\xfc} 1-0\n\n"[..],
        &b"[White \"J\xf6rg\"]\n[Black \"random\"]\n\n1. e4 {\xe4} e5 *\n"[..],
    );
    for (options, place, white) in [
        (&["play", "--save", &name, "--random"][..], other.len() + game.len(), "[White \"person\"]"),
        (&["play", &name, "--save", &name], other.len(), "[White \"J\u{f6}rg\"]"),
    ] {
        fs::write(&file, [other, game].concat()).unwrap();
        let run = chess_with_input(options, "d4\nquit\n");
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let bytes = fs::read(&file).unwrap();
        let (before, text) = bytes.split_at(place);
        assert!([other, game].concat().starts_with(before));
        let text = str::from_utf8(text).unwrap();
        assert!(text.contains(white) && text.contains(". d4 "), "{text}");
    }
}

#[test]
fn a_halfmove_clock_of_100_is_a_claim() {
    let fen = "8/R7/7r/1k6/3KB3/8/8/8 w - - 101 112";
    let run = chess_with_input(&["play", fen, "--random"], "Ra1\nquit\n");
    assert!(run.code == Some(0) && run.stdout.contains("Black plays"), "{} {}", run.stdout, run.stderr);
    let run = chess_with_input(&["play", fen, "--random"], "draw\n");
    assert!(
        run.stdout.contains("fifty-move rule, draw\n") && run.stdout.contains("1/2-1/2"),
        "{}",
        run.stdout
    );
    let run = chess_with_input(&["play", "8/R7/7r/1k6/3KB3/8/8/8 w - - 149 112", "--random"], "Ra1\n");
    assert!(run.stdout.contains("seventy-five"), "{}", run.stdout);
}

/// They run if the moves have times and nothing else limits the thinking. Times of any size are read.
#[test]
fn the_clocks_of_a_file_run_as_it_says() {
    let file = folder("play-clocks").join("game.pgn").display().to_string();
    let most = "18446744073709551615";
    for (control, clock, options, shown, tag) in [
        ("300+2", "", &["--seconds", "0.02"][..], None, ""),
        ("300+2", "", &[], None, ""),
        ("300+2", "0:04:00", &["--seconds", "0.02"], None, ""),
        ("300+2", "0:04:00", &["--random"], Some("White 4:0"), "300+2"),
        ("2/300+2", "0:04:00", &["--random"], Some("White 9:0"), "2/300+2"),
        ("31536000+31536000", most, &["--level", "1"], Some("White 525600:00.0 "), "31536000+31536000"),
    ] {
        let clock = if clock.is_empty() { String::new() } else { format!("{{[%clk {clock}]}}") };
        fs::write(&file, format!("[TimeControl \"{control}\"]\n\n1. e4 {clock} e5 {clock} *\n")).unwrap();
        let run = chess_with_input(&[&["play", &file, "--ascii"], options].concat(), "Nf3\npgn\nquit\n");
        assert_eq!(run.code, Some(0), "{control} {options:?}: {}", run.stderr);
        let found =
            (run.stdout.contains("  White "), run.stdout.contains(&format!("[TimeControl \"{tag}\"]")));
        assert_eq!(found, (shown.is_some(), shown.is_some()), "{control} {options:?}: {}", run.stdout);
        assert!(shown.is_none_or(|shown| run.stdout.contains(shown)), "{control}: {}", run.stdout);
    }
}

#[test]
fn undo_switch_and_flip_work_together() {
    let run = chess_with_input(
        &["play", "--random", "--ascii"],
        "e4\nundo 5\nundo\nd4\nswitch\npgn\nflip\nundo 0\ndraw\n",
    );
    assert!(run.stderr.contains("no move to take back"), "{}", run.stderr);
    assert!(run.stderr.contains("undo: expected a number of moves"), "{}", run.stderr);
    assert!(run.stderr.contains("Draw declined."), "{}", run.stderr);
    let moves = last_game(&run.stdout);
    assert!(moves.len() == 3 && moves[0] == "d2d4", "{moves:?}");
    assert!(run.stdout.contains("[White \"random\"]\n[Black \"person\"]"), "{}", run.stdout);
    // Black is below after the change, and White after the turn.
    let files = run.stdout.lines().rfind(|line| line.contains("   d   "));
    assert_eq!(files.map(str::trim), Some("a   b   c   d   e   f   g   h"), "{}", run.stdout);
}

#[test]
fn a_level_draw_is_accepted_and_evaluations_are_white_s() {
    let moves = "Nf3 Nf6 Ng1 Ng8 a3 a6 Nf3 Nf6 Ng1 Ng8 b3 b6 Nf3 Nf6 Ng1 Ng8 c3 c6 h3 h6 Nf3 Nf6";
    let file = folder("level").join("level.pgn");
    fs::write(&file, format!("{moves} *")).unwrap();
    let input = format!("load {}\neval\ndraw\n", file.display());
    let run = chess_with_input(&["play", "--level", "3", "--ascii"], &input);
    assert!(
        run.stdout.contains(" for White at depth ") && run.stdout.contains("static evaluation"),
        "{}",
        run.stdout
    );
    let is_accepted = run.stdout.contains("draw agreed\n") && run.stdout.contains("[Result \"1/2-1/2\"]");
    assert!(is_accepted || run.stderr.contains("Draw declined."), "{} {}", run.stdout, run.stderr);
    // Black is a queen down, and glad of a draw.
    fs::write(
        &file,
        format!(
            "[SetUp \"1\"]\n[FEN \"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n{moves} *"
        ),
    )
    .unwrap();
    let run = chess_with_input(&["play", "--level", "3"], &input);
    assert!(run.stdout.contains("draw agreed\n"), "{}", run.stderr);
}

/// Half a second from the first move on, which the person lets pass.
#[test]
fn a_flag_falls_while_the_person_thinks() {
    let mut child = chess_in_pipes(&["play", "--random", "--black", "--tc", "0.5s+1"]);
    let stdin = child.stdin.take();
    let run = run(child.wait_with_output().unwrap());
    drop(stdin);
    assert_eq!(run.code, Some(0));
    assert!(run.stdout.contains("  White 0:00."), "{}", run.stdout);
    assert!(run.stdout.contains("Black is out of time: White wins\n"), "{}", run.stdout);
    assert!(
        run.stdout.contains("[TimeControl \"0.5+1\"]") && run.stdout.contains("[Result \"1-0\"]"),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("[Termination \"time forfeit\"]"), "{}", run.stdout);
}

/// Nothing passes the pawns, so that no series of moves mates.
#[cfg(unix)]
#[test]
fn a_flag_is_a_draw_where_pawns_are_blocked() {
    let fen = "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1";
    let mut child = chess_in_pipes(&["play", fen, "--black", "--tc", "0.5s+1"]);
    let stdin = child.stdin.take();
    let run = run(child.wait_with_output().unwrap());
    drop(stdin);
    assert!(run.stdout.contains("Black is out of time, but White cannot mate: draw\n"), "{}", run.stdout);
    assert!(run.stdout.contains("[Result \"1/2-1/2\"]"), "{}", run.stdout);
}

#[cfg(unix)]
#[test]
fn another_engine_plays_and_its_end_loses_no_game() {
    let engine = |go: &str| script("Script", go);
    let run = chess_with_input(&["play", "--engine", &engine("echo bestmove e7e5")], "e4\npgn\n");
    assert_eq!((run.code, last_game(&run.stdout)), (Some(0), vec!["e2e4".to_owned(), "e7e5".to_owned()]));
    assert!(run.stdout.contains("[Black \"Script\"]"), "{}", run.stdout);
    for (go, fault) in [("exit", "crash: "), ("echo bestmove e2e4", "illegal move: ")] {
        let run = chess_with_input(&["play", "--engine", &engine(go)], "e4\n");
        assert_eq!((run.code, last_game(&run.stdout)), (Some(1), vec!["e2e4".to_owned()]));
        assert!(run.stderr.contains(&format!("error: {fault}")), "{}", run.stderr);
    }
    // It fails once, and then a second time after its second start.
    let flag = folder("engine-flag").join("flag").display().to_string();
    let once = engine(&format!("if mkdir {flag} 2>&-; then exit 3; fi; echo bestmove e7e5"));
    let run = chess_with_input(&["play", "--engine", &once], "e4\npgn\n");
    assert_eq!((run.code, last_game(&run.stdout)), (Some(0), vec!["e2e4".to_owned(), "e7e5".to_owned()]));
    let restarted = "warning: the engine was restarted: crash: the engine has ended with exit code 3\n";
    assert_eq!((run.stderr.matches(restarted).count(), run.stderr.matches("failed").count()), (1, 0));
    let twice =
        engine(&format!("if mkdir {flag}1 2>&- || mkdir {flag}2 2>&-; then exit 3; fi; echo bestmove e7e5"));
    let run = chess_with_input(&["play", "--engine", &twice], "e4\nd5\nundo\ne4\nrestart\npgn\n");
    assert_eq!((run.code, last_game(&run.stdout)), (Some(0), vec!["e2e4".to_owned(), "e7e5".to_owned()]));
    assert_eq!(run.stderr.matches("The engine has crashed. Type restart").count(), 3, "{}", run.stderr);
    for opponent in [&["--random"][..], &["--engine", &engine("echo bestmove e7e5")]] {
        let run = chess_with_input(&[&["play"], opponent].concat(), "level 3\nrestart\n");
        assert!(run.stderr.contains("built-in engine") && !run.stderr.contains("rated"), "{}", run.stderr);
        assert!(run.stderr.contains("no engine has failed"), "{}", run.stderr);
    }
    let run = chess_with_input(&["play", "--engine", "./no-such-engine"], "");
    assert!(run.code == Some(1) && run.stderr.contains("--engine: "), "{}", run.stderr);
}

/// Once while the person thinks, and once while the engine does.
#[cfg(unix)]
#[test]
fn an_interrupt_prints_the_game() {
    for (input, args, plies) in
        [("e4\n", &["play", "--random"][..], 2), ("e4\n", &["play", "--seconds", "3600"], 1)]
    {
        let mut child = chess_in_pipes(args);
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(input.as_bytes()).unwrap();
        // There is a board of the beginning and one after each move. The last is printed before the thinking.
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut shown = String::new();
        while shown.lines().filter(|line| line.trim_start().starts_with("a ")).count() <= plies {
            assert!(stdout.read_line(&mut shown).unwrap() > 0, "{shown}");
        }
        sleep(Duration::from_millis(100));
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        stdout.read_to_string(&mut shown).unwrap();
        let run = run(child.wait_with_output().unwrap());
        assert_eq!((run.code, last_game(&shown).len()), (Some(130), plies), "{}", run.stderr);
    }
}

/// What is typed while the engine thinks about a move for an hour ends that at once.
#[cfg(unix)]
#[test]
fn quit_resign_and_undo_do_not_wait_for_the_engine() {
    for opponent in [
        &["--seconds", "3600"][..],
        &["--engine", &script("Deep", "read -r w; echo bestmove e7e5"), "--seconds", "3600"],
        // It is not waited for.
        &["--engine", &script("Silent", ":"), "--seconds", "3600"],
    ] {
        for (typed, shown, code) in [
            ("quit\n", "", 0),
            ("resign\n", "White resigns\n", 0),
            ("undo\nfen\nquit\n", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n", 0),
        ] {
            let mut child = chess_in_pipes(&[&["play", "--ascii"], opponent].concat());
            let mut stdin = child.stdin.take().unwrap();
            stdin.write_all(b"e4\n").unwrap();
            // The board before the move, and the one after it, which is printed before the thinking.
            let mut stdout = BufReader::new(child.stdout.take().unwrap());
            let mut printed = String::new();
            while printed.lines().filter(|line| line.trim_start().starts_with("a ")).count() < 2 {
                assert!(stdout.read_line(&mut printed).unwrap() > 0, "{printed}");
            }
            sleep(Duration::from_millis(1500));
            let begun = Instant::now();
            stdin.write_all(typed.as_bytes()).unwrap();
            stdout.read_to_string(&mut printed).unwrap();
            let run = Run { stdout: printed, ..run(child.wait_with_output().unwrap()) };
            assert!(begun.elapsed() < Duration::from_secs(8), "{typed}: {:?}", begun.elapsed());
            assert_eq!(
                (run.code, run.stdout.contains("Black plays")),
                (Some(code), false),
                "{typed}: {}",
                run.stderr
            );
            assert!(run.stdout.contains(shown), "{typed}: {}", run.stdout);
        }
    }
}

#[test]
fn the_opponent_plays_from_a_book() {
    let folder = folder("play-book");
    let [games, book] = ["games.pgn", "book.bin"].map(|name| folder.join(name).display().to_string());
    fs::write(&games, "1. e4 c6 0-1\n\n1. e4 c6 0-1\n").unwrap();
    assert_eq!(chess(&["book", "build", &games, "--out", &book]).code, Some(0));
    let run = chess_with_input(&["play", "--level", "1", "--book", &book], "e4\npgn\n");
    assert_eq!(last_game(&run.stdout), ["e2e4", "c7c6"]);
}

/// The first move is free; the second one takes more than a second, is taken back, and is made anew at once.
#[test]
#[cfg(unix)]
fn undo_gives_back_the_time_of_the_move() {
    let mut child = chess_in_pipes(&["play", "--random", "--ascii", "--tc", "600m+30"]);
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "e4").unwrap();
    sleep(Duration::from_secs(12));
    writeln!(stdin, "Ke2\nundo\nBe2\npgn").unwrap();
    drop(stdin);
    let run = run(child.wait_with_output().unwrap());
    let text = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    let clock = text.split_once("2. Be2 {[%clk 10:00:").expect(&text).1;
    let seconds: f64 = clock[..4].trim_end_matches(']').parse().unwrap();
    assert!((22.0..=30.0).contains(&seconds), "{text}");
}

/// Moves, clocks, `undo`, `draw`, `resign` and the flag are of the side to move; the board is White's.
#[test]
fn two_people_play_at_one_board() {
    let both = ["play", "--both", "--ascii", "--name", "Ada", "--opponent", "Ben"];
    let input = "e4\nc5\nfen\nundo\nfen\nnf3\ne5\nswitch\nlevel 3\nrestart\nNf3\nresign\n";
    let run = chess_with_input(&[&both[..], &["--tc", "600m+5"]].concat(), input);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stderr.starts_with("Ada plays White, and Ben plays Black.\nType a move"), "{}", run.stderr);
    for text in ["> nf3 is neither a move", "> both sides are people", "built-in", "no engine has failed"] {
        assert_eq!(run.stderr.matches(text).count(), 1, "{text}: {}", run.stderr);
    }
    let fens = ["PPPP1PPP/RNBQKBNR w KQkq - 0 2\n", "PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"];
    assert_eq!(fens.map(|fen| run.stdout.matches(fen).count()), [1, 1], "{}", run.stdout);
    let turns = ["White to move\n", "Black to move\n"].map(|text| run.stdout.matches(text).count());
    assert_eq!((turns, run.stdout.matches("  a   b   c  ").count()), ([3, 3], 6), "{}", run.stdout);
    for text in
        ["Black resigns\n", "[White \"Ada\"]\n[Black \"Ben\"]\n[Result \"1-0\"]", "[TimeControl \"36000+5\"]"]
    {
        assert!(run.stdout.contains(text), "{text}: {}", run.stdout);
    }
    assert_eq!(
        (last_game(&run.stdout).join(" "), run.stdout.matches("%clk").count()),
        ("e2e4 e7e5 g1f3".to_owned(), 3)
    );
    let run = chess_with_input(&both[..3], "e4\ne5\ndraw\n");
    assert!(
        run.stdout.contains("draw agreed\n") && run.stdout.contains("[Black \"person\"]"),
        "{}",
        run.stdout
    );
    let mut child = chess_in_pipes(&[&both[..], &["--tc", "1s+1"]].concat());
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"e4\n").unwrap();
    let ended = crate::run::run(child.wait_with_output().unwrap());
    assert!(ended.stdout.contains("Black is out of time: White wins\n"), "{}", ended.stdout);
    for args in [
        &["--level", "1"][..],
        &["--black"],
        &["--side", "white"],
        &["--random"],
        &["--seconds", "1"],
        &["--engine", "x"],
        &["--book", "x"],
    ] {
        assert_eq!(chess(&[&both[..], args].concat()).code, Some(2), "{args:?}");
    }
    assert_eq!(chess(&["play", "--opponent", "Ben"]).code, Some(2));
}
