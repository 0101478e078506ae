use std::cmp::Reverse;

use chess_board::Position;
use chess_movegen::{
    IllegalMove, IllegalReason, Node, ParseUciMoveError, PieceMove, PositionExt, Selection, UciError,
};
use chess_testkit::{POSITIONS, check_until_enough, sample, sample_first};
use chess_types::{Bitboard, Move, MoveKind, MoveList, Rank, Square, UciMove, bitboard};

fn sorted(list: &MoveList) -> Vec<u16> {
    let mut words: Vec<_> = list.iter().map(|mv| mv.raw()).collect();
    words.sort_unstable();
    words
}

#[test]
fn the_methods_agree_on_which_moves_are_legal() {
    for position in POSITIONS.iter() {
        let moves = position.legal_moves();
        assert_eq!((position.legal_count(), position.has_legal_move()), (moves.len(), !moves.is_empty()));
        for &mv in &moves {
            assert!(position.is_legal(mv), "{position} {mv:?}");
            assert_eq!(position.legal_move(mv.from(), mv.to(), mv.promotion()), Some(mv), "{position}");
        }
        let is_over = moves.is_empty();
        assert_eq!(position.is_checkmate(), is_over && position.is_in_check(), "{position}");
        assert_eq!(position.is_stalemate(), is_over && !position.is_in_check(), "{position}");
    }
}

/// Positions of Chess960 in which the king stands on its destination of castling, or can step there.
const CASTLING_NEXT_TO_A_STEP: [&str; 8] = [
    "4k3/8/8/8/8/8/8/RK6 w A - 0 1",
    "4k3/8/8/8/8/8/8/6KR w H - 0 1",
    "4k3/8/8/8/8/8/8/5K1R w H - 0 1",
    "4k3/8/8/8/8/8/8/5KR1 w G - 0 1",
    "rk6/8/8/8/8/8/8/4K3 b a - 0 1",
    "r2k3r/8/8/8/8/8/8/4K3 b ah - 0 1",
    "r1k4r/8/8/8/8/8/8/4K3 b ah - 0 1",
    "4k3/8/8/8/8/3r4/8/R2K1R2 w AF - 0 1",
];

#[test]
fn every_legal_move_is_found_from_a_marked_square() {
    let odd = CASTLING_NEXT_TO_A_STEP.map(|fen| Position::from_fen(fen).unwrap());
    for position in POSITIONS.iter().chain(&odd) {
        let moves = position.legal_moves();
        let mut found = [Bitboard::EMPTY; 64];
        for &mv in &moves {
            let marked = position.legal_targets(mv.from());
            let square =
                marked.iter().find(|&to| position.find_move(mv.from(), to, mv.promotion()) == Ok(mv));
            let square = square.unwrap_or_else(|| panic!("{position} {mv:?}: {marked}"));
            found[mv.from().index()] |= square.bitboard();
            assert_eq!(position.find_uci(mv.uci960().to_string()), Ok(mv), "{position}");
            let is_step_or_none = |mv: Move| {
                moves.iter().any(|other| !other.is_castle() && other.uci() == mv.uci())
                    || mv.from() == mv.destination()
            };
            if mv.is_castle() {
                let expected = if is_step_or_none(mv) { mv.to() } else { mv.destination() };
                assert_eq!(square, expected, "{position} {mv:?}");
            }
        }
        for from in Square::ALL {
            assert_eq!(position.legal_targets(from), found[from.index()], "{position} {from}");
            assert_eq!(Node::new(position).legal_targets(from), found[from.index()], "{position} {from}");
        }
    }
}

#[test]
fn the_king_step_is_not_castling_in_chess960() {
    let position = Position::from_fen("4k3/8/8/8/8/8/8/RK6 w A - 0 1").unwrap();
    let castling = Move::new(Square::B1, Square::A1, MoveKind::QueenCastle);
    assert_eq!(
        position.legal_targets(Square::B1),
        bitboard! {
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            X X X . . . . .
            X . X . . . . .
        }
    );
    assert_eq!(position.find_move(Square::B1, Square::A1, None), Ok(castling));
    let step = position.find_move(Square::B1, Square::C1, None).unwrap();
    assert_eq!((step.kind(), step.uci()), (MoveKind::Quiet, castling.uci()));
}

