//! Tests of private items of `generator/legal.rs`, whose module they are.

use chess_types::File;

use super::*;

#[test]
fn the_table_says_what_castling_says() {
    for us in Color::ALL {
        let squares = File::ALL.map(|file| Square::new(file, us.back_rank()));
        for (king, rook) in squares.into_iter().flat_map(|king| squares.map(|rook| (king, rook))) {
            if king != rook {
                let (way, castling) = (CastlingWay::of(us, king, rook), Castling { king, rook });
                assert_eq!((way.empty, way.safe), (castling.empty(), castling.safe()), "{king} {rook}");
            }
        }
    }
}
