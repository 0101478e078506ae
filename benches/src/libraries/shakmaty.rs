use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, Skip, Visitor};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, KnownOutcome, Move, Outcome, Position, Role, Square,
    attacks,
};

use super::{Library, Notation, PAWN, word};

/// `shakmaty`. Its generator always builds a list, of moves that contain their roles; copying is its only way to make.
pub struct Shakmaty;

/// The index of a role, which are numbered from 1.
#[inline(always)]
pub fn index(role: Role) -> u32 {
    role as u32 - 1
}

#[rustfmt::skip]
impl Library for Shakmaty {
    const NAME: &'static str = "shakmaty";

    type Position = Chess;
    type Move = Move;

    #[inline(always)]
    fn rook_attacks(square: usize, occupancy: u64) -> u64 {
        attacks::rook_attacks(Square::new(square as u32), Bitboard(occupancy)).0
    }

    #[inline(always)]
    fn bishop_attacks(square: usize, occupancy: u64) -> u64 {
        attacks::bishop_attacks(Square::new(square as u32), Bitboard(occupancy)).0
    }

    fn parse(fen: &str) -> Chess {
        let fen = Fen::from_ascii(fen.as_bytes()).expect("a FEN that shakmaty reads");
        fen.into_position(CastlingMode::Standard).expect("a position that shakmaty accepts")
    }

    #[inline(always)] fn list(position: &Chess) -> impl AsRef<[Move]> { position.legal_moves() }
    #[inline(always)] fn captures(position: &Chess) -> impl AsRef<[Move]> { position.capture_moves() }
    #[inline(always)] fn play(position: &mut Chess, mv: Move) { position.play_unchecked(mv); }

    #[inline(always)]
    fn word(_: &Chess, mv: Move) -> u32 {
        word(mv.from().map_or(0, |from| from as u32), mv.to() as u32, mv.promotion().map(index))
    }

    #[inline(always)]
    fn mover(position: &Chess, mv: Move) -> u32 {
        mv.from().and_then(|from| position.board().role_at(from)).map_or(PAWN, index)
    }

    #[inline(always)]
    fn victim(position: &Chess, mv: Move) -> Option<u32> {
        mv.is_capture().then(|| position.board().role_at(mv.to()).map_or(PAWN, index))
    }

    #[inline(always)] fn by_type(position: &Chess) -> [u64; 6] { Role::ALL.map(|role| position.board().by_role(role).0) }

    #[inline(always)]
    fn by_turn(position: &Chess) -> [u64; 2] {
        let us: Color = position.turn();
        [position.board().by_color(us).0, position.board().by_color(!us).0]
    }

    #[inline(always)] fn occupied(position: &Chess) -> u64 { position.board().occupied().0 }
    #[inline(always)] fn is_in_check(position: &Chess) -> bool { position.is_check() }
    #[inline(always)] fn is_legal(position: &Chess, mv: Move) -> bool { position.is_legal(mv) }
    #[inline(always)] fn key(position: &Chess) -> u64 { position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0 }

    /// The caller keeps the keys. Where the library cannot update a key, it computes it from the position.
    #[inline(always)]
    fn key_after(position: &Chess, mv: Move, key: u64) -> u64 {
        let updated = position.update_zobrist_hash(Zobrist64(key), mv, EnPassantMode::Legal);
        updated.map_or_else(|| Self::with_after(position, mv, Self::key), |key| key.0)
    }

    #[inline(always)] fn has_legal_move(position: &Chess) -> bool { !position.legal_moves().is_empty() }

    #[inline(always)]
    fn is_mate(position: &Chess) -> bool {
        matches!(position.outcome(), Outcome::Known(KnownOutcome::Decisive { .. }))
    }

    fn perft_count(position: &Chess, depth: u32) -> u64 { shakmaty::perft(position, depth) }
}

impl Notation for Shakmaty {
    fn write_fen(position: &Chess, text: &mut String) {
        Fen::from_position(position, EnPassantMode::Legal).append_to_string(text);
    }

    fn read_san(position: &Chess, text: &str) -> Move {
        let san = SanPlus::from_ascii(text.as_bytes()).expect("SAN");
        san.san.to_move(position).expect("a legal move")
    }

    fn write_san(position: &Chess, mv: Move, text: &mut String) {
        SanPlus::from_move(position.clone(), mv).append_to_string(text);
    }

    fn read_uci(position: &Chess, text: &str) -> Move {
        UciMove::from_ascii(text.as_bytes()).expect("UCI").to_move(position).expect("a legal move")
    }

    /// Its reader is the crate `pgn-reader`.
    fn replay(pgn: &[u8]) -> Option<u64> {
        let mut reader = Reader::new(pgn);
        let mut moves = 0;
        while let Some((played, is_broken)) = reader.read_game(&mut Player).expect("PGN") {
            assert!(!is_broken, "a legal move");
            moves += played;
        }
        Some(moves)
    }
}

/// Plays the main lines of games for `pgn-reader`: the number of moves, and whether the game is broken behind them.
pub struct Player;

impl Visitor for Player {
    type Tags = Option<Chess>;
    type Movetext = (Chess, u64);
    type Output = (u64, bool);

    fn begin_tags(&mut self) -> ControlFlow<(u64, bool), Option<Chess>> {
        ControlFlow::Continue(Some(Chess::default()))
    }

    fn tag(&mut self, start: &mut Option<Chess>, name: &[u8], value: RawTag<'_>) -> ControlFlow<(u64, bool)> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(&value.decode());
            *start = fen.ok().and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Option<Chess>) -> ControlFlow<(u64, bool), (Chess, u64)> {
        start.map_or(ControlFlow::Break((0, true)), |start| ControlFlow::Continue((start, 0)))
    }

    fn san(&mut self, (position, moves): &mut (Chess, u64), san: SanPlus) -> ControlFlow<(u64, bool)> {
        let Ok(mv) = san.san.to_move(position) else { return ControlFlow::Break((*moves, true)) };
        position.play_unchecked(mv);
        *moves += 1;
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut (Chess, u64)) -> ControlFlow<(u64, bool), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, (_, moves): (Chess, u64)) -> (u64, bool) {
        (moves, false)
    }
}
