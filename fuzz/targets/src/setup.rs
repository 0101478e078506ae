use arbitrary::{Result, Unstructured};
use chess_board::{Position, Setup};
use chess_types::{Bitboard, Color, Piece, PieceType};

use crate::any_position;
use crate::made_position::square;

/// Setups of any content: none panics, and what is accepted can be played on.
///
/// The first bytes are all but the pieces; each two bytes that follow put a piece on a square.
pub fn setup(data: &[u8]) {
    let Ok(setup) = any_setup(&mut Unstructured::new(data)) else { return };
    assert!(!setup.to_string().is_empty());
    match Position::from_setup(&setup) {
        Ok(position) => {
            assert_eq!(position.to_setup(), setup);
            any_position::check(&position);
        }
        Err(invalid) => {
            assert!(!invalid.reasons().is_empty(), "{setup}");
            assert!(!invalid.to_string().is_empty());
        }
    }
}

fn any_setup(bytes: &mut Unstructured<'_>) -> Result<Setup> {
    let side_to_move = if bytes.arbitrary()? { Color::Black } else { Color::White };
    let is_en_passant: bool = bytes.arbitrary()?;
    let passed = square(bytes)?;
    let is_castling_by_rooks: bool = bytes.arbitrary()?;
    let castling = Bitboard(bytes.arbitrary()?);
    let (halfmove_clock, fullmove_number) = bytes.arbitrary()?;
    let mut setup = Setup {
        side_to_move,
        en_passant: is_en_passant.then_some(passed),
        halfmove_clock,
        fullmove_number,
        ..Setup::EMPTY
    };
    while !bytes.is_empty() {
        let piece = Piece::ALL[usize::from(bytes.arbitrary::<u8>()?) % Piece::ALL.len()];
        setup.board.put(piece, square(bytes)?);
    }
    // Any squares would hardly ever be those of rooks.
    let rooks = setup.board.by_type(PieceType::Rook);
    setup.castling_rooks = if is_castling_by_rooks { castling & rooks } else { castling };
    Ok(setup)
}
