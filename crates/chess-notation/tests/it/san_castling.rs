//! The spellings of castling: which are read, and why others are not.

use chess_board::Position;
use chess_notation::{NotSan, San, SanError, SanRule, read_san, read_san_strict};
use chess_types::{Move, Square};

/// White may castle on either side, and gives no check by it.
const BOTH: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
/// Castling on the king's side gives check.
const CHECK: &str = "5k2/8/8/8/8/8/8/4K2R w K - 0 1";
/// Castling on the king's side gives mate.
const MATE: &str = "4rkr1/4p1p1/8/8/8/8/8/4K2R w K - 0 1";

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

fn strict(position: &Position, text: &str) -> Result<Move, String> {
    read_san_strict(position, text).map_err(|error| match error {
        SanError::Spelling(san) => san.to_string(),
        error => panic!("{text}: {error}"),
    })
}

#[test]
fn castling_is_read_with_letters_or_zeros_and_with_any_marks() {
    let both = position(BOTH);
    let king_s_side = ["O-O", "0-0", "o-o"];
    let queen_s_side = ["O-O-O", "0-0-0", "o-o-o"];
    for (names, rook, standard) in [(king_s_side, Square::H1, "O-O"), (queen_s_side, Square::A1, "O-O-O")] {
        for name in names {
            let marks = [
                "", "+", "++", "#", "!", "?", "!?", "?!", "!!", "??", "+!", "#!?", "!?+", "ep", "e.p.",
                " e.p.",
            ];
            for text in marks.map(|marks| format!("{name}{marks}")) {
                let mv = read_san(&both, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
                assert!(mv.is_castle() && (mv.from(), mv.to()) == (Square::E1, rook), "{text}");
                // Strict reading takes one spelling, and names it where another one is given.
                let expected = if text == standard { Ok(mv) } else { Err(standard.to_owned()) };
                assert_eq!(strict(&both, &text), expected, "{text}");
            }
        }
    }
}

#[test]
fn strict_reading_wants_the_mark_of_check_that_castling_earns() {
    for (fen, standard) in [(BOTH, "O-O"), (CHECK, "O-O+"), (MATE, "O-O#")] {
        let position = position(fen);
        for text in ["O-O", "O-O+", "O-O#"] {
            let mv = read_san(&position, text).unwrap();
            assert!(mv.is_castle(), "{text}");
            let expected = if text == standard { Ok(mv) } else { Err(standard.to_owned()) };
            assert_eq!(strict(&position, text), expected, "{text} for {standard}");
        }
    }
}

#[test]
fn what_begins_as_castling_and_is_not_is_refused_as_castling() {
    let both = position(BOTH);
    let texts = [
        // Too little.
        "O", "0", "o", "O-", "0-", "OO", "00", "OOO", "000", "O-OO", "OO-O", "O+", "O-+",
        // Too much.
        "O-O-", "0-0-", "O-O-O-", "O-Ox", "O-O-x", "O-O-Ox", "O-O-O-O", "0-0-0-0", "O-OO-O", "00000",
        // Letters and zeros in one text, and letters of two cases.
        "O-0", "0-O", "o-O", "O-O-0", "O-0-O", "0-O-O", "o-o-O", "0-0-o",
        // Other signs between them and behind them.
        "O_O", "O=O", "OxO", "O–O", "O-O=Q", "O-O(Q)", "O-Of1", "O-Og1", "O-O ", "O-O!x", "O-O\n", "O - O",
        "O-O.", "O-O,", // Results of games, and castling in other alphabets' letters.
        "0-1", "O-О", "0-0-1",
    ];
    for text in texts {
        let refused = NotSan { offset: 1, rule: SanRule::Castling };
        assert_eq!(read_san(&both, text), Err(refused.into()), "{text:?}");
        assert_eq!(read_san_strict(&both, text), Err(refused.into()), "{text:?}");
        assert_eq!(text.parse::<San>(), Err(refused), "{text:?}");
    }
    let error = read_san(&both, "O-O-x").unwrap_err();
    assert_eq!(error.to_string(), "not algebraic notation at byte 1: castling is O-O or O-O-O");
}

/// A text with another first byte is no castling, so that the reason is another one; and four zeros are the null move.
#[test]
fn what_does_not_begin_as_castling_is_refused_otherwise() {
    let both = position(BOTH);
    let texts = [
        (" O-O", 3, SanRule::Target),
        ("+O-O", 3, SanRule::Target),
        ("KO-O", 3, SanRule::Target),
        ("-O-O", 3, SanRule::Target),
        ("Ο-Ο", 2, SanRule::Target),
        ("", 0, SanRule::Target),
        ("+", 0, SanRule::Target),
    ];
    for (text, offset, rule) in texts {
        assert_eq!(read_san(&both, text), Err(NotSan { offset, rule }.into()), "{text:?}");
    }
    assert_eq!(read_san(&both, "0000"), Ok(Move::NULL));
}

#[test]
fn castling_that_is_not_legal_is_a_move_all_the_same() {
    let cases = [
        // Without the right to it.
        ("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "O-O", false),
        ("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "O-O-O", true),
        // Out of check, through check and into check; the rook may pass an attacked square.
        ("4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", false),
        ("5rk1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", false),
        ("6r1/1k6/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", false),
        ("1r4k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", true),
        // With a piece between.
        ("4k3/8/8/8/8/8/8/R3K1NR w KQ - 0 1", "O-O", false),
        ("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "O-O-O", false),
        // Black castles with the same texts.
        ("r3k2r/8/8/8/8/8/8/4K3 b k - 0 1", "O-O", true),
        ("r3k2r/8/8/8/8/8/8/4K3 b k - 0 1", "0-0-0", false),
    ];
    for (fen, text, is_legal) in cases {
        for text in [text.to_owned(), format!("{text}+"), format!("{text}?!")] {
            match read_san(&position(fen), &text) {
                Ok(mv) => assert!(is_legal && mv.is_castle(), "{fen} {text}"),
                Err(error) => assert!(!is_legal && error == SanError::Illegal, "{fen} {text}: {error}"),
            }
        }
    }
}

#[test]
fn without_a_position_castling_has_two_spellings_and_three_marks() {
    for name in ["O-O", "O-O-O"] {
        for text in ["", "+", "#"].map(|mark| format!("{name}{mark}")) {
            assert_eq!(text.parse::<San>().map(|san| san.to_string()), Ok(text));
        }
        for text in ["!", "++", "+!", "#+", "e.p."].map(|mark| format!("{name}{mark}")) {
            assert_eq!(text.parse::<San>(), Err(NotSan { offset: 0, rule: SanRule::Standard }), "{text}");
        }
    }
    for text in ["0-0", "o-o", "0-0-0", "o-o-o+"] {
        assert_eq!(text.parse::<San>(), Err(NotSan { offset: 0, rule: SanRule::Standard }), "{text}");
    }
}
