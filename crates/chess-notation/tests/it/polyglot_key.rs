//! Polyglot's keys, against published ones and an oracle.

use chess_board::{Position, Setup};
use chess_notation::polyglot::{self, RANDOM64};
use chess_types::{CastlingSide, Color, PieceType, Square};

use crate::POSITIONS;

/// The format's description, sentence by sentence.
fn naive_key(position: &Position) -> u64 {
    let mut key = 0;
    for square in Square::ALL {
        if let Some(piece) = position.piece_at(square) {
            let kind = 2 * piece.piece_type().index() + usize::from(piece.color() == Color::White);
            key ^= RANDOM64[64 * kind + square.index()];
        }
    }
    let castlings = [
        (Color::White, CastlingSide::King),
        (Color::White, CastlingSide::Queen),
        (Color::Black, CastlingSide::King),
        (Color::Black, CastlingSide::Queen),
    ];
    for (i, (color, side)) in castlings.into_iter().enumerate() {
        if position.castling_rook(color, side).is_some() {
            key ^= RANDOM64[768 + i];
        }
    }
    if let Some(passed) = position.skipped_square() {
        let back = if position.side_to_move() == Color::White { -1 } else { 1 };
        let beside = [-1, 1].into_iter().filter_map(|files| passed.offset(files, back));
        let own_pawns = position.pieces(position.side_to_move(), PieceType::Pawn);
        if beside.into_iter().any(|square| own_pawns.contains(square)) {
            key ^= RANDOM64[772 + passed.file().index()];
        }
    }
    if position.side_to_move() == Color::White {
        key ^= RANDOM64[780];
    }
    key
}

#[test]
fn published_keys() {
    for (fen, key) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b96181691fc9c),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c9b50fd114196),
        ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756b94461c50fb0),
        ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662fafb965db29d4),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a48b5a8e47ff78),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a607ca3f242c1),
        ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fdd303c946bdd9),
        ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c8123ea7b067637),
        ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f9b829b279560),
    ] {
        let position: Position = fen.parse().unwrap();
        assert_eq!(polyglot::key(&position), key, "{fen}");
        assert_eq!(naive_key(&position), key, "{fen}");
    }
}

#[test]
fn keys_are_those_of_the_slow_twin() {
    for position in POSITIONS.iter() {
        assert_eq!(polyglot::key(position), naive_key(position), "{position:?}");
    }
}

#[test]
fn more_pieces_of_a_kind_than_in_the_beginning_all_count() {
    let fen = "nnnnnnnk/8/8/QQQQQ3/BBBB3q/rrrrr2q/qqqq4/K7 w - - 0 1";
    let mut setup: Setup = fen.parse().unwrap();
    // All kinds at once are more material than a game can have.
    assert!(setup.validate().is_err());
    let mut positions = 0;
    for kept in ["Q", "B", "n", "r", "q"] {
        let full: Setup = fen.parse().unwrap();
        setup.board = full.board;
        for square in full.board.occupied() {
            let letter = full.board.piece_at(square).unwrap().letter();
            if !"Kk".contains(letter) && !kept.contains(letter) {
                setup.board.clear(square);
            }
        }
        for side_to_move in Color::ALL {
            setup.side_to_move = side_to_move;
            if let Ok(position) = Position::from_setup(&setup) {
                assert_eq!(polyglot::key(&position), naive_key(&position), "{position:?}");
                positions += 1;
            }
        }
    }
    assert_eq!(positions, 6);
}

#[test]
fn en_passant_counts_if_a_pawn_stands_beside_legal_or_not() {
    let with_and_without = |fen: &str| {
        let position: Position = fen.parse().unwrap();
        let without = Position::from_setup(&Setup { en_passant: None, ..position.to_setup() }).unwrap();
        polyglot::key(&position) ^ polyglot::key(&without)
    };
    assert_eq!(with_and_without("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), RANDOM64[772 + 3]);
    // The pawn is pinned.
    assert_eq!(with_and_without("4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1"), RANDOM64[772 + 3]);
    // It is on the other edge of the board.
    assert_eq!(with_and_without("4k3/8/8/p6P/8/8/8/4K3 w - a6 0 1"), 0);
    assert_eq!(with_and_without("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1"), 0);
}

#[test]
fn castling_rights_of_chess960_count_by_their_side() {
    let key = |fen: &str| polyglot::key(&fen.parse().unwrap());
    let none = key("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w - - 0 1");
    for (rights, number) in [("G", 768), ("B", 769), ("g", 770), ("b", 771)] {
        let fen = format!("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w {rights} - 0 1");
        assert_eq!(key(&fen) ^ none, RANDOM64[number], "{rights}");
    }
}
