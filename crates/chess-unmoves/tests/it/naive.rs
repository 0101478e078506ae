//! The oracle, which puts every possible move back on the board, validates the position, and generates and makes the move; and
//! un-moves compared with it.

use std::collections::BTreeSet;

use chess_board::{CastlingRules, Position, Setup};
use chess_movegen::PositionExt;
use chess_testkit::{
    POSITIONS, Random, castling, check_until_enough, en_passant, sample, sample_first, scattered,
};
use chess_types::{Castling, Move, MoveKind, Piece, PieceType, Rank, Square};
use chess_unmoves::{UnMove, UnMoveOptions};

/// An un-move that can be sorted.
pub(super) type Entry = (Move, Option<PieceType>, PieceType);

pub(super) fn entry(unmove: UnMove) -> Entry {
    (unmove.mv, unmove.captured, unmove.piece_type)
}

/// The readings of a position by the oracle: literally, or by its key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reading {
    Exact,
    SameKey,
}

impl Reading {
    pub(super) const ALL: [Self; 2] = [Self::Exact, Self::SameKey];

    pub(super) fn options(self) -> UnMoveOptions {
        match self {
            Self::Exact => UnMoveOptions::EXACT,
            Self::SameKey => UnMoveOptions::SAME_KEY,
        }
    }

    /// Tests whether a move has led back to the position.
    pub(super) fn is_back(self, made: &Position, position: &Position) -> bool {
        let play = |position: &Position| {
            (*position.board(), position.side_to_move(), position.castling_rooks(), position.ep_square())
        };
        match self {
            Self::Exact => made == position,
            Self::SameKey => play(made) == play(position) && made.key() == position.key(),
        }
    }
}

/// Returns every un-move with the position before it, found by trying all of them.
pub(super) fn unmoves(position: &Position, reading: Reading) -> Vec<(UnMove, Position)> {
    let mut found = Vec::new();
    for unmove in candidates(position) {
        let Some(setup) = setup_before(position, unmove, reading) else { continue };
        let Ok(before) = Position::from_setup_lenient(&setup, CastlingRules::Chess960) else { continue };
        // Mended material cannot have been there before, unless the position itself has it.
        let (before, changes) = (before.position, before.changes);
        if !changes.is_empty() && Position::from_setup(&position.to_setup()).is_ok() {
            continue;
        }
        if before.legal_moves().contains(&unmove.mv) && reading.is_back(&before.after(unmove.mv), position) {
            found.push((unmove, before));
        }
    }
    found
}

/// Returns all words with all captured pieces, as far as the pieces on the board and the flags of the move agree.
fn candidates(position: &Position) -> Vec<UnMove> {
    let mover = !position.side_to_move();
    let mut candidates = Vec::new();
    for from in Square::ALL {
        for to in Square::ALL {
            for kind in MoveKind::ALL {
                let mv = Move::new(from, to, kind);
                if mv.is_castle() {
                    candidates.push(UnMove { mv, piece_type: PieceType::King, captured: None });
                    continue;
                }
                if position.occupied().contains(from) {
                    continue;
                }
                let Some(piece) = position.piece_at(to).filter(|piece| piece.color() == mover) else {
                    continue;
                };
                let piece_type = match mv.promotion() {
                    Some(promoted) if promoted == piece.piece_type() => PieceType::Pawn,
                    Some(_) => continue,
                    None => piece.piece_type(),
                };
                let captured = |captured| UnMove { mv, piece_type, captured };
                if mv.is_capture() {
                    candidates.extend(PieceType::ALL.map(Some).map(captured));
                } else {
                    candidates.push(captured(None));
                }
            }
        }
    }
    candidates
}

