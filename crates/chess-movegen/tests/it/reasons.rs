//! The rules that refused moves break, compared with an oracle.

use chess_board::Position;
use chess_movegen::{IllegalReason, PositionExt};
use chess_testkit::{Mailbox, sample};
use chess_types::{Bitboard, CastlingSide, Move, MoveKind, Piece, PieceType, Rank, Square};

/// Returns the rule that a refused move breaks. It makes the move piece by piece on a board. `steps` are the moves of the
/// mailbox, which may leave the king in check.
fn naive(
    position: &Position,
    steps: &[Move],
    [from, to]: [Square; 2],
    promotion: Option<PieceType>,
) -> IllegalReason {
    let us = position.side_to_move();
    let Some(piece) = position.piece_at(from) else { return IllegalReason::NoPiece };
    if piece.color() != us {
        return IllegalReason::WrongSide(piece);
    }
    let is_pawn = piece.piece_type() == PieceType::Pawn;
    let may_promote = is_pawn && to.relative_to(us).rank() == Rank::Eighth;
    match promotion {
        None => {}
        Some(PieceType::Knight | PieceType::Bishop | PieceType::Rook | PieceType::Queen) if may_promote => {}
        Some(_) => return IllegalReason::Promotion(piece),
    }
    if piece.piece_type() == PieceType::King {
        if let Some(side) = castling_meant(position, from, to) {
            return naive_castling(position, from, side);
        }
    }
    let is_step = steps.iter().any(|mv| (mv.from(), mv.to()) == (from, to));
    let takes_in_passing = is_pawn
        && position.skipped_square() == Some(to)
        && from.relative_to(us).rank() == Rank::Fifth
        && (from.file() as u8).abs_diff(to.file() as u8) == 1;
    if !is_step && !takes_in_passing {
        return IllegalReason::Unreachable(piece);
    }
    let mut board = *position.board();
    board.clear(from);
    board.put(piece, to);
    if takes_in_passing {
        board.clear(Square::new(to.file(), from.rank()));
    }
    let king = if piece.piece_type() == PieceType::King { to } else { position.king(us) };
    let checkers = board.attackers_to(king, board.occupied()) & board.by_color(!us);
    if checkers.is_empty() {
        IllegalReason::PromotionMissing
    } else {
        IllegalReason::KingInCheck { king, checkers }
    }
}

/// Returns the side to which a move of the king along its back rank castles: onto a rook that has the right, or that could have
/// it if no other rook has it there; or over two squares and more, to the king's destination.
fn castling_meant(position: &Position, king: Square, to: Square) -> Option<CastlingSide> {
    let us = position.side_to_move();
    let is_home = |square: Square| square.relative_to(us).rank() == Rank::First;
    if !is_home(king) || !is_home(to) || king == to {
        return None;
    }
    let side = if to.file() > king.file() { CastlingSide::King } else { CastlingSide::Queen };
    let is_meant = if position.piece_at(to) == Some(Piece::new(us, PieceType::Rook)) {
        [None, Some(to)].contains(&position.castling_rook(us, side))
    } else {
        (king.file() as u8).abs_diff(to.file() as u8) > 1 && to == side.king_square(king.rank())
    };
    is_meant.then_some(side)
}

/// Returns the rule that an illegal castling breaks.
fn naive_castling(position: &Position, king: Square, side: CastlingSide) -> IllegalReason {
    let us = position.side_to_move();
    let Some(rook) = position.castling_rook(us, side) else { return IllegalReason::NoCastlingRight(side) };
    let (king_to, rook_to) = (side.king_square(king.rank()), side.rook_square(king.rank()));
    let way = |from: Square, to: Square| {
        let files = from.file().min(to.file())..=from.file().max(to.file());
        Square::ALL.into_iter().filter(move |it| it.rank() == from.rank() && files.contains(&it.file()))
    };
    let blockers: Bitboard = way(king, king_to)
        .chain(way(rook, rook_to))
        .filter(|&square| square != king && square != rook && position.piece_at(square).is_some())
        .collect();
    if !blockers.is_empty() {
        return IllegalReason::CastlingBlocked(blockers);
    }
    let mut without_king = *position.board();
    without_king.clear(king);
    let mut castled = without_king;
    castled.clear(rook);
    castled.put(Piece::new(us, PieceType::Rook), rook_to);
    let attacked: Bitboard = way(king, king_to)
        .filter(|&square| {
            let boards = if square == king_to { &[without_king, castled][..] } else { &[without_king] };
            boards
                .iter()
                .any(|board| board.attackers_to(square, board.occupied()).intersects(board.by_color(!us)))
        })
        .collect();
    assert!(!attacked.is_empty(), "{position}: the castling is legal");
    IllegalReason::CastlingAttacked(attacked)
}

