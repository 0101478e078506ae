use chess_board::Position;
use chess_movegen::{PositionExt, is_legal};
use chess_testkit::{POSITIONS, Random, likely_move};

#[test]
fn a_legal_move_is_found_wherever_there_is_one() {
    let mut random = Random::new(1);
    for position in POSITIONS.iter() {
        for noise in [0, 100, 5000] {
            match likely_move(position, None, noise, &mut random) {
                Some(mv) => assert!(is_legal(position, mv), "{position}: {mv:?}"),
                None => assert!(!position.has_legal_move(), "{position}"),
            }
        }
    }
}

#[test]
fn a_careful_player_mates_captures_and_saves_the_queen() {
    let cases = [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8"),
        ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5"),
        ("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "h5f7"),
    ];
    for (fen, expected) in cases {
        let position = Position::from_fen(fen).unwrap();
        let mv = likely_move(&position, None, 0, &mut Random::new(2)).unwrap();
        assert_eq!(mv.uci().to_string(), expected, "{fen}");
    }
}
