use std::collections::HashSet;

use arbitrary::{Arbitrary, Unstructured};
use chess_types::{Bitboard, Move, MoveKind, Square};

use crate::all_moves;

#[test]
fn every_input_gives_a_value_and_every_value_has_an_input() {
    let moves: HashSet<Move> = (0..=u16::MAX)
        .map(|word| Move::arbitrary(&mut Unstructured::new(&word.to_le_bytes())).unwrap())
        .collect();
    assert_eq!(moves, all_moves().collect());
    let squares: HashSet<Square> =
        (0..=u8::MAX).map(|byte| Square::arbitrary(&mut Unstructured::new(&[byte])).unwrap()).collect();
    assert_eq!(squares.len(), 64);
    let word = 0x0123456789abcdef_u64;
    assert_eq!(Bitboard::arbitrary(&mut Unstructured::new(&word.to_le_bytes())).unwrap(), Bitboard(word));
}

#[test]
fn an_unused_code_gives_the_kind_two_codes_below_it() {
    for (code, kind) in [(10, MoveKind::Capture), (11, MoveKind::EnPassant)] {
        let word: u16 = code << 12 | 0o53 << 6 | 0o44;
        assert_eq!(Move::from_raw(word), None);
        let made = Move::arbitrary(&mut Unstructured::new(&word.to_le_bytes())).unwrap();
        assert_eq!(made, Move::new(Square::E5, Square::D6, kind));
    }
}

#[test]
fn a_value_takes_as_many_bytes_as_it_says() {
    fn hinted<'a, T: Arbitrary<'a>>(input: &'a [u8]) {
        let mut left = Unstructured::new(input);
        T::arbitrary(&mut left).unwrap();
        let taken = input.len() - left.len();
        assert_eq!(T::size_hint(0), (taken, Some(taken)));
    }
    hinted::<Square>(&[7; 20]);
    hinted::<Bitboard>(&[7; 20]);
    hinted::<Move>(&[7; 20]);
}
