//! Every rule of FEN, with the field and the byte that its error reports.

use chess_board::{FenError, FenField, FenRule, ParsePositionError, Position, Setup};

/// A field and a rule, and below them texts that break the rule in that field, each after the byte of the error. Texts of other fields
/// than the board follow that of bare kings.
const CASES: &str = "\
Board Missing
0|
3| \t\x20
Board BoardCharacter
1|4x3/8/8/8/8/8/8/4K3 w - -
4|4k3/9/8/8/8/8/8/4K3 w - -
4|4k3/08/8/8/8/8/8/4K3 w - -
3|4k3\\8\\8\\8\\8\\8\\8\\4K3 w - -
19|4k3/8/8/8/8/8/8/4K2~ w - -
0|-
0|♔7/8/8/8/8/8/8/4k3 w - -
3|  4x3/8/8/8/8/8/8/4K3 w - -
Board AdjacentDigits
5|4k3/44/8/8/8/8/8/4K3 w - -
19|4k3/8/8/8/8/8/8/4K12 w - -
Board RankTooLong
2|4k4/8/8/8/8/8/8/4K3 w - -
12|4k3/ppppppppp/8/8/8/8/8/4K3 w - -
5|4k3/8p/8/8/8/8/8/4K3 w - -
5|4k3/p8/8/8/8/8/8/4K3 w - -
Board RankTooShort
3|4k2/8/8/8/8/8/8/4K3 w - -
4|4k3//8/8/8/8/8/4K3 w - -
0|/4k3/8/8/8/8/8/4K3 w - -
19|4k3/8/8/8/8/8/8/4K2 w - -
16|4k3/8/8/8/8/8/8/ w - -
7|4k3/4K2 w - -
1|k
Board TooFewRanks
17|4k3/8/8/8/8/8/4K3 w - -
Board TooManyRanks
19|4k3/8/8/8/8/8/8/4K3/8 w - -
19|4k3/8/8/8/8/8/8/4K3/ w - -
SideToMove Missing
20|
SideToMove SideToMove
20|W - - 0 1
20|white - - 0 1
20|ww
20|-
20|W X e9 -1 -1 x
Castling CastlingLetter
22|w X - 0 1
24|w KQx - 0 1
23|w K- - 0 1
22|w --
22|w i
22|w 1
22|w é
22|w X e9 -1 -1 x
Castling CastlingTwice
23|w KK
26|w KQkqK - 0 1
23|w KH
23|w aq
23|w hh
EnPassant EnPassantSquare
24|w - e9 0 1
24|w - i6
24|w - e
24|w - 6
24|w - E6
24|w - e66
24|w - --
24|w - é
24|w - e9 -1 -1 x
EnPassant EnPassantRank
25|w - e3 0 1
25|b - e6
25|w - a1
25|b - h7
25|w - e4
EnPassant EnPassantPawnSquare
25|w - d5 0 1
25|b - e4 0 1
HalfmoveClock Number
26|w - - -1 1
26|w - - +1 1
27|w - - 1x 1
27|w - - 1.0 1
30|w - - 65536 1
30|w - - 99999999999 1
26|w - - -1 -1 x
FullmoveNumber Number
28|w - - 0 one
29|w - - 0 1.
32|w - - 0 65536
33|w - - 0 100000
28|w - - 0 -1 x
End Trailing
30|w - - 0 1 x
32|w - - 0 1   ;D1 5
";

#[test]
fn every_rule_names_its_field_and_its_byte() {
    let (mut field, mut rule) = (FenField::Board, FenRule::Missing);
    for line in CASES.lines() {
        let Some((offset, text)) = line.split_once('|') else {
            let names = line.split_once(' ').unwrap();
            field = FIELDS.into_iter().find(|it| format!("{it:?}") == names.0).unwrap();
            rule = FenRule::ALL.into_iter().find(|it| format!("{it:?}") == names.1).unwrap();
            continue;
        };
        let board = if field == FenField::Board { "" } else { "4k3/8/8/8/8/8/8/4K3 " };
        let fen = format!("{board}{text}");
        let error = FenError { field, offset: offset.parse().unwrap(), rule };
        assert_eq!(
            [Setup::from_fen(&fen), fen.parse(), Setup::from_fen(fen.as_bytes())],
            [Err(error); 3],
            "{fen:?}"
        );
        let read = [Position::from_fen(&fen), fen.parse(), Position::from_fen(fen.as_bytes())];
        assert_eq!(read, [Err(ParsePositionError::Fen(error)); 3], "{fen:?}");
    }
}

#[test]
fn bytes_that_are_not_utf_8() {
    for (text, field, offset, rule) in [
        (&b"4k\xff3/8/8/8/8/8/8/4K3 w - - 0 1"[..], FenField::Board, 2, FenRule::BoardCharacter),
        (b"4k3/8/8/8/8/8/8/4K3\xa0w - - 0 1", FenField::Board, 19, FenRule::BoardCharacter),
        (b"4k3/8/8/8/8/8/8/4K3 \xf7 - - 0 1", FenField::SideToMove, 20, FenRule::SideToMove),
        (b"4k3/8/8/8/8/8/8/4K3 w K\xeb - 0 1", FenField::Castling, 23, FenRule::CastlingLetter),
        (b"4k3/8/8/8/8/8/8/4K3 w - \xe5\xb6 0 1", FenField::EnPassant, 24, FenRule::EnPassantSquare),
        (b"4k3/8/8/8/8/8/8/4K3 w - - 0 1\xb1", FenField::FullmoveNumber, 29, FenRule::Number),
    ] {
        let error = FenError { field, offset, rule };
        assert_eq!(Setup::from_fen(text), Err(error));
        assert_eq!(Position::from_fen(text), Err(ParsePositionError::Fen(error)));
    }
}

const FIELDS: [FenField; 7] = [
    FenField::Board,
    FenField::SideToMove,
    FenField::Castling,
    FenField::EnPassant,
    FenField::HalfmoveClock,
    FenField::FullmoveNumber,
    FenField::End,
];

#[test]
fn every_error_names_its_field_its_byte_and_its_rule() {
    let mut texts: Vec<_> = FenRule::ALL.iter().map(ToString::to_string).collect();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), FenRule::ALL.len(), "two rules read the same");

    let names = ["board", "side to move", "castling", "en passant", "halfmove clock", "move number", "end"];
    for (field, name) in FIELDS.into_iter().zip(names) {
        let error = FenError { field, offset: 7, rule: FenRule::Number };
        assert_eq!(
            error.to_string(),
            format!("{name} field, byte 7: expected a whole number from 0 to 65535")
        );
        assert_eq!(ParsePositionError::from(error).to_string(), error.to_string());
    }
}

/// Returns the name of a variant in lower case with underscores.
fn snake_case(variant: impl std::fmt::Debug) -> String {
    let mut name = String::new();
    for letter in format!("{variant:?}").chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}

#[test]
fn names_for_programs() {
    for (i, rule) in FenRule::ALL.into_iter().enumerate() {
        assert_eq!(rule as usize, i);
        assert_eq!(rule.name(), snake_case(rule));
    }
    for field in FIELDS {
        assert_eq!(field.name(), snake_case(field));
    }
}
