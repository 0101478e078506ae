use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use chess_types::{
    CastlingRights, CastlingSide, Color, Direction, File, Move, MoveKind, Piece, PieceType, Rank, Square,
};

/// Every value reads back from its name, and no other text of up to two ASCII characters names one.
fn one_name_each<T: Copy + Display + FromStr + PartialEq>(all: &[T]) {
    let names: Vec<String> = all.iter().map(T::to_string).collect();
    assert_eq!(BTreeSet::from_iter(&names).len(), all.len());
    for (value, name) in all.iter().zip(&names) {
        assert!(name.parse().is_ok_and(|read: T| read == *value), "{name}");
    }
    let ascii = || (0..128u8).map(char::from);
    let two = ascii().flat_map(|first| ascii().map(move |second| format!("{first}{second}")));
    let read = ascii().map(String::from).chain(two).filter(|text| text.parse::<T>().is_ok());
    assert_eq!(read.count(), names.iter().filter(|name| name.len() <= 2).count());
    assert!("".parse::<T>().is_err());
}

#[test]
fn names_are_read_only_as_they_are_written() {
    one_name_each(&Square::ALL);
    one_name_each(&File::ALL);
    one_name_each(&Rank::ALL);
    one_name_each(&Color::ALL);
    one_name_each(&Piece::ALL);
    one_name_each(&CastlingSide::ALL);
    one_name_each(&MoveKind::ALL);
}

/// A character is read as the text of one character is.
fn read_from_one_letter<T: Debug + PartialEq + FromStr + TryFrom<char>>() {
    for letter in '\0'..'\u{200}' {
        assert_eq!(T::try_from(letter).ok(), letter.to_string().parse().ok(), "{letter:?}");
    }
}

#[test]
fn characters_are_read_as_texts_are() {
    read_from_one_letter::<File>();
    read_from_one_letter::<Rank>();
    read_from_one_letter::<Color>();
    read_from_one_letter::<PieceType>();
    read_from_one_letter::<Piece>();
}

#[test]
fn piece_types_are_read_in_either_case() {
    for piece_type in PieceType::ALL {
        let name = piece_type.to_string();
        assert_eq!(name.parse(), Ok(piece_type));
        assert_eq!(name.to_uppercase().parse(), Ok(piece_type));
    }
    let read = (0..=u8::MAX).filter(|&byte| PieceType::from_letter(byte).is_some());
    assert_eq!(read.count(), 12);
}

#[test]
fn names_are_those_of_fen() {
    assert_eq!(Piece::ALL.map(Piece::letter), ['P', 'N', 'B', 'R', 'Q', 'K', 'p', 'n', 'b', 'r', 'q', 'k']);
    assert_eq!(Color::ALL.map(Color::letter), ['w', 'b']);
    assert_eq!(Color::ALL.map(|color| color.to_string()), ["w", "b"]);
    assert_eq!(Square::ALL.map(|square| square.to_string()).concat()[..6], *"a1b1c1");
    assert_eq!((File::H.letter(), Rank::Eighth.digit()), ('h', '8'));
    let figures: Vec<u32> = Piece::ALL.iter().map(|piece| u32::from(piece.figure())).collect();
    assert_eq!(
        figures,
        [0x2659, 0x2658, 0x2657, 0x2656, 0x2655, 0x2654, 0x265f, 0x265e, 0x265d, 0x265c, 0x265b, 0x265a]
    );
}

#[test]
fn longer_names_are_read_exactly() {
    assert_eq!(CastlingSide::ALL.map(CastlingSide::name), ["queenside", "kingside"]);
    assert_eq!(MoveKind::KnightCapturePromotion.to_string(), "knight-capture-promotion");
    for text in ["Kingside", "king side", "O-O", "capture ", "Quiet", "promotion", ""] {
        assert!(text.parse::<CastlingSide>().is_err(), "{text:?}");
        assert!(text.parse::<MoveKind>().is_err(), "{text:?}");
    }
}

#[test]
fn names_heed_the_width_of_the_format() {
    assert_eq!(format!("{:>4}|{:<3}|{:^3}|", Square::E4, File::E, Piece::WhiteKing), "  e4|e  | K |");
}