/// The moves of two squares are those of the list that some text of UCI spells, in the usual form or in that of Chess960; a step is
/// preferred to castling that ends on the same square.
#[test]
fn the_moves_between_two_squares_are_those_of_the_list() {
    let odd = CASTLING_NEXT_TO_A_STEP.map(|fen| Position::from_fen(fen).unwrap());
    let mut promotions = 0;
    let all = odd.iter().chain(sample_first(&POSITIONS, 20));
    let has_enough = check_until_enough(all, odd.len() + POSITIONS.len() / 20, |position| {
        let moves = position.legal_moves();
        for from in Square::ALL {
            for to in Square::ALL {
                let between = |square: fn(Move) -> Square| {
                    let found = moves.iter().copied().filter(|&mv| mv.from() == from && square(mv) == to);
                    found.collect::<Vec<_>>()
                };
                let mut expected = between(Move::to);
                if expected.is_empty() {
                    expected = between(Move::destination);
                }
                expected.sort_unstable_by_key(|mv| Reverse(mv.promotion()));
                assert_eq!(position.find_moves(from, to)[..], expected, "{position} {from}{to}");
                promotions += usize::from(expected.len() == 4);
            }
        }
        promotions > 5
    });
    assert!(has_enough, "{promotions}");
}

/// Every move of one position, kept with its piece, in the position after any other two moves, and in others.
#[test]
fn a_move_with_its_piece_is_legal_where_the_same_piece_can_make_it() {
    let (mut kept, mut others) = (0, 0);
    let positions: Vec<_> = sample(POSITIONS.iter(), 40).collect();
    for (position, foreign) in positions.iter().zip(positions.iter().skip(1)) {
        assert_eq!(PieceMove::of(position, Move::NULL), None);
        for mv in position.legal_moves() {
            let killer = PieceMove::of(position, mv).unwrap();
            assert_eq!(Some(killer.piece), position.piece_at(mv.from()), "{position} {mv:?}");
            assert_eq!(killer.legal_in(*position), Some(mv), "{position} {mv:?}");
            let after = position.after(mv);
            let next = after.legal_moves().into_iter().map(|reply| after.after(reply));
            for later in next.chain([**foreign]) {
                let is_listed = later.legal_moves().contains(&mv);
                let is_same = later.piece_at(mv.from()) == Some(killer.piece);
                let expected = (is_listed && is_same).then_some(mv);
                assert_eq!(killer.legal_in(&later), expected, "{later} {killer:?}");
                assert_eq!(killer.legal_in(&Node::new(&later)), expected, "{later} {killer:?}");
                kept += usize::from(expected.is_some());
                others += usize::from(is_listed && !is_same);
            }
        }
    }
    assert!(kept > 20 && others > 5, "{kept} {others}");
}

#[test]
fn selections_by_kind_and_squares_are_the_legal_moves_filtered() {
    let sets = [
        Bitboard::EMPTY,
        Bitboard::FULL,
        Bitboard::LIGHT_SQUARES,
        Rank::Second.bitboard() | Rank::Seventh.bitboard(),
        Rank::First.bitboard() | Rank::Eighth.bitboard(),
    ];
    for position in sample(POSITIONS.iter(), 7) {
        let all = position.legal_moves();
        let squares = Square::ALL.map(Bitboard::from);
        for set in sets.into_iter().chain(squares) {
            let filtered = |keep: &dyn Fn(Move) -> bool| {
                let mut list = MoveList::new();
                all.iter().filter(|mv| keep(**mv)).for_each(|&mv| list.push(mv));
                sorted(&list)
            };
            let selected = |selection| {
                let mut list = MoveList::new();
                position.generate(selection, &mut list);
                sorted(&list)
            };
            let all: fn(&Move) -> bool = |_| true;
            let kinds = [
                (Selection::ALL, all),
                (Selection::CAPTURES, |mv| mv.is_capture()),
                (Selection::NOISY, |mv| !mv.is_quiet()),
                (Selection::QUIETS, |mv| mv.is_quiet()),
                (Selection::ALL.only_to(Bitboard::EMPTY), |_| false),
            ];
            for (selection, is_kind) in kinds {
                let [from, to] = [selection.only_from(set), selection.only_to(set)];
                assert_eq!(selected(from), filtered(&|mv| is_kind(&mv) && set.contains(mv.from())));
                assert_eq!(selected(to), filtered(&|mv| is_kind(&mv) && set.contains(mv.destination())));
                let both = |mv: Move| set.contains(mv.from()) && !set.contains(mv.destination());
                assert_eq!(selected(from.only_to(!set)), filtered(&|mv| is_kind(&mv) && both(mv)));
            }
        }
    }
}

#[test]
fn lists_are_appended_to() {
    let mark = Move::new(Square::A1, Square::H8, MoveKind::Quiet);
    for position in sample(POSITIONS.iter(), 50) {
        let mut moves = MoveList::from_iter([mark]);
        position.generate(Selection::ALL, &mut moves);
        assert_eq!((moves[0], &moves[1..]), (mark, &position.legal_moves()[..]));
    }
}

