use chess_board::Position;
use chess_movegen::{
    IllegalMove, IllegalReason, ParseUciMoveError, PositionExt, Selection, UciError, generate,
};
use chess_testkit::POSITIONS;
use chess_types::{Bitboard, CastlingSide, Move, MoveKind, MoveList, PieceType, Square, UciMove};

fn sorted(list: &MoveList) -> Vec<u16> {
    let mut words: Vec<_> = list.iter().map(|mv| mv.raw()).collect();
    words.sort_unstable();
    words
}

#[test]
fn the_methods_agree_on_which_moves_are_legal() {
    for position in POSITIONS.iter().step_by(41) {
        let moves = position.legal_moves();
        assert_eq!((position.legal_count(), position.has_legal_move()), (moves.len(), !moves.is_empty()));
        for mv in moves {
            assert!(position.is_legal(mv), "{position} {mv:?}");
            assert_eq!(position.legal_move(mv.from(), mv.to(), mv.promotion()), Some(mv), "{position}");
            assert!(position.legal_targets(mv.from()).contains(mv.destination()), "{position} {mv:?}");
        }
    }
}

#[test]
fn selections_by_kind_and_squares_are_the_legal_moves_filtered() {
    let sets = [
        Bitboard::EMPTY,
        Bitboard::FULL,
        Bitboard::LIGHT_SQUARES,
        Bitboard::RANK_2 | Bitboard::RANK_7,
        Bitboard::RANK_1 | Bitboard::RANK_8,
    ];
    for position in POSITIONS.iter().step_by(7) {
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
                generate(position, selection, &mut list);
                sorted(&list)
            };
            let all: fn(&Move) -> bool = |_| true;
            let kinds = [
                (Selection::ALL, all),
                (Selection::captures(position), |mv| mv.is_capture()),
                (Selection::noisy(position), |mv| mv.is_noisy()),
                (Selection::quiets(position), |mv| mv.is_quiet()),
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
fn every_word_is_played_if_it_is_legal_and_refused_with_a_reason_that_holds() {
    for position in POSITIONS.iter().step_by(97) {
        let legal = position.legal_moves();
        for mv in (0..=u16::MAX).flat_map(Move::from_raw) {
            let mut played = *position;
            let Err(error) = played.try_play(mv) else {
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
                reason => check_reason(position, mv.from(), mv.to(), mv.promotion(), reason),
            }
        }
    }
}

#[test]
fn every_pair_of_squares_is_the_legal_move_or_is_refused_with_a_reason_that_holds() {
    let mut castlings = 0;
    for position in POSITIONS.iter().step_by(17) {
        let legal = position.legal_moves();
        for (from, to) in Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to))) {
            for promotion in [None, Some(PieceType::Queen), Some(PieceType::Knight), Some(PieceType::King)] {
                let is_meant = |mv: &&Move| mv.from() == from && mv.to() == to && mv.promotion() == promotion;
                let is_castling_meant = |mv: &&Move| {
                    mv.is_castle() && mv.from() == from && mv.destination() == to && from.distance(to) != 1
                };
                let expected = legal
                    .iter()
                    .find(is_meant)
                    .or_else(|| legal.iter().find(is_castling_meant).filter(|_| promotion.is_none()));
                castlings += usize::from(expected.is_some_and(|mv| mv.is_castle()));
                match (position.find_move(from, to, promotion), expected) {
                    (Ok(found), Some(&mv)) => assert_eq!(found, mv, "{position}"),
                    (Err(error), None) => {
                        assert_eq!(error.uci, UciMove { from, to, promotion });
                        check_reason(position, from, to, promotion, error.reason);
                    }
                    (found, _) => panic!("{position} {from}{to}: {found:?}"),
                }
            }
            assert_eq!(
                position.legal_targets(from).contains(to),
                legal.iter().any(|mv| (mv.from(), mv.destination()) == (from, to))
            );
        }
    }
    assert!(castlings > 50, "{castlings}");
}

