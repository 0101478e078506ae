use std::error::Error;

use chess_board::Position;
use chess_notation::{NotSan, San, SanError, SanRule, read_san, read_san_strict};
use proptest::prelude::*;

use crate::positions::POSITIONS;

#[test]
fn what_is_not_san_is_told_by_offset_and_rule() {
    let cases = [
        ("", 0, SanRule::Target),
        (" e4", 0, SanRule::Piece),
        ("e4 ", 2, SanRule::Target),
        ("e", 0, SanRule::Target),
        ("e9", 1, SanRule::Target),
        ("i4", 0, SanRule::Target),
        ("Nf33", 2, SanRule::Target),
        ("Nf3!?x", 5, SanRule::Target),
        ("ke2", 0, SanRule::Piece),
        ("Xf3", 0, SanRule::Piece),
        ("Na1b2c3", 1, SanRule::Origin),
        ("N3bd2", 1, SanRule::Origin),
        ("Nxbd2", 1, SanRule::Origin),
        ("Nxxd2", 1, SanRule::Origin),
        ("e8=", 2, SanRule::Target),
        ("e8=K", 2, SanRule::Target),
        ("e8=P", 2, SanRule::Target),
        ("O-O-O-O", 1, SanRule::Castling),
        ("0-0-0-0", 1, SanRule::Castling),
        ("O-0", 1, SanRule::Castling),
        ("0-1", 1, SanRule::Castling),
        ("OO", 1, SanRule::Castling),
        ("♚", 0, SanRule::Target),
        ("e8(Q", 3, SanRule::Target),
        ("e8Q)", 3, SanRule::Target),
        ("e8=Q)", 4, SanRule::Target),
        ("♠f3", 0, SanRule::Piece),
        ("--x", 2, SanRule::Target),
    ];
    for (text, offset, rule) in cases {
        let Err(SanError::NotSan(error)) = read_san(&Position::START, text) else { panic!("{text}: read") };
        assert_eq!((error.offset, error.rule), (offset, rule), "{text:?}");
        assert_eq!(read_san_strict(&Position::START, text), Err(error.into()));
    }
}

#[test]
fn there_is_no_square_beside_the_board() {
    for position in POSITIONS.iter().step_by(40) {
        for piece in ["", "N", "B", "R", "Q", "K"] {
            for sign in ["", "x"] {
                for file in "`abcdefghi".chars() {
                    for rank in '0'..='9' {
                        let text = format!("{piece}{sign}{file}{rank}");
                        let is_square = ('a'..='h').contains(&file) && ('1'..='8').contains(&rank);
                        let is_san = !matches!(read_san(position, &text), Err(SanError::NotSan(_)));
                        assert_eq!(is_san, is_square, "{position} {text}");
                    }
                }
            }
        }
    }
}

#[test]
fn moves_that_are_not_legal_are_moves_all_the_same() {
    let position: Position = "4k3/1P2r3/8/2pP4/8/8/4N3/R3K3 w Q c6 0 1".parse().unwrap();
    // A pinned knight, castling through nothing, promotion left out, promotion too early, and so on.
    for text in ["Nf4", "O-O", "b8", "d6=Q", "xd6", "dxe6", "Kd1=Q", "Ra9+"] {
        let error = read_san(&position, text).unwrap_err();
        assert_eq!(matches!(error, SanError::Illegal), text != "Ra9+", "{text}: {error:?}");
    }
    assert!(read_san(&position, "dxc6").unwrap().is_en_passant());
    assert!(read_san(&position, "O-O-O").unwrap().is_castle());
}

#[test]
fn without_a_position_only_the_standard_s_form_is_read() {
    for text in
        ["e4", "exd5", "e8=Q+", "exd8=N#", "Nf3", "Nbd2", "N1d2", "Nb1xd2#", "O-O", "O-O-O+", "--", "Ke2"]
    {
        assert_eq!(text.parse::<San>().map(|san| san.to_string()).as_deref(), Ok(text));
    }
    let rejected =
        ["e2e4", "e2-e4", "Pe4", "e8Q", "e8=q", "0-0", "Ng1-f3", "Nf3!", "Nf3++", "♘f3", "N:f3", "Nf3=Q"];
    for text in rejected {
        assert_eq!(text.parse::<San>(), Err(NotSan { offset: 0, rule: SanRule::Standard }), "{text}");
    }
    assert_eq!("Nf9".parse::<San>(), Err(NotSan { offset: 2, rule: SanRule::Target }));
}

#[test]
fn errors_say_what_is_wrong() {
    let two_rooks: Position = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1".parse().unwrap();
    let text = |text: &str| read_san(&two_rooks, text).unwrap_err().to_string();
    assert_eq!(text("Rd1"), "several legal moves answer to it: a1d1, h1d1");
    assert_eq!(text("Rd2"), "no such move is legal here");
    assert_eq!(
        text("Rd9"),
        "not algebraic notation at byte 2: a move ends with a square like f3, and a promotion after it like =Q"
    );
    let strict = read_san_strict(&two_rooks, "Rad1!").unwrap_err();
    assert_eq!(strict.to_string(), "the standard's spelling is Rad1");
    assert!(strict.source().is_none());
}

proptest! {
    #[test]
    fn no_bytes_panic(text in proptest::collection::vec(any::<u8>(), 0..12), index in any::<prop::sample::Index>()) {
        let position = index.get(&POSITIONS);
        if let Ok(mv) = read_san(position, &text) {
            prop_assert!(mv.is_null() || chess_movegen::is_legal(position, mv));
        }
    }

    #[test]
    fn no_text_like_san_panics(text in "[KQRBNP]?[a-h]?[1-8]?[x:-]?[a-h][1-8](=?[QRBN])?[+#!?]{0,2}",
                               index in any::<prop::sample::Index>()) {
        let position = index.get(&POSITIONS);
        match read_san(position, &text) {
            Ok(mv) => prop_assert!(chess_movegen::is_legal(position, mv)),
            Err(error) => prop_assert!(!matches!(error, SanError::NotSan(_)), "{text}: {error}"),
        }
    }
}
