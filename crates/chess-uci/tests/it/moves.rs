use chess_uci::{ParseUciMoveError, UciMove, read_move};

#[test]
fn spellings_of_moves() {
    for (text, plain) in [
        ("e2e4", "e2e4"),
        ("e7e8q", "e7e8q"),
        ("e7e8Q", "e7e8q"),
        ("e7e8=N", "e7e8n"),
        ("E2E4", "e2e4"),
        ("0000", "0000"),
        ("(none)", "0000"),
        ("none", "0000"),
        ("NULL", "0000"),
        ("null", "0000"),
        ("a1a1", "0000"),
        ("g1g1", "g1g1"),
    ] {
        assert_eq!(read_move(text).unwrap().to_string(), plain, "{text}");
    }
    assert!(read_move("(none)").unwrap() == UciMove::NULL);
}

#[test]
fn what_is_no_move() {
    for (text, error) in [
        ("", ParseUciMoveError::Length),
        ("e2", ParseUciMoveError::Length),
        ("e2-e4", ParseUciMoveError::ToFile),
        ("e7e8==q", ParseUciMoveError::Length),
        ("e7e8=", ParseUciMoveError::Promotion),
        ("e7e8k", ParseUciMoveError::Promotion),
        ("i2e4", ParseUciMoveError::FromFile),
        ("Nf3", ParseUciMoveError::Length),
        ("O-O", ParseUciMoveError::Length),
        ("e2é4", ParseUciMoveError::ToFile),
    ] {
        assert_eq!(read_move(text), Err(error), "{text}");
    }
}
