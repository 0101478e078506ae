use std::hint::black_box;
use std::{env, fs};

use chess_benches::Notation;
use chess_board::Position;
use chess_movegen::PositionExt;
use chess_notation::pgn::Game;
use chess_notation::{GameState, San, read_san};
use chess_testkit::Random;

use crate::harness::Harness;

/// Positions to measure on.
const CASES: usize = 5000;

/// Games, their first positions with the en passant square only where a capture is legal, and the moves played in these: in
/// SAN with marks of check and mate, and in UCI.
pub(crate) struct Games {
    pgn: Vec<u8>,
    fens: Texts,
    sans: Texts,
    ucis: Texts,
    /// Moves of all games.
    moves: u64,
}

impl Games {
    /// The games of the file that the environment variable `CHESS_BENCH_PGN` names, without comments or variations; else
    /// games of random moves, always the same.
    pub(crate) fn new() -> Self {
        let pgn = match env::var_os("CHESS_BENCH_PGN") {
            Some(path) => fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())),
            None => random_games().into_bytes(),
        };
        let text = String::from_utf8_lossy(&pgn).into_owned();
        let [mut fens, mut sans, mut ucis] = [(); 3].map(|()| Texts::default());
        let mut moves = 0;
        let mut position = Position::START;
        for token in text.lines().filter(|line| !line.starts_with('[')).flat_map(str::split_whitespace) {
            if matches!(token, "1-0" | "0-1" | "1/2-1/2" | "*") {
                position = Position::START;
            } else if !token.ends_with('.') {
                let mv = read_san(&position, token).unwrap_or_else(|error| panic!("{token}: {error}"));
                if (moves as usize) < CASES {
                    fens.push(&position.to_string());
                    sans.push(San::new(&position, mv).as_str());
                    ucis.push(&mv.uci().to_string());
                }
                moves += 1;
                position.play_unchecked(mv);
            }
        }
        assert_eq!(fens.ends.len(), CASES, "positions of games");
        Self { pgn, fens, sans, ucis, moves }
    }

    /// Each library must read and write the same texts and the same moves.
    pub(crate) fn bench<L: Notation>(&self, harness: &mut Harness) {
        let Self { pgn, fens, sans, ucis, moves: of_all } = self;
        let positions: Vec<_> = fens.iter().map(L::parse).collect();
        let pieces: u32 = positions.iter().map(|position| L::occupied(position).count_ones()).sum();
        let moves: Vec<_> =
            positions.iter().zip(ucis.iter()).map(|(position, uci)| L::read_uci(position, uci)).collect();
        let mut bench =
            |name, work: &mut dyn FnMut() -> bool| harness.bench(name, L::NAME, CASES, &true, work);
        let mut text = String::with_capacity(1 << 20);
        bench("notation/fen-write/positions", &mut || {
            text.clear();
            for position in black_box(&positions) {
                L::write_fen(position, &mut text);
            }
            text == fens.all
        });
        bench("notation/fen-read/positions", &mut || {
            let read = fens.iter().map(|fen| L::occupied(black_box(&L::parse(black_box(fen)))).count_ones());
            read.sum::<u32>() == pieces
        });
        let read = |texts: &Texts, read: fn(&L::Position, &str) -> L::Move| {
            let mut cases = black_box(&positions).iter().zip(texts.iter()).zip(&moves);
            cases.all(|((position, text), mv)| read(position, text) == *mv)
        };
        bench("notation/san-read/moves", &mut || read(sans, L::read_san));
        bench("notation/uci-read/moves", &mut || read(ucis, L::read_uci));
        bench("notation/san-write/moves", &mut || {
            text.clear();
            for (position, mv) in positions.iter().zip(&moves) {
                L::write_san(position, *mv, &mut text);
            }
            text == sans.all
        });
        if L::replay(pgn).is_some() {
            let played = Some(*of_all);
            harness.bench("notation/pgn-replay/bytes", L::NAME, pgn.len(), &played, || {
                L::replay(black_box(pgn))
            });
        }
    }
}

/// Texts in one block of memory, so that a bench measures the reader and not cache misses.
#[derive(Default)]
struct Texts {
    all: String,
    ends: Vec<usize>,
}

impl Texts {
    fn push(&mut self, text: &str) {
        self.all += text;
        self.ends.push(self.all.len());
    }

    fn iter(&self) -> impl Iterator<Item = &str> {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.all[std::mem::replace(&mut start, end)..end])
    }
}

/// A hundred games of eighty moves at most.
fn random_games() -> String {
    let mut random = Random::new(1);
    let games = (0..100).map(|_| {
        let mut game = GameState::default();
        for _ in 0..80 {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play_unchecked(random.pick(&moves));
        }
        Game::from(&game).to_string()
    });
    games.collect()
}
