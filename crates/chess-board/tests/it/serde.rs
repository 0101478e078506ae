use chess_board::{Position, Setup};

#[test]
fn positions_are_fen_texts_that_lose_nothing() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/8/8/8/4P3/8/8/R3K2R b KQ e3 0 1",
        "4k3/8/8/8/8/8/8/RR2K1RR w GB - 3 4",
    ] {
        let position: Position = fen.parse().unwrap();
        let text = serde_json::to_string(&position).unwrap();
        assert_eq!(text, format!("\"{fen}\""));
        assert_eq!(serde_json::from_str::<Position>(&text).unwrap(), position);
        let setup: Setup = fen.parse().unwrap();
        assert_eq!(serde_json::to_string(&setup).unwrap(), text);
        assert_eq!(serde_json::from_str::<Setup>(&text).unwrap(), setup);
    }
}

#[test]
fn what_is_no_position_is_refused_with_its_reason() {
    let error = serde_json::from_str::<Position>("\"8/8/8/8/8/8/8/4K3 w - - 0 1\"").unwrap_err();
    assert!(error.to_string().starts_with("Black has no king"), "{error}");
    assert!(serde_json::from_str::<Setup>("\"8/8/8/8/8/8/8/4K3 w - - 0 1\"").is_ok());
    let error = serde_json::from_str::<Setup>("\"8/8/8/8/8/8/8/4K3 x - - 0 1\"").unwrap_err();
    assert!(error.to_string().starts_with("side to move field, byte 18"), "{error}");
    let error = serde_json::from_str::<Position>("7").unwrap_err();
    assert!(error.to_string().contains("a position in FEN"), "{error}");
}