/// Positions in which moves break the rules in many ways.
const POSITIONS: [&str; 26] = [
    // Castling to both sides, for either side, with all rights and with none.
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b - - 0 1",
    // Blocked, by pieces of either side.
    "4k3/8/8/8/8/8/8/RN2K1nR w KQ - 0 1",
    "4k3/8/8/8/8/8/8/R2BKb1R w KQ - 0 1",
    // Out of check, through check, into check, and in check all along the rank.
    "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1",
    "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    "2r1k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    "4k3/8/8/8/8/8/8/r3K2R w K - 0 1",
    // Chess960: a rook that shields the king, a second rook behind the one with the right or before it, and a king next to its
    // destination.
    "7k/8/8/8/8/8/8/qRK5 w Q - 0 1",
    "7k/8/8/8/8/8/8/qR4K1 w Q - 0 1",
    "4k3/8/8/8/8/8/8/4KR1R w F - 0 1",
    "4k3/8/8/8/8/8/8/4KR1R w H - 0 1",
    "4k3/8/8/8/8/8/8/5KNR w K - 0 1",
    "4k3/8/8/8/8/8/8/RNK4R w KQ - 0 1",
    // A king that has left its rank.
    "4k3/8/8/8/8/8/4K3/R2R3R w - - 0 1",
    "r2r3r/4k3/8/8/8/8/8/4K3 b - - 0 1",
    // Promotions: free, blocked, with a capture, and of pinned pawns.
    "r1b5/1P1P3P/8/8/8/7k/8/4K3 w - - 0 1",
    "4k3/8/7K/8/8/8/1p1p3p/R1B5 b - - 0 1",
    "7k/KP5r/8/8/8/8/8/8 w - - 0 1",
    // Pins, checks and double checks.
    "4r1k1/8/8/b7/8/2N5/4Q3/4K2R w K - 0 1",
    "4r2k/8/8/8/8/3n4/8/RQ2K3 w - - 0 1",
    // Captures en passant that open a line to the king, and pawns next to them.
    "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",
    "4r2k/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",
    "8/8/8/8/R2Pp2k/8/8/K7 b - d3 0 1",
];

#[test]
fn a_refusal_names_the_rule_that_the_twin_finds() {
    let mut refused = 0;
    let odd = POSITIONS.iter().map(|fen| fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")));
    for position in odd.chain(sample(chess_testkit::POSITIONS.iter(), 29).copied()) {
        let position: Position = position;
        let mailbox = Mailbox::new(&position);
        let (steps, legal) = (mailbox.steps(), mailbox.legal_moves());
        let us = position.side_to_move();
        for from in position.by_color(us) | Square::B4 | position.king(!us) {
            let promotions: &[_] = match position.piece_type_at(from) {
                Some(PieceType::Pawn) => {
                    &[None, Some(PieceType::Pawn), Some(PieceType::Knight), Some(PieceType::King)]
                }
                _ => &[None, Some(PieceType::Queen)],
            };
            for (to, &promotion) in
                Square::ALL.into_iter().flat_map(|to| promotions.iter().map(move |it| (to, it)))
            {
                let is_meant = |mv: &Move| {
                    // A king that stays where it is may castle as well.
                    let is_castling_meant =
                        mv.is_castle() && (from == to || castling_meant(&position, from, to).is_some());
                    mv.from() == from
                        && mv.promotion() == promotion
                        && (mv.to() == to || is_castling_meant && mv.destination() == to)
                };
                match position.find_move(from, to, promotion) {
                    Ok(mv) => assert!(is_meant(&mv) && legal.contains(&mv), "{position} {from}{to} {mv:?}"),
                    Err(error) => {
                        let reason = naive(&position, &steps, [from, to], promotion);
                        assert_eq!(error.reason, reason, "{position} {from}{to} {promotion:?}");
                        assert!(!legal.iter().any(is_meant), "{position} {from}{to} {promotion:?}");
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(refused > 5000, "{refused}");
}

#[test]
fn a_legal_move_with_other_flags_is_named() {
    let position: Position = "4k3/P7/8/3pP3/8/8/8/4K2R w K d6 0 1".parse().unwrap();
    let mailbox = Mailbox::new(&position);
    for legal in mailbox.legal_moves() {
        for kind in MoveKind::ALL {
            let mv = Move::new(legal.from(), legal.to(), kind);
            let error = position.try_after(mv).err();
            if mv == legal {
                assert_eq!(error, None);
            } else if mv.promotion() == legal.promotion() {
                let reason = IllegalReason::Flags(legal);
                assert_eq!(error.map(|error| error.reason), Some(reason), "{mv:?}");
            }
        }
    }
    // Castling by the square that the king goes to is found by `find_move` alone.
    let castling = Move::new(Square::E1, Square::H1, MoveKind::KingCastle);
    let step = position.try_after(Move::new(Square::E1, Square::G1, MoveKind::Quiet)).unwrap_err();
    assert_eq!(step.reason, IllegalReason::Flags(castling));
}