#[test]
fn a_word_is_legal_or_refused_with_a_reason() {
    for position in sample(POSITIONS.iter(), 97) {
        let legal = position.legal_moves();
        for mv in (0..=u16::MAX).flat_map(Move::from_raw) {
            let mut played = *position;
            let Err(error) = played.play(mv) else {
                assert!(legal.contains(&mv), "{position} {mv:?}");
                assert_eq!(played, position.after(mv));
                continue;
            };
            assert!(!legal.contains(&mv), "{position} {mv:?}");
            assert_eq!((error.uci, &played), (mv.uci(), position));
            match error.reason {
                IllegalReason::Null => assert!(mv.is_null() && !position.is_in_check()),
                IllegalReason::NullInCheck => assert!(mv.is_null() && position.is_in_check()),
                IllegalReason::Flags(other) => {
                    assert!(legal.contains(&other));
                    let squares = [other.uci960(), other.uci()].map(|text| text.to_string());
                    let given = UciMove { from: mv.from(), to: mv.to(), promotion: mv.promotion() };
                    assert!(squares.contains(&given.to_string()), "{position} {mv:?}");
                }
                // As for the squares of the move alone, but that a king may castle to its own square.
                _ if mv.from() == mv.to() => {}
                reason => {
                    let found = position.find_move(mv.from(), mv.to(), mv.promotion()).unwrap_err();
                    assert_eq!(found.reason, reason, "{position} {mv:?}");
                }
            }
        }
    }
}

#[test]
fn a_refusal_names_the_piece_the_squares_and_the_rule() {
    let text = |fen: &str, uci: &str| {
        let position: Position = fen.parse().unwrap();
        let UciMove { from, to, promotion } = uci.parse().unwrap();
        position.find_move(from, to, promotion).unwrap_err().to_string()
    };
    let pinned = "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1";
    assert_eq!(text(pinned, "e2c3"), "e2c3: the king on e1 would be in check from e4");
    assert_eq!(text(pinned, "e8e7"), "e8e7: the black king on e8 does not belong to the side to move");
    assert_eq!(text(pinned, "a1a2"), "a1a2: there is no piece on a1");
    assert_eq!(text(pinned, "e2e3"), "e2e3: the white knight on e2 cannot move to e3");
    assert_eq!(text(pinned, "e2c3q"), "e2c3q: the white knight on e2 cannot promote by this move");
    let castling = "r3k3/8/8/8/4r3/8/8/RN2K2R w KQq - 0 1";
    assert_eq!(text(castling, "e1g1"), "e1g1: the king cannot castle through attacked squares: e1");
    assert_eq!(text(castling, "e1a1"), "e1a1: castling is blocked by b1");
    assert_eq!(
        text("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1g1"),
        "e1g1: castling on the king side is no longer possible"
    );
    assert_eq!(
        text("4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "e1a1"),
        "e1a1: castling on the queen side is no longer possible"
    );
    assert_eq!(
        text("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8"),
        "a7a8: the move does not say what the pawn promotes to: q, r, b or n"
    );
    assert_eq!(
        text("8/8/8/K2pP2r/8/8/8/7k w - d6 0 1", "e5d6"),
        "e5d6: the king on a5 would be in check from h5"
    );

    let mut position = Position::START;
    let flags = position.play(Move::new(Square::E2, Square::E4, MoveKind::Quiet)).unwrap_err();
    assert_eq!(flags.to_string(), "e2e4: wrong flags: the legal move is DoublePush");
    let null = position.play(Move::NULL).unwrap_err();
    assert_eq!(null.to_string(), "0000: the null move is not a legal move");
    assert_eq!(IllegalMove::find_or_null(&position, Move::NULL), None);
    let check: Position = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1".parse().unwrap();
    let null = IllegalMove::find_or_null(&check, Move::NULL).unwrap();
    assert_eq!(null.to_string(), "0000: the side to move is in check and cannot pass");
}

#[test]
fn uci_texts_are_found_in_both_spellings_or_refused() {
    let castling = Position::from_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").unwrap();
    let found = |text: &str| castling.find_uci(text).map(|mv| mv.uci960().to_string());
    assert_eq!(found("e1g1"), Ok("e1h1".into()));
    assert_eq!(found("e1a1"), Ok("e1a1".into()));
    assert_eq!(found("e1g"), Err(UciError::Syntax(ParseUciMoveError::Length)));
    for (text, error) in [
        ("e1e3", "e1e3: the white king on e1 cannot move to e3"),
        ("e8e7", "e8e7: the black king on e8 does not belong to the side to move"),
        ("0000", "0000: the null move is not a legal move"),
    ] {
        assert_eq!(found(text).unwrap_err().to_string(), error);
    }
    for mv in castling.legal_moves() {
        assert_eq!([mv.uci(), mv.uci960()].map(|uci| castling.find_uci(uci.to_string())), [Ok(mv); 2]);
    }
}
