use chess_board::Position;
use chess_testkit::{known, suite};

#[test]
fn the_known_positions_are_those_of_the_suite_and_written_as_we_write_them() {
    for fen in known::CPW {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(position.to_string(), fen);
        assert!(suite::read(suite::STANDARD).any(|line| line.position == position), "{fen}");
    }
}