/// Puts the pieces back. Returns `None` if a square is not free.
fn setup_before(position: &Position, unmove: UnMove, reading: Reading) -> Option<Setup> {
    let mut setup = position.to_setup();
    let mover = !setup.side_to_move;
    let mv = unmove.mv;
    let mut put = Vec::new();
    if mv.is_castle() {
        if mv.from() == mv.to() || mv.from().rank() != mv.to().rank() {
            return None;
        }
        let castling = Castling { king: mv.from(), rook: mv.to() };
        let (king, rook) = (Piece::new(mover, PieceType::King), Piece::new(mover, PieceType::Rook));
        let has_castled = setup.board.piece_at(castling.king_to()) == Some(king)
            && setup.board.piece_at(castling.rook_to()) == Some(rook);
        if !has_castled {
            return None;
        }
        setup.board.clear(castling.king_to());
        setup.board.clear(castling.rook_to());
        setup.castling_rooks |= mv.to();
        put.extend([(king, mv.from()), (rook, mv.to())]);
    } else {
        setup.board.clear(mv.to());
        put.push((Piece::new(mover, unmove.piece_type), mv.from()));
        if let Some(captured) = unmove.captured {
            if mv.is_en_passant() && mv.to().relative_to(mover).rank() != Rank::Sixth {
                return None;
            }
            put.push((Piece::new(!mover, captured), mv.capture_square()));
        }
    }
    for (piece, square) in put {
        if setup.board.piece_at(square).is_some() {
            return None;
        }
        setup.board.put(piece, square);
    }
    setup.side_to_move = mover;
    setup.en_passant = mv.is_en_passant().then_some(mv.to());
    let is_reversible = unmove.captured.is_none() && unmove.piece_type != PieceType::Pawn;
    setup.halfmove_clock = if is_reversible { setup.halfmove_clock.saturating_sub(1) } else { 0 };
    setup.fullmove_number -= mover as u16;
    if reading == Reading::SameKey {
        setup.fullmove_number = setup.fullmove_number.max(1);
    }
    Some(setup)
}

/// The numbers of un-moves of each kind, so that a test can require enough of them.
#[derive(Default, Debug)]
struct Counts {
    quiet: u32,
    captures: u32,
    promotions: u32,
    promotions_with_capture: u32,
    en_passant: u32,
    double_pushes: u32,
    castlings: u32,
}

impl Counts {
    fn add(&mut self, mv: Move) {
        let count = match (mv.is_capture(), mv.is_promotion()) {
            (true, true) => &mut self.promotions_with_capture,
            (false, true) => &mut self.promotions,
            (true, false) if mv.is_en_passant() => &mut self.en_passant,
            (true, false) => &mut self.captures,
            _ if mv.is_castle() => &mut self.castlings,
            _ if mv.is_double_push() => &mut self.double_pushes,
            _ => &mut self.quiet,
        };
        *count += 1;
    }
}

/// Compares the list with the oracle, and each position before a move with the one that the oracle has set up.
fn compare(position: &Position, reading: Reading, counts: &mut Counts) {
    let list = chess_unmoves::unmoves(position, reading.options());
    let expected = unmoves(position, reading);
    let set: BTreeSet<Entry> = list.iter().copied().map(entry).collect();
    let expected_set: BTreeSet<Entry> = expected.iter().map(|&(unmove, _)| entry(unmove)).collect();
    let missing: Vec<_> = expected_set.difference(&set).collect();
    let wrong: Vec<_> = set.difference(&expected_set).collect();
    assert!(missing.is_empty() && wrong.is_empty(), "{position} {reading:?} {missing:?} {wrong:?}");
    assert_eq!(set.len(), list.len(), "{position}: an un-move is listed twice");
    assert_eq!(chess_unmoves::has_unmove(position, reading.options()), !list.is_empty(), "{position}");
    for (unmove, before) in expected {
        assert_eq!(unmove.before(position), before, "{position} {unmove:?}");
        counts.add(unmove.mv);
    }
}

#[test]
fn the_list_agrees_with_the_oracle_in_positions_of_all_kinds() {
    for reading in Reading::ALL {
        let mut counts = Counts::default();
        let has_enough = check_until_enough(sample_first(&POSITIONS, 7), POSITIONS.len() / 7, |position| {
            compare(position, reading, &mut counts);
            let has_usual = counts.quiet > 6000 && counts.captures > 12_000 && counts.double_pushes > 35;
            let has_promotions = counts.promotions > 20 && counts.promotions_with_capture > 100;
            has_usual && has_promotions && counts.en_passant > 8 && counts.castlings > 12
        });
        assert!(has_enough, "{counts:?}");
    }
}

#[test]
fn the_list_agrees_with_the_oracle_after_every_move() {
    let mut random = Random::new(16);
    let mut counts = Counts::default();
    let has_enough = check_until_enough(0..1500, 150, |number| {
        let position = match number % 3 {
            0 => scattered(&mut random),
            1 => en_passant(&mut random),
            _ => castling(&mut random),
        };
        for mv in sample(position.legal_moves(), 7) {
            for reading in Reading::ALL {
                compare(&position.after(mv), reading, &mut counts);
            }
        }
        counts.quiet > 20_000 && counts.castlings > 100 && counts.en_passant > 20
    });
    assert!(has_enough, "{counts:?}");
}
