//! Setups that are refused as positions, and setups that are accepted.

use chess_board::{InvalidSetup, Position, Reason, Setup};
use chess_testkit::{Random, any_board};
use chess_types::{Bitboard, Color, Piece, PieceType, Square};

fn setup(fen: &str) -> Setup {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn squares(names: &str) -> Bitboard {
    names.split_whitespace().map(|name| name.parse::<Square>().unwrap()).collect()
}

fn invalid(setup: &Setup) -> InvalidSetup {
    let invalid = setup.validate().expect_err("refused");
    assert_eq!(Position::from_setup(setup), Err(invalid));
    assert_eq!(Position::from_setup(setup), Err(invalid));
    invalid
}

/// Asserts that a setup is refused for exactly these reasons, each about these squares.
#[track_caller]
fn refused(setup: &Setup, expected: &[(Reason, &str)]) {
    let invalid = invalid(setup);
    assert!(invalid.reasons().eq(expected.iter().map(|&(reason, _)| reason)), "{setup}");
    for reason in Reason::ALL {
        let names = expected.iter().find(|(other, _)| *other == reason).map_or("", |(_, names)| names);
        assert_eq!(invalid.squares(reason), squares(names), "{setup} {reason:?}");
        assert_eq!(
            invalid.has(reason),
            expected.iter().any(|(other, _)| *other == reason),
            "{setup} {reason:?}"
        );
    }
}

/// A reason, and below it setups that are refused for it alone, each before the squares that it is about.
const REFUSED: &str = "\
NoKing
8/8/8/8/8/8/8/4K3 w - -|
8/8/8/8/8/8/8/4k3 w - -|
8/8/8/8/8/8/8/8 w - -|
ManyKings
4k3/8/8/8/8/8/8/K3K3 w - -|a1 e1
k1k1k3/8/8/8/8/8/8/4K3 w - -|a8 c8 e8
k3k3/8/8/8/8/8/8/K3K3 w - -|a1 e1 a8 e8
PawnOnBackRank
P3k3/8/8/8/8/8/8/4K2p w - -|a8 h1
p3k3/8/8/8/8/8/8/4K2P w - -|a8 h1
OpponentInCheck
4k3/8/8/8/8/8/8/4R1K1 w - -|e1
4k3/8/8/8/8/8/8/4r1K1 b - -|e1
4k3/5P2/2N5/B7/8/8/8/4R1K1 w - -|e1 f7
8/8/8/8/8/8/4k3/4K3 w - -|e1
Castling
4k3/8/8/8/8/8/8/4K2R w Q -|a1
4k3/8/8/8/8/8/8/4K2R w KQkq -|a1 a8 h8
4k3/8/8/8/8/8/4K3/7R w K -|h1
4k3/8/8/8/8/8/8/4K2r w K -|h1
4k3/8/8/8/8/8/8/4K2N w H -|h1
4k3/8/8/8/8/8/8/4K2R w G -|g1
4k3/8/8/8/8/8/8/4K2R w E -|e1
4k1R1/8/4b3/8/8/8/8/4K3 b g -|g8
4k3/8/8/8/8/8/8/4KR1R w FH -|f1 h1
rr2k2r/8/8/8/8/8/8/4K3 w abh -|a8 b8
EnPassant
4k3/8/8/8/8/8/8/4K3 w - e6|e6
4k3/8/8/4P3/8/8/8/4K3 w - e6|e6
4k3/8/4n3/4p3/8/8/8/4K3 w - e6|e6
4k3/4p3/8/4p3/8/8/8/4K3 w - e6|e6
4k3/8/8/8/4P3/8/4R3/4K3 b - e3|e3
";

#[test]
fn setups_are_refused_for_their_reasons() {
    let mut reason = Reason::NoKing;
    for line in REFUSED.lines() {
        match line.split_once('|') {
            Some((fen, names)) => refused(&setup(fen), &[(reason, names)]),
            None => reason = Reason::ALL.into_iter().find(|it| format!("{it:?}") == line).unwrap(),
        }
    }
    assert_eq!(setup("4k3/8/8/8/8/8/8/4R1K1 b - - 0 1").validate(), Ok(()));
}

#[test]
fn castling_rooks_off_the_back_ranks() {
    let mut off = setup("r3k2r/8/8/8/3R4/8/8/R3K2R w KQkq - 0 1");
    off.castling_rooks |= Square::D4.bitboard();
    refused(&off, &[(Reason::Castling, "d4")]);
}

#[test]
fn en_passant_squares_that_no_pawn_can_have_passed() {
    let mut wrong_rank = setup("4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1");
    wrong_rank.en_passant = Some(Square::E3);
    refused(&wrong_rank, &[(Reason::EnPassant, "e3")]);
    for square in Square::ALL {
        wrong_rank.en_passant = Some(square);
        assert_eq!(wrong_rank.validate().is_ok(), square == Square::E6, "{square}");
    }
}

#[test]
fn move_number_0() {
    let setup = Setup { fullmove_number: 0, ..Position::START.to_setup() };
    refused(&setup, &[(Reason::MoveNumber, "")]);
}

/// Tests whether there are more than 16 pieces of `color`, or more than 8 pawns and promoted pieces, by counting one by one.
fn has_too_much(setup: &Setup, color: Color) -> bool {
    let own = || Square::ALL.into_iter().filter_map(|square| Some((setup.board.piece_at(square)?, square)));
    let count = |piece_type, shade: Option<Color>| {
        own()
            .filter(|&(piece, _)| piece == Piece::new(color, piece_type))
            .filter(|&(_, square)| shade.is_none_or(|shade| square.shade() == shade))
            .count()
    };
    let promoted = count(PieceType::Queen, None).saturating_sub(1)
        + count(PieceType::Rook, None).saturating_sub(2)
        + count(PieceType::Knight, None).saturating_sub(2)
        + count(PieceType::Bishop, Some(Color::White)).saturating_sub(1)
        + count(PieceType::Bishop, Some(Color::Black)).saturating_sub(1);
    own().filter(|(piece, _)| piece.color() == color).count() > 16
        || count(PieceType::Pawn, None) + promoted > 8
}

#[test]
fn material_is_judged_as_by_counting_it() {
    let mut random = Random::new(13);
    let mut refused = 0;
    for _ in 0..20_000 {
        let setup = Setup { board: any_board(&mut random), ..Setup::EMPTY };
        let expected: Vec<_> = Color::ALL.into_iter().filter(|&color| has_too_much(&setup, color)).collect();
        let squares =
            setup.validate().map_or_else(|invalid| invalid.squares(Reason::Material), |()| Bitboard::EMPTY);
        let of_colors =
            expected.iter().fold(Bitboard::EMPTY, |set, &color| set | setup.board.by_color(color));
        assert_eq!(squares, of_colors, "{setup}");
        refused += expected.len();
    }
    assert!((1_000..39_000).contains(&refused), "{refused} of 40,000");
}

#[test]
fn all_reasons_at_once() {
    let mut setup = setup("K6P/RRRRRRRR/RRR5/8/8/8/8/K6R w Aq - 0 1");
    setup.fullmove_number = 0;
    setup.en_passant = Some(Square::E6);
    // A board from FEN has no contradictions.
    let from_fen = Reason::ALL.into_iter().filter(|&reason| reason != Reason::Contradiction);
    let all_but = |other| from_fen.clone().filter(move |&reason| reason != other);
    assert!(invalid(&setup).reasons().eq(all_but(Reason::OpponentInCheck)));
    setup.board.put(Piece::BlackKing, Square::H6);
    let invalid = invalid(&setup);
    assert!(invalid.reasons().eq(all_but(Reason::NoKing)));
    assert_eq!(invalid.squares(Reason::ManyKings), squares("a1 a8"));
    assert_eq!(invalid.squares(Reason::PawnOnBackRank), squares("h8"));
    assert_eq!(invalid.squares(Reason::OpponentInCheck), squares("c6 h7 h1"));
    assert_eq!(invalid.squares(Reason::Castling), squares("a1 a8"));
    assert_eq!(invalid.squares(Reason::EnPassant), squares("e6"));
    assert_eq!(invalid.squares(Reason::Material), setup.board.by_color(Color::White));
    assert_eq!(invalid.squares(Reason::MoveNumber), Bitboard::EMPTY);
}

#[test]
fn reasons_are_told_in_words_with_their_squares() {
    let text = |fen: &str| invalid(&setup(fen)).to_string();
    assert_eq!(text("8/8/8/8/8/8/8/4K3 w - - 0 1"), "Black has no king");
    assert_eq!(text("8/8/8/8/8/8/8/8 w - - 0 1"), "neither side has a king");
    assert_eq!(
        text("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1"),
        "Black is in check but not to move: the king on e8 is attacked from e1"
    );
    assert_eq!(text("P3k3/8/8/8/8/8/8/4K2p w - - 0 1"), "a pawn stands on the first or last rank: h1 a8");
    assert_eq!(
        text("4k3/8/8/8/8/8/8/K3K3 w K - 0 1"),
        "White has more than one king: a1 e1; \
         a castling right lacks its king or its rook on the back rank: h1"
    );
    assert_eq!(
        text("4k3/8/8/8/8/8/8/4K3 w - e6 0 1"),
        "no pawn can have passed over the en passant square by the last move: e6"
    );
    assert_eq!(
        text("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1"),
        "White has more material than any game can reach: a1 b1 e1 a2 b2 c2 d2 e2 f2 g2 h2"
    );
    let move_number = Setup { fullmove_number: 0, ..Position::START.to_setup() };
    assert_eq!(invalid(&move_number).to_string(), "the move number is 0");
}

#[test]
fn each_reason_can_be_told_alone() {
    let invalid = invalid(&setup("P3k3/8/8/8/8/8/8/K3K2p w K - 0 1"));
    assert!(invalid.each().map(|(reason, _)| reason).eq(invalid.reasons()));
    let mut texts = Vec::new();
    for (reason, alone) in invalid.each() {
        assert!(alone.reasons().eq([reason]));
        assert_eq!(alone.squares(reason), invalid.squares(reason));
        texts.push(alone.to_string());
    }
    assert_eq!(texts.len(), 3);
    assert_eq!(texts.join("; "), invalid.to_string());
}

#[test]
fn only_the_check_names_the_king_that_is_attacked() {
    let invalid = invalid(&setup("4k3/8/8/8/8/8/4r3/4K2P b - - 0 1"));
    let kings: Vec<_> = invalid.each().map(|(reason, alone)| (reason, alone.attacked_kings())).collect();
    assert_eq!(
        kings,
        [(Reason::PawnOnBackRank, Bitboard::EMPTY), (Reason::OpponentInCheck, Square::E1.bitboard())]
    );
}

#[test]
fn reasons_say_which_side_they_are_about() {
    let sides = |fen: &str, reason| Color::ALL.map(|color| invalid(&setup(fen)).is_about(reason, color));
    assert_eq!(sides("8/8/8/8/8/8/8/4K3 w - - 0 1", Reason::NoKing), [false, true]);
    assert_eq!(sides("8/8/8/8/8/8/8/8 w - - 0 1", Reason::NoKing), [true, true]);
    assert_eq!(sides("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", Reason::ManyKings), [true, false]);
    assert_eq!(sides("4k2p/8/8/8/8/8/8/4K3 w - - 0 1", Reason::PawnOnBackRank), [false, true]);
    assert_eq!(sides("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", Reason::OpponentInCheck), [false, true]);
    assert_eq!(sides("4k3/8/8/8/8/8/4r3/4K3 b - - 0 1", Reason::OpponentInCheck), [true, false]);
    assert_eq!(sides("4k3/8/8/8/8/8/8/4K3 w Kq - 0 1", Reason::Castling), [true, true]);
    assert_eq!(sides("4k3/8/8/8/8/8/8/4K3 w K - 0 1", Reason::Castling), [true, false]);
    assert_eq!(sides("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", Reason::EnPassant), [false, false]);
    let checked = invalid(&setup("4k3/8/8/8/8/8/4r3/4K3 b - - 0 1"));
    assert_eq!(checked.attacked_kings(), Square::E1.bitboard());
    let (_, alone) = checked.each().next().unwrap();
    assert_eq!(alone, checked);
}

#[test]
fn reasons_have_names() {
    for reason in Reason::ALL {
        let words = reason.name().split('_').map(|word| word[..1].to_uppercase() + &word[1..]);
        assert_eq!(format!("{reason:?}"), words.collect::<String>());
    }
}

#[test]
fn oddities_that_no_game_reaches_are_accepted() {
    for fen in [
        // Check by two knights, by two pawns, by three pieces, and from both ends of a line.
        "2b5/1nbn4/n3n3/1kn5/n3n3/1n1n4/5RQ1/2KQ1R2 w K - 0 1",
        "1rrrrrk1/1PPPPPPP/8/8/8/8/8/6K1 b - - 0 1",
        "4r2k/8/8/8/7b/5n2/8/4K3 w - - 0 1",
        "5R2/2P5/8/4k3/8/3rK2r/8/8 w - - 0 1",
        // A check that the double push does not explain, with an en passant square.
        "7k/8/8/3pP3/8/5n2/8/4K3 w - d6 0 1",
        // A king in check that has castling rights, and pawns that have passed each other.
        "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1",
        "4k3/4P3/8/8/8/8/4p3/4K3 b - - 0 1",
        // Mate and stalemate.
        "7k/5KQ1/8/8/8/8/8/8 b - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        // A clock that is ahead of the move number.
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 500 1",
    ] {
        assert_eq!(setup(fen).validate(), Ok(()), "{fen}");
        assert!(fen.parse::<Position>().is_ok(), "{fen}");
    }
}
