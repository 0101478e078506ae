use std::error::Error;

use chess_uci::{Answer, Command, ProtocolError, Rule, read_move};

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
            "position moves: byte 29: the fourth character of a move is a rank from 1 to 8",
        ),
        ("go depth", "go depth: byte 8: the value is missing"),
        ("go depth infinite", "go depth: byte 9: the value is missing"),
        ("go wtime 1e3", "go wtime: byte 9: expected a whole number"),
        (
            "go searchmoves Nf3",
            "go searchmoves: byte 15: a move has four characters, like e2e4, or five, like e7e8q",
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
        ("bestmove e9e4", "bestmove: byte 9: the second character of a move is a rank from 1 to 8"),
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
        ("info pv e2e4 e9", "info pv: byte 13: a move has four characters, like e2e4, or five, like e7e8q"),
        ("info wdl 1 2", "info wdl: byte 12: the value is missing"),
    ];
    for (line, expected) in table {
        assert_eq!(line.parse::<Answer>().unwrap_err().to_string(), expected, "{line}");
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
fn an_error_of_a_move_has_the_reason_as_its_source() {
    let error = "bestmove e9e4".parse::<Answer>().unwrap_err();
    let reason = read_move("e9e4").unwrap_err().to_string();
    assert_eq!(error.source().map(ToString::to_string), Some(reason));
    assert!("bestmove".parse::<Answer>().unwrap_err().source().is_none());
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
