use chess_board::Board;
use chess_testkit::{Random, any_board};
use chess_types::{Bitboard, Color, PieceType, Square};

fn sets_of(board: &Board) -> [[Bitboard; 6]; 2] {
    Color::ALL.map(|color| PieceType::ALL.map(|piece_type| board.pieces(color, piece_type)))
}

#[test]
fn a_board_is_made_of_its_sets() {
    let mut random = Random::new(64);
    for _ in 0..1000 {
        let board = any_board(&mut random);
        assert_eq!(Board::from_sets(&sets_of(&board)), Some(board));
    }
}

#[test]
fn sets_that_share_a_square_are_no_board() {
    for one in 0..12 {
        for other in 0..12 {
            let mut sets = [[Bitboard::EMPTY; 6]; 2];
            sets[one / 6][one % 6] |= Square::D4 | Square::E5;
            sets[other / 6][other % 6] |= Square::E5 | Square::F6;
            assert_eq!(Board::from_sets(&sets).is_some(), one == other, "{one} {other}");
        }
    }
}