/// Asserts that a reason is true, by other means than those that found it.
fn check_reason(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<PieceType>,
    reason: IllegalReason,
) {
    let piece = position.piece_at(from);
    let us = position.side_to_move();
    let context = format!("{position} {from}{to}{promotion:?}: {reason:?}");
    let is_last_rank = to.rank() == us.promotion_rank();
    let is_pawn = piece.is_some_and(|piece| piece.piece_type() == PieceType::Pawn);
    match reason {
        IllegalReason::NoPiece => assert_eq!(piece, None, "{context}"),
        IllegalReason::WrongSide(other) => assert!(piece == Some(other) && other.color() != us, "{context}"),
        IllegalReason::NoCastlingRight(side) => {
            assert_eq!(position.castling_rook(us, side), None, "{context}");
        }
        IllegalReason::CastlingBlocked(squares) => {
            assert!(!squares.is_empty() && (squares - position.occupied()).is_empty(), "{context}");
        }
        IllegalReason::CastlingAttacked(squares) => {
            // After any move there, the king is in check. Castling may also move the rook out of the line of a check on the last
            // square.
            assert!(!squares.is_empty(), "{context}");
            let rook = position.castling_rook(us, CastlingSide::of_rook(from, to)).unwrap();
            let occupancy = position.occupied() - from.bitboard();
            for square in squares {
                let attackers = position.attackers_to(square, occupancy)
                    | position.attackers_to(square, occupancy - rook.bitboard());
                assert!(attackers.intersects(position.by_color(!us)), "{context}");
            }
        }
        IllegalReason::PromotionMissing => {
            assert!(is_pawn && is_last_rank && promotion.is_none(), "{context}");
            assert!(position.legal_move(from, to, Some(PieceType::Rook)).is_some(), "{context}");
        }
        IllegalReason::Promotion(own) => {
            assert!(piece == Some(own) && promotion.is_some(), "{context}");
            assert!(!is_pawn || !is_last_rank || promotion == Some(PieceType::King), "{context}");
        }
        IllegalReason::Unreachable(own) => {
            assert_eq!(piece, Some(own), "{context}");
            for choice in [None, Some(PieceType::Queen)] {
                let is_pseudo_legal = MoveKind::ALL.into_iter().any(|kind| {
                    let mv = Move::new(from, to, kind);
                    mv.promotion() == choice && position.is_pseudo_legal(mv)
                });
                assert!(!is_pseudo_legal, "{context}");
            }
        }
        IllegalReason::KingInCheck { king, checkers } => {
            let capture = if position.occupied().contains(to) { MoveKind::Capture } else { MoveKind::Quiet };
            let is_en_passant = is_pawn && from.file() != to.file() && capture == MoveKind::Quiet;
            let kind = if is_en_passant { MoveKind::EnPassant } else { capture };
            let after = position.after(Move::new(from, to, kind));
            assert_eq!(after.king(us), king, "{context}");
            assert_eq!(
                after.attackers_to(king, after.occupied()) & after.by_color(!us),
                checkers,
                "{context}"
            );
            assert!(!checkers.is_empty(), "{context}");
        }
        _ => panic!("{context}"),
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
    assert_eq!(text(pinned, "e2c3q"), "e2c3q: the white knight on e2 cannot promote so");
    let castling = "r3k3/8/8/8/4r3/8/8/RN2K2R w KQq - 0 1";
    assert_eq!(
        text(castling, "e1g1"),
        "e1g1: the king cannot castle, since these of its squares are attacked: e1"
    );
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
    let flags = position.try_play(Move::new(Square::E2, Square::E4, MoveKind::Quiet)).unwrap_err();
    assert_eq!(flags.to_string(), "e2e4: the flags are wrong, and the legal move is DoublePush");
    let null = position.try_play(Move::NULL).unwrap_err();
    assert_eq!(null.to_string(), "0000: the null move is not a legal move");
    assert_eq!(IllegalMove::find_or_null(&position, Move::NULL), None);
    let check: Position = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1".parse().unwrap();
    let null = IllegalMove::find_or_null(&check, Move::NULL).unwrap();
    assert_eq!(null.to_string(), "0000: the side to move is in check and cannot pass");
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

#[test]
fn texts_of_uci_are_found_in_both_spellings_or_refused_with_the_part_that_is_wrong() {
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
