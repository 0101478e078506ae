use chess_board::Position;
use chess_types::Color;

/// Asserts the answers of `is_insufficient_material` and of `has_insufficient_material` for White and Black.
#[track_caller]
fn check(fen: &str, total: bool, white: bool, black: bool) {
    let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(position.is_insufficient_material(), total, "{fen}");
    assert_eq!(position.has_insufficient_material(Color::White), white, "{fen}");
    assert_eq!(position.has_insufficient_material(Color::Black), black, "{fen}");
}

#[test]
fn bare_kings() {
    check("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true, true, true);
}

#[test]
fn a_single_minor_piece() {
    check("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true, true, true);
    check("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", true, true, true);
    check("3nk3/8/8/8/8/8/8/4K3 w - - 0 1", true, true, true);
}

#[test]
fn a_pawn_rook_or_queen_is_enough() {
    check("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false, false, true);
    check("4k3/8/8/8/8/8/R7/4K3 w - - 0 1", false, false, true);
    check("4k3/8/8/8/8/8/Q7/4K3 w - - 0 1", false, false, true);
    check("4k3/p7/8/8/8/8/8/4K3 w - - 0 1", false, true, false);
}

#[test]
fn two_minor_pieces() {
    check("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", false, false, true);
    check("4k3/8/8/8/8/8/8/3NKB2 w - - 0 1", false, false, true);
    check("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", false, false, true);
}

#[test]
fn bishops_of_one_shade_on_either_side() {
    check("4k3/8/8/8/8/8/4B3/4KB2 w - - 0 1", true, true, true);
    check("2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", true, true, true);
    check("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true, true, true);
}

#[test]
fn minor_pieces_against_minor_pieces() {
    check("2n1k3/8/8/8/8/8/8/4KN2 w - - 0 1", false, false, false);
    check("2b1k3/8/8/8/8/8/8/4KN2 w - - 0 1", false, false, false);
    check("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", false, false, false);
}

#[test]
fn a_knight_needs_a_piece_in_the_way_of_the_other_king() {
    check("2r1k3/8/8/8/8/8/8/4KN2 w - - 0 1", false, false, false);
    check("4k3/p7/8/8/8/8/8/4KN2 w - - 0 1", false, false, false);
    check("2q1k3/8/8/8/8/8/8/4KN2 w - - 0 1", false, true, false);
    check("2qqk3/8/8/8/8/8/8/4KN2 w - - 0 1", false, true, false);
}

#[test]
fn a_bishop_needs_a_piece_that_can_stand_on_the_other_shade() {
    check("4k3/p7/8/8/8/8/8/4KB2 w - - 0 1", false, false, false);
    check("1q2k3/8/8/8/8/8/8/4KB2 w - - 0 1", false, true, false);
    check("1r2k3/8/8/8/8/8/8/4KB2 w - - 0 1", false, true, false);
    check("1r2kb2/8/8/8/8/8/8/4KB2 w - - 0 1", false, false, false);
}

#[test]
fn the_clock_of_fifty_and_seventy_five_moves() {
    for (clock, fifty, seventy_five) in
        [(0, false, false), (99, false, false), (100, true, false), (149, true, false), (150, true, true)]
    {
        let position: Position = format!("4k3/8/8/8/8/8/8/4K2R w - - {clock} 90").parse().unwrap();
        assert_eq!(position.is_fifty_move_draw(), fifty, "{clock}");
        assert_eq!(position.is_seventy_five_move_draw(), seventy_five, "{clock}");
    }
}

#[test]
fn non_pawn_material_is_any_piece_besides_king_and_pawns() {
    for (fen, expected) in [
        ("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", [false, false]),
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", [true, false]),
        ("b3k3/8/8/8/8/8/8/Q3K3 w - - 0 1", [true, true]),
        ("r3k3/8/8/8/8/8/P7/4K3 w - - 0 1", [false, true]),
    ] {
        let position: Position = fen.parse().unwrap();
        assert_eq!(Color::ALL.map(|color| position.has_non_pawn_material(color)), expected, "{fen}");
    }
}
