use std::collections::HashSet;

use arbitrary::{Arbitrary, Unstructured};
use chess_types::{Bitboard, Move, Square};

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
