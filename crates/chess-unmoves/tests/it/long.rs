//! Round trips by the million: `ci/long/README.md`.

use std::env;
use std::thread;
use std::time::Instant;

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_testkit::{Random, chess960, likely_move};
use chess_types::Move;
use chess_unmoves::{UnMove, each_unmove};

use crate::naive::Reading;

/// The counts of one shard.
#[derive(Default, Clone, Copy, Debug)]
struct Counts {
    positions: u64,
    round_trips: u64,
    captures: u64,
    promotions: u64,
    en_passant: u64,
    double_pushes: u64,
    castlings: u64,
}

impl Counts {
    fn add(&mut self, mv: Move) {
        self.round_trips += 1;
        self.captures += u64::from(mv.is_capture());
        self.promotions += u64::from(mv.is_promotion());
        self.en_passant += u64::from(mv.is_en_passant());
        self.double_pushes += u64::from(mv.is_double_push());
        self.castlings += u64::from(mv.is_castle());
    }

    fn sum(self, other: Self) -> Self {
        Self {
            positions: self.positions + other.positions,
            round_trips: self.round_trips + other.round_trips,
            captures: self.captures + other.captures,
            promotions: self.promotions + other.promotions,
            en_passant: self.en_passant + other.en_passant,
            double_pushes: self.double_pushes + other.double_pushes,
            castlings: self.castlings + other.castlings,
        }
    }
}

/// Takes every un-move back, validates the position before it, and makes the move again.
fn round_trips(position: &Position, made: UnMove, reading: Reading, counts: &mut Counts) {
    let mut is_listed = false;
    each_unmove(position, reading.options(), |unmove| {
        let before = unmove.before(position);
        let valid = Position::from_setup(&before.to_setup());
        assert_eq!(valid, Ok(before), "{position} {unmove:?}");
        assert!(before.is_legal(unmove.mv), "{position} {unmove:?}");
        let again = before.after(unmove.mv);
        assert!(reading.is_back(&again, position), "{position} {unmove:?}");
        is_listed |= unmove == made;
        counts.add(unmove.mv);
    });
    assert!(is_listed, "{position} {made:?}");
}

/// Plays games from positions of `start` until there are `trips` round trips. Games vary in style: random moves, or likely ones
/// that castle and reach endgames. They go on until a castling move and a capture en passant have been taken back.
fn shard(trips: u64, seed: u64, start: impl Fn(&mut Random) -> Position) -> Counts {
    let mut random = Random::new(seed);
    let mut counts = Counts::default();
    while counts.round_trips < trips || counts.castlings == 0 || counts.en_passant == 0 {
        let mut position = start(&mut random);
        let noise = random.pick(&[60, 400, 3000]);
        let mut last = [None, None];
        for ply in 0..300 {
            let us = ply % 2;
            let Some(mv) = (if noise == 3000 {
                let moves = position.legal_moves();
                (!moves.is_empty()).then(|| random.pick(&moves))
            } else {
                likely_move(&position, last[us], noise, &mut random)
            }) else {
                break;
            };
            last[us] = Some(mv);
            let piece_type = position.piece_type_at(mv.from()).unwrap();
            let made = UnMove { mv, piece_type, captured: position.captured(mv) };
            position.play_unchecked(mv);
            counts.positions += 1;
            for reading in Reading::ALL {
                round_trips(&position, made, reading, &mut counts);
            }
        }
    }
    counts
}

/// Runs two shards at once, each half of the round trips, and returns the counts and the seconds as text.
fn run(trips: u64, start: fn(&mut Random) -> Position) -> String {
    let begin = Instant::now();
    let counts = thread::scope(|scope| {
        let shards = [1, 2].map(|seed| scope.spawn(move || shard(trips.div_ceil(2), seed, start)));
        shards.into_iter().map(|shard| shard.join().unwrap()).fold(Counts::default(), Counts::sum)
    });
    assert!(counts.round_trips >= trips && counts.castlings > 0 && counts.en_passant > 0);
    format!("{counts:?} in {:.1} s", begin.elapsed().as_secs_f64())
}

#[test]
fn a_hundred_thousand_round_trips() {
    run(50_000, |_| Position::START);
    run(50_000, chess960);
}

#[test]
#[ignore = "a minute: ci/long/README.md"]
fn millions_of_round_trips() {
    let millions =
        env::var("UNMOVES_MILLIONS").map_or(10, |text| text.parse().expect("a number of millions"));
    println!("chess: {}", run(millions * 1_000_000, |_| Position::START));
    println!("Chess960: {}", run(millions * 1_000_000, chess960));
}
