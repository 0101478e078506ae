//! Setups of any content, boards ruined by illegal moves among them: validation, and serialization where FEN can hold them.

use chess_board::{Board, Position, Reason, Setup};
use chess_testkit::{Random, after_any, any_board, game};
use chess_types::{Bitboard, Color, Move, MoveKind, PieceType, Rank, Square};

const CASES: usize = 20_000;

/// The squares of a board that do not have exactly one type and one colour, or neither, counted one by one.
fn contradictions(board: &Board) -> Bitboard {
    let is_whole = |&square: &Square| {
        let types = PieceType::ALL.into_iter().filter(|&it| board.by_type(it).contains(square)).count();
        let colors = Color::ALL.into_iter().filter(|&it| board.by_color(it).contains(square)).count();
        matches!((types, colors), (0, 0) | (1, 1))
    };
    Square::ALL.into_iter().filter(|square| !is_whole(square)).collect()
}

/// A board as illegal moves leave it.
fn ruined_board(position: &Position, random: &mut Random) -> Board {
    let mut position = *position;
    for _ in 0..=random.below(3) {
        if let Ok(mv) = Move::from_raw(random.word() as u16) {
            position = after_any(&position, mv);
        }
    }
    *position.board()
}

/// Setups of any content, from positions of games with a single changed field to random words in all fields.
fn any_setup(positions: &[Position], random: &mut Random) -> Setup {
    let position = random.pick(positions);
    let mut setup = position.to_setup();
    match random.below(6) {
        0 | 1 => setup.board = ruined_board(&position, random),
        2 => setup.board = any_board(random),
        _ => {}
    }
    if random.below(4) == 0 {
        let rooks = [setup.board.by_type(PieceType::Rook), Rank::First.bitboard() | Rank::Eighth.bitboard()];
        let within = random.pick(&[Bitboard::FULL, rooks[0], rooks[1]]);
        setup.castling_rooks = Bitboard(random.word() & random.word()) & within;
    }
    if random.below(4) == 0 {
        setup.en_passant = Some(random.square());
    }
    if random.below(8) == 0 {
        setup.side_to_move = !setup.side_to_move;
    }
    if random.below(4) == 0 {
        setup.halfmove_clock = random.word() as u16;
        setup.fullmove_number = [0, 1, random.word() as u16][random.below(3)];
    }
    setup
}

fn positions(random: &mut Random) -> Vec<Position> {
    (0..40).flat_map(|_| game(Position::START, 120, 3, random)).collect()
}

#[test]
fn a_piece_set_that_contradicts_another_is_refused_with_its_squares() {
    let moved = Position::START.after(Move::new(Square::A1, Square::A2, MoveKind::Quiet));
    let invalid = moved.to_setup().validate().unwrap_err();
    assert!(invalid.has(Reason::Contradiction), "{invalid}");
    assert_eq!(invalid.squares(Reason::Contradiction), Square::A2.bitboard());
    assert!(
        invalid
            .to_string()
            .contains("a square has two pieces, or the type or the colour of a piece alone: a2")
    );
    assert_eq!(Position::from_setup(&moved.to_setup()), Err(invalid));
    assert_eq!(Position::restore(&moved.to_setup()), Err(invalid));
}

#[test]
fn contradictions_are_found_as_by_looking_at_each_square() {
    let mut random = Random::new(31);
    let positions = positions(&mut random);
    let (mut ruined, mut valid) = (0, 0);
    for _ in 0..CASES {
        let setup = any_setup(&positions, &mut random);
        let expected = contradictions(&setup.board);
        let result = setup.validate();
        let found =
            result.map_or_else(|invalid| invalid.squares(Reason::Contradiction), |()| Bitboard::EMPTY);
        assert_eq!(found, expected, "{setup:?}");
        if let Err(invalid) = result {
            assert_eq!(invalid.has(Reason::Contradiction), !expected.is_empty(), "{setup:?}");
            assert!(invalid.reasons().eq(invalid.each().map(|(reason, _)| reason)), "{setup:?}");
            assert!(invalid.each().all(|(reason, alone)| alone.squares(reason) == invalid.squares(reason)));
        }
        ruined += usize::from(!expected.is_empty());
        valid += usize::from(result.is_ok());
    }
    assert!(ruined > CASES / 10 && valid > CASES / 10, "{ruined} ruined, {valid} valid");
}

