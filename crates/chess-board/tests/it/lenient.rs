//! Lenient reading of positions.

use chess_board::{CastlingRules, Mend, ParsePositionError, Position, Setup};
use chess_testkit::{Random, from_scratch};
use chess_types::{Bitboard, Color, Piece, PieceType, Square};

fn read(fen: &str, rules: CastlingRules) -> (String, Vec<Mend>) {
    let mended = Position::from_fen_lenient(fen, rules).unwrap_or_else(|error| panic!("{fen}: {error}"));
    (mended.position.to_string(), mended.changes.to_vec())
}

#[track_caller]
fn check(fen: &str, expected: &str, changes: &[Mend]) {
    assert_eq!(read(fen, CastlingRules::Chess), (expected.to_string(), changes.to_vec()), "{fen}");
}

#[test]
fn stale_castling_rights_are_dropped() {
    check("4k3/8/8/8/8/8/8/4K3 b KQkq", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", &[Mend::Castling]);
    check("4k2r/8/8/8/8/8/8/R3K3 w KQkq - 3 9", "4k2r/8/8/8/8/8/8/R3K3 w Qk - 3 9", &[Mend::Castling]);
    check("4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1", "4k3/8/8/8/8/8/8/R2K3R w - - 0 1", &[Mend::Castling]);
    check("4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", &[Mend::Castling]);
    check("4k2r/8/8/8/8/8/8/R3K3 w Qkx?k - 3 9", "4k2r/8/8/8/8/8/8/R3K3 w Qk - 3 9", &[Mend::Castling]);
}

#[test]
fn rights_of_orthodox_chess_where_they_are_asked_for() {
    let fen = "2r1k2r/2pn1pp1/1p3n1p/p3PP2/4q2B/P1P5/2Q1N1PP/R4RK1 w q - 0 1";
    let without = fen.replace(" q ", " - ");
    check(fen, &without, &[Mend::Castling]);
    assert_eq!(read(fen, CastlingRules::Chess960), (fen.to_string(), vec![]));
    // The rook of orthodox chess is the one in the corner, if it is there.
    let both = "r1r1k2r/8/8/8/8/8/8/4K3 b kq - 0 1";
    check(both, both, &[]);
    // In Chess960 two rights on one side of the king are both refused.
    assert_eq!(read("r1r1k3/8/8/8/8/8/8/4K3 b ca - 0 1", CastlingRules::Chess960).1, [Mend::Castling]);
}

#[test]
fn other_fields_that_are_wrong_or_missing() {
    let bare = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    check("4k3/8/8/8/8/8/8/4K3", bare, &[Mend::SideToMove]);
    check("4k3/8/8/8/8/8/8/4K3/ W", bare, &[Mend::Board, Mend::SideToMove]);
    check("4k3/8/44/8/8/8/8/22K3 w", bare, &[Mend::Board]);
    check("4k3/8/8/8/8/8/8/4K3 w - e4", bare, &[Mend::EnPassant]);
    check("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", bare, &[Mend::EnPassant]);
    check("4k3/8/8/8/8/8/8/4K3 w - - - -", bare, &[Mend::Counters]);
    check("4k3/8/8/8/8/8/8/4K3 w - - -1 70000", bare, &[Mend::Counters]);
    check("4k3/8/8/8/8/8/8/4K3 w - - 0 1 extra", bare, &[Mend::Trailing]);
    check("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"a\";", bare, &[Mend::Trailing]);
}

#[test]
fn words_for_the_side_to_move_are_understood() {
    for (word, side) in
        [("-", 'w'), ("W", 'w'), ("white", 'w'), ("White", 'w'), ("B", 'b'), ("black", 'b'), ("Black", 'b')]
    {
        check(
            &format!("4k3/8/8/8/8/8/8/4K3 {word} - - 3 9"),
            &format!("4k3/8/8/8/8/8/8/4K3 {side} - - 3 9"),
            &[Mend::SideToMove],
        );
    }
}

#[test]
fn a_fault_in_one_field_leaves_the_others_unchanged() {
    let whole = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 3 9";
    check(&format!("{whole} extra"), whole, &[Mend::Trailing]);
    check(&whole.replace(" w ", " W "), whole, &[Mend::SideToMove]);
    check(&whole.replace("KQkq", "KQkqK"), whole, &[Mend::Castling]);
    check(&whole.replace("d6", "d9"), &whole.replace("d6", "-"), &[Mend::EnPassant]);
}

#[test]
fn two_bishops_on_squares_of_one_colour() {
    let fen = "rkbqnbnr/pppppppp/8/8/8/8/PPPPPPPP/RKBQNBNR w KQkq - 0 1";
    assert!(Position::from_fen(fen).is_ok());
    let fen = "rkbqbnnr/pppppppp/8/8/8/8/PPPPPPPP/RKBQBNNR w KQkq - 0 1";
    assert!(matches!(Position::from_fen(fen), Err(ParsePositionError::Invalid(_))), "{fen}");
    let mended = Position::from_fen_lenient(fen, CastlingRules::Chess960).unwrap();
    assert_eq!(mended.changes[..], [Mend::Material]);
    assert_eq!(mended.position.to_string(), fen);
    assert!(mended.position == from_scratch(&mended.position));
}

#[test]
fn what_cannot_be_mended_is_refused() {
    for fen in [
        "",
        "junk",
        "4k3/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/5K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K30 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        "4k3/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/4r3/4K3 b - - 0 1",
        "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
        "4k3/8/8/8/8/QQQQ4/QQQQ4/QQQ1K3 w - - 0 1",
        // A piece too many, and a pawn: their moves would fit.
        "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 1",
        "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/QPPPPPPP/Q3K3 w - - 0 1",
    ] {
        for rules in [CastlingRules::Chess, CastlingRules::Chess960] {
            let refused = Position::from_fen_lenient(fen, rules);
            let is_same = refused.clone().map(|mended| mended.position) == Position::from_fen(fen);
            assert!(refused.is_err() == (fen != "4k3/8/8/8/8/8/QPPPPPPP/Q3K3 w - - 0 1"), "{fen}");
            assert!(is_same || fen.ends_with("x - - 0 1"), "{fen}: {refused:?}");
        }
    }
}

#[test]
fn changes_have_names_and_texts() {
    let texts: Vec<_> = Mend::ALL.iter().map(Mend::to_string).collect();
    let mut names: Vec<_> = Mend::ALL.iter().map(|change| change.name()).collect();
    for list in [&mut texts.iter().map(String::as_str).collect(), &mut names] {
        let count = list.len();
        list.sort_unstable();
        list.dedup();
        assert_eq!(list.len(), count);
    }
}

#[test]
fn a_move_number_of_0_becomes_1() {
    let mut setup = Setup { fullmove_number: 0, ..Position::START.to_setup() };
    assert_eq!(setup.mend(CastlingRules::Chess)[..], [Mend::Counters]);
    assert_eq!(setup, Position::START.to_setup());
    assert!(setup.mend(CastlingRules::Chess).is_empty());
}

/// Setups at random, most of which are not positions.
fn any_setup(random: &mut Random) -> Setup {
    let mut setup = Setup { fullmove_number: 1, ..Setup::EMPTY };
    if random.below(2) == 0 {
        setup.side_to_move = Color::Black;
    }
    for piece in [Piece::WhiteKing, Piece::BlackKing] {
        setup.board.put(piece, Square::ALL[random.below(64)]);
    }
    for _ in 0..random.below(12) {
        let piece = Piece::ALL[random.below(12)];
        if piece.piece_type() != PieceType::King {
            setup.board.put(piece, Square::ALL[random.below(64)]);
        }
    }
    setup.castling_rooks = Bitboard(random.word() & random.word() & 0x8100_0000_0000_0081);
    if random.below(3) == 0 {
        setup.en_passant = Some(Square::ALL[random.below(64)]);
    }
    setup
}

#[test]
fn mending_changes_what_it_says_and_nothing_else() {
    let mut random = Random::new(5);
    let mut accepted = 0;
    for _ in 0..20_000 {
        let setup = any_setup(&mut random);
        let strict = Position::from_setup(&setup);
        match Position::from_setup_lenient(&setup, CastlingRules::Chess960) {
            Ok(mended) => {
                let after = mended.position.to_setup();
                assert_eq!(mended.changes.is_empty(), strict == Ok(mended.position), "{setup}");
                assert_eq!(
                    mended.changes.contains(&Mend::Castling),
                    after.castling_rooks != setup.castling_rooks
                );
                assert_eq!(mended.changes.contains(&Mend::EnPassant), after.en_passant != setup.en_passant);
                assert_eq!(after.board, setup.board);
                accepted += 1;
            }
            Err(invalid) => {
                assert!(strict.is_err_and(|all| invalid.reasons().all(|reason| all.has(reason))), "{setup}");
            }
        }
    }
    assert!(accepted > 1_000, "{accepted}");
}

#[test]
fn every_fen_of_strict_reading_is_read_as_there() {
    let mut random = Random::new(6);
    for _ in 0..2_000 {
        let position = chess_testkit::chess960(&mut random);
        let fen = position.to_string();
        let mended = Position::from_fen_lenient(&fen, CastlingRules::Chess960).unwrap();
        assert!(mended.position == position && mended.changes.is_empty(), "{fen}");
    }
}

/// The same positions and errors as by a setup, whether its material is possible or not.
#[test]
fn restored_text_is_a_restored_setup() {
    let mut random = Random::new(93);
    let (mut restored, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let ranks = [(); 2].map(|()| {
            let mut rank: Vec<u8> = (0..8).map(|_| random.pick(b"QRRBBNNP")).collect();
            rank[random.below(8)] = b'K';
            String::from_utf8(rank).unwrap()
        });
        let [white, black] = &ranks;
        let black = black.to_lowercase();
        let fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w - - 0 1");
        let setup = Setup::from_fen(&fen).unwrap();
        let expected = Position::restore(&setup).map_err(ParsePositionError::from);
        assert_eq!(Position::restore_fen(&fen), expected, "{fen}");
        let is_new = expected.is_ok() && Position::from_fen(&fen).is_err();
        restored += u32::from(is_new);
        refused += u32::from(expected.is_err());
    }
    assert!(restored > 100 && refused > 100, "{restored} {refused}");
    assert_eq!(Position::restore_fen("8/8 w"), Position::from_fen("8/8 w"));
}
