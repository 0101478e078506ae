use chess_board::{CastlingStyle, EnPassantStyle, Position};
use chess_movegen::{Outcome, PositionExt, Selection};
use chess_movegen_perft::{PerftMode, perft, perft_with};
use chess_notation::pgn::{Event, Replay};
use chess_notation::{San, read_san, read_uci};
use chess_types::{Bitboard, Move, MoveList, PieceType, Square};

use super::{Library, Notation, PAWN, word};

/// The crates of this workspace.
pub struct Ours;

#[rustfmt::skip]
impl Library for Ours {
    const NAME: &'static str = "ours";

    type Position = Position;
    type Move = Move;

    #[inline(always)]
    fn rook_attacks(square: usize, occupancy: u64) -> u64 {
        chess_magic::rook_attacks(Square::ALL[square], Bitboard(occupancy)).0
    }

    #[inline(always)]
    fn bishop_attacks(square: usize, occupancy: u64) -> u64 {
        chess_magic::bishop_attacks(Square::ALL[square], Bitboard(occupancy)).0
    }

    fn parse(fen: &str) -> Position { fen.parse().expect("a FEN of a position") }
    #[inline(always)] fn list(position: &Position) -> impl AsRef<[Move]> { position.legal_moves() }

    #[inline(always)]
    fn captures(position: &Position) -> impl AsRef<[Move]> {
        let mut moves = MoveList::new();
        position.generate(Selection::CAPTURES, &mut moves);
        moves
    }

    #[inline(always)] fn count(position: &Position) -> usize { position.legal_count() }
    #[inline(always)] fn play(position: &mut Position, mv: Move) { position.play_unchecked(mv); }

    #[inline(always)]
    fn with_after<R>(position: &Position, mv: Move, visit: impl FnOnce(&Position) -> R) -> R {
        visit(&position.after(mv))
    }

    #[inline(always)]
    fn word(_: &Position, mv: Move) -> u32 {
        word(mv.from() as u32, mv.to() as u32, mv.promotion().map(|piece_type| piece_type as u32))
    }

    #[inline(always)]
    fn mover(position: &Position, mv: Move) -> u32 {
        position.board().piece_type_at(mv.from()).map_or(PAWN, |piece_type| piece_type as u32)
    }

    #[inline(always)]
    fn victim(position: &Position, mv: Move) -> Option<u32> {
        let taken = || position.board().piece_type_at(mv.to()).map_or(PAWN, |piece_type| piece_type as u32);
        mv.is_capture().then(taken)
    }

    #[inline(always)]
    fn by_type(position: &Position) -> [u64; 6] {
        PieceType::ALL.map(|piece_type| position.by_type(piece_type).0)
    }

    #[inline(always)]
    fn by_turn(position: &Position) -> [u64; 2] {
        let us = position.side_to_move();
        [position.by_color(us).0, position.by_color(us.opponent()).0]
    }

    #[inline(always)] fn occupied(position: &Position) -> u64 { position.occupied().0 }
    #[inline(always)] fn is_in_check(position: &Position) -> bool { position.is_in_check() }
    #[inline(always)] fn is_legal(position: &Position, mv: Move) -> bool { position.is_legal(mv) }
    #[inline(always)] fn gives_check(position: &Position, mv: Move) -> bool { position.gives_check(mv) }
    #[inline(always)] fn key(position: &Position) -> u64 { position.key() }
    #[inline(always)] fn key_after(position: &Position, mv: Move, _: u64) -> u64 { position.key_after(mv) }
    #[inline(always)] fn has_legal_move(position: &Position) -> bool { position.has_legal_move() }

    #[inline(always)]
    fn is_mate(position: &Position) -> bool {
        matches!(position.outcome(), Some(Outcome::Checkmate { .. }))
    }

    fn perft_count(position: &Position, depth: u32) -> u64 { perft(position, depth) }
    fn perft_list(position: &Position, depth: u32) -> u64 { perft_with(position, depth, PerftMode::List) }
}

impl Notation for Ours {
    fn write_fen(position: &Position, text: &mut String) {
        text.push_str(&position.fen(CastlingStyle::XFen, EnPassantStyle::Legal));
    }

    fn read_san(position: &Position, text: &str) -> Move {
        read_san(position, text).expect("a legal move")
    }

    fn write_san(position: &Position, mv: Move, text: &mut String) {
        text.push_str(San::new(position, mv).as_str());
    }

    fn read_uci(position: &Position, text: &str) -> Move {
        read_uci(position, text).expect("a legal move")
    }

    fn replay(pgn: &[u8]) -> Option<u64> {
        let mut games = Replay::new(pgn).mainline_only(true);
        let mut moves = 0;
        while let Some(event) = games.next_event().expect("PGN") {
            moves += u64::from(matches!(event, Event::Move(_)));
        }
        Some(moves)
    }
}