#[cfg(feature = "serde")]
mod serde {
    use chess_board::CastlingRules;
    use chess_testkit::POSITIONS;

    use super::*;

    /// Tests whether FEN can hold a setup, by the rules of its fields.
    fn fits(setup: &Setup) -> bool {
        let sixth = Rank::Sixth.relative_to(setup.side_to_move);
        contradictions(&setup.board).is_empty()
            && setup.castling_rooks.is_subset(Rank::First.bitboard() | Rank::Eighth.bitboard())
            && setup.en_passant.is_none_or(|square| square.rank() == sixth)
            && setup.fullmove_number > 0
    }

    #[test]
    fn a_setup_is_read_back_as_it_was_or_refused_when_it_is_written() {
        let mut random = Random::new(32);
        let positions = positions(&mut random);
        let (mut written, mut refused) = (0, 0);
        for _ in 0..CASES {
            let setup = any_setup(&positions, &mut random);
            match serde_json::to_string(&setup) {
                Ok(text) => {
                    assert_eq!(serde_json::from_str::<Setup>(&text).unwrap(), setup);
                    assert!(fits(&setup), "{setup:?}");
                    written += 1;
                }
                Err(error) => {
                    assert!(error.to_string().ends_with("of this setup cannot be written in FEN"), "{error}");
                    assert!(!fits(&setup), "{setup:?}: {error}");
                    refused += 1;
                }
            }
        }
        assert!(written > CASES / 10 && refused > CASES / 10, "{written} written, {refused} refused");
    }

    #[test]
    fn a_setup_that_is_refused_has_the_field_named() {
        let error = |setup: Setup| serde_json::to_string(&setup).unwrap_err().to_string();
        let lost = |field: &str| format!("the {field} of this setup cannot be written in FEN");
        let ruined = Position::START.after(Move::new(Square::A1, Square::A2, MoveKind::Quiet));
        assert_eq!(error(ruined.to_setup()), lost("board"));
        assert_eq!(serde_json::to_string(&ruined).unwrap_err().to_string(), lost("board"));
        assert_eq!(
            error(Setup { castling_rooks: Square::A4.bitboard(), ..Position::START.to_setup() }),
            lost("castling")
        );
        assert_eq!(
            error(Setup { en_passant: Some(Square::E3), ..Position::START.to_setup() }),
            lost("en passant")
        );
        assert_eq!(error(Setup { fullmove_number: 0, ..Position::START.to_setup() }), lost("move number"));
    }

    #[test]
    fn every_position_is_read_back_as_it_was() {
        for position in &*POSITIONS {
            let text = serde_json::to_string(position).unwrap();
            assert_eq!(serde_json::from_str::<Position>(&text).unwrap(), *position);
        }
        // One of lenient reading with more material than a game can reach.
        let fen = "qnrrkrnb/pppppppp/8/8/8/8/PPPPPPPP/QNRRKRNB w - - 0 1";
        let position = Position::from_fen_lenient(fen, CastlingRules::Chess960).unwrap().position;
        let text = serde_json::to_string(&position).unwrap();
        assert_eq!(serde_json::from_str::<Position>(&text).unwrap(), position);
        // One that lenient reading mends is not read back as another.
        let stale = serde_json::from_str::<Position>("\"4k3/8/8/8/8/8/8/4K3 w K - 0 1\"");
        assert!(stale.unwrap_err().to_string().starts_with("a castling right lacks its king or its rook"));
    }
}
