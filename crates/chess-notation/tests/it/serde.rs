use std::fmt::Debug;

use chess_notation::epd::Epd;
use chess_notation::pgn::{Arrow, Eval, Game, GameResult};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Checks that a value is this text in JSON, and that another text is refused.
fn assert_text<T>(value: &T, text: &str, wrong: &str, error: &str)
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    assert_eq!(serde_json::to_value(value).unwrap(), text);
    assert_eq!(serde_json::from_value::<T>(text.into()).unwrap(), *value);
    assert_eq!(serde_json::from_value::<T>(wrong.into()).unwrap_err().to_string(), error);
}

#[test]
fn games_results_and_what_stands_in_comments_are_text() {
    let game = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"w\"]\n[Black \"?\"]\n\
                [Result \"1-0\"]\n\n1. e4 (1. d4 {[%clk 0:01:00]}) 1... e5 1-0\n\n";
    for (wrong, error) in [
        ("1. e5 *", "game 1, line 1, byte 3, `e5`: no such move is legal here"),
        ("* 1. e4", "game 2, line 1, byte 2, at the end: a second game begins here"),
    ] {
        assert_text::<Game>(&game.parse().unwrap(), game, wrong, error);
    }
    assert_text(&GameResult::Draw, "1/2-1/2", "x", "expected 1-0, 0-1, 1/2-1/2 or *");
    let epd = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"castling\";";
    assert_eq!(serde_json::to_value("#-3,20".parse::<Eval>().unwrap()).unwrap(), "#-3,20");
    assert_eq!(serde_json::from_str::<Eval>("\"#-3,20\"").unwrap(), "#-3,20".parse().unwrap());
    assert_eq!(serde_json::to_value("Ge2e4".parse::<Arrow>().unwrap()).unwrap(), "Ge2e4");
    assert_eq!(serde_json::from_str::<Arrow>("\"Ge2e4\"").unwrap(), "Ge2e4".parse().unwrap());
    assert_eq!(serde_json::to_value(epd.parse::<Epd>().unwrap()).unwrap(), epd);
    assert_eq!(serde_json::from_value::<Epd>(epd.into()).unwrap(), epd.parse().unwrap());
}

/// A value of another type is refused with the name of the expected one.
#[test]
fn errors_name_what_is_expected() {
    fn refused<T: DeserializeOwned + Debug>(expected: &str) {
        let error = serde_json::from_str::<T>("1").unwrap_err().to_string();
        assert!(error.starts_with(&format!("invalid type: integer `1`, expected {expected}")), "{error}");
    }
    refused::<Arrow>("an arrow or a marked square");
    refused::<Eval>("an evaluation");
    refused::<GameResult>("the result of a game");
    refused::<Game>("a game in PGN");
    refused::<Epd>("a line of EPD");
}
