use chess_board::{Board, Position};

const START: &str = "\
r n b q k b n r
p p p p p p p p
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
P P P P P P P P
R N B Q K B N R";

#[test]
fn a_board_is_displayed_from_the_eighth_rank_down() {
    assert_eq!(Position::START.board().to_string(), START);
    assert_eq!(Board::EMPTY.to_string(), [". . . . . . . ."; 8].join("\n"));
}

#[test]
fn a_debugged_board_begins_on_a_line_of_its_own() {
    assert_eq!(format!("{:?}", Position::START.board()), format!("\n{START}"));
}

#[test]
fn a_debugged_position_is_a_picture_with_its_fen() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(format!("{:?}", Position::START), format!("\n{START}\n{fen}"));
}
