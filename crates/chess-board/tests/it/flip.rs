use chess_board::{Position, Setup};
use chess_testkit::{POSITIONS, Random, any_board, known};
use chess_types::{Color, Piece, Square};

#[test]
fn every_piece_is_on_the_mirrored_square() {
    let mut random = Random::new(7);
    for _ in 0..2000 {
        let setup =
            Setup { board: any_board(&mut random), castling_rooks: random.square().into(), ..Setup::EMPTY };
        let (colors, files) = (setup.flip_colors(), setup.flip_files());
        for square in Square::ALL {
            let piece = setup.board.piece_at(square);
            let other = piece.map(|piece| Piece::new(!piece.color(), piece.piece_type()));
            assert_eq!(colors.board.piece_at(square.flip_ranks()), other);
            assert_eq!(files.board.piece_at(square.flip_files()), piece);
        }
        assert_eq!((colors.flip_colors(), files.flip_files()), (setup, setup));
        assert_eq!((colors.side_to_move, files.side_to_move), (Color::Black, Color::White));
        assert_eq!(colors.validate().is_ok(), setup.validate().is_ok());
        assert_eq!(files.validate().is_ok(), setup.validate().is_ok());
    }
}

#[test]
fn flipped_positions_are_what_validation_of_the_flipped_setup_gives() {
    for position in POSITIONS.iter() {
        for (flipped, setup) in [
            (position.flip_colors(), position.to_setup().flip_colors()),
            (position.flip_files(), position.to_setup().flip_files()),
        ] {
            assert_eq!(Position::from_setup(&setup), Ok(flipped), "{position}");
        }
        assert_eq!(position.flip_colors().flip_colors(), *position);
        assert_eq!(position.flip_files().flip_files(), *position);
        assert_eq!(position.flip_files().flip_colors(), position.flip_colors().flip_files());
        let flipped = position.flip_colors();
        assert_eq!(flipped.ep_square(), position.ep_square().map(Square::flip_ranks));
        assert_eq!(flipped.castling_rooks(), position.castling_rooks().flip_ranks());
        assert_eq!(flipped.checkers(), position.checkers().flip_ranks());
    }
}

#[test]
fn kiwipete_from_the_other_side() {
    let position: Position = known::KIWIPETE.parse().unwrap();
    assert_eq!(
        position.flip_colors().to_string(),
        "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQkq - 0 1"
    );
    let files = position.flip_files();
    assert_eq!(files.to_string(), "r2k3r/1bpqpp1p/1pnp2nb/3NP3/3P2p1/p1Q2N2/PPPBBPPP/R2K3R w KQkq - 0 1");
    assert!(files.needs_chess960());
}