#[test]
fn castling_rights_are_written_in_the_order_of_fen() {
    for bits in 0..16 {
        let rights = CastlingRights::from_bits(bits).unwrap();
        let naive: String =
            "KQkq".chars().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, it)| it).collect();
        let naive = if naive.is_empty() { "-".into() } else { naive };
        assert_eq!(rights.to_string(), naive);
        assert_eq!(naive.parse(), Ok(rights));
        let reversed: String = naive.chars().rev().collect();
        assert_eq!(reversed.parse(), Ok(rights));
    }
    assert_eq!(CastlingRights::from_bits(16), None);
    assert_eq!(CastlingRights::default(), CastlingRights::EMPTY);
    assert_eq!(format!("{:?}", CastlingRights::FULL), "CastlingRights(KQkq)");
}

#[test]
fn castling_rights_refuse_duplicates_and_foreign_letters() {
    for text in ["", "KK", "KQkqK", "K-", "--", "HAha", "K q", "♔"] {
        let error = text.parse::<CastlingRights>().unwrap_err();
        assert_eq!(error.to_string(), "expected letters of KQkq, each once, or -", "{text:?}");
    }
}

#[test]
fn pieces_are_named_by_side_and_type() {
    for (piece, side) in Piece::ALL.into_iter().map(|piece| (piece, piece.color().name().to_lowercase())) {
        assert_eq!(piece.name(), format!("{side} {}", piece.piece_type().name()));
    }
    // The letter of a type is the first of its name, but for the knight.
    for piece_type in PieceType::ALL {
        let letter = piece_type.name().chars().nth(usize::from(piece_type == PieceType::Knight));
        assert_eq!(letter, Some(piece_type.letter()));
    }
}

/// Indices are numbers from 0 on, in the order of `ALL`.
fn indexed<T: Copy + Debug + PartialEq + Ord>(
    all: &[T],
    index: fn(T) -> usize,
    from_index: fn(usize) -> Option<T>,
) {
    assert!(all.is_sorted());
    for number in (0..300).chain([usize::MAX, 1 << (usize::BITS / 2), 256 + 1]) {
        assert_eq!(from_index(number), all.get(number).copied());
        assert_eq!(from_index(number).map(index), (number < all.len()).then_some(number));
    }
}

#[test]
fn every_enum_is_converted_to_its_index_and_back() {
    indexed(&Square::ALL, Square::index, Square::from_index);
    indexed(&File::ALL, File::index, File::from_index);
    indexed(&Rank::ALL, Rank::index, Rank::from_index);
    indexed(&Direction::ALL, Direction::index, Direction::from_index);
    indexed(&Color::ALL, Color::index, Color::from_index);
    indexed(&PieceType::ALL, PieceType::index, PieceType::from_index);
    indexed(&Piece::ALL, Piece::index, Piece::from_index);
    indexed(&CastlingSide::ALL, CastlingSide::index, CastlingSide::from_index);
    indexed(&MoveKind::ALL, MoveKind::index, MoveKind::from_index);
}

/// All of them can be boxed and sent.
#[test]
fn every_error_is_an_error() {
    let errors: Vec<Box<dyn Error + Send + Sync>> = vec![
        "".parse::<Square>().unwrap_err().into(),
        "".parse::<File>().unwrap_err().into(),
        "".parse::<Rank>().unwrap_err().into(),
        "".parse::<Color>().unwrap_err().into(),
        "".parse::<PieceType>().unwrap_err().into(),
        "".parse::<CastlingSide>().unwrap_err().into(),
        "".parse::<CastlingRights>().unwrap_err().into(),
        "".parse::<MoveKind>().unwrap_err().into(),
        "".parse::<chess_types::UciMove>().unwrap_err().into(),
        Move::from_raw(0xa000).unwrap_err().into(),
    ];
    assert!(errors.iter().all(|error| !error.to_string().is_empty()));
    assert_eq!(errors[0].to_string(), "expected a square from a1 to h8");
    assert_eq!(errors[1].to_string(), "expected a file from a to h");
    assert_eq!(errors[9].to_string(), "0xa000 is not a valid move word");
}
