use std::collections::HashSet;

use ::shakmaty::Chess;
use chess_board::Position;
use chess_movegen::PositionExt;
use chess_testkit::Random;
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
