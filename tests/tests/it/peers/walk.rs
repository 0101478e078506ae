use std::collections::HashSet;

use ::shakmaty::Chess;
use chess_board::{CastlingStyle, EnPassantStyle, Position};
use chess_movegen::{PositionExt, Selection, generate};
use chess_notation::PackedPosition;
use chess_notation::epd::Epd;
use chess_testkit::{Random, from_scratch};
use chess_types::{Move, MoveList};
use cozy_chess::Board;

use super::notation::Notation;
use super::{cozy, shakmaty};

/// Plies after which the peers read our FEN instead of making the move.
const READ_AGAIN: usize = 16;

/// Random play, with each position compared with the peers, and the keys of the distinct positions so far.
pub(crate) struct Walk {
    random: Random,
    by_both: HashSet<u64>,
    by_shakmaty: HashSet<u64>,
    by_cozy: HashSet<u64>,
    notation: Notation,
}

impl Walk {
    pub(crate) fn new(seed: u64) -> Self {
        let empty = HashSet::new;
        let random = Random::new(seed);
        let notation = Notation::new(seed);
        Self { random, by_both: empty(), by_shakmaty: empty(), by_cozy: empty(), notation }
    }

    /// Number of distinct positions that both peers have seen.
    pub(crate) fn compared_with_both(&self) -> usize {
        self.by_both.len()
    }

    pub(crate) fn compared_with_shakmaty(&self) -> usize {
        self.by_shakmaty.len()
    }

    pub(crate) fn compared_with_cozy(&self) -> usize {
        self.by_cozy.len()
    }

    /// The notation that has been compared.
    pub(crate) fn notation(&self) -> &Notation {
        &self.notation
    }

    /// Plays up to `plies` moves from `start`, until the game ends or, since `cozy-chess` counts no further, until
    /// the halfmove clock reaches 100.
    pub(crate) fn play(&mut self, start: &Position, plies: usize) {
        let mut position = *start;
        let mut chess = shakmaty::read(&position);
        let mut board = cozy::read(&position);
        for ply in 1..=plies {
            self.compare(&position, chess.as_ref(), board.as_ref());
            let moves = position.legal_moves();
            if moves.is_empty() || position.halfmove_clock() >= 100 {
                return;
            }
            let mv = moves[self.random.below(moves.len())];
            let after = position.after(mv);
            if ply % READ_AGAIN == 0 {
                chess = chess.and_then(|_| shakmaty::read(&after));
                board = board.and_then(|_| cozy::read(&after));
            } else {
                chess = chess.map(|chess| shakmaty::after(&chess, mv));
                board = board.map(|board| cozy::after(&board, mv));
            }
            position = after;
        }
    }

    fn compare(&mut self, position: &Position, chess: Option<&Chess>, board: Option<&Board>) {
        check(position, &mut self.random);
        let key = position.key();
        if let Some(chess) = chess {
            shakmaty::compare(position, chess);
            if self.by_shakmaty.insert(key) {
                self.notation.compare(position, chess);
            }
        }
        if let Some(board) = board {
            cozy::compare(position, board);
            self.by_cozy.insert(key);
        }
        if chess.is_some() && board.is_some() {
            self.by_both.insert(key);
        }
    }
}

/// Checks the invariants of a position, apart from the peers: every fast path agrees with its oracle.
fn check(position: &Position, random: &mut Random) {
    let moves = position.legal_moves();
    assert_eq!(position.legal_count(), moves.len(), "{position}");
    assert_eq!(position.has_legal_move(), !moves.is_empty(), "{position}");
    check_selections(position, &moves);
    for &mv in &moves {
        assert!(position.is_legal(mv), "{position} {mv:?}");
        assert_eq!(position.gives_check(mv), position.after(mv).is_in_check(), "{position} {mv:?}");
    }
    for _ in 0..16 {
        let word = random.word() as u16;
        if let Ok(mv) = Move::from_raw(word) {
            assert_eq!(position.is_legal(mv), moves.contains(&mv), "{position} {mv:?}");
        }
    }
    if !moves.is_empty() {
        check_made(position, moves[random.below(moves.len())]);
    }
    check_fens(position);
    check_records(position);
}

/// Every style is read as the same position, except for an en passant square that it omits.
fn check_fens(position: &Position) {
    let fen = |position: &Position, castling, en_passant| {
        position.fen().castling(castling).en_passant(en_passant).to_string()
    };
    for castling in [CastlingStyle::XFen, CastlingStyle::Shredder] {
        for en_passant in [EnPassantStyle::Legal, EnPassantStyle::PseudoLegal, EnPassantStyle::Always] {
            let text = fen(position, castling, en_passant);
            let read = Position::from_fen(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let is_named = position.skipped_square() == read.skipped_square();
            assert!(
                is_named || position.ep_square().is_none() && en_passant != EnPassantStyle::Always,
                "{text}"
            );
            assert!(!is_named || read == *position, "{text}");
            assert_eq!(fen(&read, castling, en_passant), text);
            assert_eq!(read.key(), position.key(), "{text}");
        }
    }
}

/// Packed positions lose nothing, EPD no more than FEN.
fn check_records(position: &Position) {
    assert!(PackedPosition::new(position).unpack().is_ok_and(|read| read == *position), "{position}");
    let epd = Epd::new(*position).to_string();
    assert!(epd.parse().is_ok_and(|read: Epd| read.position.to_string() == position.to_string()), "{epd}");
}

fn check_selections(position: &Position, moves: &MoveList) {
    let selections: [(Selection, &dyn Fn(Move) -> bool); 4] = [
        (Selection::captures(position), &|mv| mv.is_capture()),
        (Selection::noisy(position), &|mv| !mv.is_quiet()),
        (Selection::quiets(position), &|mv| mv.is_quiet()),
        (Selection::evasions(position), &|_| position.is_in_check()),
    ];
    for (selection, selects) in selections {
        let mut list = MoveList::new();
        generate(position, selection, &mut list);
        let mut selected: Vec<_> = list.iter().copied().collect();
        let mut expected: Vec<_> = moves.iter().copied().filter(|&mv| selects(mv)).collect();
        selected.sort_unstable();
        expected.sort_unstable();
        assert_eq!(selected, expected, "{position}");
    }
}

fn check_made(position: &Position, mv: Move) {
    let mut made = *position;
    let undo = made.make(mv);
    assert!(made == position.after(mv), "{position} {mv:?}");
    assert!(made == from_scratch(&made), "{position} {mv:?}");
    made.unmake(undo);
    assert!(made == *position, "{position} {mv:?}");
}
