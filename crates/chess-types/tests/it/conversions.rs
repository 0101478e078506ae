use std::error::Error;
use std::fmt::Debug;

use chess_types::{
    CastlingSide, Color, Direction, File, IndexError, Move, MoveCodeError, MoveKind, Piece, PieceType, Rank,
    RichMove, RichMoveError, Square,
};

use crate::all_moves;

/// Indices are numbers from 0 on, in the order of `ALL`, and of one type in all methods.
fn indexed<T>(all: &[T], index: fn(T) -> usize, from_index: fn(usize) -> Option<T>)
where
    T: Copy + Debug + PartialEq + Ord + TryFrom<u8, Error = IndexError>,
    u8: From<T>,
{
    assert!(all.is_sorted());
    for number in (0..300).chain([usize::MAX, 1 << (usize::BITS / 2), 256 + 1]) {
        assert_eq!(from_index(number), all.get(number).copied());
        let Ok(byte) = u8::try_from(number) else { continue };
        match (T::try_from(byte), all.get(number)) {
            (Ok(value), Some(expected)) => {
                assert_eq!(value, *expected);
                assert_eq!((index(value), u8::from(value)), (number, byte));
            }
            (Err(error), None) => {
                assert_eq!((error.index, usize::from(error.count)), (byte, all.len()));
                assert_eq!(error.to_string(), format!("the index {byte} is not below {}", all.len()));
            }
            (found, expected) => panic!("{number}: {found:?} and not {expected:?}"),
        }
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
}

#[test]
fn kinds_are_converted_to_their_nibbles_and_back() {
    for nibble in 0..=u8::MAX {
        assert_eq!(MoveKind::try_from(nibble).ok(), MoveKind::from_nibble(nibble));
    }
    for kind in MoveKind::ALL {
        assert_eq!((kind.nibble(), u8::from(kind)), (kind as u8, kind as u8));
    }
    let error: MoveCodeError = MoveKind::try_from(16).unwrap_err();
    assert_eq!(
        (error.code, error.to_string().as_str()),
        (16, "the flag code 16 is not one of 0 to 9 and 12 to 15")
    );
}

#[test]
fn every_word_is_converted_to_its_move_and_back_unless_its_code_is_unused() {
    for word in 0..=u16::MAX {
        assert_eq!(Move::try_from(word).ok(), Move::from_raw(word));
    }
    assert!(all_moves().all(|mv| u16::from(mv) == mv.raw()));
    assert_eq!(Move::try_from(0xb001).unwrap_err().code, 11);
}

#[test]
fn rich_words_are_converted_to_their_moves_and_back() {
    let rich = Move::new(Square::E2, Square::E4, MoveKind::DoublePush).to_rich(Piece::WhitePawn);
    assert_eq!(RichMove::try_from(u32::from(rich)), Ok(rich));
    let error: RichMoveError = RichMove::try_from(1 << 24).unwrap_err();
    assert_eq!(
        (error.word, error.to_string().as_str()),
        (1 << 24, "0x01000000 is not the word of a move with its piece")
    );
}

/// All of them can be boxed and sent.
#[test]
fn every_error_is_an_error() {
    let errors: Vec<Box<dyn Error + Send + Sync>> = vec![
        "".parse::<Square>().unwrap_err().into(),
        "".parse::<File>().unwrap_err().into(),
        "".parse::<Rank>().unwrap_err().into(),
        "".parse::<Direction>().unwrap_err().into(),
        "".parse::<Color>().unwrap_err().into(),
        "".parse::<PieceType>().unwrap_err().into(),
        "".parse::<CastlingSide>().unwrap_err().into(),
        "".parse::<chess_types::CastlingRights>().unwrap_err().into(),
        "".parse::<MoveKind>().unwrap_err().into(),
        "".parse::<chess_types::UciMove>().unwrap_err().into(),
        Square::try_from(64).unwrap_err().into(),
        Move::try_from(0xa000).unwrap_err().into(),
        RichMove::try_from(u32::MAX).unwrap_err().into(),
        chess_types::List::<u8, 0>::new().try_push(1).unwrap_err().into(),
    ];
    assert!(errors.iter().all(|error| !error.to_string().is_empty()));
}
