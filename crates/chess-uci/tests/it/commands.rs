//! Commands of GUIs, and errors in commands and answers.

use std::error::Error;
use std::time::Duration;

use chess_testkit::POSITIONS;
use chess_uci::{
    Answer, Color, Command, GameState, Go, Position, PositionCommand, ProtocolError, Register, Rule,
    SetOption, UciMove, read_move,
};

fn command(line: &str) -> Command {
    line.parse().unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn moves(text: &str) -> Vec<UciMove> {
    text.split(' ').map(|word| read_move(word).unwrap()).collect()
}

fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

fn set(name: &str, value: Option<&str>) -> Command {
    Command::SetOption(SetOption { name: name.into(), value: value.map(Into::into) })
}

#[test]
fn words_of_one_command() {
    let table = [
        ("uci", Command::Uci),
        ("uci\r\n", Command::Uci),
        ("\t isready  ", Command::IsReady),
        ("debug on", Command::Debug(true)),
        ("debug off", Command::Debug(false)),
        ("debug", Command::Debug(true)),
        ("ucinewgame", Command::NewGame),
        ("stop", Command::Stop),
        ("ponderhit", Command::PonderHit),
        ("quit\r", Command::Quit),
        ("register later", Command::Register(Register::Later)),
        (
            "register name Stefan MK code 4359874324",
            Command::Register(Register::As { name: "Stefan MK".into(), code: "4359874324".into() }),
        ),
        // One of the two, and the other is empty.
        (
            "register name Stefan MK",
            Command::Register(Register::As { name: "Stefan MK".into(), code: String::new() }),
        ),
        (
            "register code 4359874324",
            Command::Register(Register::As { name: String::new(), code: "4359874324".into() }),
        ),
        // As the protocol's own example has it.
        ("joho debug on", Command::Debug(true)),
        ("", Command::Unknown(String::new())),
        ("  xboard \n", Command::Unknown("xboard".into())),
        ("UCI", Command::Unknown("UCI".into())),
        ("protover 2", Command::Unknown("protover 2".into())),
    ];
    for (line, expected) in table {
        assert_eq!(command(line), expected, "{line:?}");
    }
}

#[test]
fn options_as_guis_set_them() {
    let table = [
        ("setoption name Hash value 256", set("Hash", Some("256"))),
        ("setoption name Clear Hash", set("Clear Hash", None)),
        ("setoption name  Skill   Level value  10 ", set("Skill Level", Some("10"))),
        (
            "setoption name SyzygyPath value C:\\Program Files\\tb;D:\\my  tb",
            set("SyzygyPath", Some("C:\\Program Files\\tb;D:\\my  tb")),
        ),
        ("setoption name WeightsFile value <autodiscover>", set("WeightsFile", Some("<autodiscover>"))),
        (
            "setoption name Book File value name of a value value.bin",
            set("Book File", Some("name of a value value.bin")),
        ),
        (
            "setoption name UCI_Opponent value GM 2800 human Gary Kasparov",
            set("UCI_Opponent", Some("GM 2800 human Gary Kasparov")),
        ),
        ("setoption name Debug Log File value ", set("Debug Log File", Some(""))),
        ("setoption Threads value 4", set("Threads", Some("4"))),
        ("setoption name values value 1", set("values", Some("1"))),
    ];
    for (line, expected) in table {
        assert_eq!(command(line), expected, "{line:?}");
    }
}

#[test]
fn a_name_that_contains_value_is_resolved_by_known_options() {
    let names = ["Hash", "Hash value", "Contempt", "Rook Value Late", "Rook"];
    let matched = |line: &str| {
        let Command::SetOption(command) = command(line) else { panic!("{line}") };
        command.matched(names).map(|(name, value)| (name, value.unwrap_or("-".into())))
    };
    let some = |name, value: &str| Some((name, value.to_owned()));
    assert_eq!(matched("setoption name HASH value 16"), some("Hash", "16"));
    assert_eq!(matched("setoption name hash value value 16"), some("Hash value", "16"));
    assert_eq!(matched("setoption name hash value"), some("Hash value", "-"));
    assert_eq!(matched("setoption name rook  value late value 7"), some("Rook Value Late", "7"));
    assert_eq!(matched("setoption name rook value late"), some("Rook Value Late", "-"));
    assert_eq!(matched("setoption name rook value early value 7"), some("Rook", "early value 7"));
    assert_eq!(matched("setoption name contempt value "), some("Contempt", ""));
    assert_eq!(matched("setoption name Ponder value true"), None);
    assert_eq!(matched("setoption name Contemptvalue 3"), None);
    // Of names that differ in capitals alone, the first is meant.
    let same = SetOption { name: "hash".into(), value: None };
    assert_eq!(same.matched(["Hash", "HASH"]), Some(("Hash", None)));
}

#[test]
fn positions_as_guis_send_them() {
    let endgame: Position = "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1".parse().unwrap();
    let table = [
        ("position startpos", Position::START, ""),
        ("position startpos moves", Position::START, ""),
        ("position startpos moves e2e4 e7e5\r", Position::START, "e2e4 e7e5"),
        ("position  startpos\tmoves   e2e4  ", Position::START, "e2e4"),
        ("position fen 8/8/8/4k3/8/4K3/4P3/8 w - - 0 1 moves e3d3", endgame, "e3d3"),
        ("position fen 8/8/8/4k3/8/4K3/4P3/8 w - -", endgame, ""),
        ("position fen 8/8/8/4k3/8/4K3/4P3/8 w - - bm e4; id \"x\"; moves e3d3", endgame, "e3d3"),
        ("position fen 8/8/8/4k3/8/4K3/4P3/8 w - - 0 1 1 bm e4;", endgame, ""),
        ("position fen 8/8/8/4k3/8/4K3/4P3/8 w - - moves e3d3 e5d5", endgame, "e3d3 e5d5"),
        ("position fen  8/8/8/4k3/8/4K3/4P3/8   w  -  -  0  1", endgame, ""),
        ("position 8/8/8/4k3/8/4K3/4P3/8 w - - 0 1 moves e3d3", endgame, "e3d3"),
        ("position startpos moves e2e4 0000 d2d4", Position::START, "e2e4 0000 d2d4"),
    ];
    for (line, start, played) in table {
        let Command::Position(PositionCommand { start: read, moves: read_moves }) = command(line) else {
            panic!("{line}")
        };
        let expected = if played.is_empty() { Vec::new() } else { moves(played) };
        assert_eq!((read, read_moves), (start, expected), "{line}");
    }
    // Positions are written with one of the two words, and the word for moves only before a move.
    for (line, written) in [
        ("position startpos", "position startpos"),
        (
            "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - moves e2e4",
            "position startpos moves e2e4",
        ),
        ("position 8/8/8/4k3/8/4K3/4P3/8 w - - moves", "position fen 8/8/8/4k3/8/4K3/4P3/8 w - - 0 1"),
    ] {
        assert_eq!(command(line).to_string(), written);
    }
}

#[test]
fn a_position_is_the_game_that_begins_with_it() {
    for position in POSITIONS.iter() {
        let command = PositionCommand::from(*position);
        assert_eq!(command, PositionCommand::new(&GameState::new(*position), false), "{position}");
        assert_eq!(command.to_string().parse(), Ok(Command::Position(command)), "{position}");
    }
}

#[test]
fn moves_get_their_meaning_from_the_position() {
    let line = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 WHITE g8f6 d2d3 BLACK";
    for (white, black) in [("e1g1", "e8g8"), ("e1h1", "e8h8"), ("e1g1", "e8h8")] {
        let Command::Position(position) = command(&line.replace("WHITE", white).replace("BLACK", black))
        else {
            panic!()
        };
        let game = position.game().unwrap();
        assert_eq!(game.moves().len(), 10);
        assert!(game.moves()[6].is_castle() && game.moves()[9].is_castle());
        assert_eq!(PositionCommand::new(&game, true).moves[6].to_string(), "e1h1");
        assert_eq!(PositionCommand::new(&game, false).moves[6].to_string(), "e1g1");
    }
}

#[test]
fn go_with_all_its_words() {
    let all = Go {
        searchmoves: moves("e2e4 d2d4 g1f3"),
        ponder: true,
        wtime: Some(ms(1)),
        btime: Some(ms(2)),
        winc: Some(ms(3)),
        binc: Some(ms(4)),
        movestogo: Some(5),
        depth: Some(6),
        nodes: Some(7),
        mate: Some(8),
        movetime: Some(ms(9)),
        infinite: true,
        perft: Some(10),
    };
    let line = "go perft 10 searchmoves e2e4 d2d4 e2e4 btime 2 wtime 1 ponder binc 4 winc 3 movestogo 5 searchmoves g1f3 depth 6 \
                nodes 7 infinite mate 8 movetime 9";
    let table = [
        (line, all),
        ("go", Go::default()),
        // A clock that has run out, one beyond all numbers, and one with a fraction.
        (
            "go wtime -52 btime 9223372036854775808",
            Go { wtime: Some(ms(0)), btime: Some(ms(1 << 63)), ..Go::default() },
        ),
        (
            "go nodes 99999999999999999999999 depth 4294967296",
            Go { nodes: Some(u64::MAX), depth: Some(u32::MAX), ..Go::default() },
        ),
        ("go movetime 99.75", Go { movetime: Some(ms(99)), ..Go::default() }),
        // Words that another program invented.
        ("go fast depth 2 please", Go { depth: Some(2), ..Go::default() }),
    ];
    for (line, expected) in table {
        assert_eq!(command(line), Command::Go(expected), "{line:?}");
    }
}

#[test]
fn clocks_of_the_players() {
    let go: Go = "wtime 1000 winc 10 movestogo 5".parse().unwrap();
    let white = go.clock(Color::White).unwrap();
    assert_eq!(
        (white.remaining.as_millis(), white.increment.as_millis(), white.moves_to_go),
        (1000, 10, Some(5))
    );
    let black = go.clock(Color::Black).unwrap();
    assert_eq!(
        (black.remaining.as_millis(), black.increment.as_millis(), black.moves_to_go),
        (0, 0, Some(5))
    );
    assert_eq!("go movetime 3".parse::<Go>().unwrap().clock(Color::White), None);
}

#[test]
fn lenient_reading_reports_what_it_skips() {
    let read = |line: &str| {
        let mut reports = Vec::new();
        let command = Command::parse_lenient(line, |error| reports.push(error.to_string()));
        (command.unwrap().to_string(), reports)
    };
    let (written, reports) = read("please go depth many fast nodes searchmoves e2e4 e2e9 d2d4");
    assert_eq!(written, "go searchmoves e2e4 d2d4");
    assert_eq!(
        reports,
        [
            "byte 0: unknown word",
            "go depth: byte 16: expected a whole number",
            "go: byte 21: unknown word",
            "go nodes: byte 32: the value is missing",
            "go searchmoves: byte 49: expected a rank from 1 to 8 as the fourth character",
        ]
    );
    assert_eq!(
        read("debug maybe"),
        ("debug on".into(), vec!["debug: byte 6: expected on or off, or true or false".into()])
    );
    assert_eq!(read("stop now").1, ["stop: byte 5: unknown word"]);
}

fn error(line: &str) -> String {
    line.parse::<Command>().unwrap_err().to_string()
}

#[test]
fn errors_of_commands_name_field_and_byte() {
    let table = [
        ("setoption", "setoption name: byte 9: the value is missing"),
        ("setoption name value 3", "setoption name: byte 15: the value is missing"),
        ("register", "register: byte 8: the value is missing"),
        ("position", "position: byte 8: the value is missing"),
        ("position kiwipete", "position: byte 9: expected startpos or fen"),
        ("position startpos e2e4", "position: byte 18: expected moves"),
        (
            "position startpos moves e2e4 e7e9",
            "position moves: byte 29: expected a rank from 1 to 8 as the fourth character",
        ),
        ("go depth", "go depth: byte 8: the value is missing"),
        ("go depth infinite", "go depth: byte 9: the value is missing"),
        ("go wtime 1e3", "go wtime: byte 9: expected a whole number"),
        (
            "go searchmoves Nf3",
            "go searchmoves: byte 15: expected four characters, like e2e4, or five, like e7e8q",
        ),
        ("debug perhaps", "debug: byte 6: expected on or off, or true or false"),
    ];
    for (line, expected) in table {
        assert_eq!(error(line), expected, "{line}");
    }
    assert!(error("position fen x").starts_with("position fen: byte 13: "), "{}", error("position fen x"));
}

#[test]
fn errors_of_answers_name_field_and_byte() {
    let table = [
        ("bestmove", "bestmove: byte 8: the value is missing"),
        ("bestmove ponder e2e4", "bestmove: byte 9: the value is missing"),
        ("bestmove e9e4", "bestmove: byte 9: expected a rank from 1 to 8 as the second character"),
        ("id", "id: byte 2: the value is missing"),
        ("id engine X", "id: byte 3: expected name or author"),
        ("option name Hash", "option type: byte 12: expected one of check, spin, combo, button, string"),
        ("option type spin", "option name: byte 7: the value is missing"),
        ("option name A type spin default x", "option default: byte 32: expected a whole number"),
        (
            "option name A type check default 1",
            "option default: byte 33: expected on or off, or true or false",
        ),
        ("registration", "registration: byte 12: the value is missing"),
        ("copyprotection no", "copyprotection: byte 15: expected one of checking, ok, error"),
        ("info nodes - time 3", "info nodes: byte 11: expected a whole number"),
        ("info score 13", "info score: byte 11: expected cp or mate and a whole number"),
        ("info score cp", "info score: byte 13: the value is missing"),
        ("info pv e2e4 e9", "info pv: byte 13: expected four characters, like e2e4, or five, like e7e8q"),
        ("info wdl 1 2", "info wdl: byte 12: the value is missing"),
    ];
    for (line, expected) in table {
        let error = line.parse::<Answer>().unwrap_err();
        assert_eq!(error.to_string(), expected, "{line}");
        // The error of a move is the source.
        let source = error.source().map(ToString::to_string);
        assert!(source.is_none_or(|source| expected.ends_with(&source)), "{line}");
        assert_eq!(error.source().is_some(), line.contains("e9"), "{line}");
    }
}

#[test]
fn an_illegal_move_is_told_by_its_number() {
    let Ok(Command::Position(position)) = "position startpos moves e2e4 e7e5 e2e4".parse() else { panic!() };
    let error = position.game().unwrap_err();
    assert_eq!((error.index, error.error.uci), (2, read_move("e2e4").unwrap()));
    assert_eq!(error.to_string(), "move 3: e2e4: there is no piece on e2");
    assert_eq!(error.source().map(ToString::to_string).as_deref(), Some("e2e4: there is no piece on e2"));
}

#[test]
fn an_illegal_position_is_an_error_of_the_fen() {
    let error = "position fen 8/8/8/8/8/8/8/8 w - - 0 1 moves e2e4".parse::<Command>().unwrap_err();
    assert_eq!((error.command, error.field, error.offset), ("position", "fen", 13));
    assert!(matches!(error.rule, Rule::Position(_)));
    assert!(error.source().is_some());
}

#[test]
fn an_error_names_what_it_has_of_command_and_field() {
    for (command, field, text) in [
        ("go", "depth", "go depth: byte 3: unknown word"),
        ("go", "", "go: byte 3: unknown word"),
        ("", "depth", "depth: byte 3: unknown word"),
        ("", "", "byte 3: unknown word"),
    ] {
        let error = ProtocolError { command, field, offset: 3, rule: Rule::UnknownWord };
        assert_eq!(error.to_string(), text);
    }
}
