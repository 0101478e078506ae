use chess_board::Position;
use chess_movegen::{IllegalMove, IllegalReason, PositionExt, is_pseudo_legal, legal_moves};
use chess_testkit::POSITIONS;
use chess_types::{Bitboard, Move, MoveKind, MoveList, Square};

fn sorted(list: &MoveList) -> Vec<u16> {
    let mut words: Vec<_> = list.iter().map(|mv| mv.raw()).collect();
    words.sort_unstable();
    words
}

#[test]
fn moves_from_squares_and_to_squares_are_the_legal_moves_filtered() {
    let sets = [
        Bitboard::EMPTY,
        Bitboard::FULL,
        Bitboard::LIGHT_SQUARES,
        Bitboard::RANK_2 | Bitboard::RANK_7,
        Bitboard::RANK_1 | Bitboard::RANK_8,
    ];
    for position in POSITIONS.iter().step_by(7) {
        let all = legal_moves(position);
        let squares = Square::ALL.map(Bitboard::from);
        for set in sets.into_iter().chain(squares) {
            let filtered = |keep: &dyn Fn(Move) -> bool| {
                let mut list = MoveList::new();
                all.iter().filter(|mv| keep(**mv)).for_each(|&mv| list.push(mv));
                sorted(&list)
            };
            assert_eq!(sorted(&position.legal_moves_from(set)), filtered(&|mv| set.contains(mv.from())));
            assert_eq!(sorted(&position.legal_moves_to(set)), filtered(&|mv| set.contains(mv.destination())));
        }
    }
}

#[test]
fn every_word_is_played_if_it_is_legal_and_refused_with_a_reason_that_holds() {
    for position in POSITIONS.iter().step_by(97) {
        let legal = legal_moves(position);
        for mv in (0..=u16::MAX).filter_map(Move::from_raw) {
            let mut played = *position;
            let Err(IllegalMove { mv: refused, reason, .. }) = played.try_play(mv) else {
                assert!(legal.contains(&mv), "{position} {mv:?}");
                assert_eq!(played, position.after(mv));
                continue;
            };
            assert!(!legal.contains(&mv), "{position} {mv:?}");
            assert_eq!((refused, &played), (mv, position));
            let piece = position.piece_at(mv.from());
            let us = position.side_to_move();
            match reason {
                IllegalReason::Null => assert!(mv.is_null()),
                IllegalReason::NoPiece => assert_eq!(piece, None),
                IllegalReason::WrongSide(other) => {
                    assert!(piece == Some(other) && other.color() != us);
                }
                IllegalReason::Flags(other) => {
                    assert!(legal.contains(&other));
                    assert_eq!((other.from(), other.to()), (mv.from(), mv.to()));
                }
                IllegalReason::Unreachable(own) => {
                    assert_eq!(piece, Some(own));
                    assert!(!is_pseudo_legal(position, mv));
                }
                IllegalReason::KingInCheck { king, checkers } => {
                    assert!(is_pseudo_legal(position, mv));
                    let after = position.after(mv);
                    assert_eq!(after.king(us), king);
                    assert_eq!(after.attackers_to(king, after.occupied()) & after.by_color(!us), checkers);
                    assert!(!checkers.is_empty());
                }
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn a_refusal_names_the_piece_the_squares_and_the_rule() {
    let text = |fen: &str, mv: Move| {
        let mut position: Position = fen.parse().unwrap();
        position.try_play(mv).unwrap_err().to_string()
    };
    let quiet = |from, to| Move::new(from, to, MoveKind::Quiet);
    let pinned = "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1";
    assert_eq!(text(pinned, quiet(Square::E2, Square::C3)), "e2c3: the king on e1 would be in check from e4");
    assert_eq!(
        text(pinned, quiet(Square::E8, Square::E7)),
        "e8e7: the black king on e8 does not belong to the side to move"
    );
    assert_eq!(text(pinned, quiet(Square::A1, Square::A2)), "a1a2: there is no piece on a1");
    assert_eq!(text(pinned, quiet(Square::E2, Square::E3)), "e2e3: the white knight on e2 cannot move to e3");
    assert_eq!(text(pinned, Move::NULL), "0000: the null move is not a legal move");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(
        text(start, quiet(Square::E2, Square::E4)),
        "e2e4: the flags say Quiet, and the legal move is DoublePush"
    );
    assert_eq!(
        text(start, Move::new(Square::E1, Square::H1, MoveKind::KingCastle)),
        "e1g1: the white king on e1 cannot castle with h1"
    );
}

#[test]
fn mate_and_stalemate_are_told_apart() {
    for (fen, is_mate, is_stalemate) in [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", true, false),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", false, true),
        ("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", false, false),
    ] {
        let position: Position = fen.parse().unwrap();
        assert_eq!((position.is_checkmate(), position.is_stalemate()), (is_mate, is_stalemate), "{fen}");
        assert_eq!(position.outcome().is_some(), is_mate || is_stalemate);
        assert_eq!(position.has_legal_move(), position.legal_count() > 0);
    }
}
